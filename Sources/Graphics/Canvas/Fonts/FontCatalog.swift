// SPDX-License-Identifier: MIT
// Part of Platen: the families we know, the Debian packages they come in and their files.

/// The table behind `Templates/Fonts/fonts.yaml`. In source, because a table that is read from a file
/// on every start costs more than the fonts themselves.
enum FontCatalog {
  /// A family's row: files are named without the folder.
  struct Entry {
    var name: String
    var package: String
    var genre: FontFamily.Genre
    /// The path below the folder of fonts.
    var folder: String
    /// File, weight, whether italic; for a collection the face's number after `#`.
    var files: [(file: String, weight: Int, isItalic: Bool)]
  }

  /// Every family, in the order in which lists show them.
  static let entries: [Entry] =
    [
      Entry(
        name: "EB Garamond", package: "fonts-ebgaramond", genre: .serif,
        folder: "opentype/ebgaramond",
        files: [
          ("EBGaramond12-Regular.otf", 400, false), ("EBGaramond12-Italic.otf", 400, true),
          ("EBGaramond12-Bold.otf", 700, false),
        ]),
      Entry(
        name: "EB Garamond 08", package: "fonts-ebgaramond", genre: .serif,
        folder: "opentype/ebgaramond",
        files: [("EBGaramond08-Regular.otf", 400, false), ("EBGaramond08-Italic.otf", 400, true)]),
      Entry(
        name: "Gentium", package: "fonts-sil-gentium", genre: .serif, folder: "truetype/gentium",
        files: [("Gentium-R.ttf", 400, false), ("Gentium-I.ttf", 400, true)]),
      Entry(
        name: "Vollkorn", package: "fonts-vollkorn", genre: .serif, folder: "truetype/vollkorn",
        files: styles(
          "Vollkorn-", ".ttf",
          [
            (400, ""), (500, "Medium"), (600, "SemiBold"), (700, "Bold"),
            (800, "ExtraBold"), (900, "Black"),
          ])),
      Entry(
        name: "Linux Libertine", package: "fonts-linuxlibertine", genre: .serif,
        folder: "opentype/linux-libertine",
        files: [
          ("LinLibertine_R.otf", 400, false), ("LinLibertine_RI.otf", 400, true),
          ("LinLibertine_RZ.otf", 600, false), ("LinLibertine_RZI.otf", 600, true),
          ("LinLibertine_RB.otf", 700, false), ("LinLibertine_RBI.otf", 700, true),
        ]),
      Entry(
        name: "Linux Libertine Display", package: "fonts-linuxlibertine", genre: .serif,
        folder: "opentype/linux-libertine", files: [("LinLibertine_DR.otf", 400, false)]),
      Entry(
        name: "Linux Biolinum", package: "fonts-linuxlibertine", genre: .sans,
        folder: "opentype/linux-libertine",
        files: [
          ("LinBiolinum_R.otf", 400, false), ("LinBiolinum_RI.otf", 400, true),
          ("LinBiolinum_RB.otf", 700, false),
        ]),
      Entry(
        name: "Junicode", package: "fonts-junicode", genre: .serif, folder: "opentype/junicode",
        files: styles(
          "JunicodeTwoBeta-", ".otf",
          [
            (300, "Light"), (400, ""), (500, "Medium"),
            (600, "Semibold"), (700, "Bold"),
          ])),
      Entry(
        name: "Junicode Condensed", package: "fonts-junicode", genre: .serif,
        folder: "opentype/junicode",
        files: [
          ("JunicodeTwoBeta-Condensed.otf", 400, false),
          ("JunicodeTwoBeta-CondensedItalic.otf", 400, true),
          ("JunicodeTwoBeta-CondensedMedium.otf", 500, false),
          ("JunicodeTwoBeta-CondensedMediumItalic.otf", 500, true),
        ]),
      Entry(
        name: "Junicode Expanded", package: "fonts-junicode", genre: .serif,
        folder: "opentype/junicode",
        files: [
          ("JunicodeTwoBeta-Expanded.otf", 400, false),
          ("JunicodeTwoBeta-ExpandedItalic.otf", 400, true),
          ("JunicodeTwoBeta-ExpandedBold.otf", 700, false),
          ("JunicodeTwoBeta-ExpandedBoldItalic.otf", 700, true),
        ]),
      Entry(
        name: "Goudy Bookletter 1911", package: "fonts-goudybookletter", genre: .serif,
        folder: "opentype/sortsmill", files: [("GoudyBookletter1911.otf", 400, false)]),
      Entry(
        name: "Blankenburg", package: "fonts-blankenburg", genre: .blackletter,
        folder: "truetype/blankenburg", files: [("Blankenburg_UNZ1A.ttf", 400, false)]),
      Entry(
        name: "Lato", package: "fonts-lato", genre: .sans, folder: "truetype/lato",
        files: styles(
          "Lato-", ".ttf",
          [
            (100, "Hairline"), (200, "Thin"), (300, "Light"), (400, ""),
            (500, "Medium"), (600, "Semibold"), (700, "Bold"), (800, "Heavy"), (900, "Black"),
          ])),
      Entry(
        name: "Inter", package: "fonts-inter", genre: .sans, folder: "opentype/inter",
        files: styles(
          "Inter-", ".otf",
          [
            (100, "Thin"), (200, "ExtraLight"), (300, "Light"), (400, ""),
            (500, "Medium"), (600, "SemiBold"), (700, "Bold"), (800, "ExtraBold"), (900, "Black"),
          ])),
      Entry(
        name: "Inter Display", package: "fonts-inter", genre: .sans, folder: "opentype/inter",
        files: styles(
          "InterDisplay-", ".otf",
          [
            (300, "Light"), (400, ""), (500, "Medium"), (600, "SemiBold"),
            (700, "Bold"), (900, "Black"),
          ])),
      Entry(
        name: "Cabin", package: "fonts-cabin", genre: .sans, folder: "opentype/cabin",
        files: styles(
          "Cabin-", ".otf", [(400, ""), (500, "Medium"), (600, "SemiBold"), (700, "Bold")])),
      Entry(
        name: "JetBrains Mono", package: "fonts-jetbrains-mono", genre: .mono,
        folder: "truetype/jetbrains-mono",
        files: styles(
          "JetBrainsMono-", ".ttf",
          [
            (100, "Thin"), (200, "ExtraLight"), (300, "Light"), (400, ""),
            (500, "Medium"), (600, "SemiBold"), (700, "Bold"), (800, "ExtraBold"),
          ])),
      Entry(
        name: "Amiri", package: "fonts-hosny-amiri", genre: .serif,
        folder: "opentype/fonts-hosny-amiri",
        files: [
          ("Amiri-Regular.ttf", 400, false), ("Amiri-Slanted.ttf", 400, true),
          ("Amiri-Bold.ttf", 700, false), ("Amiri-BoldSlanted.ttf", 700, true),
        ]),
      Entry(
        name: "Noto Sans", package: "fonts-noto-core", genre: .sans, folder: "truetype/noto",
        files: styles("NotoSans-", ".ttf", [(400, ""), (700, "Bold")])),
      Entry(
        name: "Noto Serif", package: "fonts-noto-core", genre: .serif, folder: "truetype/noto",
        files: styles("NotoSerif-", ".ttf", [(400, ""), (700, "Bold")])),
      Entry(
        name: "DejaVu Sans", package: "fonts-dejavu-core", genre: .sans, folder: "truetype/dejavu",
        files: [
          ("DejaVuSans.ttf", 400, false), ("DejaVuSans-Oblique.ttf", 400, true),
          ("DejaVuSans-Bold.ttf", 700, false), ("DejaVuSans-BoldOblique.ttf", 700, true),
        ]),
      Entry(
        name: "DejaVu Serif", package: "fonts-dejavu-core", genre: .serif,
        folder: "truetype/dejavu",
        files: [
          ("DejaVuSerif.ttf", 400, false), ("DejaVuSerif-Italic.ttf", 400, true),
          ("DejaVuSerif-Bold.ttf", 700, false), ("DejaVuSerif-BoldItalic.ttf", 700, true),
        ]),
      Entry(
        name: "DejaVu Sans Mono", package: "fonts-dejavu-core", genre: .mono,
        folder: "truetype/dejavu",
        files: [
          ("DejaVuSansMono.ttf", 400, false), ("DejaVuSansMono-Oblique.ttf", 400, true),
          ("DejaVuSansMono-Bold.ttf", 700, false), ("DejaVuSansMono-BoldOblique.ttf", 700, true),
        ]),
      Entry(
        name: "TeX Gyre Pagella Math", package: "fonts-texgyre-math", genre: .serif,
        folder: texFonts + "tex-gyre-math", files: [("texgyrepagella-math.otf", 400, false)]),
      Entry(
        name: "Latin Modern Math", package: "fonts-lmodern", genre: .serif,
        folder: texFonts + "lm-math", files: [("latinmodern-math.otf", 400, false)]),
      Entry(
        name: "STIX Math", package: "fonts-stix", genre: .serif, folder: "opentype/stix-word",
        files: [("STIXMath-Regular.otf", 400, false)]),
      Entry(
        name: "DejaVu Math TeX Gyre", package: "fonts-dejavu-extra", genre: .serif,
        folder: "truetype/dejavu", files: [("DejaVuMathTeXGyre.ttf", 400, false)]),
      Entry(
        name: "Noto Color Emoji", package: "fonts-noto-color-emoji", genre: .emoji,
        folder: "truetype/noto", files: [("NotoColorEmoji.ttf", 400, false)]),
    ] + cjkEntries

