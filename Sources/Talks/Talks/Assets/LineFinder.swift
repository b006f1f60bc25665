// SPDX-License-Identifier: MIT
// Part of Platen: finds the line numbers of pieces of a text.

/// Finds pieces of a text, each from where the last one was found on.
struct LineFinder {
  /// Searches from the beginning: for pieces that are out of order, or are not found as written.
  static let mostRestarts = 20
  /// Bytes of a piece that are compared.
  private static let significant = 64

  private let bytes: [UInt8]
  private var at = 0
  /// The line of `at`, from 1.
  private var line = 1
  private var restarts = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The line a piece begins in, from 1; nil where it is not found.
  mutating func line(of piece: String) -> Int? {
    let piece = Array(piece.utf8.prefix(LineFinder.significant))
    guard !piece.isEmpty, restarts < LineFinder.mostRestarts else { return nil }
    var found = position(of: piece, from: at)
    if found == nil {
      restarts += 1
      found = position(of: piece, from: 0)
      // A piece that is not found leaves the search where it is.
      guard found != nil else { return nil }
      (at, line) = (0, 1)
    }
    guard let found else { return nil }
    line += bytes[at..<found].count { $0 == 0x0A }
    at = found
    defer {
      // The next one is another, though it may read the same.
      line += bytes[at..<found + 1].count { $0 == 0x0A }
      at = found + 1
    }
    return line
  }

  private func position(of piece: [UInt8], from start: Int) -> Int? {
    var at = start
    while let first = bytes[at...].firstIndex(of: piece[0]), first + piece.count <= bytes.count {
      if bytes[first..<first + piece.count].elementsEqual(piece) { return first }
      at = first + 1
    }
    return nil
  }
}
