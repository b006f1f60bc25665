// SPDX-License-Identifier: MIT
// Part of Platen: names of burgs beside their marks, as many as there is room for.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  /// Names of burgs, most important first, each at the best free place round its mark; and the ids
  /// of capitals that found none.
  func burgNames(
    _ members: [RankedBurg], on board: LabelBoard
  ) -> (nodes: [Node], capitalsLeftOut: Set<Int>) {
    let density = request.labelDensity ?? look.labels.density
    // One name to about 5,000 square units of a picture of 1280 by 720, whatever it shows.
    let budget = density * 921_600 / 5_000
    // Letters under 4 pixels in a picture 1600 wide are specks; the generator, too, shows such names
    // only in a part of the sheet.
    let least = 3.2 * (window.width * window.height / 921_600).squareRoot()
    var specks = 0
    var nodes: [Node] = []
    var leftOut: Set<Int> = []
    var named = 0
    for member in members {
      let burg = world.burgs[member.index]
      if burg.label?.isHidden == true { continue }
      if member.rank != .capital, Double(named) >= budget { continue }
      let style = look.burgs.style(member.rank)
      let name = burg.label?.text ?? burg.name
      guard style.label.size > 0, !name.isEmpty else { continue }
      let size = style.label.size * (burg.label?.fontSize ?? 100) / 100
      if member.rank != .capital, size < least {
        specks += 1
        continue
      }
      let shaped = shape(name, style.label, size: size)
      guard shaped.width > 0 else { continue }
      var best: (origin: Point, box: Rect)?
      // A capital's name moves off its mark before it is left out.
      for distance in member.rank == .capital ? [0, 0.4, 0.8, 1.3, 1.8, 2.4] : [0.0] {
        best = cheapest(
          of: places(
            round: burg.position, mark: style.size / 2 + distance * size, width: shaped.width,
            size: size, offset: burg.label?.offset ?? .zero),
          on: board)
        if best != nil { break }
      }
      guard let best else {
        if member.rank == .capital { leftOut.insert(member.id) }
        continue
      }
      named += 1
      board.reserve(best.box)
      nodes += shaped.nodes(
        at: best.origin, paint: .color(style.label.color), halo: style.label.halo(size: size))
    }
    if specks > 0 {
      log.record(
        .note(
          "map.names-too-small",
          "burgs whose names would be too small to read are not named: \(specks)",
          hints: ["a region shows them, or a look with larger letters"]))
    }
    return (nodes, leftOut)
  }

  /// The place that covers least, the first of equals; nil where all are taken.
  private func cheapest(
    of places: [(origin: Point, box: Rect)], on board: LabelBoard
  ) -> (origin: Point, box: Rect)? {
    var best: (cost: Int, place: (origin: Point, box: Rect))?
    for (index, place) in places.enumerated() {
      guard let covered = board.cost(of: [place.box.insetBy(-look.labels.padding)]) else {
        continue
      }
      let cost = covered * 4 + index
      if cost < best?.cost ?? .max { best = (cost, place) }
    }
    return best?.place
  }

  /// Where a name may stand, in the look's order: its origin and its box.
  private func places(
    round c: Point, mark: Double, width: Double, size: Double, offset: Point
  ) -> [(origin: Point, box: Rect)] {
    let reach = mark + look.burgs.labelGap
    let diagonal = mark * 0.6 + look.burgs.labelGap * 0.7
    let level = c.y + LetterBox.middle * size
    return look.burgs.placement.map { direction in
      var origin: Point
      switch direction {
      case "n": origin = Point(c.x - width / 2, c.y - reach - 0.06 * size)
      case "s": origin = Point(c.x - width / 2, c.y + reach + LetterBox.above * size)
      case "w": origin = Point(c.x - reach - width, level)
      case "ne": origin = Point(c.x + diagonal, c.y - diagonal)
      case "nw": origin = Point(c.x - diagonal - width, c.y - diagonal)
      case "se": origin = Point(c.x + diagonal, c.y + diagonal + 0.55 * size)
      case "sw": origin = Point(c.x - diagonal - width, c.y + diagonal + 0.55 * size)
      default: origin = Point(c.x + reach, level)
      }
      origin = origin + offset
      let box = Rect(
        x: origin.x, y: origin.y - LetterBox.above * size, width: width,
        height: (LetterBox.above + LetterBox.below) * size)
      return (origin, box)
    }
  }
}
