// SPDX-License-Identifier: MIT
// Part of Platen: one map being composed: the world, the look at the sheet's size, and what several
// layers need and only one should reckon.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Text

/// One map being composed. Lives from the beginning of `compose` to its end, on one thread.
final class Composition {
  let world: World
  let cells: Cells
  let request: MapRequest
  /// The requested look, its sizes scaled to what the image shows.
  let look: MapLook
  /// The whole sheet, in map units.
  let sheet: Rect
  /// The part of the sheet the picture shows.
  let seen: Rect
  /// The same with the sea that continues beyond the sheet: all of the picture but a mat.
  let window: Rect
  /// The rectangle that frame and plates are measured from: the window, less what is cut off.
  let edge: Rect
  /// The sheet and the window: what the sea covers.
  let ground: Rect
  let text: any TextMeasuring
  var log = DiagnosticLog()

  init(world: World, request: MapRequest, text: any TextMeasuring) throws {
    guard var cells = world.cells, cells.count > 0 else {
      let holds = world.terrain == nil ? "tables" : "the cells of a grid"
      throw Failure(
        .error(
          .mapNoCells,
          "the world has no cells, so nothing can be drawn: its file holds \(holds) only",
          hints: ["export the map in full, or use the .map file itself"]))
    }
    let (width, height) = (world.info.width, world.info.height)
    // Below a unit there is nothing to see, and areas may come to nothing.
    guard width >= 1, height >= 1, width <= 1_000_000, height <= 1_000_000 else {
      throw Failure(
        .error(.mapSheet, "the world's sheet of \(width) by \(height) map units cannot be drawn"))
    }
    if world.drawsWholeVertices { cells.mesh.roundVerticesDown() }
    self.world = world
    self.cells = cells
    self.request = request
    self.text = text
    sheet = Rect(x: 0, y: 0, width: width, height: height)
    guard let seen = (request.window ?? sheet).intersection(sheet) else {
      throw Failure(.error(.mapWindow, "the part to show is outside the sheet"))
    }
    self.seen = seen
    if let beyond = request.surroundings, beyond.ground == .sea {
      window = seen.union(beyond.area)
      edge = beyond.framed
    } else {
      let band = request.surroundings?.band ?? 0
      window = Rect(x: seen.x, y: seen.y, width: seen.width, height: seen.height + band)
      edge = seen
    }
    ground = sheet.union(window)
    let size = Size(width: width, height: height)
    sheetScale = request.look.sheet.scale(on: size)
    scale = request.look.sheet.scale(on: size, showing: seen)
    func kept(_ look: MapLook) -> MapLook { request.least.map(look.raised) ?? look }
    let look = request.look.scaled(by: scale).furnished(for: edge, showing: seen)
    if seen == sheet {
      self.look = kept(look)
    } else {
      // A part has fewer burgs than the whole, and room to write them larger.
      let burgs = world.burgs.lazy.filter { seen.contains($0.position) }.count
      let room = (150 / Double(max(burgs, 1))).squareRoot()
      self.look = kept(look.scaled(by: max(1, min(1.5, room)), prefix: "burgs."))
    }
  }

  /// The factor that the look's sizes were multiplied by, but those of plates on a sheet that is
  /// much larger than its map.
  let scale: Double
  /// The same factor for the whole sheet; it goes with the size of cells.
  let sheetScale: Double
  /// Indicates whether the picture shows less than the whole sheet.
  var isPart: Bool { seen != sheet }
  /// Indicates whether the picture shows more than the sheet.
  var isExtended: Bool { ground != sheet }
  /// The position of the window on the globe.
  var windowBounds: GeographicBounds? { bounds(of: window) }

  /// The position of a part of the picture on the globe.
  func bounds(of part: Rect) -> GeographicBounds? {
    guard let all = world.coordinates, sheet.width > 0, sheet.height > 0 else { return nil }
    var result = all
    let perUnit = Size(
      width: (all.east - all.west) / sheet.width, height: (all.north - all.south) / sheet.height)
    result.west = all.west + part.minX * perUnit.width
    result.east = all.west + part.maxX * perUnit.width
    result.north = all.north - part.minY * perUnit.height
    result.south = all.north - part.maxY * perUnit.height
    return result
  }

  /// The part of the window that is on the globe: the sea may continue beyond its poles, and beyond the
  /// meridian where it was cut open.
  var globe: Rect {
    guard let all = world.coordinates, all.east > all.west, all.north > all.south else {
      return window
    }
    let (perLongitude, perLatitude) = (
      sheet.width / (all.east - all.west), sheet.height / (all.north - all.south)
    )
    let left = (min(-180, all.west) - all.west) * perLongitude
    let right = (max(180, all.east) - all.west) * perLongitude
    let top = (all.north - max(90, all.north)) * perLatitude
    let bottom = (all.north - min(-90, all.south)) * perLatitude
    return window.intersection(
      Rect(x: left, y: top, width: right - left, height: bottom - top)) ?? window
  }

