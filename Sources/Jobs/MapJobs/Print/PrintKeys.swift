// SPDX-License-Identifier: MIT
// Part of Platen: the options of printed maps: presets, bleed and crop marks, posters.

internal import Cartography
internal import JobKit

/// The options of a map on paper.
enum PrintKeys {
  static let preset = OptionKey(
    "preset", .word(of: MapPreset.self),
    "a named size: digital 1920 × 1080 at 96 dpi, web 2048 × 1536 at 72, mobile 1024 × 768 "
      + "at 163, print 7200 × 5400 at 300, in PDF A3 landscape with margin, bleed, crop marks "
      + "and text of at least 8 points",
    example: "print")
  static let bleed = SharedKeys.bleed
  static let cropMarks = OptionKey(
    "crop-marks", .flag, "whether marks outside the image show where to cut (default: false)",
    example: "true")
  static let poster = OptionKey(
    "poster",
    .either(
      .mapping([
        ManifestKey(
          "sheets", .form(PosterRequest.sheetsForm),
          "sheets across and down, or only across", example: "3x2"),
        ManifestKey(
          "scale", .text,
          "the scale; it determines the number of sheets",
          example: "1 hex = 1 in"),
        ManifestKey("paper", .form(.paper), "the paper of a sheet (default: A4)", example: "A3"),
        ManifestKey(
          "orientation", .word(["auto", "landscape", "portrait"]),
          "auto uses the fewest sheets, or shows the map largest (default: auto)",
          example: "portrait"),
        ManifestKey(
          "margin", .number(PosterRequest.margins),
          "millimeters around each sheet, for labels and marks (default: 10)",
          example: "12"),
        ManifestKey(
          "overlap", .number(0...100),
          "millimeters that sheets share (default: 10)",
          example: "15"),
        ManifestKey(
          "crop-marks", .flag,
          "marks where to cut, and ticks where neighbors end (default: true)",
          example: "false"),
        ManifestKey(
          "plan", .flag,
          "a first page with their order (default: true)",
          example: "false"),
        ManifestKey(
          "sea-sheets", .flag,
          "include sheets of open sea (default: true)",
          example: "false"),
      ]), .text),
    "the map over sheets of paper: 3x2, a scale, or a mapping",
    example: "{ paper: A4, overlap: 10, sheets: 3x2 }")
  static let atlas = OptionKey(
    "atlas",
    .either(
      .mapping([
        ManifestKey("sheets", .text, "sheets, a scale or states", example: "4x3"),
        ManifestKey(
          "overlap", .number(0...100), "millimeters that sheets share (default: 10)",
          example: "15"),
        ManifestKey(
          "sea-sheets", .flag, "include open sea (default: false)", example: "true"),
      ]), .text),
    "a bound book of maps: 4x3 sheets, a scale, states, or a mapping",
    example: "4x3")
  static let index = OptionKey(
    "index",
    .either(.flag, .oneOrMore(.word(MapIndex.Table.ofMaps.map(\.rawValue)))),
    "whether pages after the map list its names with squares and links: true, or the tables "
      + "(default: false)",
    example: "[states, burgs]")

  static let options: [any DeclaredKey] = [preset, bleed, cropMarks, poster, atlas, index]

  /// The options of a sheet that is cut.
  static let cut: [any DeclaredKey] = [bleed, cropMarks]
  /// The options of an image on a sheet.
  static let rim: [any DeclaredKey] = [preset] + cut
  /// The options of a document of pages.
  static let pages: [any DeclaredKey] = [poster, atlas, index]
  static let alternatives = [OptionWay([preset]), OptionWay([poster]), OptionWay([atlas])]
}
