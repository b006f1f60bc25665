// SPDX-License-Identifier: MIT
// Part of Platen: reads overlays: GeoJSON, and tables of points.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Drawing
internal import Exports
internal import Geometry
internal import JSON
internal import JobKit
internal import Pipeline
internal import Rows
internal import Text

/// Reads the overlays of a map one after the other, within common limits.
struct OverlayReader {
  private let world: World
  private let audience: Audience
  private var sets: [OverlaySet] = []
  private var warnings: [Diagnostic] = []
  private var featureCount = 0
  private var pointCount = 0
  /// The place of the first point with each icon, for what is missing.
  private(set) var icons: [(name: String, place: SourceLocation, count: Int)] = []

  /// Bytes of a file, and features and points of all files of a map.
  private static let (byteLimit, featureLimit, pointLimit) = (64 << 20, 20_000, 1_000_000)
  /// The depth of collections of geometries in each other.
  private static let depthLimit = 8
  /// Characters of a name, and of a note that is set under it.
  private static let (nameLimit, noteLimit) = (120, 60)

  init(of world: World, for audience: Audience) {
    self.world = world
    self.audience = audience
  }

  var result: Diagnosed<[OverlaySet]> { Diagnosed(sets, warnings: warnings) }

  /// Reads a file.
  ///
  /// - Throws: `Failure` with the errors of the file, each at its place.
  mutating func read(_ request: OverlayRequest, in context: StageContext) throws {
    let bytes = try context.read(request.path, limit: OverlayReader.byteLimit).bytes
    var file = File(request)
    let ending = fileExtension(of: request.path)
    if ["geojson", "json"].contains(ending) {
      let document: JSONDocument
      do {
        document = try JSONDocument(
          parsing: bytes, limits: JSONDocument.Limits(bytes: OverlayReader.byteLimit, depth: 64))
      } catch {
        throw Failure(
          .error(
            .overlaysGeojson, error.message,
            at: SourceLocation(file: request.path, line: error.line, column: error.column)))
      }
      if ending == "geojson" || document.root["type"]?.string != nil {
        try readGeoJSON(document, into: &file)
      } else {
        try readTable(try RowSet(file: request.path, bytes: bytes), into: &file)
      }
    } else {
      try readTable(try RowSet(file: request.path, bytes: bytes), into: &file)
    }
    sets.append(OverlaySet(name: request.name, features: file.features))
    warnings += file.warnings(of: world)
  }

  // MARK: Files

  /// Findings of one sort: their number and the place of the first.
  private struct Findings {
    private(set) var number = 0
    private(set) var first: SourceLocation?

    mutating func count(at place: @autoclosure () -> SourceLocation) {
      number += 1
      if first == nil { first = place() }
    }
  }

  /// A file while it is read.
  private struct File {
    let request: OverlayRequest
    var features: [OverlayFeature] = []
    var colors = Findings()
    var outside = Findings()
    var shapeless = Findings()
    var hidden = 0
    var rows: [Diagnostic] = []

    init(_ request: OverlayRequest) { self.request = request }

    /// One warning of each sort, with its number and its first place.
    func warnings(of world: World) -> [Diagnostic] {
      var result = rows
      if outside.number > 0 {
        func number(_ value: Double) -> String { OverlayReader.plain(value) }
        let degrees = world.coordinates.map {
          "longitudes of the map: \(number($0.west)) to \(number($0.east)), latitudes: "
            + "\(number($0.south)) to \(number($0.north))"
        }
        let units =
          "map units: \(number(world.info.width)) by \(number(world.info.height))"
        result.append(
          .warning(
            .overlaysOutside,
            counted(outside.number, "feature is", "features are")
              + " outside of the map, and not drawn",
            at: outside.first,
            hints: [[degrees, units].compactMap(\.self).joined(separator: "; ")]))
      }
      if shapeless.number > 0 {
        result.append(
          .warning(
            .overlaysShapeless,
            counted(shapeless.number, "feature has", "features have") + " no place, and "
              + (shapeless.number == 1 ? "is" : "are") + " not drawn", at: shapeless.first))
      }
      if colors.number > 0 {
        result.append(
          .warning(
            .overlaysColor,
            counted(colors.number, "invalid color is", "invalid colors are")
              + " not used: the look's color is", at: colors.first,
            hints: ["write #rgb, #rrggbb, rgb(…), hsl(…) or a name of CSS"]))
      }
      if hidden > 0 {
        result.append(
          .note(
            .overlaysHidden,
            counted(hidden, "hidden feature is", "hidden features are")
              + " omitted, since this is for players", at: SourceLocation(file: request.path),
            hints: ["audience: gm shows them"]))
      }
      return result.map { $0.inFile(request.path) }
    }
  }

