// SPDX-License-Identifier: MIT
// Part of Platen: the requirements of look files for each kind of look.

package import Books
package import Diagnostics
package import Drawing
package import Values

/// A kind of look that is stored in files.
package protocol FiledLook: LookTable {
  /// Where the templates keep it.
  static var folder: String { get }
  /// Those that need no file.
  static var builtIn: [Self] { get }
  /// Names that jobs may use and that stand for no look: no look can extend one of them.
  static var namesWithoutLook: [String] { get }
  /// The error where a look is needed and one of these names was given.
  static func refusal(of name: String) -> Failure?
  /// The default look, which a file without `extends` extends as well.
  static var defaultName: String { get }
  /// The empty look, which `extends: none` starts from.
  static var nothing: Self { get }
  /// The plural of the things that have such a look, for messages.
  static var things: String { get }
  /// The hint for an unknown setting.
  static var settingsHint: String { get }
  var yaml: String { get }
  /// Takes the description in the file.
  mutating func describe(_ text: String)
  /// Resolves files that the file names relative to its folder.
  mutating func filesNamed(from folder: String, in members: [PlacedValue.Member])
}

extension FiledLook {
  package static var namesWithoutLook: [String] { [] }
  package static func refusal(of name: String) -> Failure? { nil }
}

extension BookLook: FiledLook {
  package static var folder: String { "Looks/Books" }
  /// They are files, all of them.
  package static var builtIn: [BookLook] { [] }
  package static var defaultName: String { "modern" }
  package static var nothing: BookLook { BookLook(name: "") }
  package static var things: String { "books" }

  package static var settingsHint: String { "platen looks --settings --kind campaign lists them" }

  package mutating func describe(_ text: String) { about = text }

  package mutating func filesNamed(from folder: String, in members: [PlacedValue.Member]) {
    if members.contains(where: { $0.key == "maps" }), LookFile.isFile(maps) {
      maps = plainPath(joinedPath(folder, maps))
    }
  }
}
