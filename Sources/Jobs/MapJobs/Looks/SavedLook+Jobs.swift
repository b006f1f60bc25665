// SPDX-License-Identifier: MIT
// Part of Platen: recognizes jobs with the look saved in their map, and lists the fonts that it may
// request.

internal import Canvas
internal import Cartography
internal import JobKit

extension SavedLook {
  /// The fonts that FMG uses, for stage keys: those of a particular save are known only after it is
  /// read.
  static let families = FontSubstitute.names

  /// Indicates whether a job's `look` means the saved look, and not one of the templates.
  static func isMeant(by name: String, in context: RecipeContext) -> Bool {
    name == SavedLook.name && !context.looks.lookNames(of: MapLook.self).contains(name)
  }
}
