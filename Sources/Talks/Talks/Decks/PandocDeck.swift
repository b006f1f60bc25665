// SPDX-License-Identifier: MIT
// Part of Platen: decks of pandoc and Quarto: slides by headings, divisions between colons.

internal import Documents
internal import Values

/// Reads slides by the rules of pandoc, which Quarto's are as well.
struct PandocDeck {
  /// Pixels of a slide of Quarto's.
  static let size = (width: 1050.0, height: 700.0)

  /// A division that is open.
  private enum Division {
    case element
    case notes
    /// A division for other formats.
    case omitted
    /// A box, whose title is a heading in it.
    case box
  }

  private var pages = DeckPages()
  private let isQuarto: Bool
  private let isIncremental: Bool
  /// The level of headings that begin slides.
  private var level = 0
  private var open: [Division] = []
  private var omitted = 0
  private var notes = 0
  private var isFresh = true
  /// Inside code that is omitted.
  private var isOmittingCode = false
  /// Inside the options on top of code that is run.
  private var isInOptions = false

  static func pages(of source: DeckSource, isQuarto: Bool) -> DeckPages {
    var deck = PandocDeck(source, isQuarto: isQuarto)
    deck.read(source)
    return deck.pages
  }

  private init(_ source: DeckSource, isQuarto: Bool) {
    self.isQuarto = isQuarto
    let matter = source.matter
    let formats = [matter] + (matter?["format"]?.entries.map(\.value) ?? [])
    func setting(_ key: String) -> PlacedValue? {
      formats.lazy.compactMap { $0?[key] }.first
    }
    isIncremental = setting("incremental")?.looseFlag ?? false
    let told = setting("slide-level").flatMap { $0.integer ?? Int($0.text ?? "") }
    level = told ?? (isQuarto ? 2 : PandocDeck.level(of: source.lines.lines))
  }

