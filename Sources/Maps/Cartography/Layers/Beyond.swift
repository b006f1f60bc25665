// SPDX-License-Identifier: MIT
// Part of Platen: where a sheet shows more than the world: land that fades into the sea, or a mat.

internal import Atlas
internal import Drawing
internal import Geometry

/// The sides of a sheet.
private enum Side: CaseIterable {
  case left, right, top, bottom

  var isUpright: Bool { self == .left || self == .right }

  /// The distance of a point inside a rectangle from this side of it.
  func depth(_ p: Point, in rect: Rect) -> Double {
    switch self {
    case .left: p.x - rect.minX
    case .right: rect.maxX - p.x
    case .top: p.y - rect.minY
    case .bottom: rect.maxY - p.y
    }
  }

  /// A stretch of this side as two points.
  func ends(_ span: ClosedRange<Double>, of rect: Rect) -> (Point, Point) {
    switch self {
    case .left: (Point(rect.minX, span.lowerBound), Point(rect.minX, span.upperBound))
    case .right: (Point(rect.maxX, span.lowerBound), Point(rect.maxX, span.upperBound))
    case .top: (Point(span.lowerBound, rect.minY), Point(span.upperBound, rect.minY))
    case .bottom: (Point(span.lowerBound, rect.maxY), Point(span.upperBound, rect.maxY))
    }
  }
}

extension Composition {
  /// The group over all ground that fades it into the open sea where it meets an edge of the world's
  /// sheet beyond which the picture continues. Nil where no ground does.
  func fadeLayer() -> Group? {
    guard isExtended else { return nil }
    // Less than this is the rounding of a size to whole pixels.
    let least = 0.004 * max(seen.width, seen.height)
    let depth = 0.038 * min(seen.width, seen.height)
    var shapes: [(Point, Point)] = []
    for side in Side.allCases {
      let beyond =
        switch side {
        case .left: sheet.minX - window.minX
        case .right: window.maxX - sheet.maxX
        case .top: sheet.minY - window.minY
        case .bottom: window.maxY - sheet.maxY
        }
      guard beyond > least else { continue }
      shapes += stretches(of: side, within: depth * 0.5).map { side.ends($0, of: sheet) }
    }
    guard !shapes.isEmpty else { return nil }
    func around(_ reach: Double) -> Path {
      var path = Path()
      for (a, b) in shapes { path.append(Composition.capsule(from: a, to: b, radius: reach)) }
      return path
    }
    let color = openSea
    let steps = 14
    var nodes: [Node] = []
    var covered = 0.0
    for step in 0..<steps {
      let t = Double(step + 1) / Double(steps)
      let wanted = t * t * (3 - 2 * t)
      let alpha = step == steps - 1 ? 1 : (wanted - covered) / (1 - covered)
      covered = wanted
      nodes.append(
        .path(
          PathNode(
            around(depth * (1 - Double(step) / Double(steps))),
            fill: Fill(color.opacity(alpha), rule: .nonZero))))
    }
    // What the sea's paper and pattern are beyond, they are here as well.
    let surface = seaSurface
    if !surface.isEmpty {
      for (reach, opacity) in [(0.7, 0.3), (0.5, 0.45), (0.3, 1.0)] {
        nodes.append(
          .group(
            Group(
              clip: Clip(around(depth * reach), rule: .nonZero), opacity: opacity,
              children: surface)))
      }
    }
    return Group(name: "beyond", clip: Clip(Path(rect: sheet)), children: nodes)
  }

  /// The color of the sea far from any land.
  private var openSea: Color {
    let (fill, veil) = (look.ocean.fill, look.ocean.veil)
    let ground =
      fill.alpha < 1
      ? look.sheet.background.mixed(with: Color(fill.red, fill.green, fill.blue), fill.alpha)
      : fill
    return ground.mixed(with: Color(veil.red, veil.green, veil.blue), veil.alpha)
  }

  /// Pattern and grain over the open sea.
  private var seaSurface: [Node] {
    var nodes = seaPattern()
    if request.layers.contains(.texture), look.texture.over != "land" {
      let texture = textureLayer()
      if !texture.nodes.isEmpty {
        nodes.append(.group(Group(opacity: texture.opacity, children: texture.nodes)))
      }
    }
    return nodes
  }

