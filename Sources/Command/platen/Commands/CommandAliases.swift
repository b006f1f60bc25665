// SPDX-License-Identifier: MIT
// Part of Platen: names of commands that users know from other programs.

import ArgumentParser
import Diagnostics

extension Platen {
  /// The arguments each alias of a command expands to.
  private static let aliases: [String: [String]] = [
    "build": ["run"],
    "info": ["inspect"],
    "lint": ["check"],
    "list": ["plan", "--outputs"],
    "new": ["init"],
    "validate": ["check"],
  ]

  /// The aliases with what each is short for, as rows of a table.
  static var aliasRows: [(String, String)] {
    aliases.map { ($0.key, $0.value.joined(separator: " ")) }.sorted { $0.0 < $1.0 }
  }

  /// The sentence about the aliases of a command, for its help.
  static func aliasSentence(of command: String) -> String {
    let own = aliases.filter { $0.value == [command] }.keys.sorted().map { "platen " + $0 }
    let isOne = own.count == 1
    return own.joined(separator: " and ")
      + (isOne ? " is another name of this command." : " are other names of this command.")
  }

  /// The names of all aliases.
  static var aliasNames: [String] { aliases.keys.sorted() }

  /// The arguments with an alias replaced by the command it stands for.
  ///
  /// An alias is the first word, or follows `help`, where only the command's name replaces it.
  static func replacingAlias(in arguments: [String]) -> [String] {
    guard let first = arguments.first else { return arguments }
    if let words = aliases[first] { return words + arguments.dropFirst() }
    if first == PreviewCommand._commandName, isPreviewOfRuns(arguments.dropFirst()) {
      return ["watch", "--port", "8080"] + arguments.dropFirst()
    }
    guard first == "help", arguments.count > 1, let words = aliases[arguments[1]] else {
      return arguments
    }
    return [first, words[0]] + arguments.dropFirst(2)
  }

  /// Indicates whether arguments of `preview` name a manifest, or nothing, and are those of `watch`.
  private static func isPreviewOfRuns(_ arguments: ArraySlice<String>) -> Bool {
    guard let watch = try? WatchCommand.parse(Array(arguments)) else { return false }
    return watch.watched.what.manifest.map { [".yaml", ".yml"].contains(where: $0.hasSuffix) }
      ?? true
  }

  /// Hints for names of commands that could mean either of two.
  private static let ambiguous: [String: [String]] = [
    "clean": [
      "platen cache clear empties the cache",
      "platen run --prune deletes outputs that no job lists any more",
    ]
  ]

  /// The error for a name that could mean two commands; nil for any other.
  static func ambiguousCommand(_ name: String) -> Diagnostic? {
    ambiguous[name].map { .error(.optionCommand, "unknown command \"\(name)\"", hints: $0) }
  }
}
