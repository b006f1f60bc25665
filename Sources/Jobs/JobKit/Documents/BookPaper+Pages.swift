// SPDX-License-Identifier: MIT
// Part of Platen: the page of a book as its forms know it.

package import Geometry
package import Typesetting
internal import Writers

extension BookPaper {
  /// Its width and height, in points.
  package var size: Size { template.size }

  /// Its page, with one column.
  package var template: PageTemplate {
    switch self {
    case .a4: .a4
    case .a5: .a5
    case .letter: .letter
    case .digest: .digest
    case .pocket: .pocket
    case .novella: .novella
    case .trade: .trade
    case .royal: .royal
    case .executive: .executive
    case .square: .square
    }
  }

  /// The page of a PDF.
  package static func template(_ options: Settings) -> PageTemplate {
    var template = (options[SharedKeys.paper] ?? .a4).template
    if let columns = options[SharedKeys.columns] { template = template.inColumns(columns) }
    if let isFacing = options[SharedKeys.facing] {
      template.isFacing = isFacing
      template.startsChaptersRight = isFacing
    }
    template.bleed = (options[SharedKeys.bleed] ?? 0) * 72 / 25.4
    return template
  }

  /// The page of a Word file; nil leaves it to its template.
  static func wordPage(_ options: Settings) -> DOCXPage? {
    guard let paper = options[SharedKeys.paper] else { return nil }
    switch paper {
    case .a4: return .a4
    case .a5: return .a5
    case .letter: return .letter
    case .digest: return .digest
    case .pocket, .novella, .trade, .royal, .executive, .square:
      let page = paper.template
      return DOCXPage(
        width: page.size.width, height: page.size.height, sideMargin: (page.inner + page.outer) / 2,
        topMargin: page.top, bottomMargin: page.top)
    }
  }
}
