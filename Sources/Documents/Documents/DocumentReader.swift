// SPDX-License-Identifier: MIT
// Part of Platen: a document read back from the JSON it was dumped as.

internal import Diagnostics
public import JSON
internal import Text

extension Document {
  /// The document that `dump` wrote.
  ///
  /// - Throws: `Failure` that names the node, as in `blocks[3].table[0][1]`, and what is wrong there.
  public init(json: JSONValue) throws {
    let root = DocumentReader(value: json, path: "")
    guard json["platenDocument"]?.int == 1 else {
      throw root.fault("is no document of Platen's, version 1")
    }
    self.init(
      metadata: try Metadata(reading: root.member("metadata")),
      blocks: try root.blocks("blocks"),
      resources: try root.optional("resources")?.map(Resource.init(reading:)) ?? [])
  }
}

/// A value with its path, for messages.
private struct DocumentReader {
  let value: JSONValue
  let path: String

  func fault(_ message: String) -> Failure {
    Failure(
      .error(
        .documentJson, path.isEmpty ? "the text \(message)" : message,
        at: Place(field: path.isEmpty ? nil : path)))
  }

  func optional(_ key: String) -> DocumentReader? {
    guard let member = value[key], !member.isNull else { return nil }
    return DocumentReader(value: member, path: path.isEmpty ? key : "\(path).\(key)")
  }

  func member(_ key: String) throws -> DocumentReader {
    guard let member = optional(key) else { throw fault("has no \"\(key)\"") }
    return member
  }

  func map<Element>(_ transform: (DocumentReader) throws -> Element) throws -> [Element] {
    guard value.kind == .array else { throw fault("is no list") }
    return try value.elements.enumerated().map { position, element in
      try transform(DocumentReader(value: element, path: "\(path)[\(position)]"))
    }
  }

  func string() throws -> String {
    guard let string = value.string else { throw fault("is no text") }
    return string
  }

  func text(_ key: String) throws -> String { try optional(key)?.string() ?? "" }

  func texts(_ key: String) throws -> [String] {
    try optional(key)?.map { try $0.string() } ?? []
  }

  func int(_ key: String, default fallback: Int) throws -> Int {
    guard let member = optional(key) else { return fallback }
    guard let number = member.value.int else { throw member.fault("is no whole number") }
    return number
  }

  func double(_ key: String) throws -> Double {
    guard let member = optional(key) else { return 0 }
    guard let number = member.value.double else { throw member.fault("is no number") }
    return number
  }

  func bool(_ key: String) throws -> Bool? {
    guard let member = optional(key) else { return nil }
    guard let bool = member.value.bool else { throw member.fault("is neither true nor false") }
    return bool
  }

  func word<Word: RawRepresentable<String>>(_ key: String, default fallback: Word) throws -> Word {
    guard let member = optional(key) else { return fallback }
    guard let word = Word(rawValue: try member.string()) else { throw member.fault("is unknown") }
    return word
  }

  func blocks(_ key: String) throws -> [Block] {
    try member(key).map(Block.init(reading:))
  }

  func inlines(_ key: String) throws -> [Inline] {
    try optional(key)?.map(Inline.init(reading:)) ?? []
  }
}

extension Metadata {
  fileprivate init(reading reader: DocumentReader) throws {
    self.init(
      title: try reader.text("title"), subtitle: try reader.text("subtitle"),
      authors: try reader.texts("authors"), language: try reader.text("language"),
      direction: try reader.word("direction", default: .leftToRight),
      date: try reader.text("date"), subject: try reader.text("subject"),
      keywords: try reader.texts("keywords"), description: try reader.text("description"),
      publisher: try reader.text("publisher"), licence: try reader.text("licence"))
  }
}

extension Resource {
  fileprivate init(reading reader: DocumentReader) throws {
    let bytes = try reader.member("bytes")
    guard let decoded = Base64.decode(try bytes.string()) else {
      throw bytes.fault("is no base64")
    }
    self.init(
      name: try reader.member("name").string(),
      mediaType: try reader.member("mediaType").string(),
      width: try reader.int("width", default: 0), height: try reader.int("height", default: 0),
      bytes: decoded)
  }
}

extension Attributes {
  fileprivate init(reading reader: DocumentReader) throws {
    var pairs: [Pair] = []
    if let member = reader.optional("pairs") {
      for (key, value) in member.value.members {
        let value = DocumentReader(value: value, path: "\(member.path).\(key)")
        pairs.append(Pair(key, try value.string()))
      }
    }
    self.init(id: try reader.text("id"), classes: try reader.texts("classes"), pairs: pairs)
  }
}

