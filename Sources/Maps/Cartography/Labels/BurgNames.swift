// SPDX-License-Identifier: MIT
// Part of Platen: names of burgs beside their marks; where it is crowded, a little off on a line.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  /// The most burgs that the look's density names, beside capitals and places of a story.
  var nameBudget: Double {
    let density = request.labelDensity ?? look.labels.density
    let factor = max(request.textFactor, 0.001)
    return density * 921_600 / 5_000 / (factor * factor)
  }

  /// The burgs a picture of this scale should name, most important first.
  ///
  /// Those inside the frame, not hidden under a plate, with a visible name and letters of a
  /// size that can be read: all capitals and all places under a symbol of a story, and of the
  /// others, by rank, people and port, as many as the
  /// look's density allows: at 1 one name to about 5,000 square units of a picture of 1280 by 720,
  /// whatever it shows. Pictures whose text keeps its size have room for more as they grow, and
  /// small ones, whose letters grow to be read, for fewer capitals.
  func findWantedBurgs() -> [RankedBurg] {
    let factor = max(request.textFactor, 0.001)
    let budget = nameBudget
    // Letters under 4 pixels in a picture 1600 wide are specks; FMG, too, shows such names
    // only in a part of the sheet.
    let least = max(
      3.2 * factor * (seen.width * seen.height / 921_600).squareRoot(), leastName)
    let plates = furniture.plates
    var specks = 0
    var wanted: [RankedBurg] = []
    for member in rankedBurgs {
      let burg = world.burgs[member.index]
      let size = nameSize(of: burg, lettering(of: member))
      guard request.sees(burg.label), size > 0, size < window.width,
        inside.contains(burg.position),
        !(burg.label?.text ?? burg.name).allSatisfy(\.isWhitespace)
      else { continue }
      if let share = growth(of: member), Double(wanted.count) >= max(4, budget * share) {
        specks += 1
        continue
      }
      if member.rank != .capital, !request.overlay.marks(burg.position) {
        if Double(wanted.count) >= budget { continue }
        if size < least {
          specks += 1
          continue
        }
        if plates.contains(where: { $0.contains(burg.position) }) { continue }
      }
      wanted.append(member)
    }
    recordTooSmall("burgs", specks)
    return wanted
  }

  /// Names of burgs, most important first, each at the best free place round its mark, at most
  /// `distance` em from it on a line; the ids of capitals that found none, and all others without.
  func burgNames(
    _ members: [RankedBurg], within distance: Double = 7, on grid: LabelCollisionGrid,
    marks: LabelCollisionGrid
  ) -> (nodes: [Node], capitalsLeftOut: Set<Int>, crowded: [RankedBurg]) {
    var lines: [Node] = []
    var nodes: [Node] = []
    var leftOut: Set<Int> = []
    var crowded: [RankedBurg] = []
    for member in members {
      let burg = world.burgs[member.index]
      var lettering = lettering(of: member)
      let size = nameSize(of: burg, lettering)
      lettering.space(by: burg.label?.letterSpacing, size: size, scale: scale)
      let name = burg.label?.text ?? burg.name
      let shaped = shape(name, lettering, size: size)
      let reach = LetterBox(tightlyOf: name)
      guard shaped.width > 0 else { continue }
      let room = NameRoom(
        map: self, grid: grid, marks: marks, mark: member,
        radius: max(markRadius(of: member), request.overlay.reach(from: member.position)),
        width: shaped.width, size: size, reach: reach)
      let isGrown = growth(of: member) != nil
      let isNeeded =
        !isGrown && member.rank == .capital || request.overlay.marks(member.position)
      let spot =
        room.moved(by: burg.label?.offset ?? .zero) ?? room.beside()
        ?? room.aside(within: isGrown ? min(distance, 1.7) : distance)
        ?? (isNeeded ? room.anywhere() : nil)
      guard let spot else {
        if member.rank == .capital, !isGrown {
          leftOut.insert(member.id)
        } else {
          crowded.append(member)
        }
        continue
      }
      grid.place([spot.box], as: .burgs)
      if let line = spot.line {
        grid.statistics.countLeaderLine()
        grid.reserve(NameRoom.boxes(along: line, thickness: size * 0.1))
        lines.append(leader(line, lettering, size: size))
      }
      nodes += shaped.nodes(
        at: spot.origin, paint: .color(lettering.color), halo: lettering.halo(size: size))
    }
    return (lines + nodes, leftOut, crowded)
  }

  /// Em of the smallest letters that can be read, in map units; a hair less, so that what is as
  /// large passes.
  var leastName: Double { (request.leastName ?? 0) * 0.999 }

  /// Counts names that are omitted because they cannot be read.
  func recordTooSmall(_ kind: String, _ count: Int) {
    guard count > 0 else { return }
    log.record(
      .note(
        .mapNamesTooSmall,
        "\(kind) whose names would be too small to read are not named: \(count)",
        hints: ["a region shows them, or a look with larger letters"]))
  }

  /// Em of letters as they are drawn: those almost as large as can be read are enlarged to that.
  func readable(_ size: Double) -> Double {
    size >= leastName * request.enlargedNames ? max(size, leastName) : size
  }

  /// The letters of a burg's name: those of its own group where the save has such letters, or else
  /// those of its rank.
  func lettering(of burg: RankedBurg) -> MapLook.Lettering {
    look.saved.burgs[world.burgs[burg.index].group] ?? look.burgs.style(burg.rank).label
  }

  /// Em of a burg's name; capitals, which are all named, have letters that can be read.
  func nameSize(of burg: Burg, _ lettering: MapLook.Lettering) -> Double {
    let size = lettering.size * (burg.label?.fontSize ?? 100) / 100
    let isNeeded = burg.isCapital || request.overlay.marks(burg.position)
    return isNeeded && size > 0 ? max(size, leastName) : readable(size)
  }

  /// The room that letters of a capital take beside what they take once they can be read, where
  /// these are so much larger that the picture has no room for all capitals; else nil. FMG's own
  /// looks name all.
  func growth(of member: RankedBurg) -> Double? {
    guard member.rank == .capital, look.sheet.reference > 0, leastName > 0,
      !request.overlay.marks(member.position)
    else { return nil }
    let percent = world.burgs[member.index].label?.fontSize ?? 100
    let share = lettering(of: member).size * percent / 100 / leastName
    return share < request.enlargedNames * 0.999 ? share * share : nil
  }

  /// The line from what is named to its name.
  func leader(
    _ line: (from: Point, to: Point), _ lettering: MapLook.Lettering, size: Double
  ) -> Node {
    var path = Path()
    path.append(line: [line.from, line.to])
    return .path(
      PathNode(path, stroke: Stroke(lettering.color.opacity(0.8), width: size * 0.06, cap: .round)))
  }
}

