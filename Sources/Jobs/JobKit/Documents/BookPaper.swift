// SPDX-License-Identifier: MIT
// Part of Platen: the page of a book as its forms know it.

package import Typesetting
internal import Values
internal import Writers

/// Pages by the names manifests use.
package enum BookPaper {
  /// Those a PDF may have, in small letters.
  package static let names = PageTemplate.all.map(\.name)

  /// The page of a PDF.
  package static func template(_ options: Settings) -> PageTemplate {
    let name = (options.text("paper") ?? "A4").lowercased()
    var template = PageTemplate.all.first { $0.name == name } ?? .a4
    if let columns = options.integer("columns") { template = template.inColumns(columns) }
    if let isFacing = options["facing"]?.flag {
      template.isFacing = isFacing
      template.startsChaptersRight = isFacing
    }
    return template
  }

  /// The page of a Word file; nil leaves it to its template.
  static func wordPage(_ options: Settings) -> DOCXPage? {
    switch options.text("paper") {
    case "A4": .a4
    case "A5": .a5
    case "letter": .letter
    case "digest": .digest
    default: nil
    }
  }
}
