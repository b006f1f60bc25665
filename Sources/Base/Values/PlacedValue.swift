// SPDX-License-Identifier: MIT
// Part of Platen: values of JSON, YAML and TOML alike, each with its place in the file.

public import Diagnostics
public import Digests
internal import JSON

/// A value as written in a file, with its line and column.
///
/// Plain scalars of YAML stay text: what `no` or `1.10` means is decided by the key that takes the
/// value, never by a resolver that reads `no` as false. ``flag``, ``integer``, ``number`` and
/// ``isNull`` answer for them as for the typed values of JSON and TOML.
public struct PlacedValue: Sendable, Hashable {
  /// The kinds of values.
  public enum Content: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number as written, in JSON or TOML.
    case number(String)
    /// A date or a time of day without quotes, in TOML.
    case date(String)
    /// A text, and whether it is a plain scalar of YAML, which may mean more than a text.
    case text(String, isPlain: Bool = false)
    case list([PlacedValue])
    /// Members in the order written.
    case mapping([Member])
  }

  /// A key with its value.
  public struct Member: Sendable, Hashable {
    public var key: String
    /// The place of the key.
    public var place: SourceLocation
    public var value: PlacedValue

    public init(key: String, place: SourceLocation, value: PlacedValue) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  public var content: Content
  public var place: SourceLocation
  /// The comment that may be a part of the value, in place of an empty one or behind a text: a
  /// color without quotes, or the `#4` of `Ship #4`.
  var comment: String?

  public init(_ content: Content, at place: SourceLocation) {
    self.content = content
    self.place = place
  }

  /// Wraps a text from the command line, where `~` and `null` mean nothing but an empty text is
  /// one: `--title ""` is an empty title.
  public init(typed text: String, at place: SourceLocation) {
    self.init(.text(text, isPlain: !PlacedValue.isNull(plain: text)), at: place)
  }

  /// The hint for an empty value: quote the value that was read as a comment.
  public var hintWhenEmpty: String? {
    guard isNull, let comment else { return nil }
    return "\"#\" begins a comment: write \"\(comment)\" in quotes"
  }

  /// ``hintWhenEmpty`` as the hints of a diagnostic.
  public var emptyHints: [String] { hintWhenEmpty.map { [$0] } ?? [] }

  /// The warnings about texts in the value that end at a comment, which may be a part of them: the
  /// title in `title: Ship #4` is `Ship`.
  public var commentWarnings: [Diagnostic] {
    var warnings: [Diagnostic] = []
    var places: Set<SourceLocation> = []
    func visit(_ value: PlacedValue) {
      switch value.content {
      case .text(let text, isPlain: true):
        // An alias has the place of its anchor.
        guard !text.isEmpty, let comment = value.comment, places.insert(value.place).inserted else {
          return
        }
        warnings.append(
          .warning(
            .yamlComment,
            "\"#\" begins a comment: the text is \"\(printable(text, limit: 60))\"",
            at: value.place,
            hints: [
              "write \"\(printable(text + " " + comment, limit: 60))\" in quotes, or a space after \"#\""
            ]))
      case .list(let elements): for element in elements { visit(element) }
      case .mapping(let members): for member in members { visit(member.value) }
      default: break
      }
    }
    visit(self)
    return warnings
  }
}

extension PlacedValue {
  /// A text, also one that stands for a number or for nothing; nil for the other kinds.
  public var text: String? {
    if case .text(let text, _) = content { text } else { nil }
  }

  /// The elements of a list, nil for the other kinds.
  public var elements: [PlacedValue]? {
    if case .list(let elements) = content { elements } else { nil }
  }

  /// The members of a mapping, nil for the other kinds.
  public var members: [Member]? {
    if case .mapping(let members) = content { members } else { nil }
  }

  /// The members of a mapping, none for the other kinds.
  public var entries: [Member] { members ?? [] }

  /// Indicates whether the value is a mapping.
  public var isMapping: Bool { members != nil }

  /// Indicates whether the value is null, or in YAML an empty plain scalar, `null` or `~`.
  public var isNull: Bool {
    switch content {
    case .null: true
    case .text(let text, isPlain: true): PlacedValue.isNull(plain: text)
    default: false
    }
  }

  /// The value of a key of a mapping, the last one where the key occurs twice, as it may in JSON.
  public subscript(key: String) -> PlacedValue? {
    members?.last { $0.key == key }?.value
  }

  /// A boolean; in YAML `true` or `false` without quotes, in the spellings of YAML 1.2.
  public var flag: Bool? {
    switch content {
    case .bool(let flag): flag
    case .text(let text, isPlain: true): PlacedValue.flag(plain: text)
    default: nil
    }
  }

  /// A whole number; in YAML one of decimal digits without quotes.
  public var integer: Int? {
    switch content {
    case .number(let text): Numeral.integer(text)
    case .text(let text, isPlain: true): text.utf8.count <= 20 ? Int(text) : nil
    default: nil
    }
  }

  /// A finite number; in YAML one of decimal digits without quotes.
  public var number: Double? {
    switch content {
    case .number(let text): Numeral.double(text).flatMap { $0.isFinite ? $0 : nil }
    case .text(let text, isPlain: true): Numeral.decimal(text)
    default: nil
    }
  }

  /// A finite number, or a text that spells one, in quotes or not.
  public var looseNumber: Double? {
    guard let text else { return number }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A boolean, or a text that spells one, in quotes or not.
  public var looseFlag: Bool? {
    switch content {
    case .bool(let flag): flag
    case .text("true", _): true
    case .text("false", _): false
    default: nil
    }
  }

  /// The value as described in messages: "a mapping", "a list", a text in quotes.
  public var description: String { description(limit: .max) }

  /// ``description`` with no more of a text than its first 60 Unicode scalars.
  public var shortDescription: String { description(limit: 60) }

  private func description(limit: Int) -> String {
    switch content {
    case .mapping: "a mapping"
    case .list: "a list"
    case .null: "nothing"
    case .bool(let flag): "\(flag)"
    case .number(let text):
      Numeral.double(text).flatMap { $0.isFinite ? JSONWriter.format($0) : nil } ?? text
    case .date(let text): text
    case .text(let text, _): isNull ? "nothing" : "\"\(printable(text, limit: limit))\""
    }
  }

  /// Indicates whether a plain scalar of YAML means nothing.
  public static func isNull(plain text: String) -> Bool {
    // Most texts are longer than any of these.
    text.utf8.count <= 4 && ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The boolean that a plain scalar of YAML 1.2 means.
  public static func flag(plain text: String) -> Bool? {
    switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }
}

// MARK: Digests

/// The value without its place.
extension PlacedValue: Digestible {
  public func add(to digester: inout Digester) { content.add(to: &digester) }
}

extension PlacedValue.Content: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .null: digester.addCase(0)
    case .bool(let flag): digester.addCase(1, flag)
    case .number(let text): digester.addCase(2, text)
    case .date(let text): digester.addCase(3, text)
    case .text(let text, let isPlain): digester.addCase(4, text, isPlain)
    case .list(let elements): digester.addCase(5, elements)
    case .mapping(let members): digester.addCase(6, members)
    }
  }
}

extension PlacedValue.Member: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(key, value) }
}
