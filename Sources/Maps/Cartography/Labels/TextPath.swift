// SPDX-License-Identifier: MIT
// Part of Platen: text set along a line, and the room its letters take.

internal import Drawing
internal import Geometry
internal import Libc

/// A line that text follows: points with their distances from its beginning.
struct TextPath {
  private let points: [Point]
  private let distances: [Double]

  /// Nil for a line without length, or one too long for numbers.
  init?(_ line: [Point]) {
    var points: [Point] = []
    var distances: [Double] = []
    for point in line where point.isFinite {
      guard let last = points.last else {
        points.append(point)
        distances.append(0)
        continue
      }
      let step = last.distance(to: point)
      guard step > 0 else { continue }
      guard step.isFinite else { return nil }
      distances.append(distances[distances.count - 1] + step)
      points.append(point)
    }
    guard points.count > 1 else { return nil }
    self.points = points
    self.distances = distances
  }

  /// A natural spline through `points`.
  init?(through points: [Point]) {
    guard points.count > 2 else {
      self.init(points)
      return
    }
    self.init(Curve.natural(points).flattened(tolerance: 0.2).first?.points ?? points)
  }

  var length: Double { distances[distances.count - 1] }

  /// Across the straight line between its ends, one unit long.
  var across: Point {
    let chord = points[points.count - 1] - points[0]
    return chord.length > 0 ? Point(-chord.y, chord.x) / chord.length : Point(0, 1)
  }

  /// The same line elsewhere.
  func moved(by shift: Point) -> TextPath? { TextPath(points.map { $0 + shift }) }

  /// The line that runs beside this one at a distance, positive below it; nil where bends leave nothing.
  func beside(_ distance: Double) -> TextPath? {
    var line: [Point] = []
    for i in points.indices {
      let along = points[min(points.count - 1, i + 1)] - points[max(0, i - 1)]
      guard along.length > 0 else { continue }
      let point = points[i] + Point(-along.y, along.x) * (distance / along.length)
      // In a bend narrower than the distance it would turn back.
      if let last = line.last, (point - last).dot(along) <= 0 { continue }
      line.append(point)
    }
    return TextPath(line)
  }

  /// The straight line between its ends.
  var chord: TextPath? { TextPath([points[0], points[points.count - 1]]) }

  /// The place `distance` along the line and the direction there; beyond an end it runs straight on.
  func place(at distance: Double) -> (point: Point, direction: Point) {
    var low = 0
    var high = points.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= distance { low = middle } else { high = middle }
    }
    let direction = (points[high] - points[low]) / (distances[high] - distances[low])
    return (points[low] + direction * (distance - distances[low]), direction)
  }
}

/// Text that stands somewhere: what is drawn, and the boxes of its letters.
struct PlacedText {
  var nodes: [Node]
  var boxes: [Rect]
  /// Middles and both edges of letters, to check whether the text is inside something.
  var probes: [Point]

  /// Boxes on the line of its letters before the first and behind the last, where other letters
  /// would seem to be part of it: as far as its own letters stand apart, and an em more.
  func ends(em: Double) -> [Rect] {
    guard boxes.count > 1 else { return [] }
    func end(_ last: Rect, _ before: Rect) -> Rect {
      let step = last.center - before.center
      guard step.length > 0 else { return last }
      let apart = max(0, step.length - (last.width + before.width) / 2)
      let way = step / step.length
      let half = 0.3 * em
      let center = last.center + way * (abs(way.x) * last.width / 2 + abs(way.y) * last.height / 2)
      let far = center + way * (apart + 0.7 * em)
      return Rect(
        x: min(center.x, far.x) - half * abs(way.y), y: min(center.y, far.y) - half * abs(way.x),
        width: abs(far.x - center.x) + 2 * half * abs(way.y),
        height: abs(far.y - center.y) + 2 * half * abs(way.x))
    }
    return [
      end(boxes[0], boxes[1]), end(boxes[boxes.count - 1], boxes[boxes.count - 2]),
    ]
  }
}

extension ShapedText {
  /// The text along `path`, its middle at `middle` of the way, moved off the line by `offset`
  /// (positive is below), letters centered on the line at `rise` em above the baseline.
  func placed(
    along path: TextPath, middle: Double = 0.5, offset: Double = 0, rise: Double, size: Double,
    trailing: Double, paint: Paint, halo: Stroke?
  ) -> PlacedText {
    var placed = PlacedText(nodes: [], boxes: [], probes: [])
    // Names are tried in thousands of places.
    let count = runs.reduce(0) { $0 + $1.glyphs.count }
    placed.boxes.reserveCapacity(count)
    placed.probes.reserveCapacity(count * 3)
    let start = path.length * middle - (width - trailing) / 2
    for run in runs {
      let reach = LetterBox(of: run.source)
      var glyphs: [Glyph] = []
      glyphs.reserveCapacity(run.glyphs.count)
      for (glyph, advance) in zip(run.glyphs, run.advances) {
        let ink = max(advance - trailing, 0)
        let (point, direction) = path.place(at: start + glyph.position.x + ink / 2)
        let normal = Point(-direction.y, direction.x)
        let base = point + normal * (offset + rise * size + glyph.position.y)
        glyphs.append(
          Glyph(
            id: glyph.id, position: base - direction * (ink / 2),
            angle: atan2(direction.y, direction.x) + glyph.angle))
        guard ink > 0 else { continue }
        let top = base - normal * (reach.above * size)
        let bottom = base + normal * (reach.below * size)
        let half = direction * (ink / 2)
        if let box = Rect(enclosing: [top - half, top + half, bottom - half, bottom + half]) {
          placed.boxes.append(box)
        }
        placed.probes.append(base - normal * (rise * size))
        placed.probes.append(top)
        placed.probes.append(base)
      }
      placed.nodes.append(
        .text(
          TextNode(
            source: run.source, font: run.font, glyphs: glyphs, clusters: run.clusters,
            paint: paint, halo: halo)))
    }
    return placed
  }
}
