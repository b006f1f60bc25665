// SPDX-License-Identifier: MIT
// Part of Platen: blocks whose images are replaced by their descriptions.

extension [Block] {
  /// The blocks with a paragraph of its description and caption in place of each figure, and with
  /// words in place of images in lines; images without description are omitted.
  var describingImages: [Block] {
    flatMap { block -> [Block] in
      switch block {
      case .figure(let figure):
        let words = [figure.image.alternative, figure.caption.plainText].filter { !$0.isEmpty }
        return words.map { .text($0) }
      case .paragraph(var node):
        node.inlines = node.inlines.describingImages
        return [.paragraph(node)]
      case .heading(var node):
        node.inlines = node.inlines.describingImages
        return [.heading(node)]
      case .list(var node):
        for item in node.items.indices {
          node.items[item].blocks = node.items[item].blocks.describingImages
        }
        return [.list(node)]
      case .quote(var node):
        node.blocks = node.blocks.describingImages
        return [.quote(node)]
      case .callout(var node):
        node.blocks = node.blocks.describingImages
        return [.callout(node)]
      case .division(var node):
        node.blocks = node.blocks.describingImages
        return [.division(node)]
      case .table(var node):
        node.head = node.head.map(\.describingImages)
        node.body = node.body.map(\.describingImages)
        return [.table(node)]
      case .code, .keyValues, .rule, .pageBreak, .contents, .index: return [block]
      }
    }
  }
}

extension Table.Row {
  fileprivate var describingImages: Self {
    var row = self
    for cell in row.cells.indices {
      row.cells[cell].blocks = row.cells[cell].blocks.describingImages
    }
    return row
  }
}

extension [Inline] {
  fileprivate var describingImages: [Inline] {
    map { inline in
      switch inline {
      case .image(let image): .text(image.alternative)
      case .emphasis(let inlines): .emphasis(inlines.describingImages)
      case .strong(let inlines): .strong(inlines.describingImages)
      case .link(var link):
        {
          link.inlines = link.inlines.describingImages
          return .link(link)
        }()
      case .span(var span):
        {
          span.inlines = span.inlines.describingImages
          return .span(span)
        }()
      case .text, .strikethrough, .smallCaps, .superscript, .subscript, .code, .lineBreak,
        .reference, .footnote, .indexMark:
        inline
      }
    }
  }
}
