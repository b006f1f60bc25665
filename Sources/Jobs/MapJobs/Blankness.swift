// SPDX-License-Identifier: MIT
// Part of Platen: checks for a blank image while it is written.

internal import Diagnostics
internal import Pipeline
internal import Pixels

/// Detects whether an image has at least two colors; otherwise it is blank.
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

  /// Adds the result of another part of the image.
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
        .outputCheck, "the image would be blank: all pixels have the same color",
        hints: ["choose another region, other layers or another look"]))
  }
}
