// SPDX-License-Identifier: MIT
// Part of Platen: the blocks of a document as lines of Markdown.

internal import Diagnostics
internal import Documents

/// Walks a document once and gives its lines.
final class MarkdownBody {
  private let document: Document
  private let options: MarkdownWriter.Options
  private let anchors: Bookmarks
  /// Ids something in the document points at: only these get anchors.
  private var targets: Set<String> = []
  private let resources: Set<String>
  private let out: LineOutput
  private var log = DiagnosticLog()
  private var notes: [(number: Int, blocks: [Block])] = []
  private var noteCount = 0
  private var depth = 0
  private var isInTable = false
  private var isReprint = false
  private var counts: [(code: Diagnostic.Code, message: String, count: Int)] = []

  static let depthLimit = 64

  init(
    _ document: Document, _ options: MarkdownWriter.Options,
    sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.document = document
    self.options = options
    anchors = Bookmarks(document, keeping: "-_", limit: 120)
    resources = Set(document.resources.map(\.name))
    out = LineOutput(sink: sink)
    var contents = false
    var indexes: Set<String> = []
    document.walk(
      block: { block in
        if case .contents = block { contents = true }
        if case .index(let index) = block { indexes.insert(index.name) }
        return .descend
      },
      inline: { inline in
        if case .reference(let reference) = inline { targets.insert(reference.target) }
        return .descend
      })
    for name in indexes {
      for place in document.indexEntries(named: name).flatMap(\.places) { targets.insert(place.id) }
    }
    if contents { for heading in document.headings() { targets.insert(heading.attributes.id) } }
    targets.remove("")
  }

  func write() throws -> [Diagnostic] {
    if options.hasFrontMatter { writeFrontMatter() }
    write(document.blocks)
    for note in notes {
      out.separate()
      out.push("[^\(note.number)]: ", "    ")
      write(note.blocks, isTight: true)
      if out.hasUnusedPrefix { out.line("") }
      out.pop()
    }
    try out.finish(withNewline: true)
    if out.replaced > 0 {
      log.record(
        .warning(
          "markdown.forbidden-characters",
          "\(out.replaced) control characters were replaced by U+FFFD",
          hints: ["look at where the text came from"]))
    }
    for (code, message, count) in counts {
      log.record(.note(code, "\(message) (\(count) places)"))
    }
    return log.diagnostics
  }

  /// Counts what Markdown has no words for, to be said once.
  private func lose(_ code: Diagnostic.Code, _ message: String) {
    if let at = counts.firstIndex(where: { $0.code == code }) {
      counts[at].count += 1
    } else {
      counts.append((code, message, 1))
    }
  }

  private func writeFrontMatter() {
    let metadata = document.metadata
    let fields: [(String, [String])] = [
      ("title", [metadata.title]), ("subtitle", [metadata.subtitle]), ("author", metadata.authors),
      ("date", [metadata.date]), ("lang", [metadata.language]), ("subject", [metadata.subject]),
      ("keywords", metadata.keywords), ("description", [metadata.description]),
      ("publisher", [metadata.publisher]), ("rights", [metadata.licence]),
    ]
    let stated = fields.filter { !$0.1.allSatisfy(\.isEmpty) }
    guard !stated.isEmpty else { return }
    out.line("---")
    for (name, values) in stated {
      // Words in double quotes are YAML's strings with JSON's escapes.
      let quoted = values.map { value in
        "\""
          + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
          .replacing("\n", with: "\\n").replacing("\r", with: "\\r") + "\""
      }
      out.line(
        "\(name): "
          + (values.count == 1 ? quoted[0] : "[" + quoted.joined(separator: ", ") + "]"))
    }
    out.line("---")
    out.separate()
  }

  // MARK: Blocks

