// SPDX-License-Identifier: MIT
// Part of Platen: the units that distances on maps are measured in.

/// Units of distance, by what people call them.
public enum DistanceUnit {
  /// Metres to a unit; nil for one that is not known.
  ///
  /// The league is three miles, the nautical one three nautical miles; a versta is 1066.8 metres.
  public static func meters(_ name: String) -> Double? {
    switch name.lowercased() {
    case "m", "meter", "meters", "metre", "metres": 1
    case "km", "kilometer", "kilometers", "kilometre", "kilometres": 1000
    case "ft", "foot", "feet": 0.3048
    case "yd", "yard", "yards": 0.9144
    case "mi", "mile", "miles": 1609.344
    case "lg", "league", "leagues": 4828.032
    case "nmi", "nautical mile", "nautical miles": 1852
    case "nlg", "nautical league", "nautical leagues": 5556
    case "vr", "versta", "verst", "versts": 1066.8
    default: nil
    }
  }

  /// The symbol of a unit that maps write in their own language; nil for others.
  package static func symbol(_ name: String) -> String? {
    switch name.lowercased() {
    case "m", "meter", "meters", "metre", "metres": "m"
    case "km", "kilometer", "kilometers", "kilometre", "kilometres": "km"
    case "ft", "foot", "feet": "ft"
    case "mi", "mile", "miles": "mi"
    default: nil
    }
  }

  /// `value` of one unit in another; nil where the two cannot be compared.
  public static func convert(_ value: Double, from: String, to: String) -> Double? {
    if from.lowercased() == to.lowercased() { return value }
    guard let one = meters(from), let other = meters(to) else { return nil }
    return value * one / other
  }
}
