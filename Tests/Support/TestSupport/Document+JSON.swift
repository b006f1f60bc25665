// SPDX-License-Identifier: MIT
// Part of Platen: a document as JSON, in which tests look for what it holds.

public import Documents
internal import JSON
internal import Text

extension Document {
  /// The document as JSON. A node is an object whose first key is its kind; text is a string.
  public func dump(indent: Int? = 2) -> String {
    var writer = JSONWriter(indent: indent)
    write(to: &writer)
    return writer.text
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("platenDocument", 1)
      json.key("metadata")
      metadata.write(to: &json)
      json.member("blocks", array: { for block in blocks { block.write(to: &$0) } })
      if !resources.isEmpty {
        json.member("resources", array: { for resource in resources { resource.write(to: &$0) } })
      }
    }
  }
}

extension Metadata {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("title", title)
      json.text("subtitle", subtitle)
      json.texts("authors", authors)
      json.member("language", language)
      if direction != .leftToRight { json.member("direction", direction.rawValue) }
      json.text("date", date)
      json.text("subject", subject)
      json.texts("keywords", keywords)
      json.text("description", description)
      json.text("publisher", publisher)
      json.text("license", license)
    }
  }
}

extension Resource {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("mediaType", mediaType)
      json.member("width", width)
      json.member("height", height)
      json.member("bytes", Base64.encode(bytes))
    }
  }
}

extension Attributes {
  fileprivate func write(to json: inout JSONWriter) {
    json.text("id", id)
    json.texts("classes", classes)
    if !pairs.isEmpty {
      json.member("pairs", object: { for pair in pairs { $0.member(pair.key, pair.value) } })
    }
  }
}

extension Block {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .heading(let heading):
        json.inlines(kind, heading.inlines)
        json.member("level", heading.level)
        if !heading.isListed { json.member("isListed", false) }
      case .paragraph(let paragraph): json.inlines(kind, paragraph.inlines)
      case .list(let list):
        json.member(kind, array: { for item in list.items { item.write(to: &$0) } })
        if case .ordered(let start, let style) = list.marker {
          json.member("start", start)
          json.member("style", style.rawValue)
        }
        if !list.isTight { json.member("isTight", false) }
      case .table(let table):
        json.member(kind, array: { for row in table.body { row.write(to: &$0) } })
        if !table.head.isEmpty {
          json.member("head", array: { for row in table.head { row.write(to: &$0) } })
        }
        json.member(
          "columns",
          array: {
            for column in table.columns {
              $0.object {
                $0.member("alignment", column.alignment.rawValue)
                if column.share != 0 { $0.member("share", column.share) }
              }
            }
          })
        if !table.caption.isEmpty { json.inlines("caption", table.caption) }
      case .quote(let quote):
        json.blocks(kind, quote.blocks)
        if !quote.attribution.isEmpty { json.inlines("attribution", quote.attribution) }
      case .code(let code):
        json.member(kind, code.text)
        json.text("language", code.language)
      case .figure(let figure):
        json.key(kind)
        json.object { figure.image.write(to: &$0) }
        if !figure.caption.isEmpty { json.inlines("caption", figure.caption) }
      case .callout(let callout):
        json.blocks(kind, callout.blocks)
        json.member("kind", callout.kind)
        if !callout.title.isEmpty { json.inlines("title", callout.title) }
      case .keyValues(let table):
        json.member(
          kind,
          array: {
            for pair in table.pairs {
              $0.object {
                $0.inlines("key", pair.key)
                $0.inlines("value", pair.value)
              }
            }
          })
      case .division(let division): json.blocks(kind, division.blocks)
      case .rule, .pageBreak: json.member(kind, true)
      case .contents(let contents):
        json.inlines(kind, contents.title)
        json.member("depth", contents.depth)
      case .index(let index):
        json.inlines(kind, index.title)
        json.text("name", index.name)
      }
      attributes.write(to: &json)
    }
  }
}

extension List.Item {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.blocks("blocks", blocks)
      if let isDone { json.member("isDone", isDone) }
      attributes.write(to: &json)
    }
  }
}

extension Table.Row {
  fileprivate func write(to json: inout JSONWriter) {
    json.array { json in
      for cell in cells {
        json.object { json in
          json.blocks("blocks", cell.blocks)
          if cell.columns != 1 { json.member("columns", cell.columns) }
          if cell.rows != 1 { json.member("rows", cell.rows) }
          if cell.isHeader { json.member("isHeader", true) }
        }
      }
    }
  }
}

extension Image {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("resource", resource)
    json.member("alternative", alternative)
    if share != 0 { json.member("share", share) }
  }
}

extension Inline {
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .text(let text): json.string(text)
    default:
      json.object { json in
        switch self {
        case .text: break
        case .emphasis(let inlines): json.inlines("emphasis", inlines)
        case .strong(let inlines): json.inlines("strong", inlines)
        case .strikethrough(let inlines): json.inlines("strikethrough", inlines)
        case .smallCaps(let inlines): json.inlines("smallCaps", inlines)
        case .superscript(let inlines): json.inlines("superscript", inlines)
        case .subscript(let inlines): json.inlines("subscript", inlines)
        case .code(let text): json.member("code", text)
        case .lineBreak: json.member("lineBreak", true)
        case .link(let link):
          json.inlines("link", link.inlines)
          json.member("url", link.url)
        case .reference(let reference):
          json.inlines("reference", reference.inlines)
          json.member("target", reference.target)
          if reference.shown != .text { json.member("shown", reference.shown.rawValue) }
        case .footnote(let blocks): json.blocks("footnote", blocks)
        case .image(let image):
          json.key("image")
          json.object { image.write(to: &$0) }
        case .span(let span):
          json.inlines("span", span.inlines)
          json.text("language", span.language)
          if let direction = span.direction { json.member("direction", direction.rawValue) }
          span.attributes.write(to: &json)
        case .indexMark(let mark):
          json.member("indexMark", mark.term)
          json.text("name", mark.name)
          json.text("within", mark.within)
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func blocks(_ name: String, _ blocks: [Block]) {
    member(name, array: { for block in blocks { block.write(to: &$0) } })
  }

  fileprivate mutating func inlines(_ name: String, _ inlines: [Inline]) {
    member(name, array: { for inline in inlines { inline.write(to: &$0) } })
  }

  fileprivate mutating func text(_ name: String, _ value: String) {
    if !value.isEmpty { member(name, value) }
  }

  fileprivate mutating func texts(_ name: String, _ values: [String]) {
    if !values.isEmpty { member(name, array: { for value in values { $0.string(value) } }) }
  }
}
