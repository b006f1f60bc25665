// SPDX-License-Identifier: MIT
// Part of Platen: the manifest's JSON Schema and its keys as a Markdown table, made from the same
// tables the parser checks with.

internal import Values

/// The manifest's grammar for other programs and for people.
package struct ManifestSchema {
  private let kinds: [JobGrammar]
  /// Words that editors offer for a key, by kind and by ``ManifestKey/offered``.
  private var offers: [String: [OfferedWords: Offer]] = [:]

  /// - Parameter context: finds the names of looks, which are offered for keys that take one.
  package init(kinds: [any JobKind], in context: RecipeContext? = nil) {
    self.kinds = kinds.map(\.grammar)
    guard let context else { return }
    for kind in kinds {
      guard let looks = kind.looks else { continue }
      offers[kind.name] = [
        .looks: Offer(words: looks.names(in: context)),
        .layers: Offer(words: looks.layers.map(\.name), others: looks.layerPattern),
      ]
    }
  }

  /// JSON Schema draft-07, which is what YAML editors read. A key that several places take is
  /// defined once and referred to.
  package func json() -> String {
    let names = kinds.map(\.name)
    let job: [Member] =
      [
        // So that editors offer them in an empty job; the defaults may name the kind.
        Member("properties", .object(names.map { Member($0, .flag(true)) })),
        Member(
          "anyOf",
          .array(names.map { SchemaRule.required([$0]) } + names.map { .reference($0) })),
        // Errors of a job are those of its own kind.
        Member(
          "allOf",
          .array(
            kinds.map { kind in
              let users = kinds.filter { other in
                other.name != kind.name && other.jobKeys.contains { $0.name == kind.name }
              }
              return SchemaRule.job(of: kind.name, unless: users.map(\.name))
            })),
      ]
    let whole = Grammar(offers: [:])
    let properties: [Member] =
      [
        Member(
          "version",
          .object([
            Member("description", .text("The version of the manifest's format")),
            Member("const", .integer(ManifestKeys.version)),
          ]))
      ] + ManifestKeys.whole.map { whole.member($0) } + [
        Member(
          "defaults",
          .object([
            Member("description", .text("Keys that all jobs have unless they set them")),
            Member("type", .text("object")), Member("additionalProperties", .flag(false)),
            Member(
              "properties",
              .object([whole.member(ManifestKeys.folder)] + allKeys.map { defaults($0) })),
          ])),
        Member(
          "jobs",
          .object([
            Member("description", .text("The jobs")), Member("type", .text("array")),
            Member("minItems", .integer(1)), Member("items", .object(job)),
          ])),
      ]
    return SchemaWriter.writeRoot(
      [
        Member("$schema", .text("http://json-schema.org/draft-07/schema#")),
        Member("title", .text("Platen manifest, version \(ManifestKeys.version)")),
        Member("type", .text("object")), Member("required", .texts(["version", "jobs"])),
        Member("additionalProperties", .flag(false)), Member("properties", .object(properties)),
      ],
      definitions: kinds.flatMap { kind in
        [
          Member(kind.name, definition(of: kind)), Member("\(kind.name)-row", row(of: kind)),
          Member("\(kind.name)-matrix", matrix(of: kind)),
        ]
      } + [Member("values", SchemaRule.values)])
  }

  /// Every key with what it takes, as Markdown tables.
  package func markdown() -> String {
    var text = ""
    func table(_ keys: [ManifestKey]) {
      text += "| key | value | description | example |\n| --- | --- | --- | --- |\n"
      for key in keys {
        let takes = (key.name == "matrix" ? "a mapping" : key.shape.description)
          .replacing("|", with: "\\|")
        text += "| `\(key.name)` | \(takes) | \(key.summary) | `\(key.example)` |\n"
      }
    }
    for kind in kinds {
      text += "## \(kind.name): \(kind.summary)\n\n"
      table(ManifestKeys.common(for: kind) + kind.keys)
      text += "\n### Options of its outputs\n\n"
      table(kind.options)
      text += "\n### Formats\n\n| extension | content | options |\n| --- | --- | --- |\n"
      for format in kind.formats {
        let options = format.options.map { "`\($0)`" }.joined(separator: " ")
        text += "| `.\(format.pathExtension)` | \(format.summary) | \(options) |\n"
      }
      text += "\n"
    }
    text += "## the whole manifest\n\nBeside `version`, `defaults` and `jobs`:\n\n"
    table(ManifestKeys.whole)
    for key in ManifestKeys.whole {
      guard let keys = key.shape.mappingKeys else { continue }
      text += "\n### \(key.name)\n\n"
      table(keys)
    }
    text += "\n## defaults\n\nAny key of a job, and:\n\n"
    table([ManifestKeys.folder])
    return text
  }

  private var allKeys: [ManifestKey] {
    var keys: [ManifestKey] = []
    for key in kinds.flatMap(\.jobKeys) where !keys.contains(where: { $0.name == key.name }) {
      keys.append(key)
    }
    return keys
  }

  private func grammar(of kind: JobGrammar) -> Grammar {
    Grammar(offers: offers[kind.name] ?? [:])
  }

  private func definition(of kind: JobGrammar) -> SchemaNode {
    let grammar = grammar(of: kind)
    return .object([
      Member("description", .text(kind.summary)), Member("type", .text("object")),
      Member("additionalProperties", .flag(false)),
      Member(
        "properties",
        .object(
          kind.jobKeys.map { key in
            key.name == ManifestKeys.matrix.name
              ? Member(
                key.name,
                grammar.described(
                  key, as: [Member("allOf", .array([.reference("\(kind.name)-matrix")]))]))
              : grammar.member(key)
          })),
    ])
  }

  /// A key of the defaults, which suits one kind or another.
  private func defaults(_ key: ManifestKey) -> Member {
    if key.name == ManifestKeys.matrix.name {
      return Member(
        key.name,
        Grammar(offers: [:]).described(
          key,
          as: [Member("anyOf", .array(kinds.map { .reference("\($0.name)-matrix") }))]))
    }
    var nodes: [SchemaNode] = []
    for kind in kinds {
      guard let own = kind.jobKeys.first(where: { $0.name == key.name }) else { continue }
      let node = grammar(of: kind).member(own).value
      if !nodes.contains(node) { nodes.append(node) }
    }
    return Member(key.name, nodes.count == 1 ? nodes[0] : .object([Member("anyOf", .array(nodes))]))
  }

  /// Keys that a matrix has no values of.
  private func fixedKeys(of kind: JobGrammar) -> [String] {
    kind.jobKeys.map(\.name).filter { ManifestKeys.fixed.contains($0) || $0 == kind.name }
  }

  private func matrix(of kind: JobGrammar) -> SchemaNode {
    let grammar = grammar(of: kind)
    let fixed = fixedKeys(of: kind)
    let keys = kind.jobKeys.filter { !fixed.contains($0.name) }
    let rows = SchemaNode.object([Member("items", .reference("\(kind.name)-row"))])
    return .object([
      Member("type", .text("object")), Member("additionalProperties", .flag(false)),
      Member("allOf", .array([.reference("values")])),
      Member(
        "properties",
        .object(
          keys.map { key in
            Member(key.name, .object([Member("items", grammar.member(key).value)]))
          } + [Member("include", rows), Member("exclude", rows)])),
    ])
  }

  /// An entry of a matrix's `include` or `exclude`.
  private func row(of kind: JobGrammar) -> SchemaNode {
    .object([
      Member("type", .text("object")), Member("minProperties", .integer(1)),
      Member(
        "propertyNames",
        .object([Member("not", .object([Member("enum", .texts(fixedKeys(of: kind)))]))])),
      Member("allOf", .array([.reference(kind.name)])),
    ])
  }

  private typealias Member = SchemaNode.Member
}

