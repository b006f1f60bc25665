// SPDX-License-Identifier: MIT
// Part of Platen: looks of decks in files.

internal import Drawing
package import JobKit
package import Pipeline
package import Typesetting
package import Values

extension DeckLook: FiledLook {
  package static var folder: String { "Looks/Decks" }
  package static var builtIn: [DeckLook] { all }
  package static var defaultName: String { "daylight" }
  package static var nothing: DeckLook { DeckLook(name: "", daylight.palette) }
  package static var things: String { "decks" }

  package static var settingsHint: String { "platen looks --settings --kind talk lists them" }

  package mutating func describe(_ text: String) { about = text }
  package mutating func filesNamed(from folder: String, in members: [PlacedValue.Member]) {}
}

extension LookFile {
  /// Every name of a deck's look that is known without a file.
  package var deckNames: [String] { lookNames(of: DeckLook.self) }

  /// The look of decks of a name, or in a file: what has a slash or ends in `.yaml`, `.yml` or
  /// `.json`.
  ///
  /// - Throws: `Failure` with all errors in the look's files, or `look.unknown`.
  package func deck(_ name: String) throws -> DeckLook { try look(of: DeckLook.self, named: name) }

  /// The fit of settings to looks of decks, and whether they extend one of these.
  package func deckClaim(on settings: PlacedValue) -> LookClaim {
    claim(of: DeckLook.self, on: settings)
  }

  /// The look of decks in a file that was read already, whatever its name ends in.
  package func deck(in file: FileBytes, of path: String) throws -> DeckLook {
    try look(of: DeckLook.self, in: file, at: path)
  }
}
