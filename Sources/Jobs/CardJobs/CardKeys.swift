// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a cards job and the options of its outputs.

internal import Cards
internal import JobKit

/// What a manifest may say about cards.
enum CardKeys {
  static let grammar = JobGrammar(
    name: "cards",
    summary: "cards, badges, reports and booklets from rows",
    keys: [
      ManifestKey(
        "cards", .oneOrMore(.path),
        "the rows they are made of: .json, .csv or .sql; with wildcards, one job for each file",
        example: "content/spells.csv"),
      ManifestKey(
        "with", .oneOrMore(.path),
        "further files of rows, for what rows point at: categories, lists and what belongs to them",
        example: "[content/schools.csv]"),
      ManifestKey(
        "key", .text,
        "the field that names a row in files; its slug, id, key, name or title when left out",
        example: "slug"),
      ManifestKey(
        "rows", .oneOrMore(.text), "only rows of these names, with wildcards",
        example: "[fire-*, ice-*]"),
      ManifestKey(
        "fields", .table(of: .text),
        "fields that looks ask for, told by those the rows have, in braces",
        example: "{ title: \"{spell_name}\", kicker: \"Level {level} {school}\" }"),
      ManifestKey(
        "omit", .oneOrMore(.text),
        "fields of rows that are on no card on purpose: no warning mentions them",
        example: "[editors_note]"),
      ManifestKey(
        "look", .text,
        "how they are dressed: lattice, tide, or a file of your own; lattice when left out",
        example: "lattice"),
      ManifestKey(
        "tokens", .path,
        "design tokens whose colours stand for those of the same names in the look, light and dark",
        example: "brand/tokens.yaml"),
      ManifestKey(
        "colors", .table(of: .text),
        "colours in place of the look's: \"#rrggbb\", or the name of another of its colours or a token",
        example: "{ accent: \"#9F1239\" }"),
      ManifestKey(
        "pictures", .folder,
        "the folder that rows' pictures are in; that of the rows when left out",
        example: "content/pictures"),
      SharedKeys.date(
        "the day reports end with, and the date printed in booklets; each person's last when left out",
        example: "2026-03-09"),
      ManifestKey(
        "title", .text, "a booklet's title; the list's name when left out", example: "At Sea"),
      SharedKeys.subtitle("the line under it", example: "Signs for every watch"),
      SharedKeys.authors(example: "[Mira Holt]"),
      ManifestKey(
        "language", .text, "the language of booklets and reports, as in en or de", example: "en"),
    ],
    options: [
      ManifestKey(
        "table", .text,
        "which of the file's tables the rows are of; the first that tells more than names when left "
          + "out, and for booklets that of lists", example: "journeys"),
      ManifestKey(
        "view", .text,
        "what of a row is shown: card, badge, level, streak, report, or another view of the look",
        example: "badge"),
      ManifestKey(
        "size", .form(sizeForm),
        "how large a card is: \(CardSize.all.map(\.name).joined(separator: ", ")), or pixels; square "
          + "when left out, poker on sheets", example: "story"),
      ManifestKey(
        "appearance", .word(["light", "dark"]),
        "for light grounds or dark ones; light when left out",
        example: "dark"),
      ManifestKey(
        "width", .integer(16...8192), "pixels across; those of the size when left out",
        example: "2160"),
      ManifestKey(
        "columns", .integer(1...40), "cards across a sheet to look at; 4 when left out",
        example: "3"),
      ManifestKey(
        "show", .word(["cards", "sheet", "booklet"]),
        "what a document shows: a card on each page, sheets to print and cut, or a booklet of each list; "
          + "cards for .pdf and booklet for the others when left out", example: "sheet"),
      ManifestKey(
        "paper", .word(["A3", "A4", "A5", "letter", "digest", "legal", "tabloid"]),
        "the page of sheets and booklets; A4 when left out", example: "letter"),
      ManifestKey(
        "gap", .number(0...100), "millimetres between cards on a sheet; 0 when left out",
        example: "4"),
      ManifestKey(
        "bleed", .number(0...20), "millimetres that grounds run past the cut; 0 when left out",
        example: "2"),
      ManifestKey(
        "marks", .flag, "whether a sheet shows where to cut; true when left out", example: "true"),
      ManifestKey(
        "backs", .flag,
        "after each sheet one of its cards' backs, for printing on both sides: the paper is turned "
          + "about its upright edge; false when left out", example: "true"),
      ManifestKey("large", .flag, "a booklet in large print", example: "true"),
      SharedKeys.template,
      SharedKeys.wrap(),
    ],
    forms: CardForm.rows,
    unbuiltForms: ["svg", "jpg", "webp", "pptx", "html", "epub", "md"])

  private static let sizeForm = TextForm(
    name: "a size of cards",
    pattern: "^(\(CardSize.all.map(\.name).joined(separator: "|"))|[0-9]+x[0-9]+)$",
    hint: "such as square, story, og, poker or 1600x900"
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

  /// Whether JSON that begins so is likely rows: a list of objects, an object that holds nothing but
  /// such lists or has one by a name that tables have, or a row alone.
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
