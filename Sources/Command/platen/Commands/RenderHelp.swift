// SPDX-License-Identifier: MIT
// Part of Platen: the help of `platen render`: what all kinds of job share, or the options of one.

import ArgumentParser
import Diagnostics
import JobKit
import Jobs
import Text

/// `platen render` without the options of kinds of job, for its help.
private struct RenderOverview: ParsableCommand {
  static let configuration = {
    var configuration = Render.configuration
    configuration._superCommandName = Platen._commandName
    return configuration
  }()
  @OptionGroup var arguments: RenderArguments
}

/// The help of `platen render`.
enum RenderHelp {
  /// The help that arguments request; nil where they request none, or that of another command.
  ///
  /// - Throws: `Failure` `option.kind` where they request the options of an unknown kind of job.
  static func text(for arguments: [String]) throws(Failure) -> String? {
    let words = Array(arguments.prefix { $0 != "--" })
    // The name is in a text made of all kinds of job, which a run has no time for.
    guard words.contains(where: ["help", "--help", "-h"].contains) else { return nil }
    let name = Render._commandName
    if words.starts(with: ["help", name]) { return try text(of: words.dropFirst(2), at: 2) }
    guard words.first == name, let flag = words.firstIndex(where: ["--help", "-h"].contains) else {
      return nil
    }
    return try text(of: words.dropFirst(), at: flag + 1)
  }

  /// - Parameter index: the index of the word that names a kind of job, if any does.
  private static func text(
    of words: ArraySlice<String>, at index: Int
  ) throws(Failure) -> String {
    if let kind = words.lazy.compactMap(Jobs.kind(named:)).first {
      return text(of: kind, width: HelpText.width)
    }
    // A file or an option beside the flag is not a kind.
    if index < words.endIndex, words[index].allSatisfy(\.isLetter) {
      throw Failure(
        .error(
          .optionKind, "unknown kind of job \"\(words[index])\"",
          hints: [nearMissHint(words[index], among: Jobs.kinds.map(\.name))]))
    }
    let kinds = Jobs.kinds.map { kind in
      ("platen render --help \(kind.name)", kind.grammar.summary)
    }
    return RenderOverview.helpMessage(columns: HelpText.width)
      + "\n\nOPTIONS OF KINDS OF JOB:\n"
      + HelpText.table(kinds, column: 33, width: HelpText.width)
  }

  /// The options of a kind, a line or two each.
  static func text(of kind: any JobKind, width: Int) -> String {
    let grammar = kind.grammar
    let outputs = grammar.formats.map {
      $0.pathExtension == "/" ? "folder/" : ".\($0.pathExtension)"
    }
    var text = "OVERVIEW: Options of platen render for \(kind.inputHelp).\n\n"
    let inputs = kind.grammar.inputCount > 1 ? "<input> <later-input>" : "<input>"
    text += "USAGE: platen render \(inputs) -o <file> ... [<options>]\n\n"
    let example = exampleInput(of: kind)
    // No extension identifies its inputs.
    let isNamed = kind.inputExtensions.isEmpty
    text +=
      "EXAMPLES:\n  platen render \(example) \(isNamed ? "--kind \(kind.name) " : "")"
      + "-o \(shellWord(kind.exampleOutput))\n\n"
    text += "OUTPUTS:\n"
    text += HelpText.wrapped(outputs.joined(separator: ", "), width: width - 2)
      .map { "  \($0)\n" }.joined()
    text += "\nOPTIONS:\n"
    let rows = grammar.flags.map { flag in
      (syntax(of: flag), summary(of: flag, width: width - column))
    }
    text += HelpText.table(rows, column: column, width: width)
    text += "\nOptions of all kinds: platen render --help; in full: platen schema --markdown.\n"
    let keys = grammar.manifestKeys.map(\.name)
    if !keys.isEmpty {
      text +=
        "Keys of a manifest only (platen init \(kind.name)): \(keys.joined(separator: ", ")).\n"
    }
    return text
  }

  /// The column at which summaries begin.
  private static let column = 24

  private static func exampleInput(of kind: any JobKind) -> String {
    let example = kind.grammar.keys.first { $0.name == kind.name }?.example ?? "input"
    if kind.grammar.inputCount > 1 {
      return example.filter { !"[],".contains($0) }
    }
    return example.contains("*") ? "input.\(kind.inputExtensions.first ?? "json")" : example
  }

  private static func syntax(of flag: KeyFlag) -> String {
    switch flag.count {
    case .switched: "--[no-]\(flag.name)"
    case .one, .joined, .repeated: "--\(flag.name) <\(flag.valueName)>"
    }
  }

  /// The part of the summary that fits on a line or two: all of it, or its first clause, with the
  /// words that the key takes and its default.
  private static func summary(of flag: KeyFlag, width: Int) -> String {
    let (text, fallback) = flag.key.summaryParts
    let words = words(of: flag.key.shape)
    let end = fallback.map { " (default: \($0))" } ?? ""
    func whole(_ clause: String) -> String {
      let isListed = words.allSatisfy { clause.contains($0) }
      return clause + (isListed ? "" : ": " + cappedList(words)) + end
    }
    var clause = text.split(separator: ";").first.map(String.init) ?? text
    for mark in [":", " (", ","] {
      if HelpText.wrapped(whole(clause), width: width).count <= 1 { break }
      guard let cut = clause.firstRange(of: mark)?.lowerBound else { continue }
      clause = String(clause[..<cut])
    }
    let summary = whole(clause)
    guard let example = example(of: flag.key) else { return summary }
    // An example never takes a line of its own.
    let longer = clause + ", as " + example + end
    let lines = [summary, longer].map { HelpText.wrapped($0, width: width).count }
    return lines[1] > lines[0] ? summary : longer
  }

  /// The words that a key takes, and what else it takes in words.
  private static func words(of shape: Shape) -> [String] {
    switch shape {
    case .word(let words), .oneOrMore(.word(let words)), .list(of: .word(let words)): words
    case .either(.integer, .word(let words)): words + ["a number"]
    default: []
    }
  }

  /// A value of a key whose values have a syntax of their own; nil for others.
  private static func example(of key: ManifestKey) -> String? {
    func hasSyntax(_ shape: Shape) -> Bool {
      switch shape {
      case .form: true
      case .oneOrMore(let one), .list(of: let one): hasSyntax(one)
      case .either(let first, let second): hasSyntax(first) || hasSyntax(second)
      default: false
      }
    }
    guard hasSyntax(key.shape) else { return nil }
    // The first of several, or the value of a mapping's first key, which is also taken alone.
    let first = key.example.split(separator: ",").first.map(String.init) ?? key.example
    let value = first.hasPrefix("{") ? first.split(separator: " ").last.map(String.init) : first
    return value?.filter { !"[]{}\"".contains($0) }
  }
}
