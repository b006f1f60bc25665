// SPDX-License-Identifier: MIT
// Part of Platen: the structure of a document, read from its tree and from what was written of it.

import Documents

/// A line for every block, in reading order, with the marks of its inlines. What a form cannot show is
/// described as it shows it, so that two structures are the same or a writer is wrong.
struct FormStructure: Equatable {
  var lines: [String] = []
  var text: String { lines.joined(separator: "\n") }
}

// MARK: From the tree

/// The description of a document in a format.
struct StructureForm {
  /// Added to the levels of headings.
  var shift = 0
  /// Markdown: boxes are quotes, keys and values lists, and so on.
  var isMarkdown = false
  /// PDF: marks of looks alone, a kind of box or a letter set higher, are not structure there.
  var isPages = false

  static let page = StructureForm(shift: 1)
  static let book = StructureForm()
  static let markdown = StructureForm(isMarkdown: true)
  static let pages = StructureForm(isPages: true)
}

extension Document {
  /// The parts of the document in a format, without contents, indexes and a title of its own.
  func structure(_ format: StructureForm) -> FormStructure {
    var reading = TreeLines(format: format)
    reading.append(blocks)
    while !reading.notes.isEmpty {
      let notes = reading.notes
      reading.notes = []
      for note in notes {
        reading.lines.append("note")
        reading.append(note)
      }
    }
    return FormStructure(lines: reading.lines.map(FormStructure.tidied))
  }
}

extension FormStructure {
  /// White space as browsers show it.
  static func tidied(_ line: String) -> String {
    line.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }).joined(separator: " ")
      .replacing("⟨br⟩ ", with: "⟨br⟩")
  }
}

private struct TreeLines {
  let format: StructureForm
  var lines: [String] = []
  var notes: [[Block]] = []
  /// Pages: levels of headings skip none.
  private var level = 0

  init(format: StructureForm) { self.format = format }

  private mutating func appendTitle(_ title: [Inline]) {
    guard format.isPages, !title.isBlank else { return }
    level = max(level, 1)
    lines.append("h1 \(inlineText(title))")
  }

  mutating func append(_ blocks: [Block]) { for block in blocks { append(block) } }

  mutating func append(_ block: Block) {
    switch block {
    case .heading(let node):
      var own = min(max(node.level, 1), 6)
      if format.isPages {
        own = min(own, level + 1)
        level = own
      }
      if node.inlines.isBlank { return }
      lines.append("h\(own + format.shift) \(inlineText(node.inlines))")
    case .paragraph(let node):
      if format.isMarkdown || format.isPages, node.inlines.isBlank { return }
      if format.isPages, node.inlines.count == 1, case .image(let image) = node.inlines[0] {
        if image.alternative.isEmpty { return }
        lines.append("figure \(image.alternative)")
        return
      }
      lines.append("p \(inlineText(node.inlines))")
    case .list(let node):
      if node.items.isEmpty { return }
      switch node.marker {
      case .bullet: lines.append("ul")
      case .ordered(let start, let style):
        lines.append("ol \(start) \(format.isMarkdown ? "decimal" : style.rawValue)")
      }
      for item in node.items {
        lines.append(item.isDone.map { $0 ? "li done" : "li to do" } ?? "li")
        append(item.blocks)
      }
      lines.append("end")
    case .table(let node):
      if !node.caption.isBlank {
        lines.append((format.isMarkdown ? "p " : "caption ") + inlineText(node.caption))
      }
      if node.head.isEmpty, node.body.isEmpty { return }
      lines.append("table")
      for (rows, isHead) in [(node.head, true), (node.body, false)] {
        for row in rows {
          lines.append("tr")
          for cell in row.cells {
            let isHeader = (isHead || cell.isHeader) && !cell.blocks.isEmpty
            var line = isHeader ? "th" : "td"
            if cell.columns > 1 { line += " columns \(cell.columns)" }
            if cell.rows > 1 { line += " rows \(cell.rows)" }
            lines.append(line)
            append(cell.blocks)
          }
        }
      }
      lines.append("end")
    case .quote(let node):
      lines.append("quote")
      append(node.blocks)
      if !node.attribution.isBlank {
        lines.append(
          format.isMarkdown
            ? "p \u{2014} \(inlineText(node.attribution))"
            : (format.isPages ? "p " : "attribution ") + inlineText(node.attribution))
      }
      lines.append("end")
    case .code(let node):
      lines.append(
        format.isPages
          ? "code \(node.text)"
          : "code \(node.language) \(node.text.replacing("\n", with: "\u{23CE}"))")
    case .figure(let node):
      if format.isPages, node.image.alternative.isEmpty {
        // What nothing is said of is an ornament; else the caption says it.
        guard !node.caption.isBlank else { return }
        lines += ["figure \(node.caption.plainText)", "caption \(inlineText(node.caption))"]
        return
      }
      lines.append(
        format.isMarkdown ? "p ⟨img \(node.image.alternative)⟩" : "figure \(node.image.alternative)"
      )
      if !node.caption.isBlank {
        lines.append((format.isMarkdown ? "p " : "caption ") + inlineText(node.caption))
      }
    case .callout(let node):
      lines.append(
        format.isMarkdown ? "quote" : format.isPages ? "callout" : "callout \(node.kind)")
      if !node.title.isBlank {
        lines.append(
          format.isMarkdown
            ? "p ⟨strong⟩\(inlineText(node.title))⟨/strong⟩"
            : (format.isPages ? "p " : "title ") + inlineText(node.title))
      }
      append(node.blocks)
      lines.append("end")
    case .keyValues(let node):
      if node.pairs.isEmpty { return }
      lines.append(format.isMarkdown ? "ul" : "pairs")
      for pair in node.pairs {
        if format.isMarkdown {
          lines.append("li")
          lines.append("p ⟨strong⟩\(inlineText(pair.key))⟨/strong⟩: \(inlineText(pair.value))")
        } else {
          lines.append("key \(inlineText(pair.key))")
          lines.append("value \(inlineText(pair.value))")
        }
      }
      lines.append("end")
    case .division(let node): append(node.blocks)
    case .rule: if !format.isPages { lines.append("rule") }
    case .contents(let contents): appendTitle(contents.title)
    case .index(let index): appendTitle(index.title)
    case .pageBreak: break
    }
  }

