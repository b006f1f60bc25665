// SPDX-License-Identifier: MIT
// Part of Platen: the three looks books come with, as values.

internal import Drawing

extension BookStyle {
  public static let all = [modern, chronicle, dark]

  /// Clean and quiet: Vollkorn for the text, Lato for what stands around it.
  public static let modern: BookStyle = {
    let ink = Color(0.10, 0.11, 0.13)
    let accent = Color(0.11, 0.33, 0.42)
    let grey = Color(0.42, 0.45, 0.48)
    let line = Color(0.80, 0.82, 0.84)
    let sans = ["Lato", "Noto Sans"]
    var look = BookStyle(
      name: "modern", lineColor: line, furniture: .plain, ornament: .asterism,
      stripe: Color(0.965, 0.97, 0.975))
    look.set("body") {
      $0.families = ["Vollkorn", "Noto Serif"]
      $0.size = 10.5
      $0.leading = 1.42
      $0.color = ink
      $0.alignment = .justified
      $0.hyphenates = true
    }
    look.commonKinds(
      sans: sans, mono: ["JetBrains Mono", "DejaVu Sans Mono"], grey: grey, line: line)
    look.set("paragraph") {
      $0.indent = 1.4
    }
    look.set("heading") {
      $0.families = sans
      $0.color = accent
      $0.alignment = .start
      $0.hyphenates = false
      $0.keepsWithNext = true
      $0.leading = 1.2
    }
    look.set("heading.1") {
      $0.size = 25
      $0.weight = 700
      $0.leading = 1.16
      $0.pageBreak = .page
      $0.spaceBefore = 58
      $0.spaceAfter = 30
    }
    look.set("heading.2") {
      $0.size = 14.5
      $0.weight = 700
      $0.spaceBefore = 26
      $0.spaceAfter = 8
    }
    look.set("heading.3") {
      $0.size = 11.5
      $0.weight = 700
      $0.color = ink
      $0.spaceBefore = 18
      $0.spaceAfter = 4
    }
    look.set("heading.4") {
      $0.size = 10.5
      $0.weight = 700
      $0.color = grey
      $0.spaceBefore = 14
      $0.spaceAfter = 3
    }
    look.set("link") { $0.color = accent }
    look.set("reference") { $0.color = accent }
    look.set("callout") {
      $0.ground = Color(0.945, 0.96, 0.965)
      $0.bar = accent
      $0.barWidth = 2.5
      $0.radius = 0
    }
    look.set("callout.title") { $0.color = accent }
    for name in ["back-matter", "sheet"] {
      look.set("heading.1.\(name)") {
        $0.size = 20
        $0.pageBreak = .first
        $0.spaceBefore = 36
        $0.spaceAfter = 12
      }
    }
    look.set("heading.1.title") {
      $0.size = 36
      $0.leading = 1.1
      $0.alignment = .center
      $0.pageBreak = StylePatch.PageBreak.none
      $0.spaceAfter = 16
    }
    look.set(".subtitle") {
      $0.families = sans
      $0.size = 14
      $0.color = grey
      $0.alignment = .center
      $0.spaceAfter = 40
    }
    look.set("division.player") {
      $0.isItalic = true
      $0.color = Color(0.18, 0.30, 0.36)
      $0.bar = Color(0.62, 0.74, 0.78)
      $0.barWidth = 1.6
      $0.padding = 11
      $0.paddingBlock = 1
      $0.spaceBefore = 9
      $0.spaceAfter = 9
    }
    look.set(".speaker") { $0.color = accent }
    look.set("item.chosen") { $0.weight = 700 }
    look.set("span.success") { $0.color = Color(0.13, 0.42, 0.24) }
    look.set("span.failure") { $0.color = Color(0.62, 0.16, 0.13) }
    look.set("callout.dice") {
      $0.ground = Color(0.96, 0.965, 0.97)
      $0.bar = Color(0.62, 0.66, 0.70)
    }
    look.set("contents") { $0.pageBreak = .page }
    look.set("index") { $0.pageBreak = .page }
    return look
  }()

