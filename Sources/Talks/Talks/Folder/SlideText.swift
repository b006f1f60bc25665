// SPDX-License-Identifier: MIT
// Part of Platen: a slide's text split at its directives into steps and notes.

internal import Diagnostics
internal import Readers

/// A slide written in Markdown, as HTML by steps.
struct SlideText {
  struct Step {
    var html = ""
    var classes: [String] = []
  }

  private(set) var steps = [Step()]
  private(set) var notes = ""
  private(set) var footnotes = ""
  /// The first heading before the notes that is not empty, as HTML.
  private(set) var headings: [String] = []
  private(set) var disabledRules: [String] = []
  /// The first-level headings before the notes as HTML, each with its line of the file.
  private(set) var largeHeadings: [(html: String, line: Int)] = []
  /// The first line before the notes that each of some rules concerns.
  private(set) var ruleLines: [TalkRule: Int] = [:]

  /// - Parameters:
  ///   - firstLine: the line of the file that the text begins on.
  ///   - folder: the slide's folder below that of the slides; empty for that one itself.
  init(_ text: String, firstLine: Int, folder: String, assets: SlideAssets) {
    let pieces = MarkdownPieces(text)
    footnotes = pieces.footnotes
    for _ in 0..<pieces.literals { assets.countSkipped("literal") }
    var isInNotes = false
    func append(_ html: String) {
      if isInNotes { notes += html } else { steps[steps.count - 1].html += html }
    }
    for piece in pieces.pieces {
      guard piece.kind == .html, let directive = Directive(piece.html) else {
        if piece.kind == .heading, !isInNotes { headings.append(piece.html) }
        if !isInNotes { recordLines(of: piece, from: firstLine + piece.line - 1) }
        append(piece.html)
        continue
      }
      let place = SourceLocation(line: firstLine + piece.line - 1)
      switch directive {
      case .pause(let classes): if !isInNotes { steps.append(Step(classes: classes)) }
      case .notes: isInNotes = true
      case .disable(let rules): disabledRules += rules
      case .code(let info, let path):
        if let code = SlideText.embedded(info, path, at: place, assets) { append(code) }
      case .terminal(let cwd, let theme, let command):
        let own = SlideText.joined(folder, cwd)
        assets.check(terminalFolder: own, at: place)
        assets.check(terminalTheme: theme, at: place)
        append(SlideText.terminal(folder: own, theme: theme, command: command))
      }
    }
  }

  private mutating func recordLines(of piece: MarkdownPieces.Piece, from line: Int) {
    let parts: [(rule: TalkRule, text: String)] = [
      (.codeWithoutLanguage, "<pre><code>"), (.missingAlternative, "alt=\"\""),
      (.rawScript, "<script"),
    ]
    for part in parts where ruleLines[part.rule] == nil && piece.html.contains(part.text) {
      ruleLines[part.rule] = line
    }
    for range in piece.html.ranges(of: "<h1") {
      // Only raw HTML has its lines as in the file; another piece is one heading.
      let above = piece.html[..<range.lowerBound].utf8.count { $0 == 0x0A }
      largeHeadings.append(
        (
          String(piece.html[range.lowerBound...].split(separator: "</h1", maxSplits: 1)[0]),
          line + (piece.kind == .html ? above : 0)
        ))
    }
  }

  private static func embedded(
    _ info: String, _ path: String, at place: SourceLocation, _ assets: SlideAssets
  ) -> String? {
    guard let inside = InnerPath.inside(path) else {
      assets.record(
        .error(
          .talkEmbedPath, "\"\(path)\" leads out of the talk and is not embedded", at: place,
          hints: ["name a file below the folder that the slides' folder is in, without \"..\""]))
      return nil
    }
    guard let bytes = assets.bytes(of: inside) else {
      assets.record(
        .error(
          .talkEmbedMissing, "no such file to embed: \"\(inside)\"", at: place,
          hints: ["paths begin at the folder that the slides' folder is in"]))
      return nil
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      assets.record(
        .error(.talkEmbedText, "\"\(inside)\" is not UTF-8 text", at: place))
      return nil
    }
    return "<pre><code class=\"language-\(escaped(info))\">\(escaped(text))</code></pre>\n"
  }

  static func terminal(folder: String, theme: String, command: String) -> String {
    "<div class=\"terminal\" data-folder=\"\(escaped(folder))\" data-theme=\"\(escaped(theme))\""
      + " data-command=\"\(escaped(command))\"></div>\n"
  }

  /// A terminal's folder, below that of the slides.
  private static func joined(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty { return path }
    let parts = path.split(separator: "/").filter { $0 != "." }
    return ([folder[...]] + parts).joined(separator: "/")
  }

  private static func escaped(_ text: String) -> String { HTMLText.escaped(text) }
}
