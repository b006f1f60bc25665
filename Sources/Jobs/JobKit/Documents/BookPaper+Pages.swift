// SPDX-License-Identifier: MIT
// Part of Platen: the page of a book as its forms know it.

package import Typesetting
internal import Writers

extension BookPaper {
  /// The page of a PDF.
  package static func template(_ options: Settings) -> PageTemplate {
    var template =
      switch options[SharedKeys.paper] ?? .a4 {
      case .a4: PageTemplate.a4
      case .a5: PageTemplate.a5
      case .letter: PageTemplate.letter
      case .digest: PageTemplate.digest
      case .pocket: PageTemplate.pocket
      case .novella: PageTemplate.novella
      case .trade: PageTemplate.trade
      case .royal: PageTemplate.royal
      case .executive: PageTemplate.executive
      case .square: PageTemplate.square
      }
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
    switch options[SharedKeys.paper] {
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
    case nil: nil
    }
  }
}
