// SPDX-License-Identifier: MIT
// Part of Platen: reads what is whole of a damaged save, with warnings about the rest.

internal import Diagnostics
internal import JSON
internal import Text

/// Reading what is whole of a save that was cut off or written over.
///
/// Sections are independent, so damage to one does not affect the others. What cannot be read is
/// omitted with a warning `map.lost`; tables keep the rows before the damage, and lists the values
/// that are present.
enum Salvage {
  /// Rows of a table that stand before the damage.
  struct Rows {
    /// A JSON array of them.
    var json: [UInt8]
    var count: Int
  }

  /// The rows of a JSON array that end before its first syntax error; nil without such rows, or for
  /// anything but an array.
  static func rows(of section: UnsafeRawBufferPointer) -> Rows? {
    guard unsafe section.first == UInt8(ascii: "[") else { return nil }
    let end: Int
    do {
      _ = try unsafe JSONDocument(unsafelyBorrowing: section)
      return nil
    } catch { end = min(error.offset, section.count) }
    var depth = 0
    var isText = false
    var isEscaped = false
    var last: Int?
    var count = 0
    for index in 0..<end {
      let byte = unsafe section[index]
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        // What is wrong stands behind the table.
        if depth == 0 { return unsafe Rows(json: Array(section[...index]), count: count + 1) }
      case UInt8(ascii: ",") where depth == 1:
        last = index
        count += 1
      default: break
      }
    }
    guard let last else { return nil }
    return unsafe Rows(json: Array(section[..<last]) + [UInt8(ascii: "]")], count: count)
  }

  /// The warning about a section of which nothing could be read.
  static func lost(_ number: Int, _ failure: Failure) -> Diagnostic {
    lost(
      number, "lost: " + (failure.diagnostics.first?.message ?? "it could not be read"))
  }

  /// The warning about a table of which only the first rows could be read.
  static func cut(_ number: Int, after rows: Int) -> Diagnostic {
    lost(
      number, "damaged: the first \(counted(rows, "row is", "rows are")) kept, the others are lost")
  }

  /// The warning about a list that does not have as many values as there are cells.
  static func misfit(_ number: Int, _ found: Int, of expected: Int) -> Diagnostic {
    if found == 0 { return lost(number, "lost: all \(expected) values are missing and set to 0") }
    return lost(
      number,
      found < expected
        ? "damaged: found \(found) of \(expected) values, those of the first cells; "
          + "the others are set to 0"
        : "damaged: found \(found) values for \(expected) cells; the first are used")
  }

  /// The warning about a drawing in which the file ends.
  static var cutDrawing: Diagnostic {
    lost(MapSections.drawing, "damaged: the file was cut off in it; what stands before is kept")
  }

  /// The warning about sections that are missing entirely.
  static func missing(_ numbers: Range<Int>) -> Diagnostic {
    .warning(
      .mapLost,
      "lost: the file ends before " + numbers.map(MapSections.name(of:)).joined(separator: ", "))
  }

  /// The warning where the cells cannot be rebuilt.
  static func lostLand(_ diagnostic: Diagnostic) -> Diagnostic {
    .warning(
      .mapLost, "lost: the cells and all their values cannot be rebuilt: \(diagnostic.message)",
      at: diagnostic.place)
  }

  private static func lost(_ number: Int, _ message: String) -> Diagnostic {
    .warning(.mapLost, message, at: SourceLocation(field: MapSections.name(of: number)))
  }
}

extension Result where Failure == any Error {
  /// The value, or why it could not be read; rethrows where nothing is to be salvaged.
  ///
  /// - Throws: the error in the result, unless the file caused it and `salvages` is set.
  func salvaged(_ salvages: Bool) throws -> Result<Success, Diagnostics.Failure> {
    do {
      return .success(try get())
    } catch let failure as Diagnostics.Failure where salvages {
      return .failure(failure)
    }
  }
}
