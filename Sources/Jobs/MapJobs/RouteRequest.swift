// SPDX-License-Identifier: MIT
// Part of Platen: the ways that a map job requests, and how they become journeys on its map.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import Geometry
internal import JobKit
internal import Routing
internal import Values

/// A way that a map job requests: towns in their order, and the way of traveling.
struct RouteRequest: Hashable, Sendable {
  /// Names or numbers, at least two.
  private(set) var towns: [String]
  private(set) var mode = TravelMode.foot

  /// The forms of a request, for hints.
  static let forms =
    "\"Ebbville > Karn\", \"Ebbville > Orvan > Karn by horse\"; by "
    + TravelMode.allCases.map(\.rawValue).joined(separator: ", ")

  /// The most towns of one way.
  static let townLimit = 100

  /// Reads `A > B > C by horse`; an arrow → stands for `>` as well.
  ///
  /// - Throws: ``RouteRequestError``.
  init(_ text: String) throws(RouteRequestError) {
    towns = text.split(omittingEmptySubsequences: false) { $0 == ">" || $0 == "→" }
      .map(RouteRequest.trimmed)
    guard towns.count > 1, let last = towns.last else { throw .oneTown }
    if let range = last.ranges(of: " by ").last {
      let word = RouteRequest.trimmed(last[range.upperBound...])
      guard let mode = TravelMode(rawValue: word) else { throw .unknownMode(word) }
      self.mode = mode
      towns[towns.count - 1] = RouteRequest.trimmed(last[..<range.lowerBound])
    }
    guard !towns.contains("") else { throw .nameless }
    guard towns.count <= RouteRequest.townLimit else { throw .manyTowns }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// An error in the text of a way.
enum RouteRequestError: Error, CustomStringConvertible {
  case oneTown, nameless, manyTowns
  case unknownMode(String)

  var description: String {
    switch self {
    case .oneTown: "a route needs two towns"
    case .nameless: "a town of the route has no name"
    case .manyTowns: "a route has at most \(RouteRequest.townLimit) towns"
    case .unknownMode(let word):
      "unknown way of traveling \"\(printable(word, limit: 40))\""
    }
  }
}

extension RouteRequest: Digestible {
  func add(to digester: inout Digester) { digester.addFields(towns, mode.rawValue) }
}

/// The ways of a map, each with its place in the manifest.
struct MapRoutes: Sendable {
  private let routes: [(request: RouteRequest, place: SourceLocation?)]
  private let phrases: Phrasebook
  private let words: MapWords

  init(in settings: Settings, phrases: Phrasebook) {
    let value = settings.placed(MapKeys.routes)
    routes = (value?.elements ?? value.map { [$0] } ?? []).compactMap { element in
      element.text.flatMap { try? RouteRequest($0) }.map { ($0, element.place) }
    }
    self.phrases = phrases
    words = MapWords(phrases)
  }

  var isEmpty: Bool { routes.isEmpty }

  /// Finds the ways in a world.
  ///
  /// - Throws: `Failure` with all errors, `route.*`, each at the text of its route.
  func journeys(in world: World) throws -> Diagnosed<[MapJourney]> {
    var finders: [TravelMode: Wayfinder] = [:]
    var journeys: [MapJourney] = []
    var warnings: [Diagnostic] = []
    var errors = DiagnosticList()
    for (request, place) in routes {
      do {
        var finder = finders[request.mode]
        if finder == nil {
          let made = try Wayfinder(world, by: request.mode)
          warnings += made.warnings.filter { !warnings.contains($0) }
          finders[request.mode] = made
          finder = made
        }
        guard let way = try finder?.itinerary(through: request.towns) else { continue }
        journeys.append(journey(along: way))
      } catch let failure as Failure {
        for diagnostic in failure.at(place).diagnostics { errors.record(diagnostic) }
      }
    }
    guard errors.isEmpty else { throw Failure(errors.diagnostics) }
    return Diagnosed(journeys, warnings: warnings)
  }

  private func journey(along way: Itinerary) -> MapJourney {
    let days = phrases.days(way.days)
    return MapJourney(
      legs: way.legs.map { MapJourney.Leg(points: $0.points, isDashed: $0.kind.isWater) },
      stops: way.passed, nights: way.nights,
      label: days + phrases[.comma] + words.distance(way.distance, in: way.unit))
  }
}

extension MapRoutes: Digestible {
  func add(to digester: inout Digester) {
    digester.addFields(routes.map(\.request), routes.isEmpty ? nil : phrases)
  }
}

extension Phrasebook {
  /// Days of travel, those that have begun as whole ones.
  func days(_ days: Double) -> String {
    counted(.travelDays, max(1, Int(min(days, 1e6).rounded(.up))))
  }
}
