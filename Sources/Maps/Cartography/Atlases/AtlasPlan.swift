// SPDX-License-Identifier: MIT
// Part of Platen: which part of a world is on which page of an atlas, and which pages adjoin it.

package import Atlas
package import Diagnostics
package import Digests
internal import Documents
package import Geometry
internal import Text

/// The settings of an atlas. Lengths are millimeters.
package struct AtlasRequest: Hashable, Sendable {
  /// The parts of the world that its pages show.
  package enum Extent: Hashable, Sendable {
    /// A grid of sheets at one scale.
    case grid(PosterRequest.Extent)
    /// Each state, as large as fits.
    case states
  }

  package var extent: Extent
  package var paper = Paper.standard
  /// Nil takes the orientation that shows more.
  package var isLandscape: Bool?
  /// The outer margin; the inner one is wider by the binding.
  package var margin = 10.0
  /// The millimeters that neighboring sheets of a grid share.
  package var overlap = 10.0
  /// Indicates whether sheets that show nothing but the sea are included.
  package var hasSeaSheets = false
  /// Indicates whether the book is bound on the right.
  package var isRightToLeft = false
  /// The requested position.
  package var place: SourceLocation?

  package init(_ extent: Extent) { self.extent = extent }
}

/// The pages of an atlas: a title, an overview, then the sheets. Lengths are points on paper unless
/// stated otherwise.
package struct AtlasPlan: Hashable, Sendable {
  /// A side of a sheet.
  package enum Side: String, Hashable, Sendable {
    case top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight
  }

  /// A sheet that adjoins another.
  package struct Neighbor: Hashable, Sendable {
    package var side: Side
    /// The place along that side, 0 to 1; corners have none.
    package var place: Double
    /// The index of the sheet.
    package var sheet: Int
  }

  /// A page with a map.
  package struct Sheet: Hashable, Sendable {
    /// The names of what it shows most of.
    package var title: String
    /// The area it shows, in map units.
    package var window: Rect
    /// The part of it that the overview outlines, or the center of its number there.
    package var core: Rect
    package var neighbors: [Neighbor] = []
  }

  package let page: Size
  package let paper: String
  /// All that the sheets show, in map units.
  package private(set) var shown: Rect
  package private(set) var sheets: [Sheet] = []
  /// Sheets across and down; 0 for an atlas of states.
  package private(set) var columns = 0
  package private(set) var rows = 0
  package let scaleText: String?
  private let margin: Double
  private let isRightToLeft: Bool
  /// The sheet of each place of the grid, -1 for one that is omitted.
  private var numbers: [Int] = []
  private var layout: PosterLayout?

  /// The pages before the sheets.
  package static let frontPages = 2
  /// The width that the binding takes from the inner margin.
  private static let binding = 10 * PosterLayout.millimetre
  /// The room around a map for the letters of its squares.
  static let strip = 14.0
  /// The room above and below that for words and arrows.
  private static let header = 30.0
  private static let footer = 56.0
  /// The least part of the world's longer side that a page of a state shows.
  private static let leastPart = 0.08

  /// Lays the pages out.
  ///
  /// - Parameters:
  ///   - shown: the part of the world, in map units.
  ///   - request: the map's request, for scales that count cells of its grid.
  /// - Throws: `Failure` `map.atlas-states` for a world without states, and the errors of
  ///   `PosterLayout`.
  package init(
    _ atlas: AtlasRequest, showing shown: Rect, in world: World,
    _ request: @autoclosure () -> MapRequest
  ) throws {
    let sides = [atlas.paper.width, atlas.paper.height].map { $0 * PosterLayout.millimetre }
    let (short, long) = (min(sides[0], sides[1]), max(sides[0], sides[1]))
    let margin = atlas.margin * PosterLayout.millimetre
    self.margin = margin
    isRightToLeft = atlas.isRightToLeft
    paper = atlas.paper.name
    self.shown = shown
    func page(_ isLandscape: Bool) -> Size {
      isLandscape ? Size(width: long, height: short) : Size(width: short, height: long)
    }
    let usual = shown.width >= shown.height
    let ways = atlas.isLandscape.map { [$0] } ?? [usual, !usual]
    switch atlas.extent {
    case .grid(let extent):
      let layouts = try ways.map { way in
        let map = AtlasPlan.frame(on: page(way), margin: margin)
        var poster = PosterRequest(
          extent,
          paper: Paper(
            name: atlas.paper.name, width: map.width / PosterLayout.millimetre,
            height: map.height / PosterLayout.millimetre), isLandscape: map.width >= map.height,
          margin: 0, overlap: atlas.overlap, hasMarks: false, hasPlan: false, at: atlas.place)
        poster.hasSeaSheets = atlas.hasSeaSheets
        return (way, try PosterLayout(poster, showing: shown, in: world, request()))
      }
      let best = layouts.dropFirst().reduce(layouts[0]) { best, next in
        switch extent {
        case .scale: next.1.sheets.count < best.1.sheets.count ? next : best
        case .grid: next.1.scale > best.1.scale * (1 + 1e-9) ? next : best
        case .across: best
        }
      }
      self.page = page(best.0)
      scaleText = best.1.scaleText
      layout = best.1
      readGrid(best.1, of: world)
    case .states:
      scaleText = nil
      let states = try AtlasPlan.states(of: world, in: shown, at: atlas.place)
      let best =
        ways.max { a, b in
          let fits = [a, b].map { way in
            let map = AtlasPlan.frame(on: page(way), margin: margin)
            return states.reduce(0) { sum, state in
              sum + min(map.width / state.bounds.width, map.height / state.bounds.height)
            }
          }
          return fits[0] < fits[1]
        } ?? usual
      self.page = page(best)
      let map = AtlasPlan.frame(on: self.page, margin: margin)
      readStates(states, on: Size(width: map.width, height: map.height), of: world)
    }
  }

  // MARK: Pages

  /// The shorter side of a map on upright or sideways paper, in millimeters.
  package static func room(on paper: Paper, margin: Double) -> Double {
    let sides = [
      Size(width: paper.width, height: paper.height),
      Size(width: paper.height, height: paper.width),
    ].map { side in
      frame(
        on: Size(
          width: side.width * PosterLayout.millimetre, height: side.height * PosterLayout.millimetre
        ),
        margin: margin * PosterLayout.millimetre)
    }
    return (sides.map { min($0.width, $0.height) }.min() ?? 0) / PosterLayout.millimetre
  }

  /// The frame of a map on a page whose binding is at its left.
  private static func frame(on page: Size, margin: Double) -> Rect {
    Rect(
      x: margin + binding + strip, y: margin + header + strip,
      width: page.width - 2 * margin - binding - 2 * strip,
      height: page.height - 2 * margin - header - footer - 2 * strip)
  }

  /// The frame of the map on a page, from 0. Maps keep clear of the binding, at the left of odd pages as
  /// readers count them.
  package func frame(onPage number: Int) -> Rect {
    var frame = AtlasPlan.frame(on: page, margin: margin)
    if !isBoundLeft(number) { frame.x -= AtlasPlan.binding }
    return frame
  }

  /// The part of a page inside its margins.
  func textArea(onPage number: Int) -> Rect {
    Rect(
      x: margin + (isBoundLeft(number) ? AtlasPlan.binding : 0), y: margin,
      width: page.width - 2 * margin - AtlasPlan.binding, height: page.height - 2 * margin)
  }

  /// The margin of pages without maps, wide enough for the binding.
  package var edgeMargin: Double { margin + AtlasPlan.binding }

  func isBoundLeft(_ number: Int) -> Bool { (number % 2 == 0) != isRightToLeft }

  /// The frame of the overview, in the shape of the world.
  package var overview: Rect {
    let room = frame(onPage: 1)
    let scale = min(room.width / shown.width, room.height / shown.height)
    let size = Size(width: shown.width * scale, height: shown.height * scale)
    return Rect(
      x: room.center.x - size.width / 2, y: room.minY, width: size.width, height: size.height)
  }

  /// The page of a sheet, from 0.
  package func page(of sheet: Int) -> Int { AtlasPlan.frontPages + sheet }

  /// Points to a map unit of a sheet.
  package func scale(of sheet: Sheet) -> Double {
    frame(onPage: 0).width / sheet.window.width
  }

  /// The sheet that shows a point best; nil where none does.
  package func sheet(showing point: Point) -> Int? {
    if let layout {
      let sheet = layout.sheet(showing: point)
      let number = numbers[sheet.row * layout.columns + sheet.column]
      return number >= 0 && sheets[number].window.contains(point) ? number : nil
    }
    /// The distance from the middle, 1 at the edge.
    func distance(_ sheet: Sheet) -> Double {
      max(
        abs(point.x - sheet.window.center.x) / sheet.window.width,
        abs(point.y - sheet.window.center.y) / sheet.window.height) * 2
    }
    return sheets.indices.filter { distance(sheets[$0]) < 1 }
      .min { (distance(sheets[$0]), $0) < (distance(sheets[$1]), $1) }
  }

  /// The page, the frame there and the square of something; those on the overview where no sheet
  /// shows it.
  package func place(of point: Point, bounds: Rect) -> IndexPlace {
    let sheet = sheet(showing: point)
    let number = sheet.map(page(of:)) ?? 1
    let window = sheet.map { sheets[$0].window } ?? shown
    let frame = sheet == nil ? overview : self.frame(onPage: number)
    let scale = frame.width / window.width
    func onPage(_ rect: Rect) -> Rect {
      Rect(
        x: frame.minX + (rect.minX - window.minX) * scale,
        y: frame.minY + (rect.minY - window.minY) * scale, width: rect.width * scale,
        height: rect.height * scale)
    }
    let spot = onPage(Rect(x: point.x, y: point.y, width: 0, height: 0))
    let area = Rect(x: 0, y: 0, width: page.width, height: page.height)
    return IndexPlace(
      page: number, frame: onPage(bounds).widened(within: area),
      square: "\(number + 1) \(MapSquares(map: frame).name(of: Point(spot.x, spot.y)))")
  }

  /// The pages in words, such as `30 maps on A4 (8 across, 5 down, without 10 sheets of open sea)`.
  package var description: String {
    var text = "\(counted(sheets.count, "map")) on \(paper)"
    let skipped = columns * rows - sheets.count
    if columns * rows > 1 {
      text += ", \(columns) across, \(rows) down"
      if skipped > 0 { text += ", without \(counted(skipped, "sheet")) of open sea" }
    }
    if let scaleText { text += ", at \(scaleText)" }
    return text
  }

  // MARK: Grids

  /// The sheets around one, by columns and rows from it.
  private static let around: [(side: Side, columns: Int, rows: Int)] = [
    (.top, 0, -1), (.left, -1, 0), (.right, 1, 0), (.bottom, 0, 1),
    (.topLeft, -1, -1), (.topRight, 1, -1), (.bottomLeft, -1, 1), (.bottomRight, 1, 1),
  ]

  private mutating func readGrid(_ layout: PosterLayout, of world: World) {
    (columns, rows) = (layout.columns, layout.rows)
    shown = layout.shown
    let printed = layout.sheets
    numbers = [Int](repeating: -1, count: columns * rows)
    for (index, sheet) in printed.enumerated() {
      numbers[sheet.row * columns + sheet.column] = index
    }
    let share = layout.overlap / layout.scale / 2
    let names = AtlasPlan.titles(of: world, printed.count) { point in
      let sheet = layout.sheet(showing: point)
      return numbers[sheet.row * columns + sheet.column]
    }
    for (index, sheet) in printed.enumerated() {
      var neighbors: [Neighbor] = []
      for (side, x, y) in AtlasPlan.around {
        let (column, row) = (sheet.column + x, sheet.row + y)
        guard (0..<columns).contains(column), (0..<rows).contains(row),
          numbers[row * columns + column] >= 0
        else { continue }
        neighbors.append(
          Neighbor(side: side, place: 0.5, sheet: numbers[row * columns + column]))
      }
      sheets.append(
        Sheet(
          title: names[index] ?? sheet.name, window: sheet.window,
          core: sheet.window.insetBy(share), neighbors: neighbors))
    }
  }

  /// The names of the one or two states that each sheet shows most of; nil where it shows none.
  private static func titles(
    of world: World, _ count: Int, sheet: (Point) -> Int
  ) -> [String?] {
    guard let cells = world.cells else { return [String?](repeating: nil, count: count) }
    var land = [[Int: Int]](repeating: [:], count: count)
    for cell in 0..<cells.count where cells.isLand(cell) && cells.state[cell] > 0 {
      let number = sheet(cells.mesh.sites[cell])
      if land.indices.contains(number) { land[number][Int(cells.state[cell]), default: 0] += 1 }
    }
    return land.map { counts in
      let all = counts.values.reduce(0, +)
      let names = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        .filter { $0.value * 6 >= all }.prefix(2)
        .compactMap { world.states[id: $0.key]?.name }.filter { !$0.isEmpty }
      return names.isEmpty ? nil : names.joined(separator: " · ")
    }
  }

  // MARK: States

  private struct StateArea {
    let id: Int
    let name: String
    /// The extent with some room around it.
    var bounds: Rect
    var pole: Point
    var adjoining: Set<Int>
  }

  /// The states whose middle is in a part of the world, by their names.
  private static func states(
    of world: World, in shown: Rect, at place: SourceLocation?
  ) throws -> [StateArea] {
    var areas: [Int: StateArea] = [:]
    if let cells = world.cells {
      for cell in 0..<cells.count where cells.state[cell] > 0 && cells.isLand(cell) {
        let id = Int(cells.state[cell])
        let site = cells.mesh.sites[cell]
        let spot = Rect(x: site.x, y: site.y, width: 0, height: 0)
        let state = world.states[id: id]
        let name = state.map { $0.fullName.isEmpty ? $0.name : $0.fullName } ?? ""
        var area =
          areas[id]
          ?? StateArea(
            id: id, name: name.isEmpty ? "#\(id)" : name, bounds: spot, pole: site, adjoining: [])
        area.bounds = area.bounds.union(spot)
        for other in cells.mesh.cellNeighbors[cell]
        where other >= 0 && Int(other) < cells.count
          && cells.isLand(Int(other))
        {
          let neighbor = Int(cells.state[Int(other)])
          if neighbor > 0, neighbor != id { area.adjoining.insert(neighbor) }
        }
        areas[id] = area
      }
    }
    let least = leastPart * max(world.info.width, world.info.height)
    let found = areas.values.compactMap { area -> StateArea? in
      var area = area
      area.pole = world.states[id: area.id]?.pole ?? area.bounds.center
      let room = max(
        0.06 * max(area.bounds.width, area.bounds.height),
        (least - max(area.bounds.width, area.bounds.height)) / 2)
      area.bounds = area.bounds.insetBy(-room)
      return shown.contains(area.pole) ? area : nil
    }.sorted {
      let keys = (IndexEntry.sortKey($0.name), IndexEntry.sortKey($1.name))
      return (keys.0, $0.id) < (keys.1, $1.id)
    }
    guard !found.isEmpty else {
      throw Failure(
        .error(
          .mapAtlasStates, "the world has no states there for an atlas of states", at: place,
          hints: ["choose a grid of sheets: atlas: 3x2"]))
    }
    guard found.count <= PosterRequest.limit else {
      throw Failure(
        .error(
          .mapAtlasStates,
          "the world has \(found.count) states; an atlas shows \(PosterRequest.limit) at most",
          at: place, hints: ["choose a grid of sheets, or a part of the map with region"]))
    }
    return found
  }

  private mutating func readStates(_ states: [StateArea], on map: Size, of world: World) {
    let whole = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    let numbers = Dictionary(
      states.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for state in states {
      let scale = min(map.width / state.bounds.width, map.height / state.bounds.height)
      let size = Size(width: map.width / scale, height: map.height / scale)
      /// Moves a stretch onto the sheet where it has room there.
      func start(_ middle: Double, _ length: Double, _ low: Double, _ high: Double) -> Double {
        length > high - low
          ? (low + high - length) / 2 : max(low, min(high - length, middle - length / 2))
      }
      let window = Rect(
        x: start(state.bounds.center.x, size.width, whole.minX, whole.maxX),
        y: start(state.bounds.center.y, size.height, whole.minY, whole.maxY), width: size.width,
        height: size.height)
      var neighbors: [Neighbor] = []
      for id in state.adjoining.sorted() {
        guard let number = numbers[id] else { continue }
        let way = states[number].pole - window.center
        let (x, y) = (way.x / (window.width / 2), way.y / (window.height / 2))
        let isAcross = abs(x) >= abs(y)
        let far = max(abs(x), abs(y), 1e-9)
        neighbors.append(
          Neighbor(
            side: isAcross ? (x < 0 ? .left : .right) : (y < 0 ? .top : .bottom),
            place: 0.5 + (isAcross ? y : x) / far / 2, sheet: number))
      }
      sheets.append(
        Sheet(
          title: state.name, window: window,
          core: Rect(x: state.pole.x, y: state.pole.y, width: 0, height: 0),
          neighbors: AtlasPlan.spread(neighbors, on: map)))
    }
  }

  /// Neighbors of one side moved apart, so that their numbers do not stand on each other.
  private static func spread(_ neighbors: [Neighbor], on map: Size) -> [Neighbor] {
    var result: [Neighbor] = []
    for side in [Side.top, .left, .right, .bottom] {
      var those = neighbors.filter { $0.side == side }
        .sorted { ($0.place, $0.sheet) < ($1.place, $1.sheet) }
      let isAcross = side == .top || side == .bottom
      let gap = min(30 / (isAcross ? map.width : map.height), 0.9 / Double(max(1, those.count)))
      var last = 0.04 - gap
      for index in those.indices {
        those[index].place = max(those[index].place, last + gap)
        last = those[index].place
      }
      var next = 0.96 + gap
      for index in those.indices.reversed() {
        those[index].place = min(those[index].place, next - gap)
        next = those[index].place
      }
      result += those
    }
    return result
  }
}

extension AtlasPlan: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(
      page, paper, shown, sheets, columns, rows, scaleText, margin, isRightToLeft, layout)
  }
}

extension AtlasPlan.Sheet: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(title, window, core, neighbors)
  }
}

extension AtlasPlan.Neighbor: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(side.rawValue, place, sheet)
  }
}
