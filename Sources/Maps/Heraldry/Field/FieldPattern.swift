// SPDX-License-Identifier: MIT
// Part of Platen: fields covered with a pattern of two tinctures.

internal import Geometry

/// A pattern of two tinctures over a field.
enum FieldPattern: String, CaseIterable, Sendable {
  case vair, counterVair, vairInPale, vairEnPointe, vairAncien, potent, counterPotent
  case potentInPale, potentEnPointe, ermine, chequy, lozengy, fusily, pally, barry, gemelles
  case bendy, bendySinister, palyBendy, barryBendy, pappellony, pappellony2, scaly, plumetty
  case masoned, fretty, grillage, chainy, maily, honeycombed

  /// The shapes drawn in the second tincture over the whole field.
  struct Drawing {
    var path: Path
    var isEvenOdd = false
  }

  /// - Parameter scale: how large the pattern is; 1 is its usual size.
  func drawing(scale: Double) -> Drawing {
    let s = max(scale, 0.2)
    switch self {
    case .barry: return Drawing(path: stripes(50 * s, 25 * s))
    case .pally: return Drawing(path: stripes(50 * s, 25 * s).applying(.quarterTurn))
    case .bendy: return Drawing(path: stripes(50 * s, 25 * s, reach: 160).applying(.bendwise))
    case .bendySinister:
      return Drawing(path: stripes(50 * s, 25 * s, reach: 160).applying(.bendwiseSinister))
    case .gemelles:
      return Drawing(path: stripes(25 * s, 6 * s).joined(stripes(25 * s, 6 * s, 9.5 * s)))
    case .palyBendy:
      return Drawing(
        path: stripes(50 * s, 25 * s, reach: 160).applying(.bendwise)
          .joined(stripes(50 * s, 25 * s).applying(.quarterTurn)), isEvenOdd: true)
    case .barryBendy:
      return Drawing(
        path: stripes(50 * s, 25 * s, reach: 160).applying(.bendwise)
          .joined(stripes(50 * s, 25 * s)), isEvenOdd: true)
    case .chequy:
      return Drawing(
        path: stripes(50 * s, 25 * s).joined(
          stripes(50 * s, 25 * s).applying(.quarterTurn)), isEvenOdd: true)
    case .lozengy: return Drawing(path: crossed(wide: 25 * s, high: 33 * s), isEvenOdd: true)
    case .fusily: return Drawing(path: crossed(wide: 18 * s, high: 50 * s), isEvenOdd: true)
    default: return Drawing(path: tiled(s), isEvenOdd: self == .maily || self == .scaly)
    }
  }

  /// Stripes along the x axis, from below the middle on.
  private func stripes(
    _ period: Double, _ width: Double, _ shift: Double = 0, reach: Double = PartitionPolygon.far
  ) -> Path {
    var path = Path()
    let count = Int((reach / period).rounded(.up))
    for index in -count...count {
      let top = Double(index) * period + shift
      path.append(
        Path(rect: Rect(x: -reach, y: top, width: 2 * reach, height: width)))
    }
    return path
  }

  /// Two sets of slanting stripes, whose crossings are lozenges.
  private func crossed(wide: Double, high: Double) -> Path {
    var path = Path()
    let f = PartitionPolygon.far
    let run = 2 * f * wide / high
    let count = Int(((f + run) / wide).rounded(.up)) + 1
    for index in stride(from: -2 * (count / 2), through: count, by: 2) {
      let x = Double(index) * wide
      for slant in [run, -run] {
        path.append(
          Path(ring: [
            Point(x - slant / 2, -f), Point(x + wide - slant / 2, -f),
            Point(x + wide + slant / 2, f), Point(x + slant / 2, f),
          ]))
      }
    }
    return path
  }

  /// A small figure set out in rows.
  private struct Tile {
    /// Distances from figure to figure, and from row to row.
    var wide: Double
    var high: Double
    /// The distance every other row is moved along, as a part of `wide`.
    var shift = 0.5
    /// Indicates whether every other row stands on its head.
    var isTurned = false
    var text: String
  }

  private func tiled(_ s: Double) -> Path {
    let tile = tile
    let figure = OutlineText.path(tile.text)
    var path = Path()
    let f = PartitionPolygon.far + 20
    let rows = Int((f / (tile.high * s)).rounded(.up))
    let columns = Int((f / (tile.wide * s)).rounded(.up))
    for row in -rows...rows {
      let isOdd = row % 2 != 0
      for column in -columns...columns {
        let x = (Double(column) + (isOdd ? tile.shift : 0)) * tile.wide * s
        let flip = isOdd && tile.isTurned ? -1.0 : 1
        path.append(
          figure.applying(
            AffineMap(a: s, b: 0, c: 0, d: s * flip, tx: x, ty: Double(row) * tile.high * s)))
      }
    }
    return path
  }

  private static let bell = "M0,-12.5 L6,-6 6,4 12.5,12.8 -12.5,12.8 -6,4 -6,-6 Z"
  private static let crutch =
    "M-3.1,-12.5 L3.1,-12.5 3.1,0 9.4,0 9.4,12.8 -9.4,12.8 -9.4,0 -3.1,0 Z"