/// The place of a name, and the line that leads to it from its mark, if there is one.
struct NamePosition {
  var origin: Point
  var box: Rect
  var line: (from: Point, to: Point)?
  /// The cost of what the line crosses: marks of other burgs, letters of regions' names.
  var lineCost = 0
}

/// The room round one burg's mark.
struct NameRoom {
  let map: Composition
  /// Names and plates, which forbid; marks of burgs and pins, which cost.
  let grid: LabelCollisionGrid
  /// Marks of burgs alone, no name of a burg stands on one.
  let marks: LabelCollisionGrid
  let mark: RankedBurg
  /// From the middle of the mark to its edge, or to that of a sign drawn over it.
  let radius: Double
  let width: Double
  let size: Double
  let reach: LetterBox

  private var center: Point { mark.position }
  private var gap: Double { map.look.burgs.labelGap }

  /// The place the user moved the name to, as FMG has it: its middle over the mark, and off by
  /// `offset` from there. Nil where it was not moved or others stand there.
  func moved(by offset: Point) -> NamePosition? {
    guard offset != .zero, offset.isFinite else { return nil }
    let origin = Point(center.x - width / 2 + offset.x, center.y - 0.4 * size + offset.y)
    let spot = spot(at: origin)
    return grid.cost(of: [spot.box]) != nil && marks.isFree(spot.box) ? spot : nil
  }

