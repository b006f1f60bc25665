// SPDX-License-Identifier: MIT
// Part of Platen: a scale as people say it: 25 mi per in, 1 cm = 10 km, 1 hex = 1 in, 1:250000.

package import Atlas
internal import Diagnostics

/// The length on paper of something of a map.
package struct PosterScale: Hashable, Sendable {
  /// The length that is measured on the map.
  package enum Ground: Hashable, Sendable {
    case distance(Double, unit: String)
    /// Cells of the grid, from side to side.
    case cells(Double)
    /// Millimetres on the ground.
    case millimetres(Double)
  }
  package var ground: Ground
  /// Millimetres it takes on paper.
  package var paper: Double
  /// The text as it was written, in one form.
  package var text: String

  package static let forms = "25 mi per in, 1 cm = 10 km, 1 hex = 1 in or 1:2500000"

  /// Reads a scale; nil for what is none.
  package init?(_ text: String) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
    self.text = words
    let ratio = words.filter { $0 != " " }.split(separator: ":", omittingEmptySubsequences: false)
    if ratio.count == 2 {
      guard let one = PosterScale.amount(String(ratio[0])), one.unit.isEmpty,
        let many = PosterScale.amount(String(ratio[1])), many.unit.isEmpty,
        ratio.allSatisfy({ !$0.isEmpty })
      else { return nil }
      (ground, paper) = (.millimetres(many.value), one.value)
      return
    }
    var sides = words.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    if sides.count == 1 {
      sides = words.split(separator: " per ", omittingEmptySubsequences: false).map(String.init)
    }
    guard sides.count == 2 else { return nil }
    let lengths = sides.map { PosterScale.amount($0) }
    guard let first = lengths[0], let second = lengths[1] else { return nil }
    if let unit = PosterScale.millimetres(second.unit) {
      guard let ground = PosterScale.ground(first) else { return nil }
      (self.ground, paper) = (ground, second.value * unit)
    } else if let unit = PosterScale.millimetres(first.unit) {
      guard let ground = PosterScale.ground(second) else { return nil }
      (self.ground, paper) = (ground, first.value * unit)
    } else {
      return nil
    }
  }

  /// A number and what follows it; one, where there is none.
  private static func amount(_ text: String) -> (value: Double, unit: String)? {
    let trimmed = text.drop { $0 == " " }
    let digits = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    var unit = trimmed[digits.endIndex...].drop { $0 == " " }
    while unit.last == " " { unit.removeLast() }
    guard let value = digits.isEmpty ? 1 : Double(digits), value > 0, value <= 1e12,
      unit.count <= 40, !unit.contains(where: { $0.isNumber || "-=:".contains($0) })
    else { return nil }
    return (value, String(unit))
  }

  /// Millimetres in a unit of paper.
  private static func millimetres(_ unit: String) -> Double? {
    switch unit.lowercased() {
    case "mm", "millimetre", "millimetres", "millimeter", "millimeters": 1
    case "cm", "centimetre", "centimetres", "centimeter", "centimeters": 10
    case "in", "inch", "inches", "\"": Paper.inch
    default: nil
    }
  }

  private static func ground(_ amount: (value: Double, unit: String)) -> Ground? {
    switch amount.unit.lowercased() {
    case "": nil
    // What is measured on paper is no land.
    case let unit where millimetres(unit) != nil: nil
    case "hex", "hexes", "square", "squares", "cell", "cells": .cells(amount.value)
    default: .distance(amount.value, unit: amount.unit)
    }
  }

  /// Points on paper to a map unit.
  ///
  /// - Throws: `Failure` `poster.scale` where the world has no such scale.
  package func pointsPerUnit(in world: World, _ request: @autoclosure () -> MapRequest) throws
    -> Double
  {
    let units: Double?
    let hint: String
    switch ground {
    case .distance(let distance, let unit):
      units = world.mapUnits(distance, unit)
      hint = "the world is measured in \(world.units.distance)"
    case .millimetres(let length):
      units = world.mapUnits(length / 1000, "m")
      hint = "the world is measured in \(world.units.distance); specify the scale in that unit"
    case .cells(let count):
      units = request().gridWidth(in: world).map { $0 * count }
      hint = "specify the width of a cell: grid: { kind: flat-hex, size: 24 mi }"
    }
    guard let units, units > 0 else {
      throw Failure(
        .error(.posterScale, "the scale \"\(text)\" means nothing on this map", hints: [hint]))
    }
    return paper / Paper.inch * 72 / units
  }
}
