// SPDX-License-Identifier: MIT
// Part of Platen: which fonts a campaign look names, and which of them are missing.

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
  package func fontNotes(_ fonts: FontSet) -> [Diagnostic] { fonts.notes(on: fontGroups) }
}

extension FontSet {
  /// Notes on substituted fonts of a look, and warnings for kinds of text without any of their
  /// families, with the package to install.
  ///
  /// - Parameter groups: the families of each kind of text.
  package func notes(on groups: [[String]]) -> [Diagnostic] {
    var names: [String] = []
    for families in groups {
      // The first family with a font or substitute is used; the others do not matter.
      let used = families.first { match($0) != nil }.map { [$0] } ?? families
      for name in used where !names.contains(name) { names.append(name) }
    }
    return check(names)
  }
}
