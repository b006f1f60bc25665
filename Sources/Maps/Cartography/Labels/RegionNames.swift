// SPDX-License-Identifier: MIT
// Part of Platen: names of states, cultures and religions along the way through them.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Libc

/// A region that is to be named.
struct NamedRegion {
  var id: Int
  var shortName: String
  var fullName: String
  /// The name as the saved map shows it.
  var drawnName: String?
  var pole: Point
  var cellCount: Int
  var override: LabelOverride?
  /// The way of the name in the saved map, where the look follows it.
  var drawn: LabelOverride?
  /// Letters of the name's own group.
  var lettering: MapLook.Lettering?
  /// Em of the largest letters it may have, for its area; nil for those of the look.
  var largest: Double?
}

/// The name of a region where it stands.
struct PlacedRegion {
  var text: PlacedText
  /// Em of its letters.
  var size: Double
  /// From the land to a name that stands beside it.
  var line: (from: Point, to: Point)?
}

/// Finds the place of regions' names, one after the other on one board.
struct RegionNames {
  let map: Composition
  /// The region of each cell.
  let labels: [UInt16]
  var lettering: MapLook.Lettering
  let mode: String
  var minSize: Double
  var maxSize: Double
  let maxSpacing: Double
  let fill: Double
  let movesAside: Bool
  /// Em of letters, largest first, where sizes come in steps; empty where any will do.
  var steps: [Double] = []

  /// One way of writing a name.
  private struct Writing {
    var lines: [ShapedText]
    /// Widest line at `size`, without the space after its last letter.
    var width: Double
    var size: Double
    var isFull: Bool
    /// Indicates whether its letters hold on to each other and stand on a straight line, close
    /// together.
    var isJoined: Bool
  }

  private struct Attempt {
    var text: PlacedText
    var size: Double
    var worth: Double
    var line: (from: Point, to: Point)?
  }

  /// The candidates for the place of a name.
  private struct Chances {
    var writings: [Writing]
    /// The best first, where the saved map shows none.
    var ways: [RegionWay.Candidate]
    /// The score of the best way through the region.
    var bestScore: Double
    /// Em of the largest letters.
    var largest: Double
    var inside: (Point) -> Bool
  }

  /// The name of `region`, or nil where it has no room.
  ///
  /// - Parameter isLast: whether letters may stand on the marks of capitals and far from the pole
  ///   rather than not at all.
  func place(
    _ region: NamedRegion, on grid: LabelCollisionGrid, isLast: Bool = true
  ) -> PlacedRegion? {
    if let own = region.lettering, lettering.size > 0 {
      var region = region
      region.lettering = nil
      return lettered(own).place(region, on: grid, isLast: isLast)
    }
    if let text = saved(region, on: grid) { return text }
    let chances = chances(of: region)
    // Clear of the marks of capitals where a good way is, or level elsewhere in the region; over
    // them, rather than astray or not at all. Clear of arms wherever there is room for that.
    let capital = LabelCollisionGrid.capital
    var found =
      (movesAside ? search(chances, on: grid, limit: capital) : nil)
      ?? (movesAside ? level(region, chances, on: grid, limit: capital) : nil)
      ?? (hasSigns && isLast
        ? search(chances, on: grid, limit: LabelCollisionGrid.shield) : nil)
    if found == nil, !isLast, let short = chances.writings.last {
      found = near(region, short, grid, limit: capital) ?? beside(region, short, grid)
    }
    if isLast {
      found =
        found
        ?? (movesAside ? lastResort(region, chances.writings, grid, chances.inside, capital) : nil)
        ?? search(chances, on: grid, limit: LabelCollisionGrid.hard)
        ?? lastResort(
          region, chances.writings, grid, chances.inside, LabelCollisionGrid.hard)
    }
    return found.map { PlacedRegion(text: $0.text, size: $0.size, line: $0.line) }
  }

