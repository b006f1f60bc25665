// SPDX-License-Identifier: MIT
// Part of Platen: the requirements of look files for each kind of look.

internal import Books
internal import Cartography
internal import Drawing
internal import Typesetting
internal import Values

/// A kind of look that is stored in files.
protocol FiledLook: LookTable {
  /// Where the templates keep it.
  static var folder: String { get }
  /// Those that need no file.
  static var builtIn: [Self] { get }
  /// The default look, which a file without `extends` extends as well.
  static var usualName: String { get }
  /// The empty look, which `extends: none` starts from.
  static var nothing: Self { get }
  /// The plural of the things that have such a look, for messages.
  static var things: String { get }
  /// The hint for an unknown setting.
  static func settingsHint(_ name: String) -> String
  var yaml: String { get }
  /// Takes the description in the file.
  mutating func describe(_ text: String)
  /// Resolves files that the file names relative to its folder.
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
  package static var usualName: String { "modern" }
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
  /// A hint at another kind of look that has a setting which this kind lacks.
  fileprivate static func hint(_ name: String, else usual: String) -> String {
    let group = String(name.prefix { $0 != "." })
    let others: [any FiledLook.Type] = [MapLook.self, BookLook.self, DeckLook.self]
    guard let other = others.first(where: { $0 != Self.self && $0.isGroup(group) }) else {
      return usual
    }
    return "it is a setting of looks for \(other.things); this look is read as one for \(things)"
  }
}
