// SPDX-License-Identifier: MIT
// Part of Platen: which fonts a book's look names, and which of them are missing.

package import Books
package import Canvas
package import Diagnostics
package import Typesetting

extension BookLook {
  /// Diagnostics of the fonts of the pages: substitutes (notes), and kinds of text without any of
  /// their families (warnings that name the package to install).
  package func fontNotes(_ fonts: FontSet) -> [Diagnostic] { pages.fontNotes(fonts) }
}

extension BookStyle {
  /// The families of each kind of text.
  package var fontGroups: [[String]] { patchedSelectors.compactMap { patches[$0]?.families } }

  /// Diagnostics of its fonts, in the same form as for looks.
  package func fontNotes(_ fonts: FontSet) -> [Diagnostic] {
    var names: [String] = []
    for families in fontGroups {
      // The first that is here is used, as itself or by another; the rest does not matter.
      let used = families.first { fonts.match($0) != nil }.map { [$0] } ?? families
      for name in used where !names.contains(name) { names.append(name) }
    }
    return fonts.check(names)
  }
}
