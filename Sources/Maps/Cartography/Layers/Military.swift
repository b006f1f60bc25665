// SPDX-License-Identifier: MIT
// Part of Platen: regiments as boxes with their sign and number; not even in the scene of players.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  func militaryLayer() -> LayerDrawing {
    guard request.audience != .player else {
      if !world.regiments.isEmpty {
        reportHidden(.military, .mapMilitaryHidden, "armies are not shown to players")
      }
      return LayerDrawing([])
    }
    let seen = seenRegiments
    return LayerDrawing(bases(of: seen) + seen.flatMap(token))
  }

  /// The regiments that are drawn.
  var seenRegiments: [Army] { lettering.signs.armies }

  /// Lines from where regiments stand to where they are based.
  private func bases(of armies: [Army]) -> [Node] {
    let style = look.military.base
    guard style.isVisible else { return [] }
    var lines = Path()
    for army in armies where army.regiment.base.isFinite {
      let base = army.regiment.base
      guard army.position.distance(to: base) > look.military.size else { continue }
      for part in Polyline.clip([army.position, base], to: inside) {
        lines.append(line: part)
      }
    }
    return lines.isEmpty ? [] : [.path(PathNode(lines, stroke: style.stroke))]
  }

  private func token(_ army: Army) -> [Node] {
    let style = look.military
    let regiment = army.regiment
    let token = ArmyBoxes(army, height: style.size)
    let given = world.states[id: regiment.state]?.color?.color ?? Color(0.6, 0.6, 0.6)
    // As the land of its state.
    let color = look.regions.states.toned(given)
    let line = style.line.isVisible ? style.line.stroke : nil
    func box(_ rect: Rect, _ color: Color) -> Node {
      .path(PathNode(Path(rect: rect), fill: Fill(color.opacity(style.opacity)), stroke: line))
    }
    // More than one lie on each other like cards.
    var nodes =
      army.joined > 0
      ? [box(token.whole.translated(by: token.stackShift), color.darker(0.5))] : []
    nodes += [box(token.number, color), box(token.sign, color.darker(1))]
    if style.label.size > 0 {
      // A number as long as any keeps within its box.
      let text = String(army.total)
      let whole = shape(text, style.label)
      let room = token.number.width - style.size * 0.2
      let size = style.label.size * min(1, room / max(whole.width, 1e-6))
      let shaped = size == style.label.size ? whole : shape(text, style.label, size: size)
      // A number as light as its box has the ink of the outline.
      let isRead = abs(style.label.color.lightness - color.lightness) > 0.25
      nodes += shaped.nodes(
        at: Point(
          token.number.center.x - shaped.width / 2,
          token.number.center.y + LetterBox.capitalMiddle * size),
        paint: .color(isRead ? style.label.color : style.line.color),
        halo: isRead ? style.label.halo(size: size) : nil)
    }
    nodes += sign(regiment, in: token.sign)
    guard regiment.angle != 0, regiment.angle.isFinite else { return nodes }
    let p = army.position
    let angle = regiment.angle * .pi / 180
    let turn = AffineMap.translation(p.x, p.y)
      .after(.rotation(cosine: cos(angle), sine: sin(angle)))
      .after(.translation(-p.x, -p.y))
    return [.group(Group(transform: turn, children: nodes))]
  }

  /// The regiment's emoji; crossed swords where its sign is a picture of its own.
  private func sign(_ regiment: Regiment, in box: Rect) -> [Node] {
    var lettering = look.military.label
    lettering.families = ["Noto Color Emoji"] + lettering.families
    guard !regiment.icon.isEmpty, regiment.icon.unicodeScalars.count <= 8 else {
      let r = box.width * 0.3
      var swords = Path()
      for side in [1.0, -1] {
        swords.append(line: [
          Point(box.center.x - r * side, box.center.y + r),
          Point(box.center.x + r * side, box.center.y - r),
        ])
      }
      return [
        .path(
          PathNode(swords, stroke: Stroke(lettering.color, width: box.width * 0.1, cap: .round)))
      ]
    }
    let size = box.width * 0.66
    let sign = shape(regiment.icon, lettering, size: size)
    // Emoji fill their line from its ascent to its descent.
    return sign.nodes(
      at: Point(box.center.x - sign.width / 2, box.center.y + (sign.ascent - sign.descent) / 2),
      paint: .color(lettering.color), halo: nil)
  }
}
