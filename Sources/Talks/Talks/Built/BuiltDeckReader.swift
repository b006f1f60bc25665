// SPDX-License-Identifier: MIT
// Part of Platen: decks that Toboggan has built, in TOML, JSON and YAML, of both schemas.

public import Diagnostics
internal import Documents
public import Readers
internal import Values

extension TalkReader {
  /// Reads a built deck; its extension, `.toml`, `.json` or `.yaml`, selects the format.
  ///
  /// Two schemas are read: that of today, and the one before, in which the title is a table and
  /// styles are lists.
  /// - Parameters:
  ///   - asset: as in a `TalkFolder`: the files beside the deck.
  ///   - draw: as in a `TalkFolder`.
  /// - Throws: `Failure` with everything that is wrong in any of the slides.
  public static func read(
    built file: NamedBytes, options: TalkOptions = TalkOptions(),
    asset: @escaping (String) -> [UInt8]? = { _ in nil },
    draw: @escaping ([UInt8]) -> RasterizedDrawing? = { _ in nil }
  ) throws -> Diagnosed<Talk> {
    let root: PlacedValue
    do {
      let name = file.name.lowercased()
      if name.hasSuffix(".json") {
        root = try PlacedValue(builtJSON: file.bytes)
      } else if String(validating: file.bytes, as: UTF8.self) == nil {
        throw Failure(.error(.talkText, "this is not UTF-8 text"))
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        root = try PlacedValue(builtYAML: file.bytes)
      } else {
        root = try PlacedValue(toml: file.bytes, code: .talkToml)
      }
    } catch let failure as Failure {
      throw failure.inFile(file.name)
    }
    let assets = SlideAssets(options: options, asset: asset, draw: draw)
    assets.file = file.name
    let deck = BuiltDeck(assets: assets, options: options, file: file.name)
      .deck(assets.withoutControls(root))
    let all = assets.diagnostics + assets.skippedDiagnostics
    guard !all.contains(where: { $0.severity == .error }) else { throw Failure(all) }
    return Diagnosed(Talk(deck: deck, violations: assets.violations), warnings: all)
  }
}

/// Makes a deck of a built one's values.
private struct BuiltDeck {
  let assets: SlideAssets
  let options: TalkOptions
  let file: String

  private static let keys = [
    "title", "date", "footer", "head", "lang", "default_terminal_cwd", "slides",
  ]
  private static let slideKeys = [
    "kind", "style", "title", "body", "notes", "terminals", "body_source", "hidden_in", "duration",
    "quake_terminal_cwd", "lint_disabled",
  ]

  /// Records keys that are not known, each once with the number of tables that have it.
  private func recordUnknown(_ tables: [PlacedValue], among known: [String], of whose: String) {
    var found: [(key: String, place: SourceLocation, count: Int)] = []
    for table in tables {
      for member in table.members ?? [] where !known.contains(member.key) {
        if let index = found.firstIndex(where: { $0.key == member.key }) {
          found[index].count += 1
        } else if found.count < 20 {
          found.append((member.key, member.place, 1))
        }
      }
    }
    for (key, place, count) in found {
      let name = printable(key, limit: 60)
      assets.record(
        .warning(
          .talkUnknownKey,
          "the key \"\(name)\" of \(whose) is not read"
            + (count > 1 ? " (\(count) times)" : ""), at: place,
          hints: [nearMiss(key, among: known).map { "did you mean \"\($0)\"?" }].compactMap(\.self)
        ))
    }
  }

  func deck(_ root: PlacedValue) -> Deck {
    var deck = Deck()
    guard let slides = root["slides"]?.elements, !slides.isEmpty else {
      assets.record(
        .error(
          .talkEmpty, "no slides found in this file",
          hints: ["a built deck has a list named \"slides\""]))
      return deck
    }
    deck.metadata.title = options.title ?? text(of: root["title"])
    deck.metadata.language = options.language ?? root["lang"]?.text ?? "en"
    deck.metadata.direction = Direction.of(language: deck.metadata.language)
    deck.metadata.date = date(root)
    if let footer = root["footer"]?.text {
      deck.footer = SlideMaker(assets: assets).blocks(of: assets.nodes(of: footer))
    }
    if let head = root["head"]?.text {
      deck.variables = StyleVariables.ofHead(head, assets: assets)
    }
    recordUnknown([root], among: BuiltDeck.keys, of: "the talk")
    recordUnknown(slides, among: BuiltDeck.slideKeys, of: "slides")
    for value in slides {
      assets.slide = deck.slides.count
      if let slide = slide(value) { deck.slides.append(slide) }
    }
    assets.slide = nil
    count(&deck.slides)
    for index in deck.slides.indices {
      deck.slides[index].repeatsTitle = deck.slides[index].beginsWithTitle
    }
    if deck.metadata.title.isEmpty {
      deck.metadata.title = deck.slides.first?.title.plainText ?? "Unknown Talk"
    }
    deck.resources = assets.resources
    return deck
  }

