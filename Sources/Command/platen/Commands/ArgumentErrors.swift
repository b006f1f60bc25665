// SPDX-License-Identifier: MIT
// Part of Platen: errors of the parser of arguments as diagnostics.

import ArgumentParser
import Diagnostics
import JobKit

extension Platen {
  /// An error of the parser as a diagnostic: its suggestion and the help of the option become hints.
  ///
  /// - Parameter arguments: the arguments that were parsed.
  static func argumentError(_ error: any Error, in arguments: [String] = []) -> Diagnostic {
    let text = message(for: error)
    if let shell = text.firstMatch(of: /generate completion scripts for '([^']*)'/)?.1 {
      return .error(
        .optionUsage, "unknown shell \"\(shell)\"", hints: ["known: bash, fish, zsh"])
    }
    let parts = splitSuggestion(text)
    let former = parts.message.firstMatch(of: /^unknown option '--([a-z-]+)/).flatMap {
      FormerNames.hint(at: String($0.1), among: nil, dashes: "--")
    }
    let suggestion = former ?? parts.suggestion.map { "did you mean \"\($0)\"?" }
    var hints = suggestion.map { [$0] } ?? []
    if let hint = dashedValue(parts.message, in: arguments) { hints.append(hint) }
    for line in fullMessage(for: error).split(separator: "\n") {
      if line.hasPrefix("Help:") {
        hints.append(line.dropFirst(5).split(separator: "  ").map(trimmed).joined(separator: ": "))
      } else if let command = line.firstMatch(of: /See '(platen.* --help)' for more/)?.1 {
        hints.append("\(command) lists the arguments")
      }
    }
    return .error(.optionUsage, parts.message, hints: hints)
  }

  /// The hint at a value that begins with a dash, which the parser takes for an option.
  private static func dashedValue(_ message: String, in arguments: [String]) -> String? {
    guard let option = message.firstMatch(of: /^missing value for '(-[^ ']+)/)?.1,
      let index = arguments.lastIndex(of: String(option)), index + 1 < arguments.count,
      arguments[index + 1].hasPrefix("-")
    else { return nil }
    let value = arguments[index + 1]
    return option.hasPrefix("--")
      ? "for a value that begins with -, write \(option)=\(value)"
      : "for a file name that begins with -, write \(option) ./\(value)"
  }

  /// A message of the parser without its period, and the suggestion at its end.
  private static func splitSuggestion(_ text: String) -> (message: String, suggestion: Substring?) {
    var message = text[...]
    var suggestion: Substring?
    if let match = text.firstMatch(of: /[.;]? Did you mean '([^']+)'\?$/) {
      message = text[..<match.range.lowerBound]
      suggestion = match.1
      // The dashes of options are alike in any case: the names must be.
      if let option = message.firstMatch(of: /'--([^']+)'/)?.1,
        nearMiss(String(option), among: [String(match.1.drop { $0 == "-" })]) == nil
      {
        suggestion = nil
      }
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
