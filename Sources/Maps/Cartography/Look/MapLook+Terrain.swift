// SPDX-License-Identifier: MIT
// Part of Platen: the settings of what shows the shape of the land: shading, relief icons, texture.

internal import Drawing

extension MapLook {
  /// Light and shadow on the land.
  struct Hillshade: Hashable {
    var strength = 0.0
    var detail = 0.6
    var shadow = Color(bytes: 0x24, 0x2c, 0x3a).opacity(0.8)
    var light = Color(bytes: 0xff, 0xfb, 0xec).opacity(0.7)
  }

  static let reliefSets = ["auto", "simple", "gray", "colored", "brush"]

  /// Mountains, hills and woods as small drawings.
  struct Relief: Hashable {
    var set = "auto"
    var size = 1.0
    var plants = 1.0
    var density = 0.4
    var opacity = 1.0
    var ink = Color(bytes: 0x5c, 0x5c, 0x70)
    var fill = Color.white.opacity(0.85)
    var line = 1.0
  }

  static let textureKinds = ["paper", "cold-press", "parchment", "linen"]
  static let textureGrounds = ["land", "water", "all"]

  /// The grain of what the map is drawn on.
  struct Texture: Hashable {
    var kind = "paper"
    var over = "land"
    var opacity = 0.5
    var size = 320.0
    var dark = Color(bytes: 0x5a, 0x46, 0x33)
    var light = Color.white
  }

  static let terrainFields: [MapLookField] = [
    .number(
      "hillshade.strength", 0...1, \.hillshade.strength,
      "How strongly the land is shaded by its heights; 0 shades nothing"),
    .number(
      "hillshade.detail", 0...1, \.hillshade.detail,
      "How much roughness finer than the cells is added to that shading"),
    .color("hillshade.shadow", \.hillshade.shadow, "Color over slopes away from the light"),
    .color("hillshade.light", \.hillshade.light, "Color over slopes towards the light"),
    .choice(
      "relief.set", reliefSets, \.relief.set,
      "How mountains and trees are drawn: in lines, gray, in colors, in strokes of a brush, or as the save has them"
    ),
    .number("relief.size", 0.2...5, \.relief.size, "Factor on the size of mountains and trees"),
    .number(
      "relief.plants", 0.5...4, \.relief.plants,
      "Factor on the size of plants in lines, which are small beside mountains in FMG"),
    .number(
      "relief.density", 0.05...1, \.relief.density,
      "How close mountains and trees stand where the save has none of its own"),
    .number("relief.opacity", 0...1, \.relief.opacity, "Opacity of mountains and trees"),
    .color("relief.ink", \.relief.ink, "Lines of the set simple, mountains of the set brush"),
    .color(
      "relief.fill", \.relief.fill, "Ground of the set simple, which hides what stands behind"),
    .number("relief.line", 0.2...3, \.relief.line, "Factor on the thickness of all their lines"),
    .choice("texture.kind", textureKinds, \.texture.kind, "Material the map seems to be drawn on"),
    .choice("texture.over", textureGrounds, \.texture.over, "Areas that show the material"),
    .number("texture.opacity", 0...1, \.texture.opacity, "How strongly it is seen"),
    .length("texture.size", \.texture.size, "Width after which it comes again; 0 draws none"),
    .color("texture.dark", \.texture.dark, "The dark of its grain"),
    .color("texture.light", \.texture.light, "The light of its grain"),
  ]
}
