// SPDX-License-Identifier: MIT
// Part of Platen: coats of arms by the rule of tincture, and colours for the map.

internal import JSON

/// A coat of arms in the format's words.
struct Arms {
  var field: String
  var shield: String
  var division: (kind: String, tincture: String)?
  var ordinary: (kind: String, tincture: String)?
  var charge: (kind: String, tincture: String, positions: String, size: Double)?

  private static let metals = ["argent", "or"]
  private static let colors = ["gules", "sable", "azure", "vert", "purpure"]
  private static let divisions = ["perPale", "perFess", "perBend", "perChevron", "perCross"]
  private static let ordinaries = [
    "fess", "pale", "bend", "chief", "cross", "saltire", "chevron", "bordure", "pile",
  ]
  private static let charges = [
    "lionRampant", "eagle", "castle", "tower", "crescent", "crown", "dolphin", "fleurDeLis", "garb",
    "dragonRampant", "bearRampant", "rose", "mullet", "anchor", "key", "sword", "sun", "tree",
    "boarRampant", "falcon", "stagPassant", "cinquefoil",
  ]
  static let shields = ["heater", "french", "spanish", "swiss", "oldFrench", "round", "hessen"]

  /// New arms: colour lies on metal or metal on colour.
  init(shield: String, dice: inout Dice) {
    let onMetal = dice.chance(0.45)
    let (ground, above) = onMetal ? (Arms.metals, Arms.colors) : (Arms.colors, Arms.metals)
    field = dice.pick(ground)
    self.shield = shield
    let kind = dice.unit()
    if kind < 0.25 {
      division = (dice.pick(Arms.divisions), dice.pick(above))
    } else if kind < 0.6 {
      ordinary = (dice.pick(Arms.ordinaries), dice.pick(above))
    }
    if kind >= 0.5 {
      let layout = dice.pick([("e", 1.4), ("abc", 0.5), ("acz", 0.55), ("kn", 0.7)])
      charge = (
        dice.pick(Arms.charges), dice.pick(ordinary == nil ? above : ground),
        ordinary == nil ? layout.0 : "e", ordinary == nil ? layout.1 : 0.7
      )
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("t1", field)
      if let division {
        json.member(
          "division",
          object: { json in
            json.member("division", division.kind)
            json.member("t", division.tincture)
            json.member("line", "straight")
          })
      }
      if let ordinary {
        json.member(
          "ordinaries",
          array: { json in
            json.object { json in
              json.member("ordinary", ordinary.kind)
              json.member("t", ordinary.tincture)
              json.member("line", "straight")
            }
          })
      }
      if let charge {
        json.member(
          "charges",
          array: { json in
            json.object { json in
              json.member("charge", charge.kind)
              json.member("t", charge.tincture)
              json.member("p", charge.positions)
              json.member("size", charge.size)
            }
          })
      }
      json.member("shield", shield)
    }
  }
}

/// Colours that stand apart from each other.
enum Palette {
  /// The colour of number `index`, as `#rrggbb`: hues step by the golden ratio.
  static func color(_ index: Int, shift: Double = 0.08) -> String {
    let hue = (shift + Double(index) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
    let saturation = [0.52, 0.42, 0.60][index % 3]
    let lightness = [0.66, 0.72, 0.60][(index / 3) % 3]
    return hex(hue: hue, saturation: saturation, lightness: lightness)
  }

  /// A neighbour of a colour of `color`: the same hue turned a little, lighter or darker.
  static func shade(_ index: Int, step: Int) -> String {
    let turn = Double(step % 7 - 3) * 0.012
    let hue = (1.08 + turn + Double(index) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
    let lightness = [0.66, 0.72, 0.60][(index / 3) % 3] + Double((step * 5) % 9 - 4) * 0.022
    return hex(hue: hue, saturation: [0.52, 0.42, 0.60][index % 3] * 0.85, lightness: lightness)
  }

  private static func hex(hue: Double, saturation: Double, lightness: Double) -> String {
    let chroma = (1 - abs(2 * lightness - 1)) * saturation
    let sector = hue * 6
    let second = chroma * (1 - abs(sector.truncatingRemainder(dividingBy: 2) - 1))
    let (r, g, b) =
      switch Int(sector) {
      case 0: (chroma, second, 0.0)
      case 1: (second, chroma, 0.0)
      case 2: (0.0, chroma, second)
      case 3: (0.0, second, chroma)
      case 4: (second, 0.0, chroma)
      default: (chroma, 0.0, second)
      }
    let low = lightness - chroma / 2
    var text = "#"
    for part in [r, g, b] {
      let byte = String(Int(max(0, min(255, ((part + low) * 255).rounded()))), radix: 16)
      text += byte.count < 2 ? "0" + byte : byte
    }
    return text
  }
}