  /// The way shores continue beyond the sheet's edges; nil where the picture ends with the sheet.
  lazy var continuation = EdgeContinuation(
    of: sheet, within: window, seen: seen,
    step: 0.8 * (sheet.width * sheet.height / Double(max(terrain.mesh.cellCount, 1))).squareRoot(),
    seed: world.info.seed)
  /// The vertices of cells, those at an edge beyond which the picture continues far outside of it.
  lazy var reachingVertices: [Point] = {
    var vertices = cells.mesh.vertices
    guard let continuation else { return vertices }
    let count = Int32(cells.count)
    for vertex in vertices.indices {
      let touching = cells.mesh.vertexCells[3 * vertex..<3 * vertex + 3]
      if touching.contains(where: { $0 >= count }) {
        vertices[vertex] = continuation.pushed(vertices[vertex])
      }
    }
    return vertices
  }()
  /// Outlines of islands and lakes.
  lazy var coasts = Coasts(of: self)
  lazy var cellTracer = RegionTracer(mesh: cells.mesh)
  /// The regular grid of heights and climate; the fine cells where the format has no grid.
  lazy var terrain = TerrainView(world: world, cells: cells)
  lazy var terrainTracer = RegionTracer(mesh: terrain.mesh)
  lazy var locator = CellLocator(mesh: cells.mesh)
  /// The styles of zones by their ids; empty in looks that have the author's own fills.
  lazy var zoneStyles = findZoneStyles()
  /// Title and scale bar, which names keep away from.
  lazy var furniture = Furniture(of: self)

  /// The sums of everything that plates would hide.
  lazy var plateGround = PlateGround(of: self)
  /// Indicates whether a place is free of names, once the layer of labels is drawn.
  var isFreeOfNames: (Rect) -> Bool = { _ in true }

  /// Burgs that can be drawn, most important first.
  lazy var rankedBurgs = rankBurgs()
  /// Those of them that are to be named.
  lazy var wantedBurgs = findWantedBurgs()
  /// Those of them that have marks.
  lazy var markedBurgs =
    look.burgs.marksUnnamed || !request.layers.contains(.labels) ? rankedBurgs : wantedBurgs
  /// The names to place and the names placed, once the layer of labels is drawn.
  var nameCounts = NameCounts()

  /// Pins, armies and arms where they belong, before they keep away from names and each other.
  lazy var signHomes = findSigns()
  /// Names and signs where they stand.
  lazy var lettering = letter()
  /// The ways that the request names.
  lazy var journeys = drawJourneys()
  /// The overlays that the request has.
  lazy var overlays = drawOverlays()

  /// The area inside the frame.
  lazy var inside: Rect = {
    let frame = look.frame
    guard request.layers.contains(.frame), frame.outer.isVisible || frame.inner.isVisible else {
      return edge
    }
    return edge.insetBy(
      frame.margin + (frame.inner.isVisible ? frame.gap : 0) + frame.outer.width)
  }()

  /// The area inside the frame that is part of the world's sheet.
  var charted: Rect { inside.intersection(seen) ?? inside }

  /// The outline of all land, without lakes; fills are clipped to it.
  var landClip: Clip { Clip(coasts.land, rule: .evenOdd) }

  func shape(_ string: String, _ lettering: MapLook.Lettering, size: Double? = nil) -> ShapedText {
    // No name on a sheet is longer; a file may hold anything.
    let string = String(string.prefix(400))
    let shaped = text.shape(
      lettering.isUpper ? string.uppercased() : string,
      font: lettering.request(size: size ?? lettering.size))
    for scalar in shaped.missing {
      log.record(
        .warning(
          .textMissingGlyph, "no font has the character \(scalar.codePoint) of \"\(string)\""))
    }
    return shaped
  }

  /// Reports that players see nothing of a layer that holds something: a warning where the layer
  /// was named.
  func reportHidden(_ layer: MapLayer, _ code: Diagnostic.Code, _ message: String) {
    let hints = ["audience gm shows them"]
    log.record(
      request.layers.named.contains(layer)
        ? .warning(code, message, hints: hints) : .note(code, message, hints: hints))
  }
}

extension MapLook.Sheet {
  /// The factor of a look's sizes on a sheet of the world's size.
  ///
  /// One of other proportions than 16:9 is measured by its area. A part of it, shown as large as
  /// the whole, has letters and lines as large.
  func scale(on sheet: Size, showing window: Rect? = nil) -> Double {
    let area = sheet.width * sheet.height
    let whole = reference > 0 ? (area / (reference * reference * 9 / 16)).squareRoot() : 1
    guard let window else { return whole }
    return whole * ((window.width * window.height) / area).squareRoot()
  }
}

extension MapLook.Lettering {
  func request(size: Double) -> FontRequest {
    FontRequest(
      families: families, size: size, weight: Int(weight), isItalic: isItalic,
      letterSpacing: spacing, features: ["lnum"])
  }

  /// The stroke under the letters, or nil.
  func halo(size: Double) -> Stroke? {
    guard halo.alpha > 0, haloWidth > 0 else { return nil }
    // Small letters under a wide halo would drown their neighbors.
    return Stroke(halo, width: 2 * min(haloWidth, size * 0.18), cap: .round, join: .round)
  }
}

extension EntityColor {
  /// The color that the world specifies; gray here for hatchings, which stand for themselves.
  var color: Color {
    switch self {
    case .rgb(let r, let g, let b): Color(bytes: r, g, b)
    case .hatch: Color(bytes: 0x80, 0x80, 0x80)
    }
  }
}

extension VoronoiMesh {
  /// Moves every vertex to whole map units.
  mutating func roundVerticesDown() {
    for index in vertices.indices {
      vertices[index].x.round(.down)
      vertices[index].y.round(.down)
    }
  }
}
