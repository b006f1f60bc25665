// SPDX-License-Identifier: MIT
// Part of Platen: a compass rose of thirty-two winds, and the rhumb lines that leave it over the sea.

internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  func compassLayer() -> LayerDrawing {
    guard let rose = furniture.compass else { return LayerDrawing([]) }
    return LayerDrawing(rhumbs(from: rose) + rose.nodes, opacity: look.compass.opacity)
  }

  /// Circles at equal distances, the farthest through the farthest corner, each with ticks.
  private func rings(around rose: CompassRose) -> Path {
    let count = Int(look.compass.rings)
    var path = Path()
    guard count > 0 else { return path }
    let corners = [
      Point(inside.minX, inside.minY), Point(inside.maxX, inside.minY),
      Point(inside.minX, inside.maxY), Point(inside.maxX, inside.maxY),
    ]
    let far = corners.map { $0.distance(to: rose.center) }.max() ?? 0
    for ring in 1...count {
      let radius = rose.radius + (far - rose.radius) * Double(ring) / Double(count)
      path.append(Path(circleAt: rose.center, radius: radius))
      let tick = 3.2 * scale
      for degree in 0..<180 {
        let way = CompassRose.direction(Double(degree) / 180)
        let end = radius - (degree % 5 == 0 ? tick : tick * 0.5)
        let points = [rose.center + way * radius, rose.center + way * end]
        if points.allSatisfy(inside.contains) { path.append(line: points) }
      }
    }
    return path
  }

  /// Lines along all winds, from the rose to the sheet's edge, on water only.
  private func rhumbs(from rose: CompassRose) -> [Node] {
    let style = look.compass.rhumbs
    guard style.isVisible else { return [] }
    let far = ground.width + ground.height
    var lines = rings(around: rose)
    for wind in 0..<32 {
      let way = CompassRose.direction(Double(wind) / 32)
      let ends = [rose.center + way * (rose.radius * 0.8), rose.center + way * far]
      for part in Polyline.clip(ends, to: inside) { lines.append(line: part) }
    }
    guard !lines.isEmpty else { return [] }
    return [
      .group(
        Group(
          name: "rhumb-lines", clip: waterClip,
          children: [.path(PathNode(lines, stroke: style.stroke))]))
    ]
  }
}

extension CompassRose {
  /// Nil where the look draws none.
  ///
  /// - Parameter factor: Its size in that of the look.
  init?(of map: Composition, beside others: [Rect], scaledBy factor: Double = 1) {
    var style = map.look.compass
    style.size *= factor
    style.label.size *= factor
    guard style.size > 0, style.opacity > 0 else { return nil }
    if let symbol = map.request.symbols.compass {
      plate = map.place(
        symbol.size(height: style.size), style.place, margin: style.margin,
        order: CompassRose.places, beside: others)
      center = plate.center
      radius = min(plate.width, plate.height) / 2
      nodes = [symbol.node(in: plate)]
      return
    }
    let letters = min(style.label.size, style.size * 0.2)
    let radius = (style.size - 2.2 * letters) / (2 + CompassRose.lily)
    let square = Size(width: style.size, height: style.size)
    let plate =
      map.placeInOpenSea(square, style.place, isAbove: false, margin: style.margin, beside: others)
      ?? map.place(
        square, style.place, margin: style.margin, order: CompassRose.places, beside: others)
    let center = Point(
      plate.center.x, plate.minY + 1.1 * letters + (1 + CompassRose.lily) * radius)
    let words = map.request.words
    self.plate = plate
    self.center = center
    self.radius = radius
    var nodes =
      switch RoseShape(rawValue: style.shape) ?? .winds {
      case .winds: CompassRose.rose(style, at: center, radius: radius)
      case .brush: CompassRose.brushed(style, at: center, radius: radius)
      case .star: CompassRose.starred(style, at: center, radius: radius)
      }
    if letters > 0 {
      let reach = radius + letters * 0.75
      let places: [(String, Point)] = [
        (words.north, Point(0, -reach - CompassRose.lily * radius)), (words.east, Point(reach, 0)),
        (words.south, Point(0, reach)), (words.west, Point(-reach, 0)),
      ]
      for (word, place) in places {
        let shaped = map.shape(word, style.label, size: letters)
        let origin = Point(
          center.x + place.x - shaped.width / 2,
          center.y + place.y + LetterBox.capitalMiddle * letters)
        nodes += shaped.nodes(
          at: origin, paint: .color(style.ink), halo: style.label.halo(size: letters))
      }
    }
    self.nodes = nodes
  }

