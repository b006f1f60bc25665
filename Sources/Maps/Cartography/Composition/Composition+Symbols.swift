// SPDX-License-Identifier: MIT
// Part of Platen: the size and place of burgs' marks, which may be drawings of the user.

internal import Atlas
internal import Geometry

extension Composition {
  /// The user's drawing of a burg's mark.
  func symbol(of burg: RankedBurg) -> MapSymbol? {
    request.symbols.burg(
      burg.rank, group: world.burgs[burg.index].group, at: burg.position)
  }

  /// The size of a burg's mark with its line; the look's size where it has none.
  func markSize(of burg: RankedBurg) -> Size {
    let style = look.burgs.style(burg.rank)
    let side = style.size + style.strokeWidth
    return symbol(of: burg)?.size(height: side) ?? Size(width: side, height: side)
  }

  /// The distance that a burg's mark reaches from its middle.
  func markRadius(of burg: RankedBurg) -> Double {
    let size = markSize(of: burg)
    return max(size.width, size.height) / 2
  }

  /// The rectangle of a user's drawing on a burg's place.
  func symbolFrame(_ symbol: MapSymbol, of burg: RankedBurg) -> Rect {
    symbol.frame(height: markSize(of: burg).height, around: burg.position)
  }
}
