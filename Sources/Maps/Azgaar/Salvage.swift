// SPDX-License-Identifier: MIT
// Part of Platen: what can still be read of a damaged save, and what is said of the rest.

internal import Diagnostics
internal import JSON
internal import Text

/// Reading what is whole of a save that was cut off or written over.
///
/// Sections stand beside each other, so damage to one says nothing of the others: what cannot be read
/// is left out with a warning `map.lost`, and of a table the rows before the damage are kept, of a list
/// of values those that are there.
enum Salvage {
  /// Rows of a table that stand before the damage.
  struct Rows {
    /// A JSON array of them.
    var json: [UInt8]
    var count: Int
  }

  /// The rows of a JSON array that end before its first fault; nil where there are none, or where it
  /// is no array.
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

  /// What is said of a section nothing of which could be read.
  static func lost(_ number: Int, _ failure: Failure) -> Diagnostic {
    lost(
      number, "lost: " + (failure.diagnostics.first?.message ?? "it could not be read"))
  }

  /// What is said of a table of which the first rows could be read.
  static func cut(_ number: Int, after rows: Int) -> Diagnostic {
    lost(
      number, "damaged: the first \(counted(rows, "row is", "rows are")) kept, the others are lost")
  }

  /// What is said of a list that has not as many values as there are cells.
  static func misfit(_ number: Int, _ found: Int, of expected: Int) -> Diagnostic {
    if found == 0 { return lost(number, "lost: none of \(expected) values is there; all are 0") }
    return lost(
      number,
      found < expected
        ? "damaged: \(found) of \(expected) values are there; they are those of the first cells, "
          + "and the others are 0"
        : "damaged: \(found) values are there for \(expected) cells; the first are used")
  }

  /// What is said of sections that are not there at all.
  static func missing(_ numbers: Range<Int>) -> Diagnostic {
    .warning(
      .mapLost,
      "lost: the file ends before " + numbers.map(MapSections.name(of:)).joined(separator: ", "))
  }

  /// What is said where the cells cannot be rebuilt.
  static func lostLand(_ fault: Diagnostic) -> Diagnostic {
    .warning(
      .mapLost, "lost: the cells and all their values cannot be rebuilt: \(fault.message)",
      at: fault.place)
  }

  private static func lost(_ number: Int, _ message: String) -> Diagnostic {
    .warning(.mapLost, message, at: Place(field: MapSections.name(of: number)))
  }
}

extension Result where Failure == any Error {
  /// What was read, or why not; thrown on where nothing is to be salvaged.
  ///
  /// - Throws: what the result holds, unless it is a fault of the file and `salvages`.
  func salvaged(_ salvages: Bool) throws -> Result<Success, Diagnostics.Failure> {
    do {
      return .success(try get())
    } catch let failure as Diagnostics.Failure where salvages {
      return .failure(failure)
    }
  }
}
