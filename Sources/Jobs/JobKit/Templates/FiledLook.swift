// SPDX-License-Identifier: MIT
// Part of Platen: the requirements of look files for each kind of look.

package import Books
package import Diagnostics
package import Drawing
package import Values

/// A kind of look that is stored in files.
package protocol FiledLook: LookTable {
  /// The folder of the templates that holds it.
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
  /// Groups of settings by other words for them.
  static var groupSynonyms: [String: String] { get }
  /// Every setting.
  static var fields: [LookField<Self>] { get }
  var yaml: String { get }
  /// Takes the description in the file.
  mutating func describe(_ text: String)
  /// Resolves files that the file names relative to its folder.
  mutating func filesNamed(from folder: String, in members: [PlacedValue.Member])
}

extension FiledLook {
  package static var namesWithoutLook: [String] { [] }
  package static func refusal(of name: String) -> Failure? { nil }
  package static var groupSynonyms: [String: String] { [:] }

  /// The setting that an unknown name of the same meaning stands for: `ocean.fill` for
  /// `sea.color`; nil where there is none.
  static func setting(meantBy name: String) -> String? {
    var words = name.split(separator: ".").map(String.init)
    guard let group = words.first, let last = words.last else { return nil }
    let synonym = groupSynonyms[group]
    if let synonym { words[0] = synonym }
    var candidates = [words]
    if words.count > 1, ["color", "colour"].contains(last) {
      let start = Array(words.dropLast())
      candidates += [start + ["fill"], start + ["line", "color"]]
    } else if synonym != nil {
      candidates.append(words + ["fill"])
    }
    return candidates.map { $0.joined(separator: ".") }
      .first { $0 != name && field(named: $0) != nil }
  }

  /// Indicates whether a name is that of a group of settings, or another word for one.
  static func isGroupOrSynonym(_ name: String) -> Bool {
    isGroup(name) || groupSynonyms[name] != nil
  }
}

extension BookLook: FiledLook {
  package static var folder: String { "Looks/Books" }
  /// They are files, all of them.
  package static var builtIn: [BookLook] { [] }
  package static var defaultName: String { "modern" }
  package static var nothing: BookLook { BookLook(name: "") }
  package static var things: String { "campaigns and meetings" }

  package static var settingsHint: String { "platen looks --settings --kind campaign lists them" }

  package mutating func describe(_ text: String) { about = text }

  package mutating func filesNamed(from folder: String, in members: [PlacedValue.Member]) {
    if members.contains(where: { $0.key == "maps" }), LookFile.isFile(maps) {
      maps = plainPath(joinedPath(folder, maps))
    }
  }
}
