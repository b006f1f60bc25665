// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a meeting job and the options of its outputs.

internal import JobKit

/// What a manifest may say about meetings.
enum MeetingKeys {
  static let grammar: JobGrammar = {
    var grammar = declared
    grammar.folderKeys = ["with"]
    grammar.otherKinds = ["campaign"]
    return grammar
  }()

  private static let declared = JobGrammar(
    name: "meeting",
    summary: "minutes, attendance and archive of a meeting",
    keys: [
      InstanceKeys.from,
      ManifestKey(
        "meeting", .oneOrMore(.path),
        "the meeting: a bundle of room, participants, chat and system messages, a saved chat, the "
          + "server's database, or a folder of such files; with wildcards, one job for each",
        example: "meetings/*.json"),
      ManifestKey(
        "with", .oneOrMore(.path),
        "further files of the same meeting: a saved chat, notes in Markdown, polls and agenda",
        example: "[chat.json, notes.md]"),
      ManifestKey(
        "attachments", .folder, "the folder with the server's files of /uploads/chat",
        example: "uploads/chat"),
      ManifestKey(
        "room", .text, "the room that is meant: its name, its code or its link",
        example: "https://meet.example.org/m/kfd-vault-run"),
      ManifestKey("server", .text, "what people call the server", example: "Club"),
      ManifestKey(
        "zone", .text,
        "the time zone of all times: its name or an offset; UTC when left out",
        example: "Europe/Prague"),
      ManifestKey(
        "moderation", .flag,
        "whether it is told what moderators did and who was muted or banned; yes when left out",
        example: "false"),
      ManifestKey(
        "campaign", .text,
        "for a recap, the campaign that was played: the id of a campaign job, or its file",
        example: "chronicle"),
      SharedKeys.look(example: "minutes"),
      ManifestKey(
        "title", .text, "over the whole; the room's name when left out",
        example: "Autumn meeting of the club"),
      SharedKeys.subtitle(example: "Second draft"),
      SharedKeys.authors("who took it down", example: "[Nadia Farrokh]"),
      ManifestKey(
        "language", .text,
        "the language people wrote in, as in en or de; Platen's own words follow it",
        example: "en"),
      SharedKeys.date(
        "the date of the document; that of the meeting when left out", example: "2026-11-20"),
    ],
    options: [
      ManifestKey(
        "show", .word(MeetingContent.allCases.map(\.rawValue)),
        "what of the meeting: minutes, who was there, the chat, a recap of the evening's campaign, "
          + "an invitation to the room, or a report on the server",
        example: "attendance"),
      SharedKeys.paper(example: "A5"),
      SharedKeys.template,
      SharedKeys.wrap(),
      ManifestKey("width", .integer(16...32_768), "pixels across", example: "1200"),
    ],
    forms: MeetingForm.rows,
    unbuiltForms: ["htm", "odt", "rtf", "doc", "ics"])
}
