// SPDX-License-Identifier: MIT
// Part of Platen: a world's tables as GeoJSON (RFC 7946).

internal import Atlas
internal import Geometry
internal import JSON
internal import Text

/// Writes tables as one collection of features: the shape of each row, and its columns as
/// properties, with the table's name as `layer`.
///
/// Outer rings run counter-clockwise and holes clockwise, as the written numbers have it (RFC 7946,
/// section 3.1.6). Regions are merged over the vertices their cells share, so the borders of two
/// neighbors are the same numbers. Cells are cut at the sheet's edge. A row without a shape, such
/// as a state without land, has the geometry null. The collection has no `crs` member: in degrees
/// none is allowed, and map units have none; `frame` names which of the two it is.
struct GeoJSON {
  private let world: World
  private let frame: PlacedFrame
  private let sheets: SheetMaker
  private let chunks: ChunkedJSON
  private var dissolver: RegionDissolver?
  /// The number of rows of things with a place of their own that were written without a shape.
  private(set) var shapeless: [(table: DataTable, count: Int)] = []

  init(_ world: World, frame: DataFrame?, to sink: @escaping ByteSink) throws {
    self.world = world
    self.frame = try PlacedFrame(frame, of: world)
    sheets = SheetMaker(world)
    chunks = unsafe ChunkedJSON(sink: sink)
  }

  mutating func writeTables(_ tables: [DataTable]) throws {
    var json = JSONWriter()
    try json.object { json in
      json.member("type", "FeatureCollection")
      json.member("name", tables.count == 1 ? tables[0].rawValue : world.info.name)
      if case .pixels = frame { json.member("frame", DataFrame.pixels.rawValue) }
      try json.member(
        "features",
        array: { json in
          for table in tables { try writeTable(table, &json) }
        })
    }
    try chunks.finish(&json)
  }

  // MARK: Tables

  private mutating func writeTable(_ table: DataTable, _ json: inout JSONWriter) throws {
    let sheet = sheets.sheet(table)
    let cells = cellsByRow(of: table)
    let isRegion = cells != nil
    if isRegion, dissolver == nil, let mesh = world.cells?.mesh {
      dissolver = RegionDissolver(mesh: mesh, sheet: edges)
    }
    var values: [Value] = []
    var lacking = 0
    for row in 0..<sheet.count {
      sheet.read(row, into: &values)
      let shape: Shape =
        if let cells { regionShape(cells(row)) } else { shape(of: row, in: table) }
      if case .none = shape { lacking += 1 }
      json.object { json in
        json.member("type", "Feature")
        json.key("geometry")
        writeShape(shape, &json)
        json.member(
          "properties",
          object: { json in
            json.member("layer", table.rawValue)
            for (name, value) in zip(sheet.columns, values) {
              json.key(name)
              writeValue(value, &json)
            }
          })
      }
      try chunks.passOn(&json)
    }
    if lacking > 0, GeoJSON.isPlaced(table) { shapeless.append((table, lacking)) }
  }

  /// Indicates whether each row of a table is a thing with a place of its own; a state may have no
  /// land, and a name base has no place.
  private static func isPlaced(_ table: DataTable) -> Bool {
    [.burgs, .rivers, .routes, .markers, .zones, .ice, .regiments, .labels].contains(table)
  }

  /// The cells of each row, for tables whose rows are made of cells.
  private func cellsByRow(of table: DataTable) -> ((Int) -> [Int32])? {
    guard let cells = world.cells else {
      // Without cells a region has no shape; its properties stand all the same.
      return [.features, .biomes, .cultures, .states, .provinces, .religions, .zones]
        .contains(table) ? { _ in [] } : nil
    }
    func grouped<Row>(_ ids: [some BinaryInteger], _ rows: EntityList<Row>) -> (Int) -> [Int32] {
      let groups = CellGroups(ids)
      return { groups[rows[$0].id] }
    }
    switch table {
    case .cells: return { [Int32($0)] }
    case .features: return grouped(cells.feature, world.features)
    case .biomes: return grouped(cells.biome, world.biomes)
    case .cultures: return grouped(cells.culture, world.cultures)
    case .states: return grouped(cells.state, world.states)
    case .provinces: return grouped(cells.province, world.provinces)
    case .religions: return grouped(cells.religion, world.religions)
    case .zones: return { world.zones[$0].cells }
    default: return nil
    }
  }

  // MARK: Shapes

  /// A shape as it is written.
  private enum Shape {
    case none
    case point(Point)
    case line([Point])
    case polygons([[[Point]]])
  }

