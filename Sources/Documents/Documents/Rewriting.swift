// SPDX-License-Identifier: MIT
// Part of Platen: blocks and inlines with what lies directly in them replaced: who rewrites a document
// handles the nodes that change, and passes all others here.

extension Block {
  /// The block with other blocks and inlines in it; a block that holds neither as it is.
  ///
  /// The inlines of a paragraph, of a heading, of a caption and of the like are given as a whole, in
  /// reading order. An image of a figure stays.
  public func replacingContents(
    blocks: ([Block]) throws -> [Block], inlines: ([Inline]) throws -> [Inline]
  ) rethrows -> Block {
    func row(_ row: Table.Row) throws -> Table.Row {
      var row = row
      for index in row.cells.indices {
        row.cells[index].blocks = try blocks(row.cells[index].blocks)
      }
      return row
    }
    switch self {
    case .heading(var node):
      node.inlines = try inlines(node.inlines)
      return .heading(node)
    case .paragraph(var node):
      node.inlines = try inlines(node.inlines)
      return .paragraph(node)
    case .list(var node):
      for index in node.items.indices {
        node.items[index].blocks = try blocks(node.items[index].blocks)
      }
      return .list(node)
    case .table(var node):
      node.caption = try inlines(node.caption)
      node.head = try node.head.map(row)
      node.body = try node.body.map(row)
      return .table(node)
    case .quote(var node):
      node.blocks = try blocks(node.blocks)
      node.attribution = try inlines(node.attribution)
      return .quote(node)
    case .figure(var node):
      node.caption = try inlines(node.caption)
      return .figure(node)
    case .callout(var node):
      node.title = try inlines(node.title)
      node.blocks = try blocks(node.blocks)
      return .callout(node)
    case .keyValues(var node):
      for index in node.pairs.indices {
        node.pairs[index].key = try inlines(node.pairs[index].key)
        node.pairs[index].value = try inlines(node.pairs[index].value)
      }
      return .keyValues(node)
    case .division(var node):
      node.blocks = try blocks(node.blocks)
      return .division(node)
    case .contents(var node):
      node.title = try inlines(node.title)
      return .contents(node)
    case .index(var node):
      node.title = try inlines(node.title)
      return .index(node)
    case .code, .rule, .pageBreak: return self
    }
  }
}

extension Inline {
  /// The inline with other inlines and, in a footnote, blocks in it; one that holds neither as it is.
  public func replacingContents(
    blocks: ([Block]) throws -> [Block], inlines: ([Inline]) throws -> [Inline]
  ) rethrows -> Inline {
    switch self {
    case .emphasis(let inner): return .emphasis(try inlines(inner))
    case .strong(let inner): return .strong(try inlines(inner))
    case .strikethrough(let inner): return .strikethrough(try inlines(inner))
    case .smallCaps(let inner): return .smallCaps(try inlines(inner))
    case .superscript(let inner): return .superscript(try inlines(inner))
    case .subscript(let inner): return .subscript(try inlines(inner))
    case .link(var node):
      node.inlines = try inlines(node.inlines)
      return .link(node)
    case .reference(var node):
      node.inlines = try inlines(node.inlines)
      return .reference(node)
    case .span(var node):
      node.inlines = try inlines(node.inlines)
      return .span(node)
    case .footnote(let inner): return .footnote(try blocks(inner))
    case .text, .code, .lineBreak, .image, .indexMark: return self
    }
  }
}
