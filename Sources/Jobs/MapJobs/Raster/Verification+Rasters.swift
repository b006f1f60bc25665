// SPDX-License-Identifier: MIT
// Part of Platen: finished pictures of other forms than PNG looked at once more.

internal import Diagnostics
internal import JobKit
internal import Pipeline

extension Verification {
  /// A picture of any form: what it begins and ends as, and how large it says it is.
  static func picture(
    _ file: borrowing FinishedFile, as form: RasterForm, width: Int?, height: Int?
  ) throws -> FileFacts {
    let facts =
      switch form.kind {
      case .png: try png(file)
      case .jpeg: try jpeg(file)
      case .webp: try webp(file)
      case .tiff: try TIFFFacts(of: file).facts
      }
    guard let found = facts.width, let tall = facts.height, found > 0, tall > 0,
      found == width ?? found, tall == height ?? tall
    else { throw refusal("\(file.target) does not have the size that was asked for") }
    return facts
  }

  /// A heightmap: one channel of 16 bits.
  static func heights(
    _ file: borrowing FinishedFile, as form: RasterForm, width: Int?, height: Int?
  ) throws -> FileFacts {
    let facts = try picture(file, as: form, width: width, height: height)
    let isGray =
      if case .tiff = form.kind {
        try TIFFFacts(of: file).isGray16
      } else {
        // IHDR's bits and colour type.
        try file.read(at: 24, count: 2) == [16, 0]
      }
    guard isGray else { throw refusal("\(file.target) has no 16-bit grays") }
    return facts
  }

  /// A JPEG that is whole: its segments are walked up to the scan, which ends with the file.
  private static func jpeg(_ file: borrowing FinishedFile) throws -> FileFacts {
    let head = try file.read(at: 0, count: 1 << 16)
    guard head.starts(with: [0xFF, 0xD8, 0xFF]),
      try file.read(at: file.size - 2, count: 2) == [0xFF, 0xD9]
    else { throw refusal("\(file.target) does not begin and end as a JPEG does") }
    var offset = 2
    while offset + 9 <= head.count, head[offset] == 0xFF {
      let marker = head[offset + 1]
      // The frame: its bits, height and width (ITU T.81, B.2.2).
      if marker == 0xC0 || marker == 0xC1 || marker == 0xC2 {
        return FileFacts(
          width: Int(head[offset + 7]) << 8 | Int(head[offset + 8]),
          height: Int(head[offset + 5]) << 8 | Int(head[offset + 6]))
      }
      offset += 2 + (Int(head[offset + 2]) << 8 | Int(head[offset + 3]))
    }
    throw refusal("\(file.target) has no picture in it")
  }

  /// A WebP whose container is as long as the file; its first chunk says the size (RFC 9649).
  private static func webp(_ file: borrowing FinishedFile) throws -> FileFacts {
    let head = try file.read(at: 0, count: 32)
    func word(_ at: Int, _ bytes: Int = 4) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(head[at + $1]) << (8 * $1) }
    }
    guard head.count == 32, Array(head[..<4]) == Array("RIFF".utf8),
      Array(head[8..<12]) == Array("WEBP".utf8), word(4) + 8 == file.size
    else { throw refusal("\(file.target) is not a whole WebP") }
    switch String(decoding: head[12..<16], as: UTF8.self) {
    case "VP8X": return FileFacts(width: word(24, 3) + 1, height: word(27, 3) + 1)
    case "VP8L":
      let bits = word(21)
      return FileFacts(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    case "VP8 ":
      return FileFacts(width: word(26, 2) & 0x3FFF, height: word(28, 2) & 0x3FFF)
    default: throw refusal("\(file.target) has no picture in it")
    }
  }
}

/// What a TIFF's directory says (TIFF 6.0, section 2; BigTIFF's likewise with longer numbers).
private struct TIFFFacts {
  private(set) var facts = FileFacts()
  private(set) var isGray16 = false

  init(of file: borrowing FinishedFile) throws {
    let target = file.target
    func refusal(_ what: String) -> Failure { Verification.refusal("\(target) \(what)") }
    let head = try file.read(at: 0, count: 16)
    guard head.count == 16, Array(head[..<2]) == Array("II".utf8), head[2] == 42 || head[2] == 43
    else { throw refusal("does not begin as a TIFF does") }
    let isBig = head[2] == 43
    let (wordBytes, entryBytes) = isBig ? (8, 20) : (4, 12)
    let start = TIFFFacts.number(head, isBig ? 8 : 4, wordBytes)
    let counted = try file.read(at: start, count: isBig ? 8 : 2)
    guard start >= 8, counted.count == (isBig ? 8 : 2) else {
      throw refusal("has no directory")
    }
    let count = TIFFFacts.number(counted, 0, counted.count)
    guard count > 0, count < 100 else { throw refusal("has a damaged directory") }
    let entries = try file.read(at: start + counted.count, count: count * entryBytes)
    guard entries.count == count * entryBytes else { throw refusal("ends within its directory") }
    // The last of a tag's whole numbers, and how many there are.
    func last(_ tag: Int) throws -> (number: Int, count: Int) {
      let places = stride(from: 0, to: entries.count, by: entryBytes)
      guard let entry = places.first(where: { TIFFFacts.number(entries, $0, 2) == tag }),
        let bytes = [3: 2, 4: 4, 16: 8][TIFFFacts.number(entries, entry + 2, 2)]
      else { throw refusal("has no tag \(tag)") }
      let count = TIFFFacts.number(entries, entry + 4, wordBytes)
      guard count > 0, count < 1 << 40 else { throw refusal("has no number in tag \(tag)") }
      let value = entry + 4 + wordBytes
      let at = (count - 1) * bytes
      // What fits stands in the entry; the rest where it says.
      if count * bytes <= wordBytes {
        return (TIFFFacts.number(entries, value + at, bytes), count)
      }
      let place = TIFFFacts.number(entries, value, wordBytes)
      let number = try file.read(at: max(0, place) &+ at, count: bytes)
      guard number.count == bytes else { throw refusal("ends within tag \(tag)") }
      return (TIFFFacts.number(number, 0, bytes), count)
    }
    facts = FileFacts(width: try last(256).number, height: try last(257).number)
    let bits = try last(258)
    isGray16 = bits.number == 16 && bits.count == 1
    let (offset, length) = (try last(273).number, try last(279).number)
    guard offset > 0, length > 0, length <= file.size, offset <= file.size - length else {
      throw refusal("does not hold its last strip")
    }
  }

  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(truncatingIfNeeded: UInt64(bytes[at + $1]) << (8 * $1)) }
  }
}
