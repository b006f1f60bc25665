// SPDX-License-Identifier: MIT
// Part of Platen: the options of maps that are printed: presets, what is cut off, posters.

internal import Cartography
internal import JobKit

/// What a manifest may say about a map on paper.
enum PrintKeys {
  static let preset = OptionKey(
    "preset", .word(of: MapPreset.self),
    "a size that has a name: digital 1920 × 1080 at 96 dpi, web 2048 × 1536 at 72, mobile "
      + "1024 × 768 at 163; print is 7200 × 5400 at 300, and of a PDF A3 across with margin, bleed "
      + "and crop marks, letters of 8 points at least; all in RGB, CMYK is not offered",
    example: "print")
  static let bleed = OptionKey(
    "bleed", .number(0...50),
    "millimetres the picture runs on beyond where the paper is cut; without a margin it is the map "
      + "that does, else the look's ground", example: "3")
  static let cropMarks = OptionKey(
    "crop-marks", .flag, "whether marks outside the picture show where to cut", example: "true")
  static let poster = OptionKey(
    "poster",
    .either(
      .mapping([
        ManifestKey(
          "sheets", .form(PosterRequest.sheetsForm),
          "how many sheets across and down it may take, or across alone", example: "3x2"),
        ManifestKey(
          "scale", .text,
          "its scale, from which the number of sheets follows: a length on the ground or a hex of the "
            + "grid, and one on paper", example: "1 hex = 1 in"),
        ManifestKey("paper", .form(.paper), "the sheet; A4 when left out", example: "A3"),
        ManifestKey(
          "orientation", .word(["auto", "landscape", "portrait"]),
          "which way the sheets lie; auto takes the fewest, or shows the map largest",
          example: "portrait"),
        ManifestKey(
          "margin", .number(PosterRequest.margins),
          "millimetres left free on each side of a sheet, where labels and marks stand; 10 when left "
            + "out", example: "12"),
        ManifestKey(
          "overlap", .number(0...100), "millimetres that neighbors share; 10 when left out",
          example: "15"),
        ManifestKey(
          "cut-marks", .flag,
          "whether marks show where to cut, and ticks where neighbors end; true when left out",
          example: "false"),
        ManifestKey(
          "plan", .flag,
          "whether a first page shows which sheet goes where; true when left out",
          example: "false"),
      ]), .text),
    "the map over many sheets of paper, to be put together: how many, at which scale, or more of it",
    example: "{ paper: A4, overlap: 10, sheets: 3x2 }")
  static let index = OptionKey(
    "index",
    .either(.flag, .oneOrMore(.word(MapIndex.Table.allCases.map(\.rawValue)))),
    "whether pages after the map list its names with their squares and links to them: all, or which",
    example: "[states, burgs]")

  static let options: [any DeclaredKey] = [preset, bleed, cropMarks, poster, index]

  /// What is said of a sheet that is cut.
  static let cut: [any DeclaredKey] = [bleed, cropMarks]
  /// What a picture on a sheet takes.
  static let rim: [any DeclaredKey] = [preset] + cut
  /// What only a document of pages takes.
  static let pages: [any DeclaredKey] = [poster, index]
  static let alternatives = [OptionWay([preset]), OptionWay([poster])]
}
