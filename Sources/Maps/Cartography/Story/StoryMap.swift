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
        round: bounds.insetBy(-room), aspect: isUpright ? 4.0 / 5 : 4.0 / 3, on: sheet))
  }

  /// The map of one place.
  package static func stop(_ index: Int, of journey: Journey, on sheet: Size) -> StoryMap {
    let center = journey.stops[index].place.position
    let width = 0.17 * max(sheet.width, sheet.height)
    let box = Rect(x: center.x - width / 2, y: center.y, width: width, height: 0)
    return StoryMap(subject: .stop(index), window: window(round: box, aspect: 2.2, on: sheet))
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

  /// What is asked of the map room: no title, no plates, names for what is seen.
  package func request(wearing look: MapLook, for audience: Audience) -> MapRequest {
    var request = MapRequest(look: look, layers: .political, audience: audience)
    request.title = ""
    request.subtitle = ""
    request.window = window
    if case .stop = subject { request.labelDensity = 3 }
    return request
  }

  /// What the story adds to the map: the way and its numbered stops, or a ring round the place.
  package func overlay(_ journey: Journey, text: some TextMeasuring) -> [Node] {
    // Sizes are of a map as wide as a page of a book, about 330 points.
    let unit = window.width / 330
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

  /// From stop to stop, bent a little so that there and back are two lines.
  private static func way(_ journey: Journey, _ unit: Double) -> [Node] {
    var path = Path()
    for (from, to) in zip(journey.path, journey.path.dropFirst()) {
      let a = journey.stops[from].place.position
      let b = journey.stops[to].place.position
      let normal = Point(a.y - b.y, b.x - a.x) * 0.12
      path.move(to: a)
      path.curve(
        to: b, a + (b - a) * (1.0 / 3) + normal, a + (b - a) * (2.0 / 3) + normal)
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
