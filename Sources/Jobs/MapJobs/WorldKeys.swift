// SPDX-License-Identifier: MIT
// Part of Platen: the keys of all jobs with a world.

package import Atlas
package import Diagnostics
package import JobKit
package import Values

/// The keys of jobs that draw a world, be it on a map or in a book.
package enum WorldKeys {
  /// The parts of the world that players have not explored.
  package static let unexplored = OptionKey(
    "unexplored", .oneOrMore(.form(.unexplored)),
    "parts that players do not know: blank on their maps, absent from data and books",
    example: "[state:Kazund, marker:Old Mine]")

  /// The table of new names and notes.
  package static let corrections = OptionKey(
    "corrections", .path,
    "a table of new names and notes (CSV, JSON, YAML, XLSX): kind, id or name, rename, note",
    example: "names.csv")

  /// The places of a story by their names in it.
  package static let aliases = OptionKey(
    "aliases", .table(of: .text),
    "places as spelled in the story, each with its name in the world, or its number there",
    example: "{ The Salt Market: Jarnheim, Twin: burg:5 }")

  /// The part of the world that is shown or described.
  package static let region = OptionKey(
    "region", .form(.region), "the part of the map to show", example: "state:Ardenfell")

  /// Returns the unexplored parts in the settings of a job, each with its place in the manifest.
  package static func unexplored(
    in settings: Settings
  ) -> [(subject: UnexploredSubject, place: SourceLocation?)] {
    guard let value = settings.placed(unexplored) else { return [] }
    return (value.elements ?? [value]).compactMap { element in
      element.text.flatMap { UnexploredSubject($0) }.map { ($0, element.place) }
    }
  }
}