  /// Adds a feature that is on the map, within the limits.
  private mutating func addFeature(
    _ feature: OverlayFeature, at place: @autoclosure () -> SourceLocation, to file: inout File
  ) throws {
    guard isOnMap(feature) else {
      file.outside.count(at: place())
      return
    }
    featureCount += 1
    pointCount += feature.points
    guard featureCount <= OverlayReader.featureLimit, pointCount <= OverlayReader.pointLimit else {
      throw Failure(
        .error(
          .overlaysMany,
          "overlays have more than \(OverlayReader.featureLimit) features or "
            + "\(OverlayReader.pointLimit) points", at: place()))
    }
    file.features.append(feature)
    guard case .point = feature.shape, !feature.icon.isEmpty, !feature.isSign else { return }
    if let index = icons.firstIndex(where: { $0.name == feature.icon }) {
      icons[index].count += 1
    } else if icons.count < 1000 {
      icons.append((feature.icon, place(), 1))
    }
  }

  private func isOnMap(_ feature: OverlayFeature) -> Bool {
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    switch feature.shape {
    case .point(let point): return sheet.contains(point)
    case .lines(let lines): return lines.contains { !Polyline.clip($0, to: sheet).isEmpty }
    case .areas(let areas):
      return areas.contains { $0.first.map { Polygon.clip($0, to: sheet).count > 2 } ?? false }
    }
  }

  // MARK: GeoJSON

  private mutating func readGeoJSON(_ document: JSONDocument, into file: inout File) throws {
    let path = file.request.path
    func place(_ value: JSONValue) -> SourceLocation {
      let position = document.position(ofByte: value.offset)
      return SourceLocation(file: path, line: position.line, column: position.column)
    }
    let root = document.root
    let stated = root["frame"]?.string.flatMap(DataFrame.init)
    let frame = try placement(file.request.frame ?? stated ?? .map, at: place(root))
    switch root["type"]?.string {
    case "FeatureCollection"?:
      guard let features = root["features"], features.kind == .array else {
        throw OverlayReader.invalid("the collection has no list of features", place(root))
      }
      for feature in features.elements {
        try readFeature(feature, frame, place, into: &file)
      }
    case "Feature"?: try readFeature(root, frame, place, into: &file)
    case .some where root["coordinates"] != nil || root["geometries"] != nil:
      for shape in try shapes(of: root, frame, place, depth: 0) {
        try addFeature(OverlayFeature(shape), at: place(root), to: &file)
      }
    default:
      throw OverlayReader.invalid("expected a collection of features (GeoJSON)", place(root))
    }
  }

  private mutating func readFeature(
    _ feature: JSONValue, _ frame: DataPlacement, _ place: (JSONValue) -> SourceLocation,
    into file: inout File
  ) throws {
    guard feature.kind == .object, feature["type"]?.string == "Feature" else {
      throw OverlayReader.invalid("expected a feature", place(feature))
    }
    let properties = feature["properties"]
    func text(_ names: [String]) -> String? {
      for name in names {
        if let text = properties?[name]?.looseString, !text.isEmpty { return text }
      }
      return nil
    }
    if OverlayReader.isHidden(text(["hidden", "is_hidden"])), audience == .player {
      file.hidden += 1
      return
    }
    guard let geometry = feature["geometry"], !geometry.isNull else {
      file.shapeless.count(at: place(feature))
      return
    }
    for shape in try shapes(of: geometry, frame, place, depth: 0) {
      var made = OverlayReader.feature(shape, text, at: place(feature), in: &file)
      for name in ["dates", "coordTimes", "times"] where made.dates.isEmpty {
        guard case .lines(let lines) = shape, let dates = properties?[name]?.elements,
          dates.count == lines.reduce(0, { $0 + $1.count })
        else { continue }
        made.dates = dates.map {
          OverlayReader.line($0.looseString ?? "", OverlayReader.noteLimit)
        }
      }
      try addFeature(made, at: place(feature), to: &file)
    }
  }

