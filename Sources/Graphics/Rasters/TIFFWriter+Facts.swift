// SPDX-License-Identifier: MIT
// Part of Platen: a finished TIFF looked at once more.

extension TIFFWriter {
  /// Reads the directory (TIFF 6.0, section 2; BigTIFF's likewise with longer numbers).
  package static func facts(
    size: Int, read: (_ at: Int, _ count: Int) throws -> [UInt8]
  ) throws -> ImageFacts {
    let head = try read(0, 16)
    guard head.count == 16, Array(head[..<2]) == Array("II".utf8), head[2] == 42 || head[2] == 43
    else { throw DamagedImage("does not begin as a TIFF does") }
    let isBig = head[2] == 43
    let (wordBytes, entryBytes) = isBig ? (8, 20) : (4, 12)
    let start = TIFFWriter.number(head, isBig ? 8 : 4, wordBytes)
    let counted = try read(start, isBig ? 8 : 2)
    guard start >= 8, counted.count == (isBig ? 8 : 2) else {
      throw DamagedImage("has no directory")
    }
    let count = TIFFWriter.number(counted, 0, counted.count)
    guard count > 0, count < 100 else { throw DamagedImage("has a damaged directory") }
    let entries = try read(start + counted.count, count * entryBytes)
    guard entries.count == count * entryBytes else {
      throw DamagedImage("ends within its directory")
    }
    // The last of a tag's whole numbers, and how many there are.
    func last(_ tag: Int) throws -> (number: Int, count: Int) {
      let places = stride(from: 0, to: entries.count, by: entryBytes)
      guard let entry = places.first(where: { TIFFWriter.number(entries, $0, 2) == tag }),
        let bytes = [3: 2, 4: 4, 16: 8][TIFFWriter.number(entries, entry + 2, 2)]
      else { throw DamagedImage("has no tag \(tag)") }
      let count = TIFFWriter.number(entries, entry + 4, wordBytes)
      guard count > 0, count < 1 << 40 else { throw DamagedImage("has no number in tag \(tag)") }
      let value = entry + 4 + wordBytes
      let at = (count - 1) * bytes
      // Short values are in the entry; the entry points at others.
      if count * bytes <= wordBytes {
        return (TIFFWriter.number(entries, value + at, bytes), count)
      }
      let place = TIFFWriter.number(entries, value, wordBytes)
      let number = try read(max(0, place) &+ at, bytes)
      guard number.count == bytes else { throw DamagedImage("ends within tag \(tag)") }
      return (TIFFWriter.number(number, 0, bytes), count)
    }
    let (width, height) = (try last(256).number, try last(257).number)
    let bits = try last(258)
    let (offset, length) = (try last(273).number, try last(279).number)
    guard offset > 0, length > 0, length <= size, offset <= size - length else {
      throw DamagedImage("does not hold its last strip")
    }
    return ImageFacts(
      width: width, height: height, isGray16: bits.number == 16 && bits.count == 1)
  }

  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(truncatingIfNeeded: UInt64(bytes[at + $1]) << (8 * $1)) }
  }
}
