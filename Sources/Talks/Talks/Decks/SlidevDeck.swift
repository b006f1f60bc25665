// SPDX-License-Identifier: MIT
// Part of Platen: decks of Slidev: YAML before slides, layouts with slots, clicks as elements.

internal import Diagnostics
internal import Documents
internal import Values

/// Reads slides by the rules of Slidev.
struct SlidevDeck {
  /// Pixels of a slide.
  static let size = (width: 980.0, height: 552.0)

  private var pages = DeckPages()
  private var settings: PlacedValue?
  /// The settings that all slides have unless they have others.
  private let defaults: PlacedValue?
  /// The text of the slots that lines of `::name::` begin, in their order.
  private var slots: [(name: String, text: DeckPassage)] = []
  private var comment: DeckComment?

  /// Keys of the front matter on top that are of the deck.
  static let deckKeys: Set<String> = [
    "theme", "title", "author", "info", "drawings", "transition", "mdc", "fonts", "highlighter",
    "lineNumbers", "canvasWidth", "aspectRatio", "routerMode", "defaults", "addons", "keywords",
    "exportFilename", "download", "export", "colorSchema", "favicon", "selectable", "record",
    "presenter", "monaco", "remoteAssets", "themeConfig", "titleTemplate", "plantUmlServer",
    "htmlAttrs", "seoMeta", "overviewSnapshots", "css", "duration", "timer", "wakeLock", "date",
    "lang", "language", "subtitle", "authors", "twoslash", "browserExporter", "contextMenu",
    "comark", "hideInToc", "event",
  ]

  /// The layouts of Slidev's own that are not names of other programs' as well.
  static let layouts: Set<String> = [
    "center", "cover", "end", "fact", "full", "iframe", "iframe-left", "iframe-right", "image",
    "image-left", "image-right", "intro", "none", "quote", "section", "statement", "two-cols",
    "two-cols-header",
  ]

  static func pages(of source: DeckSource) -> DeckPages {
    var deck = SlidevDeck(defaults: source.matter?["defaults"])
    deck.settings = source.matter
    deck.pages.page.line = source.lines.lines.first?.number ?? 1
    deck.read(source.lines.lines)
    return deck.pages
  }

  private init(defaults: PlacedValue?) { self.defaults = defaults }

