// SPDX-License-Identifier: MIT
// Part of Platen: substitutes for font families that Debian does not have.

/// A substitute for a family, near to it in look and width.
public struct FontSubstitute: Hashable, Sendable {
  /// The family used instead.
  public var family: String
  /// Set in italics even where upright was requested, as for scripts and hands.
  public var isItalic: Bool
  /// Set in small capitals, as for faces that have no lower case.
  public var isSmallCaps: Bool

  /// The substitute for `family`, or nil when none is known.
  ///
  /// Covers the web fonts of FMG and the common fonts of other systems. Names are
  /// compared without regard to case.
  public static func of(_ family: String) -> FontSubstitute? { table[family.lowercased()] }

  /// Every name a substitute is known for, in lower case, in alphabetical order.
  public static var names: [String] { table.keys.sorted() }

  private static func upright(_ family: String) -> FontSubstitute {
    FontSubstitute(family: family, isItalic: false, isSmallCaps: false)
  }
  private static func italic(_ family: String) -> FontSubstitute {
    FontSubstitute(family: family, isItalic: true, isSmallCaps: false)
  }
  private static func smallCaps(_ family: String) -> FontSubstitute {
    FontSubstitute(family: family, isItalic: false, isSmallCaps: true)
  }

  private static let table: [String: FontSubstitute] = [
    // FMG's own list.
    "almendra sc": smallCaps("EB Garamond"), "almendra": upright("EB Garamond"),
    "amarante": upright("Goudy Bookletter 1911"), "amatic sc": upright("Junicode Condensed"),
    "architects daughter": upright("Cabin"), "arima madurai": upright("Cabin"),
    "balsamiq sans": upright("Cabin"), "bitter": upright("Vollkorn"),
    "caesar dressing": smallCaps("Vollkorn"), "cinzel": smallCaps("EB Garamond"),
    "comfortaa": upright("Inter"), "dancing script": italic("EB Garamond"),
    "eagle lake": upright("Junicode Expanded"), "faster one": italic("Lato"),
    "forum": upright("EB Garamond"), "fredericka the great": upright("Vollkorn"),
    "gloria hallelujah": upright("Cabin"), "great vibes": italic("EB Garamond"),
    "henny penny": upright("Goudy Bookletter 1911"), "im fell english": upright("EB Garamond"),
    "im fell english sc": smallCaps("EB Garamond"), "im fell dw pica": upright("EB Garamond"),
    "kelly slab": upright("Vollkorn"), "kranky": upright("Goudy Bookletter 1911"),
    "lobster": italic("Vollkorn"), "lobster two": italic("Vollkorn"),
    "lugrasimo": italic("Junicode"), "kaushan script": italic("Vollkorn"),
    "macondo": upright("Junicode"), "medievalsharp": upright("Junicode"),
    "metamorphous": upright("Junicode Expanded"), "montez": italic("EB Garamond"),
    "nova script": upright("Cabin"), "orbitron": upright("Inter"), "oregano": italic("Cabin"),
    "pirata one": upright("Blankenburg"), "sail": italic("Vollkorn"),
    "satisfy": italic("EB Garamond"), "shadows into light": upright("Cabin"),
    "tapestry": upright("Junicode"), "uncial antiqua": upright("Junicode Expanded"),
    "underdog": upright("Goudy Bookletter 1911"), "unifrakturmaguntia": upright("Blankenburg"),
    "yellowtail": italic("Vollkorn"),
    // Fonts of other systems that maps name.
    "atkinson hyperlegible": upright("Inter"),
    "arial": upright("Inter"), "helvetica": upright("Inter"), "helvetica neue": upright("Inter"),
    "verdana": upright("DejaVu Sans"), "tahoma": upright("DejaVu Sans"),
    "trebuchet ms": upright("Cabin"), "impact": upright("Lato"), "segoe ui": upright("Noto Sans"),
    "roboto": upright("Inter"), "open sans": upright("Noto Sans"), "calibri": upright("Lato"),
    "comic sans ms": upright("Cabin"), "papyrus": upright("Junicode"),
    "herculanum": smallCaps("Cabin"), "party let": italic("EB Garamond"),
    "copperplate": smallCaps("Goudy Bookletter 1911"), "brush script mt": italic("Vollkorn"),
    "georgia": upright("Gentium"), "garamond": upright("EB Garamond"),
    "times": upright("Linux Libertine"), "times new roman": upright("Linux Libertine"),
    "palatino": upright("Vollkorn"), "book antiqua": upright("Vollkorn"),
    "baskerville": upright("Linux Libertine"), "cambria": upright("Gentium"),
    "courier": upright("JetBrains Mono"), "courier new": upright("JetBrains Mono"),
    "consolas": upright("JetBrains Mono"), "monaco": upright("JetBrains Mono"),
    "old english text mt": upright("Blankenburg"), "gentium plus": upright("Gentium"),
    "gentium basic": upright("Gentium"), "linux libertine o": upright("Linux Libertine"),
    "libertinus serif": upright("Linux Libertine"), "eb garamond 12": upright("EB Garamond"),
    "noto sans cjk": upright("Noto Sans CJK JP"), "noto serif cjk": upright("Noto Serif CJK JP"),
    // The generic families of CSS.
    "serif": upright("EB Garamond"), "sans-serif": upright("Inter"),
    "system-ui": upright("Inter"), "monospace": upright("JetBrains Mono"),
    "cursive": italic("EB Garamond"), "fantasy": upright("Junicode"),
  ]
}
