// SPDX-License-Identifier: MIT
// Part of Platen: smooth noise that is the same on every machine.

internal import Geometry

/// Noise between random values at whole coordinates, run through smoothly.
///
/// Only integers and the four operations are used, so that the same seed gives the same noise
/// everywhere.
struct ValueNoise {
  private let seed: UInt64

  /// Noise of its own for each seed.
  init(seed: String) {
    // FNV-1a, as good as any for distinguishing seeds.
    self.seed = seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The value at a point, 0…1; planes have nothing to do with each other.
  ///
  /// - Parameter period: Whole coordinates after which the noise comes again; 0 for never.
  func value(_ x: Double, _ y: Double, plane: Int = 0, period: Int = 0) -> Double {
    guard abs(x) < 1e9, abs(y) < 1e9 else { return 0.5 }
    let ((i, u), (j, v)) = (ValueNoise.parts(x), ValueNoise.parts(y))
    func corner(_ i: Int, _ j: Int) -> Double {
      guard period > 0 else { return random(i, j, plane) }
      return random(ValueNoise.wrapped(i, period), ValueNoise.wrapped(j, period), plane)
    }
    return ValueNoise.between(
      corner(i, j), corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1), u, v)
  }

  /// Between the values at four whole coordinates, `u` and `v` of the way across and down.
  @inline(__always)
  fileprivate static func between(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ u: Double, _ v: Double
  ) -> Double {
    let top = a + (b - a) * u
    let bottom = c + (d - c) * u
    return top + (bottom - top) * v
  }

  /// A coordinate's whole part, and how far it is to the next, smoothly.
  @inline(__always)
  fileprivate static func parts(_ x: Double) -> (Int, Double) {
    // Rounding by the library would take longer than all the rest.
    let cut = Int(x)
    let whole = Double(cut) > x ? cut - 1 : cut
    let t = x - Double(whole)
    return (whole, t * t * (3 - 2 * t))
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

  @inline(__always)
  fileprivate static func wrapped(_ value: Int, _ period: Int) -> Int {
    if value >= 0, value < period { return value }
    let rest = value % period
    return rest < 0 ? rest + period : rest
  }
}

/// One plane of noise that comes again, read row by row for a picture of it.
struct NoiseRows {
  private let period: Int
  /// The plane's values at whole coordinates.
  private let values: [Double]
  /// The width and height of a pixel, in the plane's coordinates.
  private let step: Size
  /// The plane's coordinates of the first pixel.
  private let origin: Point
  /// Values of the row that was read last, from its left.
  private(set) var row: [Double]

  /// The same values as `noise` has with this period, which is at least 1.
  init(
    _ noise: ValueNoise, plane: Int, period: Int, width: Int, step: Size, origin: Point = .zero
  ) {
    self.period = period
    self.step = step
    self.origin = origin
    values = (0..<period * period).map { noise.random($0 % period, $0 / period, plane) }
    row = [Double](repeating: 0, count: width)
  }

  mutating func read(row y: Int) {
    let (j, v) = ValueNoise.parts(origin.y + Double(y) * step.height)
    let upper = ValueNoise.wrapped(j, period) * period
    let lower = ValueNoise.wrapped(j + 1, period) * period
    var last: Int?
    var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    for x in row.indices {
      let (i, u) = ValueNoise.parts(origin.x + Double(x) * step.width)
      if i != last {
        last = i
        let (left, right) = (ValueNoise.wrapped(i, period), ValueNoise.wrapped(i + 1, period))
        (a, b) = (values[upper + left], values[upper + right])
        (c, d) = (values[lower + left], values[lower + right])
      }
      row[x] = ValueNoise.between(a, b, c, d, u, v)
    }
  }
}