  private mutating func inlineText(_ inlines: [Inline]) -> String {
    var text = ""
    for node in inlines { text += inlineText(node) }
    return text
  }

  private mutating func marked(_ name: String, _ inlines: [Inline]) -> String {
    let text = inlineText(inlines)
    return format.isMarkdown && inlines.isBlank ? text : "⟨\(name)⟩\(text)⟨/\(name)⟩"
  }

  private mutating func inlineText(_ node: Inline) -> String {
    switch node {
    case .text(let text): return text
    case .emphasis(let inlines): return marked("em", inlines)
    case .strong(let inlines): return marked("strong", inlines)
    case .strikethrough(let inlines):
      return format.isPages ? inlineText(inlines) : marked("s", inlines)
    case .smallCaps(let inlines):
      return format.isMarkdown || format.isPages
        ? inlineText(inlines) : marked("small-caps", inlines)
    case .superscript(let inlines):
      return format.isPages ? inlineText(inlines) : marked("sup", inlines)
    case .subscript(let inlines):
      return format.isPages ? inlineText(inlines) : marked("sub", inlines)
    case .code(let text): return "⟨code⟩\(text)⟨/code⟩"
    case .lineBreak: return format.isPages ? " " : "⟨br⟩"
    case .link(let link): return marked("a", link.inlines)
    case .reference(let reference):
      // The number of a page is what the pages make it.
      if format.isPages, reference.shown == .page { return "⟨a⟩#⟨/a⟩" }
      return marked("a", reference.inlines)
    case .footnote(let blocks):
      notes.append(blocks)
      return "⟨note⟩"
    case .image(let image):
      return format.isPages && image.alternative.isEmpty ? "" : "⟨img \(image.alternative)⟩"
    case .span(let span): return inlineText(span.inlines)
    case .indexMark: return ""
    }
  }
}

// MARK: From markup

extension Markup {
  /// The structure of the blocks in it, without contents and indexes. Works for what the writers
  /// write and for what pandoc makes of Markdown.
  var structure: FormStructure {
    var reading = MarkupLines()
    reading.append(self)
    return FormStructure(lines: reading.lines.map(FormStructure.tidied))
  }
}

private struct MarkupLines {
  var lines: [String] = []

  private static let blocks: Set<String> = [
    "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "table", "blockquote", "pre",
    "figure", "aside", "dl", "hr", "div", "section", "nav", "main", "body", "header", "thead",
    "tbody", "tr", "th", "td", "caption", "figcaption",
  ]

  private func isBlock(_ child: Markup.Child) -> Bool {
    if case .element(let element) = child { Self.blocks.contains(element.name) } else { false }
  }

  /// Blocks, with what stands between them as paragraphs.
  mutating func append(inside element: Markup) {
    var run: [Markup.Child] = []
    func inlineText(_ run: [Markup.Child]) -> String {
      run.reduce(into: "") { $0 += inline($1) }
    }
    func isBlank(_ run: [Markup.Child]) -> Bool {
      run.allSatisfy {
        if case .text(let text) = $0 { text.allSatisfy(\.isWhitespace) } else { false }
      }
    }
    for child in element.children {
      if isBlock(child), case .element(let block) = child {
        if !isBlank(run) { lines.append("p " + inlineText(run)) }
        run = []
        append(block)
      } else {
        run.append(child)
      }
    }
    if !isBlank(run) { lines.append("p " + inlineText(run)) }
  }

  private func inlineText(_ element: Markup) -> String {
    element.children.reduce(into: "") { $0 += inline($1) }
  }

