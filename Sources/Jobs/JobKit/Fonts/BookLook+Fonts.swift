// SPDX-License-Identifier: MIT
// Part of Platen: which fonts a book's look names, and which of them are missing.

package import Books
package import Canvas
package import Diagnostics
package import Typesetting

extension BookLook {
  /// What there is to say about the fonts of the pages: which stand in for others (notes), and which
  /// kinds of text find none of their families (warnings naming the package to install).
  package func fontNotes(_ fonts: FontSet) -> [Diagnostic] { pages.fontNotes(fonts) }
}

extension BookStyle {
  /// The families of each kind of text.
  package var fontGroups: [[String]] { patchedSelectors.compactMap { patches[$0]?.families } }

  /// What there is to say about its fonts, as looks say it.
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
