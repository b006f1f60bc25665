// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a cards job and the options of its outputs.

internal import Cards
internal import JobKit

/// What a manifest may say about cards.
enum CardKeys {
  static let input = OptionKey(
    "cards", .oneOrMore(.path),
    "the rows they are made of: .json, .csv or .sql; with wildcards, one job for each file",
    example: "content/spells.csv")
  static let with = OptionKey(
    "with", .oneOrMore(.path),
    "further files of rows, for what rows point at: categories, lists and what belongs to them",
    example: "[content/schools.csv]")
  static let key = OptionKey(
    "key", .text,
    "the field that names a row in files; its slug, id, key, name or title when left out",
    example: "slug")
  static let rows = OptionKey(
    "rows", .oneOrMore(.text), "only rows of these names, with wildcards",
    example: "[fire-*, ice-*]")
  static let fields = OptionKey(
    "fields", .table(of: .text),
    "fields that looks ask for, told by those the rows have, in braces",
    example: "{ title: \"{spell_name}\", kicker: \"Level {level} {school}\" }")
  static let omit = OptionKey(
    "omit", .oneOrMore(.text),
    "fields of rows that are on no card on purpose: no warning mentions them",
    example: "[editors_note]")
  static let look = OptionKey(
    "look", .text,
    "how they are dressed: lattice, tide, or a file of your own; lattice when left out",
    example: "lattice", offered: .looks)
  static let tokens = OptionKey(
    "tokens", .path,
    "design tokens whose colors stand for those of the same names in the look, light and dark",
    example: "brand/tokens.yaml")
  static let colors = OptionKey(
    "colors", .table(of: .text),
    "colors in place of the look's: \"#rrggbb\", or the name of another of its colors or a token",
    example: "{ accent: \"#9F1239\" }")
  static let pictures = OptionKey(
    "pictures", .folder,
    "the folder that rows' pictures are in; that of the rows when left out",
    example: "content/pictures")
  static let date = SharedKeys.date.declared(
    "the day reports end with, and the date printed in booklets; each person's last when left out",
    example: "2026-03-09")
  static let title = OptionKey(
    "title", .text, "a booklet's title; the list's name when left out", example: "At Sea")
  static let subtitle = SharedKeys.subtitle.declared(
    "the line under it", example: "Signs for every watch")
  static let authors = SharedKeys.authors.declared(example: "[Mira Holt]")
  static let language = SharedKeys.language.declared(
    "the language of booklets and reports, as in en or de", example: "en")

  static let table = OptionKey(
    "table", .text,
    "which of the file's tables the rows are of; the first that tells more than names when left "
      + "out, and for booklets that of lists", example: "journeys")
  static let view = OptionKey(
    "view", .text,
    "what of a row is shown: card, badge, level, streak, report, or another view of the look",
    example: "badge")
  static let size = OptionKey(
    "size", .form(sizeForm),
    "how large a card is: \(CardSize.all.map(\.name).joined(separator: ", ")), or pixels; square "
      + "when left out, poker on sheets", example: "story")
  static let appearance = OptionKey(
    "appearance", .word(of: CardLook.Appearance.self),
    "for light grounds or dark ones; light when left out",
    example: "dark")
  static let width = OptionKey(
    "width", .integer(16...8192), "pixels across; those of the size when left out", example: "2160")
  static let columns = OptionKey(
    "columns", .integer(1...40), "cards across a sheet to look at; 4 when left out", example: "3")
  static let show = OptionKey(
    "show", .word(of: CardForm.Show.self),
    "what a document shows: a card on each page, sheets to print and cut, or a booklet of each list; "
      + "cards for .pdf and booklet for the others when left out", example: "sheet")
  static let paper = OptionKey(
    "paper", .word(["A3", "A4", "A5", "letter", "digest", "legal", "tabloid"]),
    "the page of sheets and booklets; A4 when left out", example: "letter")
  static let gap = OptionKey(
    "gap", .number(0...100), "millimetres between cards on a sheet; 0 when left out", example: "4")
  static let bleed = OptionKey(
    "bleed", .number(0...20), "millimetres that grounds run past the cut; 0 when left out",
    example: "2")
  static let marks = OptionKey(
    "crop-marks", .flag, "whether a sheet shows where to cut; true when left out", example: "true")
  static let backs = OptionKey(
    "backs", .flag,
    "after each sheet one of its cards' backs, for printing on both sides: the paper is turned "
      + "about its upright edge; false when left out", example: "true")
  static let large = OptionKey("large", .flag, "a booklet in large print", example: "true")

  static let grammar = JobGrammar(
    name: input.name,
    summary: "cards, badges, reports and booklets from rows",
    keys: [
      input, with, key, rows, fields, omit, look, tokens, colors, pictures, date, title, subtitle,
      authors, language,
    ],
    options: [
      table, view, size, appearance, width, columns, show, paper, gap, bleed, marks, backs, large,
      SharedKeys.template, SharedKeys.wrap,
    ],
    forms: CardForm.rows)

  private static let sizeForm = TextForm(
    name: "a size of cards",
    pattern: "^(\(CardSize.all.map(\.name).joined(separator: "|"))|[0-9]+x[0-9]+)$",
    hint: "such as square, story, og, poker or 1600x900", words: CardSize.all.map(\.name)
  ) { CardSize($0) == nil ? "no size of cards is called \"\($0)\"" : nil }

  /// What tables of rows are called, beside which anything may stand.
  private static let tables: Set<String> = [
    "rows", "cards", "items", "spells", "creatures", "duas", "categories", "collections",
    "journeys",
    "journey_duas", "quotes", "achievements", "users", "user_profiles", "profiles", "user_activity",
    "user_activities", "user_progress", "user_habits", "habits", "custom_habits",
    "habit_completions",
  ]

  /// What a row that stands alone is known by.
  private static let rowFields: Set<String> = [
    "arabic_text", "title_en", "total_xp", "current_xp", "time_slot",
  ]

  /// What worlds have at their top, and files of rows do not.
  private static let worldParts: Set<String> = [
    "map_coordinates", "cells", "vertices", "burgs", "heightmap",
  ]

  /// Indicates whether JSON that begins so is likely rows: a list of objects, an object that holds
  /// nothing but such lists or has one by a name that tables have, or a row alone.
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