  /// An old book: EB Garamond on parchment, small capitals, old-style figures, red initials' ink.
  public static let chronicle: BookStyle = {
    let ink = Color(0.17, 0.11, 0.07)
    let red = Color(0.50, 0.12, 0.09)
    let brown = Color(0.42, 0.31, 0.19)
    let line = Color(0.55, 0.40, 0.24)
    let serif = ["EB Garamond", "Noto Serif"]
    var look = BookStyle(
      name: "parchment", ground: Color(0.965, 0.925, 0.835), vignette: 0.16, lineColor: line,
      furniture: .chronicle, ornament: .fleuron, stripe: Color(0.45, 0.3, 0.12, alpha: 0.06))
    look.set("body") {
      $0.families = serif
      $0.size = 12
      $0.leading = 1.3
      $0.color = ink
      $0.alignment = .justified
      $0.hyphenates = true
      $0.features = ["onum"]
    }
    look.commonKinds(sans: serif, mono: ["DejaVu Sans Mono"], grey: brown, line: line)
    look.set("paragraph") { $0.indent = 1.5 }
    look.set("heading") {
      $0.color = red
      $0.alignment = .center
      $0.hyphenates = false
      $0.keepsWithNext = true
      $0.leading = 1.15
    }
    look.set("heading.1") {
      $0.size = 27
      $0.pageBreak = .page
      $0.spaceBefore = 62
      $0.spaceAfter = 30
      $0.isSmallCaps = true
      $0.letterSpacing = 0.03
    }
    look.set("heading.2") {
      $0.size = 16
      $0.isSmallCaps = true
      $0.letterSpacing = 0.04
      $0.spaceBefore = 26
      $0.spaceAfter = 9
    }
    look.set("heading.3") {
      $0.size = 13
      $0.isItalic = true
      $0.spaceBefore = 16
      $0.spaceAfter = 4
    }
    look.set("heading.4") {
      $0.size = 12
      $0.isSmallCaps = true
      $0.color = brown
      $0.spaceBefore = 13
      $0.spaceAfter = 3
    }
    look.set("link") { $0.color = red }
    look.set("reference") { $0.color = red }
    look.set("callout") {
      $0.ground = Color(0.45, 0.3, 0.12, alpha: 0.07)
      $0.border = line
      $0.borderWidth = 0.6
      $0.families = serif
      $0.size = 10.8
    }
    look.set("callout.title") {
      $0.families = serif
      $0.isSmallCaps = true
      $0.weight = 400
      $0.letterSpacing = 0.05
      $0.color = red
      $0.size = 11.5
    }
    look.set("table") { $0.families = serif }
    look.set("table.head") {
      $0.isSmallCaps = true
      $0.weight = 400
      $0.letterSpacing = 0.03
    }
    look.set("keyValues.key") {
      $0.families = serif
      $0.isSmallCaps = true
      $0.weight = 400
      $0.scale = 1
    }
    for name in ["back-matter", "sheet"] {
      look.set("heading.1.\(name)") {
        $0.size = 21
        $0.pageBreak = .first
        $0.spaceBefore = 36
        $0.spaceAfter = 12
      }
    }
    look.set("heading.1.title") {
      $0.size = 40
      $0.leading = 1.1
      $0.pageBreak = StylePatch.PageBreak.none
      $0.spaceAfter = 18
    }
    look.set(".subtitle") {
      $0.size = 16
      $0.isItalic = true
      $0.color = brown
      $0.alignment = .center
      $0.spaceAfter = 44
    }
    look.set("division.player") {
      $0.isItalic = true
      $0.marginStart = 20
      $0.marginEnd = 20
      $0.spaceBefore = 9
      $0.spaceAfter = 9
    }
    look.set(".speaker") {
      $0.families = serif
      $0.isSmallCaps = true
      $0.isItalic = false
      $0.weight = 400
      $0.letterSpacing = 0.05
      $0.scale = 1
      $0.color = red
    }
    look.set("keyValues.session-header") { $0.families = serif }
    look.set("item.chosen") { $0.isItalic = true }
    look.set("span.success") { $0.color = Color(0.20, 0.34, 0.12) }
    look.set("span.failure") { $0.color = red }
    look.set("callout.dice") {
      $0.border = .clear
      $0.overline = line
      $0.underline = line
      $0.borderWidth = 0.4
    }
    for name in [".chapter-line", ".figures", ".author", ".excerpt", ".licence"] {
      look.set(name) {
        $0.families = serif
        $0.isItalic = true
        $0.color = brown
        $0.size = 11.5
        $0.alignment = .center
      }
    }
    look.set("head") {
      $0.families = serif
      $0.isSmallCaps = true
      $0.letterSpacing = 0.07
      $0.size = 10
      $0.underline = nil
    }
    look.set("foot") {
      $0.families = serif
      $0.size = 11
    }
    look.set("contents.1") {
      $0.families = serif
      $0.isSmallCaps = true
      $0.weight = 400
      $0.letterSpacing = 0.03
    }
    look.set("contents") { $0.pageBreak = .page }
    look.set("index") { $0.pageBreak = .page }
    return look
  }()

