// SPDX-License-Identifier: MIT
// Part of Platen: the three looks decks come with, as values.

public import Documents
public import Drawing

extension DeckLook {
  public static let all = [daylight, evening, lecture]

  /// The palette of a look: a few colors and faces.
  public struct Palette: Hashable, Sendable {
    public var ground: Color
    public var ink: Color
    public var accent: Color
    public var accent2: Color
    /// The ground of code, callouts and heads of tables.
    public var panel: Color
    public var line: Color
    public var quiet: Color
    public var coverGround: Color
    public var coverInk: Color
    public var partGround: Color
    public var partInk: Color
    public var titleFamilies: [String]
    public var bodyFamilies: [String]
    public var codeFamilies: [String]

    /// Indicates whether letters are lighter than what they stand on.
    public var isDark: Bool {
      ground.red + ground.green + ground.blue < ink.red + ink.green + ink.blue
    }
  }

  /// White slides between a deep blue cover and teal parts, for rooms with the lights on.
  public static let daylight = DeckLook(
    name: "daylight",
    Palette(
      ground: .white, ink: Color(0.11, 0.15, 0.20), accent: Color(0.02, 0.45, 0.50),
      accent2: Color(0.80, 0.33, 0.08), panel: Color(0.945, 0.962, 0.967),
      line: Color(0.80, 0.84, 0.86), quiet: Color(0.42, 0.47, 0.52),
      coverGround: Color(0.06, 0.15, 0.24), coverInk: .white,
      partGround: Color(0.02, 0.38, 0.43), partInk: .white, titleFamilies: ["Inter", "Lato"],
      bodyFamilies: ["Inter", "Lato"], codeFamilies: ["JetBrains Mono", "DejaVu Sans Mono"]),
    about: "white slides, deep blue cover, teal parts: for rooms with the lights on")

  /// Light letters on deep blue, for dark rooms and screens.
  public static let evening = DeckLook(
    name: "evening",
    Palette(
      ground: Color(0.055, 0.105, 0.165), ink: Color(0.89, 0.92, 0.95),
      accent: Color(0.33, 0.78, 0.93), accent2: Color(1.0, 0.60, 0.32),
      panel: Color(0.10, 0.165, 0.24), line: Color(0.22, 0.30, 0.38),
      quiet: Color(0.56, 0.63, 0.70), coverGround: Color(0.03, 0.06, 0.105),
      coverInk: Color(0.95, 0.97, 0.99), partGround: Color(0.07, 0.20, 0.30),
      partInk: Color(0.95, 0.97, 0.99), titleFamilies: ["Inter", "Lato"],
      bodyFamilies: ["Inter", "Lato"], codeFamilies: ["JetBrains Mono", "DejaVu Sans Mono"]),
    about: "light letters on deep blue: for dark rooms and screens")

  /// Cream paper and a book's letters, for talks with a story.
  public static let lecture = DeckLook(
    name: "lecture",
    Palette(
      ground: Color(0.985, 0.972, 0.94), ink: Color(0.17, 0.13, 0.10),
      accent: Color(0.60, 0.16, 0.12), accent2: Color(0.22, 0.36, 0.30),
      panel: Color(0.95, 0.925, 0.875), line: Color(0.82, 0.77, 0.69),
      quiet: Color(0.45, 0.39, 0.33), coverGround: Color(0.27, 0.08, 0.07),
      coverInk: Color(0.985, 0.965, 0.92), partGround: Color(0.93, 0.895, 0.825),
      partInk: Color(0.27, 0.08, 0.07), titleFamilies: ["EB Garamond", "Vollkorn"],
      bodyFamilies: ["EB Garamond", "Vollkorn"],
      codeFamilies: ["JetBrains Mono", "DejaVu Sans Mono"]),
    about: "cream paper and a book's letters: for talks with a story")

  /// The look with the colors of a talk's own style sheet, as far as they are plain values: `bg`,
  /// `fg`, `accent`, `accent2`.
  public func applying(_ variables: [Deck.Variable]) -> DeckLook {
    func color(_ name: String) -> Color? {
      variables.last { $0.name == name }.flatMap { Color(hex: $0.value) }
    }
    var palette = palette
    if let ground = color("bg") {
      palette.ground = ground
      palette.coverGround = ground.mixed(with: .black, 0.35)
      palette.partGround = ground.mixed(with: color("accent") ?? palette.accent, 0.22)
    }
    if let ink = color("fg") {
      palette.ink = ink
      palette.coverInk = ink
      palette.partInk = ink
    }
    if let accent = color("accent") { palette.accent = accent }
    if let accent2 = color("accent2") { palette.accent2 = accent2 }
    guard palette != self.palette else { return self }
    if color("bg") != nil || color("fg") != nil {
      palette.panel = palette.ground.mixed(with: palette.ink, 0.07)
      palette.line = palette.ground.mixed(with: palette.ink, 0.22)
      palette.quiet = palette.ground.mixed(with: palette.ink, 0.58)
      if !palette.isDark {
        // Covers and parts of a light deck are dark, with light letters.
        palette.coverGround = palette.ink.mixed(with: palette.accent, 0.3)
        palette.coverInk = palette.ground
        palette.partGround = palette.accent.mixed(with: .black, 0.15)
        palette.partInk = palette.ground
      }
    }
    var look = self
    look.palette = palette
    return look
  }
}