  private mutating func regionShape(_ cells: [Int32]) -> Shape {
    guard dissolver != nil, !cells.isEmpty else { return .none }
    let polygons = dissolver?.polygons(of: cells) ?? []
    let points = dissolver?.points ?? []
    return shape(polygons.map { $0.map { ring in ring.map { points[Int($0)] } } })
  }

  /// Polygons placed, turned the right way, without what rounding has made flat.
  private func shape(_ polygons: [[[Point]]]) -> Shape {
    var placed: [[[Point]]] = []
    for polygon in polygons {
      guard let outer = polygon.first.flatMap({ ring($0, isOuter: true) }) else { continue }
      placed.append([outer] + polygon.dropFirst().compactMap { ring($0, isOuter: false) })
    }
    return placed.isEmpty ? .none : .polygons(placed)
  }

  private func ring(_ points: [Point], isOuter: Bool) -> [Point]? {
    var ring: [Point] = []
    for point in points where point.isFinite {
      let place = frame.place(point)
      if ring.last != place { ring.append(place) }
    }
    while ring.count > 1, ring.first == ring.last { ring.removeLast() }
    // Positive where it turns clockwise in the numbers' own sense.
    let area = Polygon.signedArea(ring)
    guard ring.count > 2, area != 0 else { return nil }
    return (area > 0) == isOuter ? ring.reversed() : ring
  }

  private func shape(of row: Int, in table: DataTable) -> Shape {
    switch table {
    case .burgs: point(world.burgs[row].position)
    case .markers: point(world.markers[row].position)
    case .regiments: point(world.regiments[row].position)
    case .labels: point(world.addedLabels[row].position)
    case .routes: line(world.routes[row].points)
    case .rivers: line(course(of: world.rivers[row]))
    case .ice:
      shape(parted(Polygon.clip(outline(of: world.ice[row]), to: edges).noded))
    default: .none
    }
  }

  /// An outline that may touch itself as polygons that do not: it is parted where it comes back to
  /// a place. A part that turns against the whole is a hole of the part that contains it.
  private func parted(_ outline: [Point]) -> [[[Point]]] {
    var loops: [[Point]] = []
    var open: [Point] = []
    var places: [Point: Int] = [:]
    for point in outline where point.isFinite {
      let place = frame.place(point)
      if let start = places[place] {
        let loop = open[start...]
        for point in loop { places[frame.place(point)] = nil }
        loops.append(Array(loop))
        open.removeSubrange(start...)
      }
      places[place] = open.count
      open.append(point)
    }
    loops.append(open)
    loops.removeAll { $0.count < 3 }
    let turn = Polygon.signedArea(outline) > 0
    func goesAlong(_ loop: [Point]) -> Bool { (Polygon.signedArea(loop) > 0) == turn }
    var polygons = loops.filter(goesAlong).map { [$0] }
    let bounds = polygons.map { Rect(enclosing: $0[0]) }
    for loop in loops where !goesAlong(loop) {
      let inside = loop[1].midpoint(to: loop[2])
      // Ice never has as many: an outline of that sort has no clear meaning.
      let around =
        loops.count > 10_000
        ? nil
        : bounds.indices.first {
          bounds[$0]?.contains(inside) == true && Polygon.contains(inside, in: [polygons[$0][0]])
        }
      if let around { polygons[around].append(loop) } else { polygons.append([loop]) }
    }
    return polygons
  }

  private func outline(of ice: IceSheet) -> [Point] { ice.outline.map { $0 + ice.offset } }

  private var edges: Rect {
    Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
  }

  private func point(_ point: Point) -> Shape {
    point.isFinite ? .point(frame.place(point)) : .none
  }

  private func line(_ points: [Point]) -> Shape {
    var line: [Point] = []
    for point in points where point.isFinite {
      let place = frame.place(point)
      if line.last != place { line.append(place) }
    }
    return line.count > 1 ? .line(line) : .none
  }

  /// The course of a river: its own points, or the middles of its cells, or of its drawing; where
  /// it leaves the map, the point of the sheet's edge that is nearest to the last one, as FMG has
  /// it.
  private func course(of river: River) -> [Point] {
    if !river.points.isEmpty { return river.points }
    if river.cells.count < 2, let ribbon = river.ribbon { return ribbon.ribbonCourse }
    guard let sites = world.cells?.mesh.sites else { return [] }
    let (width, height) = (world.info.width, world.info.height)
    var course: [Point] = []
    for cell in river.cells {
      if sites.indices.contains(Int(cell)) {
        course.append(sites[Int(cell)])
      } else if let last = course.last {
        let nearest = [
          (last.x, Point(0, last.y)), (width - last.x, Point(width, last.y)),
          (last.y, Point(last.x, 0)), (height - last.y, Point(last.x, height)),
        ].min { $0.0 < $1.0 }
        if let nearest { course.append(nearest.1) }
      }
    }
    return course
  }

