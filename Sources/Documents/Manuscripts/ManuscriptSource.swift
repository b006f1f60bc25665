// SPDX-License-Identifier: MIT
// Part of Platen: one file of a manuscript: its front matter, its text, and where things are in it.

internal import Diagnostics
internal import Readers
internal import Values

/// A file of Markdown, and the warnings about it.
final class ManuscriptSource {
  /// The path below the root.
  let name: String
  /// The path in messages.
  let shown: String
  let text: String
  /// The text without front matter.
  let body: String
  /// The line of the file that the body begins on.
  let bodyLine: Int
  private(set) var matter = ManuscriptMatter()
  private(set) var warnings: [Diagnostic] = []
  /// Warnings beyond the limit.
  private var left = 0
  /// The place at which each text was found last.
  private var found: [String: String.Index] = [:]

  /// Warnings of one file.
  private static let limit = 100
  /// Occurrences of a text that are looked at for its place.
  private static let candidates = 32

  init(_ name: String, _ bytes: [UInt8], prefix: String) {
    self.name = name
    shown = prefix + name
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bare = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    let whole = String(validating: bare, as: UTF8.self)
    text = whole ?? String(decoding: bare, as: UTF8.self)
    let parts =
      FrontMatterParts.isYAML(text)
      ? FrontMatterParts(yaml: text) : FrontMatterParts(toml: text)
    // A fence that does not end is text.
    body = parts.isOpen ? text : String(parts.body)
    bodyLine = parts.isOpen ? 1 : parts.bodyLine
    if whole == nil {
      warn(.manuscriptEncoding, "the file is not UTF-8 throughout", at: nil)
    }
    guard let lines = parts.matter else { return }
    do {
      // A line for the fence, so that places are those of the file.
      let table =
        text.hasPrefix("+")
        ? try PlacedValue(toml: lines, firstLine: 2, code: .manuscriptFrontMatter)
        : try PlacedValue(
          yaml: [0x0A] + Array(lines), file: shown,
          options: YAMLOptions(codes: YAMLCodes(all: .manuscriptFrontMatter)))
      if let table { matter = ManuscriptMatter(table) { record($0) } }
    } catch {
      for problem in (error as? Failure)?.diagnostics ?? [] {
        var problem = problem
        problem.severity = .warning
        record(problem)
      }
    }
  }

  /// The path of its folder; empty for the root.
  var folder: String { name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "" }

  func record(_ warning: Diagnostic) {
    guard warnings.count < ManuscriptSource.limit else {
      left += 1
      return
    }
    warnings.append(warning.inFile(shown))
  }

  func warn(
    _ code: Diagnostic.Code, _ message: String, at place: SourceLocation?, hints: [String] = []
  ) {
    record(.warning(code, message, at: place ?? SourceLocation(file: shown), hints: hints))
  }

  /// All warnings.
  var diagnostics: [Diagnostic] {
    guard left > 0 else { return warnings }
    return warnings + [
      .warning(
        .manuscriptMore, "and \(left) more warnings about this file",
        at: SourceLocation(file: shown))
    ]
  }

  /// A line of the body as a place in the file.
  func place(ofLine line: Int) -> SourceLocation {
    SourceLocation(file: shown, line: line + bodyLine - 1)
  }

  /// The place of the next occurrence of a text in the body, outside of code or within it; the file
  /// alone where there is none.
  ///
  /// - Parameter isError: whether it is for an error. Warnings beyond the limit are only counted, so
  ///   that nothing is searched for them.
  func place(of words: String, inCode: Bool = false, isError: Bool = false) -> SourceLocation {
    guard !words.isEmpty, isError || warnings.count < ManuscriptSource.limit else {
      return SourceLocation(file: shown)
    }
    var start = found[words] ?? body.startIndex
    for _ in 0..<ManuscriptSource.candidates {
      guard let range = body[start...].firstRange(of: words) else { break }
      start = range.upperBound
      found[words] = start
      if isCode(range.lowerBound) != inCode { continue }
      return location(of: range.lowerBound)
    }
    // What is found no more is where it was found before.
    found[words] = body.startIndex
    return SourceLocation(file: shown)
  }

  private func location(of index: String.Index) -> SourceLocation {
    let before = body.unicodeScalars[..<index]
    let lineStart = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
    return SourceLocation(
      file: shown, line: bodyLine + before.count { $0 == "\n" },
      column: before[lineStart...].count + 1)
  }

  /// Indicates whether a place is between the fences of a block of code.
  private func isCode(_ index: String.Index) -> Bool {
    var fence: Character?
    for line in body[..<index].split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " || $0 == ">" }
      guard let sign = words.first, sign == "`" || sign == "~",
        words.prefix(3).allSatisfy({ $0 == sign }),
        words.count >= 3
      else { continue }
      if fence == nil { fence = sign } else if fence == sign { fence = nil }
    }
    return fence != nil
  }
}
