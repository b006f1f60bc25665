// SPDX-License-Identifier: MIT
// Part of Platen: decks of remark: properties on top of slides, classes around brackets, templates.

/// Reads slides by the rules of remark.
struct RemarkDeck {
  private static let properties: Set<String> = [
    "name", "class", "layout", "template", "count", "exclude", "background-image",
    "background-color", "background-size", "background-position", "background-repeat",
  ]
  /// Lines that all templates together put into slides, for each line of the file.
  private static let mostLines = 4

  private var pages = DeckPages()
  private var values: [String: (text: String, line: Int)] = [:]
  private var isOnTop = true
  private var isInNotes = false
  /// The text of the slide that the next ones begin with.
  private var layout: DeckPassage?
  private var named: [String: DeckPassage] = [:]
  /// Open brackets, and whether each is a block.
  private var open = 0
  private var room: Int

  /// The property that a line on top of a slide is.
  static func property(_ line: String) -> (key: String, value: String)? {
    guard let pair = SlideLine.pair(line), properties.contains(pair.key) else { return nil }
    return pair
  }

  static func pages(of source: DeckSource) -> DeckPages {
    let lines = source.lines.lines
    var deck = RemarkDeck(room: lines.count * mostLines)
    deck.pages.page.line = lines.first?.number ?? 1
    for line in lines { deck.read(line) }
    deck.end(at: lines.last?.number ?? 1, isLast: true)
    return deck.pages
  }

  private init(room: Int) { self.room = room }

  private mutating func read(_ line: DeckLine) {
    guard line.kind == .text else {
      isOnTop = false
      addLine(line.text, line.number)
      return
    }
    if SlideLine.isDashes(line.text, 3...3) {
      end(at: line.number, isLast: false)
      return
    }
    if SlideLine.isDashes(line.text, 2...2) {
      pages.pause(at: line.number)
      isOnTop = false
      return
    }
    if line.text.hasPrefix("???") {
      isInNotes = true
      return
    }
    if isOnTop {
      if line.isBlank, line.comments.isEmpty { return }
      if let property = RemarkDeck.property(line.text) {
        values[property.key] = (property.value, line.number)
        return
      }
      isOnTop = false
    }
    if isInNotes {
      pages.page.notes.append(line.text, line.number)
      return
    }
    addPiece(markup(line))
  }

  private mutating func addLine(_ text: String, _ number: Int) {
    if isInNotes {
      pages.page.notes.append(text, number)
    } else {
      pages.page.body.append(text, number)
    }
  }

  private mutating func addPiece(_ piece: (text: String, isBlock: Bool, number: Int)) {
    if piece.isBlock {
      pages.page.body.append(block: piece.text, piece.number)
    } else {
      pages.page.body.append(piece.text, piece.number)
    }
  }

  // MARK: Classes

  /// The line with classes around brackets as elements.
  private mutating func markup(_ line: DeckLine) -> (text: String, isBlock: Bool, number: Int) {
    var text = DeckImages.replacing(line.text) { image in
      guard image.alternative.hasPrefix(":scale ") else {
        if image.alternative.hasPrefix(":") {
          pages.losses.record(.imageOptions, image.alternative, line: line.number)
        }
        return nil
      }
      return DeckImages.html(
        image.url, alternative: "",
        width: DeckLength.percent(image.alternative.dropFirst(7), of: 908))
    }
    let trimmed = SlideLine.trimmed(text[...])
    if open > 0, trimmed.hasPrefix("]") {
      open -= 1
      let rest = trimmed.dropFirst()
      if let next = RemarkDeck.opening(rest), next.rest.isEmpty {
        // `].right-column[` ends one and begins the next.
        open += 1
        return ("</div>\n\n" + RemarkDeck.element(next.classes), true, line.number)
      }
      return ("</div>" + (rest.isEmpty ? "" : "\n\n" + rest), true, line.number)
    }
    if let start = RemarkDeck.opening(trimmed) {
      if start.rest.isEmpty {
        open += 1
        return (RemarkDeck.element(start.classes), true, line.number)
      }
      if let end = RemarkDeck.close(start.rest), start.rest[end...].dropFirst().isEmpty {
        return (
          RemarkDeck.element(start.classes) + "\n\n" + start.rest[..<end] + "\n\n</div>", true,
          line.number
        )
      }
      if RemarkDeck.close(start.rest) == nil {
        open += 1
        return (RemarkDeck.element(start.classes) + "\n\n" + start.rest, true, line.number)
      }
    }
    if text.contains("[") { text = spans(text, line.number) }
    return (text, false, line.number)
  }