  /// Right beside the mark: the place that covers least, the first of equals in the look's order.
  func beside() -> NamePosition? {
    cheapest(map.look.burgs.placement.map { spot(at: origin($0, distance: 0)) })?.spot
  }

  /// A little off the mark; from one em on, at the end of a line of at most `longest` em.
  func aside(within longest: Double) -> NamePosition? {
    if let near = cheapest(
      map.look.burgs.placement.map { spot(at: origin($0, distance: 0.35 * size)) })
    {
      return near.spot
    }
    return onLine([0.8, 1.2, 1.7, 2.3, 3, 4, 5.5, 7].filter { $0 <= longest }, overMarks: false)
  }

  /// The cheapest place at the end of a line of one of these lengths, in em, where three or four em
  /// cost as much as crossing a letter of a region's name; nil where all are taken.
  private func onLine(_ distances: [Double], overMarks: Bool) -> NamePosition? {
    var best: (spot: NamePosition, cost: Int)?
    for distance in distances {
      let effort = Int(10 * distance)
      guard effort < best?.cost ?? .max else { break }
      let spots = (0..<24).map { off($0, distance: distance * size) }
      // Most often all are taken, and lines take longer to look at than names.
      guard spots.contains(where: { covered(by: $0) != nil }),
        let found = cheapest(spots.compactMap { onLine($0, overMarks: overMarks) }),
        found.cost + effort < best?.cost ?? .max
      else { continue }
      best = (found.spot, found.cost + effort)
    }
    return best?.spot
  }

  /// Anywhere near that no name and no other burg's mark stands, or farther off at the end of a
  /// line, be it over marks: capitals are named whatever it takes.
  func anywhere() -> NamePosition? {
    for distance in [0, 0.4, 0.8, 1.3, 1.8, 2.4] {
      let spots = map.look.burgs.placement.map { spot(at: origin($0, distance: distance * size)) }
      if let found = cheapest(spots) { return found.spot }
    }
    return onLine([1.2, 2, 3, 4, 5.5, 7, 9, 11, 13], overMarks: true)
  }

  // MARK: Places

  private func spot(at origin: Point) -> NamePosition {
    NamePosition(
      origin: origin,
      box: Rect(
        x: origin.x, y: origin.y - reach.above * size, width: width,
        height: (reach.above + reach.below) * size))
  }

  /// The name's origin in one of eight directions; its box never touches the mark.
  private func origin(_ direction: String, distance: Double) -> Point {
    let c = center
    let off = radius + gap + distance
    let level = c.y + reach.middle * size
    let rise = radius * 0.5 + distance * 0.7
    switch direction {
    case "n": return Point(c.x - width / 2, c.y - off - reach.below * size)
    case "s": return Point(c.x - width / 2, c.y + off + reach.above * size)
    case "w": return Point(c.x - off - width, level)
    case "ne": return Point(c.x + off * 0.95, c.y - rise - 0.1 * size)
    case "nw": return Point(c.x - off * 0.95 - width, c.y - rise - 0.1 * size)
    case "se": return Point(c.x + off * 0.95, c.y + rise + 0.6 * size)
    case "sw": return Point(c.x - off * 0.95 - width, c.y + rise + 0.6 * size)
    default: return Point(c.x + off, level)
    }
  }

  private static let ways = (0..<24).map { turn in
    let angle = Double(turn) * .pi / 12
    return Point(cos(angle), sin(angle))
  }