extension Block {
  fileprivate init(reading reader: DocumentReader) throws {
    let attributes = try Attributes(reading: reader)
    guard let kind = reader.value.members.first?.key else { throw reader.fault("is no block") }
    switch kind {
    case "heading":
      self = .heading(
        Heading(
          try reader.int("level", default: 1), try reader.inlines(kind), attributes,
          isListed: try reader.bool("isListed") ?? true))
    case "paragraph": self = .paragraph(Paragraph(try reader.inlines(kind), attributes))
    case "list":
      var marker = List.Marker.bullet
      if reader.optional("start") != nil {
        marker = .ordered(
          start: try reader.int("start", default: 1),
          style: try reader.word("style", default: .decimal))
      }
      self = .list(
        List(
          marker, try reader.member(kind).map(List.Item.init(reading:)),
          isTight: try reader.bool("isTight") ?? true, attributes))
    case "table":
      let columns = try reader.member("columns").map {
        Table.Column(
          try $0.word("alignment", default: .start), share: try $0.double("share"))
      }
      self = .table(
        Table(
          caption: try reader.inlines("caption"), columns: columns,
          head: try reader.optional("head")?.map(Table.Row.init(reading:)) ?? [],
          body: try reader.member(kind).map(Table.Row.init(reading:)), attributes))
    case "quote":
      self = .quote(
        Quote(
          try reader.blocks(kind), attribution: try reader.inlines("attribution"), attributes))
    case "code":
      self = .code(
        CodeBlock(
          try reader.member(kind).string(), language: try reader.text("language"), attributes))
    case "figure":
      self = .figure(
        Figure(
          try Image(reading: reader.member(kind)), caption: try reader.inlines("caption"),
          attributes))
    case "callout":
      self = .callout(
        Callout(
          kind: try reader.member("kind").string(), title: try reader.inlines("title"),
          try reader.blocks(kind), attributes))
    case "keyValues":
      let pairs = try reader.member(kind).map {
        KeyValues.Pair(try $0.inlines("key"), try $0.inlines("value"))
      }
      self = .keyValues(KeyValues(pairs, attributes))
    case "division": self = .division(Division(try reader.blocks(kind), attributes))
    case "rule": self = .rule(attributes)
    case "pageBreak": self = .pageBreak
    case "contents":
      self = .contents(
        Contents(
          title: try reader.inlines(kind), depth: try reader.int("depth", default: 2), attributes))
    case "index":
      self = .index(
        Index(title: try reader.inlines(kind), name: try reader.text("name"), attributes))
    default: throw reader.fault("is a block of an unknown kind, \"\(kind)\"")
    }
  }
}

extension List.Item {
  fileprivate init(reading reader: DocumentReader) throws {
    self.init(
      try reader.blocks("blocks"), isDone: try reader.bool("isDone"),
      try Attributes(reading: reader))
  }
}

extension Table.Row {
  fileprivate init(reading reader: DocumentReader) throws {
    self.init(
      try reader.map {
        Table.Cell(
          try $0.blocks("blocks"), columns: try $0.int("columns", default: 1),
          rows: try $0.int("rows", default: 1), isHeader: try $0.bool("isHeader") ?? false)
      })
  }
}

extension Image {
  fileprivate init(reading reader: DocumentReader) throws {
    self.init(
      try reader.member("resource").string(), alternative: try reader.text("alternative"),
      share: try reader.double("share"))
  }
}

extension Inline {
  fileprivate init(reading reader: DocumentReader) throws {
    if let text = reader.value.string {
      self = .text(text)
      return
    }
    guard let kind = reader.value.members.first?.key else { throw reader.fault("is no inline") }
    switch kind {
    case "emphasis": self = .emphasis(try reader.inlines(kind))
    case "strong": self = .strong(try reader.inlines(kind))
    case "strikethrough": self = .strikethrough(try reader.inlines(kind))
    case "smallCaps": self = .smallCaps(try reader.inlines(kind))
    case "superscript": self = .superscript(try reader.inlines(kind))
    case "subscript": self = .subscript(try reader.inlines(kind))
    case "code": self = .code(try reader.text(kind))
    case "lineBreak": self = .lineBreak
    case "link": self = .link(Link(try reader.text("url"), try reader.inlines(kind)))
    case "reference":
      self = .reference(
        Reference(
          to: try reader.text("target"), try reader.inlines(kind),
          shown: try reader.word("shown", default: .text)))
    case "footnote": self = .footnote(try reader.blocks(kind))
    case "image": self = .image(try Image(reading: reader.member(kind)))
    case "span":
      self = .span(
        Span(
          try reader.inlines(kind), language: try reader.text("language"),
          direction: try reader.optional("direction").map { _ in
            try reader.word("direction", default: Direction.automatic)
          },
          try Attributes(reading: reader)))
    case "indexMark":
      self = .indexMark(
        IndexMark(
          try reader.text(kind), name: try reader.text("name"), within: try reader.text("within")))
    default: throw reader.fault("is an inline of an unknown kind, \"\(kind)\"")
    }
  }
}
