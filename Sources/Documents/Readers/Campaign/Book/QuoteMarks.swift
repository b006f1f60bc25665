// SPDX-License-Identifier: MIT
// Part of Platen: sets straight quotation marks, rows of dots and of hyphens as printers do.

internal import Documents

/// The quotation marks of a language, and how texts get them.
struct QuoteMarks {
  /// Marks around a quotation, and around one within it, with spaces that belong to them.
  let outer: (open: String, close: String)
  let inner: (open: String, close: String)

  init(language: String) {
    switch language.lowercased().prefix(2) {
    case "de", "cs", "sk", "sl", "is", "bg":
      outer = ("\u{201E}", "\u{201C}")
      inner = ("\u{201A}", "\u{2018}")
    case "fr":
      outer = ("\u{00AB}\u{202F}", "\u{202F}\u{00BB}")
      inner = ("\u{201C}", "\u{201D}")
    case "es", "it", "pt", "ca", "el", "ru", "uk", "no", "nb", "nn", "fa", "ar":
      outer = ("\u{00AB}", "\u{00BB}")
      inner = ("\u{201C}", "\u{201D}")
    case "sv", "fi":
      outer = ("\u{201D}", "\u{201D}")
      inner = ("\u{2019}", "\u{2019}")
    case "pl", "hu", "ro":
      outer = ("\u{201E}", "\u{201D}")
      inner = ("\u{00AB}", "\u{00BB}")
    default:
      outer = ("\u{201C}", "\u{201D}")
      inner = ("\u{2018}", "\u{2019}")
    }
  }

  /// Words that begin with an apostrophe.
  private static let elisions: Set<String> = [
    "tis", "twas", "em", "cause", "til", "bout", "round", "twere", "twill", "neath",
  ]

  /// The text with such marks.
  ///
  /// - Parameter before: the last character before it, which the call replaces by its own last one;
  ///   nil at the beginning of a paragraph.
  func set(_ text: String, after before: inout Character?) -> String {
    defer { before = text.last ?? before }
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x27 || $0 == 0x2E || $0 == 0x2D })
    else { return text }
    let letters = Array(text)
    var result = ""
    result.reserveCapacity(text.utf8.count + 8)
    var previous = before
    // Whether the last quotation mark opened; nil before the first one.
    var hasOpened: Bool?
    var at = 0
    while at < letters.count {
      let letter = letters[at]
      var length = 1
      switch letter {
      case "\"":
        let opens = opens(after: previous, hasOpened)
        result += opens ? outer.open : outer.close
        hasOpened = opens
      case "'":
        let mark = apostrophe(at, in: letters, after: previous, hasOpened)
        result += mark
        hasOpened = mark == inner.open
      case ".", "-":
        length = letters[at...].prefix { $0 == letter }.count
        if letter == ".", length == 3 {
          result += "\u{2026}"
        } else if letter == "-", length == 2 || length == 3 {
          result += "\u{2014}"
        } else {
          result += String(repeating: letter, count: length)
        }
      default: result.append(letter)
      }
      previous = letter
      at += length
    }
    return result
  }

  /// Indicates whether a mark behind that character begins a quotation.
  ///
  /// - Parameter hasOpened: whether the last quotation mark opened, if it is that character.
  private func opens(after previous: Character?, _ hasOpened: Bool?) -> Bool {
    guard let previous else { return true }
    if previous == "'" || previous == "\"" { return hasOpened ?? true }
    return previous.isWhitespace
      || "([{/\u{2013}\u{2014}-\u{2018}\u{201C}\u{00AB}".contains(previous)
  }

  private func apostrophe(
    _ at: Int, in letters: [Character], after previous: Character?, _ hasOpened: Bool?
  ) -> String {
    let isBegun = opens(after: previous, hasOpened)
    // Within and behind words the mark is the same sign in English alone.
    guard isBegun else {
      let isWithin =
        previous?.isLetter ?? false && at + 1 < letters.count && letters[at + 1].isLetter
      return isWithin ? "\u{2019}" : inner.close
    }
    let word = String(letters[(at + 1)...].prefix(6).prefix { $0.isLetter }).lowercased()
    let isYear = at + 1 < letters.count && letters[at + 1].isNumber
    return isYear || QuoteMarks.elisions.contains(word) ? "\u{2019}" : inner.open
  }
}

extension QuoteMarks {
  /// The blocks with such marks; code, tables, figures and what is generated stay as they are.
  func set(_ blocks: [Block]) -> [Block] {
    blocks.map { block in
      switch block {
      case .table, .figure, .keyValues, .contents, .index: block
      case .heading, .paragraph, .list, .quote, .callout, .division, .code, .rule, .pageBreak:
        block.replacingContents(blocks: set, inlines: set)
      }
    }
  }

  func set(_ heading: Heading) -> Heading {
    var heading = heading
    heading.inlines = set(heading.inlines)
    return heading
  }

  private func set(_ inlines: [Inline]) -> [Inline] {
    var before: Character?
    return set(inlines, after: &before)
  }

  private func set(_ inlines: [Inline], after before: inout Character?) -> [Inline] {
    inlines.map { inline in
      switch inline {
      case .text(let text): return .text(set(text, after: &before))
      case .lineBreak: before = nil
      case .code: before = "x"
      case .emphasis, .strong, .strikethrough, .smallCaps, .superscript, .subscript, .link,
        .reference, .span, .footnote, .image, .indexMark:
        break
      }
      return inline.replacingContents(blocks: set, inlines: { set($0, after: &before) })
    }
  }
}
