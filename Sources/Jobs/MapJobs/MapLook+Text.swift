// SPDX-License-Identifier: MIT
// Part of Platen: the fonts of a look that are lacking or stand in for others.

internal import Canvas
internal import Cartography
internal import Diagnostics

extension MapLook {
  /// What there is to say about the fonts of the look: which stand in for others (notes), and which
  /// letterings find none of their families (warnings naming the package to install).
  func fontNotes(_ fonts: FontSet) -> [Diagnostic] {
    var names: [String] = []
    for families in fontGroups {
      // The first that is here is used, as itself or by another; the rest does not matter.
      let used = families.first { fonts.match($0) != nil }.map { [$0] } ?? families
      for name in used where !names.contains(name) { names.append(name) }
    }
    return fonts.check(names)
  }
}
