// SPDX-License-Identifier: MIT
// Part of Platen: coats of arms by the rule of tincture, and colors for the map.

internal import JSON
internal import Text

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

  /// Creates arms: color on metal or metal on color.
  init(shield: String, dice: inout RandomStream) {
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

/// Colors that stand apart from each other.
enum Palette {
  /// The color of number `index`, as `#rrggbb`: hues step by the golden ratio.
  static func color(_ index: Int, shift: Double = 0.08) -> String {
    let hue = (shift + Double(index) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
    let saturation = [0.52, 0.42, 0.60][index % 3]
    let lightness = [0.66, 0.72, 0.60][(index / 3) % 3]
    return hex(hue: hue, saturation: saturation, lightness: lightness)
  }

  /// Twelve soft colors for states, far apart on paper and on a screen.
  private static let tints: [(Int, Int, Int)] = [
    (0xE0, 0xA4, 0x58), (0x7F, 0xB2, 0x85), (0xC6, 0x70, 0x6B), (0x7A, 0x9C, 0xC6),
    (0xB5, 0x8D, 0xB6), (0xD9, 0xC5, 0x6B), (0x5F, 0xA8, 0xA0), (0xD8, 0x8F, 0xA0),
    (0x9A, 0xAB, 0x52), (0xA6, 0x86, 0x6A), (0x86, 0xB7, 0xD6), (0xCF, 0xA5, 0xD4),
  ]

  /// A tint for each of some areas, by number, so that neighbors differ as much as can be.
  static func tints(of neighbors: [[Int]]) -> [Int] {
    var chosen = [Int](repeating: -1, count: neighbors.count)
    var used = [Int](repeating: 0, count: tints.count)
    // Those with most neighbors choose first.
    let order = neighbors.indices.sorted {
      (neighbors[$0].count, $1) > (neighbors[$1].count, $0)
    }
    for area in order {
      let near = neighbors[area].map { chosen[$0] }.filter { $0 >= 0 }
      let beyond = neighbors[area].flatMap { neighbors[$0] }.map { chosen[$0] }.filter { $0 >= 0 }
      func worth(_ tint: Int) -> Int {
        let toNear = near.map { contrast(tint, $0) }.min() ?? 20_000
        let toBeyond = beyond.map { contrast(tint, $0) }.min() ?? 20_000
        return 2 * min(9000, toNear) + min(6000, toBeyond) - 2500 * used[tint]
      }
      let best = tints.indices.max { (worth($0), $1) < (worth($1), $0) } ?? 0
      chosen[area] = best
      used[best] += 1
    }
    return chosen
  }

  private static func contrast(_ a: Int, _ b: Int) -> Int {
    let (p, q) = (tints[a], tints[b])
    let (r, g, b) = (p.0 - q.0, p.1 - q.1, p.2 - q.2)
    return r * r + g * g + b * b
  }

  /// A tint, or a shade of it for a part of the area: `step` 0 is the tint itself.
  static func color(tint: Int, step: Int = 0) -> String {
    let (r, g, b) = tints[tint % tints.count]
    let lift = step == 0 ? 0 : (step * 5) % 9 * 7 - 28
    return hex([r + lift, g + lift * 3 / 4, b + lift].map { Double($0) / 255 })
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
    return hex([r + low, g + low, b + low])
  }

  private static func hex(_ parts: [Double]) -> String {
    "#" + Hex.encode(parts.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) })
  }
}
