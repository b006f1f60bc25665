// SPDX-License-Identifier: MIT
// Part of Platen: a mistyped subcommand answered with the one that was meant.

import ArgumentParser
import Diagnostics

extension Platen {
  /// What is wrong with the first word, when it is neither a flag nor a command.
  static func unknownCommand(_ arguments: [String]) -> Diagnostic? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let names = configuration.subcommands.map { $0._commandName }
    guard word != "help", !names.contains(word) else { return nil }
    return .error(
      "option.command", "no command called \"\(word)\"",
      hints: [nearMissHint(word, among: names), "platen help says what each does"])
  }
}
