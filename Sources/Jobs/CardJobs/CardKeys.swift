// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a cards job and the options of its outputs.

internal import Cards
internal import JobKit
internal import Rows

/// The keys of a cards job in a manifest.
enum CardKeys {
  static let input = OptionKey(
    "cards", .oneOrMore(.path),
    "the rows: .json, .csv, .xlsx or .sql; with wildcards, one job per file",
    example: "content/spells.csv")
  static let with = OptionKey(
    "with", .oneOrMore(.path),
    "further files of rows that the rows refer to: categories, lists and their members",
    example: "[content/schools.csv]")
  static let key = OptionKey(
    "key", .text,
    "the field that names a row in file names (default: its slug, id, key, name or title)",
    example: "slug")
  static let rows = OptionKey(
    "rows", .oneOrMore(.text), "names of the rows to use, with wildcards (default: all)",
    example: "[fire-*, ice-*]")
  static let copies = OptionKey(
    "copies", .text,
    "the column with the number of copies of a card in PDF, or none (default: qty, quantity, count, "
      + "copies or anzahl)", example: "amount")
  static let fields = OptionKey(
    "fields", .table(of: .text),
    "fields that looks use, filled from fields of the rows in braces",
    example: "{ title: \"{spell_name}\", kicker: \"Level {level} {school}\" }")
  static let omit = OptionKey(
    "omit", .oneOrMore(.text),
    "fields that are intentionally on no card, so no warning mentions them",
    example: "[editors_note]")
  static let look = OptionKey(
    "look", .text,
    "the look: lattice, tide, or a file of your own (default: lattice)",
    example: "lattice", offered: .looks)
  static let tokens = OptionKey(
    "tokens", .oneOrMore(.path),
    "design tokens whose colors replace those of the same names in the look, light and dark",
    example: "brand/tokens.yaml")
  static let colors = OptionKey(
    "colors", .table(of: .text),
    "colors of the look or of a column's values: \"#rrggbb\", or the name of a color or a token",
    example: "{ accent: \"#9F1239\" }")
  static let imageDir = OptionKey(
    "image-dir", .folder,
    "the folder of the images that rows name (default: the folder of the rows)",
    example: "content/images")
  static let icons = OptionKey(
    "icons", .folder, "a folder of .svg and .png icons: {sword} in a text is sword.svg",
    example: "content/icons")
  static let markdown = OptionKey(
    "markdown", .flag, "whether texts are Markdown: bold, italic, lists and small tables",
    example: "false", defaultValue: "true")
  static let date = SharedKeys.date.declared(
    "the last day of reports, and the date printed in booklets (default: each person's last day)",
    example: "2026-03-09")
  static let title = OptionKey(
    "title", .text, "the title of a booklet (default: the name of the list)", example: "At Sea")
  static let subtitle = SharedKeys.subtitle.declared(
    "the subtitle of a booklet", example: "Signs for every watch",
    uses: [.with(layout, .booklet)])
  static let authors = SharedKeys.authors.declared(example: "[Mira Holt]")
  static let language = SharedKeys.language.declared(
    "the language of booklets and reports, such as en or de (default: en)", example: "en")

  static let table = OptionKey(
    "table", .text,
    "the table of the file to use (default: the first with more than names, or for booklets the "
      + "table of lists)", example: "journeys")
  static let show = OptionKey(
    "show", .text,
    "what is shown of a row: card, badge, level, streak, report, or another view of the look",
    example: "badge", defaultValue: "card", uses: showsCards)
  static let size = OptionKey(
    "size", .form(sizeForm),
    "the size of a card: \(CardSize.all.map(\.name).joined(separator: ", ")), a printer's such as "
      + "gamecrafter-poker or mpc-tarot, or pixels (default: square, or poker on sheets)",
    example: "story", uses: showsCards)
  static let textSize = OptionKey(
    "text-size", .word(of: CardFormat.TextSize.self),
    "text as large as fits each card, or uniform: of one size on all cards of the output",
    example: "uniform", defaultValue: "fit", uses: showsCards)
  static let appearance = OptionKey(
    "appearance", .word(of: CardLook.Appearance.self),
    "colors for a light or a dark background",
    example: "dark", defaultValue: "light", uses: showsCards)
  static let width = OptionKey(
    "width", .integer(16...8192), "width in pixels (default: that of the size)", example: "2160")
  static let columns = OptionKey(
    "columns", .integer(1...40), "columns of cards on an overview sheet", example: "3",
    defaultValue: "4", uses: [.inOneFile])
  static let tabletop = OptionKey(
    "tabletop", .flag,
    "up to 70 cards on an image for Tabletop Simulator; with show: back, their back",
    example: "true", defaultValue: "false")
  static let imageURL = OptionKey(
    "image-url", .text, "the address of the folder of the deck's images",
    example: "https://example.org/deck/")
  static let layout = OptionKey(
    "layout", .word(of: CardFormat.Layout.self),
    "how a document is arranged: one card per page, sheets to print and cut, or one booklet per "
      + "list (default: cards for .pdf, booklet for the others)", example: "sheet")
  static let paper = OptionKey(
    "paper", .word(BookPaper.allCases.map(\.rawValue) + ["A3", "legal", "tabloid"]),
    "the page size of sheets and booklets (default: A4)", example: "letter",
    uses: [.with(layout, .sheet, .booklet)])
  static let gap = OptionKey(
    "gap", .number(0...100), "space between cards on a sheet in millimeters",
    example: "4", defaultValue: "0", uses: isSheet)
  static let bleed = OptionKey(
    "bleed", .number(0...20), "millimeters that backgrounds extend beyond the cut",
    example: "2", defaultValue: "0", uses: [.with(layout, .sheet, .booklet)])
  static let marks = OptionKey(
    "crop-marks", .flag, "whether marks on a sheet show where to cut",
    example: "true", defaultValue: "true", uses: isSheet)
  static let backs = OptionKey(
    "backs", .flag,
    "whether the backs of its cards follow each sheet, for printing on both sides with the paper "
      + "turned about its vertical edge", example: "true", defaultValue: "false", uses: isSheet)
  static let sameBacks = OptionKey(
    "same-backs", .flag, "whether all backs are the same, whatever color a card has",
    example: "true", defaultValue: "false", uses: isSheet)
  static let large = OptionKey(
    "large", .flag, "whether a booklet is in large print", example: "true", defaultValue: "false",
    uses: [.with(layout, .booklet)])