  mutating func append(_ element: Markup) {
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let level = element.attributes["aria-level"] ?? String(element.name.dropFirst())
      lines.append("h\(level) " + inlineText(element))
    case "p":
      if element.classes.contains("callout-title") {
        lines.append("title " + inlineText(element))
      } else if element.classes.contains("note-number") {
        break
      } else if element.classes.contains("caption") {
        lines.append("caption " + inlineText(element))
      } else if element.classes.contains("missing") {
        lines.append("figure " + inlineText(element))
      } else {
        let text = inlineText(element)
        // The way back from a note of several blocks stands alone.
        if text != "" || element.children.isEmpty { lines.append("p " + text) }
      }
    case "ul", "ol":
      if element.name == "ul" {
        lines.append("ul")
      } else {
        let styles = ["a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"]
        let type = element.attributes["type"] ?? ""
        lines.append("ol \(element.attributes["start"] ?? "1") \(styles[type] ?? "decimal")")
      }
      for item in element.elements {
        let task = item.all { $0.classes.contains("task") }.first.map { $0.text == "☑" }
        let boxes = item.elements.flatMap { [$0] + $0.elements }.filter { $0.name == "input" }
        let isOwn = item.elements.first.map { $0.classes.contains("task") } ?? false
        if isOwn || !boxes.isEmpty {
          let isDone = task ?? (boxes.first?.attributes["checked"] != nil)
          lines.append(isDone ? "li done" : "li to do")
        } else {
          lines.append("li")
        }
        append(inside: item)
      }
      lines.append("end")
    case "table":
      for caption in element.elements where caption.name == "caption" {
        lines.append("caption " + inlineText(caption))
      }
      lines.append("table")
      for row in element.all("tr") {
        lines.append("tr")
        for cell in row.elements {
          var line = cell.name
          if let columns = cell.attributes["colspan"] { line += " columns \(columns)" }
          if let rows = cell.attributes["rowspan"] { line += " rows \(rows)" }
          lines.append(line)
          append(inside: cell)
        }
      }
      lines.append("end")
    case "blockquote":
      lines.append("quote")
      append(inside: element)
      lines.append("end")
    case "pre":
      let code = element.all("code").first
      let language = code?.classes.first { $0.hasPrefix("language-") }?.dropFirst(9)
      let pandocLanguage = element.classes.first.map(String.init) ?? ""
      // Some readers end the last line, some do not.
      var text = element.text
      if text.hasSuffix("\n") { text.removeLast() }
      text = text.replacing("\n", with: "\u{23CE}")
      lines.append("code \(language.map(String.init) ?? pandocLanguage) \(text)")
    case "figure":
      if element.classes.contains("quote") {
        lines.append("quote")
        for part in element.elements {
          if part.name == "blockquote" {
            append(inside: part)
          } else {
            lines.append("attribution " + inlineText(part))
          }
        }
        lines.append("end")
      } else {
        for image in element.elements where image.name == "img" {
          lines.append("figure \(image.attributes["alt"] ?? "")")
        }
        for missing in element.elements where missing.name == "p" { append(missing) }
        for caption in element.elements where caption.name == "figcaption" {
          lines.append("caption " + inlineText(caption))
        }
      }
    case "aside":
      if element.attributes["role"] == "doc-footnote" {
        lines.append("note")
        append(inside: element)
      } else {
        lines.append("callout \(element.classes.first { $0 != "callout" } ?? "")")
        append(inside: element)
        lines.append("end")
      }
    case "dl":
      lines.append("pairs")
      for pair in element.elements {
        for part in pair.elements {
          lines.append((part.name == "dt" ? "key " : "value ") + inlineText(part))
        }
      }
      lines.append("end")
    case "hr": lines.append("rule")
    case "nav", "header": break
    case "section":
      switch element.attributes["role"] {
      case "doc-index": break
      case _ where element.classes.contains("footnotes"), "doc-endnotes":
        for part in element.elements {
          switch part.name {
          case "ol":
            for note in part.elements {
              lines.append("note")
              append(inside: note)
            }
          case "aside": append(part)
          default: break
          }
        }
      default: append(inside: element)
      }
    default: append(inside: element)
    }
  }

  private func inline(_ child: Markup.Child) -> String {
    guard case .element(let element) = child else {
      if case .text(let text) = child { return text }
      return ""
    }
    switch element.name {
    case "br": return "⟨br⟩"
    case "img": return "⟨img \(element.attributes["alt"] ?? "")⟩"
    case "sup" where element.classes.contains("footnote-ref"): return "⟨note⟩"
    case "em", "strong", "code", "sup", "sub":
      return "⟨\(element.name)⟩\(inlineText(element))⟨/\(element.name)⟩"
    case "s", "del": return "⟨s⟩\(inlineText(element))⟨/s⟩"
    case "a":
      switch element.attributes["role"] {
      case _ where element.classes.contains("footnote-backref"): return ""
      case "doc-noteref": return "⟨note⟩"
      case "doc-backlink": return ""
      default:
        if element.attributes["href"] == nil { return inlineText(element) }
        return "⟨a⟩\(inlineText(element))⟨/a⟩"
      }
    case "input": return ""
    case "span":
      if element.classes.contains("task") { return "" }
      if element.classes.contains("small-caps") {
        return "⟨small-caps⟩\(inlineText(element))⟨/small-caps⟩"
      }
      return inlineText(element)
    default: return inlineText(element)
    }
  }
}
