// SPDX-License-Identifier: MIT
// Part of Platen: diagnostics about missing and substituted fonts of a look.

internal import Canvas
internal import Cartography
internal import Diagnostics

extension MapLook {
  /// Returns notes on substituted fonts of the look, and warnings for text styles without any of
  /// their families, with the package to install.
  func fontNotes(_ fonts: FontSet) -> [Diagnostic] {
    var names: [String] = []
    for families in fontGroups {
      // The first family with a font or substitute is used; the others do not matter.
      let used = families.first { fonts.match($0) != nil }.map { [$0] } ?? families
      for name in used where !names.contains(name) { names.append(name) }
    }
    return fonts.check(names)
  }
}