  private func write(_ blocks: [Block], isTight: Bool = false) {
    var previous: Block?
    for block in blocks {
      if !isTight || previous != nil && !block.isList { out.separate() }
      // Two lists that touch are one to Markdown.
      if case .list? = previous, block.isList { out.line("<!-- -->") }
      if case .list? = previous, block.isList { out.separate() }
      write(block)
      previous = block
    }
  }

  private func write(_ block: Block) {
    if depth >= MarkdownBody.depthLimit {
      lose("markdown.depth", "blocks lie too deep and are written as plain words")
      block.words { write(paragraph: [.text($0)]) }
      return
    }
    depth += 1
    defer { depth -= 1 }
    let attributes = block.attributes
    if attributes.value("direction") != nil || attributes.value("language") != nil {
      lose("markdown.language", "Markdown does not say languages and directions")
    }
    switch block {
    case .heading(let heading): write(heading)
    case .paragraph(let node):
      anchor(node.attributes.id)
      write(paragraph: node.inlines)
    case .list(let list): write(list)
    case .table(let table): write(table)
    case .quote(let quote):
      anchor(quote.attributes.id)
      out.push("> ", "> ")
      write(quote.blocks, isTight: true)
      if !quote.attribution.isEmpty {
        out.separate()
        write(paragraph: [.text("\u{2014} ")] + quote.attribution)
      }
      out.pop()
    case .code(let code): write(code)
    case .figure(let figure):
      anchor(figure.attributes.id)
      write(paragraph: [.image(figure.image)])
      if !figure.caption.isEmpty {
        out.separate()
        write(paragraph: figure.caption)
      }
    case .callout(let callout): write(callout)
    case .keyValues(let pairs):
      anchor(pairs.attributes.id)
      for pair in pairs.pairs {
        out.push("- ", "  ")
        write(paragraph: [.strong(pair.key), .text(" ")] + pair.value)
        out.pop()
      }
    case .division(let division):
      anchor(division.attributes.id)
      write(division.blocks, isTight: true)
    case .rule: out.line("---")
    case .pageBreak: lose("markdown.page-break", "Markdown has no pages to break")
    case .contents(let contents): write(contents)
    case .index(let index): write(index)
    }
  }

  private func anchor(_ id: String) {
    guard targets.contains(id), let name = anchors.name(of: id) else { return }
    out.line("<a id=\"\(name)\"></a>")
    out.separate()
  }

  private func write(paragraph inlines: [Inline]) {
    let words = text(of: inlines)
    guard !words.isEmpty else { return }
    out.paragraph(MarkdownEscape.lineStarts(words), width: nil)
  }

  private func write(_ heading: Heading) {
    anchor(heading.attributes.id)
    let marks = String(repeating: "#", count: min(max(heading.level, 1), 6))
    var words = text(of: heading.inlines).replacing("\\\n", with: " ")
    if words.hasSuffix("#") { words = words.dropLast() + "\\#" }
    out.line(words.isEmpty ? marks : marks + " " + words)
  }

  private func write(_ list: List) {
    anchor(list.attributes.id)
    if case .ordered(_, let style) = list.marker, style != .decimal {
      lose("markdown.numbering", "Markdown numbers lists in figures alone")
    }
    for (position, item) in list.items.enumerated() {
      if position > 0, !list.isTight { out.separate() }
      var marker = "- "
      if case .ordered(let start, _) = list.marker {
        let number = max(0, min(start, 999_999_999 - list.items.count)) + position
        marker = "\(number). "
      }
      let indent = String(repeating: " ", count: marker.utf8.count)
      if let isDone = item.isDone { marker += isDone ? "[x] " : "[ ] " }
      out.push(marker, indent)
      anchor(item.attributes.id)
      write(item.blocks, isTight: true)
      if out.hasUnusedPrefix { out.line("") }
      out.pop()
    }
  }

