// SPDX-License-Identifier: MIT
// Part of Platen: a finished JPEG looked at once more.

extension JPEGWriter {
  /// A JPEG that is whole: its segments are walked up to the scan, which ends with the file.
  package static func facts(
    size: Int, read: (_ at: Int, _ count: Int) throws -> [UInt8]
  ) throws -> ImageFacts {
    let head = try read(0, 1 << 16)
    guard head.starts(with: [0xFF, 0xD8, 0xFF]),
      try read(size - 2, 2) == [0xFF, 0xD9]
    else { throw DamagedImage("does not begin and end as a JPEG does") }
    var offset = 2
    while offset + 9 <= head.count, head[offset] == 0xFF {
      let marker = head[offset + 1]
      // The frame: its bits, height and width (ITU T.81, B.2.2).
      if marker == 0xC0 || marker == 0xC1 || marker == 0xC2 {
        return ImageFacts(
          width: Int(head[offset + 7]) << 8 | Int(head[offset + 8]),
          height: Int(head[offset + 5]) << 8 | Int(head[offset + 6]))
      }
      offset += 2 + (Int(head[offset + 2]) << 8 | Int(head[offset + 3]))
    }
    throw DamagedImage("has no image in it")
  }
}
