// SPDX-License-Identifier: MIT
// Part of Platen: colors as style sheets and drawings write them.

internal import Text

extension Color {
  /// `#rgb`, `#rrggbb`, `rgb(…)`, `hsl(…)` or a name of CSS; nil for another.
  public init?(css text: String) {
    let blank: (Character) -> Bool = { $0.isWhitespace }
    let word = String(
      text.drop(while: blank).reversed().drop(while: blank).reversed()
    ).lowercased()
    if let hex = Color(hex: word) {
      self = hex
      return
    }
    if let open = word.firstIndex(of: "("), word.last == ")" {
      let parts = word[word.index(after: open)...].dropLast()
        .split { $0 == "," || $0 == " " || $0 == "/" }
      let values = parts.compactMap { part -> Double? in
        part.last == "%" ? Double(part.dropLast()).map { $0 / 100 } : Double(part)
      }
      guard values.count >= 3, values.count == parts.count, values.allSatisfy(\.isFinite)
      else { return nil }
      func part(_ value: Double) -> Double { min(1, max(0, value)) }
      let alpha = values.count > 3 ? part(values[3]) : 1
      switch word[..<open] {
      case "rgb", "rgba":
        func channel(_ i: Int) -> Double {
          part(parts[i].last == "%" ? values[i] : values[i] / 255)
        }
        self.init(channel(0), channel(1), channel(2), alpha: alpha)
      case "hsl", "hsla":
        let (h, s, l) = (values[0] / 30, part(values[1]), part(values[2]))
        func channel(_ n: Double) -> Double {
          let k = (n + h).truncatingRemainder(dividingBy: 12)
          let turn = k < 0 ? k + 12 : k
          return l - s * min(l, 1 - l) * max(-1, min(turn - 3, 9 - turn, 1))
        }
        self.init(channel(0), channel(8), channel(4), alpha: alpha)
      default: return nil
      }
      return
    }
    if word == "transparent" || word == "none" {
      self = .clear
      return
    }
    guard let rgb = NamedColors.rgb(word) else { return nil }
    self.init(Double(rgb >> 16) / 255, Double(rgb >> 8 & 255) / 255, Double(rgb & 255) / 255)
  }

  /// The perceived lightness, 0…1 (Rec. 709).
  public var lightness: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
