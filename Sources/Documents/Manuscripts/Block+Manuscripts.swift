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
      return [
        inline.replacingContents(
          blocks: { $0.mappingInlines(change) }, inlines: { $0.mapping(change) })
      ]
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
    map {
      $0.replacingContents(
        blocks: { $0.mappingInlines(change) }, inlines: { $0.mapping(change) })
    }
  }
}
