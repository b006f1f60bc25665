// SPDX-License-Identifier: MIT
// Part of Platen: colors as FMG's tables write them.

internal import Atlas
internal import Text

extension EntityColor {
  /// Reads `#rgb`, `#rrggbb`, `#rrggbbaa` (alpha is dropped), `rgb(r, g, b)` and `url(#hatchN)`.
  init?(text: String) {
    let text = text.lowercased()
    if text.hasPrefix("url(#hatch"), text.hasSuffix(")") {
      guard let number = Int(text.dropFirst(10).dropLast()) else { return nil }
      self = .hatch(number)
    } else if text.hasPrefix("#") {
      let digits = Array(text.utf8.dropFirst())
      let values = digits.compactMap(Hex.value)
      guard values.count == digits.count else { return nil }
      switch values.count {
      case 3: self = .rgb(values[0] * 17, values[1] * 17, values[2] * 17)
      case 6, 8:
        self = .rgb(
          values[0] << 4 | values[1], values[2] << 4 | values[3], values[4] << 4 | values[5])
      default: return nil
      }
    } else if text.hasPrefix("rgb("), text.hasSuffix(")") {
      let parts = text.dropFirst(4).dropLast().split(separator: ",").compactMap { part in
        Int(part.filter { $0 != " " }).map { UInt8(clamping: $0) }
      }
      guard parts.count == 3 else { return nil }
      self = .rgb(parts[0], parts[1], parts[2])
    } else {
      return nil
    }
  }
}
