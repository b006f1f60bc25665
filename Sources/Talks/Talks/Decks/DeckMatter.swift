// SPDX-License-Identifier: MIT
// Part of Platen: what the front matter of a deck means to a talk.

internal import Diagnostics
internal import Readers
internal import Values

/// The title, the authors and the like of a deck, and the keys that have no effect.
struct DeckMatter {
  var title = ""
  var authors: [String] = []
  var date: (text: String, place: SourceLocation)?
  var language: String?
  /// Texts below the title of a cover that is made of the front matter.
  var coverLines: [String] = []
  /// Markdown at the foot of every slide.
  var footer: String?
  var isNumbered = false
  /// The keys without an effect.
  var unused: [(key: String, place: SourceLocation)] = []

  init(_ source: DeckSource, _ format: DeckFormat, _ assets: SlideAssets) {
    if !source.titleLines.isEmpty { read(source.titleLines) }
    guard let matter = source.matter else { return }
    for member in matter.entries { read(member, format) }
  }

  /// Lines of pandoc's: the title, the authors, the date.
  private mutating func read(_ lines: [(text: String, line: Int)]) {
    let titles = lines[0].text.split(separator: "\n").map(String.init)
    title = DeckMatter.words(titles.first ?? "")
    coverLines += titles.dropFirst().map(DeckMatter.words)
    if lines.count > 1 {
      authors = lines[1].text.split { $0 == ";" || $0 == "\n" }.map {
        String(SlideLine.trimmed($0))
      }
    }
    if lines.count > 2, !lines[2].text.isEmpty {
      date = (lines[2].text, SourceLocation(line: lines[2].line))
    }
  }

  private mutating func read(_ member: PlacedValue.Member, _ format: DeckFormat) {
    let value = member.value
    switch member.key {
    case "title": if let text = value.text { title = DeckMatter.words(text) }
    case "subtitle", "sub_title", "event", "location", "institute":
      if let text = value.text, !text.isEmpty { coverLines.append(DeckMatter.words(text)) }
    case "author", "authors", "by": authors += TalkYAML.names(value).map(DeckMatter.words)
    case "date": readDate(value, member.place)
    case "lang", "language": language = value.text
    case "footer": if format != .presenterm { footer = value.text }
    case "number-sections": isNumbered = value.looseFlag == true
    case "format":
      for inner in value.entries {
        for setting in inner.value.entries {
          switch setting.key {
          case "footer": footer = setting.value.text
          case "number-sections": isNumbered = setting.value.looseFlag == true
          case "incremental", "slide-level": break
          default: unused.append((setting.key, setting.place))
          }
        }
      }
    case "marp", "headingDivider", "incremental", "slide-level", "separator", "verticalSeparator",
      "notesSeparator", "defaults":
      break
    case "options" where format == .presenterm:
      for inner in value.entries
      where !["end_slide_shorthand", "implicit_slide_ends", "incremental_lists"].contains(inner.key)
      {
        unused.append((inner.key, inner.place))
      }
    case let key where format == .marp && MarpDeck.local.contains(key):
      if key == "paginate" { unused.append((key, member.place)) }
    case let key where format == .slidev && !SlidevDeck.deckKeys.contains(key): break
    default: unused.append((member.key, member.place))
    }
  }

  private mutating func readDate(_ value: PlacedValue, _ place: SourceLocation) {
    let text: String
    switch value.content {
    case .text(let word, _), .date(let word), .number(let word): text = word
    case .null, .bool, .list, .mapping: return
    }
    // The day that the program runs on, or that of the file.
    if ["today", "now", "last-modified", "auto"].contains(text.lowercased()) {
      unused.append(("date: " + text, place))
    } else if !text.isEmpty {
      // The time of the day is not shown.
      let day = text.split(separator: "T", maxSplits: 1).first.map(String.init) ?? text
      date = (TalkDate.normal(day) == nil ? text : day, value.place)
    }
  }

  /// Markdown as its words.
  private static func words(_ markdown: String) -> String {
    guard markdown.contains(where: { "*_`[<\\$&".contains($0) }) else {
      return markdown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let html = MarkdownPieces(markdown).pieces.map(\.html).joined()
    return (HTMLParser.read(html)?.nodes ?? []).text.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
