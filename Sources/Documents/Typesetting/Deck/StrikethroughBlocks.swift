// SPDX-License-Identifier: MIT
// Part of Platen: blocks with their text struck through, for earlier steps.

internal import Documents

extension Block {
  /// The block with all of its words struck through. Code and images stay as they are.
  var struckThrough: Block {
    switch self {
    case .heading(var heading):
      heading.inlines = heading.inlines.struckThrough
      return .heading(heading)
    case .paragraph(var paragraph):
      paragraph.inlines = paragraph.inlines.struckThrough
      return .paragraph(paragraph)
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map(\.struckThrough)
      }
      return .list(list)
    case .quote(var quote):
      quote.blocks = quote.blocks.map(\.struckThrough)
      quote.attribution = quote.attribution.struckThrough
      return .quote(quote)
    case .callout(var callout):
      callout.title = callout.title.struckThrough
      callout.blocks = callout.blocks.map(\.struckThrough)
      return .callout(callout)
    case .division(var division):
      division.blocks = division.blocks.map(\.struckThrough)
      return .division(division)
    case .table(var table):
      for row in table.body.indices {
        for cell in table.body[row].cells.indices {
          table.body[row].cells[cell].blocks = table.body[row].cells[cell].blocks.map(
            \.struckThrough)
        }
      }
      return .table(table)
    case .keyValues(var pairs):
      for index in pairs.pairs.indices {
        pairs.pairs[index].key = pairs.pairs[index].key.struckThrough
        pairs.pairs[index].value = pairs.pairs[index].value.struckThrough
      }
      return .keyValues(pairs)
    case .code, .figure, .rule, .pageBreak, .contents, .index: return self
    }
  }
}

extension [Inline] {
  fileprivate var struckThrough: [Inline] { isEmpty ? self : [.strikethrough(self)] }
}