  private mutating func read(_ lines: [DeckLine]) {
    var index = 0
    var isFirst = true
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.kind == .text, line.comments.isEmpty, line.text.hasPrefix("---") {
        // Two lines that begin the first slide have nothing before them.
        if !(isFirst && isUnused) { end(at: line.number, isLast: false) }
        isFirst = false
        if !line.text.hasPrefix("----"), index < lines.count, !lines[index].isBlank,
          let (table, next) = matter(lines, from: index)
        {
          settings = table
          index = next
        }
        continue
      }
      read(line)
    }
    end(at: lines.last?.number ?? 1, isLast: true)
  }

  private var isUnused: Bool {
    pages.pages.isEmpty && settings == nil && pages.page.body.isBlank && slots.isEmpty
  }

  /// The settings of a slide between its separator and another line of `---`.
  private func matter(_ lines: [DeckLine], from start: Int) -> (PlacedValue, Int)? {
    var rows: [String] = []
    for index in start..<min(lines.count, start + 200) {
      if SlideLine.isDashes(lines[index].text, 3...3) {
        guard let first = lines[start...].first,
          SlideLine.pair(first.text) != nil || index == start,
          let table = try? TalkYAML.mapping(rows, firstLine: first.number)
        else { return nil }
        return (table, index + 1)
      }
      rows.append(lines[index].text)
    }
    return nil
  }

  private mutating func read(_ line: DeckLine) {
    for comment in line.comments { self.comment = comment }
    if line.isComment {
      addLine("", line.number)
      return
    }
    switch line.kind {
    case .fence:
      addLine(DeckCode.withoutOptions(line.text, line.number, &pages.losses), line.number)
    case .code, .raw: addLine(line.text, line.number)
    case .text:
      let text = line.trimmed
      if text.hasPrefix("::"), text.hasSuffix("::"), text.utf8.count > 4,
        text.dropFirst(2).dropLast(2).utf8.allSatisfy({
          (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
        })
      {
        slots.append((String(text.dropFirst(2).dropLast(2)), DeckPassage()))
        return
      }
      if text.hasPrefix("<<<") {
        pages.losses.record(
          .files, String(SlideLine.trimmed(text.dropFirst(3))), line: line.number)
        return
      }
      addLine(withoutComponents(line), line.number)
    }
  }

  private mutating func addLine(_ text: String, _ number: Int) {
    if slots.isEmpty {
      pages.page.body.append(text, number)
    } else {
      slots[slots.count - 1].text.append(text, number)
    }
  }

  /// The line without elements that a program of its own draws: `<Tweet id="1" />`.
  private mutating func withoutComponents(_ line: DeckLine) -> String {
    if line.text.contains("{{"), line.text.contains("}}") {
      let words = line.text[line.text.firstRange(of: "{{")!.lowerBound...]
      pages.losses.record(.expressions, String(words.prefix(30)), line: line.number)
    }
    guard line.text.contains("<"), line.text.contains("/>") else { return line.text }
    var result = ""
    var rest = line.text[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      rest = rest[open...]
      let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" }
      let isComponent = name.first?.isUppercase == true || name.contains("-")
      guard isComponent, let close = rest.prefix(2000).firstRange(of: "/>"),
        !rest[..<close.lowerBound].dropFirst().contains(where: { $0 == "<" || $0 == ">" })
      else {
        result += "<"
        rest = rest.dropFirst()
        continue
      }
      pages.losses.record(.components, "<\(name)>", line: line.number)
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private mutating func end(at line: Int, isLast: Bool) {
    apply(settings, line)
    if let comment {
      // Marks of clicks are for the program.
      pages.note(SlidevDeck.withoutClicks(comment.body), at: comment.line)
    }
    comment = nil
    settings = nil
    slots = []
    if isLast { pages.close() } else { pages.turn(at: line + 1) }
  }

  private static func withoutClicks(_ text: String) -> String {
    guard text.contains("[click") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "[click") {
      result += rest[..<start.lowerBound]
      let inside = rest[start.upperBound...]
      let number = inside.prefix { $0 == ":" || $0.isNumber }
      if inside.dropFirst(number.count).first == "]" {
        rest = inside.dropFirst(number.count + 1)
        if result.last == " " || result.isEmpty { rest = rest.drop { $0 == " " } }
      } else {
        result += "[click"
        rest = inside
      }
    }
    return result + rest
  }

  /// Applies the settings of a slide, and puts its slots together.
  private mutating func apply(_ settings: PlacedValue?, _ line: Int) {
    let isFirst = pages.pages.isEmpty
    func value(_ key: String) -> PlacedValue? { settings?[key] ?? defaults?[key] }
    let layout = value("layout")?.text ?? (isFirst ? "cover" : "default")
    let place = value("layout")?.place.line ?? line
    switch layout {
    case "default", "two-cols", "two-cols-header", "full", "none", "image", "image-left",
      "image-right":
      break
    case "cover", "center", "intro", "end", "statement", "fact", "quote":
      pages.page.classes.append("center")
    case "section":
      pages.page.kind = .part
    default: pages.losses.record(.layouts, layout, line: place)
    }
    if isFirst, layout == "cover" || layout == "intro" {
      pages.page.kind = .cover
      pages.page.classes = []
    }
    for key in ["image", "background"] {
      guard let text = value(key)?.text else { continue }
      switch layout {
      case "image-left",
        "image-right" where key == "image":
        pages.page.side = DeckSide(image: text, isFirst: layout == "image-left", share: 50)
      default:
        pages.page.ground.take(any: text)
      }
    }
    if value("backgroundSize")?.text == "contain" { pages.page.ground.isContained = true }
    if let text = settings?["title"]?.text, !isFirst { pages.page.title = text }
    if value("hide")?.looseFlag == true || value("disabled")?.looseFlag == true {
      pages.page.isHidden = true
    }
    for name in (value("class")?.text ?? "").split(whereSeparator: \.isWhitespace) {
      if name == "text-center" {
        if pages.page.kind == nil { pages.page.classes.append("center") }
      } else if name != "text-left" {
        pages.losses.record(.classes, String(name), line: value("class")?.place.line ?? line)
      }
    }
    let known: Set<String> = [
      "layout", "image", "background", "backgroundSize", "title", "hide", "disabled", "class",
      "level", "hideInToc", "routeAlias", "preload", "id",
    ]
    for member in settings?.entries ?? [] where !known.contains(member.key) {
      let at = member.place.line ?? line
      switch member.key {
      case "src": pages.losses.record(.files, member.value.text ?? "", line: at)
      case "transition" where !isFirst, "clickAnimation":
        pages.losses.record(.animations, member.key, line: at)
      case let key where isFirst && SlidevDeck.deckKeys.contains(key): break
      default: pages.losses.record(.slideKeys, member.key, line: at)
      }
    }
    assemble(layout, line)
  }

  private mutating func assemble(_ layout: String, _ line: Int) {
    guard !slots.isEmpty else { return }
    func text(_ names: String...) -> DeckPassage? {
      slots.first { names.contains($0.name) }?.text
    }
    var body = pages.page.body
    if let right = text("right") {
      var left = DeckPassage()
      var head = DeckPassage()
      if layout == "two-cols-header" {
        head = body
        left = text("left") ?? DeckPassage()
      } else {
        left = body
        if let more = text("left") { left.append(more) }
      }
      body = head
      body.append(block: "<div class=\"columns\">", line)
      for column in [left, right] {
        body.append(block: "<div class=\"column\">", line)
        body.append(column)
        body.append(block: "</div>", line)
      }
      body.append(block: "</div>", line)
    }
    for slot in slots
    where slot.name != "right" && (slot.name != "left" || text("right") == nil) {
      body.append("", line)
      body.append(slot.text)
    }
    pages.page.body = body
  }
}
