// SPDX-License-Identifier: MIT
// Part of Platen: whether a picture has anything in it, seen while it is written.

internal import Diagnostics
internal import Pipeline
internal import Pixels

/// What a picture has in it: at least two colors, or it is blank.
struct Blankness: Sendable {
  private var first: UInt32?
  private var isBlank = true

  mutating func look(at band: borrowing BitmapBand) {
    guard isBlank else { return }
    for y in 0..<band.height {
      let row = band.row(y)
      let first = self.first ?? row.first ?? 0
      self.first = first
      if row.contains(where: { $0 != first }) {
        isBlank = false
        return
      }
    }
  }

  /// Takes in what another part of the picture has in it.
  mutating func add(_ other: Blankness) {
    guard isBlank else { return }
    let first = self.first ?? other.first
    isBlank = other.isBlank && (other.first ?? first) == first
    self.first = first
  }

  func refuse() throws {
    guard isBlank else { return }
    throw Failure(
      .error(
        .outputCheck, "the picture would be blank: every pixel has one color",
        hints: ["choose another region, other layers or another look"]))
  }
}
