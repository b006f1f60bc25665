// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a gazetteer job and the options of its outputs.

internal import Gazetteers
internal import JobKit
internal import MapJobs

/// The keys of a manifest for gazetteers.
enum GazetteerKeys {
  static let input = OptionKey(
    "gazetteer", .oneOrMore(.path),
    "the world, as for map; with wildcards, one job per file", example: "worlds/ardenfell.map")
  static let depth = OptionKey(
    "depth", .word(of: GazetteerOptions.Depth.self),
    "how much of it: short, without provinces and towns, or full", example: "short",
    defaultValue: "full")
  static let region = WorldKeys.region.declared("the part of the world to describe")
  static let title = OptionKey(
    "title", .text, "the book's title (default: the name of the world or region)",
    example: "The Known World")

  static let grammar = JobGrammar(
    name: input.name,
    summary: "a world as a book of states, towns and faiths",
    keys: [
      input, depth, region, WorldKeys.unexplored, WorldKeys.corrections, SharedKeys.look, title,
      SharedKeys.subtitle, SharedKeys.authors, SharedKeys.language, SharedKeys.phrases,
      SharedKeys.date,
      SharedKeys.license,
    ],
    options: BookFormat.options
      + GazetteerFolderKeys.options.filter { $0.name != SharedKeys.width.name },
    formats: GazetteerFormat.rows)
}
