// SPDX-License-Identifier: MIT
// Part of Platen: a relief icon's drawing, and the nodes it becomes.

internal import Drawing
internal import Geometry

/// A drawing in a square of 100, its foot near 80, lit from the left.
///
/// The parts are written as in SVG: M, L, C and Z with absolute coordinates.
struct ReliefShape {
  /// What is filled and hides what stands behind it.
  var body = ""
  /// What is drawn round it; the body's own edge where nothing is said.
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
  /// How thick lines are, against those of a mountain.
  var weight = 1.0

  /// The drawing in colours, or in lines on a ground.
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
    let pen = Stroke(look.ink, width: 3.4 * weight * look.line, cap: .round, join: .round)
    let fine = Stroke(look.ink, width: 2.4 * weight * look.line, cap: .round, join: .round)
    var nodes: [Node] = []
    let ground = Path(drawing: body)
    if !ground.isEmpty, look.fill.alpha > 0 {
      nodes.append(.path(PathNode(ground, fill: Fill(look.fill))))
    }
    let trunk = Path(drawing: wood)
    if !trunk.isEmpty { nodes.append(.path(PathNode(trunk, fill: Fill(look.ink)))) }
    let edge = Path(drawing: (outline ?? body) + " " + lines)
    if !edge.isEmpty { nodes.append(.path(PathNode(edge, stroke: pen))) }
    // What is white in colours has its edge drawn, so that snow is seen in lines too.
    let snow = kind == .mountSnow || kind == .coniferSnow || kind == .vulcan ? light : ""
    let detail = Path(drawing: hatch + " " + snow)
    if !detail.isEmpty { nodes.append(.path(PathNode(detail, stroke: fine))) }
    return nodes
  }
}

extension Path {
  /// A path from a drawing's text; what is no command or number is passed over.
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
