// SPDX-License-Identifier: MIT
// Part of Platen: the first lines of blocks of code, with the options of each program.

/// The first line of a block of code in parts.
struct DeckCode {
  /// The signs with the blanks before them.
  var signs: String
  var language: String
  /// The text after the language.
  var options: String

  /// - Parameter line: a line that begins with three signs or more.
  init(_ line: String) {
    let start = line.prefix { $0 == " " || $0 == "\t" }
    let rest = line.dropFirst(start.count)
    let sign = rest.first ?? "`"
    let fence = rest.prefix { $0 == sign }
    signs = String(start + fence)
    let info = SlideLine.trimmed(rest.dropFirst(fence.count))
    let word = info.prefix { !$0.isWhitespace && $0 != "{" && $0 != "[" }
    language = String(word)
    options = String(SlideLine.trimmed(info.dropFirst(word.count)))
  }

  var line: String { signs + language }

  /// The line without options, which are counted: lines shown one after another, and all others.
  static func withoutOptions(
    _ line: String, _ number: Int, _ losses: inout DeckLosses
  ) -> String {
    let code = DeckCode(line)
    guard !code.options.isEmpty else { return line }
    let lists = code.options.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .map { $0.prefix { $0 != "}" } }
    if lists.contains(where: { $0.contains("|") }) {
      losses.record(.lineSteps, line: number)
    } else {
      losses.record(.codeOptions, code.options, line: number)
    }
    return code.line
  }
}
