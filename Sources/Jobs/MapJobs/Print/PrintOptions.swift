// SPDX-License-Identifier: MIT
// Part of Platen: reads an output's options for paper: bleed and crop marks, an index.

internal import Cartography
internal import JobKit
internal import Values

extension PrintRim {
  init(_ options: Settings) {
    self.init(
      bleed: options[PrintKeys.bleed] ?? 0, hasMarks: options[PrintKeys.cropMarks] ?? false)
  }

  /// Returns the options that request a rim: a bleed of 0 and no marks request none.
  static func requested(_ options: Settings) -> [any DeclaredKey] {
    let rim = PrintRim(options)
    return (rim.bleed > 0 ? [PrintKeys.bleed] : [])
      + (rim.hasMarks ? [PrintKeys.cropMarks] : [])
  }
}

extension MapIndex {
  /// Returns the tables that an output lists; nil for none.
  static func tables(_ options: Settings) -> [Table]? {
    guard let value = options[PrintKeys.index] else { return nil }
    if let flag = value.flag { return flag ? Table.ofMaps : nil }
    return (value.elements ?? [value]).compactMap { $0.text.flatMap(Table.init(rawValue:)) }
  }
}