/// Rules that do not depend on keys.
private enum SchemaRule {
  /// A value that has these keys.
  static func required(_ keys: [String]) -> SchemaNode {
    .object([SchemaNode.Member("required", .texts(keys))])
  }

  /// A job that has the key of a kind is of that kind.
  ///
  /// - Parameter others: kinds whose jobs may have a key of that name as well.
  static func job(of kind: String, unless others: [String]) -> SchemaNode {
    var condition = [SchemaNode.Member("required", .texts([kind]))]
    if !others.isEmpty {
      let any = SchemaNode.array(others.map { required([$0]) })
      condition.append(SchemaNode.Member("not", .object([SchemaNode.Member("anyOf", any)])))
    }
    return .object([
      SchemaNode.Member("if", .object(condition)), SchemaNode.Member("then", .reference(kind)),
    ])
  }

  /// A matrix: lists of values.
  static var values: SchemaNode {
    .object([
      SchemaNode.Member(
        "additionalProperties",
        .object([
          SchemaNode.Member("type", .text("array")), SchemaNode.Member("minItems", .integer(1)),
          SchemaNode.Member("uniqueItems", .flag(true)),
        ]))
    ])
  }
}

/// The words of a key that takes texts.
private struct Offer {
  /// Each once, in the order in which editors list them.
  var words: [String] = []
  /// A pattern of the other texts it takes; nil where it takes any text.
  var others: String?

  init(words: [String] = [], others: String? = nil) {
    for word in words where !self.words.contains(word) { self.words.append(word) }
    self.others = others
  }
}

/// Keys and shapes as schemas.
private struct Grammar {
  typealias Member = SchemaNode.Member

  /// Words that editors offer.
  var offers: [OfferedWords: Offer]

