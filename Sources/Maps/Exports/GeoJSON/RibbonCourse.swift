// SPDX-License-Identifier: MIT
// Part of Platen: the course of a river of which only the drawing is known.

internal import Geometry

extension Path {
  /// The middle line of a river drawn as a ribbon, from its source to its mouth; empty where the
  /// path has no length.
  ///
  /// A ribbon runs from the mouth up one bank to the source and down the other. Points at the same
  /// distance from its two ends face each other, as FMG has it when it reads old saves.
  var ribbonCourse: [Point] {
    guard var bank = flattened(tolerance: 0.1).first?.points else { return [] }
    if bank.count > 1, bank.first == bank.last { bank.removeLast() }
    var lengths = [0.0]
    lengths.reserveCapacity(bank.count)
    for (a, b) in zip(bank, bank.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.distance(to: b))
    }
    let half = lengths[lengths.count - 1] / 2
    guard half > 0, half.isFinite else { return [] }
    // A point to each three map units; no river needs more than some thousands.
    let steps = Int(max(2, min(5_000, (half / 3).rounded(.up))))
    var (up, down) = (0, lengths.count - 1)
    var course: [Point] = []
    course.reserveCapacity(steps + 1)
    for step in 0...steps {
      let along = half * Double(step) / Double(steps)
      let back = 2 * half - along
      while up + 2 < lengths.count, lengths[up + 1] < along { up += 1 }
      while down > 1, lengths[down - 1] > back { down -= 1 }
      func point(_ at: Double, after index: Int) -> Point {
        let length = lengths[index + 1] - lengths[index]
        let share = length > 0 ? max(0, min(1, (at - lengths[index]) / length)) : 0
        return bank[index] + (bank[index + 1] - bank[index]) * share
      }
      course.append(point(along, after: up).midpoint(to: point(back, after: down - 1)))
    }
    return course.reversed()
  }
}
