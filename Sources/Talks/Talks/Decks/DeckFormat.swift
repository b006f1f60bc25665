// SPDX-License-Identifier: MIT
// Part of Platen: the programs whose decks in one file are read, and how they are told apart.

internal import Values

/// A program that makes slides of one file of Markdown.
public enum DeckFormat: String, Hashable, Sendable, CaseIterable {
  case marp, reveal, slidev, presenterm, remark, quarto, pandoc
  /// Slides between lines of `---`, or by headings, without what one program alone has.
  case markdown

  /// The name for messages.
  public var title: String {
    switch self {
    case .marp: "Marp"
    case .reveal: "reveal.js"
    case .slidev: "Slidev"
    case .presenterm: "presenterm"
    case .remark: "remark"
    case .quarto: "Quarto"
    case .pandoc: "pandoc"
    case .markdown: "Markdown"
    }
  }

  /// Extensions of files that may be decks, without the dot.
  public static let pathExtensions = ["md", "markdown", "qmd"]

  /// The format of a file; nil for a text that has neither what a program alone has nor separators
  /// between slides.
  public static func recognized(_ text: String, named name: String) -> DeckFormat? {
    let source = DeckSource(text)
    let format = DeckFormat(source, named: name)
    guard format == .markdown else { return format }
    return source.lines.lines.indices.contains { source.isSeparator($0) } ? .markdown : nil
  }

  /// Indicates whether a page of HTML holds slides in Markdown, as reveal.js and remark have them.
  public static func hasMarkdown(page bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self).map { DeckHTML($0) != nil } ?? false
  }

  /// Indicates whether a text has what only decks have, so that it is one even among other texts.
  public static func isUnmistakable(_ text: String) -> Bool {
    DeckSigns(DeckSource(text)).isSure
  }

  /// The format of a deck. Of several signs, that of the program that others are least likely to
  /// imitate counts.
  init(_ source: DeckSource, named name: String) {
    let signs = DeckSigns(source)
    if name.lowercased().hasSuffix(".qmd") || signs.isQuarto {
      self = .quarto
    } else if signs.isMarp {
      self = .marp
    } else if signs.isPresenterm {
      self = .presenterm
    } else if signs.isSlidev {
      self = .slidev
    } else if signs.isReveal {
      self = .reveal
    } else if signs.isRemark {
      self = .remark
    } else if source.isOfPandoc || signs.isPandoc {
      self = .pandoc
    } else {
      self = .markdown
    }
  }
}

/// The signs of programs in a text.
private struct DeckSigns {
  var isQuarto = false
  var isMarp = false
  var isPresenterm = false
  var isSlidev = false
  var isReveal = false
  var isRemark = false
  var isPandoc = false
  /// Indicates whether other texts than decks do not have such signs.
  var isSure = false

  init(_ source: DeckSource) {
    let matter = source.matter
    if let format = matter?["format"] {
      let names =
        [format.text].compactMap(\.self) + format.entries.map(\.key)
        + (format.elements ?? []).compactMap(\.text)
      isQuarto = names.contains { $0.contains("revealjs") }
      isSure = isQuarto
    }
    isMarp = matter?["marp"]?.looseFlag == true
    if isMarp { isSure = true }
    let keys = Set(matter?.entries.map(\.key) ?? [])
    isReveal = !keys.isDisjoint(with: [
      "revealOptions", "separator", "verticalSeparator", "notesSeparator", "highlightTheme",
    ])
    isSlidev = !keys.isDisjoint(with: [
      "drawings", "routerMode", "canvasWidth", "addons", "highlighter", "colorSchema", "mdc",
    ])
    // Pages of sites have layouts as well, of other names.
    if let layout = matter?["layout"]?.text, SlidevDeck.layouts.contains(layout) {
      isSlidev = true
    }
    isPresenterm =
      !keys.isDisjoint(with: ["sub_title", "event", "location"])
      || matter?["theme"]?["name"] != nil || matter?["theme"]?["override"] != nil
      || matter?["options"]?.isMapping == true
    isPandoc = keys.contains("slide-level") || keys.contains("slideLevel")
    let lines = source.lines.lines
    for (index, line) in lines.enumerated() {
      for comment in line.comments { read(comment.body) }
      guard line.kind == .text else { continue }
      let text = line.trimmed
      switch text.utf8.first {
      case UInt8(ascii: "!") where text.hasPrefix("![bg"):
        if let sign = text.utf8.dropFirst(4).first, sign == 0x20 || sign == UInt8(ascii: "]") {
          isMarp = true
        }
      case UInt8(ascii: ":") where text.utf8.count > 5:
        if ["::right::", "::left::", "::default::", "::bottom::", "::content::"].contains(text) {
          isSlidev = true
        }
        if text.hasPrefix(":::"), !text.hasPrefix("::::::::::") { isPandoc = true }
      case UInt8(ascii: "<"):
        if text.hasPrefix("<v-click") || text.hasPrefix("<v-after") || text.contains(" v-click") {
          isSlidev = true
        }
      case UInt8(ascii: "?") where line.text == "???": isRemark = true
      case UInt8(ascii: "."):
        if text == ". . ." { isPandoc = true }
        if text.hasPrefix(".left-column[") || text.hasPrefix(".right-column[")
          || text.hasPrefix(".pull-left[") || text.hasPrefix(".center[")
        {
          isRemark = true
        }
      case UInt8(ascii: "-"):
        if SlideLine.isDashes(line.text, 2...2), index > 0 { isRemark = true }
        if SlideLine.isDashes(line.text, 3...3) { readMatter(lines, after: index) }
      default:
        if index == 0, RemarkDeck.property(line.text) != nil { isRemark = true }
      }
    }
  }

  private mutating func read(_ comment: String) {
    let words = SlideLine.trimmed(comment[...])
    if words.hasPrefix(".slide:") || words.hasPrefix(".element:") {
      (isReveal, isSure) = (true, true)
    } else if [
      "end_slide", "column_layout:", "jump_to_middle", "incremental_lists:",
      "speaker_note:", "reset_layout",
    ].contains(where: words.hasPrefix) {
      (isPresenterm, isSure) = (true, true)
    } else if let key = SlideLine.pair(words.prefix { !$0.isNewline })?.key,
      MarpDeck.local.contains(key)
        || key.hasPrefix("_")
          && MarpDeck.local.contains(
            String(key.dropFirst()))
    {
      isMarp = true
    }
  }

  /// Keys directly after a separator: up to another one they are of Slidev, else of remark.
  private mutating func readMatter(_ lines: [DeckLine], after index: Int) {
    var count = 0
    var areOfRemark = true
    for line in lines[(index + 1)...].prefix(60) {
      if SlideLine.isDashes(line.text, 3...3) {
        if count > 0 { (isSlidev, isSure) = (true, true) }
        return
      }
      if SlideLine.pair(line.text) != nil {
        if RemarkDeck.property(line.text) == nil { areOfRemark = false }
        count += 1
      } else {
        let isMore =
          count > 0 && (line.text.hasPrefix(" ") || line.text.hasPrefix("- "))
          && !line.isBlank
        guard isMore || line.text.hasPrefix("#") && count == 0 && areOfRemark else { break }
        if !isMore { break }
      }
    }
    if count > 0, areOfRemark { isRemark = true }
  }
}