  /// The stretches of a side where land, shallows or ice come nearer to it than `reach`.
  private func stretches(of side: Side, within reach: Double) -> [ClosedRange<Double>] {
    let mesh = terrain.mesh
    let spacing = (sheet.width * sheet.height / Double(max(1, mesh.cellCount))).squareRoot()
    let shallow = Int(max(-9, min(-2, look.ocean.depths.min() ?? -2)))
    var spans: [ClosedRange<Double>] = []
    func add(_ p: Point, _ half: Double) {
      let place = side.isUpright ? p.y : p.x
      spans.append(place - half...place + half)
    }
    for cell in 0..<mesh.cellCount {
      let site = mesh.sites[cell]
      guard side.depth(site, in: sheet) < max(reach, spacing) else { continue }
      let steps = Int(terrain.distance[cell])
      if terrain.height[cell] >= 20 || steps < 0 && steps >= shallow { add(site, spacing) }
    }
    if request.layers.contains(.ice) {
      for floe in world.ice {
        for point in floe.outline.map({ $0 + floe.offset })
        where point.isFinite && side.depth(point, in: sheet) < reach {
          add(point, spacing)
        }
      }
    }
    spans.sort { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<Double>] = []
    for span in spans {
      if let last = merged.last, span.lowerBound <= last.upperBound + spacing {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        merged.append(span)
      }
    }
    return merged
  }

  /// Everything nearer to a line than `radius`.
  private static func capsule(from a: Point, to b: Point, radius r: Double) -> Path {
    let along = b - a
    let length = (along.x * along.x + along.y * along.y).squareRoot()
    guard length > 0 else { return Path(circleAt: a, radius: r) }
    let way = along * (1 / length)
    let side = Point(-way.y, way.x)
    // The usual length of handles for a quarter of a circle.
    let k = 0.5523
    func at(_ p: Point, _ forward: Double, _ out: Double) -> Point {
      p + way * (forward * r) + side * (out * r)
    }
    var path = Path()
    path.move(to: at(a, 0, 1))
    path.line(to: at(b, 0, 1))
    path.curve(to: at(b, 1, 0), at(b, k, 1), at(b, 1, k))
    path.curve(to: at(b, 0, -1), at(b, 1, -k), at(b, k, -1))
    path.line(to: at(a, 0, -1))
    path.curve(to: at(a, -1, 0), at(a, -k, -1), at(a, -1, -k))
    path.curve(to: at(a, 0, 1), at(a, -1, k), at(a, -k, 1))
    path.close()
    return path
  }

  /// The mat around a map in its own shape: the look's paper, with a rule around the map and
  /// another along the sheet's edge.
  func matLayer() -> Group? {
    guard let beyond = request.surroundings, beyond.ground == .mat else { return nil }
    let paper = matColor
    var mat = Path(rect: beyond.area.insetBy(-0.01 * max(beyond.area.width, beyond.area.height)))
    mat.append(Path(rect: window))
    var nodes: [Node] = [.path(PathNode(mat, fill: Fill(paper, rule: .evenOdd)))]
    let room = min(
      window.minX - beyond.trim.minX, window.minY - beyond.trim.minY,
      beyond.trim.maxX - window.maxX, beyond.trim.maxY - window.maxY)
    guard room > 0 else { return Group(name: "mat", children: nodes) }
    let ink = matInk(on: paper)
    let width = max(look.frame.outer.width, 0.8 * scale)
    func rule(_ rect: Rect, _ width: Double, _ color: Color) {
      nodes.append(.path(PathNode(Path(rect: rect), stroke: Stroke(color, width: width))))
    }
    // The map's own edge, where its frame does not draw one.
    if !request.layers.contains(.frame) || !look.frame.outer.isVisible || look.frame.margin > 0 {
      rule(window, width * 0.5, ink)
    }
    rule(beyond.trim.insetBy(room * 0.42), width, ink)
    rule(beyond.trim.insetBy(room * 0.42 + width * 2.4), width * 0.4, ink)
    return Group(name: "mat", children: nodes)
  }

  private var matColor: Color {
    let fill = look.frame.fill
    return fill.alpha >= 1
      ? fill : look.sheet.background.alpha >= 1 ? look.sheet.background : .white
  }

  /// The frame's ink, or the titles', whatever is seen on the mat.
  private func matInk(on paper: Color) -> Color {
    let inks = [look.frame.outer.color, look.frame.inner.color, look.title.label.color]
    return inks.first { $0.alpha > 0.3 && abs(luminance($0) - luminance(paper)) > 0.25 }
      ?? (luminance(paper) > 0.5 ? .black : .white)
  }

  private func luminance(_ color: Color) -> Double {
    0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
  }
}
