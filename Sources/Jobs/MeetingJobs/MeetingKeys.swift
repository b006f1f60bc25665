// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a meeting job and the options of its outputs.

internal import JobKit

/// The keys of a manifest for meetings.
enum MeetingKeys {
  static let input = OptionKey(
    "meeting", .oneOrMore(.path),
    "the meeting: a bundle of room, participants, chat and system messages, a saved chat, the "
      + "server's database, another system's transcript, chat or report, or a folder of such "
      + "files; with wildcards, one job for each",
    example: "meetings/*.json")
  static let with = OptionKey(
    "with", .oneOrMore(.path),
    "additional files of the same meeting: a saved chat, notes in Markdown, polls and agenda",
    example: "[chat.json, notes.md]")
  static let merge = OptionKey(
    "merge", .flag, "whether the inputs are parts of one meeting", example: "true")
  static let start = OptionKey(
    "start", .text,
    "when the recording began, for times that count from it or have no day (default: found)",
    example: "2026-11-20 18:00")
  static let attachments = OptionKey(
    "attachments", .folder, "the folder of the server's files in /uploads/chat",
    example: "uploads/chat")
  static let room = OptionKey(
    "room", .text, "the room: its name, code or link",
    example: "https://meet.example.org/m/kfd-vault-run")
  static let server = OptionKey("server", .text, "the server's display name", example: "Club")
  static let zone = OptionKey(
    "time-zone", .text,
    "the time zone of all times: its name or an offset (default: UTC)",
    example: "Europe/Prague")
  static let moderation = OptionKey(
    "moderation", .flag,
    "whether moderators' actions, such as muting and banning people, are shown (default: true)",
    example: "false",
    uses: [
      .with(show, .minutes, .attendance, .chat),
      .notIn(formats: ["csv"], except: show, .attendance),
    ])
  static let chat = OptionKey(
    "chat", .flag, "whether minutes have chat and transcript (default: true)", example: "false",
    uses: [.with(show, .minutes)])
  static let campaign = OptionKey(
    "campaign", .text,
    "for a recap, the campaign that was played: the id of a campaign job, or a file",
    example: "chronicle", uses: [.with(show, .recap)])
  static let look = SharedKeys.look.declared(example: "minutes")
  static let title = OptionKey(
    "title", .text, "the title (default: the room's name)",
    example: "Autumn meeting of the club")
  static let subtitle = SharedKeys.subtitle.declared(example: "Second draft")
  static let authors = SharedKeys.authors.declared(
    "who took the minutes", example: "[Nadia Farrokh]")
  static let language = SharedKeys.language.declared(
    "the language of the meeting, such as en or de, which Platen's own texts use as well",
    example: "en")
  static let date = SharedKeys.date.declared(
    "the date of the document (default: that of the meeting)", example: "2026-11-20")
  static let show = OptionKey(
    "show", .word(of: MeetingContent.self),
    "what to show: minutes, attendance, chat, transcript, action items, a recap of the evening's "
      + "campaign, an invitation to the room, or a report on the server",
    example: "attendance")
  static let paper = SharedKeys.paper.declared(
    uses: [.with(show, .minutes, .attendance, .recap, .admin)])
  static let pdfStandard = SharedKeys.pdfStandard.declared(
    uses: [.with(show, .minutes, .attendance, .recap, .admin)])
  static let width = SharedKeys.width
  static let csv = OptionKey(
    "csv", .either(.word(["excel"]), .table(of: .text)),
    "excel: with the byte order mark and the separator that Excel expects; or its dialect and "
      + "separator",
    example: "{ dialect: excel, separator: \";\" }")

  static let grammar: JobGrammar = {
    var grammar = declared
    grammar.folderKeys = [with.name]
    grammar.otherKinds = [campaign.name]
    grammar.mergesInputs = { $0[merge] ?? false }
    return grammar
  }()

  private static let declared = JobGrammar(
    name: input.name,
    summary: "minutes, attendance and archive of a meeting",
    keys: [
      InstanceKeys.from, input, merge, with, attachments, room, server, zone, start, moderation,
      chat, campaign, look,
      title, subtitle, authors, language, SharedKeys.phrases, date,
    ],
    options: [
      show, paper, pdfStandard, SharedKeys.outputProfile, SharedKeys.template, SharedKeys.wrap,
      width, csv,
    ],
    formats: MeetingFormat.rows)
}
