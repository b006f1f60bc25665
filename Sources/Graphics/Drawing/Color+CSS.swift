// SPDX-License-Identifier: MIT
// Part of Platen: colors as style sheets and drawings write them.

extension Color {
  /// `#rgb`, `#rrggbb`, `rgb(…)`, `hsl(…)` or one of the names that are met; nil for another.
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
    guard let hex = Color.names[word], let color = Color(hex: hex) else { return nil }
    self = color
  }

  private static let names: [String: String] = [
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000",
    "blue": "#0000ff", "yellow": "#ffff00", "orange": "#ffa500", "purple": "#800080",
    "pink": "#ffc0cb", "gray": "#808080", "grey": "#808080", "lightgray": "#d3d3d3",
    "lightgrey": "#d3d3d3", "darkgray": "#a9a9a9", "darkgrey": "#a9a9a9", "silver": "#c0c0c0",
    "cyan": "#00ffff", "aqua": "#00ffff", "magenta": "#ff00ff", "fuchsia": "#ff00ff",
    "lime": "#00ff00", "navy": "#000080", "teal": "#008080", "olive": "#808000",
    "maroon": "#800000", "brown": "#a52a2a", "gold": "#ffd700", "lightblue": "#add8e6",
    "lightgreen": "#90ee90", "lightyellow": "#ffffe0", "lightpink": "#ffb6c1",
    "darkblue": "#00008b", "darkgreen": "#006400", "darkred": "#8b0000", "salmon": "#fa8072",
    "coral": "#ff7f50", "tomato": "#ff6347", "crimson": "#dc143c", "indigo": "#4b0082",
    "violet": "#ee82ee", "plum": "#dda0dd", "orchid": "#da70d6", "khaki": "#f0e68c",
    "beige": "#f5f5dc", "ivory": "#fffff0", "skyblue": "#87ceeb", "steelblue": "#4682b4",
    "royalblue": "#4169e1", "slateblue": "#6a5acd", "slategray": "#708090",
    "slategrey": "#708090", "dodgerblue": "#1e90ff", "turquoise": "#40e0d0",
    "lavender": "#e6e6fa", "mintcream": "#f5fffa", "honeydew": "#f0fff0", "aliceblue": "#f0f8ff",
    "whitesmoke": "#f5f5f5", "gainsboro": "#dcdcdc", "tan": "#d2b48c", "wheat": "#f5deb3",
    "chocolate": "#d2691e", "firebrick": "#b22222", "forestgreen": "#228b22",
    "seagreen": "#2e8b57", "darkorange": "#ff8c00",
  ]

  /// The perceived lightness, 0…1 (Rec. 709).
  public var lightness: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
