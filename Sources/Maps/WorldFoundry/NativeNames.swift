// SPDX-License-Identifier: MIT
// Part of Platen: the words and colors of World Foundry's format, and ours for them.

internal import Atlas
internal import Text

/// The format's biomes, by the order of their enumeration, with Platen's own colors.
enum NativeBiome {
  static let all: [Biome] = [
    Biome(id: 0, name: "Marine", color: .rgb(0x46, 0x6E, 0xAB)),
    Biome(id: 1, name: "Hot", color: .rgb(0xE6, 0xC4, 0x78)),
    Biome(id: 2, name: "Cold", color: .rgb(0x9D, 0xB0, 0x9A)),
    Biome(id: 3, name: "Temperate", color: .rgb(0x7D, 0xB1, 0x63)),
    Biome(id: 4, name: "Dry", color: .rgb(0xD2, 0xC6, 0x8E)),
    Biome(id: 5, name: "Frozen", color: .rgb(0xE4, 0xEE, 0xF4)),
    Biome(id: 6, name: "Freshwater", color: .rgb(0x82, 0xB8, 0xD8)),
  ]

  /// The format's word for a biome: its own name where the format knows it, and otherwise the one
  /// that the name and the climate come nearest to.
  static func name(of biome: Biome?, isLand: Bool, isLake: Bool, temperature: Int) -> String {
    if isLake { return "Freshwater" }
    guard isLand else { return "Marine" }
    let name = biome?.name ?? ""
    if name != "Marine", all.contains(where: { $0.name == name }) { return name }
    let words = name.lowercased()
    if words.contains("glacier") || words.contains("ice") { return "Frozen" }
    if words.contains("cold") || words.contains("taiga") || words.contains("tundra") {
      return "Cold"
    }
    if words.contains("savanna") || words.contains("desert") {
      return words.contains("hot") ? "Hot" : "Dry"
    }
    if words.contains("tropical") { return "Hot" }
    return temperature < -5 ? "Frozen" : temperature < 3 ? "Cold" : "Temperate"
  }
}

extension EntityColor {
  /// `#rrggbb` in either case, or nil.
  init?(hex text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 7, digits[0] == UInt8(ascii: "#"),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self = .rgb(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value))
  }

  /// The color as `#RRGGBB`; the format has no hatches, so they become gray.
  var nativeText: String {
    guard case .rgb(let red, let green, let blue) = self else { return "#808080" }
    return "#" + Hex.encode([red, green, blue], uppercase: true)
  }
}
