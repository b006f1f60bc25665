// SPDX-License-Identifier: MIT
// Part of Platen: decks of presenterm: commands in comments, columns, pauses.

internal import Values

/// Reads slides by the rules of presenterm.
struct PresentermDeck {
  private var pages = DeckPages()
  private let separates: Bool
  private let endsAtTitles: Bool
  private let isIncremental: Bool
  /// The shares of the columns; nil where there are none.
  private var columns: [Double]?
  private var isInColumns = false
  private var isInColumn = false
  private var isFresh = true
  private var isFormula = false

  static func pages(of source: DeckSource) -> DeckPages {
    var deck = PresentermDeck(source.matter?["options"])
    deck.pages.page.line = source.lines.lines.first?.number ?? 1
    deck.pages.page.isIncremental = deck.isIncremental
    let lines = source.lines.lines
    for index in lines.indices {
      let isTitle =
        deck.endsAtTitles && index + 1 < lines.count && lines[index + 1].kind == .text
        && SlideLine.underline(lines[index + 1].text) == 1 && !lines[index].isBlank
      deck.read(lines[index], isSeparator: source.isSeparator(index), isTitle: isTitle)
    }
    deck.closeColumns(at: lines.last?.number ?? 1)
    deck.pages.close()
    return deck.pages
  }

  private init(_ options: PlacedValue?) {
    separates = options?["end_slide_shorthand"]?.looseFlag ?? false
    endsAtTitles = options?["implicit_slide_ends"]?.looseFlag ?? false
    isIncremental = options?["incremental_lists"]?.looseFlag ?? false
  }

  private mutating func turn(at line: Int) {
    closeColumns(at: line)
    pages.turn(at: line + 1)
    pages.page.isIncremental = isIncremental
    isFresh = true
  }

  private mutating func closeColumns(at line: Int) {
    closeColumn(at: line)
    if isInColumns { pages.page.body.append(block: "</div>", line) }
    (isInColumns, columns) = (false, nil)
  }

  private mutating func closeColumn(at line: Int) {
    if isInColumn { pages.page.body.append(block: "</div>", line) }
    isInColumn = false
  }

  private mutating func read(_ line: DeckLine, isSeparator: Bool, isTitle: Bool) {
    if isSeparator, separates, SlideLine.isDashes(line.text, 3...3) {
      turn(at: line.number)
      return
    }
    if isTitle, !isFresh { turn(at: line.number - 1) }
    for comment in line.comments { read(comment) }
    switch line.kind {
    case .text:
      if line.isComment {
        pages.page.body.append("", line.number)
        return
      }
      if !line.isBlank { isFresh = false }
      pages.page.body.append(
        DeckImages.replacing(line.text) { read($0, line.number) }, line.number)
    case .fence: fence(line)
    case .code, .raw: pages.append(line)
    }
  }

  private mutating func fence(_ line: DeckLine) {
    isFresh = false
    if isFormula {
      pages.page.body.append("$$", line.number)
      isFormula = false
      return
    }
    var code = DeckCode(line.text)
    let words = code.options.split(separator: " ")
    if code.language == "latex" || code.language == "typst" || code.language == "mermaid"
      || code.language == "d2", words.contains("+render")
    {
      if code.language == "latex" {
        pages.page.body.append("$$", line.number)
        isFormula = true
        return
      }
      if code.language != "mermaid" { pages.losses.record(.runCode, line: line.number) }
    } else if words.contains(where: { $0.hasPrefix("+exec") || $0.hasPrefix("+image") }) {
      pages.losses.record(.runCode, line: line.number)
    } else if !code.options.isEmpty {
      _ = DeckCode.withoutOptions(line.text, line.number, &pages.losses)
    }
    code.options = ""
    pages.page.body.append(code.line, line.number)
  }

  private mutating func read(_ image: DeckImages.Image, _ line: Int) -> String? {
    let parts = image.alternative.split(separator: ":", maxSplits: 2)
    guard parts.first == "image" || parts.first == "img", parts.count == 3,
      ["width", "w"].contains(parts[1])
    else { return nil }
    return DeckImages.html(image.url, alternative: "", width: DeckLength.percent(parts[2], of: 960))
  }

  private mutating func read(_ comment: DeckComment) {
    let words = SlideLine.trimmed(comment.body[...])
    let line = comment.line
    let colon = words.firstIndex(of: ":")
    let name = String(SlideLine.trimmed(colon.map { words[..<$0] } ?? words))
    let value = String(SlideLine.trimmed(colon.map { words[words.index(after: $0)...] } ?? ""))
    switch name {
    case "end_slide": turn(at: line)
    case "pause": pages.pause(at: line)
    case "speaker_note": read(note: value, line)
    case "incremental_lists":
      pages.page.body.append(block: DeckMark.incremental(value == "true"), line)
    case "column_layout":
      closeColumns(at: line)
      columns = value.filter { $0 != "[" && $0 != "]" }.split(separator: ",").map {
        Double(SlideLine.trimmed($0)) ?? 1
      }
    case "column":
      guard let columns else { return }
      if !isInColumns {
        pages.page.body.append(block: "<div class=\"columns\">", line)
        isInColumns = true
      }
      closeColumn(at: line)
      let index = Int(value) ?? 0
      let share = columns.indices.contains(index) ? columns[index] : 1
      pages.page.body.append(block: "<div class=\"column\" data-share=\"\(share)\">", line)
      isInColumn = true
    case "reset_layout": closeColumns(at: line)
    case "jump_to_middle":
      pages.page.classes.append("center")
      pages.page.mayOpenPart = true
      pages.page.isGuess = true
    case "skip_slide": pages.page.isHidden = true
    case "include": pages.losses.record(.files, value, line: line)
    case "new_line", "newline", "new_lines", "newlines", "font_size", "alignment",
      "list_item_newlines":
      pages.losses.record(.sizes, name, line: line)
    case "no_footer": pages.losses.record(.slideKeys, name, line: line)
    default:
      // Comments of several lines, and those that say so, are for whoever writes.
      if !words.contains(where: \.isNewline), !words.hasPrefix("//"), name != "comment" {
        pages.losses.record(.comments, name, line: line)
      }
    }
  }

  private mutating func read(note value: String, _ line: Int) {
    guard value.hasPrefix("|") || value.hasPrefix(">") else {
      pages.note(value, at: line)
      return
    }
    let rows = SlideLine.lines(of: value).dropFirst()
    let indent = rows.filter { !$0.allSatisfy(\.isWhitespace) }.map { SlideLine.indent(of: $0) }
      .min()
    pages.note(
      rows.map { $0.dropFirst(min(indent ?? 0, $0.count)) }.joined(separator: "\n"), at: line + 1)
  }
}
