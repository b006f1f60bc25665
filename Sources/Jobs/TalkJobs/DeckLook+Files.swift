// SPDX-License-Identifier: MIT
// Part of Platen: looks of decks in files.

internal import JobKit
package import Typesetting
package import Values

extension DeckLook: FiledLook {
  package static var folder: String { "Looks/Decks" }
  package static var builtIn: [DeckLook] { all }
  package static var defaultName: String { "daylight" }
  package static var nothing: DeckLook { DeckLook(name: "", daylight.palette) }
  package static var things: String { "talks" }

  package static var settingsHint: String { "platen looks --settings --kind talk lists them" }

  package mutating func describe(_ text: String) { about = text }
  package mutating func filesNamed(from folder: String, in members: [PlacedValue.Member]) {}
}