  private var tile: Tile {
    switch self {
    case .vair: Tile(wide: 25, high: 25, text: FieldPattern.bell)
    case .counterVair:
      Tile(wide: 25, high: 25, shift: 0, isTurned: true, text: FieldPattern.bell)
    case .vairInPale: Tile(wide: 25, high: 25, shift: 0, text: FieldPattern.bell)
    case .vairEnPointe:
      Tile(wide: 25, high: 25, shift: 0.5, isTurned: true, text: FieldPattern.bell)
    case .vairAncien:
      Tile(
        wide: 25, high: 25, shift: 0,
        text: """
          M0,-11 C7,-11 6,-4 6,2 C6,8 8,12.5 12.5,12.5 L-12.5,12.5 \
          C-8,12.5 -6,8 -6,2 C-6,-4 -7,-11 0,-11 Z
          """)
    case .potent: Tile(wide: 25, high: 25, text: FieldPattern.crutch)
    case .counterPotent:
      Tile(wide: 25, high: 25, shift: 0, isTurned: true, text: FieldPattern.crutch)
    case .potentInPale: Tile(wide: 25, high: 25, shift: 0, text: FieldPattern.crutch)
    case .potentEnPointe:
      Tile(wide: 25, high: 25, shift: 0.5, isTurned: true, text: FieldPattern.crutch)
    case .ermine:
      Tile(
        wide: 32, high: 20,
        text: """
          M0,-3 C1,2 3,6 6,9 C3,8.5 2,8.5 1.5,7.5 L0,11 -1.5,7.5 C-2,8.5 -3,8.5 -6,9 \
          C-3,6 -1,2 0,-3 Z O0,-8,1.6 O-3.6,-5,1.6 O3.6,-5,1.6
          """)
    case .pappellony:
      Tile(
        wide: 25, high: 12.5,
        text: "M-12.5,0 C-12.5,16.6 12.5,16.6 12.5,0 L10,0 C10,12.6 -10,12.6 -10,0 Z")
    case .pappellony2:
      Tile(
        wide: 25, high: 12.5,
        text: """
          M-12.5,-1 C-12,6 -8,11.5 0,11.5 C8,11.5 12,6 12.5,-1 L11,-1 C10,4 7,8.5 0,8.5 \
          C-7,8.5 -10,4 -11,-1 Z M-6,0 C-5.5,4 -3,6 0,6 C3,6 5.5,4 6,0 \
          C4,3 2,4 0,4 C-2,4 -4,3 -6,0 Z
          """)
    case .scaly:
      Tile(
        wide: 25, high: 12.5,
        text: """
          M-12.5,0 C-12.5,16.6 12.5,16.6 12.5,0 \
          C12.5,-6 8,-12 0,-12 C-8,-12 -12.5,-6 -12.5,0 Z \
          M-11,0 C-11,14.2 11,14.2 11,0 C11,-5.5 7,-10.5 0,-10.5 C-7,-10.5 -11,-5.5 -11,0 Z
          """)
    case .plumetty:
      Tile(
        wide: 25, high: 25,
        text: """
          M0,-12 L1,-12 1,12 0,14 -1,12 -1,-12 Z M-1.5,8 L-9,2 -8,0.5 -1.5,5 Z \
          M1.5,8 L9,2 8,0.5 1.5,5 Z M-1.5,2 L-10,-5 -9,-6.5 -1.5,-1 Z \
          M1.5,2 L10,-5 9,-6.5 1.5,-1 Z M-1.5,-4 L-8,-9 -7,-10.5 -1.5,-7 Z \
          M1.5,-4 L8,-9 7,-10.5 1.5,-7 Z
          """)
    case .masoned:
      Tile(wide: 40, high: 20, text: "R-20,-1,40,2 R-1,0,2,20")
    case .fretty:
      Tile(
        wide: 28, high: 28, shift: 0,
        text: """
          M-14,-17 L-11,-14 17,14 14,17 -17,-14 -14,-17 Z \
          M14,-17 L17,-14 -14,17 -17,14 14,-17 Z
          """)
    case .grillage: Tile(wide: 25, high: 25, shift: 0, text: "R-12.5,-2,25,4 R-2,-12.5,4,25")
    case .chainy:
      Tile(
        wide: 25, high: 25, shift: 0,
        text: "E0,0,10,4 -E0,0,7,1.6 E-12.5,-12.5,4,10 -E-12.5,-12.5,1.6,7")
    case .maily:
      Tile(wide: 20, high: 14, text: "O0,0,11 O0,0,9")
    case .honeycombed:
      Tile(
        wide: 26, high: 22.5,
        text: """
          M0,-15 L13,-7.5 13,7.5 0,15 -13,7.5 -13,-7.5 Z \
          -M0,-13 L-11.2,-6.5 -11.2,6.5 0,13 11.2,6.5 11.2,-6.5 Z
          """)
    default: Tile(wide: 25, high: 25, text: "O0,0,8")
    }
  }
}
