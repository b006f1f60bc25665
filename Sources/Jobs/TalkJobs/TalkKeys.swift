// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a talk job and the options of its outputs.

internal import JobKit
internal import Typesetting

/// What a manifest may say about talks.
enum TalkKeys {
  static let grammar: JobGrammar = {
    var grammar = plain
    grammar.takesFolders = true
    grammar.commonNames = ["slides"]
    return grammar
  }()

  private static let plain = JobGrammar(
    name: "talk",
    summary: "a deck with speaker notes",
    keys: [
      ManifestKey(
        "talk", .oneOrMore(.path),
        "the talk: a folder of slides, or a deck built from one (.toml, .json, .yaml); with "
          + "wildcards, one job for each; a folder called slides has the name of the one it is in",
        example: "talks/*/slides"),
      InstanceKeys.from,
      ManifestKey(
        "look", .either(.text, .mapping(DeckLookInPlace.keys)),
        "a deck's look: daylight, evening, lecture, or a file of your own", example: "evening"),
      ManifestKey(
        "title", .text, "the talk's title; its own when left out", example: "Ships and shores"),
      SharedKeys.authors(),
      SharedKeys.date("the date printed on it; the talk's own when left out"),
      ManifestKey(
        "language", .text, "the talk's language, as in en or de; its own when left out",
        example: "en"),
      ManifestKey(
        "counters", .flag, "whether parts and slides are numbered; yes when left out",
        example: "false"),
    ],
    options: [
      ManifestKey(
        "steps", .word(DeckTypesetter.Steps.allCases.map(\.rawValue)),
        "a page or picture for each slide with all it comes to show, or one for each step; final "
          + "when left out",
        example: "each"),
      ManifestKey(
        "ratio", .text, "width to height of a slide: 16:9, 4:3, 16:10, or any other",
        example: "4:3"),
      ManifestKey(
        "large", .flag, "all text a quarter larger, for a large hall", example: "true"),
      ManifestKey(
        "show",
        .word(TalkContent.allCases.map(\.rawValue)),
        "what of the talk: its slides, a handout of slides with notes, the speaker's script, the "
          + "outline; its statistics; as HTML an overview to look through and search; how a "
          + "rehearsal went",
        example: "handout"),
      ManifestKey(
        "log", .path, "of show: rehearsal, what platen serve --log kept",
        example: "rehearsals/friday.jsonl"),
      ManifestKey(
        "per-page", .integer(1...6),
        "slides on a page of a handout: 1, 2, 3 or 6; 3 when left out", example: "6"),
      ManifestKey(
        "pictures", .word(["inside", "beside"]),
        "where an overview has its pictures: in it, or in the files for each slide that the job "
          + "makes; inside when left out", example: "beside"),
      SharedKeys.paper(example: "letter"),
      ManifestKey(
        "slide", .integer(1...100_000),
        "a picture of this slide alone; all of them on one sheet when neither it nor ${slide} in the "
          + "name asks for one", example: "1"),
      ManifestKey(
        "width", .integer(16...32_768), "pixels across", example: "1280"),
      ManifestKey(
        "columns", .integer(1...20), "slides across a sheet; 4 when left out", example: "3"),
      SharedKeys.wrap(),
    ],
    forms: TalkForm.rows,
    unbuiltForms: ["odp", "key", "svg"])

  /// Whether a file that begins so may be a deck that was built.
  static func seemsTalk(_ prefix: [UInt8]) -> Bool {
    let text = FirstBytes(prefix)
    return text.contains("slides") && (text.contains("kind") || text.contains("Standard"))
  }
}
