// SPDX-License-Identifier: MIT
// Part of Platen: errors of the parser of arguments as diagnostics.

import ArgumentParser
import Diagnostics
import JobKit
import Jobs

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
    let (message, hint) = reworded(parts.message)
    let former = parts.message.firstMatch(of: /^unknown option '--([a-z-]+)/).flatMap {
      FormerNames.hint(at: String($0.1), among: nil, dashes: "--")
    }
    let key = parts.message.firstMatch(of: /^unknown option '--([a-z-]+)/).flatMap {
      manifestKey(String($0.1))
    }
    let suggestion = key ?? former ?? parts.suggestion.map { "did you mean \"\($0)\"?" }
    var hints = [suggestion, hint].compactMap(\.self)
    if let hint = dashedValue(parts.message, in: arguments) { hints.append(hint) }
    for line in fullMessage(for: error).split(separator: "\n") {
      if line.hasPrefix("Help:") {
        hints.append(optionHelp(line.dropFirst(5)))
      } else if line.contains("See 'platen") {
        // The parser does not know which command ended with an error.
        hints.append("\(commandName(in: arguments)) --help lists the arguments")
      }
    }
    return .error(.optionUsage, message, hints: hints)
  }

  /// The help of an option as a hint; that of one with a meaning for each kind of job names the
  /// command that describes it.
  private static func optionHelp(_ line: Substring) -> String {
    let parts = line.split(separator: "  ").map(trimmed)
    guard parts.count > 1, parts[1].contains("; or ") else { return parts.joined(separator: ": ") }
    return parts[0] + ": platen render --help KIND describes it for each kind of job"
  }

  /// The hint at an option that is a key of a manifest and cannot be a flag; nil for any other.
  private static func manifestKey(_ name: String) -> String? {
    for kind in Jobs.kinds {
      guard let key = kind.grammar.manifestKeys.first(where: { $0.name == name }) else { continue }
      return "\(name) is a key of a manifest, which platen init \(kind.name) writes: "
        + "\(name): \(key.example)"
    }
    return nil
  }

  /// The full name of the command that arguments begin with: `platen cache prune`.
  private static func commandName(in arguments: [String]) -> String {
    var name = _commandName
    var command: any ParsableCommand.Type = Platen.self
    for word in arguments {
      guard
        let next = command.configuration.subcommands.first(where: { $0._commandName == word })
      else { break }
      name += " " + word
      command = next
    }
    return name
  }

  /// A message of the parser in the words of all other messages, and the value that was probably
  /// meant; messages of commands are returned as they are.
  private static func reworded(_ message: String) -> (message: String, hint: String?) {
    let invalid = /(?s)the value '(.*)' is invalid for '([^' ]+)[^']*'(?:: (.*)|\. Please (.*))?/
    if let match = message.wholeMatch(of: invalid) {
      let (value, option) = (String(match.1), match.2)
      let words = match.4.map(listedWords) ?? []
      if !words.isEmpty {
        return (
          "\(option): expected \(alternatives(words)), found \"\(value)\"",
          nearMiss(value, among: words).map { "did you mean \"\($0)\"?" }
        )
      }
      return (
        match.3.map { "\(option): \($0), found \"\(value)\"" }
          ?? "\(option): invalid value \"\(value)\"", nil
      )
    }
    if let match = message.wholeMatch(
      of: /the option '([^']+)' does not take any value, but '(.*)' was specified/)
    {
      return ("\(match.1): expected no value, found \"\(match.2)\"", nil)
    }
    if let option = message.wholeMatch(of: /missing value for '([^' ]+)[^']*'/)?.1 {
      return ("\(option): missing value", nil)
    }
    // Of `-ab` both readings are reported; the first is the argument as it was given.
    if let option = message.prefixMatch(of: /unknown option '([^']+)'/)?.1 {
      return ("unknown option \"\(option)\"", nil)
    }
    if let match = message.wholeMatch(
      of: /(?:missing expected argument|unexpected argument) '(.*)'/)
    {
      let problem = message.hasPrefix("missing") ? "missing argument" : "unexpected argument"
      return ("\(problem) \"\(match.1)\"", nil)
    }
    if let list = message.wholeMatch(of: /[0-9]+ unexpected arguments: '(.*)'/)?.1 {
      return ("unexpected arguments \"\(list.replacing("', '", with: "\", \""))\"", nil)
    }
    return (message, nil)
  }

  /// The words that the parser lists: `provide one of 'a', 'b' or 'c'`, or one a line.
  private static func listedWords(_ list: Substring) -> [String] {
    let quoted = list.matches(of: /'([^']+)'/).map { String($0.1) }
    return quoted.isEmpty ? list.matches(of: /\n  - (.+)/).map { String($0.1) } : quoted
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

  /// Words as alternatives: `a, b or c`.
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// The reading of an option's value as a whole number in a range.
func wholeNumber(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
  { text in
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError(
        "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// The reading of an option's value as one of some words.
func oneOf(_ words: [String]) -> @Sendable (String) throws -> String {
  { text in
    guard words.contains(text) else {
      throw ValidationError("expected \(Platen.alternatives(words))")
    }
    return text
  }
}

/// Refuses an option's value that has no characters.
func refuseEmpty(_ value: String?, of option: String, expecting expected: String) throws {
  guard value?.isEmpty == true else { return }
  throw ValidationError("\(option): expected \(expected), found \"\"")
}
