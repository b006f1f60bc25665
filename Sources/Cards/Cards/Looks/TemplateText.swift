// SPDX-License-Identifier: MIT
// Part of Platen: text of a look with fields of rows in it.

/// Text with fields in braces: `{title}`, `{title|name}` for the first that has something to show,
/// `{source|'–'}` with words for when none has; `{{` is a brace.
public struct TemplateText: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case words(String)
    case fields([String], otherwise: String?)
  }

  private var pieces: [Piece] = []
  /// As it was written.
  public let source: String

  /// - Returns: nil where a brace is opened and never closed, or is empty.
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
      var otherwise: String?
      for name in rest[..<end].split(separator: "|") {
        if name.first == "'", name.last == "'", name.count >= 2 {
          otherwise = String(name.dropFirst().dropLast())
        } else {
          let plain = name.split(separator: ".").map { Row.plainName(String($0)) }
          names.append(plain.joined(separator: "."))
        }
      }
      guard !names.isEmpty else { return nil }
      if !words.isEmpty { pieces.append(.words(words)) }
      words = ""
      pieces.append(.fields(names, otherwise: otherwise))
      rest = rest[rest.index(after: end)...]
    }
    if !words.isEmpty { pieces.append(.words(words)) }
  }

  /// Each pair of braces in it: the fields it takes the first of, and whether it has words for when
  /// none of them has anything to show.
  public var fields: [(names: [String], hasOtherwise: Bool)] {
    pieces.compactMap { piece in
      guard case .fields(let names, let otherwise) = piece else { return nil }
      return (names, otherwise != nil)
    }
  }

  /// What it says of a row; nil where a field of it has nothing to show.
  public func text(of row: Row) -> String? {
    var result = ""
    for piece in pieces {
      switch piece {
      case .words(let words): result += words
      case .fields(let names, let otherwise):
        guard let text = names.lazy.compactMap({ row[$0]?.shown }).first ?? otherwise else {
          return nil
        }
        result += text
      }
    }
    return result
  }

  /// The fields of a row that it shows; none where it says nothing.
  func shownFields(of row: Row) -> [String] {
    guard text(of: row) != nil else { return [] }
    return fields.compactMap { braces in braces.names.first { row[$0]?.shown != nil } }
  }

  /// The value itself, where it is one field and nothing else.
  func value(of row: Row) -> RowValue? {
    guard pieces.count == 1, case .fields(let names, _) = pieces[0] else { return nil }
    return names.lazy.compactMap { row[$0] }.first { $0 != .null }
  }

  /// A number it comes to.
  func number(of row: Row) -> Double? { text(of: row).flatMap { RowValue.text($0).number } }
}