  /// Debian keeps TeX's fonts beside the folder of the others.
  private static let texFonts = "../texmf/fonts/opentype/public/"

  /// One collection holds the forms of five regions; their order in it is fixed.
  private static let cjkEntries = ["JP", "KR", "SC", "TC", "HK"].enumerated().flatMap { i, region in
    [("Sans", FontFamily.Genre.sans), ("Serif", .serif)].map { style, genre in
      Entry(
        name: "Noto \(style) CJK \(region)", package: "fonts-noto-cjk", genre: genre,
        folder: "opentype/noto",
        files: [
          ("Noto\(style)CJK-Regular.ttc#\(i)", 400, false),
          ("Noto\(style)CJK-Bold.ttc#\(i)", 700, false),
        ])
    }
  }

  /// The family with the forms of Han characters that a language expects; those of simplified Chinese,
  /// which most who write them read, where nothing speaks for another.
  static func cjkFamily(language: String?, script: String) -> String {
    switch script {
    case "Hang": return "Noto Sans CJK KR"
    case "Hira", "Kana": return "Noto Sans CJK JP"
    case "Bopo": return "Noto Sans CJK TC"
    default: break
    }
    let tag = (language ?? "").lowercased()
    if tag.hasPrefix("ko") { return "Noto Sans CJK KR" }
    if tag.hasPrefix("ja") { return "Noto Sans CJK JP" }
    if tag.hasSuffix("-hk") || tag.hasSuffix("-mo") { return "Noto Sans CJK HK" }
    return tag.contains("hant") || tag.hasSuffix("-tw") ? "Noto Sans CJK TC" : "Noto Sans CJK SC"
  }

