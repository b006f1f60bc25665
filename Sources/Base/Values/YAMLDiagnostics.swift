// SPDX-License-Identifier: MIT
// Part of Platen: errors of libyaml as diagnostics, with hints for likely causes.

internal import Diagnostics

/// An error of libyaml as a diagnostic.
func diagnostic(
  for error: YAMLError, file: String?, code: Diagnostic.Code, in source: String
) -> Diagnostic {
  guard let mark = error.mark else {
    let place = error.offset.map { position(of: $0, in: source) }
    return .error(
      code, error.problem, at: SourceLocation(file: file, line: place?.line, column: place?.column))
  }
  var message = described(error.problem, at: mark, in: source)
  if let context = error.context, context.mark.line != mark.line {
    message = "in the \(construct(of: context.text)) of line \(context.mark.line + 1): \(message)"
  }
  return .error(
    code, message, at: SourceLocation(file: file, line: mark.line + 1, column: mark.column + 1),
    hints: yamlHints(
      error.problem + " " + (error.context?.text ?? ""), source, at: mark.line + 1,
      column: mark.column, from: error.context.map { $0.mark.line + 1 }))
}

/// A problem of libyaml; what it expects is followed by what the source has there.
private func described(_ problem: String, at mark: YAMLMark, in source: String) -> String {
  let openings = ["did not find expected ", "could not find expected "]
  guard let opening = openings.first(where: problem.hasPrefix) else { return problem }
  let token = String(problem.dropFirst(opening.count))
  let expected = expectedTokens[token] ?? token.replacing("'", with: "\"")
  return "expected \(expected), found \(found(at: mark, in: source))"
}

/// Names of tokens that libyaml expects, by its own.
private let expectedTokens = [
  "'-' indicator": "\"-\"",
  "<document start>": "\"---\"",
  "alphabetic or numeric character": "a letter or a digit",
  "comment or line break": "a comment or the end of the line",
  "hexdecimal number": "a hexadecimal digit",
  "key": "a key",
  "node content": "a value",
]

/// The construct that libyaml was reading: `list` for `while parsing a block collection`.
private func construct(of context: String) -> String {
  let name = context.split(separator: " ").dropFirst(3).joined(separator: " ")
  return switch name {
  case "block collection": "list"
  case "block mapping": "mapping"
  case "flow sequence": "list in brackets"
  case "flow mapping": "mapping in braces"
  case "quoted scalar": "text in quotes"
  case "plain scalar", "block scalar": "text"
  case "simple key": "key"
  default: name
  }
}

/// The word of a source at a position, or the end that is there.
private func found(at mark: YAMLMark, in source: String) -> String {
  let rest = source.unicodeScalars.dropFirst(mark.index).prefix(21)
  switch rest.first {
  case nil: return "the end of the file"
  case "\n", "\r": return "the end of the line"
  case " ": return "a space"
  case "\t": return "a tab"
  case "\"": return "a double quote"
  case let first?:
    let ends: [Unicode.Scalar] = [" ", "\t", "\n", "\r", "\"", ",", "[", "]", "{", "}"]
    let word = rest.prefix { !ends.contains($0) }
    if word.isEmpty { return "\"\(first)\"" }
    return word.count > 20
      ? "\"\(String(String.UnicodeScalarView(word.prefix(20))))…\""
      : "\"\(String(String.UnicodeScalarView(word)))\""
  }
}

/// Line and column of a byte, both from 1.
private func position(of offset: Int, in source: String) -> (line: Int, column: Int) {
  let before = source.utf8.prefix(offset)
  let line = before.lastIndex(of: 0x0A).map { before[before.index(after: $0)...] } ?? before
  return (before.count { $0 == 0x0A } + 1, line.count { $0 & 0xC0 != 0x80 } + 1)
}

/// The prefixes of lines in which hints are searched: patterns are slow on long lines.
private func beginnings(of lines: some Sequence<Substring>) -> [Substring] {
  lines.map { $0.prefix(400) }
}

