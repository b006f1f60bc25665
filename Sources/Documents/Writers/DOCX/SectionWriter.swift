// SPDX-License-Identifier: MIT
// Part of Platen: sections of a Word file: page, headers, columns.

/// Writes the properties of sections: the first carries the headers, later ones take them over.
final class SectionWriter {
  var references: [(element: String, type: String, id: String)] = []
  var isRightToLeft = false
  /// Indicates whether the first page has no running heads, as a title page.
  var hasTitlePage = false
  private let base: XMLTree?
  private let page: PageTwips?
  private var isFirst = true

  /// - Parameters:
  ///   - base: the last section of the template or the skeleton.
  ///   - page: in place of the base's; nil to keep that.
  init(_ base: XMLTree?, page: PageTwips?) {
    self.base = base
    self.page = page
  }

  /// The elements that the section keeps of its base, in the schema's order.
  private static let order = [
    "w:pgSz", "w:pgMar", "w:pgBorders", "w:pgNumType", "w:cols", "w:vAlign", "w:titlePg", "w:bidi",
    "w:docGrid",
  ]

  /// Writes `w:sectPr`.
  func write(to output: XMLOutput, columns: Int, isContinuous: Bool) {
    let section = XMLTree("w:sectPr")
    if isFirst {
      for reference in references {
        section.append(
          XMLTree("w:" + reference.element, [("w:type", reference.type), ("r:id", reference.id)]))
      }
    }
    if isContinuous { section.append(XMLTree("w:type", [("w:val", "continuous")])) }
    for name in SectionWriter.order {
      switch name {
      case "w:pgSz" where page != nil, "w:pgMar" where page != nil: section.append(made(name))
      case "w:cols" where columns > 1:
        section.append(XMLTree(name, [("w:num", String(columns)), ("w:space", "480")]))
      case "w:titlePg":
        let isTheirs = base?.first(name) != nil
        if isFirst, hasTitlePage || isTheirs { section.append(XMLTree(name)) }
      case "w:bidi":
        if isRightToLeft { section.append(XMLTree(name)) }
      case "w:pgNumType" where !isFirst: continue
      default:
        if let kept = base?.first(name) {
          section.append(kept.copy())
        } else if name == "w:pgSz" || name == "w:pgMar" {
          section.append(made(name))
        }
      }
    }
    isFirst = false
    section.writeFragment(to: output)
  }

  private func made(_ name: String) -> XMLTree {
    let page = page ?? PageTwips(section: base)
    if name == "w:pgSz" {
      return XMLTree(name, [("w:w", String(page.width)), ("w:h", String(page.height))])
    }
    let head = String(min(720, page.top / 2))
    let foot = String(min(720, page.bottom / 2))
    return XMLTree(
      name,
      [
        ("w:top", String(page.top)), ("w:right", String(page.right)),
        ("w:bottom", String(page.bottom)), ("w:left", String(page.left)), ("w:header", head),
        ("w:footer", foot), ("w:gutter", "0"),
      ])
  }
}
