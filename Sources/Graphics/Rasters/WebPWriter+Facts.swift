// SPDX-License-Identifier: MIT
// Part of Platen: a finished WebP looked at once more.

extension WebPWriter {
  /// Reads a WebP whose container is as long as the file; its first chunk states the size (RFC
  /// 9649).
  package static func facts(
    size: Int, read: (_ at: Int, _ count: Int) throws -> [UInt8]
  ) throws -> ImageFacts {
    let head = try read(0, 32)
    func word(_ at: Int, _ bytes: Int = 4) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(head[at + $1]) << (8 * $1) }
    }
    guard head.count == 32, Array(head[..<4]) == Array("RIFF".utf8),
      Array(head[8..<12]) == Array("WEBP".utf8), word(4) + 8 == size
    else { throw DamagedImage("is not a whole WebP") }
    switch String(decoding: head[12..<16], as: UTF8.self) {
    case "VP8X": return ImageFacts(width: word(24, 3) + 1, height: word(27, 3) + 1)
    case "VP8L":
      let bits = word(21)
      return ImageFacts(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    case "VP8 ":
      return ImageFacts(width: word(26, 2) & 0x3FFF, height: word(28, 2) & 0x3FFF)
    default: throw DamagedImage("has no image in it")
    }
  }
}
