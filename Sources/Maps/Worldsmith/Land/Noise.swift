// SPDX-License-Identifier: MIT
// Part of Platen: smooth noise over the plane, for land that looks grown.

/// Gradient noise on a unit lattice, after Perlin, "Improving noise" (2002).
struct Noise {
  private let key: UInt64

  init(_ dice: inout RandomStream) { key = dice.next() }

  /// About -1…1, zero on average; features about one unit across.
  func value(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (Int64(left), Int64(top))
    let (dx, dy) = (x - left, y - top)
    let (u, v) = (Noise.fade(dx), Noise.fade(dy))
    let a = slope(column, row, dx, dy)
    let b = slope(column + 1, row, dx - 1, dy)
    let c = slope(column, row + 1, dx, dy - 1)
    let d = slope(column + 1, row + 1, dx - 1, dy - 1)
    let (upper, lower) = (a + (b - a) * u, c + (d - c) * u)
    return 1.5 * (upper + (lower - upper) * v)
  }

  /// Octaves of noise, each twice as fine and `gain` as strong; about -1…1.
  func fractal(_ x: Double, _ y: Double, octaves: Int, gain: Double = 0.5) -> Double {
    var (sum, weight, total, scale) = (0.0, 1.0, 0.0, 1.0)
    for octave in 0..<octaves {
      // The shift keeps the octaves' lattices from lining up.
      let shift = Double(octave) * 17.31
      sum += weight * value(x * scale + shift, y * scale - shift)
      total += weight
      weight *= gain
      scale *= 2
    }
    return sum / total
  }

  /// Sharp crests between rounded troughs, 0…1; after Musgrave's ridged multifractal.
  func ridges(_ x: Double, _ y: Double, octaves: Int) -> Double {
    var (sum, weight, total, scale, carry) = (0.0, 1.0, 0.0, 1.0, 1.0)
    for octave in 0..<octaves {
      let shift = Double(octave) * 31.7
      let crest = 1 - min(1, abs(value(x * scale - shift, y * scale + shift)))
      sum += weight * carry * crest * crest
      total += weight
      carry = min(1, crest * 1.4)
      weight *= 0.55
      scale *= 2.1
    }
    return sum / total
  }

  private static func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

  private func slope(_ column: Int64, _ row: Int64, _ dx: Double, _ dy: Double) -> Double {
    let cell = UInt64(bitPattern: column) &* 0x9E37_79B9_7F4A_7C15
    let hash = RandomStream.mix(key ^ cell ^ UInt64(bitPattern: row) &* 0xC2B2_AE3D_27D4_EB4F)
    // Sixteen directions: eight on the axes and diagonals, eight between them.
    switch hash & 15 {
    case 0: return dx
    case 1: return -dx
    case 2: return dy
    case 3: return -dy
    case 4: return 0.7071 * (dx + dy)
    case 5: return 0.7071 * (dx - dy)
    case 6: return 0.7071 * (dy - dx)
    case 7: return -0.7071 * (dx + dy)
    case 8: return 0.9239 * dx + 0.3827 * dy
    case 9: return 0.9239 * dx - 0.3827 * dy
    case 10: return -0.9239 * dx + 0.3827 * dy
    case 11: return -0.9239 * dx - 0.3827 * dy
    case 12: return 0.3827 * dx + 0.9239 * dy
    case 13: return 0.3827 * dx - 0.9239 * dy
    case 14: return -0.3827 * dx + 0.9239 * dy
    default: return -0.3827 * dx - 0.9239 * dy
    }
  }
}
