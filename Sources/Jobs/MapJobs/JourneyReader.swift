// SPDX-License-Identifier: MIT
// Part of Platen: reads the journey of a party: from a campaign, GeoJSON, or a table of points.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Documents
internal import Geometry
internal import JSON
internal import Pipeline
internal import Readers
internal import Routing
internal import Text

/// Reads the journey of a party, and finds its legs on a world's roads.
struct JourneyReader {
  private let world: World
  private let audience: Cartography.Audience
  private var warnings: [Diagnostic] = []
  private let towns: PointIndex

  /// Bytes of a file, visits of a journey, and characters of a date.
  private static let (byteLimit, visitLimit, dateLimit) = (512 << 20, 1_000, 40)
  /// The distance at which a point is in a town or on a line, in parts of the map's width.
  private static let nearness = 0.004

  init(of world: World, for audience: Cartography.Audience) {
    // What players may not know is not found.
    self.world = audience == .player ? world.withoutSecrets() : world
    self.audience = audience
    towns = PointIndex(world.burgs.map(\.position))
  }

  /// A stay of the party at a place.
  private struct Visit {
    var position: Point
    var name = ""
    var town: Int?
    var date = ""
    /// The way from the visit before, where the file has it.
    var line: [Point] = []
  }

  /// Reads a journey; nil where no place of it is on the map.
  ///
  /// - Throws: `Failure` with the errors of the file.
  consuming func read(
    _ request: JourneyRequest, in context: StageContext
  ) throws -> Diagnosed<PartyJourney?> {
    var name = request.file.name
    var visits: [Visit]
    if try isCampaign(request, in: context) {
      let file = try context.read(request.path, limit: JourneyReader.byteLimit)
      let campaign = try CampaignReader.read(files: [NamedBytes(request.path, file.bytes)])
      warnings += campaign.warnings.map { $0.inFile(request.path) }
      if !request.isNamed, !campaign.value.title.isEmpty { name = campaign.value.title }
      visits = self.visits(of: campaign.value, request)
    } else {
      var reader = OverlayReader(of: world, for: audience)
      try reader.read(request.file, in: context)
      warnings += reader.result.warnings
      visits = self.visits(of: reader.result.value.flatMap(\.features), request)
    }
    guard visits.count <= JourneyReader.visitLimit else {
      throw Failure(
        .error(
          .journeyMany,
          "the journey has \(visits.count) stops, more than \(JourneyReader.visitLimit)"))
    }
    guard !visits.isEmpty else {
      warnings.append(
        .warning(
          .journeyPlaces, "no place of the journey is on the map",
          at: SourceLocation(file: request.path),
          hints: ["aliases: { \"the place as spelled in the story\": its name on the map }"]))
      return Diagnosed(nil, warnings: warnings)
    }
    JourneyReader.shorten(&visits)
    return Diagnosed(try journey(name, through: visits, request), warnings: warnings)
  }

  /// Indicates whether a file is a campaign, not points and lines.
  private func isCampaign(_ request: JourneyRequest, in context: StageContext) throws -> Bool {
    switch fileExtension(of: request.path) {
    case "jsonl", "ndjson", "txt": return true
    case "json":
      let bytes = try context.read(request.path, limit: JourneyReader.byteLimit).bytes
      // A campaign is read more leniently than as strict JSON.
      guard let document = try? JSONDocument(parsing: bytes) else { return true }
      let root = document.root
      let isPlaced = ["features", "geometry", "coordinates", "geometries"].contains {
        root[$0] != nil
      }
      return !(root["type"]?.string != nil && isPlaced)
    default: return false
    }
  }

  // MARK: Campaigns

