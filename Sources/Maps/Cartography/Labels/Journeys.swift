// SPDX-License-Identifier: MIT
// Part of Platen: the ways that a map shows, in the style of its rulers, with their days.

internal import Drawing
internal import Geometry

extension Composition {
  func drawJourneys() -> JourneyDrawings { JourneyDrawings(of: self) }
}

/// The ways of a map as they are drawn: lines, the places where days end, and labels.
struct JourneyDrawings {
  private(set) var nodes: [Node] = []
  /// Boxes that labels take.
  private var labels: [Rect] = []
  /// The numbered stops of a party.
  private var numbers: [PartyNumber] = []
  private var lines: [[Point]] = []
  private let lineWidth: Double

  /// The widths of parts in those of a ruler's line.
  private enum Measure {
    static let line = 1.7
    static let back = 3.6
    static let night = 1.7
    static let stop = 2.6
    /// The least distance between the ends of two days, so that they can be counted.
    static let spacing = 16.0
  }

  /// Shares of a way at which its label may stand, the best first.
  private static let places = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82]
  /// Numbers of days from mark to mark.
  private static let steps = [1, 2, 5, 10, 20, 50, 100]

  init(of map: Composition) {
    lineWidth = map.look.rulers.line.width * Measure.line
    let journeys = map.request.journeys
    for journey in journeys { drawLines(of: journey, map.look.rulers) }
    for journey in journeys { drawPlaces(of: journey, map.look.rulers) }
    numbers = map.partyNumbers
    nodes += numbers.flatMap { map.partyNumber($0) }
    for journey in journeys { drawLabel(of: journey, on: map) }
  }

  /// Takes the places of lines and labels among names.
  func reserve(on grid: LabelCollisionGrid) {
    grid.reserve(labels)
    grid.reserve(numbers.flatMap { MapOverlay.Sign(center: $0.center, radius: $0.radius).boxes })
    for line in lines {
      for ends in zip(line, line.dropFirst()) {
        for box in NameRoom.boxes(along: ends, thickness: lineWidth) {
          grid.reserve(box, cost: LabelCollisionGrid.line)
        }
      }
    }
  }

  /// Lines on land are whole, those of ships and of ways that are not known dashed.
  private mutating func drawLines(of journey: MapJourney, _ style: MapLook.Rulers) {
    let unit = style.line.width
    for isBack in [true, false] {
      for leg in journey.legs where leg.points.count > 1 {
        let path = Curve.linear(leg.points)
        let stroke =
          isBack
          ? Stroke(style.back.color, width: unit * Measure.back, cap: .round, join: .round)
          : Stroke(
            style.line.color, width: lineWidth,
            dash: leg.isDashed ? [unit * 4, unit * 3.4] : [], cap: .round, join: .round)
        nodes.append(.path(PathNode(path, stroke: stroke)))
      }
    }
    lines += journey.legs.map(\.points)
  }

  /// The days from one mark on a way to the next, so that marks stand apart.
  private func days(between nights: [Point], along journey: MapJourney, unit: Double) -> Int {
    let length = journey.legs.reduce(0) { $0 + Polyline.length($1.points) }
    let each = length / Double(nights.count + 1)
    return JourneyDrawings.steps.first { Double($0) * each >= Measure.spacing * unit } ?? .max
  }

  /// Ends of days as small rings, stops as full circles.
  private mutating func drawPlaces(of journey: MapJourney, _ style: MapLook.Rulers) {
    let unit = style.line.width
    let step = days(between: journey.nights, along: journey, unit: unit)
    var rings = Path()
    for (index, night) in journey.nights.enumerated() where (index + 1).isMultiple(of: step) {
      rings.append(Path(circleAt: night, radius: unit * Measure.night))
    }
    var stops = Path()
    for stop in journey.stops {
      stops.append(Path(circleAt: stop, radius: unit * Measure.stop))
    }
    nodes += [
      .path(
        PathNode(
          rings, fill: Fill(style.back.color), stroke: Stroke(style.line.color, width: unit * 0.8))),
      .path(
        PathNode(
          stops, fill: Fill(style.line.color), stroke: Stroke(style.back.color, width: unit * 0.9))),
    ]
  }

  /// The label stands on the line, where it covers no plate, no stop and no other label.
  private mutating func drawLabel(of journey: MapJourney, on map: Composition) {
    let lettering = map.look.rulers.label
    let line = journey.legs.flatMap(\.points)
    guard lettering.size > 0, !journey.label.isEmpty, line.count > 1 else { return }
    let shaped = map.shape(journey.label, lettering)
    let size = lettering.size
    // A part of a journey that its label would hide.
    if journey.isLabelOptional, shaped.width > 1.5 * Polyline.length(line) { return }
    let (width, height) = (shaped.width + size * 0.8, size * 1.5)
    let length = Polyline.length(line)
    let unit = map.look.rulers.line.width
    var best: (box: Rect, covered: Int)?
    for place in JourneyDrawings.places {
      guard let point = Polyline.point(at: length * place, along: line)?.point else { return }
      let free = map.inside.insetBy(unit)
      let box = Rect(
        x: min(max(free.minX, point.x - width / 2), free.maxX - width),
        y: min(max(free.minY, point.y - height / 2), free.maxY - height), width: width,
        height: height)
      let covered =
        (map.furniture.plates + labels + numbers.map(\.box)).filter(box.intersects).count * 100
        + journey.stops.filter(box.insetBy(-unit * Measure.stop).contains).count * 10
        + map.wantedBurgs.filter { box.contains($0.position) }.count
      if covered < best?.covered ?? .max { best = (box, covered) }
      if covered == 0 { break }
    }
    guard let (box, covered) = best, covered < 10 || !journey.isLabelOptional else { return }
    labels.append(box)
    nodes += Plate.nodes(
      box, fill: map.look.rulers.back.color.opacity(0.92),
      line: MapLook.Line(color: map.look.rulers.line.color, width: unit * 0.6), inset: 0)
    nodes += shaped.nodes(
      at: Point(box.center.x - shaped.width / 2, box.center.y + LetterBox.middle * size),
      paint: .color(lettering.color), halo: nil)
  }
}
