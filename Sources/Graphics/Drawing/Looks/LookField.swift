// SPDX-License-Identifier: MIT
// Part of Platen: one setting of a look of any sort: its name, what it may hold, what it is for.

internal import Diagnostics

/// The kinds of value a setting of a look may hold.
public enum LookKind: Hashable, Sendable {
  /// A size in map units of a sheet as wide as `sheet.reference`.
  case length
  /// A size on paper, in points of 1/72 inch.
  case points(ClosedRange<Double>)
  /// A plain number within a range.
  case number(ClosedRange<Double>)
  /// A whole number within a range.
  case integer(ClosedRange<Int>)
  /// `#rgb`, `#rrggbb`, `#rrggbbaa` or `none`.
  case color
  /// `#rgb` or `#rrggbb`.
  case opaqueColor
  /// A list of colors as `color` takes them, none of them `none`.
  case colors
  case flag
  case text
  case choice([String])
  /// A list of strings, of `choices` only where there are any.
  case words(choices: [String])
  /// A list of numbers, such as a dash pattern.
  case numbers
}

/// One setting of a look: a row of the table from which look files are read, checked and written.
public struct LookField<Look>: Sendable {
  /// Dotted name, such as `land.fill`.
  public let name: String
  public let kind: LookKind
  /// The effect of the setting, as one clause.
  public let doc: String
  /// Reads the setting from a look; nil where the look does not set it.
  public let get: @Sendable (Look) -> LookValue?
  /// Stores a value of the right kind; `set(_:_:)` checks first.
  public let store: @Sendable (inout Look, LookValue) -> Void

  public init(
    _ name: String, _ kind: LookKind, _ doc: String,
    get: @escaping @Sendable (Look) -> LookValue?,
    store: @escaping @Sendable (inout Look, LookValue) -> Void
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
  public func set(_ look: inout Look, _ value: LookValue) throws {
    store(&look, try checked(value))
  }

  /// The values the field takes, for messages and documentation.
  public var expectation: String {
    switch kind {
    case .length: "a size in map units, 0 or more"
    case .points(let range):
      "a size in points (72 to the inch) from \(LookValue.number(range.lowerBound).text) to "
        + LookValue.number(range.upperBound).text
    case .integer(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(LookValue.number(range.lowerBound).text) to "
        + LookValue.number(range.upperBound).text
    case .color: "a color such as \"#aabbcc\", or none"
    case .opaqueColor: "a color such as \"#aabbcc\""
    case .colors: "a list of colors such as [\"#aabbcc\", \"#ddeeff\"]"
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
    case (.number(let range), .number(let v)), (.points(let range), .number(let v)):
      if range.contains(v) { return value }
    case (.integer(let range), .number(let v)):
      if let whole = Int(exactly: v), range.contains(whole) { return value }
    case (.color, .text(let text)) where text == "none" || Color(hex: text) != nil: return value
    case (.opaqueColor, .text(let text)):
      if let color = Color(hex: text), color.alpha == 1 { return value }
    case (.colors, .list(let items)):
      if items.allSatisfy({ $0.string.map { Color(hex: $0) != nil } ?? false }) { return value }
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
    // `12pt`: the unit is known, so it is omitted.
    case (.length, .text(let text)), (.points, .text(let text)), (.number, .text(let text)),
      (.integer, .text(let text)):
      let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      if !digits.isEmpty {
        throw mismatch(value, hints: ["write the number alone, as in \(digits)"])
      }
    default: break
    }
    throw mismatch(value, hints: [])
  }

  private func mismatch(_ value: LookValue, hints: [String]) -> Failure {
    Failure(
      .error(
        .lookValue, "\(name) takes \(expectation), not \(value.text)",
        at: SourceLocation(field: name),
        hints: hints))
  }
}

extension LookField {
  /// The setting as one of a look that this one is a part of.
  ///
  /// - Parameters:
  ///   - prefix: stands before the name, its dot included.
  ///   - part: reads and changes the part.
  public func lifted<Outer>(
    _ prefix: String, _ part: any WritableKeyPath<Outer, Look> & Sendable
  ) -> LookField<Outer> {
    let (get, store) = (get, store)
    return LookField<Outer>(
      prefix + name, kind, doc, get: { get($0[keyPath: part]) },
      store: { store(&$0[keyPath: part], $1) })
  }
}