/// - Parameters:
///   - last: the line of the error.
///   - column: the column of the error, from 0.
///   - first: the first line of the construct with the error.
private func yamlHints(
  _ problem: String, _ source: String, at last: Int, column: Int, from first: Int?
) -> [String] {
  let before = source.split(
    maxSplits: last, omittingEmptySubsequences: false, whereSeparator: \.isNewline
  ).prefix(last)
  // In braces a comment hides the closing one, so that the error is met lines below.
  for line in beginnings(of: before.suffix(21)) where line.utf8.contains(UInt8(ascii: "#")) {
    if let color = line.firstMatch(of: /[:,\[{][ \t]+(#[0-9A-Fa-f]{3,8})\b/)?.1 {
      return ["\"#\" begins a comment: write \"\(color)\" in quotes"]
    }
  }
  // The construct with the error begins some lines above.
  let start = max(1, min(first ?? before.count, before.count))
  let lines = beginnings(of: before.dropFirst(start - 1).prefix(100))
  // A name in brackets that begins or ends with a placeholder's braces.
  let name = /[\[{,:][ \t]*([^"'\s,\[\]{}]*(?:\$\{[\w-]*\}?(?:[^"'\s,\[\]{}$]|\$(?!\{))*)+)/
  for line in lines where line.utf8.contains(UInt8(ascii: "$")) {
    if let name = line.firstMatch(of: name)?.1 {
      return ["a name with ${…} in brackets must be quoted: \"\(name)\""]
    }
  }
  if problem.contains("mapping values are not allowed"),
    let line = beginnings(of: before.suffix(1)).first,
    let text = line.firstMatch(of: /^[^#]*?:[ \t]+([^"'\s\[{&*!|>%@`#][^#]*?:[ \t].*?)[ \t]*$/)?.1
  {
    return ["a text with a colon must be quoted: \"\(text.prefix(60))\""]
  }
  if let hint = indentationHint(problem, beginnings(of: before.suffix(1000)), column: column) {
    return [hint]
  }
  if problem.contains("alias") || problem.contains("anchor") {
    return ["a name beginning with * must be quoted: \"*.map\""]
  }
  if problem.contains("tab") || problem.contains("cannot start any token") {
    return ["indent with spaces, not tabs"]
  }
  return []
}

// MARK: Indentation

/// The hint where a line's indentation differs from the lines it belongs to.
///
/// - Parameter lines: the line of the error and those above it.
private func indentationHint(_ problem: String, _ lines: [Substring], column: Int) -> String? {
  guard let line = lines.last.flatMap(IndentedLine.init) else { return nil }
  let spaces = line.indent == 1 ? "1 space" : "\(line.indent) spaces"
  let above = lines.dropLast().reversed().lazy.compactMap(IndentedLine.init)
  if problem.contains("mapping values are not allowed") {
    // A key below `key: value` and farther in.
    guard let before = above.first, before.hasValue,
      line.isKey, line.indent > before.contentIndent
    else { return nil }
    return
      "indented by \(spaces), and the key above it by \(before.contentIndent)"
  }
  guard problem.contains("block"), column == line.indent,
    problem.contains("expected '-' indicator") || problem.contains("expected key")
  else { return nil }
  // The levels that are open where the line begins.
  var levels: Set<Int> = []
  var least = Int.max
  for line in above where line.indent < least {
    least = line.indent
    levels.formUnion([line.indent, line.contentIndent])
  }
  if levels.contains(line.indent) {
    guard let first = above.first(where: { $0.indent == line.indent && $0.isItem }), !line.isItem
    else { return nil }
    return
      "the keys of one list item must have the same indentation, here \(first.contentIndent) spaces"
  }
  let nearest = [
    levels.filter { $0 < line.indent }.max(), levels.filter { $0 > line.indent }.min(),
  ]
  let fitting = nearest.compactMap { $0.map(String.init) }.joined(separator: " or ")
  return fitting.isEmpty
    ? nil : "indented by \(spaces), and the lines above it by \(fitting)"
}

/// A line of block YAML, as far as its indentation goes.
private struct IndentedLine {
  /// The spaces before it.
  let indent: Int
  /// The spaces before its key, which may follow a dash.
  let contentIndent: Int
  /// Indicates whether it begins with a dash.
  let isItem: Bool
  /// The text after the dash.
  private let content: Substring

  /// Nil for a line that is empty or a comment.
  init?(_ line: Substring) {
    indent = line.prefix { $0 == " " }.count
    var rest = line.dropFirst(indent)
    isItem = rest.hasPrefix("- ")
    if isItem { rest = rest.dropFirst().drop { $0 == " " } }
    guard let first = rest.first, first != "#" else { return nil }
    content = rest
    contentIndent = isItem ? line.count - rest.count : indent
  }

  /// Indicates whether it is a key, with or without a value.
  var isKey: Bool { content.prefixMatch(of: /[^\s"'\[{#:]+:(\s|$)/) != nil }
  /// Indicates whether it is a key with a plain value.
  var hasValue: Bool { content.prefixMatch(of: /[^\s"'\[{#:]+:[ \t]+[^\s\[{|>&#]/) != nil }
}