  /// The same with letters of another group, as large for their regions.
  private func lettered(_ own: MapLook.Lettering) -> RegionNames {
    var copy = self
    let factor = own.size / lettering.size
    copy.lettering = own
    copy.minSize = max(minSize * factor, map.leastName)
    copy.maxSize = max(maxSize * factor, map.leastName)
    return copy
  }

  /// The name of `region` once more, in another piece of it; nil where no good way is free.
  func placeAgain(_ region: NamedRegion, on grid: LabelCollisionGrid) -> PlacedRegion? {
    search(chances(of: region), on: grid, limit: LabelCollisionGrid.capital)
      .map { PlacedRegion(text: $0.text, size: $0.size) }
  }

  /// A number in the letters of names on a disc, as near to the region's pole as it is free, or else
  /// on water or no region's land beside it.
  func number(
    _ text: String, of region: NamedRegion, on grid: LabelCollisionGrid
  ) -> PlacedText? {
    let inside = insideTest(region)
    let legend = map.look.legend
    let size = max(minSize * 0.72, min(map.leastName, minSize))
    let writing = writing([text], isFull: false)
    let radius = max(size * 0.62, writing.width * size / writing.size / 2 + size * 0.25)
    let isFree = { (p: Point) in
      map.charted.contains(p) && Int(labels[map.locator.cell(at: p)]) == 0
    }
    for (ring, allows) in (0...14).map({ ($0, inside) }) + (1...8).map({ ($0, isFree) }) {
      let turns = ring == 0 ? 1 : 20
      for turn in 0..<turns {
        let angle = Double(turn) * .pi / 10
        let center = region.pole + Point(cos(angle), sin(angle)) * (Double(ring) * 0.4 * size)
        let box = Rect(
          x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        guard allows(center), grid.cost(of: [box], limit: LabelCollisionGrid.capital) != nil,
          var placed = set(writing, around: center, size: size)
        else { continue }
        let disc = PathNode(
          Path(circleAt: center, radius: radius), fill: Fill(legend.fill.opacity(1)),
          stroke: legend.line.isVisible ? legend.line.stroke : nil)
        placed.nodes.insert(.path(disc), at: 0)
        placed.boxes = [box]
        return placed
      }
    }
    return nil
  }

  /// Indicates whether there is something on the map that a name must step further aside for than
  /// letters are high.
  private var hasSigns: Bool {
    let layers = map.request.layers
    return layers.contains(.emblems) && !map.signHomes.emblems.isEmpty
      || layers.contains(.military) && map.request.audience != .player
      || layers.contains(.markers)
  }

  private func chances(of region: NamedRegion) -> Chances {
    let unit = max(map.seen.width * map.seen.height / 921_600, 0.01).squareRoot()
    let inside = insideTest(region)
    var ways = RegionWay.candidates(
      pole: region.pole, step: 5 * unit, reach: 300 * unit, halfHeight: minSize / 2,
      count: 24, isInside: inside)
    let bestScore = ways.first?.score ?? 0
    // The way that a saved map shows is taken where others are not much better.
    if let proposed = region.override?.path, proposed.count > 1 {
      let moved = proposed.map { $0 + (region.override?.offset ?? .zero) }
      ways.insert(
        RegionWay.Candidate(points: moved, score: max(bestScore * 1.1, 1)), at: 0)
    }
    // Where there is no way at all the name stands level on the pole.
    let level = [region.pole - Point(minSize, 0), region.pole + Point(minSize, 0)]
    ways.append(RegionWay.Candidate(points: level, score: 0))
    return Chances(
      writings: writings(of: region, along: ways[0].points, inside), ways: ways,
      bestScore: bestScore, largest: min(maxSize, region.largest ?? maxSize), inside: inside)
  }

  /// The best of the ways through the region, or nil where none is free as far as `limit` requires.
  private func search(_ chances: Chances, on grid: LabelCollisionGrid, limit: Int) -> Attempt? {
    var best: Attempt?
    for way in chances.ways {
      guard let bent = TextPath(through: way.points) else { continue }
      // Lines above each other would run into each other in a bend.
      let straight = TextPath([way.points[0], way.points[way.points.count - 1]])
      let share = chances.bestScore > 0 ? way.score / chances.bestScore : 1
      if let best, best.worth > share * 1.5 { break }
      for writing in chances.writings {
        guard let path = writing.lines.count > 1 || writing.isJoined ? straight : bent,
          let attempt = attempt(
            writing, path, share, grid, limit, chances, above: best?.worth ?? 0)
        else { continue }
        if attempt.worth > best?.worth ?? 0 { best = attempt }
      }
    }
    return best
  }

  // MARK: What is written

  private func writings(
    of region: NamedRegion, along way: [Point], _ inside: (Point) -> Bool
  ) -> [Writing] {
    if let text = region.override?.text, !text.isEmpty {
      let lines = text.split(separator: "|").map(String.init)
      let given = [writing(lines, isFull: true)]
      let parted = lines.count == 1 ? split(text).map { [writing($0, isFull: true)] } ?? [] : []
      // What the user wrote, or the plain name where that has no room.
      return given + parted + [writing([region.shortName], isFull: false)]
    }
    let full = region.fullName.isEmpty ? region.shortName : region.fullName
    let short = region.shortName.isEmpty ? full : region.shortName
    let isFull = full != short && bearsFullName(region, full, along: way, inside)
    let name = isFull ? full : short
    let one = writing([name], isFull: isFull)
    let two = split(name).map { writing($0, isFull: isFull) }
    return isFull ? (two.map { [$0] } ?? []) + [one] : [one] + (two.map { [$0] } ?? [])
  }

  /// Indicates whether a region bears its full name: where the saved map shows it or requires such
  /// names, else where FMG would write it.
  ///
  /// FMG writes it on one line along a way almost twice as long, or on two lines whose
  /// block is inside the region but for a corner.
  private func bearsFullName(
    _ region: NamedRegion, _ full: String, along way: [Point], _ inside: (Point) -> Bool
  ) -> Bool {
    guard mode == "auto" else { return mode == "full" }
    if let drawn = region.drawnName { return RegionNames.plain(drawn) == full }
    if let requested = map.world.presentation.stateNames, requested != "auto" {
      return requested == "full"
    }
    guard let path = TextPath(through: way) else { return false }
    // Lengths are measured in letters of the usual size.
    let room = path.length * 7 / max(map.shape("Example", lettering).width, 0.01)
    guard room <= 1.8 * Double(full.count), let lines = split(full) else { return true }
    let longest = Double(lines.map(\.count).max() ?? 1)
    let scale = min(max(0.6 * room / longest, 0.7), 1.5)
    let along = (way[way.count - 1] - way[0]) / max((way[way.count - 1] - way[0]).length, 0.01)
    let half = along * (writing(lines, isFull: true).width * scale / 2)
    let up = Point(-along.y, along.x) * (1.1 * lettering.size * scale)
    let middle = path.place(at: path.length / 2).point
    let corners = [half + up, half - up, Point.zero - half + up, Point.zero - half - up, up]
    return (corners + [Point.zero - up]).count { inside(middle + $0) } > 4
  }

  /// A name without the bars between its lines.
  private static func plain(_ name: String) -> String {
    String(name.map { $0 == "|" ? " " : $0 })
  }

  private func writing(_ lines: [String], isFull: Bool) -> Writing {
    let size = lettering.size
    let shaped = lines.map { map.shape($0, lettering) }
    let isJoined = lines.contains { LetterBox(of: $0).isJoined }
    let trailing = isJoined ? 0 : lettering.spacing * size
    return Writing(
      lines: shaped, width: (shaped.map(\.width).max() ?? 0) - trailing, size: size,
      isFull: isFull, isJoined: isJoined)
  }

  /// Two lines of about the same length, or nil for a single word.
  private func split(_ name: String) -> [String]? {
    // More letters than these are not set.
    let words = name.prefix(400).split(separator: " ").map(String.init)
    guard words.count > 1 else { return nil }
    var best: [String] = []
    var least = Int.max
    for cut in 1..<words.count {
      let first = words[..<cut].joined(separator: " ")
      let second = words[cut...].joined(separator: " ")
      let longest = max(first.count, second.count)
      if longest < least {
        least = longest
        best = [first, second]
      }
    }
    return best
  }

  // MARK: Whether it fits

  /// The largest letters that fit, or nil where they do not or would be worth no more than `worth`.
  private func attempt(
    _ writing: Writing, _ path: TextPath, _ share: Double, _ grid: LabelCollisionGrid,
    _ limit: Int, _ chances: Chances, above worth: Double
  ) -> Attempt? {
    guard writing.width > 0 else { return nil }
    let most = chances.largest
    let wanted = path.length * fill / writing.width * writing.size
    // A full name stands better on two lines.
    let fullness = writing.isFull ? (writing.lines.count > 1 ? 1.5 : 1.2) : 1
    for size in sizes(upTo: min(most, wanted)) {
      // What stands free of all marks is worth this, and smaller letters only less.
      guard share * (size / most).squareRoot() * fullness > worth else { return nil }
      let text = set(writing, along: path, size: size)
      if fits(text, chances.inside),
        let spot = step(aside: text, path.across * size, grid, limit, chances.inside)
      {
        let aside = movesAside ? 1 / (1 + 0.015 * Double(spot.cost)) : 1
        let moved = spot.shift == .zero ? nil : path.moved(by: spot.shift)
        return Attempt(
          text: moved.map { set(writing, along: $0, size: size) } ?? text, size: size,
          worth: share * (size / most).squareRoot() * aside * fullness)
      }
    }
    return nil
  }

  /// Sizes to try, largest first.
  private func sizes(upTo limit: Double) -> [Double] {
    guard steps.isEmpty else {
      return steps.filter { $0 <= limit * 1.001 && $0 >= minSize * 0.999 }
    }
    var sizes: [Double] = []
    var size = limit
    while size >= minSize {
      sizes.append(size)
      size *= 0.92
    }
    return sizes
  }

  /// Indicates whether a name, moved by `shift`, lies inside its region but for a hair.
  private func fits(
    _ text: PlacedText, by shift: Point = .zero, _ inside: (Point) -> Bool
  ) -> Bool {
    let probes = text.probes.count
    let strays = probes - Int((0.99 * Double(probes)).rounded(.up))
    var outside = 0
    for probe in text.probes where outside <= strays && !inside(probe + shift) { outside += 1 }
    return outside <= strays
  }

  /// The place where a name covers least: on its way, or up to one `em` aside, where smaller
  /// letters would stand clear, and further for the sake of arms and armies; nil where others
  /// forbid it everywhere.
  private func step(
    aside text: PlacedText, _ em: Point, _ grid: LabelCollisionGrid, _ limit: Int,
    _ inside: (Point) -> Bool
  ) -> (shift: Point, cost: Int)? {
    var best = grid.cost(of: text.boxes, limit: limit).map { (shift: Point.zero, cost: $0) }
    let isForSigns = hasSigns && limit <= LabelCollisionGrid.shield
    guard movesAside || isForSigns else { return best }
    let steps = [0.35, -0.35, 0.7, -0.7, 1, -1]
    let far = isForSigns ? [1.5, -1.5, 2.1, -2.1, 2.8, -2.8, 3.6, -3.6] : []
    for part in steps + far where best?.cost != 0 {
      let shift = em * part
      guard let cost = grid.cost(of: text.boxes.map { $0.translated(by: shift) }, limit: limit),
        cost < best?.cost ?? .max,
        fits(text, by: shift, inside)
      else { continue }
      best = (shift, cost)
    }
    return best
  }

  /// A level name anywhere in the region, in letters little larger than the smallest: where it
  /// covers least, the nearest such place to the pole; nil where none is free as far as `limit`
  /// requires.
  private func level(
    _ region: NamedRegion, _ chances: Chances, on grid: LabelCollisionGrid, limit: Int
  ) -> Attempt? {
    guard let path = TextPath([region.pole - Point(1, 0), region.pole + Point(1, 0)]) else {
      return nil
    }
    for size in [minSize * 1.4, minSize * 1.2, minSize] where size <= max(chances.largest, minSize)
    {
      for writing in chances.writings {
        let text = set(writing, along: path, size: size)
        var best: (shift: Point, cost: Int)?
        for ring in 1...24 where best?.cost != 0 {
          let turns = min(6 * ring, 36)
          for turn in 0..<turns {
            let angle = 2 * Double.pi * Double(turn) / Double(turns)
            let shift = Point(cos(angle), sin(angle)) * (Double(ring) * 0.7 * size)
            guard chances.inside(region.pole + shift), fits(text, by: shift, chances.inside),
              let cost = grid.cost(of: text.boxes.map { $0.translated(by: shift) }, limit: limit),
              cost < best?.cost ?? .max
            else { continue }
            best = (shift, cost)
          }
        }
        guard let best, let moved = path.moved(by: best.shift) else { continue }
        return Attempt(text: set(writing, along: moved, size: size), size: size, worth: 0.1)
      }
    }
    return nil
  }

  /// The shortest writing in the smallest letters, moved up or down until it is free; the short
  /// name where the full one has no room.
  private func lastResort(
    _ region: NamedRegion, _ writings: [Writing], _ grid: LabelCollisionGrid,
    _ inside: (Point) -> Bool, _ limit: Int
  ) -> Attempt? {
    if let short = writings.last(where: { !$0.isFull }) {
      return astray(region, short, grid, inside, limit)
    }
    for writing in writings + [writing([region.shortName], isFull: false)] {
      if let found = astray(region, writing, grid, inside, limit) { return found }
    }
    return nil
  }

  /// A writing in the smallest letters where it is free, the nearer to the pole the better.
  private func astray(
    _ region: NamedRegion, _ writing: Writing, _ grid: LabelCollisionGrid,
    _ inside: (Point) -> Bool, _ limit: Int
  ) -> Attempt? {
    if let found = near(region, writing, grid, limit: limit) { return found }
    let smallest = min(map.leastName, minSize)
    // Then anywhere the middle of the name lies in the region, the nearest to its pole first; and
    // pushed off the sheet's edge, which cuts off the regions of its corners.
    for isPushed in [false, true] {
      for size in [max(minSize * 0.8, smallest), max(minSize * 0.62, smallest)] {
        var best: Level?
        for ring in 1...16 {
          guard 8 * ring < best?.cost ?? .max else { break }
          for turn in 0..<24 {
            let angle = Double(turn) * .pi / 12
            let center = region.pole + Point(cos(angle), sin(angle)) * (Double(ring) * size)
            guard inside(center) else { continue }
            let place = isPushed ? pushed(center, writing, size: size) : center
            choose(
              writing, around: place, size: size, effort: 8 * ring, grid,
              limit: limit, over: &best)
          }
        }
        if let best { return best.attempt }
      }
    }
    return nil
  }

  /// A level writing, and the cost of what it covers with that of its distance.
  private typealias Level = (attempt: Attempt, cost: Int)

  /// Takes a level writing in place of `best` where it is free as far as `limit` requires and covers
  /// less.
  private func choose(
    _ writing: Writing, around center: Point, size: Double, effort: Int,
    _ grid: LabelCollisionGrid, limit: Int, over best: inout Level?
  ) {
    guard let text = set(writing, around: center, size: size),
      let covered = grid.cost(of: text.boxes, limit: limit),
      covered + effort < best?.cost ?? .max
    else { return }
    best = (Attempt(text: text, size: size, worth: 0.01), covered + effort)
  }

  /// A writing in small letters close to the pole.
  private func near(
    _ region: NamedRegion, _ writing: Writing, _ grid: LabelCollisionGrid,
    limit: Int
  ) -> Attempt? {
    for size in [minSize, max(minSize * 0.8, min(map.leastName, minSize))] {
      var best: Level?
      let steps = [
        (0.0, 0.0), (0, -1), (0, 1), (1.5, 0), (-1.5, 0), (1.5, -1), (-1.5, 1), (0, -2), (0, 2),
        (2.5, 0), (-2.5, 0),
      ]
      for (index, step) in steps.enumerated() {
        let center = region.pole + Point(step.0 * size, step.1 * size)
        choose(
          writing, around: center, size: size, effort: 4 * index, grid, limit: limit, over: &best)
      }
      if let best { return best.attempt }
    }
    return nil
  }

  /// A writing on the sea beside its region, or on a lake close by, a line between.
  private func beside(
    _ region: NamedRegion, _ writing: Writing, _ grid: LabelCollisionGrid
  ) -> Attempt? {
    let size = max(minSize * 0.8, min(map.leastName, minSize))
    let half = Point(
      writing.width * size / writing.size / 2, size * (0.2 + Double(writing.lines.count) / 2))
    let (heights, bodies) = (map.cells.height, map.cells.feature)
    let features = map.world.features
    func isWater(_ p: Point, away distance: Double) -> Bool {
      let cell = map.locator.cell(at: p)
      guard heights[cell] < 20 else { return false }
      // Far off on a lake it would seem to name that, or the land around it.
      return distance < 3 || features[id: Int(bodies[cell])]?.kind != .lake
    }
    for distance in [1.5, 2.5, 3.5, 5, 6.5, 8] {
      var best: Level?
      for turn in 0..<24 {
        let angle = Double(turn) * .pi / 12
        let way = Point(cos(angle), sin(angle))
        let tip = region.pole + way * (distance * size)
        let center =
          tip
          + Point(
            abs(way.x) > 0.5 ? (way.x > 0 ? half.x : -half.x) : way.x * half.x,
            abs(way.x) > 0.5 ? 0 : (way.y > 0 ? half.y : -half.y))
        guard let text = set(writing, around: center, size: size),
          text.probes.allSatisfy({ isWater($0, away: distance) }),
          let covered = grid.cost(of: text.boxes, limit: LabelCollisionGrid.capital),
          covered < best?.cost ?? .max
        else { continue }
        let line = (from: region.pole, to: tip - way * (size * 0.15))
        guard grid.cost(of: NameRoom.boxes(along: line, thickness: size * 0.1)) != nil else {
          continue
        }
        best = (Attempt(text: text, size: size, worth: 0.01, line: line), covered)
      }
      if let best { return best.attempt }
    }
    return nil
  }

  /// The middle of a level name nearest to `center` where the name does not leave the sheet.
  private func pushed(_ center: Point, _ writing: Writing, size: Double) -> Point {
    let room = map.charted.insetBy(2 * map.scale)
    let half = Point(
      writing.width * size / writing.size / 2 + size * 0.2,
      size * (0.5 + Double(writing.lines.count) / 2))
    guard room.width > 2 * half.x, room.height > 2 * half.y else { return center }
    return Point(
      min(max(center.x, room.minX + half.x), room.maxX - half.x),
      min(max(center.y, room.minY + half.y), room.maxY - half.y))
  }

  /// A level name.
  private func set(_ writing: Writing, around center: Point, size: Double) -> PlacedText? {
    TextPath([center - Point(1, 0), center + Point(1, 0)])
      .map { set(writing, along: $0, size: size) }
  }

  private func insideTest(_ region: NamedRegion) -> (Point) -> Bool {
    let id = region.id
    let labels = labels
    let small = region.cellCount / 20
    let room = map.charted
    let locator = map.locator
    let (heights, bodies) = (map.cells.height, map.cells.feature)
    let features = map.world.features
    return { p in
      guard room.contains(p) else { return false }
      let cell = locator.cell(at: p)
      if Int(labels[cell]) == id { return true }
      // Letters may cross a small lake inside.
      guard heights[cell] < 20, let feature = features[id: Int(bodies[cell])]
      else { return false }
      return feature.kind == .lake && feature.cellCount <= small
    }
  }

  // MARK: Setting

  private func set(
    _ writing: Writing, along path: TextPath, middle: Double = 0.5, size: Double,
    isSpread: Bool = true
  ) -> PlacedText {
    let factor = size / writing.size
    let count = writing.lines.count
    let rise = lettering.isUpper ? LetterBox.capitalMiddle : LetterBox.middle
    let usual = writing.isJoined ? 0 : lettering.spacing
    var spacing = usual
    // A name with room to spare is stretched by its spaces, as on engraved maps.
    let letters = writing.lines.map { $0.runs.reduce(0) { $0 + $1.glyphs.count } }.max() ?? 0
    let room = path.length * fill - writing.width * factor
    if room > 0, letters > 1, maxSpacing > spacing, isSpread, !writing.isJoined {
      spacing = min(maxSpacing, spacing + room / Double(letters - 1) / size)
    }
    let extra = (spacing - usual) * size
    var result = PlacedText(nodes: [], boxes: [], probes: [])
    for (index, line) in writing.lines.enumerated() {
      let shaped = line.scaled(by: factor).spread(by: extra)
      let placed = shaped.placed(
        along: path, middle: middle, offset: LetterBox.shift(ofLine: index, of: count, size: size),
        rise: rise,
        size: size, trailing: spacing * size, paint: .color(lettering.color),
        halo: lettering.halo(size: size))
      if count == 1 { return placed }
      result.nodes += placed.nodes
      result.boxes += placed.boxes
      result.probes += placed.probes
    }
    return result
  }

  /// A label with a way of the user's own, or with one that the look follows, stands where the user
  /// saw it, in smaller letters where others stand in the way; nil where it has no room even so, or
  /// where it has no such way.
  private func saved(_ region: NamedRegion, on grid: LabelCollisionGrid) -> PlacedRegion? {
    let own = region.override.flatMap { $0.path.count > 1 && !$0.isProposal ? $0 : nil }
    guard let label = own ?? region.drawn, label.path.count > 1 else { return nil }
    let name = region.override?.text ?? region.drawnName ?? region.shortName
    let lines = name.split(separator: "|").map(String.init)
    guard !lines.isEmpty, let bent = TextPath(through: label.path.map { $0 + label.offset }) else {
      return nil
    }
    var wanted = min(lettering.size * (label.fontSize ?? 100) / 100, maxSize * 4)
    // What FMG shows in letters that cannot be read has other letters.
    guard own != nil || wanted >= map.leastName else { return nil }
    var namer = self
    namer.lettering.space(by: label.letterSpacing, size: wanted, scale: map.scale)
    let writing = namer.writing(lines, isFull: false)
    guard let path = writing.isJoined ? bent.chord : bent else { return nil }
    if movesAside, writing.width > 0 {
      // Letters wider than the user's stay within the user's line.
      wanted = min(wanted, path.length / writing.width * writing.size)
      guard wanted >= minSize * 0.8 else { return nil }
    }
    for size in [wanted, wanted * 0.85, wanted * 0.7, wanted * 0.55] where size > 0 {
      let text = namer.set(
        writing, along: path, middle: (label.startOffset ?? 50) / 100, size: size, isSpread: false)
      if grid.cost(of: text.boxes) != nil { return PlacedRegion(text: text, size: size) }
    }
    return nil
  }
}

extension ShapedText {
  /// The same line with more space after each letter.
  func spread(by extra: Double) -> ShapedText {
    guard extra > 0 else { return self }
    var copy = self
    var shift = 0.0
    for r in copy.runs.indices {
      for g in copy.runs[r].glyphs.indices {
        copy.runs[r].glyphs[g].position.x += shift
        if copy.runs[r].advances[g] > 0 {
          copy.runs[r].advances[g] += extra
          shift += extra
        }
      }
    }
    copy.width += shift
    return copy
  }
}
