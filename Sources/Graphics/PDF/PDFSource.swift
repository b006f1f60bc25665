// SPDX-License-Identifier: MIT
// Part of Platen: a PDF's objects, found through its cross-reference table.

internal import Diagnostics
internal import Text

/// A PDF that was written in one go: with a cross-reference table, or with a cross-reference stream and
/// packed objects (ISO 32000-1, 7.5.4, 7.5.7 and 7.5.8).
final class PDFSource {
  /// An object: its value, and where its stream's bytes are if it has any.
  struct Object {
    var value: PDFValue
    var stream: Range<Int>?
  }

  private let storage: any TemporaryStorage
  private let flate: Flate
  /// The place of each object: 0 for none; its offset times two; or, plus one, its object stream
  /// and its place in it.
  private var places: [Int] = []
  /// The object stream read last, with where its objects begin in it.
  private var pack: (number: Int, bytes: [UInt8], offsets: [Int]) = (0, [], [])
  private var depth = 0
  private(set) var trailer = PDFDictionary()
  private var window: [UInt8] = []

  private static let objectLimit = 1 << 24

  /// - Throws: `Failure` `pdf.unrecognized`; errors of the temporary file.
  init(_ storage: any TemporaryStorage) throws {
    self.storage = storage
    flate = try Flate()
    try readTable()
  }

  static func unrecognized(_ what: String) -> Failure {
    Failure(.error(.pdfUnrecognized, "the PDF is not as it was written: \(what)"))
  }

