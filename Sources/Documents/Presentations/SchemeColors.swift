// SPDX-License-Identifier: MIT
// Part of Platen: the twelve colors of a presentation's theme, and which of them links have.

internal import Drawing
internal import Text
internal import Typesetting

/// The colors of a theme (ECMA-376-1, 20.1.6.2).
struct SchemeColors {
  /// By their names in the order of the schema.
  let colors: [(name: String, color: Color)]

  init(_ palette: DeckPalette, ink: Color, ground: Color) {
    colors = [
      ("dk1", ink), ("lt1", ground), ("dk2", palette.quiet), ("lt2", palette.panel),
      ("accent1", palette.accent), ("accent2", palette.accent2),
      ("accent3", palette.accent.mixed(with: ink, 0.35)),
      ("accent4", palette.accent2.mixed(with: ink, 0.35)),
      ("accent5", palette.accent.mixed(with: ground, 0.45)),
      ("accent6", palette.accent2.mixed(with: ground, 0.45)), ("hlink", palette.accent),
      ("folHlink", palette.quiet),
    ]
  }

  /// The mapping of names to colors of a slide: as its master, or, where links in the master's
  /// color cannot be read on a ground, with another color for them. Programs that know no color of a link's own
  /// heed it.
  func colorMap(on ground: Color, links: Bool = true) -> String {
    guard links, let own = link(on: ground) else {
      return "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>"
    }
    let accents = (1...6).map { " accent\($0)=\"accent\($0)\"" }.joined()
    return "<p:clrMapOvr><a:overrideClrMapping bg1=\"lt1\" tx1=\"dk1\" bg2=\"lt2\" tx2=\"dk2\""
      + "\(accents) hlink=\"\(own)\" folHlink=\"\(own)\"/></p:clrMapOvr>"
  }

  /// The name of the color for links on a ground; nil where the theme's can be read.
  private func link(on ground: Color) -> String? {
    func contrast(_ name: String) -> Double {
      let color = colors.first { $0.name == name }?.color ?? ground
      return Luminance.contrast(SchemeColors.luminance(color), SchemeColors.luminance(ground))
    }
    // Of large text (WCAG 2.2, 1.4.3), as slides have it.
    guard contrast("hlink") < 3 else { return nil }
    let names = ["accent5", "accent6", "lt1", "dk1"]
    return names.first { contrast($0) >= 4.5 } ?? names.max { contrast($0) < contrast($1) }
  }

  static func luminance(_ color: Color) -> Double {
    let light = [color.red, color.green, color.blue].map { Luminance.linear($0) }
    return Luminance.relative(red: light[0], green: light[1], blue: light[2])
  }
}
