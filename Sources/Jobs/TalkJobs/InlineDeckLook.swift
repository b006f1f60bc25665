// SPDX-License-Identifier: MIT
// Part of Platen: colors, fonts and sizes of a deck, set in a job instead of in a file.

internal import Documents
internal import Drawing
internal import Figures
internal import JobKit
internal import Typesetting
internal import Values

/// A deck's look written in the job, which overrides the talk's own colors:
/// `look: { bg: "#102030", accent: teal, fonts: { title: [Lato] } }`.
struct InlineDeckLook: Sendable {
  /// The look to start from; nil for the default one in the talk's own colors.
  let base: String?
  /// Colors by the names talks have for them.
  let colors: [Deck.Variable]
  private let fonts: [String: [String]]
  private let sizes: [String: Double]

  /// The keys of such a mapping.
  static var keys: [ManifestKey] {
    [
      ManifestKey(
        "extends", .text, "the look to start from (default: the talk's own colors)",
        example: "evening"),
      ManifestKey("bg", color, "the background", example: "\"#0d1b2a\""),
      ManifestKey("fg", color, "the text", example: "\"#e6edf5\""),
      ManifestKey("accent", color, "titles, links and bars", example: "teal"),
      ManifestKey("accent2", color, "further highlights", example: "orange"),
      ManifestKey(
        "fonts",
        .mapping([
          ManifestKey("title", .oneOrMore(.text), "of titles and headings", example: "[Lato]"),
          ManifestKey("body", .oneOrMore(.text), "of running text", example: "[Inter]"),
          ManifestKey("code", .oneOrMore(.text), "of code", example: "[JetBrains Mono]"),
        ]), "font families in order of preference", example: "{ title: [Lato] }"),
      ManifestKey(
        "sizes",
        .mapping([
          ManifestKey("title", .number(8...120), "of slides' titles", example: "40"),
          ManifestKey("body", .number(8...80), "of running text", example: "25"),
          ManifestKey("code", .number(6...60), "of code", example: "18"),
        ]), "font sizes in points, on slides 540 points high", example: "{ body: 25 }"),
    ]
  }

  private static let color = Shape.form(
    TextForm(
      name: "a color", pattern: "^[#A-Za-z].*$",
      hint: "write a name, or \"#rrggbb\" in quotes, since # begins a comment",
      errorMessage: { DiagramStyle.color($0) == nil ? "invalid color \"\($0)\"" : nil }))

  /// Nil where a look is a name or a file, or none is named.
  init?(_ value: PlacedValue?) {
    guard let value, value.members != nil else { return nil }
    base = value["extends"]?.text
    colors = ["bg", "fg", "accent", "accent2"].compactMap { name in
      value[name]?.text.flatMap(DiagramStyle.color).map { Deck.Variable(name, $0.hex) }
    }
    var fonts: [String: [String]] = [:]
    for member in value["fonts"]?.members ?? [] {
      fonts[member.key] =
        member.value.elements?.compactMap(\.text) ?? member.value.text.map { [$0] } ?? []
    }
    self.fonts = fonts
    var sizes: [String: Double] = [:]
    for member in value["sizes"]?.members ?? [] { sizes[member.key] = member.value.number }
    self.sizes = sizes
  }

  /// The look with the fonts and sizes; colors are applied last, over those of the talk.
  func applied(to look: DeckLook) -> DeckLook {
    var look = look
    if let families = fonts["title"] { look.palette.titleFamilies = families }
    if let families = fonts["body"] { look.palette.bodyFamilies = families }
    if let families = fonts["code"] { look.palette.codeFamilies = families }
    if let size = sizes["title"] { look.own.set(".slide-title") { $0.size = size } }
    if let size = sizes["body"] { look.own.set("body") { $0.size = size } }
    // The size of code is relative to the text around it.
    if let size = sizes["code"], let body = look.style.patches["body"]?.size {
      look.own.set("code") { $0.scale = size / body }
    }
    return look
  }
}