  /// Every family ``cjkFamily(language:script:)`` may give.
  static let cjkFallbacks = ["JP", "KR", "SC", "TC", "HK"].map { "Noto Sans CJK \($0)" }

  /// Upright and italic files named as most foundries do: `Regular`, `Italic`, `BoldItalic`, ….
  private static func styles(
    _ stem: String, _ pathExtension: String, _ weights: [(weight: Int, name: String)]
  ) -> [(file: String, weight: Int, isItalic: Bool)] {
    weights.flatMap { weight, name -> [(file: String, weight: Int, isItalic: Bool)] in
      let upright = stem + (name.isEmpty ? "Regular" : name) + pathExtension
      return [(upright, weight, false), (stem + name + "Italic" + pathExtension, weight, true)]
    }
  }

  /// Families tried for glyphs the requested ones lack, in this order, after the script's own.
  static func fallbacks(for genre: FontFamily.Genre) -> [String] {
    let text =
      genre == .sans || genre == .mono
      ? ["Noto Sans", "Noto Serif"] : ["Noto Serif", "Noto Sans"]
    return text + [
      "DejaVu Sans", "Amiri", "Noto Sans Symbols", "Noto Sans Symbols 2", "Noto Sans Math",
      "Noto Color Emoji",
    ]
  }

