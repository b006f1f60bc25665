// SPDX-License-Identifier: MIT
// Part of Platen: going through a document from its first node to its last, in reading order.

/// A step of a walk.
public enum Visit: Sendable {
  /// On to what lies inside.
  case descend
  /// On to what follows; what lies inside is passed over.
  case skip
}

/// Receives the nodes of a document, one after the other.
protocol NodeVisitor {
  mutating func enter(_ block: Block) -> Visit
  mutating func enter(_ inline: Inline) -> Visit
  /// Plain text is passed over.
  var skipsText: Bool { get }
}

extension Document {
  /// Visits every block and inline in reading order, each before what lies inside it.
  ///
  /// Captions are visited after the figure and before the table they belong to, a quote's
  /// attribution after the quote, a footnote's blocks where its mark stands.
  ///
  /// - Parameter skipsText: plain text is not visited: most of a book's inlines are nothing else, and
  ///   who looks for links or marks need not be shown them.
  public func walk(
    skipsText: Bool = false, block: (Block) -> Visit,
    inline: (Inline) -> Visit = { _ in .descend }
  ) {
    blocks.walk(skipsText: skipsText, block: block, inline: inline)
  }
}

extension [Block] {
  /// Walks as `Document.walk` does.
  public func walk(
    skipsText: Bool = false, block: (Block) -> Visit,
    inline: (Inline) -> Visit = { _ in .descend }
  ) {
    withoutActuallyEscaping(block) { block in
      withoutActuallyEscaping(inline) { inline in
        var visitor = Functions(skipsText: skipsText, block: block, inline: inline)
        visitor.walk(self)
      }
    }
  }
}

private struct Functions: NodeVisitor {
  let skipsText: Bool
  let block: (Block) -> Visit
  let inline: (Inline) -> Visit
  func enter(_ block: Block) -> Visit { self.block(block) }
  func enter(_ inline: Inline) -> Visit { self.inline(inline) }
}

extension NodeVisitor {
  mutating func walk(_ blocks: [Block]) {
    for node in blocks { walk(node) }
  }

  mutating func walk(_ node: Block) {
    if enter(node) == .descend { walk(inside: node) }
  }

  private mutating func walk(_ inlines: [Inline]) {
    for index in inlines.indices {
      if skipsText, case .text = inlines[index] { continue }
      let node = inlines[index]
      if enter(node) == .descend { walk(inside: node) }
    }
  }

  private mutating func walk(inside node: Block) {
    switch node {
    case .heading(let heading): walk(heading.inlines)
    case .paragraph(let paragraph): walk(paragraph.inlines)
    case .list(let list): for item in list.items { walk(item.blocks) }
    case .table(let table):
      walk(table.caption)
      for row in table.head + table.body { for cell in row.cells { walk(cell.blocks) } }
    case .quote(let quote):
      walk(quote.blocks)
      walk(quote.attribution)
    case .figure(let figure):
      walk([.image(figure.image)])
      walk(figure.caption)
    case .callout(let callout):
      walk(callout.title)
      walk(callout.blocks)
    case .keyValues(let table):
      for pair in table.pairs {
        walk(pair.key)
        walk(pair.value)
      }
    case .division(let division): walk(division.blocks)
    case .contents(let contents): walk(contents.title)
    case .index(let index): walk(index.title)
    case .code, .rule, .pageBreak: break
    }
  }

  private mutating func walk(inside node: Inline) {
    switch node {
    case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines),
      .smallCaps(let inlines), .superscript(let inlines), .subscript(let inlines):
      walk(inlines)
    case .link(let link): walk(link.inlines)
    case .reference(let reference): walk(reference.inlines)
    case .span(let span): walk(span.inlines)
    case .footnote(let blocks): walk(blocks)
    case .text, .code, .lineBreak, .image, .indexMark: break
    }
  }
}

extension Block {
  /// Id, classes and pairs; none for the nodes that have none.
  public var attributes: Attributes {
    switch self {
    case .heading(let node): node.attributes
    case .paragraph(let node): node.attributes
    case .list(let node): node.attributes
    case .table(let node): node.attributes
    case .quote(let node): node.attributes
    case .code(let node): node.attributes
    case .figure(let node): node.attributes
    case .callout(let node): node.attributes
    case .keyValues(let node): node.attributes
    case .division(let node): node.attributes
    case .rule(let attributes): attributes
    case .contents(let node): node.attributes
    case .index(let node): node.attributes
    case .pageBreak: .none
    }
  }

  /// The name of the node in messages and dumps, such as `paragraph`.
  public var kind: String {
    switch self {
    case .heading: "heading"
    case .paragraph: "paragraph"
    case .list: "list"
    case .table: "table"
    case .quote: "quote"
    case .code: "code"
    case .figure: "figure"
    case .callout: "callout"
    case .keyValues: "keyValues"
    case .division: "division"
    case .rule: "rule"
    case .pageBreak: "pageBreak"
    case .contents: "contents"
    case .index: "index"
    }
  }
}