  /// For reading on a dark screen: light text of moderate contrast, no white.
  public static let dark: BookStyle = {
    var look = modern
    let ink = Color(0.86, 0.87, 0.88)
    let accent = Color(0.52, 0.76, 0.82)
    let grey = Color(0.60, 0.64, 0.67)
    let line = Color(0.27, 0.30, 0.33)
    look.name = "night"
    look.ground = Color(0.085, 0.095, 0.11)
    look.lineColor = line
    look.stripe = Color(1, 1, 1, alpha: 0.035)
    look.commonKinds(
      sans: ["Lato", "Noto Sans"], mono: ["JetBrains Mono", "DejaVu Sans Mono"], grey: grey,
      line: line)
    look.set("body") { $0.color = ink }
    look.set("heading") { $0.color = accent }
    look.set("heading.3") { $0.color = ink }
    look.set("heading.4") { $0.color = grey }
    look.set("link") { $0.color = accent }
    look.set("reference") { $0.color = accent }
    look.set("callout") {
      $0.ground = Color(0.13, 0.15, 0.17)
      $0.bar = accent
    }
    look.set("callout.title") { $0.color = accent }
    look.set("callout.dice") {
      $0.ground = Color(0.12, 0.135, 0.15)
      $0.bar = grey
    }
    look.set("division.player") {
      $0.color = Color(0.66, 0.80, 0.84)
      $0.bar = Color(0.25, 0.40, 0.45)
    }
    look.set(".speaker") { $0.color = accent }
    look.set("span.success") { $0.color = Color(0.53, 0.80, 0.58) }
    look.set("span.failure") { $0.color = Color(0.93, 0.56, 0.50) }
    look.set("code") { $0.ground = Color(0.13, 0.15, 0.17) }
    return look
  }()

