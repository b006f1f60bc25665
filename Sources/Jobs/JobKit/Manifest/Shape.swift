// SPDX-License-Identifier: MIT
// Part of Platen: the values of a manifest's keys. One table of keys makes the parser's checks, the
// JSON Schema and the documentation, so that they cannot disagree.

internal import Diagnostics
internal import Text
package import Values

/// A key of a mapping: its name, the shape of its values, and its description.
package struct ManifestKey: Sendable {
  package var name: String
  package var shape: Shape
  /// One sentence for people, without a full stop and without `defaultValue`.
  private var text: String
  /// The value that an omitted one means in each format and with any other settings, as one writes
  /// it; nil where there is none, or where it depends on these: it then stands in the text.
  package private(set) var defaultValue: String?
  /// A value as one would write it.
  package var example: String
  package var isRequired: Bool
  /// Words in lowercase that people expect but that are not supported, with their alternatives.
  package var declined: [String: String]
  /// The form as a flag of `platen render`.
  package var flag: FlagForm
  /// Words that editors and shells offer, where it takes others as well.
  package var offered: OfferedWords?
  /// Conditions without which it has no effect on an output whose format takes it.
  package var uses: [OptionUse] = []

  package init(
    _ name: String, _ shape: Shape, _ summary: String, example: String, isRequired: Bool = false,
    declined: [String: String] = [:], flag: FlagForm = .standard, offered: OfferedWords? = nil,
    defaultValue: String? = nil
  ) {
    self.offered = offered
    self.flag = flag
    self.name = name
    self.shape = shape
    self.text = summary
    self.defaultValue = defaultValue
    self.example = example
    self.isRequired = isRequired
    self.declined = declined
  }

  /// One sentence for people, without a full stop, with the default at its end.
  package var summary: String { text + (defaultValue.map { " (default: \($0))" } ?? "") }

  /// The key with a summary of its own, which states its default itself.
  func summarized(_ summary: String) -> ManifestKey {
    var key = self
    key.text = summary
    key.defaultValue = nil
    return key
  }

  /// Records everything about `value` that the key does not take.
  ///
  /// - Returns: the valid part of the value; nil where there is none.
  @discardableResult func check(_ value: PlacedValue, into log: inout DiagnosticList)
    -> PlacedValue?
  {
    if let text = value.text, let instead = declined[text.lowercased()] {
      log.record(
        .manifestValue, "\(text) is not offered", at: value.place, hints: [instead])
      return nil
    }
    return shape.check(value, named: name, into: &log)
  }

  /// The description of the key as a sentence for the help of a flag, with the words it takes.
  package var sentence: String {
    let (text, fallback) = summaryParts
    let words =
      switch shape {
      case .word(let words) where !words.allSatisfy({ text.contains($0) }):
        ": " + words.joined(separator: ", ")
      case .form(let form): "; " + form.summary
      default: ""
      }
    return text.prefix(1).uppercased() + text.dropFirst() + words
      + (fallback.map { " (default: \($0))" } ?? "") + "."
  }

  /// The summary without the default at its end, and that default, which stands in it as
  /// `(default: VALUE)`.
  package var summaryParts: (text: String, fallback: String?) {
    guard let range = summary.firstRange(of: " (default: "), summary.hasSuffix(")") else {
      return (summary, nil)
    }
    return (String(summary[..<range.lowerBound]), String(summary[range.upperBound...].dropLast()))
  }
}

/// Words that are offered for a key of a kind of job, beside which it takes names of files.
package enum OfferedWords: Hashable, Sendable {
  /// The looks of the kind.
  case looks
  /// Layers, and presets of layers, of the kind's looks.
  case layers
}

/// The shape of a value.
package indirect enum Shape: Sendable {
  /// Any scalar, taken as text.
  case text
  /// A file's name or path.
  case path
  /// A folder's name or path.
  case folder
  /// One of some words.
  case word([String])
  /// Text of a certain form, such as `state:NAME`.
  case form(TextForm)
  /// `true` or `false`, and nothing else.
  case flag
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case list(of: Shape)
  /// One value, or a list of them.
  case oneOrMore(Shape)
  /// A mapping with keys of its own.
  case mapping([ManifestKey])
  /// A mapping whose keys are free.
  case table(of: Shape)
  /// Either of two; the second is tried for values of a kind that the first does not take.
  case either(Shape, Shape)
  /// Checked elsewhere, where the currently valid words are known.
  case anything
}

