// SPDX-License-Identifier: MIT
// Part of Platen: the settings of coats of arms on a map.

internal import Drawing

extension MapLook {
  /// The look of coats of arms.
  struct Emblems: Hashable {
    var states = 1.0
    var provinces = 1.0
    var burgs = 1.0
    var minSize = 25.0
    var opacity = 0.9
    var line = Line(color: Color(bytes: 0x33, 0x33, 0x33), width: 0.5)
    var hasShine = true
  }

  static let emblemFields: [MapLookField] =
    [
      .number(
        "emblems.states", 0...10, \.emblems.states,
        "Size of the arms of states, beside FMG's; 0 draws none"),
      .number(
        "emblems.provinces", 0...10, \.emblems.provinces,
        "Size of the arms of provinces, beside FMG's; 0 draws none"),
      .number(
        "emblems.burgs", 0...10, \.emblems.burgs,
        "Size of the arms of burgs, beside FMG's; 0 draws none"),
      .length(
        "emblems.min-size", \.emblems.minSize,
        "Arms smaller than this are omitted; 0 draws all"),
      .number("emblems.opacity", 0...1, \.emblems.opacity, "Opacity of arms"),
      .flag("emblems.shine", \.emblems.hasShine, "Whether light falls on shields"),
    ]
    + MapLookField.line("emblems.line", \.emblems.line, "the outline of shields")
}