  private func write(_ code: CodeBlock) {
    anchor(code.attributes.id)
    // A fence longer than any in the code.
    var longest = 0
    var run = 0
    for byte in code.text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    let language = code.language.filter { $0.isLetter || $0.isNumber || "+-#._".contains($0) }
    out.line(fence + language)
    out.paragraph(code.text, width: nil)
    out.line(fence)
  }

  private func write(_ callout: Callout) {
    anchor(callout.attributes.id)
    out.push("> ", "> ")
    let alerts = ["note", "tip", "important", "warning", "caution"]
    if alerts.contains(callout.kind), depth == 1 {
      out.line("[!\(callout.kind.uppercased())]")
    }
    if !callout.title.isEmpty {
      write(paragraph: [.strong(callout.title)])
      out.separate()
    }
    write(callout.blocks, isTight: true)
    if out.hasUnusedPrefix { out.line("") }
    out.pop()
  }

  // MARK: Tables

  private func write(_ table: Table) {
    anchor(table.attributes.id)
    if !table.caption.isEmpty {
      write(paragraph: table.caption)
      out.separate()
    }
    let grid = TableGrid(table, limit: 1000)
    guard !grid.head.isEmpty || !grid.body.isEmpty else { return }
    isInTable = true
    // A table needs one row of heads; further ones stand as rows.
    if let first = grid.head.first {
      write(first)
    } else {
      out.line("|" + String(repeating: "   |", count: grid.columns))
    }
    let rules = (0..<grid.columns).map { column in
      switch column < table.columns.count ? table.columns[column].alignment : .start {
      case .start: " --- |"
      case .center: " :-: |"
      case .end: " --: |"
      }
    }
    out.line("|" + rules.joined())
    for row in grid.head.dropFirst() + grid.body { write(row) }
    isInTable = false
  }

  private func write(_ row: [TableGrid.Slot]) {
    var line = "|"
    for slot in row {
      switch slot {
      case .cell(let cell, let columns, let rows):
        if columns > 1 || rows > 1 {
          lose(
            "markdown.spans", "Markdown's cells cover one place; those that cover more are first")
        }
        line += " " + text(of: cell.blocks) + " |"
        line += String(repeating: " |", count: columns - 1)
      case .covered(let columns): line += String(repeating: " |", count: columns)
      case .missing: line += " |"
      }
    }
    out.line(line)
  }

  /// The blocks of a cell in one line.
  private func text(of blocks: [Block]) -> String {
    var parts: [String] = []
    func add(_ blocks: [Block], _ mark: String) {
      for block in blocks {
        switch block {
        case .paragraph(let node): parts.append(mark + text(of: node.inlines))
        case .heading(let node): parts.append(mark + "**" + text(of: node.inlines) + "**")
        case .list(let list):
          for (position, item) in list.items.enumerated() {
            switch list.marker {
            case .bullet: add(item.blocks, mark + "• ")
            case .ordered(let start, let style):
              add(item.blocks, mark + style.text(of: start, plus: position) + ". ")
            }
          }
        case .code(let code):
          for line in code.text.split(separator: "\n") { parts.append(self.code(String(line))) }
        case .figure(let figure): parts.append(text(of: [.image(figure.image)] + figure.caption))
        default: block.words { parts.append(mark + text(of: [Inline.text($0)])) }
        }
      }
    }
    if blocks.count > 1 || blocks.contains(where: \.isList) {
      lose("markdown.cells", "cells of several blocks stand in one line each")
    }
    add(blocks, "")
    return parts.joined(separator: "<br>").replacing("\\\n", with: "<br>")
  }

  // MARK: Contents and index

  private func write(_ contents: Contents) {
    if !contents.title.isEmpty {
      write(paragraph: [.strong(contents.title)])
      out.separate()
    }
    isReprint = true
    for heading in document.headings(depth: min(max(contents.depth, 1), 6)) {
      let indent = String(repeating: "  ", count: min(max(heading.level, 1), 6) - 1)
      let words = text(of: heading.inlines)
      out.line(indent + "- " + link(words, to: heading.attributes.id))
    }
    isReprint = false
  }

