// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of changes.

package import Diagnostics

extension Diagnostic.Code {
  package static let diffInputs = Self(
    "diff.inputs", .manifest,
    "A diff job compares two versions: its input is a list of two files, the earlier one first.",
    "Write diff: [monday.map, friday.map].")
  package static let diffKinds = Self(
    "diff.kinds", .manifest,
    "The two inputs of a diff job must be of one kind: two worlds, two campaigns, or two records of runs.",
    "Name two versions of the same thing.")
  package static let diffMap = Self(
    "diff.map", .manifest,
    "Only the changes of a world can be drawn as a map; campaigns and records of runs have none.",
    "Choose a document, such as changes.pdf, or a table, such as changes.csv.")
  package static let diffTable = Self(
    "diff.table", .usage, "A record of a run has no table of that name.",
    "The tables are totals, jobs and outputs.")
  package static let diffPlayers = Self(
    "diff.players", .data,
    "The changes of a campaign's people, quests and places show what only game masters know. They are omitted for players.",
    "Set audience: gm for all changes.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of changes.
  package static let diffJobs = CodeTable(
    "DiffJobs", "jobs of changes", [.diffInputs, .diffKinds, .diffMap, .diffPlayers, .diffTable])
}
