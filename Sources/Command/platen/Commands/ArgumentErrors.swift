// SPDX-License-Identifier: MIT
// Part of Platen: errors of the parser of arguments as diagnostics.

import ArgumentParser
import Diagnostics

extension Platen {
  /// An error of the parser as a diagnostic: its suggestion and the help of the option become hints.
  static func argumentError(_ error: any Error) -> Diagnostic {
    let parts = splitSuggestion(message(for: error))
    var hints = parts.suggestion.map { ["did you mean \"\($0)\"?"] } ?? []
    for line in fullMessage(for: error).split(separator: "\n") {
      if line.hasPrefix("Help:") {
        hints.append(line.dropFirst(5).split(separator: "  ").map(trimmed).joined(separator: ": "))
      } else if let command = line.firstMatch(of: /See '(platen.* --help)' for more/)?.1 {
        hints.append("\(command) lists the arguments")
      }
    }
    return .error(.optionUsage, parts.message, hints: hints)
  }

  /// A message of the parser without its period, and the suggestion at its end.
  private static func splitSuggestion(_ text: String) -> (message: String, suggestion: Substring?) {
    var message = text[...]
    var suggestion: Substring?
    if let match = text.firstMatch(of: /[.;]? Did you mean '([^']+)'\?$/) {
      message = text[..<match.range.lowerBound]
      suggestion = match.1
    }
    if message.hasSuffix(".") { message.removeLast() }
    // Messages begin with a small letter, unless they begin with a name.
    let isSentence = message.dropFirst().first.map { !$0.isUppercase } ?? false
    let lead = message.prefix(1)
    return ((isSentence ? lead.lowercased() : String(lead)) + message.dropFirst(), suggestion)
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
