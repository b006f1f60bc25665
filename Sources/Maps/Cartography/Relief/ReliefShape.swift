// SPDX-License-Identifier: MIT
// Part of Platen: a relief icon's drawing, and the nodes it becomes.

internal import Drawing
internal import Geometry

/// A drawing in a square of 100, its foot near 80, lit from the left.
///
/// The parts are written as in SVG: M, L, C and Z with absolute coordinates. In lines the drawing
/// is brought to the part of the square that FMG's symbol takes there.
struct ReliefShape {
  /// The filled part, which hides what stands behind it.
  var body = ""
  /// The line round it; the body's own edge when nil.
  var outline: String?
  /// The side away from the light.
  var shade = ""
  /// Snow, light leaves, fire.
  var light = ""
  /// Trunks.
  var wood = ""
  /// Lines drawn in every manner.
  var lines = ""
  /// Lines that stand for the shade where nothing is filled with it.
  var hatch = ""
  /// The alternative in lines, where the whole would be too tall.
  var inLines: String?
  /// The width of lines, against those of a mountain.
  var weight = 1.0

  /// The part of its square that the drawing in colors takes, without the width of its lines.
  var extent: Rect {
    let path = Path(drawing: [outline ?? body, wood, lines].joined(separator: " "))
    let points = path.flattened(tolerance: 0.5).flatMap(\.points)
    return Rect(enclosing: points) ?? Rect(x: 0, y: 0, width: 100, height: 80)
  }

  /// The drawing in colors, or in lines on a ground.
  func nodes(_ manner: ReliefManner, kind: ReliefKind, look: MapLook.Relief) -> [Node] {
    if manner == .simple { return simple(kind: kind, look: look) }
    let colors = ReliefColors(of: kind)
    let palette = manner == .gray ? colors.gray : colors
    let pen = Stroke(palette.ink, width: 2.2 * weight * look.line, cap: .round, join: .round)
    var nodes: [Node] = []
    func fill(_ text: String, _ color: Color, _ stroke: Stroke? = nil) {
      let path = Path(drawing: text)
      if !path.isEmpty { nodes.append(.path(PathNode(path, fill: Fill(color), stroke: stroke))) }
    }
    fill(wood, palette.wood)
    fill(body, palette.body)
    fill(shade, palette.shade)
    fill(light, palette.light)
    let edge = Path(drawing: (outline ?? body) + " " + lines)
    if !edge.isEmpty { nodes.append(.path(PathNode(edge, stroke: pen))) }
    return nodes
  }

  private func simple(kind: ReliefKind, look: MapLook.Relief) -> [Node] {
    let isWhole = inLines == nil
    let edge = Path(drawing: inLines ?? (outline ?? body) + " " + lines)
    let ground = Path(drawing: isWhole ? body : "")
    let trunk = Path(drawing: isWhole ? wood : "")
    // Shapes that are white in colors have their edge drawn, so that lines also show snow.
    let snow = kind == .mountSnow || kind == .coniferSnow || kind == .vulcan ? light : ""
    let detail = Path(drawing: isWhole ? hatch + " " + snow : "")
    let points = [edge, ground, trunk].flatMap { $0.flattened(tolerance: 0.5).flatMap(\.points) }
    guard let extent = Rect(enclosing: points), extent.width > 0, extent.height > 0 else {
      return []
    }
    let target = kind.lineExtent(plants: look.plants)
    let fit = AffineMap.translation(target.minX, target.minY)
      .after(.scale(target.width / extent.width, target.height / extent.height))
      .after(.translation(-extent.minX, -extent.minY))
    // Lines become thinner with the drawing, but not thinner than FMG's own.
    let share = (fit.a * fit.d).squareRoot()
    func stroke(_ width: Double, atLeast least: Double) -> Stroke {
      Stroke(
        look.ink, width: max(width * weight * share, least) * look.line, cap: .round, join: .round)
    }
    var nodes: [Node] = []
    if !ground.isEmpty, look.fill.alpha > 0 {
      nodes.append(.path(PathNode(ground.applying(fit), fill: Fill(look.fill))))
    }
    if !trunk.isEmpty {
      nodes.append(.path(PathNode(trunk.applying(fit), fill: Fill(look.ink))))
    }
    if !edge.isEmpty {
      nodes.append(.path(PathNode(edge.applying(fit), stroke: stroke(3.4, atLeast: 1))))
    }
    if !detail.isEmpty {
      nodes.append(.path(PathNode(detail.applying(fit), stroke: stroke(2.4, atLeast: 0.6))))
    }
    return nodes
  }
}

extension Path {
  /// A path from a drawing's text; anything but commands and numbers is skipped.
  init(drawing text: String) {
    self.init()
    var command: Character = "M"
    var numbers: [Double] = []
    for token in text.split(separator: " ") {
      var rest = token[...]
      if let first = rest.first, first.isLetter {
        command = first
        rest = rest.dropFirst()
        numbers.removeAll(keepingCapacity: true)
        if command == "Z" { close() }
      }
      guard let number = Double(rest) else { continue }
      numbers.append(number)
      let points = { (i: Int) in Point(numbers[2 * i], numbers[2 * i + 1]) }
      switch (command, numbers.count) {
      case ("M", 2): move(to: points(0))
      case ("L", 2): line(to: points(0))
      case ("C", 6): curve(to: points(2), points(0), points(1))
      default: continue
      }
      numbers.removeAll(keepingCapacity: true)
      // More points after a move are lines, as in SVG.
      if command == "M" { command = "L" }
    }
  }
}