  private func write(_ index: Index) {
    if !index.title.isEmpty {
      write(paragraph: [.strong(index.title)])
      out.separate()
    }
    for entry in document.indexEntries(named: index.name) {
      let places = entry.places.filter { !$0.title.isEmpty }.map {
        link(MarkdownEscape.inline($0.title), to: $0.id)
      }
      out.line("- " + ([MarkdownEscape.inline(entry.term)] + places).joined(separator: ", "))
    }
  }

  private func link(_ words: String, to id: String) -> String {
    anchors.name(of: id).map { "[\(words)](#\($0))" } ?? words
  }

  // MARK: Inlines

  private func text(of inlines: [Inline]) -> String {
    var result = ""
    append(inlines, to: &result, depth: 0, isInLink: isReprint)
    return result
  }

  private func append(
    _ inlines: [Inline], to result: inout String, depth: Int, isInLink: Bool
  ) {
    if depth > MarkdownBody.depthLimit {
      result += escaped(inlines.plainText)
      return
    }
    func marked(_ before: String, _ after: String, _ inner: [Inline]) {
      var words = ""
      append(inner, to: &words, depth: depth + 1, isInLink: isInLink)
      // Marks take no blanks at their inner sides: those stand outside.
      let core = words.drop { $0 == " " }
      let trimmed = core.reversed().drop { $0 == " " }.reversed()
      guard !trimmed.isEmpty else {
        result += words
        return
      }
      result += String(repeating: " ", count: words.count - core.count)
      result += before + String(trimmed) + after
      result += String(repeating: " ", count: core.count - trimmed.count)
    }
    for node in inlines {
      switch node {
      case .text(let text): result += escaped(text)
      case .emphasis(let inner): marked("*", "*", inner)
      case .strong(let inner): marked("**", "**", inner)
      case .strikethrough(let inner): marked("~~", "~~", inner)
      case .superscript(let inner): marked("<sup>", "</sup>", inner)
      case .subscript(let inner): marked("<sub>", "</sub>", inner)
      case .smallCaps(let inner):
        lose("markdown.small-caps", "Markdown has no small capitals")
        append(inner, to: &result, depth: depth + 1, isInLink: isInLink)
      case .code(let text): result += code(text)
      case .lineBreak: result += isReprint ? " " : isInTable ? "<br>" : "\\\n"
      case .link(let link):
        var words = ""
        append(link.inlines, to: &words, depth: depth + 1, isInLink: true)
        if isInLink {
          result += words
        } else if let address = WebAddress.sound(link.url) {
          let safe = address.replacing("(", with: "%28").replacing(")", with: "%29")
          result += address == link.inlines.plainText ? "<\(address)>" : "[\(words)](\(safe))"
        } else {
          lose("markdown.link", "links have an address of another sort than http, https and mailto")
          result += words
        }
      case .reference(let reference):
        var words = ""
        append(reference.inlines, to: &words, depth: depth + 1, isInLink: true)
        if anchors.name(of: reference.target) == nil {
          lose("markdown.reference", "references point at ids that no node has")
        }
        result += isInLink ? words : link(words, to: reference.target)
      case .footnote(let blocks):
        if isReprint { continue }
        noteCount += 1
        notes.append((noteCount, blocks))
        result += "[^\(noteCount)]"
      case .image(let image):
        let words = escaped(image.alternative)
        if resources.contains(image.resource) {
          let path = options.imageFolder + image.resource
          let isPlain = path.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && !"<>()\\".utf8.contains($0)
          }
          result += "![\(words)](" + (isPlain ? path : "<\(MarkdownEscape.path(path))>") + ")"
        } else {
          lose("markdown.image", "the document does not carry pictures it names")
          result += words.isEmpty ? "" : "\\[\(words)\\]"
        }
      case .span(let span):
        if !span.language.isEmpty || span.direction != nil {
          lose("markdown.language", "Markdown does not say languages and directions")
        }
        if !isReprint, targets.contains(span.attributes.id),
          let name = anchors.name(of: span.attributes.id)
        {
          result += "<a id=\"\(name)\"></a>"
        }
        append(span.inlines, to: &result, depth: depth + 1, isInLink: isInLink)
      case .indexMark: break
      }
    }
  }

  private func escaped(_ text: String) -> String {
    let escaped = MarkdownEscape.inline(text)
    return isInTable ? escaped.replacing("|", with: "\\|") : escaped
  }

  private func code(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let needsBlank = text.hasPrefix("`") || text.hasSuffix("`")
    let inside = isInTable ? text.replacing("|", with: "\\|") : text
    let line = inside.replacing("\n", with: " ")
    return fence + (needsBlank ? " \(line) " : line) + fence
  }
}

