// SPDX-License-Identifier: MIT
// Part of Platen: text of a look with placeholders for fields.

public import Rows

/// Text with fields in braces: `{title}`, `{title|name}` for the first with a value,
/// `{source|'–'}` with a fallback if none has a value; `{{` is a brace.
public struct TemplateText: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case words(String)
    case fields([String], fallback: String?)
  }

  private var pieces: [Piece] = []
  /// The text as written.
  public let source: String

  /// - Returns: nil if a brace is not closed, or is empty.
  public init?(_ source: String) {
    self.source = source
    var words = ""
    var rest = Substring(source)
    while let character = rest.popFirst() {
      guard character == "{" else {
        if character == "}", rest.first == "}" { rest.removeFirst() }
        words.append(character)
        continue
      }
      if rest.first == "{" {
        rest.removeFirst()
        words.append("{")
        continue
      }
      guard let end = rest.firstIndex(of: "}") else { return nil }
      var names: [String] = []
      var fallback: String?
      for name in rest[..<end].split(separator: "|") {
        if name.first == "'", name.last == "'", name.count >= 2 {
          fallback = String(name.dropFirst().dropLast())
        } else {
          let plain = name.split(separator: ".").map { Row.plainName(String($0)) }
          names.append(plain.joined(separator: "."))
        }
      }
      guard !names.isEmpty else { return nil }
      if !words.isEmpty { pieces.append(.words(words)) }
      words = ""
      pieces.append(.fields(names, fallback: fallback))
      rest = rest[rest.index(after: end)...]
    }
    if !words.isEmpty { pieces.append(.words(words)) }
  }

  /// Each pair of braces: its alternative fields, and whether it has a fallback if none of them has
  /// a value.
  public var fields: [(names: [String], hasFallback: Bool)] {
    pieces.compactMap { piece in
      guard case .fields(let names, let fallback) = piece else { return nil }
      return (names, fallback != nil)
    }
  }

  /// Returns the text for a row; nil if one of its fields has no value.
  public func text(of row: Row) -> String? {
    var result = ""
    for piece in pieces {
      switch piece {
      case .words(let words): result += words
      case .fields(let names, let fallback):
        guard let text = names.lazy.compactMap({ row[$0]?.shown }).first ?? fallback else {
          return nil
        }
        result += text
      }
    }
    return result
  }

  /// Returns the fields of a row that it shows; none if it has no text.
  func shownFields(of row: Row) -> [String] {
    guard text(of: row) != nil else { return [] }
    return fields.compactMap { braces in braces.names.first { row[$0]?.shown != nil } }
  }

  /// Returns the fields of a row that are mappings without text to show, or lists with such
  /// mappings; of alternatives, those up to the first with text.
  func hiddenMappings(of row: Row) -> [String] {
    fields.flatMap { braces in
      let first = braces.names.firstIndex { row[$0]?.shown != nil }
      return braces.names.prefix(first.map { $0 + 1 } ?? .max).filter {
        row[$0]?.hidesMapping ?? false
      }
    }
  }

  /// The alternative fields of a text that is a single field; nil for any other text.
  var onlyField: [String]? {
    guard pieces.count == 1, case .fields(let names, _) = pieces[0] else { return nil }
    return names
  }

  /// Returns the value of the field, if the text is a single field.
  func value(of row: Row) -> RowValue? {
    guard let names = onlyField else { return nil }
    return names.lazy.compactMap { row[$0] }.first { $0 != .null }
  }

  /// Returns the text as a number.
  func number(of row: Row) -> Double? { text(of: row).flatMap { RowValue.text($0).number } }
}