  /// The families used when no requested one is installed.
  static let lastResorts = [
    "EB Garamond", "Noto Serif", "DejaVu Serif", "DejaVu Sans", "Noto Sans", "Linux Libertine",
    "Gentium", "Lato",
  ]

  /// Fonts of `fonts-noto-core` for one script, by its ISO 15924 code. Each is the family
  /// `Noto Sans X` (or `Noto Serif X`) with `X` spaced as in the file's own name.
  static let scriptFamilies: [String: [String]] = [
    "Arab": ["Amiri", "Noto Naskh Arabic"], "Hebr": ["Noto Serif Hebrew"],
    "Armn": ["Noto Serif Armenian"], "Geor": ["Noto Serif Georgian"],
    "Deva": ["Noto Serif Devanagari"], "Beng": ["Noto Serif Bengali"],
    "Thai": ["Noto Serif Thai"], "Taml": ["Noto Serif Tamil"], "Telu": ["Noto Serif Telugu"],
    "Knda": ["Noto Serif Kannada"], "Mlym": ["Noto Serif Malayalam"],
    "Gujr": ["Noto Serif Gujarati"], "Guru": ["Noto Serif Gurmukhi"],
    "Sinh": ["Noto Serif Sinhala"], "Khmr": ["Noto Serif Khmer"], "Laoo": ["Noto Serif Lao"],
    "Mymr": ["Noto Serif Myanmar"], "Ethi": ["Noto Serif Ethiopic"],
    "Tibt": ["Noto Serif Tibetan"], "Syrc": ["Noto Sans Syriac"], "Thaa": ["Noto Sans Thaana"],
    "Mong": ["Noto Sans Mongolian"], "Cher": ["Noto Sans Cherokee"],
    "Cans": ["Noto Sans Canadian Aboriginal"], "Runr": ["Noto Sans Runic"],
    "Ogam": ["Noto Sans Ogham"], "Goth": ["Noto Sans Gothic"], "Glag": ["Noto Sans Glagolitic"],
    "Copt": ["Noto Sans Coptic"], "Phnx": ["Noto Sans Phoenician"],
    "Ital": ["Noto Sans Old Italic"], "Orkh": ["Noto Sans Old Turkic"],
    "Hung": ["Noto Sans Old Hungarian"], "Perm": ["Noto Sans Old Permic"],
    "Xpeo": ["Noto Sans Old Persian"], "Xsux": ["Noto Sans Cuneiform"],
    "Ugar": ["Noto Sans Ugaritic"], "Egyp": ["Noto Sans Egyptian Hieroglyphs"],
    "Linb": ["Noto Sans Linear B"], "Lina": ["Noto Sans Linear A"], "Tfng": ["Noto Sans Tifinagh"],
    "Bali": ["Noto Serif Balinese"], "Java": ["Noto Sans Javanese"], "Vaii": ["Noto Sans Vai"],
    "Yiii": ["Noto Sans Yi"], "Dsrt": ["Noto Sans Deseret"], "Shaw": ["Noto Sans Shavian"],
  ]

  /// The entry of a `Noto Sans X` or `Noto Serif X` of the core package that `entries` does not
  /// list, should the file be there.
  static func notoEntry(named name: String) -> Entry? {
    guard name.hasPrefix("Noto ") else { return nil }
    let file = name.filter { $0 != " " } + "-Regular.ttf"
    return Entry(
      name: name, package: "fonts-noto-core", genre: name.contains("Serif") ? .serif : .sans,
      folder: notoFolder, files: [(file, 400, false)])
  }

  /// The folder of the core package of Noto.
  static let notoFolder = "truetype/noto"
}