extension BookStyle {
  /// The style that follows from a deck's colors and faces.
  init(deck name: String, _ palette: DeckLook.Palette) {
    self.init(
      name: name, lineColor: palette.line, furniture: .none, ornament: .line,
      stripe: palette.panel.opacity(0.55))
    orphans = 1
    widows = 1
    setText(palette)
    setTitles(palette)
    setBoxes(palette)
  }
}

extension BookStyle {
  fileprivate mutating func setText(_ palette: DeckLook.Palette) {
    set("body") {
      $0.families = palette.bodyFamilies + ["Noto Sans"]
      $0.size = 23
      $0.leading = 1.36
      $0.color = palette.ink
      $0.alignment = .start
      $0.hyphenates = false
    }
    set("paragraph") { $0.spaceAfter = 12 }
    set("emphasis") { $0.isItalic = true }
    set("strong") { $0.weight = 700 }
    set("strikethrough") { $0.isStruck = true }
    set("small-caps") { $0.isSmallCaps = true }
    set("superscript") {
      $0.scale = 0.66
      $0.rise = 0.36
    }
    set("subscript") {
      $0.scale = 0.66
      $0.rise = -0.14
    }
    set("mark") {
      $0.scale = 0.6
      $0.rise = 0.4
    }
    set("verbatim") {
      $0.families = palette.codeFamilies
      // Code is shown letter by letter: `=>` is two.
      $0.features = ["-calt"]
      $0.scale = 0.88
      $0.color = palette.accent
    }
    set("link") {
      $0.color = palette.accent
      $0.isUnderlined = true
    }
    set("reference") { $0.color = palette.accent }
    set("span.highlight") { $0.color = palette.accent2 }
    set("span.mark") { $0.ground = palette.highlight }
    for name in ["span.u", "span.ins"] { set(name) { $0.isUnderlined = true } }
    set("span.small") { $0.scale = 0.8 }
    set("span.kbd") {
      $0.families = palette.codeFamilies
      $0.scale = 0.82
      $0.ground = palette.panel
    }
    // The letters of formulas are between those of the two sorts of families in height.
    let formulas = palette.bodyFamilies.first == "Inter" ? 1.1 : 0.95
    set("span.math") {
      $0.isItalic = true
      $0.scale = formulas
    }
    set("formula") { $0.scale = formulas * 1.05 }
    set("footnote") { $0.scale = 0.62 }
    set("list") { $0.spaceAfter = 10 }
    set("item") { $0.spaceAfter = 7 }
    set("list.centered") { $0.marker = "" }
    set("rule") {
      $0.spaceBefore = 10
      $0.spaceAfter = 14
    }
  }

  fileprivate mutating func setTitles(_ palette: DeckLook.Palette) {
    set("heading") {
      $0.families = palette.titleFamilies + ["Noto Sans"]
      $0.weight = 700
      $0.leading = 1.18
      $0.keepsWithNext = true
      $0.spaceBefore = 10
      $0.spaceAfter = 8
    }
    for (level, size) in [(1, 34.0), (2, 29), (3, 26), (4, 24), (5, 23), (6, 23)] {
      set("heading.\(level)") { $0.size = size }
    }
    set(".slide-title") {
      $0.size = 38
      $0.color = palette.accent
      $0.spaceBefore = 0
      $0.spaceAfter = 34
    }
    set("division.cover") { $0.color = palette.coverInk }
    set("division.part") { $0.color = palette.partInk }
    set(".cover-title") {
      $0.size = 60
      $0.color = palette.coverInk
      $0.leading = 1.1
      $0.spaceAfter = 30
    }
    set(".part-title") {
      $0.size = 54
      $0.color = palette.partInk
      $0.leading = 1.12
      $0.spaceAfter = 22
    }
    set(".counter") {
      $0.families = palette.titleFamilies + ["Noto Sans"]
      $0.size = 30
      $0.weight = 700
      $0.spaceAfter = 8
    }
    set(".talk-line") {
      $0.size = 20
      $0.spaceBefore = 10
    }
    set("division.center") { $0.alignment = .center }
  }

