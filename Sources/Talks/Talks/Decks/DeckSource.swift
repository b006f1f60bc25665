// SPDX-License-Identifier: MIT
// Part of Platen: a deck in one file as its front matter and its lines.

internal import Diagnostics
internal import Values

/// The text of a deck: front matter in YAML or pandoc's title lines, and the lines after it.
struct DeckSource {
  /// The front matter; nil where there is none.
  private(set) var matter: PlacedValue?
  /// The errors in what is meant as front matter.
  private(set) var diagnostics: [Diagnostic] = []
  /// The title, the authors and the date of lines that begin with `%`, with the number of the line.
  private(set) var titleLines: [(text: String, line: Int)] = []
  private(set) var lines: DeckLines

  /// Markdown within a page of HTML, which has no front matter.
  init(_ piece: DeckHTML.Piece) { lines = DeckLines(piece.text, firstLine: piece.line) }

  init(_ text: String) {
    let rows = SlideLine.lines(of: text)
    var first = 0
    if let end = DeckSource.matterEnd(rows) {
      do {
        matter = try TalkYAML.mapping(Array(rows[1..<end]), firstLine: 2)
        if matter != nil { first = end + 1 }
      } catch {
        diagnostics = error.diagnostics
        first = end + 1
      }
    } else {
      while first < rows.count, titleLines.count < 3, rows[first].hasPrefix("%") {
        var words = String(SlideLine.trimmed(rows[first].dropFirst()))
        let line = first + 1
        first += 1
        // A line that begins with a blank goes on.
        while first < rows.count, rows[first].hasPrefix(" "),
          !SlideLine.trimmed(rows[first][...]).isEmpty
        {
          words += "\n" + SlideLine.trimmed(rows[first][...])
          first += 1
        }
        titleLines.append((words, line))
      }
    }
    lines = DeckLines(rows[first...].joined(separator: "\n"), firstLine: first + 1)
  }

  /// Puts the lines of other files in place of those that name them.
  mutating func include(_ files: DeckFiles, as format: DeckFormat) {
    var files = files
    lines = DeckLines(lines: files.expanded(lines.lines, as: format))
  }

  /// Indicates whether title lines make it a text of pandoc.
  var isOfPandoc: Bool { !titleLines.isEmpty }

  /// Indicates whether a line separates slides in every program that has lines of `---` for that.
  func isSeparator(_ index: Int) -> Bool {
    let line = lines.lines[index]
    guard line.kind == .text, line.comments.isEmpty, SlideLine.isBreak(line.text) else {
      return false
    }
    guard index > 0, SlideLine.underline(line.text) != nil else { return true }
    let before = lines.lines[index - 1]
    return before.kind != .text || before.isBlank || !SlideLine.mayBeHeading(before.text)
  }

  /// The line that ends front matter, by its index; nil for a text that does not begin with keys.
  private static func matterEnd(_ rows: [String]) -> Int? {
    guard let first = rows.first, SlideLine.trimmed(first[...]) == "---", !first.hasPrefix(" ")
    else { return nil }
    var hasKey = false
    var bytes = 0
    for index in rows.indices.dropFirst() {
      let row = rows[index]
      bytes += row.utf8.count
      let words = SlideLine.trimmed(row[...])
      if words == "---" || words == "..." { return hasKey ? index : nil }
      guard bytes < TalkYAML.longest else { return nil }
      if words.isEmpty || words.hasPrefix("#") { continue }
      if !hasKey {
        guard let colon = words.firstIndex(of: ":"), SlideLine.pair(words[...colon]) != nil
        else {
          return nil
        }
        hasKey = true
      }
    }
    return nil
  }
}