  /// The places where it may stand, the first before the others.
  private static let places = [
    "bottom-left", "top-right", "bottom-right", "top-left", "bottom", "top",
  ]
  /// Height of the lily, in radii.
  private static let lily = 0.3

  /// The unit vector of a wind: turns clockwise from the north.
  static func direction(_ turn: Double) -> Point {
    let angle = turn * 2 * .pi
    return Point(sin(angle), -cos(angle))
  }

  private static func rose(
    _ style: MapLook.Compass, at center: Point, radius r: Double
  ) -> [Node] {
    func at(_ turn: Double, _ reach: Double) -> Point { center + direction(turn) * (reach * r) }
    let hair = Stroke(style.ink, width: r * 0.012, join: .round)
    func circle(_ reach: Double) -> Path { Path(circleAt: center, radius: reach * r) }

    // The ring of degrees: light between two circles, a tick for each five, longer ones for winds.
    var ring = circle(0.74)
    ring.append(circle(0.62))
    var ticks = Path()
    for tick in 0..<72 {
      ticks.append(line: [at(Double(tick) / 72, 0.705), at(Double(tick) / 72, 0.74)])
    }
    var winds = Path()
    for wind in 0..<32 {
      winds.append(line: [at(Double(wind) / 32, 0.62), at(Double(wind) / 32, 0.66)])
    }
    var nodes: [Node] = [
      .path(PathNode(circle(0.74), fill: Fill(style.light.opacity(0.55)))),
      .path(PathNode(ring, fill: Fill(style.light, rule: .evenOdd), stroke: hair)),
      .path(PathNode(circle(0.705), stroke: Stroke(style.ink, width: r * 0.006))),
      .path(PathNode(ticks, stroke: Stroke(style.ink, width: r * 0.008))),
      .path(PathNode(winds, stroke: Stroke(style.ink, width: r * 0.014))),
    ]

    /// Points of one length: their light halves, their dark ones, an outline.
    func points(_ turns: [Double], reach: Double, waist: Double, half: Double) {
      var light = Path()
      var dark = Path()
      for turn in turns {
        let tip = at(turn, reach)
        light.append(ring: [tip, at(turn - half, waist), center])
        dark.append(ring: [tip, at(turn + half, waist), center])
      }
      nodes.append(.path(PathNode(light, fill: Fill(style.light), stroke: hair)))
      nodes.append(.path(PathNode(dark, fill: Fill(style.ink), stroke: hair)))
    }
    points((0..<8).map { (Double($0) + 0.5) / 8 }, reach: 0.6, waist: 0.2, half: 1 / 16)
    points((0..<4).map { (Double($0) + 0.5) / 4 }, reach: 0.78, waist: 0.19, half: 1 / 16)
    points((0..<4).map { Double($0) / 4 }, reach: 1, waist: 0.17, half: 1 / 8)
    nodes += [
      .path(PathNode(circle(0.085), fill: Fill(style.light), stroke: hair)),
      .path(PathNode(circle(0.04), fill: Fill(style.accent))),
      .path(
        PathNode(
          flower(foot: at(0, 1.01), height: lily * r * 0.95), fill: Fill(style.accent),
          stroke: Stroke(style.ink, width: r * 0.008, join: .round))),
    ]
    return nodes
  }

  /// A lily (fleur-de-lis) that stands on `foot`.
  private static func flower(foot: Point, height h: Double) -> Path {
    func p(_ x: Double, _ y: Double) -> Point { Point(foot.x + x * h, foot.y - y * h) }
    var path = Path()
    path.move(to: p(0, 1))
    path.curve(to: p(0, 0.26), p(0.25, 0.72), p(0.17, 0.45))
    path.curve(to: p(0, 1), p(-0.17, 0.45), p(-0.25, 0.72))
    path.close()
    for side in [1.0, -1] {
      path.move(to: p(0.05 * side, 0.24))
      path.curve(to: p(0.5 * side, 0.5), p(0.12 * side, 0.7), p(0.46 * side, 0.8))
      path.curve(to: p(0.34 * side, 0.42), p(0.53 * side, 0.34), p(0.38 * side, 0.28))
      path.curve(to: p(0.14 * side, 0.24), p(0.36 * side, 0.54), p(0.19 * side, 0.46))
      path.close()
    }
    path.append(
      Path(rect: Rect(x: foot.x - 0.2 * h, y: foot.y - 0.21 * h, width: 0.4 * h, height: 0.07 * h)))
    path.append(ring: [p(-0.13, 0.12), p(0, 0), p(0.13, 0.12)])
    return path
  }
}