  private func date(_ root: PlacedValue) -> String {
    var text = options.date
    if text == nil {
      switch root["date"]?.content {
      case .text(let word, _), .date(let word): text = word
      default: return ""
      }
    }
    guard let text else { return "" }
    if let date = TalkDate.normal(text) { return date }
    let message = "invalid date \"\(text)\""
    let hints = ["write YYYY-MM-DD"]
    if options.date != nil {
      assets.record(.error(.talkDate, message, hints: hints))
    } else {
      assets.record(
        .warning(
          .talkDate, message + ": the talk has no date", at: root["date"]?.place, hints: hints))
    }
    return ""
  }

  private func slide(_ value: PlacedValue) -> Slide? {
    var fields = Fields(file: file)
    defer { for diagnostic in fields.diagnostics { assets.record(diagnostic) } }
    guard let word = value["kind"]?.text, let kind = Slide.Kind(rawValue: word.lowercased())
    else {
      fields.recordError(
        .talkKind, "a slide's \"kind\" is \"Cover\", \"Part\" or \"Standard\"",
        at: value["kind"]?.place ?? value.place)
      return nil
    }
    var slide = Slide(kind, title: [.text(text(of: value["title"]))])
    for name in ["title", "body", "notes"] { checkContent(value[name], name) }
    let maker = SlideMaker(assets: assets)
    let body = nodes(of: value["body"])
    slide.steps = maker.steps(of: body)
    slide.counts.addBody(body)
    if slide.counts.words == 0 { slide.counts.words = alternativeWords(value["body"]) }
    let notes = nodes(of: value["notes"])
    slide.notes = maker.blocks(of: notes)
    slide.counts.addNotes(notes)
    if slide.counts.notesWords == 0 { slide.counts.notesWords = alternativeWords(value["notes"]) }
    if let style = value["style"], style.members != nil {
      slide.classes = fields.strings("classes", in: style) ?? []
      slide.declarations = assets.withImages(fields.string("style", in: style) ?? "")
      assets.check(
        classesOf: slide, classLine: style["classes"]?.place.line,
        styleLine: style["style"]?.place.line)
    }
    slide.duration = fields.duration("duration", in: value)
    slide.hiddenIn = fields.targets("hidden_in", in: value)
    slide.disabledRules = fields.strings("lint_disabled", in: value) ?? []
    for terminal in value["terminals"]?.elements ?? [] {
      if let theme = terminal["theme"]?.text { assets.check(terminalTheme: theme, at: nil) }
      let html = SlideText.terminal(
        folder: terminal["cwd"]?.text ?? ".", theme: terminal["theme"]?.text ?? "",
        command: terminal["cmd"]?.text ?? "")
      // They are below everything and visible from the beginning.
      slide.steps[0].blocks += maker.blocks(of: assets.nodes(of: html))
    }
    return slide
  }

  // MARK: Contents

  /// Records a content that is neither text nor HTML: nothing of it is shown.
  private func checkContent(_ content: PlacedValue?, _ name: String) {
    guard let content, !content.isNull, content.text == nil, content["type"]?.text != "Empty",
      content["text"]?.text == nil, content["raw"]?.text == nil
    else { return }
    let what =
      content["type"]?.text.map { "of the type \"\(printable($0, limit: 40))\"" }
      ?? content.kindDescription
    assets.record(
      .warning(
        .talkContent, "the \(name) of this slide is \(what) and is skipped", at: content.place,
        hints: ["contents are of the types Empty, Text (text) and Html (raw)"]))
  }

  /// The words of a content, or of a plain text.
  private func text(of content: PlacedValue?) -> String {
    guard let content else { return "" }
    if let text = content.text { return text }
    if let text = content["text"]?.text { return text }
    return assets.nodes(of: content["raw"]?.text ?? "").text
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func nodes(of content: PlacedValue?) -> [HTMLNode] {
    guard let content else { return [] }
    if let raw = content["raw"]?.text { return assets.nodes(of: raw) }
    guard let text = content.text ?? content["text"]?.text, !text.isEmpty else { return [] }
    return text.replacing("\r\n", with: "\n").split(separator: "\n\n").map {
      .element(HTMLElement("p", [], [.text(String($0))]))
    }
  }

  /// Counts the words of the source where HTML has none.
  private func alternativeWords(_ content: PlacedValue?) -> Int {
    guard let text = content?["alt"]?.text else { return 0 }
    return Slide.Counts.spokenWords([.text(text)])
  }

  // MARK: Counters

  /// Takes counters out of the titles, where all parts have them as they are counted.
  private func count(_ slides: inout [Slide]) {
    var numbering = SlideNumbering()
    let counters = slides.map { numbering.next($0.kind) }
    let parts = zip(slides, counters).filter { $0.0.kind == .part }
    guard !parts.isEmpty,
      parts.allSatisfy({ $0.0.title.plainText.hasPrefix($0.1 + " ") })
    else { return }
    for (index, counter) in counters.enumerated() where !counter.isEmpty {
      let title = slides[index].title.plainText
      guard title.hasPrefix(counter + " ") else { continue }
      slides[index].counter = counter
      slides[index].title = [.text(String(title.dropFirst(counter.count + 1)))]
    }
  }
}
