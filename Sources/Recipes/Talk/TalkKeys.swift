// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a talk job and the options of its outputs.

internal import Documents
internal import Typesetting

/// What a manifest may say about talks.
public enum TalkKeys {
  public static let kind = RecipeKind(
    name: "talk",
    summary: "a deck with speaker notes",
    keys: [
      ManifestKey(
        "talk", .oneOrMore(.path),
        "the talk: a folder of slides, or a deck built from one (.toml, .json, .yaml); with "
          + "wildcards, one job for each", example: "talks/*/slides"),
      InstanceKeys.from,
      ManifestKey(
        "look", .text, "a deck's look: daylight, evening or lecture", example: "evening"),
      ManifestKey(
        "title", .text, "the talk's title; its own when left out", example: "Ships and shores"),
      ManifestKey(
        "authors", .oneOrMore(.text), "who wrote it", example: "[Mira Holt, Tom Reed]"),
      ManifestKey(
        "date", .text, "the date printed on it; the talk's own when left out",
        example: "2026-05-01"),
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
        "a page for each slide with all it comes to show, or one for each step; final when left out",
        example: "each"),
      ManifestKey(
        "ratio", .text, "width to height of a slide: 16:9, 4:3, 16:10, or any other",
        example: "4:3"),
      ManifestKey(
        "large", .flag, "all text a quarter larger, for a large hall", example: "true"),
      ManifestKey(
        "show",
        .word(Deck.Telling.allCases.map(\.rawValue) + ["slides", "statistics", "rehearsal"]),
        "what of the talk: its slides, a handout of slides with notes, the speaker's script, the "
          + "outline, how a rehearsal went, or, as text and data, its statistics",
        example: "handout"),
      ManifestKey(
        "log", .path, "of show: rehearsal, what platen serve --log kept",
        example: "rehearsals/friday.jsonl"),
      ManifestKey(
        "paper", .word(["A4", "A5", "letter", "digest"]), "the size of the page",
        example: "letter"),
      ManifestKey(
        "slide", .integer(1...100_000),
        "a picture of this slide alone; all of them on one sheet when left out", example: "1"),
      ManifestKey(
        "width", .integer(16...32_768), "pixels across", example: "1280"),
      ManifestKey(
        "columns", .integer(1...20), "slides across a sheet; 4 when left out", example: "3"),
      ManifestKey(
        "wrap", .either(.integer(20...1000), .word(["none"])),
        "columns a line of plain text is wrapped at; none for a line per paragraph; 80 when left "
          + "out", example: "72"),
    ],
    forms: [
      OutputForm(
        "pdf", "slides for the screen, or a handout to print",
        options: ["steps", "ratio", "large", "show", "log", "paper"]),
      OutputForm(
        "png", "one slide, or all of them on a sheet",
        options: ["slide", "width", "columns", "ratio", "large"]),
      OutputForm(
        "docx", "a Word file to hand out or to speak from", options: ["show", "log", "paper"]),
      OutputForm(
        "pptx", "a presentation to edit, each slide as after its last step",
        options: ["ratio", "large"]),
      OutputForm(
        "txt", "the outline or the script as plain text", options: ["show", "log", "wrap"]),
      OutputForm("md", "the script or the outline as Markdown", options: ["show", "log"]),
      OutputForm("html", "one page for browsers", options: ["show", "log"]),
      OutputForm(
        "json", "words, steps and minutes, counted part by part; or a rehearsal",
        options: ["show", "log"]),
      OutputForm("csv", "the same as a table", options: ["show", "log"]),
    ],
    unbuiltForms: ["odp", "key", "svg"],
    inputEndings: ["toml"],
    seemsInput: { prefix in
      let text = String(decoding: prefix, as: UTF8.self)
      return text.contains("slides") && (text.contains("kind") || text.contains("Standard"))
    },
    seemsFolder: { names in
      names.contains { name in
        name == "slides" || [".md", ".markdown"].contains { name.lowercased().hasSuffix($0) }
      }
    })
}
