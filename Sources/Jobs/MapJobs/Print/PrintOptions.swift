// SPDX-License-Identifier: MIT
// Part of Platen: what an output's options ask for on paper: a rim that is cut off, an index.

internal import Cartography
internal import JobKit
internal import Values

extension PrintRim {
  init(_ options: Settings) {
    self.init(
      bleed: options[PrintKeys.bleed] ?? 0, hasMarks: options[PrintKeys.cropMarks] ?? false)
  }

  /// The options that ask for a rim: a bleed of 0 and no marks are none.
  static func asked(_ options: Settings) -> [any DeclaredKey] {
    let rim = PrintRim(options)
    return (rim.bleed > 0 ? [PrintKeys.bleed] : [])
      + (rim.hasMarks ? [PrintKeys.cropMarks] : [])
  }
}

extension MapIndex {
  /// What an output asks to have listed; nil for nothing.
  static func tables(_ options: Settings) -> [Table]? {
    guard let value = options[PrintKeys.index] else { return nil }
    if let flag = value.flag { return flag ? Table.allCases : nil }
    return (value.elements ?? [value]).compactMap { $0.text.flatMap(Table.init(rawValue:)) }
  }
}
