// SPDX-License-Identifier: MIT
// Part of Platen: errors in JSON texts, with position and expectation.

public import Diagnostics

/// The first error in a JSON text.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Byte offset of the error.
  public var offset: Int
  /// Line, counted from 1.
  public var line: Int
  /// Column in Unicode scalars, counted from 1.
  public var column: Int
  /// A description of the error, a sentence without a period: `expected ',' or ']', found 'x'`.
  public var message: String

  public var description: String { "\(line):\(column): \(message)" }

  /// An error about the whole text, at its beginning.
  private init(_ message: String) {
    (offset, line, column) = (0, 1, 1)
    self.message = message
  }

  init(_ message: String, at offset: Int, in text: UnsafeRawBufferPointer) {
    self.offset = offset
    (line, column) = unsafe JSONError.position(of: offset, in: text)
    self.message = message
  }

  /// The error of a text that is UTF-16, as its first bytes show; nil for others.
  static func ofUTF16(_ text: UnsafeRawBufferPointer) -> JSONError? {
    guard text.count >= 2 else { return nil }
    let first = unsafe (text[0], text[1])
    let isMarked = first == (0xFF, 0xFE) || first == (0xFE, 0xFF)
    // Of ASCII every other byte is zero, which no text in UTF-8 begins with.
    guard isMarked || (first.0 == 0) != (first.1 == 0) else { return nil }
    return JSONError("expected UTF-8, found UTF-16")
  }

  static func tooLarge(count: Int, limit: Int) -> JSONError {
    JSONError("the text has \(count) bytes, the limit is \(limit)")
  }

  static func outOfMemory(words: Int) -> JSONError {
    JSONError("not enough memory for an index of \(words) words over the text")
  }

  static func position(of offset: Int, in text: UnsafeRawBufferPointer) -> (line: Int, column: Int)
  {
    var line = 1
    var column = 1
    for index in 0..<min(max(0, offset), text.count) {
      let byte = unsafe text[index]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  /// The error as a diagnostic; `field` names the part of a larger file that the text is.
  ///
  /// Line and column are those inside the text, so they are given only when it is a file of its own.
  public func diagnostic(
    _ code: Diagnostic.Code, field: String? = nil, hints: [String] = []
  ) -> Diagnostic {
    if let field {
      return .error(
        code, "\(message) at byte \(offset) of it", at: SourceLocation(field: field), hints: hints)
    }
    return .error(code, message, at: SourceLocation(line: line, column: column), hints: hints)
  }
}
