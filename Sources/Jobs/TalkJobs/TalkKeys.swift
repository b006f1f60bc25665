// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a talk job and the options of its outputs.

internal import JobKit
internal import Talks
internal import Typesetting

/// The keys of a manifest for talks.
enum TalkKeys {
  static let input = OptionKey(
    "talk", .oneOrMore(.path),
    "the talk: a folder of slides, a deck in one file of Markdown (.md, .qmd), or a built deck "
      + "(.toml, .json, .yaml); with wildcards, one job for each; a folder called slides takes the "
      + "name of its parent folder",
    example: "talks/*/slides")
  static let look = OptionKey(
    "look", .either(.text, .mapping(InlineDeckLook.keys)),
    "the look: daylight, evening, lecture, or a file of your own", example: "evening",
    offered: .looks)
  static let title = OptionKey(
    "title", .text, "the title (default: the talk's own)", example: "Ships and shores")
  static let date = SharedKeys.date.declared("the date to print (default: the talk's own)")
  static let language = SharedKeys.language.declared(
    "the language, such as en or de (default: the talk's own)",
    example: "en")
  static let counters = OptionKey(
    "counters", .flag,
    "whether parts and slides are numbered (default: true; false for a deck in one file)",
    example: "false")
  static let deckFormat = OptionKey(
    "deck-format", .word(of: DeckFormat.self),
    "the program of a deck in one file (default: detected)", example: "marp")
  static let steps = OptionKey(
    "steps", .word(of: DeckTypesetter.Steps.self),
    "one page or image for each slide after its last step, or one for each step",
    example: "each", defaultValue: "final", uses: [.with(show, .slides)])
  static let ratio = OptionKey(
    "ratio", .text, "the aspect ratio of slides: 16:9, 4:3, 16:10, or any other",
    example: "4:3", uses: drawsSlides + [.without(template)])
  static let large = OptionKey(
    "large", .flag, "text of slides 25% larger, for a large hall", example: "true",
    uses: drawsSlides + [.without(template)])
  static let show = OptionKey(
    "show",
    .word(of: TalkContent.self),
    "what to show: the slides, a handout of slides with notes, the speaker's script, the "
      + "outline, statistics, an overview in HTML to browse and search, or a report on a "
      + "rehearsal",
    example: "handout")
  static let log = OptionKey(
    "log", .path, "the log that platen serve --log wrote, for a report on a rehearsal",
    example: "rehearsals/friday.jsonl")
  static let perPage = OptionKey(
    "per-page", .integer(1...6),
    "slides on a page of a handout: 1, 2, 3 or 6", example: "6", defaultValue: "3",
    uses: [.with(show, .handout)])
  static let notes = OptionKey(
    "notes", .flag, "whether a handout has the speaker's notes", example: "false",
    defaultValue: "true", uses: [.with(show, .handout)])
  static let imagesAs = OptionKey(
    "images-as", .word(of: OverviewImages.self),
    "images of an overview: embedded in it, or the files for each slide that the job makes",
    example: "files", defaultValue: "embedded", uses: [.with(show, .overview)])
  static let paper = SharedKeys.paper.declared(
    example: "letter", uses: [.with(show, .handout, .script, .outline, .statistics, .rehearsal)])
  static let slide = OptionKey(
    "slide", .integer(1...100_000),
    "an image of this slide alone; without it, and without ${slide} in the name, the image is a "
      + "sheet of all slides", example: "1", uses: [.with(show, .slides)])
  static let width = SharedKeys.width.declared(
    example: "1280",
    uses: [
      .with(show, .slides, .statistics, .overview), .unless(imagesAs, .files),
      .notIn(formats: ["html"], except: show, .overview),
    ])
  static let columns = OptionKey(
    "columns", .integer(1...20), "slides across a sheet", example: "3", defaultValue: "4",
    uses: [.with(show, .slides), .without(slide), .inOneFile])
  static let wrap = SharedKeys.wrap.declared(uses: [.with(show, .outline, .script, .rehearsal)])

  static let template = OptionKey(
    "pptx-template", .either(.path, .mapping(PresentationSource.keys)),
    "a presentation that provides masters, layouts and theme; as a mapping, with names of layouts",
    example: "styles/house.pptx")

  /// The condition of the options of slides as images or on pages.
  private static let drawsSlides: [OptionUse] = [.with(show, .slides, .handout, .overview)]

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
      input, InstanceKeys.from, look, title, SharedKeys.authors, date, language, SharedKeys.phrases,
      counters, deckFormat,
    ],
    options: [
      steps, ratio, large, show, log, perPage, notes, imagesAs, paper, slide, width, columns,
      wrap, template,
    ],
    formats: TalkFormat.rows, takesAudience: false)

  /// Indicates whether a file with this beginning may be a built deck.
  static func seemsTalk(_ prefix: [UInt8]) -> Bool {
    let text = FirstBytes(prefix)
    let hasSlides =
      text.names("slides")
      || ["[[slides", "[[ slides", "slides:", "slides =", "slides="].contains(
        where: text.hasLine(beginning:))
    return hasSlides && (text.contains("kind") || text.contains("Standard"))
  }
}
