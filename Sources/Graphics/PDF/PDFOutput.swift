// SPDX-License-Identifier: MIT
// Part of Platen: writes a PDF's objects, packed into object streams.

internal import Canvas
internal import Digests
internal import Text

/// A PDF 1.7 file on its way out (ISO 32000-1, 7.5). Objects are numbered before they are written,
/// so that they may refer to each other in any order.
final class PDFOutput {
  private let sink: ByteSink
  private let flate: Flate
  private var hash = SHA256()
  private var pending: [UInt8] = []
  private var endsWithReturn = false
  /// The bytes written so far.
  private(set) var count = 0
  /// The place of each object: 0 for none; its offset times two; or, plus one, its object stream
  /// and its place in it.
  private var places: [Int] = [0]
  /// The object stream that is being filled.
  private var packNumber = 0
  private var packIndex: [UInt8] = []
  private var packBody: [UInt8] = []
  private var packCount = 0

  private static let packLimit = 200
  private static let pieceBytes = 256 << 10

  init(flate: Flate, sink: @escaping ByteSink) throws {
    self.flate = flate
    self.sink = sink
    pending.reserveCapacity(PDFOutput.pieceBytes + 4096)
    // The comment marks the file as binary for programs that move files.
    try writeText("%PDF-1.7\n%\u{E2}\u{E3}\u{CF}\u{D3}\n")
  }

  /// Numbers for `count` more objects: the first of them.
  func allocate(_ count: Int = 1) -> Int {
    let first = places.count
    places.append(contentsOf: repeatElement(0, count: count))
    return first
  }

  /// Writes an object that is not a stream.
  func addObject(_ number: Int, _ body: (inout [UInt8]) throws -> Void) throws {
    if packCount == 0 { packNumber = allocate() }
    packIndex.put(number)
    packIndex.append(UInt8(ascii: " "))
    packIndex.put(packBody.count)
    packIndex.append(UInt8(ascii: " "))
    places[number] = (packNumber << 16 | packCount) << 1 | 1
    try body(&packBody)
    packBody.append(10)
    packCount += 1
    if packCount == PDFOutput.packLimit { try endPack() }
  }

  /// Writes a stream and compresses it.
  ///
  /// - Parameter entries: Of its dictionary, without `Length` and `Filter`.
  func addStream(
    _ number: Int, _ bytes: UnsafeRawBufferPointer, entries: (inout [UInt8]) throws -> Void
  ) throws {
    try flate.compress(bytes) { packed in
      try beginStream(number, length: packed.count) { dictionary in
        dictionary.put("/Filter/FlateDecode")
        try entries(&dictionary)
      }
      try writeBytes(packed)
      try endStream()
    }
  }

  /// Begins a stream whose bytes are then written as they are.
  func beginStream(
    _ number: Int, length: Int, entries: (inout [UInt8]) throws -> Void
  ) throws {
    places[number] = count << 1
    var head: [UInt8] = []
    head.put(number)
    head.put(" 0 obj\n<<")
    try entries(&head)
    head.put("/Length ")
    head.put(length)
    head.put(">>\nstream\n")
    try head.withUnsafeBytes(writeBytes)
  }

  func endStream() throws {
    // Data that ends with a carriage return would seem shorter before a line feed alone.
    try writeText((endsWithReturn ? "\r\n" : "\n") + "endstream\nendobj\n")
  }

  func writeBytes(_ bytes: UnsafeRawBufferPointer) throws {
    count += bytes.count
    if let last = bytes.last { endsWithReturn = last == 13 }
    if bytes.count > PDFOutput.pieceBytes {
      try flush()
      hash.update(bytes)
      try sink(bytes)
    } else {
      pending.append(contentsOf: bytes)
      if pending.count >= PDFOutput.pieceBytes { try flush() }
    }
  }

  /// Writes the cross-references and the end.
  ///
  /// - Parameter trailer: Entries of the trailer, such as `Root`.
  func finish(trailer: (inout [UInt8]) -> Void) throws {
    if packCount > 0 { try endPack() }
    let number = allocate()
    let start = count
    places[number] = start << 1
    // The same content gets the same identifier, other content another.
    try flush()
    var written = SHA256()
    swap(&written, &hash)
    let digest = written.finalize().bytes.prefix(16)
    let table = try crossReferences()
    try table.withUnsafeBytes { table in
      try addStream(number, table) { entries in
        entries.put("/Type/XRef/Size ")
        entries.put(places.count)
        entries.put("/W[1 5 2]/DecodeParms<</Predictor 12/Columns 8>>")
        trailer(&entries)
        let name = Hex.encode(Array(digest))
        entries.put("/ID[<\(name)><\(name)>]")
      }
    }
    try writeText("startxref\n\(start)\n%%EOF\n")
    try flush()
  }

  // MARK: Parts

  private func writeText(_ text: String) throws {
    // One byte for each scalar: the header's comment is not UTF-8.
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    try bytes.withUnsafeBytes(writeBytes)
  }

  private func flush() throws {
    guard !pending.isEmpty else { return }
    try pending.withUnsafeBytes {
      hash.update($0)
      try sink($0)
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func endPack() throws {
    let (first, objects) = (packIndex.count, packCount)
    packIndex += packBody
    let number = packNumber
    try packIndex.withUnsafeBytes { bytes in
      try addStream(number, bytes) { entries in
        entries.put("/Type/ObjStm/N ")
        entries.put(objects)
        entries.put("/First ")
        entries.put(first)
      }
    }
    packIndex.removeAll(keepingCapacity: true)
    packBody.removeAll(keepingCapacity: true)
    packCount = 0
  }

  /// Rows of eight bytes, each as its difference from the row above (PNG's filter Up).
  private func crossReferences() throws -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(places.count * 9)
    var above = [UInt8](repeating: 0, count: 8)
    for (number, place) in places.enumerated() {
      var row: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
      func set(_ value: Int, _ range: Range<Int>) {
        for (i, index) in range.reversed().enumerated() {
          row[index] = UInt8(truncatingIfNeeded: value >> (8 * i))
        }
      }
      if number == 0 {
        set(0xFFFF, 6..<8)
      } else if place & 1 == 1 {
        row[0] = 2
        set(place >> 17, 1..<6)
        set(place >> 1 & 0xFFFF, 6..<8)
      } else if place > 0 {
        row[0] = 1
        set(place >> 1, 1..<6)
      }
      rows.append(2)
      for i in 0..<8 { rows.append(row[i] &- above[i]) }
      above = row
    }
    return rows
  }
}