  /// Bytes of the temporary file; the memory is lent for the call.
  func withBytes<R>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard range.lowerBound >= 0, range.upperBound <= storage.count else {
      throw PDFSource.unrecognized("it ends too early")
    }
    if window.count < range.count { window = [UInt8](repeating: 0, count: range.count) }
    return try window.withUnsafeMutableBytes { buffer in
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<range.count])
      guard try storage.read(into: part, at: range.lowerBound) == part.count else {
        throw PDFSource.unrecognized("it ends too early")
      }
      return try body(UnsafeRawBufferPointer(part))
    }
  }

  /// The count of numbers for objects, used or not.
  var count: Int { places.count }

  /// The object of a number; null where there is none.
  func object(_ number: Int) throws -> Object {
    guard places.indices.contains(number), places[number] > 0 else {
      return Object(value: .null, stream: nil)
    }
    // An object may need another to be read, for its length or its packing; more is a circle.
    guard depth < 4 else { throw PDFSource.unrecognized("objects need each other to be read") }
    depth += 1
    defer { depth -= 1 }
    let place = places[number]
    if place & 1 == 1 {
      return Object(value: try packed(place >> 1 & 0xFFFF, of: place >> 17), stream: nil)
    }
    let (found, object) = try object(at: place >> 1)
    guard found == number else {
      throw PDFSource.unrecognized("object \(number) is not where it should be")
    }
    return object
  }

  private func object(at offset: Int) throws -> (number: Int, Object) {
    let (number, value, start) = try parse(at: offset) { parser throws(PDFParser.ParseError) in
      guard let number = try parser.naturalNumber(), try parser.naturalNumber() == 0,
        try parser.take("obj")
      else { throw .malformed(at: 0) }
      let value = try parser.value()
      var start: Int?
      if value.dictionary != nil, try parser.take("stream") {
        try parser.skipLineEnd()
        start = offset + parser.position
      }
      return (number, value, start)
    }
    guard let start else { return (number, Object(value: value, stream: nil)) }
    guard let length = try resolve(value.dictionary?["Length"])?.integer, length >= 0,
      length <= storage.count - start
    else { throw PDFSource.unrecognized("a stream has no length") }
    return (number, Object(value: value, stream: start..<start + length))
  }

  /// An object in an object stream.
  private func packed(_ index: Int, of number: Int) throws -> PDFValue {
    if pack.number != number { try readPack(number) }
    guard pack.offsets.indices.contains(index) else {
      throw PDFSource.unrecognized("its packed objects are damaged")
    }
    return try pack.bytes.withUnsafeBytes { bytes in
      var parser = PDFParser(bytes, at: pack.offsets[index])
      do {
        return try parser.value()
      } catch {
        throw PDFSource.unrecognized("its packed objects are damaged")
      }
    }
  }

  private func readPack(_ number: Int) throws {
    // A packed object stream would lead here without end.
    guard places.indices.contains(number), places[number] & 1 == 0 else {
      throw PDFSource.unrecognized("its packed objects are damaged")
    }
    let object = try object(number)
    guard let bytes = try decoded(object), let count = object.value.dictionary?["N"]?.integer,
      let first = object.value.dictionary?["First"]?.integer, (0...0xFFFF).contains(count),
      (0...bytes.count).contains(first)
    else { throw PDFSource.unrecognized("its packed objects are damaged") }
    let offsets = try bytes.withUnsafeBytes { bytes in
      var parser = PDFParser(bytes)
      do {
        return try (0..<count).map { _ in
          guard try parser.naturalNumber() != nil, let offset = try parser.naturalNumber(),
            offset < bytes.count - first
          else { throw PDFSource.unrecognized("its packed objects are damaged") }
          return first + offset
        }
      } catch is PDFParser.ParseError {
        throw PDFSource.unrecognized("its packed objects are damaged")
      }
    }
    // A slash behind it, so that a value that ends with the bytes is seen to end.
    pack = (number, bytes + Array(" /".utf8), offsets)
  }

  /// A stream's bytes; nil where they are packed in a way that is not known here.
  func decoded(_ object: Object) throws -> [UInt8]? {
    guard let dictionary = object.value.dictionary, let range = object.stream else { return nil }
    let filter = try resolve(dictionary["Filter"])
    let parameters = try resolve(dictionary["DecodeParms"])?.dictionary
    if filter == nil { return try withBytes(range) { Array($0) } }
    guard filter == .name("FlateDecode") else { return nil }
    let bytes = try withBytes(range) { packed in try flate.decompress(packed) { Array($0) } }
    guard let parameters, let predictor = parameters["Predictor"]?.integer, predictor > 1 else {
      return bytes
    }
    guard predictor >= 10, let width = parameters["Columns"]?.integer, (1...64).contains(width)
    else { return nil }
    return bytes.flatMap { PDFSource.undoUp($0, width: width) }
  }

  /// Undoes PNG's filters None and Up, the ones cross-references are written with.
  private static func undoUp(_ bytes: [UInt8], width: Int) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var above = [UInt8](repeating: 0, count: width)
    for start in stride(from: 0, to: bytes.count - width, by: width + 1) {
      guard bytes[start] == 0 || bytes[start] == 2 else { return nil }
      for i in 0..<width {
        above[i] = bytes[start + 1 + i] &+ (bytes[start] == 2 ? above[i] : 0)
      }
      result += above
    }
    return result
  }

  /// The value itself, or that of the object it refers to.
  func resolve(_ value: PDFValue?) throws -> PDFValue? {
    guard let number = value?.reference else { return value }
    let object = try object(number)
    // A reference to a reference is not allowed (7.3.10).
    return object.value.reference == nil ? object.value : nil
  }

  /// Numbers of the pages in order.
  func pages() throws -> [Int] {
    guard let root = trailer["Root"]?.reference,
      let tree = try object(root).value.dictionary?["Pages"]?.reference
    else { throw PDFSource.unrecognized("it has no pages") }
    var pages: [Int] = []
    var waiting = [tree]
    var seen: Set<Int> = []
    while let number = waiting.popLast() {
      guard seen.insert(number).inserted, let node = try object(number).value.dictionary else {
        throw PDFSource.unrecognized("its tree of pages is broken")
      }
      if node["Type"]?.name == "Page" {
        pages.append(number)
      } else {
        waiting += (try resolve(node["Kids"])?.array ?? []).reversed().compactMap(\.reference)
      }
    }
    return pages
  }

  // MARK: Reading

  /// Parses from an offset, with a longer and longer piece of the file until it is enough.
  private func parse<R>(
    at offset: Int, _ body: (inout PDFParser) throws(PDFParser.ParseError) -> R
  ) throws -> R {
    var length = 1024
    while true {
      let end = min(storage.count, offset + length)
      guard offset >= 0, offset < end else {
        throw PDFSource.unrecognized("an object lies past its end")
      }
      do {
        return try withBytes(offset..<end) { bytes in
          var parser = PDFParser(bytes)
          return try body(&parser)
        }
      } catch PDFParser.ParseError.incomplete where end < storage.count {
        length *= 4
      } catch is PDFParser.ParseError {
        throw PDFSource.unrecognized("the object at byte \(offset) is damaged")
      }
    }
  }

  private func readTable() throws {
    let tail = max(0, storage.count - 1024)..<storage.count
    let start = try withBytes(tail) { bytes -> Int? in
      let keyword = Array("startxref".utf8)
      guard
        let found = (0..<max(0, bytes.count - keyword.count)).last(where: { start in
          bytes[start..<start + keyword.count].elementsEqual(keyword)
        })
      else { return nil }
      var parser = PDFParser(bytes, at: found + keyword.count)
      return try? parser.naturalNumber()
    }
    guard let start, (0..<storage.count).contains(start) else {
      throw PDFSource.unrecognized("its startxref is missing or invalid")
    }
    let isTable = try withBytes(start..<min(storage.count, start + 4)) {
      $0.elementsEqual("xref".utf8)
    }
    guard isTable else {
      try readTableStream(at: start)
      return
    }
    try withBytes(start..<storage.count) { bytes in
      var parser = PDFParser(bytes)
      do {
        _ = try parser.take("xref")
        while try !parser.take("trailer") { try readSection(&parser) }
        try setTrailer(parser.value().dictionary)
      } catch is PDFParser.ParseError {
        throw PDFSource.unrecognized("its cross-reference table is damaged")
      }
    }
    // The table is large; what is read from now on is not.
    window = []
  }

  private func setTrailer(_ dictionary: PDFDictionary?) throws {
    guard let dictionary, dictionary["Prev"] == nil, dictionary["Encrypt"] == nil else {
      throw PDFSource.unrecognized("it has updates or is encrypted")
    }
    trailer = dictionary
  }

  private func readTableStream(at offset: Int) throws {
    let damaged = PDFSource.unrecognized("its cross-reference stream is damaged")
    let (_, object) = try object(at: offset)
    try setTrailer(object.value.dictionary)
    guard let rows = try decoded(object), let size = trailer["Size"]?.integer,
      let widths = trailer["W"]?.array?.compactMap(\.integer), widths.count == 3,
      widths.allSatisfy({ (0...7).contains($0) }), size >= 0, size <= PDFSource.objectLimit
    else { throw damaged }
    let ranges = trailer["Index"]?.array?.compactMap(\.integer) ?? [0, size]
    guard ranges.count % 2 == 0 else { throw damaged }
    places = [Int](repeating: 0, count: size)
    var position = 0
    func field(_ width: Int) -> Int {
      defer { position += width }
      return rows[position..<position + width].reduce(0) { $0 << 8 | Int($1) }
    }
    for pair in stride(from: 0, to: ranges.count, by: 2) {
      guard (0...size).contains(ranges[pair]),
        (0...size - ranges[pair]).contains(ranges[pair + 1]),
        ranges[pair + 1] * widths.reduce(0, +) <= rows.count - position
      else { throw damaged }
      for number in ranges[pair]..<ranges[pair] + ranges[pair + 1] {
        // Without a first field all are plain objects.
        let kind = widths[0] == 0 ? 1 : field(widths[0])
        let (second, third) = (field(widths[1]), field(widths[2]))
        switch kind {
        case 1 where third == 0 && second < storage.count: places[number] = second << 1
        case 2 where second < size && third <= 0xFFFF:
          places[number] = (second << 16 | third) << 1 | 1
        default: break
        }
      }
    }
  }

  private func readSection(_ parser: inout PDFParser) throws {
    guard let first = try parser.naturalNumber(), let count = try parser.naturalNumber(),
      first <= PDFSource.objectLimit,
      first + count <= PDFSource.objectLimit
    else { throw PDFSource.unrecognized("its cross-reference table is damaged") }
    if places.count < first + count {
      places.append(contentsOf: repeatElement(0, count: first + count - places.count))
    }
    for number in first..<first + count {
      guard let offset = try parser.naturalNumber(), let generation = try parser.naturalNumber()
      else {
        throw PDFSource.unrecognized("its cross-reference table is damaged")
      }
      let isUsed = try parser.take("n")
      if try !isUsed && !parser.take("f") {
        throw PDFSource.unrecognized("its cross-reference table is damaged")
      }
      if isUsed, generation == 0, offset < storage.count { places[number] = offset << 1 }
    }
  }
}
