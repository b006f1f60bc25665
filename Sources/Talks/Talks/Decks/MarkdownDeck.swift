// SPDX-License-Identifier: MIT
// Part of Platen: decks that no program is known of: slides between thematic breaks.

/// Reads slides by what all programs have in common, and by the comments of folders of slides.
enum MarkdownDeck {
  static func pages(of source: DeckSource) -> DeckPages {
    let lines = source.lines.lines
    guard lines.indices.contains(where: { source.isSeparator($0) }) else {
      return PandocDeck.pages(of: source, isQuarto: false)
    }
    var pages = DeckPages()
    pages.page.line = lines.first?.number ?? 1
    var isInNotes = false
    for (index, line) in lines.enumerated() {
      if source.isSeparator(index) {
        pages.turn(at: line.number + 1)
        isInNotes = false
        continue
      }
      for comment in line.comments {
        switch Directive("<!--\(comment.body)-->") {
        case .pause where !isInNotes: pages.pause(at: line.number)
        case .notes: isInNotes = true
        case .pause, .disable: break
        case .code, .terminal:
          pages.losses.record(
            .comments, String(SlideLine.trimmed(comment.body[...]).prefix { $0 != ":" }),
            line: comment.line)
        case nil: pages.note(comment.body, at: comment.line)
        }
      }
      let text = line.kind == .fence ? line.text : line.isComment ? "" : line.text
      if isInNotes {
        pages.page.notes.append(text, line.number)
      } else {
        pages.page.body.append(text, line.number)
      }
    }
    pages.close()
    return pages
  }
}
