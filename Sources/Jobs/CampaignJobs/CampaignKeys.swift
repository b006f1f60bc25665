// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a campaign job and the options of its outputs.

internal import JobKit
internal import Readers

/// What a manifest may say about campaigns.
enum CampaignKeys {
  /// What a campaign becomes.
  enum Form: String, CaseIterable {
    case book, transcript, library
  }

  static let input = OptionKey(
    "campaign", .oneOrMore(.path),
    "the campaign: a saved get_campaign_state answer, an export with its story, entries as JSON "
      + "or JSON lines, an exported text, or a folder of these; with wildcards, one job for "
      + "each file; of a folder of several campaigns, one job for each where ${name} is in the "
      + "name of an output", example: "campaigns/*.json")
  static let merge = OptionKey(
    "merge", .flag,
    "whether a folder of several campaigns becomes one book, one campaign after the other",
    example: "true")
  static let world = OptionKey(
    "world", .path,
    "the world it is played in: the book draws maps of the journey and of each place from it",
    example: "worlds/ardenfell.map")
  static let aliases = OptionKey(
    "aliases", .table(of: .text),
    "places as the story writes them, each with its name in the world or, where several are "
      + "called alike, its number there", example: "{ The Salt Market: Jarnheim, Twin: burg:5 }"
  )
  static let look = SharedKeys.look
  static let form = OptionKey(
    "form", .word(of: Form.self),
    "what it is told as: a book with chapters, the entries one after the other as the app exports "
      + "them, or a list of all campaigns in a folder with a cover for each", example: "book")
  static let edition = OptionKey(
    "edition", .text,
    "how much of it: full, summary, scenes 10-25, or last 5", example: "summary")
  static let chapters = OptionKey(
    "chapters", .either(.integer(1...100_000), .word(["auto", "session", "place"])),
    "where chapters begin: at sessions, at places, or every so many scenes; auto takes the "
      + "first of these that tells the story apart", example: "session")
  static let title = OptionKey(
    "title", .text, "the book's title; the campaign's own when left out",
    example: "The Fall of Ardenfell")
  static let subtitle = SharedKeys.subtitle
  static let language = SharedKeys.language.declared(
    "the language of the story, as in en or de; Platen's own words follow it",
    example: "en")
  static let date = SharedKeys.date.declared("the date printed on it; none when left out")
  static let subject = OptionKey(
    "subject", .text, "what it is about, for catalogs", example: "Fantasy")
  static let license = OptionKey(
    "license", .text, "the license under which it may be passed on",
    example: "CC BY 4.0")
  static let paper = SharedKeys.paper
  static let width = SharedKeys.width
  static let columns = SharedKeys.columns
  static let facing = SharedKeys.facing
  static let wrap = SharedKeys.wrap.declared(
    "columns a line of plain text is wrapped at; none for a line per paragraph; 80 when left out"
      + ", none for a transcript")

  static let grammar: JobGrammar = {
    var grammar = table
    grammar.parts = { folder, settings, environment in
      guard settings[CampaignKeys.merge] != true, settings[CampaignKeys.form] != .library else {
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
      InstanceKeys.from, input, merge, world, aliases, look, form, edition, chapters, title,
      subtitle, SharedKeys.authors, language, date, subject, license,
    ],
    options: [
      paper, columns, facing, SharedKeys.page, width, SharedKeys.template, wrap,
    ],
    forms: CampaignForm.rows)

  /// Indicates whether JSON that begins so tells of a campaign: it names what campaigns have, and
  /// nothing that only worlds or meetings have. A PDF is likeliest meant as one: campaigns are
  /// exported so.
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
}