  /// Classes before a bracket at the beginning, and the text after it.
  private static func opening(_ text: Substring) -> (classes: [String], rest: Substring)? {
    guard text.first == "." else { return nil }
    let names = text.prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == ".")
    }
    let rest = text.dropFirst(names.count)
    guard names.count > 1, names.last != ".", rest.first == "[" else { return nil }
    return (names.split(separator: ".").map(String.init), rest.dropFirst())
  }

  /// The bracket that ends what another one began.
  private static func close(_ text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices {
      if text[index] == "[" { depth += 1 }
      if text[index] == "]" {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return nil
  }

  private static func element(_ classes: [String]) -> String {
    "<div class=\"\(classes.joined(separator: " "))\">"
  }

  /// Classes within a line as elements. Brackets that are not ended stay.
  private mutating func spans(_ text: String, _ number: Int) -> String {
    var pieces: [(text: String, classes: [String])] = [("", [])]
    var depths: [Int] = []
    var depth = 0
    var rest = text[...]
    while let first = rest.first {
      if first == ".", let start = RemarkDeck.opening(rest), pieces.count < 20 {
        depth += 1
        depths.append(depth)
        pieces.append(("", start.classes))
        rest = start.rest
        continue
      }
      if first == "`" {
        let signs = rest.prefix { $0 == "`" }
        let end = signs.count == 1 ? rest.dropFirst().firstIndex(of: "`") : nil
        let code = end.map { rest[...$0] } ?? signs
        pieces[pieces.count - 1].text += code
        rest = rest[code.endIndex...]
        // A sign without another one is looked for once.
        if end == nil, signs.count == 1 {
          pieces[pieces.count - 1].text += rest
          break
        }
        continue
      }
      rest = rest.dropFirst()
      if first == "[" { depth += 1 }
      if first == "]" {
        if depths.last == depth, let piece = pieces.popLast() {
          depths.removeLast()
          depth -= 1
          for name in piece.classes { pages.losses.record(.spans, name, line: number) }
          pieces[pieces.count - 1].text += piece.text
          continue
        }
        depth -= 1
      }
      pieces[pieces.count - 1].text.append(first)
    }
    var result = pieces[0].text
    for piece in pieces.dropFirst() {
      result += "." + piece.classes.joined(separator: ".") + "[" + piece.text
    }
    return result
  }

  // MARK: Slides

  private mutating func end(at line: Int, isLast: Bool) {
    while open > 0 {
      pages.page.body.append(block: "</div>", line)
      open -= 1
    }
    let isLayout = values["layout"]?.text == "true"
    if values["layout"]?.text == "false" { layout = nil }
    if let name = values["template"] {
      if let template = named[name.text] {
        begin(with: template)
      } else {
        pages.losses.record(.templates, name.text, line: name.line)
      }
    } else if let layout, !isLayout {
      begin(with: layout)
    }
    if let name = values["name"]?.text { named[name] = pages.page.body }
    let classes = (values["class"]?.text ?? "").split { $0 == "," || $0.isWhitespace }
    for name in classes.map(String.init) {
      switch name {
      case "center", "middle":
        pages.page.classes.append("center")
        pages.page.mayOpenPart = true
        pages.page.isGuess = true
      case "inverse": pages.page.ground.invert()
      case "continued":
        if var before = pages.pages.popLast() {
          // The slide goes on with what the one before has.
          before.body.append(block: DeckMark.pause, line)
          before.body.append(pages.page.body)
          before.notes.append(pages.page.notes)
          pages.page = before
        }
      default: pages.losses.record(.classes, name, line: values["class"]?.line ?? line)
      }
    }
    if let value = values["background-image"] { pages.page.ground.take(value.text) }
    if let value = values["background-color"] { pages.page.ground.color = value.text }
    if values["background-size"]?.text == "contain" { pages.page.ground.isContained = true }
    for key in ["background-position", "background-repeat"] {
      if let value = values[key] { pages.losses.record(.slideKeys, key, line: value.line) }
    }
    if values["exclude"]?.text == "true" { pages.page.isHidden = true }
    values = [:]
    (isOnTop, isInNotes) = (true, false)
    if isLayout {
      layout = pages.page.body
      pages.page = DeckPage(line: line + 1)
    } else if isLast {
      pages.close()
    } else {
      pages.turn(at: line + 1)
    }
  }

  /// Puts a template's text before the slide's, or around it where the template has a place for it.
  private mutating func begin(with template: DeckPassage) {
    guard template.numbers.count <= room else {
      pages.losses.record(.templates, line: pages.page.line)
      return
    }
    room -= template.numbers.count
    var body = DeckPassage()
    var isPlaced = false
    for (row, number) in zip(SlideLine.lines(of: template.text), template.numbers) {
      if !isPlaced, row.contains("{{content}}") {
        isPlaced = true
        let parts = SlideLine.split(row, at: "{{content}}")
        if !parts.before.isEmpty { body.append(parts.before, number) }
        body.append(pages.page.body)
        if !parts.after.isEmpty { body.append(parts.after, number) }
      } else {
        body.append(row, number)
      }
    }
    if !isPlaced { body.append(pages.page.body) }
    pages.page.body = body
  }
}