  /// What all looks say of kinds that differ only in faces and colours.
  private mutating func commonKinds(sans: [String], mono: [String], grey: Color, line: Color) {
    set("emphasis") { $0.isItalic = true }
    set("strong") { $0.weight = 700 }
    set("strikethrough") { $0.isStruck = true }
    set("smallCaps") {
      $0.isSmallCaps = true
      $0.letterSpacing = 0.03
    }
    set("superscript") {
      $0.scale = 0.66
      $0.rise = 0.36
    }
    set("subscript") {
      $0.scale = 0.66
      $0.rise = -0.14
    }
    set("mark") {
      $0.scale = 0.66
      $0.rise = 0.36
      $0.features = []
    }
    set("verbatim") {
      $0.families = mono
      $0.scale = 0.84
      $0.hyphenates = false
      $0.features = []
    }
    set("list") {
      $0.spaceBefore = 4
      $0.spaceAfter = 4
    }
    set("item") { $0.spaceAfter = 1.5 }
    set("quote") {
      $0.marginStart = 22
      $0.marginEnd = 22
      $0.spaceBefore = 10
      $0.spaceAfter = 10
      $0.scale = 0.96
    }
    set("quote.attribution") {
      $0.alignment = .end
      $0.isItalic = true
      $0.color = grey
    }
    set("code") {
      $0.families = mono
      $0.scale = 0.8
      $0.leading = 1.4
      $0.alignment = .start
      $0.hyphenates = false
      $0.features = []
      $0.ground = Color(0.955, 0.96, 0.965)
      $0.padding = 8
      $0.spaceBefore = 9
      $0.spaceAfter = 11
    }
    set("callout") {
      $0.padding = 11
      $0.paddingBlock = 8
      $0.spaceBefore = 12
      $0.spaceAfter = 13
      $0.scale = 0.93
      $0.alignment = .start
      $0.hyphenates = true
    }
    set("callout.title") {
      $0.families = sans
      $0.weight = 700
      $0.scale = 0.96
      $0.spaceAfter = 2
      $0.alignment = .start
    }
    for kind in ["dice", "resources", "choices"] {
      set("callout.\(kind)") { $0.keepsTogether = true }
    }
    set("callout.dice") {
      $0.paddingBlock = 4
      $0.spaceBefore = 7
      $0.spaceAfter = 7
    }
    set("table") {
      $0.families = sans
      $0.scale = 0.86
      $0.leading = 1.34
      $0.alignment = .start
      $0.hyphenates = true
      $0.spaceBefore = 12
      $0.spaceAfter = 14
      $0.overline = grey
      $0.underline = grey
      $0.borderWidth = 0.8
      $0.features = ["tnum"]
    }
    set("table.head") {
      $0.weight = 700
      $0.underline = grey
      $0.borderWidth = 0.6
    }
    set("table.cell") {
      $0.padding = 5
      $0.paddingBlock = 2.8
      $0.underline = line
      $0.borderWidth = 0.3
    }
    set("table.caption") {
      $0.families = sans
      $0.scale = 0.86
      $0.color = grey
      $0.alignment = .start
      $0.spaceBefore = 12
      $0.spaceAfter = 4
      $0.keepsWithNext = true
    }
    set("figure") {
      $0.spaceBefore = 14
      $0.spaceAfter = 16
    }
    set("figure.caption") {
      $0.scale = 0.86
      $0.isItalic = true
      $0.color = grey
      $0.alignment = .center
      $0.hyphenates = false
      $0.spaceBefore = 6
      $0.spaceAfter = 10
    }
    set("keyValues") {
      $0.alignment = .start
      $0.hyphenates = true
      $0.spaceBefore = 8
      $0.spaceAfter = 10
    }
    set("keyValues.key") {
      $0.families = sans
      $0.weight = 700
      $0.scale = 0.88
      $0.color = grey
    }
    set("rule") {
      $0.spaceBefore = 10
      $0.spaceAfter = 10
    }
    set("contents") {
      $0.hyphenates = false
      $0.alignment = .start
    }
    set("contents.1") {
      $0.families = sans
      $0.weight = 700
      $0.spaceBefore = 9
      $0.spaceAfter = 1
    }
    set("contents.2") { $0.marginStart = 14 }
    set("contents.3") {
      $0.marginStart = 30
      $0.scale = 0.94
    }
    set("index") {
      $0.scale = 0.88
      $0.leading = 1.3
      $0.alignment = .start
      $0.hyphenates = false
    }
    set("footnote") {
      $0.scale = 0.82
      $0.leading = 1.28
    }
    set("head") {
      $0.families = sans
      $0.size = 8.2
      $0.color = grey
      $0.letterSpacing = 0.03
    }
    set("foot") {
      $0.families = sans
      $0.size = 8.6
      $0.color = grey
    }
    set(".speaker") {
      $0.families = sans
      $0.weight = 700
      $0.isItalic = false
      $0.scale = 0.82
      $0.keepsWithNext = true
      $0.alignment = .start
    }
    set("keyValues.session-header") {
      $0.families = sans
      $0.scale = 0.82
      $0.color = grey
      $0.overline = line
      $0.underline = line
      $0.borderWidth = 0.4
      $0.ground = .clear
      $0.paddingBlock = 5
      $0.keepsTogether = true
      $0.keepsWithNext = true
    }
    for name in [".chapter-line", ".figures", ".author", ".excerpt", ".licence", ".more"] {
      set(name) {
        $0.families = sans
        $0.scale = 0.86
        $0.color = grey
        $0.hyphenates = false
        $0.spaceAfter = 8
      }
    }
    set(".chapter-line") { $0.spaceAfter = 18 }
    for name in [".analysis", ".weighing"] {
      set(name) {
        $0.scale = 0.92
        $0.color = grey
        $0.weight = 400
        $0.isItalic = false
      }
    }
    set(".premise") {
      $0.isItalic = true
      $0.scale = 1.08
      $0.spaceAfter = 8
    }
    set("span.success") { $0.weight = 700 }
    set("span.failure") { $0.weight = 700 }
    set("division.title-page") { $0.alignment = .center }
  }
}
