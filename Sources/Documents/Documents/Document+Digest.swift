// SPDX-License-Identifier: MIT
// Part of Platen: the canonical digest of a document, so that one built from a file saved again is
// recognized as the same.

public import Digests

extension Document: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(metadata, blocks, resources, phrases)
  }
}

extension Metadata: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(title, subtitle, authors, language, direction, date)
    digester.addFields(subject, keywords, description, publisher, license)
  }
}

extension Direction: Digestible {}
extension List.NumberStyle: Digestible {}
extension Table.Alignment: Digestible {}
extension Reference.Shown: Digestible {}

extension Resource: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(name, mediaType, width, height, Digest.of(bytes).bytes)
  }
}

extension Attributes: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(id, classes, pairs) }
}

extension Attributes.Pair: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(key, value) }
}

extension Block: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .heading(let node):
      digester.addCase(0, node.level, node.inlines, node.attributes, node.isListed)
    case .paragraph(let node): digester.addCase(1, node.inlines, node.attributes)
    case .list(let node):
      digester.addCase(2, node.marker, node.items, node.isTight, node.attributes)
    case .table(let node):
      digester.addCase(3, node.caption, node.columns, node.head, node.body, node.attributes)
    case .quote(let node): digester.addCase(4, node.blocks, node.attribution, node.attributes)
    case .code(let node): digester.addCase(5, node.text, node.language, node.attributes)
    case .figure(let node): digester.addCase(6, node.image, node.caption, node.attributes)
    case .callout(let node):
      digester.addCase(7, node.kind, node.title, node.blocks, node.attributes)
    case .keyValues(let node): digester.addCase(8, node.pairs, node.attributes)
    case .division(let node): digester.addCase(9, node.blocks, node.attributes)
    case .rule(let attributes): digester.addCase(10, attributes)
    case .pageBreak: digester.addCase(11)
    case .contents(let node): digester.addCase(12, node.title, node.depth, node.attributes)
    case .index(let node):
      digester.addCase(13, node.title, node.name, node.separator, node.attributes)
    }
  }
}

extension List.Marker: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .bullet: digester.addCase(0)
    case .ordered(let start, let style): digester.addCase(1, start, style)
    }
  }
}

extension List.Item: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(blocks, isDone, attributes) }
}

extension Table.Column: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(alignment, share) }
}

extension Table.Row: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(cells) }
}

extension Table.Cell: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(blocks, columns, rows, isHeader)
  }
}

extension KeyValues.Pair: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(key, value) }
}

extension Image: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(resource, alternative, share)
  }
}

extension Inline: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .text(let text): digester.addCase(0, text)
    case .emphasis(let inlines): digester.addCase(1, inlines)
    case .strong(let inlines): digester.addCase(2, inlines)
    case .strikethrough(let inlines): digester.addCase(3, inlines)
    case .smallCaps(let inlines): digester.addCase(4, inlines)
    case .superscript(let inlines): digester.addCase(5, inlines)
    case .subscript(let inlines): digester.addCase(6, inlines)
    case .code(let text): digester.addCase(7, text)
    case .lineBreak: digester.addCase(8)
    case .link(let link): digester.addCase(9, link.url, link.inlines)
    case .reference(let reference):
      digester.addCase(10, reference.target, reference.inlines, reference.shown)
    case .footnote(let blocks): digester.addCase(11, blocks)
    case .image(let image): digester.addCase(12, image)
    case .span(let span):
      digester.addCase(13, span.inlines, span.language, span.direction, span.attributes)
    case .indexMark(let mark): digester.addCase(14, mark.term, mark.name, mark.within)
    }
  }
}
