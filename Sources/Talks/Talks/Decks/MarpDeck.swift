// SPDX-License-Identifier: MIT
// Part of Platen: decks of Marp: directives in comments, backgrounds as images, notes as comments.

internal import Diagnostics
internal import Figures
internal import Values

/// Reads slides by the rules of Marp.
struct MarpDeck {
  /// Directives for one slide and those after it; with `_` before the name, for that slide alone.
  static let local: Set<String> = [
    "paginate", "header", "footer", "class", "backgroundColor", "backgroundImage",
    "backgroundPosition", "backgroundRepeat", "backgroundSize", "color",
  ]
  /// Directives for the deck.
  static let global: Set<String> = [
    "theme", "style", "headingDivider", "lang", "size", "math", "marp", "title", "author",
    "description", "keywords", "url", "image", "transition",
  ]
  /// Pixels of a slide.
  private static let size = (width: 1280.0, height: 720.0)

  private var pages = DeckPages()
  /// The directives that hold on.
  private var held: [String: PlacedValue] = [:]
  /// Those of this slide alone.
  private var own: [String: PlacedValue] = [:]
  private var dividers: Set<Int> = []
  private var isFresh = true

  static func pages(of source: DeckSource) -> DeckPages {
    var deck = MarpDeck()
    for member in source.matter?.entries ?? [] where local.contains(member.key) {
      deck.held[member.key] = member.value
    }
    if let value = source.matter?["headingDivider"] { deck.divide(at: value) }
    deck.pages.page.line = source.lines.lines.first?.number ?? 1
    let lines = source.lines.lines
    for index in lines.indices { deck.read(lines[index], source.isSeparator(index)) }
    deck.end(at: lines.last?.number ?? 1, isLast: true)
    return deck.pages
  }

  private mutating func divide(at value: PlacedValue) {
    if let level = value.integer ?? value.text.flatMap({ Int($0) }), (1...6).contains(level) {
      dividers = Set(1...level)
    } else {
      dividers = Set((value.elements ?? []).compactMap { $0.integer ?? Int($0.text ?? "") })
    }
  }

  private mutating func read(_ line: DeckLine, _ isSeparator: Bool) {
    if isSeparator {
      end(at: line.number)
      return
    }
    for comment in line.comments { read(comment) }
    guard line.kind == .text else {
      pages.append(line)
      isFresh = false
      return
    }
    if let heading = SlideLine.heading(line.text) {
      if dividers.contains(heading.level), !isFresh { end(at: line.number - 1) }
    }
    if !line.isBlank { isFresh = false }
    var text = DeckImages.replacing(line.text) { image in read(image, line.number) }
    if text != line.text, SlideLine.trimmed(text[...]).isEmpty { text = "" }
    // Lists with asterisks, and those with parentheses, come up item by item.
    let rest = text.drop { $0 == " " }
    let isStep =
      SlideLine.listMarker(text) != nil
      && (rest.first == "*" || rest.drop { $0.isNumber }.first == ")")
    if isStep, !text.contains("```") {
      text += " " + DeckMark.element(classes: "fragment", isBlock: false)
    }
    pages.page.body.append(text, line.number)
  }

  private mutating func read(_ comment: DeckComment) {
    let words = SlideLine.trimmed(comment.body[...])
    if words == "fit" {
      pages.losses.record(.headings, line: comment.line)
      return
    }
    if let key = SlideLine.pair(words.prefix { !$0.isNewline })?.key, isDirective(key),
      let table = try? TalkYAML.mapping(
        SlideLine.lines(of: comment.body), firstLine: comment.line),
      table.entries.allSatisfy({ isDirective($0.key) })
    {
      for member in table.entries {
        let value = member.value
        if member.key.hasPrefix("_") {
          own[String(member.key.dropFirst())] = value
        } else if MarpDeck.local.contains(member.key) {
          held[member.key] = value
        } else if member.key == "headingDivider" {
          divide(at: value)
        } else if !["marp", "lang", "title", "author"].contains(member.key) {
          pages.losses.record(.slideKeys, member.key, line: member.place.line ?? comment.line)
        }
      }
      return
    }
    // Linters and formatters have comments of their own.
    guard !["prettier-", "markdownlint-", "textlint-", "dprint-"].contains(where: words.hasPrefix)
    else { return }
    pages.note(comment.body, at: comment.line)
  }

  private func isDirective(_ key: String) -> Bool {
    MarpDeck.local.contains(key) || MarpDeck.global.contains(key)
      || key.hasPrefix("_") && MarpDeck.local.contains(String(key.dropFirst()))
  }