/// Text with a syntax of its own, checked by Platen and described to editors.
package struct TextForm: Sendable {
  /// Its name in messages: "a region".
  package var name: String
  /// ECMA 262, for the schema; must accept what `errorMessage` lets pass.
  package var pattern: String
  /// The texts it takes besides its words.
  package var hint: String
  /// Words of the form that editors offer.
  package var words: [String]
  /// The error in a text, or nil.
  package var errorMessage: @Sendable (String) -> String?
  /// The valid text for an invalid one, or nil.
  private let suggestion: @Sendable (String) -> String?

  package init(
    name: String, pattern: String, hint: String, words: [String] = [],
    errorMessage: @escaping @Sendable (String) -> String?,
    suggestion: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.words = words
    self.name = name
    self.pattern = pattern
    self.hint = hint
    self.errorMessage = errorMessage
    self.suggestion = suggestion
  }

  /// All texts it takes: its words, and the others.
  package var summary: String {
    words.isEmpty ? hint : words.joined(separator: ", ") + ", or " + hint
  }

  /// The hints at an invalid text.
  package func hints(for text: String) -> [String] {
    if let suggestion = suggestion(text) {
      return ["did you mean \"\(suggestion)\"?", "or " + hint]
    }
    return words.isEmpty ? [hint] : [nearMissHint(text, among: words), "or " + hint]
  }
}

extension Shape {
  /// The description of the shape in messages: "a whole number from 1 to 9".
  package var description: String {
    switch self {
    case .text: "text"
    case .path: "a file name"
    case .folder: "a folder name"
    case .word(let words): words.count <= 6 ? words.joined(separator: ", ") : "one word"
    case .form(let form): form.name
    case .flag: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(brief(range.lowerBound)) to \(brief(range.upperBound))"
    case .list(let shape): "a list (\(shape.description))"
    case .oneOrMore(let shape): "\(shape.description), or a list of them"
    case .mapping, .table: "a mapping"
    case .either(let first, let second): "\(first.description) or \(second.description)"
    case .anything: "a value"
    }
  }

  /// Records everything about `value` that this shape does not take.
  ///
  /// - Returns: the valid part of the value; nil where there is none.
  @discardableResult package func check(
    _ value: PlacedValue, named name: String, into log: inout DiagnosticList
  ) -> PlacedValue? {
    switch self {
    case .list(let shape):
      guard let elements = value.elements else {
        let hint = value.text.map { "write a list of one as [\(Shape.inBrackets($0))]" }
        wrong(value, name, hint: hint, into: &log)
        return nil
      }
      return shape.checkEach(elements, of: value, named: name, into: &log)
    case .oneOrMore(let shape):
      guard let elements = value.elements else {
        return shape.check(value, named: name, into: &log)
      }
      if elements.isEmpty {
        log.record(.manifestValue, "\(name) is an empty list", at: value.place)
        return nil
      }
      return shape.checkEach(elements, of: value, named: name, into: &log)
    case .mapping(let keys): return checkMapping(value, keys, named: name, into: &log)
    case .table(let shape):
      guard let members = value.members else {
        wrong(value, name, into: &log)
        return nil
      }
      let sound = members.compactMap { member in
        shape.check(member.value, named: "\(name).\(member.key)", into: &log).map {
          PlacedValue.Member(key: member.key, place: member.place, value: $0)
        }
      }
      return PlacedValue(.mapping(sound), at: value.place)
    case .either(let first, let second):
      return (first.takesKind(of: value) ? first : second).check(value, named: name, into: &log)
    default:
      let before = log.diagnostics.count
      checkScalar(value, named: name, into: &log)
      return log.diagnostics.count == before ? value : nil
    }
  }