  static let booklet = SharedKeys.booklet.declared(uses: [.with(layout, .booklet)])

  /// The condition of options of cards, which booklets do not have.
  private static let showsCards: [OptionUse] = [.with(layout, .cards, .sheet)]
  /// The condition of options of sheets to print and cut.
  private static let isSheet: [OptionUse] = [.with(layout, .sheet)]

  static let grammar = JobGrammar(
    name: input.name,
    summary: "cards, badges, reports and booklets from rows",
    keys: [
      input, with, key, rows, copies, fields, omit, look, tokens, colors, imageDir, icons, markdown,
      date, title,
      subtitle,
      authors, language, SharedKeys.phrases,
    ],
    options: [
      table, show, size, textSize, appearance, width, columns, tabletop, imageURL, layout, paper,
      gap, bleed, marks,
      backs, sameBacks, large,
      booklet, SharedKeys.template, SharedKeys.wrap,
    ],
    formats: CardFormat.rows, takesAudience: false)

  private static let sizeForm = TextForm(
    name: "a card size",
    pattern:
      "^(\(CardSize.all.map(\.name).joined(separator: "|"))|(gamecrafter|mpc)-[a-z]+|[0-9]+x[0-9]+)$",
    hint: "such as square, story, og, poker or 1600x900",
    words: CardSize.all.map(\.name)
  ) {
    CardSize($0) == nil ? "unknown card size \"\($0)\"" : nil
  } suggestion: {
    CardSize.suggestion(for: $0)?.name
  }

  /// Names of tables that identify rows, whatever else a file contains.
  private static let tables: Set<String> = [
    "rows", "cards", "items", "spells", "creatures", "duas", "categories", "collections",
    "journeys",
    "journey_duas", "quotes", "achievements", "users", "user_profiles", "profiles", "user_activity",
    "user_activities", "user_progress", "user_habits", "habits", "custom_habits",
    "habit_completions",
  ]

  /// Names of fields that identify a single row.
  private static let rowFields: Set<String> = [
    "arabic_text", "title_en", "total_xp", "current_xp", "time_slot",
  ]

  /// Names of top-level members of worlds, which files of rows do not have.
  private static let worldParts: Set<String> = [
    "map_coordinates", "cells", "vertices", "burgs", "heightmap",
  ]

  /// Indicates whether JSON with this start likely holds rows: a list of objects, an object of only
  /// such lists or with one named like a table, or a single row.
  static func seemsRows(_ prefix: [UInt8]) -> Bool {
    let start = prefix.lazy.filter { $0 > 0x20 && $0 < 0x80 }.prefix(2).map { UnicodeScalar($0) }
    if start.elementsEqual("[{".unicodeScalars) { return true }
    let members = FirstBytes(prefix).members
    let names = members.map { Row.plainName($0.key) }
    guard worldParts.isDisjoint(with: names) else { return false }
    if !rowFields.isDisjoint(with: names) { return true }
    if zip(members, names).contains(where: { member, name in
      tables.contains(name) && ["[", "{"].contains(member.start.prefix(1))
    }) {
      return true
    }
    return members.contains { $0.start == "[{" }
      && members.allSatisfy { ["[{", "[]"].contains($0.start) }
  }
}
