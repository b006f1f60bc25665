// SPDX-License-Identifier: MIT
// Part of Platen: the maps a book draws of its story: the journey over all of it, and each place
// where it first comes up.

package import Drawing
package import Geometry

/// A map of the story before it is drawn.
package struct StoryMap: Hashable {
  package enum Subject: Hashable {
    case journey
    /// Index of the stop.
    case stop(Int)
  }
  package var subject: Subject
  /// The part of the sheet that is shown.
  package var window: Rect
  /// The world's whole sheet.
  package var sheet: Size

  /// The width of its image in a book, in points: a column of A5, the narrowest page there is.
  private static let pageWidth = 310.0
  /// The least em of its letters there, in points.
  private static let leastText = 6.8
  /// Map units to a point there.
  private var unit: Double { window.width / StoryMap.pageWidth }

  /// The name its picture has in the document.
  package var name: String {
    switch subject {
    case .journey: "map-journey.png"
    case .stop(let index): "map-place-\(index + 1).png"
    }
  }

  /// The map of the whole journey: all stops with room round them, upright where the way is.
  package static func journey(_ journey: Journey, on sheet: Size) -> StoryMap {
    let all = Rect(enclosing: journey.stops.map(\.place.position))
    let bounds = all ?? Rect(x: 0, y: 0, width: sheet.width, height: sheet.height)
    let least = 0.3 * min(sheet.width, sheet.height)
    let room = max(0.18 * max(bounds.width, bounds.height), least / 2)
    let isUpright = bounds.height > bounds.width
    return StoryMap(
      subject: .journey,
      window: window(
        round: bounds.insetBy(-room), aspect: isUpright ? 4.0 / 5 : 4.0 / 3, on: sheet),
      sheet: sheet)
  }

  /// The map of one place.
  package static func stop(_ index: Int, of journey: Journey, on sheet: Size) -> StoryMap {
    let center = journey.stops[index].place.position
    let width = 0.17 * max(sheet.width, sheet.height)
    let box = Rect(x: center.x - width / 2, y: center.y, width: width, height: 0)
    return StoryMap(
      subject: .stop(index), window: window(round: box, aspect: 2.2, on: sheet), sheet: sheet)
  }

  /// The smallest window of that shape round a box, moved onto the sheet, or cut to it where it is
  /// larger.
  private static func window(round box: Rect, aspect: Double, on sheet: Size) -> Rect {
    let width = min(max(box.width, box.height * aspect), sheet.width, sheet.height * aspect)
    let height = width / aspect
    return Rect(
      x: min(max(0, box.center.x - width / 2), sheet.width - width),
      y: min(max(0, box.center.y - height / 2), sheet.height - height),
      width: width, height: height)
  }

  /// The request for the map: no title, no key, names for what is visible, clear of the story's
  /// own symbols and in letters that can be read in a book.
  ///
  /// Throws where the look's letters cannot be made so large.
  package func request(
    look: MapLook, for audience: Audience, of journey: Journey
  ) throws -> MapRequest {
    var request = MapRequest(look: look, layers: .political, audience: audience)
    request.title = ""
    request.subtitle = ""
    request.window = window
    // Letters are in print what they are on a screen that shows the whole sheet.
    let factor = 72 / MapSize.screenDPI * unit / look.sheet.scale(on: sheet, showing: window)
    request.look = try look.scalingText(by: factor)
    request.look.labels.numbersCrowded = false
    // Its figures, too, are larger, and stand over the bar's fifths.
    request.look.scaleBar.size *= 2
    for rank in [
      \MapLook.Burgs.capital, \.city, \.town, \.village, \.hamlet, \.fort,
    ] {
      request.look.burgs[keyPath: rank].size *= 1.5
    }
    request.textFactor = factor
    request.least = LeastSizes(text: StoryMap.leastText * unit, line: 0.2 * unit, icon: 0)
    if case .stop = subject { request.labelDensity = 3 }
    request.overlay = covered(journey)
    return request
  }

  /// The area that the story's symbols and its way cover, with a little room around them.
  private func covered(_ journey: Journey) -> MapOverlay {
    var covered = MapOverlay()
    switch subject {
    case .journey:
      covered.signs = journey.stops.map {
        MapOverlay.Sign(center: $0.place.position, radius: 8 * unit)
      }
      covered.lines = StoryMap.legs(journey).map { leg in
        (0...16).map { leg.point(at: Double($0) / 16) }
      }
      covered.lineWidth = 3.2 * unit
    case .stop(let index):
      covered.signs = [
        MapOverlay.Sign(center: journey.stops[index].place.position, radius: 10.5 * unit)
      ]
    }
    return covered
  }

  /// The story's additions to the map: the way and its numbered stops, or a ring round the place.
  package func overlay(_ journey: Journey, text: some TextMeasuring) -> [Node] {
    switch subject {
    case .journey:
      return StoryMap.way(journey, unit) + StoryMap.stops(journey, unit, text)
    case .stop(let index):
      let center = journey.stops[index].place.position
      return [
        .path(
          PathNode(
            Path(circleAt: center, radius: 8 * unit),
            stroke: Stroke(Color.white.opacity(0.8), width: 3.4 * unit))),
        .path(
          PathNode(
            Path(circleAt: center, radius: 8 * unit), stroke: Stroke(ink, width: 1.6 * unit))),
      ]
    }
  }

  private static let ink = Color(bytes: 0x9c, 0x2b, 0x1f)
  private var ink: Color { StoryMap.ink }

  /// A part of the way, bent a little so that there and back are two lines.
  private struct Leg {
    let from: Point
    let to: Point

    var controls: (Point, Point) {
      let normal = Point(from.y - to.y, to.x - from.x) * 0.12
      return (
        from + (to - from) * (1.0 / 3) + normal, from + (to - from) * (2.0 / 3) + normal
      )
    }

    /// The point where a share of the curve is behind.
    func point(at t: Double) -> Point {
      let (first, second) = controls
      let s = 1 - t
      let start = from * (s * s * s) + first * (3 * s * s * t)
      return start + second * (3 * s * t * t) + to * (t * t * t)
    }
  }

  /// From stop to stop, each leg once.
  private static func legs(_ journey: Journey) -> [Leg] {
    var known: Set<[Int]> = []
    return zip(journey.path, journey.path.dropFirst()).compactMap { from, to in
      guard known.insert([from, to]).inserted else { return nil }
      return Leg(
        from: journey.stops[from].place.position, to: journey.stops[to].place.position)
    }
  }

  private static func way(_ journey: Journey, _ unit: Double) -> [Node] {
    var path = Path()
    for leg in legs(journey) {
      let (first, second) = leg.controls
      path.move(to: leg.from)
      path.curve(to: leg.to, first, second)
    }
    return [
      .path(
        PathNode(
          path,
          stroke: Stroke(Color.white.opacity(0.75), width: 3.2 * unit, cap: .round, join: .round))),
      .path(
        PathNode(
          path,
          stroke: Stroke(
            ink, width: 1.5 * unit, dash: [4.5 * unit, 3 * unit], cap: .round, join: .round))),
    ]
  }

  private static func stops(
    _ journey: Journey, _ unit: Double, _ text: some TextMeasuring
  ) -> [Node] {
    let font = FontRequest(families: ["Lato", "EB Garamond"], size: 8.4 * unit, weight: 700)
    return journey.stops.indices.flatMap { index in
      let center = journey.stops[index].place.position
      let number = text.shape(String(index + 1), font: font)
      let origin = Point(center.x - number.width / 2, center.y + 0.36 * font.size)
      return [
        Node.path(
          PathNode(
            Path(circleAt: center, radius: 6.6 * unit), fill: Fill(ink),
            stroke: Stroke(Color.white, width: 1.1 * unit)))
      ] + number.nodes(at: origin, paint: .color(.white))
    }
  }
}
