// SPDX-License-Identifier: MIT
// Part of Platen: finds the places of links and images in the text of a slide.

internal import Diagnostics

/// The place of each address in a text of Markdown or HTML: where it stands first after a bracket, a
/// quotation mark or an equals sign.
///
/// Made in one pass over the text, so that any number of places takes time in proportion to its size.
struct AddressIndex {
  /// Bytes of an address: a longer one, such as an image inside the text, has no place.
  private static let mostBytes = 1024

  private var places: [String: SourceLocation] = [:]

  init(_ text: String) {
    var lines = ScalarLines(Array(text.utf8))
    var start: Int?
    var last: UInt8 = 0
    for (at, byte) in lines.bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "("):
        if last == UInt8(ascii: "]") { start = at + 1 }
      case UInt8(ascii: "<"):
        if last == UInt8(ascii: "("), start == at { start = at + 1 }
      case UInt8(ascii: "="):
        // Inside an address, it begins no other.
        if start == nil { start = at + 1 }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        end(at, of: &start, in: &lines)
        start = at + 1
      case UInt8(ascii: ")"), UInt8(ascii: ">"), 0x09, 0x0A, 0x0D, 0x20:
        end(at, of: &start, in: &lines)
        // The address of a reference: `[name]: address`.
        if byte == 0x20, last == UInt8(ascii: ":") { start = at + 1 }
      default: break
      }
      last = byte
    }
    end(lines.bytes.count, of: &start, in: &lines)
  }

  /// The place of an address as it is written, in no file; nil where it is not found.
  func place(of address: String) -> SourceLocation? { places[address] }

  private mutating func end(_ end: Int, of start: inout Int?, in lines: inout ScalarLines) {
    defer { start = nil }
    guard let begin = start, begin < end, end - begin <= AddressIndex.mostBytes else { return }
    let address = String(decoding: lines.bytes[begin..<end], as: UTF8.self)
    if places[address] == nil { places[address] = lines.place(of: begin) }
  }
}

/// Counts lines and columns of a text up to offsets that only grow.
private struct ScalarLines {
  let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The line and the column in Unicode scalars of an offset, which is not before the last one.
  mutating func place(of offset: Int) -> SourceLocation {
    for byte in bytes[at..<offset] {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    at = offset
    return SourceLocation(line: line, column: column)
  }
}