  // MARK: Text

  private func writeShape(_ shape: Shape, _ json: inout JSONWriter) {
    switch shape {
    case .none: json.null()
    case .point(let point):
      geometry("Point", &json) { $0.point(point) }
    case .line(let points):
      geometry("LineString", &json) { json in
        json.array { json in points.forEach { json.point($0) } }
      }
    case .polygons(let polygons) where polygons.count == 1:
      geometry("Polygon", &json) { writePolygon(polygons[0], &$0) }
    case .polygons(let polygons):
      geometry("MultiPolygon", &json) { json in
        json.array { json in polygons.forEach { writePolygon($0, &json) } }
      }
    }
  }

  private func geometry(
    _ type: String, _ json: inout JSONWriter, _ coordinates: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.member("type", type)
      json.key("coordinates")
      coordinates(&json)
    }
  }

  private func writePolygon(_ polygon: [[Point]], _ json: inout JSONWriter) {
    json.array { json in
      for ring in polygon {
        json.array { json in
          ring.forEach { json.point($0) }
          // The first place once more closes a ring.
          if let first = ring.first { json.point(first) }
        }
      }
    }
  }

  private func writeValue(_ value: Value, _ json: inout JSONWriter) {
    switch value {
    case .none: json.null()
    case .flag(let flag): json.bool(flag)
    case .whole(let number): json.int(number)
    case .number(let number): json.double(number)
    case .text(let text): json.string(text)
    case .wholes(let numbers): json.array { json in numbers.forEach { json.int($0) } }
    case .words(let words), .points(let words), .names(let words):
      json.array { json in words.forEach { json.string($0) } }
    }
  }
}

extension [Point] {
  /// The same ring with a vertex wherever it meets itself: where edges cross, and where a vertex
  /// touches an edge, as rounding to whole numbers makes it.
  ///
  /// Longer rings than ice has stay as they are: each edge is compared with all others.
  fileprivate var noded: [Point] {
    guard count > 3, count <= 400, allSatisfy(\.isFinite) else { return self }
    var result: [Point] = []
    for (i, a) in enumerated() {
      let b = self[(i + 1) % count]
      let way = b - a
      var met: [(share: Double, point: Point)] = []
      if way != .zero {
        for (j, c) in enumerated() where j != i {
          let d = self[(j + 1) % count]
          if let share = c.share(from: a, along: way) { met.append((share, c)) }
          // Of two edges the first decides where they cross: one point is in both.
          let crossing = i < j ? Point.crossing(a, b, c, d) : Point.crossing(c, d, a, b)
          if let crossing {
            met.append(((crossing - a).length / way.length, crossing))
          }
        }
      }
      result.append(a)
      for (_, point) in met.sorted(by: { $0.share < $1.share }) where result.last != point {
        result.append(point)
      }
    }
    return result
  }
}

extension Point {
  /// The place of the point along an edge, as a share of it; nil where it is not between its ends.
  fileprivate func share(from start: Point, along way: Point) -> Double? {
    let offset = self - start
    let squared = way.squaredLength
    guard abs(way.cross(offset)) <= 1e-9 * squared.squareRoot() else { return nil }
    let share = (offset.x * way.x + offset.y * way.y) / squared
    return share > 1e-9 && share < 1 - 1e-9 ? share : nil
  }

  /// The point at which two edges cross between their ends.
  fileprivate static func crossing(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point? {
    let (first, second) = (b - a, d - c)
    let turn = first.cross(second)
    guard turn != 0 else { return nil }
    let share = (c - a).cross(second) / turn
    let other = (c - a).cross(first) / turn
    guard share > 1e-9, share < 1 - 1e-9, other > 1e-9, other < 1 - 1e-9 else { return nil }
    return a + first * share
  }
}

/// Cells by the id they name, in two arrays whatever their number.
private struct CellGroups {
  private var starts: [Int] = [0]
  private var cells: [Int32] = []

  init(_ ids: [some BinaryInteger]) {
    let last = ids.max().map { Int($0) } ?? 0
    starts = Array(repeating: 0, count: last + 2)
    for id in ids { starts[Int(id) + 1] += 1 }
    for id in 0...last { starts[id + 1] += starts[id] }
    var next = starts
    cells = Array(repeating: 0, count: ids.count)
    for (cell, id) in ids.enumerated() {
      cells[next[Int(id)]] = Int32(cell)
      next[Int(id)] += 1
    }
  }

  subscript(id: Int) -> [Int32] {
    guard id >= 0, id + 1 < starts.count else { return [] }
    return Array(cells[starts[id]..<starts[id + 1]])
  }
}
