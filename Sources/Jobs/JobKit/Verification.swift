// SPDX-License-Identifier: MIT
// Part of Platen: checks of finished files before they are published under their names.

package import Diagnostics
internal import JSON
internal import PDF
package import Pipeline

/// Checks of finished files: their format, their size, and that they are not empty.
package enum Verification {
  /// A PNG that is whole: its chunks are walked from the signature to `IEND`.
  ///
  /// That the image is not blank is known from the pixels while they are written.
  package static func png(
    _ file: borrowing FinishedFile, width wantedWidth: Int? = nil, height wantedHeight: Int? = nil
  ) throws -> FileFacts {
    let head = try file.read(at: 0, count: 33)
    guard head.count == 33, Array(head[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
      Array(head[12..<16]) == Array("IHDR".utf8)
    else { throw refusal("\(file.target) does not begin as a PNG does") }
    let (width, height) = (number(head, 16), number(head, 20))
    guard width > 0, height > 0, width == wantedWidth ?? width, height == wantedHeight ?? height
    else {
      throw refusal(
        "\(file.target) has \(width) × \(height) pixels, not the requested size")
    }
    var offset = 8
    var hasData = false
    while offset < file.size {
      let chunk = try file.read(at: offset, count: 8)
      guard chunk.count == 8 else { break }
      let length = number(chunk, 0)
      let name = Array(chunk[4...])
      if name == Array("IDAT".utf8), length > 0 { hasData = true }
      offset += length + 12
      if name == Array("IEND".utf8) {
        guard offset == file.size, hasData else { break }
        return FileFacts(width: width, height: height)
      }
    }
    throw refusal("\(file.target) does not end as a PNG does")
  }

  /// A PDF with a header, a trailer, and at least one page.
  package static func pdf(_ file: borrowing FinishedFile) throws -> FileFacts {
    let head = try file.read(at: 0, count: 8)
    guard head.starts(with: Array("%PDF-1.".utf8)) else {
      throw refusal("\(file.target) does not begin as a PDF does")
    }
    let tail = String(
      decoding: try file.read(at: max(0, file.size - 1024), count: 1024), as: UTF8.self)
    guard tail.contains("%%EOF"), let mark = tail.firstRange(of: "startxref"),
      let table = Int(tail[mark.upperBound...].prefix { $0 != "%" }.filter(\.isNumber)),
      table > 0, table < file.size
    else { throw refusal("\(file.target) does not end as a PDF does") }
    let pages = try PDFFile.pageCount(count: file.size) { try file.read(at: $0, count: $1) }
    guard pages > 0 else { throw refusal("\(file.target) has no page") }
    return FileFacts(pages: pages)
  }

  /// JSON that can be read again.
  package static func json(_ file: borrowing FinishedFile) throws -> FileFacts {
    let bytes = try file.read()
    do {
      _ = try bytes.withUnsafeBytes { try JSONDocument(parsing: $0) }
    } catch {
      throw refusal("\(file.target) is not JSON: \(error)")
    }
    return FileFacts()
  }

  /// A ZIP, by its first bytes and its last record.
  package static func zip(_ file: borrowing FinishedFile) throws -> FileFacts {
    let head = try file.read(at: 0, count: 4)
    let tail = try file.read(at: max(0, file.size - 22), count: 4)
    guard head == [0x50, 0x4B, 3, 4], tail == [0x50, 0x4B, 5, 6] else {
      throw refusal("\(file.target) is not a whole ZIP")
    }
    return FileFacts()
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Int {
    Int(bytes[at]) << 24 | Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
  }

  package static func refusal(_ message: String) -> Failure {
    Failure(
      .error(
        .outputCheck, message,
        hints: ["the disk may be failing; if not, this is an internal error: please report it"]))
  }
}
