// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a campaign job and the options of its outputs.

internal import JobKit
internal import MapJobs
internal import Readers

/// The keys of a manifest for campaigns.
enum CampaignKeys {
  /// The kind of document that a campaign becomes.
  enum Show: String, CaseIterable {
    case book, transcript, script, library, cover
  }

  static let input = OptionKey(
    "campaign", .oneOrMore(.path),
    "a saved get_campaign_state answer, an export with its story, entries as JSON or JSON lines, "
      + "an exported text, or a folder of these; with wildcards, one job for each file; for a "
      + "folder of several campaigns, one for each if an output's name contains ${name}",
    example: "campaigns/*.json")
  static let merge = OptionKey(
    "merge", .flag,
    "whether a folder of several campaigns becomes one book",
    example: "true")
  static let world = OptionKey(
    "world", .path,
    "the world of the story, for maps of the journey and of each place",
    example: "worlds/ardenfell.map", uses: hasMaps)
  static let aliases = WorldKeys.aliases.declared(uses: hasMaps)
  static let figures = OptionKey(
    "figures", .table(of: .path),
    "own images (PNG, JPEG) by the scene, the place or the person they show",
    example: "{ 12: ford.jpg, Runa Vess: runa.png }",
    uses: [.with(show, .book), .notIn(formats: data)])
  static let unexplored = WorldKeys.unexplored.declared(uses: hasMaps)
  static let corrections = WorldKeys.corrections.declared(uses: hasMaps)
  static let look = SharedKeys.look
  static let show = OptionKey(
    "show", .word(of: Show.self),
    "the kind of document: a book with chapters, a transcript of all entries as the app exports "
      + "them, a script to read aloud speaker by speaker, a library of a folder's campaigns, or the "
      + "book's cover", example: "cover",
    defaultValue: "book")
  static let edition = OptionKey(
    "edition", .text,
    "how much of it: full, prose (a novel), summary, summary 1 page (or 3 pages, by session), "
      + "character (the hero's sheet), primer (for new players), scenes 10-25, last 5 or session 2",
    example: "summary")
  static let chapters = OptionKey(
    "chapters", .either(.integer(1...100_000), .word(["auto", "session", "place"])),
    "where chapters begin: at sessions, at places, or after a number of scenes; auto takes the "
      + "first that divides the story", example: "session",
    uses: [.with(show, .book, .script, .cover)])
  static let title = OptionKey(
    "title", .text, "the book's title (default: the campaign's own)",
    example: "The Fall of Ardenfell")
  static let subtitle = SharedKeys.subtitle
  static let language = SharedKeys.language.declared(
    "the language of the story, such as en or de", example: "en")
  static let labels = OptionKey(
    "labels", .text, "the language of Platen's own texts (default: that of the story)",
    example: "de")
  static let quotes = OptionKey(
    "quotes", .word(["typographic", "straight"]),
    "quotation marks, dots and dashes: as the language has them or as written (default: straight; "
      + "of prose typographic)", example: "typographic", uses: [.with(show, .book)])
  static let date = SharedKeys.date.declared("the date to print (default: none)")
  static let subject = OptionKey(
    "subject", .text, "the subject, for catalogs", example: "Fantasy")
  static let license = SharedKeys.license
  static let paper = SharedKeys.paper
  static let width = SharedKeys.width
  static let spine = OptionKey(
    "spine", .either(.number(0...150), .word(SpineRequest.Stock.allCases.map(\.rawValue))),
    "the millimeters of a cover's spine, or the paper of its pages (default: white)",
    example: "cream", uses: [.with(show, .cover)])
  static let page = SharedKeys.page.declared(uses: [.unless(show, .cover)])
  static let booklet = SharedKeys.booklet.declared(uses: [.unless(show, .cover)])
  static let colorMode = SharedKeys.colorMode.declared(uses: [.unless(show, .cover)])
  static let volumes = SharedKeys.volumes.declared(uses: [.with(show, .book)])
  static let columns = SharedKeys.columns
  static let facing = SharedKeys.facing
  static let wrap = SharedKeys.wrap.declared(
    "the width of plain text in columns, or none for one line per paragraph (default: 80, for a "
      + "transcript none)")

  /// The format of a folder.
  enum Folder: String, CaseIterable {
    case obsidian
  }
  static let format = OptionKey(
    "format", .word(of: Folder.self), "the format of a folder", example: "obsidian",
    defaultValue: Folder.obsidian.rawValue)

  /// The formats without pictures and maps: those of data.
  private static let data = [CampaignFormat.json, .tsv, .folder].map(\.rawValue)
  /// The conditions of what maps of a story are made of: transcripts and data have none.
  private static let hasMaps: [OptionUse] = [
    .with(show, .book, .library, .cover), .notIn(formats: data),
  ]

  static let grammar: JobGrammar = {
    var grammar = table
    grammar.parts = { folder, settings, environment in
      guard settings[CampaignKeys.merge] != true, settings[CampaignKeys.show] != .library else {
        return []
      }
      return try CampaignFiles.parts(of: folder, in: environment)
    }
    return grammar
  }()

  private static let table = JobGrammar(
    name: input.name,
    summary: "the chronicle of a campaign as a book",
    keys: [
      InstanceKeys.from, input, merge, world, aliases, figures, unexplored, corrections, look, show,
      edition,
      chapters, title,
      subtitle, SharedKeys.authors, language, labels, quotes, SharedKeys.phrases, date, subject,
      license,
    ],
    options: [
      paper, columns, facing, SharedKeys.bleed, booklet, colorMode,
      SharedKeys.pdfStandard, SharedKeys.outputProfile, volumes, spine, page, width,
      SharedKeys.template, wrap, format, VaultKeys.links,
    ],
    formats: CampaignFormat.rows)

  /// Indicates whether JSON with this beginning is a campaign: it has members of campaigns, and
  /// none that only worlds or meetings have. A PDF is most likely a campaign, since the app
  /// exports campaigns as PDF.
  static func seemsCampaign(_ prefix: [UInt8]) -> Bool {
    if prefix.starts(with: "%PDF".utf8) { return true }
    let prefix = UTF16Text.decoded(prefix) ?? prefix
    let text = FirstBytes(prefix)
    let keys = ["actor", "story", "game_state", "campaign", "campaign_id", "player_character_data"]
    // The game's server answers in messages whose text is JSON.
    let isMessage = text.names("content") && keys.contains(where: text.namesWithin)
    return (isMessage || keys.contains(where: text.names))
      && !["mapCoordinates", "burgs", "vertices", "heightmap"].contains(where: text.names)
      && !text.areOfMeeting
  }

  /// Indicates whether JSON with this beginning, which seems a campaign, has a story of actors or a
  /// state of the game at its top.
  static func seemsStory(_ prefix: [UInt8]) -> Bool {
    let text = FirstBytes(UTF16Text.decoded(prefix) ?? prefix)
    if text.names("content"), ["story", "actor"].allSatisfy(text.namesWithin) { return true }
    return text.members.contains { member in
      switch member.key {
      case "story": member.start.hasPrefix("[") && text.names("actor")
      case "game_state", "player_character_data": member.start.hasPrefix("{")
      default: false
      }
    }
  }
}
