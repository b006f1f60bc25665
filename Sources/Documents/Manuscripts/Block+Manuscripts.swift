// SPDX-License-Identifier: MIT
// Part of Platen: small changes of blocks of a manuscript.

internal import Documents

extension Inline {
  /// The image that an inline is, with its title.
  var ownImage: (image: Image, title: String)? {
    switch self {
    case .image(let image): return (image, "")
    case .span(let span):
      guard let title = span.attributes.value("title"), span.inlines.count == 1,
        case .image(let image) = span.inlines[0]
      else { return nil }
      return (image, title)
    default: return nil
    }
  }
}

extension [Inline] {
  /// The inlines without footnotes, as other places repeat them.
  var withoutNotes: [Inline] {
    filter {
      switch $0 {
      case .footnote, .indexMark: false
      default: true
      }
    }
  }

  /// Replaces inlines for which a function returns others.
  fileprivate func mapping(_ change: (Inline) -> [Inline]?) -> [Inline] {
    guard contains(where: { if case .text = $0 { false } else { true } }) else { return self }
    return flatMap { inline -> [Inline] in
      if let changed = change(inline) { return changed }
      switch inline {
      case .text, .code, .lineBreak, .image, .indexMark: return [inline]
      case .emphasis(let inner): return [.emphasis(inner.mapping(change))]
      case .strong(let inner): return [.strong(inner.mapping(change))]
      case .strikethrough(let inner): return [.strikethrough(inner.mapping(change))]
      case .smallCaps(let inner): return [.smallCaps(inner.mapping(change))]
      case .superscript(let inner): return [.superscript(inner.mapping(change))]
      case .subscript(let inner): return [.subscript(inner.mapping(change))]
      case .link(var link):
        link.inlines = link.inlines.mapping(change)
        return [.link(link)]
      case .reference(var reference):
        reference.inlines = reference.inlines.mapping(change)
        return [.reference(reference)]
      case .span(var span):
        span.inlines = span.inlines.mapping(change)
        return [.span(span)]
      case .footnote(let blocks): return [.footnote(blocks.mappingInlines(change))]
      }
    }
  }
}

extension [Block] {
  /// The section with a heading of that slug: up to the next heading of its level or above.
  func section(_ slug: String) -> [Block] {
    guard
      let start = firstIndex(where: {
        if case .heading(let heading) = $0 {
          BookPlaces.slug(heading.inlines.plainText) == slug
        } else {
          false
        }
      }), case .heading(let first) = self[start]
    else { return [] }
    let end = self[(start + 1)...].firstIndex {
      if case .heading(let heading) = $0 { heading.level <= first.level } else { false }
    }
    return Array(self[start..<(end ?? endIndex)])
  }

  /// The blocks with an id at their start.
  func anchored(_ id: String) -> [Block] {
    guard case .paragraph(var first)? = first else {
      return [.paragraph(Paragraph([.span(Span([], .id(id)))]))] + self
    }
    first.inlines.insert(.span(Span([], .id(id))), at: 0)
    return [.paragraph(first)] + dropFirst()
  }

  /// Replaces inlines, wherever they are, for which a function returns others.
  func mappingInlines(_ change: (Inline) -> [Inline]?) -> [Block] {
    map { block in
      switch block {
      case .paragraph(var node):
        node.inlines = node.inlines.mapping(change)
        return .paragraph(node)
      case .heading(var node):
        node.inlines = node.inlines.mapping(change)
        return .heading(node)
      case .list(var node):
        for index in node.items.indices {
          node.items[index].blocks = node.items[index].blocks.mappingInlines(change)
        }
        return .list(node)
      case .table(var node):
        node.caption = node.caption.mapping(change)
        node.head = node.head.map { $0.mappingInlines(change) }
        node.body = node.body.map { $0.mappingInlines(change) }
        return .table(node)
      case .quote(var node):
        node.blocks = node.blocks.mappingInlines(change)
        return .quote(node)
      case .figure(var node):
        node.caption = node.caption.mapping(change)
        return .figure(node)
      case .callout(var node):
        node.title = node.title.mapping(change)
        node.blocks = node.blocks.mappingInlines(change)
        return .callout(node)
      case .division(var node):
        node.blocks = node.blocks.mappingInlines(change)
        return .division(node)
      case .code, .keyValues, .rule, .pageBreak, .contents, .index: return block
      }
    }
  }
}

extension Table.Row {
  fileprivate func mappingInlines(_ change: (Inline) -> [Inline]?) -> Table.Row {
    Table.Row(
      cells.map { cell in
        var cell = cell
        cell.blocks = cell.blocks.mappingInlines(change)
        return cell
      })
  }
}