  /// An image with its options; nil for one without.
  private mutating func read(_ image: DeckImages.Image, _ line: Int) -> String? {
    var words: [Substring] = []
    var isBackground = false
    var isContained = false
    var side: (isFirst: Bool, share: Double)?
    var (width, height): (Double?, Double?)
    for word in image.alternative.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      switch (parts[0], parts.count) {
      case ("bg", 1): isBackground = true
      case ("left", 1), ("right", 1), ("left", 2), ("right", 2):
        guard isBackground else {
          words.append(word)
          continue
        }
        let share = parts.count == 2 ? DeckLength.percent(parts[1], of: MarpDeck.size.width) : nil
        side = (parts[0] == "left", share ?? 50)
      case ("contain", 1), ("fit", 1): isContained = true
      case ("cover", 1), ("auto", 1): isContained = false
      case ("w", 2), ("width", 2):
        width = DeckLength.percent(parts[1], of: MarpDeck.size.width)
      case ("h", 2), ("height", 2):
        height = DeckLength.percent(parts[1], of: MarpDeck.size.height)
      case ("vertical", 1): pages.losses.record(.imageOptions, "vertical", line: line)
      default:
        let name = String(parts[0])
        if [
          "blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert",
          "opacity", "saturate", "sepia",
        ].contains(name) {
          pages.losses.record(.imageOptions, name, line: line)
        } else if !(isBackground && word.hasSuffix("%")) {
          words.append(word)
        }
      }
    }
    let alternative = words.joined(separator: " ")
    if isBackground {
      if let side {
        if pages.page.side != nil { pages.losses.record(.severalImages, line: line) }
        pages.page.side = DeckSide(
          image: image.url, isFirst: side.isFirst, share: min(max(side.share, 15), 75))
      } else {
        if !pages.page.ground.image.isEmpty { pages.losses.record(.severalImages, line: line) }
        if pages.page.ground.image.isEmpty {
          pages.page.ground.image = image.url
          pages.page.ground.isContained = isContained
        }
      }
      return ""
    }
    guard alternative != image.alternative || width != nil || height != nil else { return nil }
    return DeckImages.html(image.url, alternative: alternative, width: width, height: height)
  }

  private mutating func end(at line: Int, isLast: Bool = false) {
    let values = held.merging(own) { $1 }
    var isInverse = false
    if let value = values["class"] {
      let classes = value.elements?.compactMap(\.text) ?? [value.text ?? ""]
      for name in classes.flatMap({ $0.split(separator: " ").map(String.init) }) {
        switch name {
        case "lead":
          pages.page.classes.append("center")
          pages.page.mayOpenPart = true
          pages.page.isGuess = true
        case "invert": isInverse = true
        default: pages.losses.record(.classes, name, line: value.place.line ?? line)
        }
      }
    }
    if let text = values["backgroundColor"]?.text {
      if text.contains("gradient(") {
        pages.page.ground.take(text)
      } else {
        pages.page.ground.color = text
      }
    }
    if let text = values["color"]?.text { pages.page.ground.ink = text }
    if isInverse { pages.page.ground.invert() }
    if pages.page.ground.image.isEmpty, let text = values["backgroundImage"]?.text {
      pages.page.ground.take(text)
    }
    if let text = values["backgroundSize"]?.text, text == "contain" || text == "fit" {
      pages.page.ground.isContained = true
    }
    for key in ["header", "backgroundPosition", "backgroundRepeat"] {
      if let value = values[key] {
        pages.losses.record(.slideKeys, key, line: value.place.line ?? line)
      }
    }
    if let value = own["footer"] {
      pages.losses.record(.slideKeys, "footer", line: value.place.line ?? line)
    }
    own = [:]
    isFresh = true
    if isLast { pages.close() } else { pages.turn(at: line + 1) }
  }
}

extension DeckGround {
  /// Light letters on a dark ground.
  mutating func invert() {
    isInverse = color.isEmpty && ink.isEmpty
    if color.isEmpty { color = "#20262e" }
    if ink.isEmpty { ink = "#f5f7fa" }
  }

  /// Takes the image of a value of CSS, `url("x.png")`, or else its gradient.
  mutating func take(_ value: String) {
    guard let start = value.firstRange(of: "url(") else {
      if value.contains("gradient(") { gradient = String(SlideLine.trimmed(value[...])) }
      return
    }
    let inside = value[start.upperBound...].prefix { $0 != ")" }
    image = SlideLine.unquoted(String(SlideLine.trimmed(inside)))
  }

  /// Takes a value that is a color, a gradient, or an image with or without `url()`.
  mutating func take(any value: String) {
    if value.contains("url(") || value.contains("gradient(") {
      take(value)
    } else if DiagramStyle.color(value) == nil, value.contains(".") || value.contains("/") {
      image = value
    } else {
      color = value
    }
  }
}
