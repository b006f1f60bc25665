// SPDX-License-Identifier: MIT
// Part of Platen: one setting of a look: its name, what it may hold, what it is for.

internal import Diagnostics
internal import Drawing

/// A value as a look file writes it.
public enum LookValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case flag(Bool)
  case list([LookValue])
}

/// One setting of a look: a row of the table from which look files are read, checked and written.
public struct LookField: Sendable {
  /// What a setting may hold.
  public enum Kind: Hashable, Sendable {
    /// A size in map units of a sheet as wide as `sheet.reference`.
    case length
    /// A plain number within a range.
    case number(ClosedRange<Double>)
    /// `#rgb`, `#rrggbb`, `#rrggbbaa` or `none`.
    case color
    case flag
    case text
    case choice([String])
    /// A list of strings, of `choices` only where there are any.
    case words(choices: [String])
    /// A list of numbers, such as a dash pattern.
    case numbers
  }

  /// Dotted name, such as `land.fill`.
  public let name: String
  public let kind: Kind
  /// What the setting does, as one clause.
  public let doc: String
  /// Reads the setting from a look.
  public let get: @Sendable (MapLook) -> LookValue
  /// Stores a value of the right kind; `set(_:to:)` of the look checks first.
  let store: @Sendable (inout MapLook, LookValue) -> Void

  init(
    _ name: String, _ kind: Kind, _ doc: String, get: @escaping @Sendable (MapLook) -> LookValue,
    store: @escaping @Sendable (inout MapLook, LookValue) -> Void
  ) {
    self.name = name
    self.kind = kind
    self.doc = doc
    self.get = get
    self.store = store
  }

  /// Sets the field in `look`.
  ///
  /// Throws `Failure` with code `look.value` when the value is not of the field's kind.
  public func set(_ look: inout MapLook, _ value: LookValue) throws {
    store(&look, try checked(value))
  }

  /// What the field takes, for messages and documentation.
  public var expectation: String {
    switch kind {
    case .length: "a size in map units, 0 or more"
    case .number(let range):
      "a number from \(LookValue.number(range.lowerBound).text) to "
        + LookValue.number(range.upperBound).text
    case .color: "a colour such as \"#aabbcc\", or none"
    case .flag: "true or false"
    case .text: "a text"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .words(let choices):
      choices.isEmpty ? "a list of texts" : "a list of " + choices.joined(separator: ", ")
    case .numbers: "a list of numbers"
    }
  }

  private func checked(_ value: LookValue) throws -> LookValue {
    switch (kind, value) {
    case (.length, .number(let v)) where v >= 0 && v <= 100_000: return value
    case (.number(let range), .number(let v)) where range.contains(v): return value
    case (.color, .text(let text)) where text == "none" || Color(hex: text) != nil: return value
    case (.flag, .flag), (.text, .text): return value
    // An unquoted number is a fine text.
    case (.text, .number): return .text(value.text)
    case (.choice(let words), .text(let text)):
      if words.contains(text) { return value }
      throw mismatch(value, hints: [nearMissHint(text, among: words)])
    case (.words(let choices), .list(let items)):
      for case .text(let text) in items where !choices.isEmpty && !choices.contains(text) {
        throw mismatch(.text(text), hints: [nearMissHint(text, among: choices)])
      }
      let allText = items.allSatisfy { if case .text = $0 { true } else { false } }
      if allText { return value }
    // One word alone is a list of one.
    case (.words, .text): return try checked(.list([value]))
    case (.numbers, .list(let items)):
      let allNumbers = items.allSatisfy {
        if case .number(let v) = $0 { v.isFinite } else { false }
      }
      if allNumbers { return value }
    default: break
    }
    throw mismatch(value, hints: [])
  }

  private func mismatch(_ value: LookValue, hints: [String]) -> Failure {
    Failure(
      .error(
        "look.value", "\(name) takes \(expectation), not \(value.text)", at: Place(field: name),
        hints: hints))
  }
}

extension LookValue {
  /// The value in the notation of a look file.
  public var text: String {
    switch self {
    case .number(let v):
      v == v.rounded() && abs(v) < 1e15 ? String(Int64(v)) : String(v)
    case .text(let text): quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    }
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": result += "\\" + String(character)
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }
}