  /// The highest level of a heading with text directly under it.
  static func level(of lines: [DeckLine]) -> Int {
    var depth = 0
    var last: Int?
    var least = 7
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      guard line.kind == .text else {
        if let level = last { least = min(least, level) }
        last = nil
        continue
      }
      if line.isBlank { continue }
      if let fence = DivisionFence(line.text) {
        depth = max(0, depth + (fence.isEnd ? -1 : 1))
        if let level = last { least = min(least, level) }
        last = nil
        continue
      }
      if depth == 0, let heading = PandocDeck.heading(lines, at: index - 1) {
        last = heading.level
        index = heading.next
        continue
      }
      if let level = last { least = min(least, level) }
      last = nil
    }
    return least == 7 ? last ?? 1 : least
  }

  /// A heading with the index of the line after it.
  private static func heading(
    _ lines: [DeckLine], at index: Int
  ) -> (level: Int, words: Substring, next: Int)? {
    let line = lines[index]
    guard line.kind == .text else { return nil }
    if let heading = SlideLine.heading(line.text) {
      return (heading.level, heading.words, index + 1)
    }
    guard index + 1 < lines.count, lines[index + 1].kind == .text, !line.isBlank,
      let level = SlideLine.underline(lines[index + 1].text),
      SlideLine.mayBeHeading(line.text),
      !line.text.hasPrefix(":::"),
      index == 0 || lines[index - 1].isBlank || lines[index - 1].kind != .text
    else { return nil }
    return (level, line.trimmed, index + 2)
  }

  private mutating func read(_ source: DeckSource) {
    let lines = source.lines.lines
    pages.page.line = lines.first?.number ?? 1
    pages.page.isIncremental = isIncremental
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if open.isEmpty, let heading = PandocDeck.heading(lines, at: index), heading.level <= level {
        turn(at: line.number)
        begin(heading.words, heading.level, line.number)
        index = heading.next
        continue
      }
      if open.isEmpty, source.isSeparator(index) {
        turn(at: line.number)
        isFresh = false
      } else {
        read(line)
      }
      index += 1
    }
    closeAll(at: lines.last?.number ?? 1)
    pages.close()
  }

  private mutating func turn(at line: Int) {
    if isFresh, pages.page.body.isBlank, pages.page.notes.isBlank, pages.pages.isEmpty {
      pages.page = DeckPage(line: line)
    } else {
      pages.turn(at: line)
    }
    pages.page.isIncremental = isIncremental
    isFresh = true
  }

  private mutating func begin(_ words: Substring, _ level: Int, _ line: Int) {
    var words = words
    while words.last == "#" { words.removeLast() }
    words = SlideLine.trimmed(words)
    if words.last == "}", let start = words.lastIndex(of: "{") {
      let attributes = DeckAttributes(words[words.index(after: start)...].dropLast())
      words = SlideLine.trimmed(words[..<start])
      RevealDeck.apply(attributes, to: &pages.page, line, &pages.losses)
    }
    if level < self.level {
      pages.page.kind = .part
      pages.page.classes.removeAll { $0 == "center" }
    }
    isFresh = false
    let shown = inline(String(words), line)
    guard !shown.isEmpty else { return }
    pages.page.body.append("# " + shown, line)
    pages.page.body.append("", line)
  }

  // MARK: Lines

  private mutating func read(_ line: DeckLine) {
    switch line.kind {
    case .fence: read(fence: line)
    case .code: read(code: line)
    case .raw: addLine(line.text, line.number)
    case .text:
      if let fence = DivisionFence(line.text) {
        if fence.isEnd {
          close(at: line.number)
        } else {
          begin(fence.attributes, line.number)
        }
      } else if line.trimmed == ". . ." {
        if omitted == 0, notes == 0 { pages.pause(at: line.number) }
      } else if open.last == .box, let heading = SlideLine.heading(line.text) {
        // A box's title is a heading on top of it.
        open[open.count - 1] = .element
        let title = inline(String(heading.words), line.number)
        pages.page.body.append(
          block: "<p class=\"markdown-alert-title\">\(HTMLText.escaped(title))</p>", line.number)
      } else {
        if open.last == .box, !line.isBlank { open[open.count - 1] = .element }
        addLine(inline(line.text, line.number), line.number)
      }
    }
  }

  private mutating func addLine(_ text: String, _ number: Int) {
    guard omitted == 0 else { return }
    if notes > 0 {
      pages.page.notes.append(text, number)
    } else {
      pages.page.body.append(text, number)
      if !text.allSatisfy(\.isWhitespace) { isFresh = false }
    }
  }

  private mutating func addBlock(_ html: String, _ number: Int) {
    guard omitted == 0 else { return }
    if notes > 0 {
      pages.page.notes.append(block: html, number)
    } else {
      pages.page.body.append(block: html, number)
    }
  }

  // MARK: Divisions

  private mutating func begin(_ attributes: DeckAttributes, _ line: Int) {
    var kind = Division.element
    var classes: [String] = []
    var pairs = ""
    for name in attributes.classes {
      switch name {
      case "notes": kind = .notes
      case "incremental", "nonincremental", "columns", "column": classes.append(name)
      case "fragment":
        classes += RevealDeck.shownClasses(attributes.classes, line, &pages.losses)
      case "content-hidden", "hidden": kind = .omitted
      case "panel-tabset": pages.losses.record(.tabs, line: line)
      case "r-stack", "absolute", "r-hstack", "r-vstack": pages.losses.record(.places, line: line)
      case "aside", "footer", "content-visible", "cell", "callout", "quarto-layout-panel": break
      case let name where name.hasPrefix("callout-"):
        let box = String(name.dropFirst(8))
        guard BlockBuilder.alerts.contains(box) else { continue }
        classes += ["markdown-alert", "markdown-alert-\(box)"]
        kind = .box
      default:
        if !attributes.classes.contains("fragment") {
          pages.losses.record(.classes, name, line: line)
        }
      }
    }
    for (key, value) in attributes.pairs {
      switch key {
      case "width": pairs += " data-width=\"\(HTMLText.escaped(value))\""
      case "layout-ncol":
        if let count = Int(value), (2...6).contains(count) {
          classes.append("deck-columns")
          pairs += " data-count=\"\(count)\""
        }
      case "title" where kind == .box: break
      case "when-format", "unless-format": break
      case "fragment-index", "data-fragment-index": pages.losses.record(.stepOrder, line: line)
      default: pages.losses.record(.slideKeys, key, line: line)
      }
    }
    open.append(kind)
    switch kind {
    case .notes:
      notes += 1
      if notes == 1, !pages.page.notes.numbers.isEmpty { pages.page.notes.append("", line) }
    case .omitted:
      omitted += 1
      pages.losses.record(.rawFormats, attributes.classes.joined(separator: " "), line: line)
    case .element, .box:
      let own = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
      addBlock("<div\(own)\(pairs)>", line)
      if kind == .box, let title = attributes["title"] {
        addBlock("<p class=\"markdown-alert-title\">\(HTMLText.escaped(title))</p>", line)
      }
    }
  }

  private mutating func close(at line: Int) {
    guard let kind = open.popLast() else { return }
    switch kind {
    case .notes: notes -= 1
    case .omitted: omitted -= 1
    case .element, .box: addBlock("</div>", line)
    }
  }

  private mutating func closeAll(at line: Int) {
    while !open.isEmpty { close(at: line) }
  }

  // MARK: Code

  private mutating func read(fence line: DeckLine) {
    if isOmittingCode || isInCode {
      // The end of a block.
      let wasOmitted = isOmittingCode
      (isOmittingCode, isInCode, isInOptions) = (false, false, false)
      if !wasOmitted { addLine(line.text, line.number) }
      return
    }
    isInCode = true
    var code = DeckCode(line.text)
    guard code.language.isEmpty, code.options.hasPrefix("{"), code.options.hasSuffix("}") else {
      addLine(DeckCode.withoutOptions(line.text, line.number, &pages.losses), line.number)
      return
    }
    let inside = code.options.dropFirst().dropLast()
    if inside.hasPrefix("=") {
      let format = SlideLine.trimmed(inside.dropFirst())
      isOmittingCode = true
      if format == "html" {
        isRawHTML = true
      } else {
        pages.losses.record(.rawFormats, String(format), line: line.number)
      }
      return
    }
    let attributes = DeckAttributes(inside)
    code.options = ""
    if let name = attributes.classes.first {
      code.language = name
      for (key, value) in attributes.pairs {
        if key == "code-line-numbers", value.contains("|") {
          pages.losses.record(.lineSteps, line: line.number)
        } else {
          pages.losses.record(.codeOptions, key, line: line.number)
        }
      }
    } else {
      // A cell of code, which is run; diagrams are drawn.
      code.language = attributes.pairs.first?.key ?? ""
      isInOptions = true
      if code.language != "mermaid" { pages.losses.record(.runCode, line: line.number) }
    }
    waiting = (code.line, line.number)
    if !isInOptions { addWaiting() }
  }

  private var isInCode = false
  private var isRawHTML = false
  /// The first line of a cell, which is added when its options are known.
  private var waiting: (text: String, number: Int)?

  private mutating func addWaiting() {
    if let waiting { addLine(waiting.text, waiting.number) }
    waiting = nil
  }

  private mutating func read(code line: DeckLine) {
    if isRawHTML, isOmittingCode {
      addLine(line.text, line.number)
      return
    }
    if isOmittingCode { return }
    if isInOptions {
      let text = line.trimmed
      if ["#|", "%%|", "//|", "--|"].contains(where: text.hasPrefix) {
        let words = text.drop { $0 != "|" }.dropFirst()
        if let pair = SlideLine.pair(words), pair.key == "echo" || pair.key == "include",
          pair.value == "false"
        {
          isOmittingCode = true
          waiting = nil
        }
        return
      }
      isInOptions = false
      addWaiting()
    }
    addLine(line.text, line.number)
  }

  // MARK: Words

  /// A line without shortcodes, and with attributes in braces as HTML.
  private mutating func inline(_ text: String, _ number: Int) -> String {
    var text = text
    if text.contains("{{<") {
      var result = ""
      var rest = text[...]
      while let start = rest.firstRange(of: "{{<"),
        let end = rest[start.upperBound...].firstRange(of: ">}}")
      {
        result += rest[..<start.lowerBound]
        let name = SlideLine.trimmed(rest[start.upperBound..<end.lowerBound])
        pages.losses.record(
          .shortcodes, String(name.prefix { !$0.isWhitespace }), line: number)
        rest = rest[end.upperBound...]
      }
      text = result + rest
    }
    guard text.contains("{") else { return text }
    text = DeckImages.replacing(text) { image in
      guard !image.attributes.isEmpty else { return nil }
      let attributes = DeckAttributes(image.attributes)
      for name in attributes.classes {
        if name == "absolute" {
          pages.losses.record(.places, line: number)
        } else if name != "fragment", name != "r-stretch" {
          pages.losses.record(.imageOptions, name, line: number)
        }
      }
      let html = DeckImages.html(
        image.url, alternative: image.alternative,
        width: attributes["width"].flatMap {
          DeckLength.percent($0, of: PandocDeck.size.width)
        },
        height: attributes["height"].flatMap {
          DeckLength.percent($0, of: PandocDeck.size.height)
        })
      return attributes.has("fragment")
        ? html + DeckMark.element(classes: "fragment", isBlock: false) : html
    }
    return spans(text, number)
  }

  /// Bytes of attributes in braces.
  private static let longest = 400

  /// Words in brackets with attributes as elements; attributes of links and of code are omitted.
  private mutating func spans(_ text: String, _ number: Int) -> String {
    guard text.contains("]{") || text.contains("){") || text.contains("`{") || text.contains("$ {")
    else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var open: [Int] = []
    var closed: Int?
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      let before = result.last
      if byte == UInt8(ascii: "{"), let before,
        [UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "`")].contains(before),
        let end = bytes[at...].prefix(PandocDeck.longest).firstIndex(of: UInt8(ascii: "}")),
        at + 1 < end,
        [UInt8(ascii: "."), UInt8(ascii: "#")].contains(bytes[at + 1])
          || bytes[at..<end].contains(UInt8(ascii: "="))
      {
        let attributes = DeckAttributes(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
        if before == UInt8(ascii: "]"), let start = closed,
          result.count - start < PandocDeck.longest * 4
        {
          var mark = ""
          for name in attributes.classes {
            if name == "fragment" {
              if start == 0, end + 1 == bytes.count {
                mark = DeckMark.element(classes: "fragment", isBlock: false)
              } else {
                pages.losses.record(.innerSteps, line: number)
              }
            } else {
              pages.losses.record(.spans, name, line: number)
            }
          }
          for pair in attributes.pairs {
            pages.losses.record(.spans, pair.key, line: number)
          }
          result.removeLast()
          result.remove(at: start)
          result += mark.utf8
        }
        closed = nil
        at = end + 1
        continue
      }
      closed = nil
      if byte == UInt8(ascii: "[") {
        open.append(result.count)
      } else if byte == UInt8(ascii: "]") {
        closed = open.popLast()
      }
      result.append(byte)
      at += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// A line of three or more colons, which begins or ends a division.
private struct DivisionFence {
  var attributes: DeckAttributes
  var isEnd: Bool

  init?(_ line: String) {
    let text = SlideLine.trimmed(line[...])
    let colons = text.utf8.prefix { $0 == UInt8(ascii: ":") }.count
    guard colons >= 3, SlideLine.indent(of: line) < 4 else { return nil }
    var rest = SlideLine.trimmed(Substring(text.utf8.dropFirst(colons)))
    while rest.last == ":" { rest.removeLast() }
    rest = SlideLine.trimmed(rest)
    isEnd = rest.isEmpty
    if rest.first == "{", rest.last == "}" {
      attributes = DeckAttributes(rest.dropFirst().dropLast())
    } else {
      // One word is a class; braces may follow it.
      let word = rest.prefix { !$0.isWhitespace && $0 != "{" }
      let more = SlideLine.trimmed(rest.dropFirst(word.count))
      guard more.isEmpty || more.first == "{" && more.last == "}" else { return nil }
      attributes = DeckAttributes(more.dropFirst().dropLast())
      if !word.isEmpty { attributes.classes.insert(String(word), at: 0) }
    }
  }
}
