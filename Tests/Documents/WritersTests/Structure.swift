// SPDX-License-Identifier: MIT
// Part of Platen: what a document should read as in any form: its headings, lists, tables, emphasis
// and order, as lines.

import Documents

/// The lines `WordFile.structure()` must give for a document.
struct Structure {
  private(set) var lines: [String] = []
  private var notes = 0

  init(_ document: Document) { add(document.blocks, style: "Body Text", lists: 0, isTop: true) }

  private mutating func add(_ blocks: [Block], style: String, lists: Int, isTop: Bool) {
    for block in blocks {
      switch block {
      case .heading(let heading):
        if heading.attributes.has("title") {
          lines.append("Title: \(words(heading.inlines))")
        } else {
          let isListed = heading.isListed && isTop
          lines.append(
            "heading \(heading.level)\(isListed ? "" : " Unlisted"): \(words(heading.inlines))")
        }
      case .paragraph(let node):
        let named = [
          "player": "Player", "narrator": "Narrator", "subtitle": "Subtitle", "author": "Author",
        ]
        let own = node.attributes.classes.first.flatMap { named[$0] }
        let inList =
          lists > 0 && style == "Body Text" ? "List Continue\(lists > 1 ? " \(lists)" : "")" : style
        line(own ?? inList, words(node.inlines))
      case .list(let list):
        let sort = list.marker == .bullet ? "bullet" : "number"
        for item in list.items {
          let start = lines.count
          let inner = style == "Quote" || style.hasPrefix("Table") ? "Body Text" : style
          add(item.blocks, style: inner, lists: lists + 1, isTop: false)
          var first = String(lines[start].drop { $0 != ":" }.dropFirst(2))
          if let isDone = item.isDone { first = (isDone ? "☒ " : "☐ ") + first }
          lines[start] = "item \(lists) \(sort): \(first)"
        }
      case .table(let table):
        if !table.caption.isEmpty { line("Table Caption", words(table.caption)) }
        lines.append(
          "table \(table.head.count + table.body.count)x\(table.columns.count) head \(table.head.count)"
        )
        for (number, row) in (table.head + table.body).enumerated() {
          for cell in row.cells {
            lines.append("cell" + (cell.columns > 1 ? " \(cell.columns)" : ""))
            let isHead = number < table.head.count || cell.isHeader
            add(cell.blocks, style: isHead ? "Table Head" : "Table Text", lists: 0, isTop: false)
          }
        }
      case .quote(let quote):
        add(quote.blocks, style: "Quote", lists: lists, isTop: false)
        if !quote.attribution.isEmpty { line("Quote Attribution", "— " + words(quote.attribution)) }
      case .code(let code): line("Source Code", code.text)
      case .figure(let figure):
        line("Figure", "{\(figure.image.alternative)}")
        if !figure.caption.isEmpty { line("caption", words(figure.caption)) }
      case .callout(let callout):
        let name = ["dice": "Dice", "choices": "Choices"][callout.kind] ?? "Callout"
        if !callout.title.isEmpty { line(name, "⟨b:\(words(callout.title))⟩") }
        add(callout.blocks, style: name, lists: lists, isTop: false)
      case .keyValues(let pairs):
        for pair in pairs.pairs {
          line("Key Values", words([.strong(pair.key)]) + "\t" + words(pair.value))
        }
      case .division(let division):
        add(division.blocks, style: style, lists: lists, isTop: isTop)
      case .rule: lines.append("Horizontal Rule: ")
      case .pageBreak: break
      case .contents(let contents): line("TOC Heading", words(contents.title))
      case .index(let index): line("index heading", words(index.title))
      }
    }
  }

  private mutating func line(_ style: String, _ text: String) {
    if !text.isEmpty { lines.append("\(style): \(text)") }
  }

  private mutating func words(_ inlines: [Inline]) -> String {
    var pieces: [(String, String)] = []
    add(inlines, [], &pieces)
    var text = ""
    var marks = ""
    for (piece, now) in pieces + [("", "")] {
      if now != marks {
        if !marks.isEmpty { text += "⟩" }
        if !now.isEmpty { text += "⟨\(now):" }
        marks = now
      }
      text += piece
    }
    return text
  }

  private mutating func add(
    _ inlines: [Inline], _ marks: Set<String>, _ pieces: inout [(String, String)]
  ) {
    let shown = ["b", "i", "s", "c", "^", "_"].filter { marks.contains($0) }.joined()
    for node in inlines {
      switch node {
      case .text(let text):
        let sound = String(
          text.unicodeScalars.map {
            $0 == "\u{14}" || $0 == "\u{FFFE}" ? "\u{FFFD}" : Character($0)
          })
        if !sound.isEmpty { pieces.append((sound, shown)) }
      case .emphasis(let inner): add(inner, marks.union(["i"]), &pieces)
      case .strong(let inner): add(inner, marks.union(["b"]), &pieces)
      case .strikethrough(let inner): add(inner, marks.union(["s"]), &pieces)
      case .smallCaps(let inner): add(inner, marks, &pieces)
      case .superscript(let inner): add(inner, marks.union(["^"]), &pieces)
      case .subscript(let inner): add(inner, marks.union(["_"]), &pieces)
      case .code(let text):
        pieces.append(
          (text, ["b", "i", "s", "c"].filter { marks.union(["c"]).contains($0) }.joined()))
      case .lineBreak: pieces.append(("\n", shown))
      case .link(let link): add(link.inlines, marks, &pieces)
      case .reference(let reference): add(reference.inlines, marks, &pieces)
      case .footnote:
        notes += 1
        pieces.append(("[\(notes)]", ""))
      case .image(let image): pieces.append(("{\(image.alternative)}", shown))
      case .span(let span): add(span.inlines, marks, &pieces)
      case .indexMark: break
      }
    }
  }
}