  /// The shapes of a geometry: each point alone, lines and polygons as they belong together.
  private func shapes(
    of geometry: JSONValue, _ frame: DataPlacement, _ place: (JSONValue) -> SourceLocation,
    depth: Int
  ) throws -> [OverlayFeature.Shape] {
    let type = geometry["type"]?.string
    if type == "GeometryCollection" {
      guard depth < OverlayReader.depthLimit else {
        throw OverlayReader.invalid("collections of geometries are too deep", place(geometry))
      }
      return try (geometry["geometries"]?.elements ?? []).flatMap {
        try shapes(of: $0, frame, place, depth: depth + 1)
      }
    }
    guard let coordinates = geometry["coordinates"], coordinates.kind == .array else {
      throw OverlayReader.invalid(
        type == nil ? "expected a geometry" : "the geometry has no coordinates", place(geometry))
    }
    func point(_ value: JSONValue) throws -> Point {
      guard value.kind == .array, value.count >= 2, let x = value[0]?.double,
        let y = value[1]?.double, x.isFinite, y.isFinite
      else { throw OverlayReader.invalid("expected a place of two numbers", place(value)) }
      return Point(x, y)
    }
    func points(_ value: JSONValue) throws -> [Point] {
      guard value.kind == .array else {
        throw OverlayReader.invalid("expected a list of places", place(value))
      }
      return try value.elements.map(point)
    }
    func line(_ value: JSONValue) throws -> [Point] {
      let points = try points(value)
      guard points.count > 1 else {
        throw OverlayReader.invalid("a line has at least two places", place(value))
      }
      return frame.sheetPoints(of: points)
    }
    func polygon(_ value: JSONValue) throws -> [[Point]] {
      guard value.kind == .array, value.count > 0 else {
        throw OverlayReader.invalid("expected the rings of a polygon", place(value))
      }
      return try value.elements.map { ring in
        var points = try points(ring)
        if points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count > 2 else {
          throw OverlayReader.invalid("a ring has at least three places", place(ring))
        }
        return frame.sheetPoints(of: points)
      }
    }
    switch type {
    case "Point"?: return frame.sheetPoints(of: [try point(coordinates)]).map { .point($0) }
    case "MultiPoint"?:
      return try points(coordinates).flatMap { frame.sheetPoints(of: [$0]).map { .point($0) } }
    case "LineString"?: return [.lines([try line(coordinates)])]
    case "MultiLineString"?:
      return coordinates.count == 0 ? [] : [.lines(try coordinates.elements.map(line))]
    case "Polygon"?: return [.areas([try polygon(coordinates)])]
    case "MultiPolygon"?:
      return coordinates.count == 0 ? [] : [.areas(try coordinates.elements.map(polygon))]
    default:
      throw OverlayReader.invalid(
        "unknown geometry \"\(printable(type ?? "", limit: 40))\"", place(geometry))
    }
  }

  private static func invalid(_ message: String, _ place: SourceLocation) -> Failure {
    Failure(.error(.overlaysGeojson, message, at: place))
  }

  // MARK: Tables

  private static let (xNames, yNames) = (["x", "x_px"], ["y", "y_px"])
  private static let longitudes = ["longitude", "lon", "lng", "long"]
  private static let latitudes = ["latitude", "lat"]

  private mutating func readTable(_ set: RowSet, into file: inout File) throws {
    let path = file.request.path
    file.rows += set.warnings
    for table in set.tables {
      let columns = Set(table.rows.lazy.flatMap { $0.fields.map(\.name) })
      func column(_ names: [String]) -> String? { names.first(where: columns.contains) }
      let head = table.head ?? table.rows.first?.place ?? SourceLocation(file: path)
      let (x, y) = (column(OverlayReader.xNames), column(OverlayReader.yNames))
      let (east, north) = (column(OverlayReader.longitudes), column(OverlayReader.latitudes))
      let frame: DataFrame
      let names: (String, String)
      switch (file.request.frame, x, y, east, north) {
      // An export has both, of which map units are exact.
      case (.pixels?, let x?, let y?, _, _): (frame, names) = (.pixels, (x, y))
      case (.map?, _, _, let east?, let north?): (frame, names) = (.map, (east, north))
      case (let given?, let x?, let y?, nil, nil): (frame, names) = (given, (x, y))
      case (nil, let x?, let y?, _, _): (frame, names) = (.pixels, (x, y))
      case (nil, _, _, let east?, let north?): (frame, names) = (.map, (east, north))
      default:
        throw Failure(
          .error(
            .overlaysTable, "the table has no columns of places", at: head,
            hints: ["add columns x and y (map units), or longitude and latitude (degrees)"]))
      }
      let placement = try placement(frame, at: head)
      for row in table.rows {
        if OverlayReader.isHidden(row.text("hidden", "is_hidden")), audience == .player {
          file.hidden += 1
          continue
        }
        let texts = [row.text(names.0), row.text(names.1)]
        guard let across = texts[0], let down = texts[1] else {
          file.shapeless.count(at: row.place)
          continue
        }
        guard let a = row.number(names.0), let b = row.number(names.1) else {
          let (name, text) = row.number(names.0) == nil ? (names.0, across) : (names.1, down)
          throw Failure(
            .error(
              .overlaysTable, "invalid \(name) \"\(printable(text, limit: 40))\"", at: row.place,
              hints: ["write numbers with a point, as in 12.5"]))
        }
        guard let point = placement.sheetPoints(of: [Point(a, b)]).first else { continue }
        func text(_ names: [String]) -> String? {
          names.lazy.compactMap { row.text(Row.plainName($0)) }.first
        }
        let feature = OverlayReader.feature(.point(point), text, at: row.place, in: &file)
        try addFeature(feature, at: row.place, to: &file)
      }
    }
  }

