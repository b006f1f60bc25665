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
    let path = node.path.seen(in: window, isDashed: node.stroke.map { !$0.dash.isEmpty } ?? false)
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

extension Path {
  /// The path without subpaths beyond a window, and with short stretches there.
  func seen(in window: Rect, isDashed: Bool = false) -> Path {
    guard let bounds = controlBounds else { return self }
    let isWhole =
      bounds.minX >= window.minX && bounds.maxX <= window.maxX && bounds.minY >= window.minY
      && bounds.maxY <= window.maxY
    guard !isWhole else { return self }
    // Dashes would begin elsewhere on what follows a straightened stretch.
    guard let pieces = PathPiece.pieces(of: self) else {
      return isDashed ? self : straightened(beyond: window)
    }
    var path = Path()
    for piece in pieces where piece.bounds.touches(window) {
      path.append(isDashed ? piece.path : piece.path.straightened(beyond: window))
    }
    return path
  }

  /// The least points of a path in which stretches are straightened.
  private static let straightenedLength = 24

  /// The path with stretches that lie wholly on one far side of a window as straight lines.
  ///
  /// A stretch and the line in its place are in the same half plane, as is all between them, so that
  /// neither ink nor winding changes within the window.
  func straightened(beyond window: Rect) -> Path {
    guard points.count >= Path.straightenedLength else { return self }
    func sides(_ point: Point) -> UInt8 {
      (point.x < window.minX ? 1 : 0) | (point.x > window.maxX ? 2 : 0)
        | (point.y < window.minY ? 4 : 0) | (point.y > window.maxY ? 8 : 0)
    }
    var result = Path()
    var next = 0
    // Where the path is, and where its subpath began.
    var (current, start) = (Point(0, 0), Point(0, 0))
    // Sides that all points of the open stretch are on, and its end where it has segments.
    var shared: UInt8 = 0
    var end: Point?
    func close() {
      if let end { result.line(to: end) }
      end = nil
    }
    for verb in verbs {
      switch verb {
      case .move:
        close()
        (current, start) = (points[next], points[next])
        result.move(to: current)
        shared = sides(current)
      case .line, .curve:
        let count = verb.pointCount
        var own = sides(points[next])
        for index in next + 1..<next + count { own &= sides(points[index]) }
        let last = points[next + count - 1]
        if shared & own == 0 {
          close()
          // A segment may begin a stretch on another side.
          shared = sides(current)
        }
        if shared & own != 0 {
          shared &= own
          end = last
        } else {
          if verb == .line {
            result.line(to: last)
          } else {
            result.curve(to: last, points[next], points[next + 1])
          }
          shared = sides(last)
        }
        current = last
      case .close:
        close()
        result.close()
        current = start
        shared = sides(current)
      }
      next += verb.pointCount
    }
    close()
    return result
  }
}
