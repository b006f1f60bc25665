// SPDX-License-Identifier: MIT
// Part of Platen: where on a page nodes are written, and which of them can be seen there.

package import Drawing
package import Geometry

/// The coordinates of a group's children.
package struct ContentPlace {
  /// The map from them to the page's.
  var pageMap: AffineMap
  /// The map from them to those the stream began with: a page's, a form's or a pattern's.
  var streamMap: AffineMap
  /// The visible area, in them.
  package var visible: Rect
  /// Indicates whether something is clipped away, so that it is worth to look for what need not be
  /// written.
  package var isCut: Bool

  package init(
    pageMap: AffineMap = .identity, streamMap: AffineMap = .identity,
    visible: Rect = Rect(x: 0, y: 0, width: 0, height: 0), isCut: Bool = false
  ) {
    (self.pageMap, self.streamMap) = (pageMap, streamMap)
    (self.visible, self.isCut) = (visible, isCut)
  }

  func entering(_ group: Group, seen: Rect) -> ContentPlace {
    ContentPlace(
      pageMap: pageMap.after(group.transform), streamMap: streamMap.after(group.transform),
      visible: seen, isCut: isCut || group.clip != nil)
  }

  /// The path of a node without subpaths of which nothing can be seen; nil when none can.
  ///
  /// A subpath adds ink and winding only within its bounds.
  package func seen(of node: PathNode) -> Path? {
    guard isCut else { return node.path.isEmpty ? nil : node.path }
    guard let bounds = node.path.controlBounds else { return nil }
    let window = visible.insetBy(-(node.stroke.map(PlannedNode.margin) ?? 0))
    guard bounds.touches(window) else { return nil }
    let isWhole =
      bounds.minX >= window.minX && bounds.maxX <= window.maxX && bounds.minY >= window.minY
      && bounds.maxY <= window.maxY
    guard !isWhole, let pieces = PathPiece.pieces(of: node.path) else { return node.path }
    var path = Path()
    for piece in pieces where piece.bounds.touches(window) { path.append(piece.path) }
    return path.isEmpty ? nil : path
  }

  /// Indicates whether something of a run may be seen: glyphs reach two ems from where they stand
  /// at most.
  package func mayShow(_ text: TextNode) -> Bool {
    guard isCut else { return true }
    let window = visible.insetBy(-(2 * text.font.size + (text.halo?.width ?? 0)))
    return text.glyphs.contains {
      $0.position.x >= window.minX && $0.position.x <= window.maxX
        && $0.position.y >= window.minY && $0.position.y <= window.maxY
    }
  }
}