  // MARK: Features

  private func placement(_ frame: DataFrame, at place: SourceLocation) throws -> DataPlacement {
    do {
      return try DataPlacement(frame, of: world)
    } catch let failure as Failure {
      throw failure.at(place)
    }
  }

  private static func isHidden(_ text: String?) -> Bool {
    text.map { ["true", "1", "yes"].contains($0.lowercased()) } ?? false
  }

  /// A feature with the properties of its row or object: those of simplestyle, and those of Platen's
  /// exports.
  private static func feature(
    _ shape: OverlayFeature.Shape, _ text: ([String]) -> String?,
    at place: @autoclosure () -> SourceLocation, in file: inout File
  ) -> OverlayFeature {
    var feature = OverlayFeature(shape)
    func color(_ names: [String]) -> Color? {
      let written = text(names)
      guard let word = written ?? (file.request.color.isEmpty ? nil : file.request.color) else {
        return nil
      }
      if let color = Color(css: word) { return color }
      if written != nil { file.colors.count(at: place()) }
      return nil
    }
    func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
      text([name]).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
        .map { min(max($0, range.lowerBound), range.upperBound) }
    }
    feature.name = line(text(["name", "title", "label", "text", "note_name"]) ?? "", nameLimit)
    let note = text(["note", "description"]) ?? ""
    if note.count <= noteLimit, !note.contains("<"), note != feature.name {
      feature.note = line(note, noteLimit)
    }
    feature.date = line(text(["date", "day", "time", "when"]) ?? "", noteLimit)
    switch shape {
    case .point:
      feature.icon = line(
        text(["icon", "marker-symbol", "symbol"]) ?? file.request.icon, nameLimit)
      feature.color = color(["marker-color", "color", "fill"])
      switch text(["marker-size"]) {
      case "small"?: feature.size = 0.7
      case "large"?: feature.size = 1.4
      default: break
      }
    case .lines:
      feature.color = color(["stroke", "color"])
      if let opacity = number("stroke-opacity", 0...1) {
        feature.color = feature.color?.opacity(opacity)
      }
      feature.size = number("stroke-width", 0.2...20).map { $0 / 2 } ?? 1
    case .areas:
      feature.fill = color(["fill", "color"])
      feature.color = text(["stroke"]) == nil ? nil : color(["stroke"])
      if let opacity = number("stroke-opacity", 0...1) {
        feature.color = feature.color?.opacity(opacity)
      }
      feature.fillOpacity = number("fill-opacity", 0...1)
      feature.size = number("stroke-width", 0.2...20).map { $0 / 2 } ?? 1
    }
    return feature
  }

  /// A number with two decimals at most.
  private static func plain(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }

  /// A text as one line of at most so many characters.
  private static func line(_ text: String, _ limit: Int) -> String {
    let words = text.prefix(10 * limit).split { character in
      character.isWhitespace
        || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }
    let line = words.joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }
}

extension OverlayFeature {
  /// The number of its points.
  fileprivate var points: Int {
    switch shape {
    case .point: 1
    case .lines(let lines): lines.reduce(0) { $0 + $1.count }
    case .areas(let areas): areas.joined().reduce(0) { $0 + $1.count }
    }
  }
}
