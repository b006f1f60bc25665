// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a talk job and the options of its outputs.

internal import JobKit
internal import Typesetting

/// What a manifest may say about talks.
enum TalkKeys {
  static let input = OptionKey(
    "talk", .oneOrMore(.path),
    "the talk: a folder of slides, or a deck built from one (.toml, .json, .yaml); with "
      + "wildcards, one job for each; a folder called slides has the name of the one it is in",
    example: "talks/*/slides")
  static let look = OptionKey(
    "look", .either(.text, .mapping(DeckLookInPlace.keys)),
    "a deck's look: daylight, evening, lecture, or a file of your own", example: "evening",
    offered: .looks)
  static let title = OptionKey(
    "title", .text, "the talk's title; its own when left out", example: "Ships and shores")
  static let date = SharedKeys.date.declared("the date printed on it; the talk's own when left out")
  static let language = SharedKeys.language.declared(
    "the talk's language, as in en or de; its own when left out",
    example: "en")
  static let counters = OptionKey(
    "counters", .flag, "whether parts and slides are numbered; yes when left out",
    example: "false")
  static let steps = OptionKey(
    "steps", .word(of: DeckTypesetter.Steps.self),
    "a page or picture for each slide with all it comes to show, or one for each step; final "
      + "when left out",
    example: "each")
  static let ratio = OptionKey(
    "ratio", .text, "width to height of a slide: 16:9, 4:3, 16:10, or any other",
    example: "4:3")
  static let large = OptionKey(
    "large", .flag, "all text a quarter larger, for a large hall", example: "true")
  static let show = OptionKey(
    "show",
    .word(of: TalkContent.self),
    "what of the talk: its slides, a handout of slides with notes, the speaker's script, the "
      + "outline; its statistics; as HTML an overview to look through and search; how a "
      + "rehearsal went",
    example: "handout")
  static let log = OptionKey(
    "log", .path, "of show: rehearsal, what platen serve --log kept",
    example: "rehearsals/friday.jsonl")
  static let perPage = OptionKey(
    "per-page", .integer(1...6),
    "slides on a page of a handout: 1, 2, 3 or 6; 3 when left out", example: "6")
  static let pictures = OptionKey(
    "pictures", .word(of: OverviewPictures.self),
    "where an overview has its pictures: in it, or in the files for each slide that the job "
      + "makes; inside when left out", example: "beside")
  static let paper = SharedKeys.paper.declared(example: "letter")
  static let slide = OptionKey(
    "slide", .integer(1...100_000),
    "a picture of this slide alone; all of them on one sheet when neither it nor ${slide} in the "
      + "name asks for one", example: "1")
  static let width = SharedKeys.width.declared(example: "1280")
  static let columns = OptionKey(
    "columns", .integer(1...20), "slides across a sheet; 4 when left out", example: "3")

  static let grammar: JobGrammar = {
    var grammar = plain
    grammar.takesFolders = true
    grammar.commonNames = ["slides"]
    return grammar
  }()

  private static let plain = JobGrammar(
    name: input.name,
    summary: "a deck with speaker notes",
    keys: [
      input, InstanceKeys.from, look, title, SharedKeys.authors, date, language, counters,
    ],
    options: [
      steps, ratio, large, show, log, perPage, pictures, paper, slide, width, columns,
      SharedKeys.wrap,
    ],
    forms: TalkForm.rows)

  /// Indicates whether a file that begins so may be a deck that was built.
  static func seemsTalk(_ prefix: [UInt8]) -> Bool {
    let text = FirstBytes(prefix)
    return text.contains("slides") && (text.contains("kind") || text.contains("Standard"))
  }
}
