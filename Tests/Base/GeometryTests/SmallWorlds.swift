// SPDX-License-Identifier: MIT
// Part of Platen: small sets of points that tests go through completely.

import Geometry

/// All points of a square lattice, row by row.
func lattice(_ side: Int, spacing: Double = 1) -> [Point] {
  (0..<side * side).map { Point(Double($0 % side) * spacing, Double($0 / side) * spacing) }
}

/// The elements of `all` whose bits are set in `mask`.
func subset<T>(_ all: [T], _ mask: Int) -> [T] {
  all.indices.filter { mask >> $0 & 1 == 1 }.map { all[$0] }
}

/// A ring of points round a lattice, far enough out to close its cells.
func boundary(side: Int) -> [Point] {
  let far = Double(side) + 1
  let steps = stride(from: -2.0, through: far, by: 1.5)
  return steps.flatMap { [Point($0, -2), Point($0, far)] }
    + steps.dropFirst().dropLast().flatMap { [Point(-2, $0), Point(far, $0)] }
}

/// Points that look random but are always the same.
func scattered(_ count: Int, seed: String = "scattered", width: Double = 100) -> [Point] {
  var random = Alea(seed: seed)
  return (0..<count).map { _ in Point(random.next() * width, random.next() * width) }
}
