// SPDX-License-Identifier: MIT
// Part of Platen: the places that what is drawn over a map takes among names.

extension MapOverlay {
  /// Takes its places on a board.
  func reserve(on board: LabelCollisionGrid) {
    for sign in signs { board.reserve(sign.boxes) }
    guard lineWidth > 0 else { return }
    for line in lines {
      for (from, to) in zip(line, line.dropFirst()) {
        for box in NameRoom.boxes(along: (from, to), thickness: lineWidth) {
          board.reserve(box, cost: LabelCollisionGrid.line)
        }
      }
    }
  }
}
