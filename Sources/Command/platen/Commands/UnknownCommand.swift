// SPDX-License-Identifier: MIT
// Part of Platen: suggestions for a mistyped subcommand.

import ArgumentParser
import Diagnostics

extension Platen {
  /// The error in the words before the first flag, when one of them should be a command and is not:
  /// `rendr`, `sample wrld`, `help rendr`.
  static func unknownCommand(_ arguments: [String]) -> Diagnostic? {
    var words = arguments.prefix { !$0.hasPrefix("-") }
    var command: any ParsableCommand.Type = Platen.self
    var path: [String] = []
    var isHelp = false
    while let word = words.popFirst() {
      let subcommands = command.configuration.subcommands
      // Words after a command without subcommands are its arguments.
      if subcommands.isEmpty { return nil }
      if word == "help", path.isEmpty, !isHelp {
        isHelp = true
        continue
      }
      if path.isEmpty, let ambiguous = ambiguousCommand(word) { return ambiguous }
      guard let next = subcommands.first(where: { $0._commandName == word }) else {
        let names = subcommands.map { $0._commandName }
        let known = path.isEmpty ? names + ["help"] + aliasNames : names
        let whole = (path + [word]).joined(separator: " ")
        return .error(
          .optionCommand, "unknown command \"\(whole)\"",
          hints: [
            nearMissHint(word, among: known),
            (["platen help"] + path).joined(separator: " ") + " describes the commands",
          ])
      }
      path.append(word)
      command = next
    }
    return nil
  }
}