  /// A place at the end of a line in one of 24 directions, clockwise from east.
  private func off(_ turn: Int, distance: Double) -> NamePosition {
    let way = NameRoom.ways[turn]
    let from = center + way * (radius * 1.2 + gap * 0.3 + size * 0.05)
    let to = center + way * (radius + gap + distance)
    let air = size * 0.12
    let height = (reach.above + reach.below) * size
    let corner: Point
    if abs(way.x) > 0.5 {
      corner = Point(way.x > 0 ? to.x + air : to.x - air - width, to.y - height / 2)
    } else {
      corner = Point(to.x - width / 2, way.y > 0 ? to.y + air : to.y - air - height)
    }
    var spot = spot(at: Point(corner.x, corner.y + reach.above * size))
    spot.line = (from, to)
    return spot
  }

  /// The place with what its line covers; nil where that would cross another burg's name.
  private func onLine(_ spot: NamePosition, overMarks: Bool) -> NamePosition? {
    guard let line = spot.line else { return spot }
    let boxes = NameRoom.boxes(along: line, thickness: size * 0.1)
    // Neither over a burg's name nor over the mark of a capital or a city.
    guard let crossed = grid.cost(of: boxes, limit: LabelCollisionGrid.solid),
      let dots = marks.cost(
        of: boxes, limit: overMarks ? LabelCollisionGrid.hard : 12)
    else { return nil }
    var spot = spot
    // A letter is crossed by several of the line's boxes.
    spot.lineCost = crossed / LabelCollisionGrid.hard * 5 + dots * 4
    return spot
  }

  /// Small boxes that cover a line.
  static func boxes(along line: (from: Point, to: Point), thickness: Double) -> [Rect] {
    let parts = line.from.distance(to: line.to) / max(thickness, 1e-6)
    let count = Int(min(64, max(1, parts)).rounded(.up))
    return (0...count).map { step in
      let p = line.from + (line.to - line.from) * (Double(step) / Double(count))
      return Rect(
        x: p.x - thickness / 2, y: p.y - thickness / 2, width: thickness, height: thickness)
    }
  }

  // MARK: Choice

  /// The free place that covers least, the first of equals, with its cost; nil where all are taken.
  private func cheapest(_ spots: [NamePosition]) -> (spot: NamePosition, cost: Int)? {
    var best: (spot: NamePosition, cost: Int)?
    for (index, spot) in spots.enumerated() {
      guard let covered = covered(by: spot) else { continue }
      let cost =
        covered * 4 + index + shoreCost(spot.box) + spot.lineCost + strangeness(of: spot.box)
      if cost < best?.cost ?? .max { best = (spot, cost) }
    }
    return best
  }

  /// The cost of letters so close to another mark that they seem to be its name.
  private func strangeness(of box: Rect) -> Int {
    let near = marks.dearest(in: box.insetBy(-0.4 * size), but: center)
    return near >= LabelCollisionGrid.capital ? 40 : near > 1 ? 6 : 0
  }

  /// The cost of what a name covers at a position; nil where that is taken.
  private func covered(by spot: NamePosition) -> Int? {
    guard marks.isFree(spot.box) else { return nil }
    return grid.cost(of: [spot.box.insetBy(-map.look.labels.padding)])
  }

  /// Letters half on land and half on water read badly; a port's name stands best on the water.
  private func shoreCost(_ box: Rect) -> Int {
    let y = box.minY + box.height * 0.6
    var wet = 0
    for step in 0..<5 {
      let p = Point(box.minX + box.width * (Double(step) + 0.5) / 5, y)
      if map.cells.height[map.locator.cell(at: p)] < 20 { wet += 1 }
    }
    if wet == 5 { return 0 }
    if wet > 0 { return 8 }
    return mark.isPort ? 7 : 0
  }
}

extension LabelCollisionGrid {
  /// Indicates whether nothing at all stands on `rect` or beyond the sheet's edge.
  func isFree(_ rect: Rect) -> Bool { cost(of: [rect]) == 0 }
}
