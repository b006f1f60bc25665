// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a diff job and the options of its outputs.

internal import JobKit

/// The keys of a manifest for changes.
enum DiffKeys {
  static let input = OptionKey(
    "diff", .oneOrMore(.path),
    "the earlier and the later version: saves of a world, exports of a campaign, or records of runs",
    example: "[monday.map, friday.map]")
  static let title = OptionKey(
    "title", .text, "the title (default: \"Changes in\" and the name of the world or campaign)",
    example: "The week's changes")

  static let grammar: JobGrammar = {
    var grammar = JobGrammar(
      name: input.name,
      summary: "the changes between two versions of a world, a campaign or a run",
      keys: [
        input, SharedKeys.look, title, SharedKeys.language, SharedKeys.phrases, SharedKeys.date,
      ],
      options: DiffFormat.options, formats: DiffFormat.rows)
    grammar.mergesInputs = { _ in true }
    grammar.inputCount = 2
    return grammar
  }()
}
