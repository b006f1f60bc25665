// SPDX-License-Identifier: MIT
// Part of Platen: what look files have to know of each sort of look.

internal import Books
internal import Cartography
internal import Drawing
internal import Typesetting
internal import Values

/// A sort of look that files hold.
protocol FiledLook: LookTable {
  /// Where the templates keep it.
  static var folder: String { get }
  /// Those that need no file.
  static var builtIn: [Self] { get }
  /// The one that is worn where nobody says, and extended where a file does not.
  static var usualName: String { get }
  /// What `extends: none` begins with.
  static var nothing: Self { get }
  /// What wears it, for messages.
  static var things: String { get }
  /// What to say of a setting nobody knows.
  static func settingsHint(_ name: String) -> String
  var yaml: String { get }
  /// Takes what the file says of itself.
  mutating func describe(_ text: String)
  /// Files that the file names lie beside it.
  mutating func filesNamed(from folder: String, in members: [PlacedValue.Member])
}

extension MapLook: FiledLook {
  static var folder: String { "Looks" }
  static var usualName: String { MapLook.parchment.name }
  static var nothing: MapLook { .generator }
  static var things: String { "maps" }

  static func settingsHint(_ name: String) -> String {
    hint(name, else: "platen looks --settings lists them")
  }

  mutating func describe(_ text: String) { about = text }
  mutating func filesNamed(from folder: String, in members: [PlacedValue.Member]) {}
}

extension BookLook: FiledLook {
  static var folder: String { "Looks/Books" }
  /// They are files, all of them.
  static var builtIn: [BookLook] { [] }
  static var usualName: String { DocumentForms.usualLook }
  static var nothing: BookLook { BookLook(name: "") }
  static var things: String { "books" }

  static func settingsHint(_ name: String) -> String {
    hint(name, else: "platen looks --settings --kind campaign lists them")
  }

  mutating func describe(_ text: String) { about = text }

  mutating func filesNamed(from folder: String, in members: [PlacedValue.Member]) {
    if members.contains(where: { $0.key == "maps" }), LookFile.isFile(maps) {
      maps = plainPath(joinedPath(folder, maps))
    }
  }
}

extension DeckLook: FiledLook {
  static var folder: String { "Looks/Decks" }
  static var builtIn: [DeckLook] { all }
  package static var usualName: String { "daylight" }
  static var nothing: DeckLook { DeckLook(name: "", daylight.palette) }
  static var things: String { "decks" }

  static func settingsHint(_ name: String) -> String {
    hint(name, else: "platen looks --settings --kind talk lists them")
  }

  mutating func describe(_ text: String) { about = text }
  mutating func filesNamed(from folder: String, in members: [PlacedValue.Member]) {}
}

extension FiledLook {
  /// Whose look has a setting that this sort has not.
  fileprivate static func hint(_ name: String, else usual: String) -> String {
    let group = String(name.prefix { $0 != "." })
    let others: [any FiledLook.Type] = [MapLook.self, BookLook.self, DeckLook.self]
    guard let other = others.first(where: { $0 != Self.self && $0.isGroup(group) }) else {
      return usual
    }
    return "looks of \(other.things) have it; this is read as one of \(things)"
  }
}
