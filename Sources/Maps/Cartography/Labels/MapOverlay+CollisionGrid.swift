// SPDX-License-Identifier: MIT
// Part of Platen: the places that what is drawn over a map takes among names.

extension MapOverlay {
  /// Takes its places on a board.
  func reserve(on grid: LabelCollisionGrid) {
    for sign in signs { grid.reserve(sign.boxes) }
    guard lineWidth > 0 else { return }
    for line in lines {
      for (from, to) in zip(line, line.dropFirst()) {
        for box in NameRoom.boxes(along: (from, to), thickness: lineWidth) {
          grid.reserve(box, cost: LabelCollisionGrid.line)
        }
      }
    }
  }
}
