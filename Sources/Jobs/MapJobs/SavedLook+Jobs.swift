// SPDX-License-Identifier: MIT
// Part of Platen: where a job means the look its map was saved with, and the fonts that one may ask
// for.

internal import Canvas
internal import Cartography
internal import JobKit

extension SavedLook {
  /// Fonts that drawings of FMG name, for keys: which of them this one does is known only
  /// when it was read.
  static let families = FontSubstitute.names

  /// Indicates whether a job's `look` means this, and no look of the templates.
  static func isMeant(by name: String, in context: RecipeContext) -> Bool {
    name == SavedLook.name && !context.looks.names.contains(name)
  }
}