  private mutating func visits(of campaign: Campaign, _ request: JourneyRequest) -> [Visit] {
    let finder = PlaceFinder(
      world, aliases: request.aliases.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    for (name, target) in finder.lostAliases {
      warnings.append(
        .warning(
          .journeyPlaces,
          "the alias \"\(printable(name, limit: 60))\" leads to "
            + "\"\(printable(target, limit: 60))\", which the world does not have",
          hints: ["use a name on the map, or a number: burg:12, state:3, province:7, marker:5"]))
    }
    var dates: [Int: String] = [:]
    var places: [(scene: Int, place: String)] = []
    for entry in campaign.entries {
      guard let scene = entry.scene else { continue }
      places.append((scene, entry.place))
      if let time = entry.header?.timestamp, !time.isEmpty { dates[scene] = time }
    }
    var notes: [Diagnostic] = []
    let journey = Journey(places, in: finder, diagnostics: &notes)
    warnings += notes.map { $0.inFile(request.path) }
    return zip(journey.path, journey.scenes).map { stop, scene in
      let place = journey.stops[stop].place
      return Visit(
        position: place.position, name: place.name,
        town: place.sort == .burg ? place.id : nil, date: dates[scene] ?? "")
    }
  }

  // MARK: Points and lines

  private var reach: Double { max(3, JourneyReader.nearness * world.info.width) }

  private func visit(_ position: Point, name: String = "", date: String) -> Visit {
    let nearest = towns.nearest(to: position).map { world.burgs[$0] }
    let town = nearest.flatMap { $0.position.distance(to: position) <= reach ? $0 : nil }
    return Visit(
      position: position, name: name.isEmpty ? town?.name ?? "" : name, town: town?.id, date: date)
  }

  /// Lines with the stops at their ends, at dates and at points that are on them; or points in their
  /// order.
  private mutating func visits(
    of features: [OverlayFeature], _ request: JourneyRequest
  ) -> [Visit] {
    var course: [(position: Point, visit: Visit?)] = []
    var isPoints = true
    for feature in features {
      guard case .lines(let lines) = feature.shape else { continue }
      isPoints = false
      var dates = feature.dates[...]
      for line in lines {
        let own = dates.prefix(line.count)
        dates = dates.dropFirst(line.count)
        for (index, position) in line.enumerated() {
          let isEnd = index == 0 || index == line.count - 1
          var date = own.isEmpty ? "" : own[own.startIndex + index]
          if date.isEmpty, index == line.count - 1 { date = feature.date }
          let isNew = course.last.map { $0.position.distance(to: position) > 0.01 } ?? true
          let visit = isEnd || !date.isEmpty ? visit(position, date: date) : nil
          if isNew {
            course.append((position, visit))
          } else if let visit, course.last?.visit?.date.isEmpty ?? true {
            course[course.count - 1].visit = visit
          }
        }
      }
    }
    var lost: (count: Int, name: String)?
    for feature in features {
      guard case .point(let position) = feature.shape else { continue }
      let visit = visit(position, name: feature.name, date: feature.date)
      guard !isPoints else {
        course.append((position, visit))
        continue
      }
      let nearest = course.indices.min {
        course[$0].position.distance(to: position) < course[$1].position.distance(to: position)
      }
      guard let nearest, course[nearest].position.distance(to: position) <= 3 * reach else {
        lost = ((lost?.count ?? 0) + 1, lost?.name ?? feature.name)
        continue
      }
      var known = course[nearest].visit ?? visit
      known.position = course[nearest].position
      if !feature.name.isEmpty { known.name = feature.name }
      if !feature.date.isEmpty { known.date = feature.date }
      course[nearest].visit = known
    }
    if let lost {
      warnings.append(
        .warning(
          .journeyPlaces,
          counted(lost.count, "point is", "points are") + " not on the line, and not drawn: "
            + "\"\(printable(lost.name, limit: 40))\"", at: SourceLocation(file: request.path),
          hints: ["give the line a vertex there"]))
    }
    var visits: [Visit] = []
    var line: [Point] = []
    for (position, visit) in course {
      if !isPoints { line.append(position) }
      guard var visit else { continue }
      visit.line = visits.isEmpty ? [] : line
      line = isPoints ? [] : [position]
      visits.append(visit)
    }
    return visits
  }

  // MARK: Dates

  /// Days without hours; a year that all share is omitted.
  private static func shorten(_ visits: inout [Visit]) {
    let dates = visits.map { visit -> [String] in
      let text = visit.date
      if let iso = text.prefixMatch(of: /\d{4}-\d\d-\d\d/) { return [String(iso.output)] }
      return text.split(separator: ",")
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        .filter { !$0.isEmpty && $0.prefixMatch(of: /\d{1,2}:\d\d/) == nil }
    }
    let known = dates.filter { !$0.isEmpty }
    let isShared =
      known.count > 1 && known.allSatisfy { $0.count > 1 && $0.first == known.first?.first }
    for (index, parts) in dates.enumerated() {
      let text = (isShared ? parts.dropFirst() : parts[...]).joined(separator: ", ")
      visits[index].date =
        text.count > dateLimit ? text.prefix(dateLimit - 1) + "…" : text
    }
  }

  // MARK: Legs

  /// A part of the way between two stops, there and back.
  private struct Leg {
    var from: Int
    var to: Int
    var visit: Visit
    var dates: [String]
  }

  /// The most dates that the label of a leg has.
  private static let datesOfLeg = 3

  private mutating func journey(
    _ name: String, through visits: [Visit], _ request: JourneyRequest
  ) throws -> PartyJourney {
    var stops: [Visit] = []
    var legs: [Leg] = []
    var last: Int?
    for visit in visits {
      let index =
        stops.firstIndex { stop in
          stop.town == visit.town && visit.town != nil && visit.line.isEmpty && stop.line.isEmpty
            || stop.position.distance(to: visit.position) < 0.5
        } ?? stops.count
      if index == stops.count { stops.append(visit) }
      if stops[index].date.isEmpty { stops[index].date = visit.date }
      defer { last = index }
      guard let from = last, from != index else { continue }
      let known = legs.firstIndex {
        $0.visit.line.isEmpty && visit.line.isEmpty && Set([$0.from, $0.to]) == [from, index]
      }
      if let known {
        legs[known].dates += visit.date.isEmpty ? [] : [visit.date]
      } else {
        legs.append(
          Leg(from: from, to: index, visit: visit, dates: visit.date.isEmpty ? [] : [visit.date]))
      }
    }
    let finder = try wayfinder(for: request, legs.isEmpty ? [] : stops)
    let drawn = legs.map { leg -> MapJourney in
      let ends = (stops[leg.from], stops[leg.to])
      let way = leg.visit.line.isEmpty ? JourneyReader.way(ends.0.town, ends.1.town, finder) : nil
      let shown = leg.dates.prefix(JourneyReader.datesOfLeg).joined(separator: ", ")
      var label = leg.dates.count > JourneyReader.datesOfLeg ? shown + "…" : shown
      if label.isEmpty, let way { label = request.phrases.days(way.days) }
      let lines =
        way?.legs.map { MapJourney.Leg(points: $0.points, isDashed: $0.kind.isWater) }
        ?? [
          leg.visit.line.isEmpty
            ? MapJourney.Leg(
              points: JourneyReader.bow(ends.0.position, ends.1.position), isDashed: true)
            : MapJourney.Leg(points: leg.visit.line, isDashed: false)
        ]
      var drawn = MapJourney(legs: lines, stops: [], nights: way?.nights ?? [], label: label)
      drawn.isLabelOptional = true
      return drawn
    }
    return PartyJourney(
      stops: PartyStops(
        name: name,
        stops: stops.map { PartyStops.Stop($0.position, name: $0.name, date: $0.date) }),
      legs: drawn)
  }

  /// The finder of ways between the towns of a journey; nil without two of them, or without cells.
  private mutating func wayfinder(
    for request: JourneyRequest, _ stops: [Visit]
  ) throws -> Wayfinder? {
    guard stops.count(where: { $0.town != nil }) > 1, (world.cells?.count ?? 0) > 0 else {
      return nil
    }
    let finder = try Wayfinder(world, by: request.mode)
    warnings += finder.warnings
    return finder
  }

  private static func way(_ from: Int?, _ to: Int?, _ finder: Wayfinder?) -> Itinerary? {
    guard let from, let to, from != to else { return nil }
    // Towns without a way between them have a line.
    return try? finder?.itinerary(through: [String(from), String(to)])
  }

  /// A line that is bent a little, for ways that are not known.
  private static func bow(_ from: Point, _ to: Point) -> [Point] {
    let middle = from + (to - from) * 0.5 + Point(from.y - to.y, to.x - from.x) * 0.1
    return (0...16).map { step in
      let t = Double(step) / 16
      return from * ((1 - t) * (1 - t)) + middle * (2 * t * (1 - t)) + to * (t * t)
    }
  }
}
