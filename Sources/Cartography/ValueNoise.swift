// SPDX-License-Identifier: MIT
// Part of Platen: smooth noise that is the same on every machine.

/// Noise between random values at whole coordinates, run through smoothly.
///
/// Only integers and the four operations are used, so that the same seed gives the same noise
/// everywhere.
struct ValueNoise {
  private let seed: UInt64

  /// Noise of its own for each seed.
  init(seed: String) {
    // FNV-1a, as good as any for telling seeds apart.
    self.seed = seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The value at a point, 0…1; planes have nothing to do with each other.
  ///
  /// - Parameter period: Whole coordinates after which the noise comes again; 0 for never.
  func value(_ x: Double, _ y: Double, plane: Int = 0, period: Int = 0) -> Double {
    let (floorX, floorY) = (x.rounded(.down), y.rounded(.down))
    guard abs(floorX) < 1e9, abs(floorY) < 1e9 else { return 0.5 }
    let (i, j) = (Int(floorX), Int(floorY))
    let (u, v) = (smooth(x - floorX), smooth(y - floorY))
    func corner(_ di: Int, _ dj: Int) -> Double {
      guard period > 0 else { return random(i + di, j + dj, plane) }
      return random(wrapped(i + di, period), wrapped(j + dj, period), plane)
    }
    let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * u
    let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * u
    return top + (bottom - top) * v
  }

  /// A random value of a pair of numbers, 0 up to but not including 1.
  func random(_ i: Int, _ j: Int, _ plane: Int = 0) -> Double {
    Double(bits(i, j, plane) >> 11) * 0x1p-53
  }

  /// Random bits of a pair of numbers: the finish of splitmix64.
  ///
  /// Source: Sebastiano Vigna, public domain.
  func bits(_ i: Int, _ j: Int, _ plane: Int = 0) -> UInt64 {
    var z =
      seed &+ UInt64(truncatingIfNeeded: i) &* 0x9e37_79b9_7f4a_7c15
      &+ UInt64(truncatingIfNeeded: j) &* 0xc2b2_ae3d_27d4_eb4f
      &+ UInt64(truncatingIfNeeded: plane) &* 0x1656_67b1_9e37_79f9
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  private func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  private func wrapped(_ value: Int, _ period: Int) -> Int {
    let rest = value % period
    return rest < 0 ? rest + period : rest
  }
}
