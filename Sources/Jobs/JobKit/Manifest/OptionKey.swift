// SPDX-License-Identifier: MIT
// Part of Platen: keys of jobs and options of outputs with the types of their values.

package import Diagnostics
internal import Pipeline
package import Values

/// A key of a job, or an option of its outputs, with the type of its values.
///
/// It is declared once. The parser, the schema and the help read its declaration, and the kind of
/// job reads its value:
///
/// ```swift
/// static let width = OptionKey("width", .integer(1...8192), "width in pixels", example: "2160")
/// let width = output.options[CardKeys.width] ?? 1024  // an Int? before the ??
/// ```
package struct OptionKey<Value>: DeclaredKey {
  package private(set) var declaration: ManifestKey
  /// Reads a value of the key's shape.
  let read: @Sendable (PlacedValue) -> Value?

  /// - Parameters:
  ///   - defaultValue: the value that an omitted one means in each format and with any other
  ///     settings, as one writes it; the summary does not repeat it.
  ///   - uses: conditions without which it has no effect on an output.
  package init(
    _ name: String, _ shape: ValueShape<Value>, _ summary: String, example: String,
    declined: [String: String] = [:], flag: FlagForm = .standard, offered: OfferedWords? = nil,
    defaultValue: String? = nil, uses: [OptionUse] = []
  ) {
    declaration = ManifestKey(
      name, shape.shape, summary, example: example, declined: declined, flag: flag,
      offered: offered, defaultValue: defaultValue)
    declaration.uses = uses
    read = shape.read
  }

  /// The key as one kind of job declares it: with a summary or an example of its own. A summary
  /// states its default itself.
  package func declared(
    _ summary: String? = nil, example: String? = nil, uses: [OptionUse] = []
  ) -> OptionKey {
    var key = self
    key.declaration.uses = uses
    if let summary { key.declaration = declaration.summarized(summary) }
    key.declaration.example = example ?? declaration.example
    return key
  }
}

/// A key of any type of value.
package protocol DeclaredKey: Sendable {
  /// Its declaration for the parser, the schema and the help.
  var declaration: ManifestKey { get }
}

extension DeclaredKey {
  package var name: String { declaration.name }
}

extension ManifestKey: DeclaredKey {
  package var declaration: ManifestKey { self }
}

/// A shape of values, with the type they are read as.
package struct ValueShape<Value>: Sendable {
  let shape: Shape
  let read: @Sendable (PlacedValue) -> Value?
}

extension ValueShape where Value == String {
  private init(text shape: Shape) { self.init(shape: shape) { $0.text } }

  /// Any scalar, taken as text.
  package static var text: Self { Self(text: .text) }
  /// A file's name or path.
  package static var path: Self { Self(text: .path) }
  /// A folder's name or path.
  package static var folder: Self { Self(text: .folder) }
  /// One of some words, such as names that a folder holds.
  package static func word(_ words: [String]) -> Self { Self(text: .word(words)) }
  /// Text of a certain form.
  package static func form(_ form: TextForm) -> Self { Self(text: .form(form)) }
}

extension ValueShape
where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
  /// The word of a case.
  package static func word(of type: Value.Type) -> Self {
    Self(shape: .word(type.allCases.map(\.rawValue))) { $0.text.flatMap(type.init(rawValue:)) }
  }
}

extension ValueShape where Value == Bool {
  /// `true` or `false`.
  package static var flag: Self { Self(shape: .flag) { $0.flag } }
}

extension ValueShape where Value == Int {
  package static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(shape: .integer(range)) { $0.integer }
  }
}

extension ValueShape where Value == Double {
  package static func number(_ range: ClosedRange<Double>) -> Self {
    Self(shape: .number(range)) { $0.number }
  }
}

extension ValueShape where Value == [String] {
  private init(texts shape: Shape) {
    self.init(shape: shape) { value in
      value.elements.map { $0.compactMap(\.text) } ?? value.text.map { [$0] }
    }
  }

  /// A list of texts.
  package static func list(of shape: Shape) -> Self { Self(texts: .list(of: shape)) }
  /// One text, or a list of them.
  package static func oneOrMore(_ shape: Shape) -> Self { Self(texts: .oneOrMore(shape)) }
}

extension ValueShape {
  /// The word of a case, or a list of them.
  package static func oneOrMore<Word>(of type: Word.Type) -> Self
  where
    Value == [Word], Word: RawRepresentable<String> & CaseIterable & SendableMetatype
  {
    Self(shape: .oneOrMore(.word(type.allCases.map(\.rawValue)))) { value in
      (value.elements ?? [value]).compactMap { $0.text.flatMap(type.init(rawValue:)) }
    }
  }
}

extension ValueShape where Value == PlacedValue {
  private init(placed shape: Shape) { self.init(shape: shape) { $0 } }

  /// A mapping whose keys are free.
  package static func table(of shape: Shape) -> Self { Self(placed: .table(of: shape)) }
  /// Either of two.
  package static func either(_ first: Shape, _ second: Shape) -> Self {
    Self(placed: .either(first, second))
  }
  /// A value of any shape, checked by its reader.
  package static var anything: Self { Self(placed: .anything) }
}

extension Settings {
  /// The value of a key; nil where it is omitted.
  package subscript<Value>(key: OptionKey<Value>) -> Value? {
    placed(key).flatMap(key.read)
  }

  /// The value of a key as it is written.
  package func placed(_ key: some DeclaredKey) -> PlacedValue? { self[name: key.name] }

  /// The place of a key's value.
  package func place(of key: some DeclaredKey) -> SourceLocation? { placed(key)?.place }
}

extension DiagnosticList {
  /// Returns the result of `body` for a setting; if it throws, records the error at the setting's
  /// place and returns nil, so that all errors of a job are reported together.
  package mutating func attempt<T>(
    _ key: some DeclaredKey, of job: ManifestJob, _ body: () throws -> T
  ) -> T? {
    do {
      return try body()
    } catch let failure as Failure {
      record(failure, foundFrom: job.settings.place(of: key))
    } catch {
      record(.error(.engine, "\(error)", at: job.place))
    }
    return nil
  }
}
