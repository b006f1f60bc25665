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
    guard abs(x) < 1e9, abs(y) < 1e9 else { return 0.5 }
    return ValueNoise.between(x, y) { i, j in
      guard period > 0 else { return random(i, j, plane) }
      return random(ValueNoise.wrapped(i, period), ValueNoise.wrapped(j, period), plane)
    }
  }

  /// Smoothly between the values at the four whole coordinates around a point.
  @inline(__always)
  fileprivate static func between(
    _ x: Double, _ y: Double, _ corner: (Int, Int) -> Double
  ) -> Double {
    let (i, j) = (floor(x), floor(y))
    let (u, v) = (smooth(x - Double(i)), smooth(y - Double(j)))
    let (a, b) = (corner(i, j), corner(i + 1, j))
    let (c, d) = (corner(i, j + 1), corner(i + 1, j + 1))
    let top = a + (b - a) * u
    let bottom = c + (d - c) * u
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

  private static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  /// Rounding by the library would take longer than all the rest.
  @inline(__always)
  private static func floor(_ value: Double) -> Int {
    let cut = Int(value)
    return Double(cut) > value ? cut - 1 : cut
  }

  @inline(__always)
  fileprivate static func wrapped(_ value: Int, _ period: Int) -> Int {
    if value >= 0, value < period { return value }
    let rest = value % period
    return rest < 0 ? rest + period : rest
  }
}

/// One plane of noise that comes again, its values at whole coordinates kept: to be read for each pixel of
/// a picture.
struct NoisePlane {
  private let period: Int
  private let values: [Double]

  /// The same values as `noise` has with this period, which is at least 1.
  init(_ noise: ValueNoise, plane: Int, period: Int) {
    self.period = period
    values = (0..<period * period).map { noise.random($0 % period, $0 / period, plane) }
  }

  /// The value at a point, 0…1.
  @inline(__always)
  func value(_ x: Double, _ y: Double) -> Double {
    values.withUnsafeBufferPointer { values in
      ValueNoise.between(x, y) { i, j in
        values[ValueNoise.wrapped(j, period) * period + ValueNoise.wrapped(i, period)]
      }
    }
  }
}
