// SPDX-License-Identifier: MIT
// Part of Platen: names of rivers along their courses.

internal import Atlas
internal import Drawing
internal import Geometry

/// The part of a named river that is seen.
private struct SeenRiver {
  var id: Int
  var name: String
  var points: [Point]
  var length: Double
  /// Half the width at its broadest.
  var halfWidth: Double
}

extension Composition {
  /// Names of the longest rivers that are seen, beside the water where it bends least.
  func riverNames(on grid: LabelCollisionGrid, marks: LabelCollisionGrid) -> [Node] {
    var lettering = look.labels.water
    guard look.labels.showsRivers, lettering.size > 0, request.layers.contains(.rivers) else {
      return []
    }
    let density = request.labelDensity ?? look.labels.density
    let factor = max(request.textFactor, 0.001)
    let limit = Int(min(30 * density / (factor * factor), 5_000))
    lettering.size = readable(lettering.size)
    guard lettering.size >= leastName else {
      recordTooSmall("rivers", min(limit, seenRivers().count))
      return []
    }
    var nodes: [Node] = []
    var named = 0
    for river in seenRivers() where named < limit {
      // The greatest of them in larger letters.
      let size = lettering.size * (named < limit / 4 ? 1.25 : 1)
      let shaped = shape(river.name, lettering, size: size)
      let isJoined = LetterBox(of: river.name).isJoined
      let trailing = isJoined ? 0 : lettering.spacing * size
      let width = shaped.width - trailing
      guard width > 0, width * 1.3 < river.length else { continue }
      named += 1
      grid.statistics.countRequested(.rivers)
      let course = RiverLine(river.points, size: size)
      guard
        let text = course.stretches(for: width, isStraight: isJoined).lazy.flatMap({ stretch in
          // Above the water, or hanging below it.
          let away = river.halfWidth + size * 0.22
          return [-away, away + LetterBox.above * size].lazy.compactMap { offset -> PlacedText? in
            // Letters keep their distances on the line they stand on, not on the river.
            guard let line = stretch.path.beside(offset), line.length >= width else { return nil }
            return shaped.placed(
              along: line, middle: stretch.middle, rise: 0, size: size, trailing: trailing,
              paint: .color(lettering.color), halo: lettering.halo(size: size))
          }
        }).first(where: { text in
          grid.cost(of: text.boxes) != nil && text.boxes.allSatisfy(marks.isFree)
        })
      else { continue }
      grid.place(text.boxes, as: .rivers)
      nodes += text.nodes
    }
    return nodes
  }

  /// Named rivers, those of which most is seen first.
  private func seenRivers() -> [SeenRiver] {
    var seen: [SeenRiver] = []
    for river in world.rivers where !river.name.isEmpty {
      let course = RiverCourse(river: river, cells: cells, sheet: sheet, style: world.riverStyle)
      // Where only the ribbon is known, the bank from its mouth to the source will do.
      var line = course.points
      if line.count < 2, let bank = river.ribbon?.points {
        line = Array(bank.prefix(bank.count / 2))
      }
      let parts = Polyline.clip(line, to: inside).map { (part: $0, length: Polyline.length($0)) }
      guard let longest = parts.max(by: { $0.length < $1.length }), longest.length > 0 else {
        continue
      }
      let half = course.halfWidth(widthFactor: riverFactor, minWidth: look.rivers.minWidth)
      seen.append(
        SeenRiver(
          id: river.id, name: river.name, points: longest.part, length: longest.length,
          halfWidth: half))
    }
    return seen.sorted { ($0.length, $1.id) > ($1.length, $0.id) }
  }
}

/// A river's course smoothed to what letters can follow.
struct RiverLine {
  private var points: [Point] = []
  private let step: Double
  private let size: Double

  /// A stretch that a name may run along.
  struct Stretch {
    var path: TextPath
    /// The place of its middle on `path`, as a part of its length.
    var middle: Double
  }

  init(_ course: [Point], size: Double) {
    self.size = size
    let length = Polyline.length(course)
    // Enough for the longest river; a file may hold anything.
    step = max(size * 0.4, length / 4_000)
    guard length.isFinite, length > 0, step > 0, let path = TextPath(course) else { return }
    let count = Int(length / step)
    let even = (0...max(count, 1)).map {
      path.place(at: min(Double($0) * step, length)).point
    }
    // Bends shorter than a few letters are smoothed away.
    let reach = 6
    points = even.indices.map { i in
      let near = min(reach, i, even.count - 1 - i)
      var sum = Point.zero
      for k in (i - near)...(i + near) { sum = sum + even[k] }
      return sum / Double(2 * near + 1)
    }
  }

  /// Stretches as long as `width`, the straightest and most level first; none where the river bends
  /// too much everywhere.
  func stretches(for width: Double, isStraight: Bool) -> [Stretch] {
    let count = Int((width * 1.06 / step).rounded(.up))
    guard count > 0, points.count > count + 1, let line = TextPath(points), line.length > 0 else {
      return []
    }
    var found: [(cost: Double, first: Int)] = []
    for first in stride(from: 0, to: points.count - count, by: 2) {
      let a = points[first]
      let b = points[first + count]
      let chord = b - a
      guard chord.length > width * 0.8 else { continue }
      var bend = 0.0
      var sharpest = 0.0
      let stride = max(1, Int(size / step))
      var k = first
      while k + 2 * stride <= first + count {
        let one = points[k + stride] - points[k]
        let two = points[k + 2 * stride] - points[k + stride]
        let lengths = one.length * two.length
        // The sine of the turn; a turn back is sharper than any.
        let turn = lengths > 0 ? (one.dot(two) > 0 ? abs(one.cross(two)) / lengths : 1) : 0
        bend += turn
        sharpest = max(sharpest, turn)
        k += stride
      }
      guard sharpest < 0.42 else { continue }
      let steep = abs(chord.y) / chord.length
      let off = abs(Double(first) + Double(count) / 2 - Double(points.count) / 2)
      let cost = bend + 0.5 * steep * steep + 0.6 * off / Double(points.count)
      found.append((cost, first))
    }
    found.sort { ($0.cost, $0.first) < ($1.cost, $1.first) }
    return found.prefix(80).compactMap { stretch in
      let a = points[stretch.first]
      let b = points[stretch.first + count]
      if isStraight {
        return TextPath(a.x <= b.x ? [a, b] : [b, a]).map { Stretch(path: $0, middle: 0.5) }
      }
      // A little more than the name needs, so that its ends do not run on straight.
      let low = max(0, stretch.first - 2)
      let high = min(points.count - 1, stretch.first + count + 2)
      let part = Array(points[low...high])
      return TextPath(a.x <= b.x ? part : part.reversed()).map { Stretch(path: $0, middle: 0.5) }
    }
  }
}
