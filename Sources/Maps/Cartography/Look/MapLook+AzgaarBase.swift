// SPDX-License-Identifier: MIT
// Part of Platen: the look of FMG's own default style.

extension MapLook {
  /// FMG's default style: what a user sees on its page.
  ///
  /// The defaults of the settings are this look's values; only lettering is not to be had exactly,
  /// because FMG's fonts are web fonts.
  public static let azgaarBase: MapLook = {
    var look = MapLook(name: "azgaar-base")
    look.about = "FMG's own default style, which its twelve looks begin with"
    return look.normalized()
  }()
}