  /// A text as one writes it in a list in brackets: in quotes where it has characters of YAML's
  /// own.
  private static func inBrackets(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./* ".contains($0) }
    let begins = text.first.map { $0.isLetter || $0.isNumber || "./".contains($0) } ?? false
    return isPlain && begins ? text : SchemaWriter.quoted(text)
  }

  /// The sound elements of a list, or nil where it had some and none is.
  private func checkEach(
    _ elements: [PlacedValue], of list: PlacedValue, named name: String,
    into log: inout DiagnosticList
  ) -> PlacedValue? {
    let sound = elements.compactMap { check($0, named: name, into: &log) }
    return sound.isEmpty && !elements.isEmpty
      ? nil : PlacedValue(.list(sound), at: list.place)
  }

  private func checkScalar(_ value: PlacedValue, named name: String, into log: inout DiagnosticList)
  {
    switch self {
    case .anything, .list, .oneOrMore, .mapping, .table, .either: break
    case .text, .path, .folder: checkText(value, named: name, into: &log)
    case .word(let words):
      guard let text = wantText(value, named: name, into: &log) else { return }
      if !words.contains(text) {
        log.record(
          .manifestValue, "invalid \(name) \"\(text)\"", at: value.place,
          hints: [nearMissHint(text, among: words)])
      }
    case .form(let form):
      guard let text = wantText(value, named: name, into: &log) else { return }
      if let errorMessage = form.errorMessage(text) {
        log.record(
          .manifestValue, "\(name): \(errorMessage)", at: value.place, hints: form.hints(for: text))
      }
    case .flag:
      if value.flag == nil { wrong(value, name, hint: flagHint(value), into: &log) }
    case .integer(let range):
      guard let number = value.integer else { return wrong(value, name, into: &log) }
      if !range.contains(number) { outOfRange(value, name, into: &log) }
    case .number(let range):
      guard let number = value.number else { return wrong(value, name, into: &log) }
      if !range.contains(number) { outOfRange(value, name, into: &log) }
    }
  }

  /// Indicates whether a value is of the kind (scalar, list, mapping) that this shape expects.
  private func takesKind(of value: PlacedValue) -> Bool {
    switch (self, value.content) {
    case (.anything, _), (.oneOrMore, .list): true
    case (.oneOrMore(let shape), _): shape.takesKind(of: value)
    case (.either(let a, let b), _): a.takesKind(of: value) || b.takesKind(of: value)
    case (.list, .list), (.mapping, .mapping), (.table, .mapping): true
    case (.list, _), (.mapping, _), (.table, _): false
    case (_, .list), (_, .mapping): false
    case (.flag, _): value.flag != nil
    case (.integer, _): value.integer != nil
    case (.number, _): value.number != nil
    default: true
    }
  }

  private func checkText(_ value: PlacedValue, named name: String, into log: inout DiagnosticList) {
    guard let text = wantText(value, named: name, into: &log) else { return }
    switch self {
    case .path, .folder:
      if text.isEmpty {
        log.record(.manifestValue, "\(name) is an empty name", at: value.place)
      }
    default: break
    }
  }

  private func wantText(
    _ value: PlacedValue, named name: String, into log: inout DiagnosticList
  ) -> String? {
    guard let text = value.text, !value.isNull else {
      wrong(value, name, into: &log)
      return nil
    }
    return text
  }

  private func checkMapping(
    _ value: PlacedValue, _ keys: [ManifestKey], named name: String, into log: inout DiagnosticList
  ) -> PlacedValue? {
    guard let members = value.members else {
      wrong(value, name, into: &log)
      return nil
    }
    var sound: [PlacedValue.Member] = []
    for member in members {
      if let key = keys.first(where: { $0.name == member.key }) {
        if let right = key.check(member.value, into: &log) {
          sound.append(PlacedValue.Member(key: member.key, place: member.place, value: right))
        }
      } else {
        log.unknownKey(member, in: name, among: keys.map(\.name))
      }
    }
    for key in keys where key.isRequired && value[key.name] == nil {
      log.record(
        .manifestMissingKey, "\(name) lacks \"\(key.name)\"", at: value.place,
        hints: ["\(key.name): \(key.example)"])
    }
    let isWhole = keys.allSatisfy { key in
      !key.isRequired || sound.contains { $0.key == key.name }
    }
    return isWhole ? PlacedValue(.mapping(sound), at: value.place) : nil
  }

  private func wrong(
    _ value: PlacedValue, _ name: String, hint: String? = nil, into log: inout DiagnosticList
  ) {
    var hints: [String] = []
    if let hint { hints = [hint] }
    if value.isNull { hints = [value.hintWhenEmpty ?? "write a value, or remove the key"] }
    log.record(
      .manifestType, "\(name): expected \(description), found \(value.description)",
      at: value.place,
      hints: hints)
  }

  private func outOfRange(_ value: PlacedValue, _ name: String, into log: inout DiagnosticList) {
    log.record(
      .manifestValue, "\(name): expected \(description), found \(value.text ?? "")", at: value.place
    )
  }

  private func flagHint(_ value: PlacedValue) -> String? {
    switch value.text?.lowercased() {
    case "yes", "on", "y": "write true"
    case "no", "off", "n": "write false"
    default: nil
    }
  }
}
