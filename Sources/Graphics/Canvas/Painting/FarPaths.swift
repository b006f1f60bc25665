// SPDX-License-Identifier: MIT
// Part of Platen: paths cut where Cairo's numbers end, for images of a very small part of a scene.

package import Drawing
package import Geometry

/// The limit of Cairo's coordinates.
enum CairoReach {
  /// Points farther from a scene's origin than this many of its units are moved there.
  static let coordinate = 1_000_000.0
  /// Units of the surface that paths may reach beyond what is seen.
  ///
  /// Cairo's coordinates wrap around at 2^23, and its rasterizer loses a slanted edge, and with it the
  /// whole shape, when its width times its height is above some 2.5 · 10^10 pixels: measured with 1.16.
  static let surface = 32_768.0
}

extension [Node] {
  /// The nodes with those paths cut that would reach beyond Cairo's numbers.
  ///
  /// Nothing in the window changes but where dashes of lines cut begin, nor for a window's size
  /// around it. The cut depends on the window alone, so that all bands see the same paths.
  ///
  /// - Parameters:
  ///   - window: What will be seen, in the nodes' coordinates.
  ///   - scale: Units of the surface to one of theirs.
  package func cut(around window: Rect, scale: Double) -> [Node] {
    changed(around: window, scale: scale) ?? self
  }

  /// Nil where nothing reaches too far: then these very nodes are kept, and are known to be the same
  /// wherever they stand.
  fileprivate func changed(around window: Rect, scale: Double) -> [Node]? {
    guard CairoReach.coordinate * scale > CairoReach.surface else { return nil }
    var result: [Node]?
    for index in indices {
      guard let cut = self[index].changed(around: window, scale: scale) else { continue }
      if result == nil { result = self }
      result?[index] = cut
    }
    return result
  }
}

extension Node {
  fileprivate func changed(around window: Rect, scale: Double) -> Node? {
    switch self {
    case .group(var group):
      guard group.transform.isDrawable else { return nil }
      let inner = group.transform.inverse.bounds(of: window)
      let innerScale = scale * group.transform.scale
      let children = group.children.changed(around: inner, scale: innerScale)
      let clip = group.clip?.path.changed(around: inner, scale: innerScale, isFilled: true)
      guard children != nil || clip != nil else { return nil }
      if let children { group.children = children }
      if let clip { group.clip?.path = clip }
      return .group(group)
    case .path(var node):
      let path = node.path.changed(
        around: window.insetBy(-(node.stroke.map(PlannedNode.margin) ?? 0)), scale: scale,
        isFilled: node.stroke == nil)
      guard let path else { return nil }
      node.path = path
      return .path(node)
    case .text, .image: return nil
    }
  }
}

extension Path {
  /// The part of the path within a window's size of `window`, where it reaches too far.
  fileprivate func changed(around window: Rect, scale: Double, isFilled: Bool) -> Path? {
    let reach = CairoReach.surface / scale
    guard let bounds = controlBounds,
      bounds.minX < window.minX - reach || bounds.minY < window.minY - reach
        || bounds.maxX > window.maxX + reach || bounds.maxY > window.maxY + reach,
      points.allSatisfy(\.isFinite)
    else { return nil }
    let frame = window.insetBy(-max(window.width, window.height))
    var cut = Path()
    for line in straightened(outside: frame).flattened(tolerance: 0.1 / scale) {
      if line.isClosed || isFilled {
        cut.append(ring: Polygon.clip(line.points, to: frame))
      } else {
        for part in Polyline.clip(line.points, to: frame) { cut.append(line: part) }
      }
    }
    return cut
  }

  /// The path with straight lines for those curves that cannot be seen in `frame`: a curve lies
  /// within the hull of its points.
  private func straightened(outside frame: Rect) -> Path {
    var path = Path()
    var next = 0
    var pen = Point.zero
    var start = Point.zero
    for verb in verbs {
      switch verb {
      case .move:
        (pen, start) = (points[next], points[next])
        path.move(to: pen)
        next += 1
      case .line:
        pen = points[next]
        path.line(to: pen)
        next += 1
      case .curve:
        let (a, b, end) = (points[next], points[next + 1], points[next + 2])
        if Rect(enclosing: [pen, a, b, end])?.touches(frame) == true {
          path.curve(to: end, a, b)
        } else {
          path.line(to: end)
        }
        pen = end
        next += 3
      case .close:
        path.close()
        pen = start
      }
    }
    return path
  }
}