  /// A key of a mapping, as a schema that is shared by all places that take it.
  func member(_ key: ManifestKey) -> Member {
    let offer = key.offered.flatMap { offers[$0] } ?? Offer()
    return Member(
      key.name, .shared(name: key.name, described(key, as: members(of: key.shape, offering: offer)))
    )
  }

  /// The description of a key, with the keywords of its values.
  func described(_ key: ManifestKey, as members: [Member]) -> SchemaNode {
    var described = [Member("description", .text(key.summary))]
    if let value = key.defaultNode { described.append(Member("default", value)) }
    if let example = SchemaNode(yaml: key.example) {
      described.append(Member("examples", .array([example])))
    }
    return .object(described + members)
  }

  private func schema(of shape: Shape, offering offer: Offer) -> SchemaNode {
    .object(members(of: shape, offering: offer))
  }

  /// The keywords of a shape.
  ///
  /// - Parameter offer: the words to offer where it takes any text.
  private func members(of shape: Shape, offering offer: Offer) -> [Member] {
    func offering(_ words: [String], _ members: [Member]) -> [Member] {
      guard !words.isEmpty else { return members }
      return [
        Member("anyOf", .array([.object([Member("enum", .texts(words))]), .object(members)]))
      ]
    }
    switch shape {
    case .text:
      let others =
        offer.others.map { [Member("type", .text("string")), Member("pattern", .text($0))] }
        ?? [Member("type", .texts(["string", "number", "boolean"]))]
      return offering(offer.words, others)
    case .path, .folder:
      return offering(
        offer.words,
        [Member("type", .texts(["string", "number"])), Member("minLength", .integer(1))])
    case .word(let words): return [Member("enum", .texts(words))]
    case .form(let form):
      return offering(
        form.words, [Member("type", .text("string")), Member("pattern", .text(form.pattern))])
    case .flag: return [Member("type", .text("boolean"))]
    case .integer(let range):
      return [
        Member("type", .text("integer")), Member("minimum", .integer(range.lowerBound)),
        Member("maximum", .integer(range.upperBound)),
      ]
    case .number(let range):
      return [
        Member("type", .text("number")), Member("minimum", .number(range.lowerBound)),
        Member("maximum", .number(range.upperBound)),
      ]
    case .list(let shape):
      return [
        Member("type", .text("array")), Member("items", schema(of: shape, offering: offer)),
      ]
    case .oneOrMore(let shape):
      var one = schema(of: shape, offering: offer)
      if !offer.words.isEmpty { one = .shared(name: "word", one) }
      let list = SchemaNode.object([
        Member("type", .text("array")), Member("minItems", .integer(1)), Member("items", one),
      ])
      let both = Member("anyOf", .array([one, list]))
      // Lists of paths and of texts have the same schema at many keys.
      return offer.words.isEmpty
        ? [Member("allOf", .array([.shared(name: "one-or-more", .object([both]))]))] : [both]
    case .mapping(let keys):
      let required = keys.filter(\.isRequired).map(\.name)
      return [Member("type", .text("object")), Member("additionalProperties", .flag(false))]
        + (required.isEmpty ? [] : [Member("required", .texts(required))])
        + [Member("properties", .object(keys.map { member($0) }))]
    case .table(let shape):
      return [
        Member("type", .text("object")),
        Member("additionalProperties", schema(of: shape, offering: offer)),
      ]
    case .either(let first, let second):
      return [
        Member(
          "anyOf",
          .array([schema(of: first, offering: offer), schema(of: second, offering: offer)]))
      ]
    case .anything: return []
    }
  }
}

extension SchemaNode {
  /// An example as a manifest has it; nil where it is not YAML.
  init?(yaml text: String) {
    guard let value = try? PlacedValue(yaml: Array(text.utf8), file: "") else { return nil }
    self.init(value)
  }
}

extension ManifestKey {
  /// The value that stands in its summary as `(default: VALUE)`, where it is one that the key
  /// takes.
  fileprivate var defaultNode: SchemaNode? {
    guard let fallback = summaryParts.fallback,
      let value = try? PlacedValue(yaml: Array(fallback.utf8), file: "")
    else { return nil }
    var errors = DiagnosticList()
    switch shape {
    case .word, .form, .flag, .integer, .number: break
    // Any text would be taken, a description among them.
    case .text, .path, .folder, .list, .oneOrMore, .mapping, .table, .either, .anything: return nil
    }
    return check(value, into: &errors) != nil && errors.isEmpty ? SchemaNode(value) : nil
  }
}

extension Shape {
  /// The keys of the mapping it takes, or of those in the list it takes; nil where it takes none.
  fileprivate var mappingKeys: [ManifestKey]? {
    switch self {
    case .mapping(let keys): keys
    case .list(let shape), .oneOrMore(let shape): shape.mappingKeys
    case .either(let first, let second): first.mappingKeys ?? second.mappingKeys
    default: nil
    }
  }
}
