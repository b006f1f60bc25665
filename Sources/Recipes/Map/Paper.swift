// SPDX-License-Identifier: MIT
// Part of Platen: sheets of paper by name.

/// A sheet of paper in millimetres, upright.
struct Paper {
  var name: String
  var width: Double
  var height: Double

  /// Every sheet that can be named.
  static let all = [
    Paper(name: "A5", width: 148, height: 210), Paper(name: "A4", width: 210, height: 297),
    Paper(name: "A3", width: 297, height: 420), Paper(name: "A2", width: 420, height: 594),
    Paper(name: "A1", width: 594, height: 841), Paper(name: "A0", width: 841, height: 1189),
    Paper(name: "letter", width: 215.9, height: 279.4),
    Paper(name: "legal", width: 215.9, height: 355.6),
    Paper(name: "tabloid", width: 279.4, height: 431.8),
  ]

  static func named(_ name: String) -> Paper? { all.first { $0.name == name } }
}
