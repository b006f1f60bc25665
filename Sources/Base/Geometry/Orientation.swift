// SPDX-License-Identifier: MIT
// Part of Platen: the exact side of a line that a point is on.

/// The exact sign of a triangle's area.
public enum Orientation {
  /// Positive when `a`, `b`, `c` turn counter-clockwise as seen with y down, negative when
  /// clockwise, zero when they lie on one line.
  ///
  /// The sign is exact for all coordinates whose products neither overflow nor underflow; the
  /// size approximates twice the triangle's area. The method is J. R. Shewchuk's, "Adaptive
  /// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997), `orient2d`,
  /// with the operands in the order the JavaScript library robust-predicates has them.
  @inlinable @inline(__always)
  public static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
    let left = (a.y - c.y) * (b.x - c.x)
    let right = (a.x - c.x) * (b.y - c.y)
    let determinant = left - right
    let sum = abs(left + right)
    if abs(determinant) >= filterBound * sum { return determinant }
    return -adaptiveTurn(a, b, c, sum)
  }

  /// Half an ulp of 1: the largest relative error of one rounding.
  @usableFromInline static let roundoff = 0x1p-53
  @usableFromInline static let filterBound = (3 + 16 * roundoff) * roundoff
  private static let secondBound = (2 + 12 * roundoff) * roundoff
  private static let thirdBound = (9 + 64 * roundoff) * roundoff * roundoff
  private static let resultBound = (3 + 8 * roundoff) * roundoff

  /// The same determinant, negated, computed with as many terms as its sign needs.
  @usableFromInline @inline(never)
  static func adaptiveTurn(_ a: Point, _ b: Point, _ c: Point, _ sum: Double) -> Double {
    let acx = a.x - c.x
    let bcx = b.x - c.x
    let acy = a.y - c.y
    let bcy = b.y - c.y
    let first = crossDifference(acx, bcy, acy, bcx)
    var determinant = first.estimate
    var bound = secondBound * sum
    if abs(determinant) >= bound { return determinant }

    let acxTail = differenceTail(a.x, c.x, acx)
    let bcxTail = differenceTail(b.x, c.x, bcx)
    let acyTail = differenceTail(a.y, c.y, acy)
    let bcyTail = differenceTail(b.y, c.y, bcy)
    if acxTail == 0, acyTail == 0, bcxTail == 0, bcyTail == 0 { return determinant }

    bound = thirdBound * sum + resultBound * abs(determinant)
    determinant += (acx * bcyTail + bcy * acxTail) - (acy * bcxTail + bcx * acyTail)
    if abs(determinant) >= bound { return determinant }

    var exact = first
    exact.add(crossDifference(acxTail, bcy, acyTail, bcx))
    exact.add(crossDifference(acx, bcyTail, acy, bcxTail))
    exact.add(crossDifference(acxTail, bcyTail, acyTail, bcxTail))
    return exact.largest
  }

  /// The rounding error of `difference`, which is a - b rounded.
  private static func differenceTail(_ a: Double, _ b: Double, _ difference: Double) -> Double {
    let virtualB = a - difference
    let virtualA = difference + virtualB
    return (a - virtualA) + (virtualB - b)
  }

  /// a·b - c·d without rounding.
  private static func crossDifference(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double
  ) -> Expansion {
    let ab = a * b
    let cd = c * d
    var result = Expansion()
    result.add((-ab).addingProduct(a, b))
    result.add(-(-cd).addingProduct(c, d))
    result.add(ab)
    result.add(-cd)
    return result
  }
}

/// A number as an unrounded sum of doubles, smallest first, none overlapping another.
private struct Expansion {
  private var terms: [Double] = []

  /// All terms summed, which rounds.
  var estimate: Double { terms.reduce(0, +) }

  /// The term that decides the sign.
  var largest: Double { terms.last ?? 0 }

  mutating func add(_ other: Expansion) {
    for term in other.terms { add(term) }
  }

  /// Adds one double exactly: Shewchuk's grow-expansion, without zeros.
  mutating func add(_ value: Double) {
    var carry = value
    var kept = 0
    for index in terms.indices {
      let term = terms[index]
      let sum = carry + term
      let virtualTerm = sum - carry
      let error = (carry - (sum - virtualTerm)) + (term - virtualTerm)
      carry = sum
      if error != 0 {
        terms[kept] = error
        kept += 1
      }
    }
    terms.removeSubrange(kept...)
    if carry != 0 { terms.append(carry) }
  }
}