/// Words as Markdown reads them back.
enum MarkdownEscape {
  /// Escapes what means something within a line.
  static func inline(_ text: String) -> String {
    guard text.utf8.contains(where: { isSpecial[Int($0)] }) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    let bytes = Array(text.utf8)
    for (at, byte) in bytes.enumerated() {
      let next = at + 1 < bytes.count ? bytes[at + 1] : 0x20
      let last = at > 0 ? bytes[at - 1] : 0x20
      let isEscaped =
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["),
          UInt8(ascii: "]"), UInt8(ascii: "<"):
          true
        // Within a word it means nothing.
        case UInt8(ascii: "_"): !(isWord(last) && isWord(next))
        case UInt8(ascii: "~"): next == byte || last == byte
        case UInt8(ascii: "&"): isWord(next) || next == UInt8(ascii: "#")
        default: false
        }
      if isEscaped { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Escapes what would make a block of a line: headings, lists, quotes, rules, tables' lines.
  static func lineStarts(_ text: String) -> String {
    var isFirst = true
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
      let rest = line.utf8.dropFirst(start)
      var words = String(Substring(rest))
      // Four blanks would be code.
      let blanks = start > 3 ? String(repeating: "&nbsp;", count: start) : ""
      if let first = rest.first {
        switch first {
        case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"),
          UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: ":"):
          words = "\\" + words
        case 0x30...0x39:
          let digits = rest.prefix { (0x30...0x39).contains($0) }.count
          let mark = rest.dropFirst(digits).first
          if digits < 10, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") {
            words =
              String(Substring(rest.prefix(digits))) + "\\"
              + String(Substring(rest.dropFirst(digits)))
          }
        default: break
        }
      }
      defer { isFirst = false }
      return (blanks.isEmpty ? (isFirst ? "" : String(line.prefix(start))) : blanks) + words
    }
    return lines.joined(separator: "\n")
  }

  /// A path for angle brackets.
  static func path(_ path: String) -> String {
    path.replacing("\\", with: "%5C").replacing("<", with: "%3C").replacing(">", with: "%3E")
      .replacing("\n", with: "%0A")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }

  private static let isSpecial: [Bool] = (0..<256).map { "\\`*_[]<~&".utf8.contains(UInt8($0)) }
}

extension Block {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// The words of every paragraph in this block, one after another.
  fileprivate func words(_ body: (String) -> Void) {
    [self].walk(
      block: { block in
        switch block {
        case .paragraph(let node): body(node.inlines.plainText)
        case .heading(let node): body(node.inlines.plainText)
        case .code(let node): body(node.text)
        case .figure(let node): body(([.image(node.image)] + node.caption).plainText)
        case .callout(let node): if !node.title.isEmpty { body(node.title.plainText) }
        case .table(let node): if !node.caption.isEmpty { body(node.caption.plainText) }
        case .keyValues(let node):
          for pair in node.pairs { body(pair.key.plainText + " " + pair.value.plainText) }
        default: break
        }
        return .descend
      }, inline: { _ in .skip })
  }
}