  fileprivate mutating func setBoxes(_ palette: DeckLook.Palette) {
    set("quote") {
      $0.bar = palette.accent
      $0.barWidth = 5
      $0.padding = 20
      $0.paddingBlock = 4
      $0.isItalic = true
      $0.spaceBefore = 8
      $0.spaceAfter = 16
    }
    set("quote.attribution") {
      $0.isItalic = false
      $0.color = palette.quiet
    }
    set("figure") {
      $0.spaceBefore = 6
      $0.spaceAfter = 12
    }
    set("figure.caption") {
      $0.scale = 0.72
      $0.color = palette.quiet
      $0.alignment = .center
    }
    set("key-values.key") {
      $0.weight = 700
      $0.color = palette.accent
    }
    set("foot") {
      $0.families = palette.bodyFamilies + ["Noto Sans"]
      $0.size = 12
      $0.color = palette.quiet
    }
    setCode(palette)
    setCallouts(palette)
    setTables(palette)
  }

  private mutating func setCode(_ palette: DeckLook.Palette) {
    set("code") {
      $0.families = palette.codeFamilies
      $0.features = ["-calt"]
      $0.scale = 0.78
      $0.leading = 1.42
      $0.ground = palette.panel
      // Columns of code stand one below the other, whatever stands in the middle.
      $0.alignment = .start
      $0.padding = 18
      $0.paddingBlock = 14
      $0.radius = 7
      $0.spaceBefore = 6
      $0.spaceAfter = 16
    }
    set("diagram") {
      // Colors of diagrams: background, borders, highlights.
      $0.ground = palette.ground
      $0.bar = palette.accent
      $0.overline = palette.accent2
    }
    set("span.keyword") { $0.color = palette.accent }
    set("span.string") { $0.color = palette.accent2 }
    set("span.number") { $0.color = palette.accent2 }
    set("span.name") { $0.weight = 700 }
    set("span.comment") {
      $0.color = palette.quiet
      $0.isItalic = true
    }
  }

  private mutating func setCallouts(_ palette: DeckLook.Palette) {
    set("callout") {
      $0.ground = palette.panel
      $0.bar = palette.accent
      $0.barWidth = 6
      $0.padding = 22
      $0.paddingBlock = 12
      $0.scale = 0.92
      $0.spaceBefore = 6
      $0.spaceAfter = 16
    }
    set("callout.title") {
      $0.weight = 700
      $0.color = palette.accent
      $0.spaceAfter = 2
    }
    // Terminals with a theme have it whatever the slide's colors are.
    for (name, ground, ink) in [
      ("light", Color(0.975, 0.975, 0.97), Color(0.13, 0.15, 0.18)),
      ("dark", Color(0.10, 0.12, 0.15), Color(0.90, 0.92, 0.94)),
    ] {
      set("callout.\(name)") {
        $0.ground = ground
        $0.color = ink
      }
      set("callout.title.\(name)") { $0.color = ink }
      set("code.\(name)") {
        $0.ground = ground
        $0.color = ink
      }
    }
    for (kind, color) in [
      ("note", Color(0.13, 0.44, 0.80)), ("tip", Color(0.10, 0.55, 0.30)),
      ("important", Color(0.51, 0.31, 0.80)), ("warning", Color(0.76, 0.48, 0.02)),
      ("caution", Color(0.82, 0.20, 0.20)),
    ] {
      // On dark grounds the colors of the alerts are mixed with light.
      let color = palette.isDark ? color.mixed(with: .white, 0.42) : color
      set("callout.\(kind)") { $0.bar = color }
      set("callout.title.\(kind)") { $0.color = color }
    }
  }

  private mutating func setTables(_ palette: DeckLook.Palette) {
    set("table") {
      $0.scale = 0.88
      $0.leading = 1.3
      $0.overline = palette.quiet
      $0.underline = palette.quiet
      $0.borderWidth = 1.2
      $0.features = ["tnum"]
      $0.spaceBefore = 6
      $0.spaceAfter = 16
    }
    set("table.head") {
      $0.weight = 700
      $0.color = palette.accent
      $0.underline = palette.quiet
      $0.borderWidth = 1
    }
    set("table.cell") {
      $0.padding = 10
      $0.paddingBlock = 6
      $0.underline = palette.line
      $0.borderWidth = 0.6
    }
    // Columns of a slide have the slide's text.
    set("table." + Block.sideBySide) {
      $0.scale = 1
      $0.spaceBefore = 0
    }
    set("table.cell." + Block.sideBySide) {
      $0.padding = 12
      $0.paddingBlock = 0
    }
    set("table.caption") {
      $0.scale = 0.75
      $0.color = palette.quiet
      $0.spaceAfter = 6
      $0.keepsWithNext = true
    }
  }
}
