// SPDX-License-Identifier: MIT
// Part of Platen: the drawing inside a save whose cells are lost.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Text

/// Sets the drawing of a save: its shapes as they are, its names in fonts at hand.
struct SalvagedDrawingSetter {
  let picture: SalvagedDrawing
  let world: World
  let text: any TextMeasuring

  var drawn: DrawnLayers {
    let sheet = Path(rect: Rect(x: 0, y: 0, width: world.info.width, height: world.info.height))
    var missing: [String] = []
    var nodes: [Node] =
      picture.background.map { [.path(PathNode(sheet, fill: Fill($0.color)))] } ?? []
    var land = Path()
    for coast in picture.coasts { land.append(coast) }
    var water = sheet
    water.append(land)
    for layer in picture.layers {
      var children: [Node] = []
      // Neighbors on the same ground are clipped together.
      var run: (ground: SalvagedDrawing.Ground, nodes: [Node]) = (.all, [])
      func endRun() {
        guard !run.nodes.isEmpty else { return }
        switch run.ground {
        case .land where !land.isEmpty:
          children.append(.group(Group(clip: Clip(land, rule: .evenOdd), children: run.nodes)))
        case .water where !land.isEmpty:
          children.append(.group(Group(clip: Clip(water, rule: .evenOdd), children: run.nodes)))
        default: children += run.nodes
        }
      }
      for shape in layer.shapes {
        if shape.ground != run.ground {
          endRun()
          run = (shape.ground, [])
        }
        run.nodes.append(node(shape))
      }
      endRun()
      for name in layer.texts { children += lettered(name, missing: &missing) }
      nodes.append(.group(Group(name: layer.name, children: children)))
    }
    return DrawnLayers(picture: nodes, warnings: warnings(missing))
  }

  private func warnings(_ missing: [String]) -> [Diagnostic] {
    let left = picture.omitted.prefix(12).joined(separator: ", ")
    let omitted = left.isEmpty ? "" : "; not drawn: \(printable(left, limit: 200))"
    return [
      .warning(
        .mapCellsLost,
        "the map is drawn as the drawing in its file shows it, because its cells are lost\(omitted)"
      )
    ]
      + missing.map {
        .warning(.textMissingGlyph, "no font has the character \($0)")
      }
  }

  private func node(_ shape: SalvagedDrawing.Shape) -> Node {
    .path(
      PathNode(
        shape.path,
        fill: shape.fill.map { Fill($0.color, rule: shape.isEvenOdd ? .evenOdd : .nonZero) },
        stroke: shape.stroke.map {
          Stroke(.color($0.color), width: shape.strokeWidth, dash: shape.dash, join: .round)
        }))
  }

  /// A name along its way, or in the middle of its place.
  private func lettered(_ name: SalvagedDrawing.Text, missing: inout [String]) -> [Node] {
    let usual = MapLook.Lettering().families
    let font = FontRequest(
      families: name.families + usual.filter { !name.families.contains($0) }, size: name.size)
    let path =
      TextPath(through: name.way)
      ?? TextPath([name.position - Point(1, 0), name.position + Point(1, 0)])
    guard let path else { return [] }
    let halo = Stroke(
      Color.white.opacity(0.6 * name.ink.opacity), width: min(2, name.size * 0.3), cap: .round,
      join: .round)
    return name.lines.prefix(8).enumerated().flatMap { index, line -> [Node] in
      let shaped = text.shape(String(line.prefix(400)), font: font)
      for scalar in shaped.missing where missing.count < 20 {
        let code = scalar.codePoint
        if !missing.contains(code) { missing.append(code) }
      }
      return shaped.placed(
        along: path, middle: name.middle,
        offset: LetterBox.shift(ofLine: index, of: min(8, name.lines.count), size: name.size),
        rise: name.way.isEmpty ? 0 : LetterBox.middle, size: name.size, trailing: 0,
        paint: .color(name.ink.color), halo: halo
      ).nodes
    }
  }
}

extension SalvagedDrawing.Ink {
  fileprivate var color: Color { Color(red, green, blue, alpha: opacity) }
}
