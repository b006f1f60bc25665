// SPDX-License-Identifier: MIT
// Part of Platen: the front matter of a file of a manuscript.

internal import Diagnostics
internal import Readers
internal import Values

/// The settings at the head of a file that count for a book.
struct ManuscriptMatter {
  /// A piece of the book: a file, or files under a title.
  struct Part {
    var title = ""
    var files: [(name: String, place: SourceLocation)] = []
  }

  var title = ""
  var subtitle = ""
  var authors: [String] = []
  var date = ""
  var language = ""
  var license = ""
  var isNumbered: Bool?
  var contentsDepth: Int?
  var citations: CitationStyle?
  var bibliography: [(name: String, place: SourceLocation)] = []
  var parts: [Part]?

  init() {}

  /// - Parameter log: receives warnings of values that are not as expected. Keys of other programs
  ///   are allowed.
  init(_ table: PlacedValue, log: (Diagnostic) -> Void) {
    func expect(_ member: PlacedValue.Member, _ what: String) {
      log(
        .warning(
          .manuscriptFrontMatter,
          "\(member.key): expected \(what), found \(member.value.shortDescription)",
          at: member.value.place))
    }
    func text(_ member: PlacedValue.Member) -> String {
      if member.value.isNull { return "" }
      switch member.value.content {
      case .text(let text, _), .number(let text), .date(let text): return oneLine(text)
      case .bool(let flag): return "\(flag)"
      case .null: return ""
      case .list, .mapping:
        expect(member, "a text")
        return ""
      }
    }
    for member in table.entries {
      let value = member.value
      switch member.key.lowercased() {
      case "title": title = text(member)
      case "subtitle": subtitle = text(member)
      case "author", "authors", "by": authors += ManuscriptMatter.names(value)
      case "date": date = text(member)
      case "lang", "language": language = text(member)
      case "license", "rights": license = text(member)
      case "numbered", "number-sections":
        isNumbered = value.looseFlag
        if isNumbered == nil { expect(member, "true or false") }
      case "toc", "contents":
        contentsDepth = value.integer ?? value.looseFlag.map { $0 ? 2 : 0 }
        if !(0...6).contains(contentsDepth ?? -1) {
          contentsDepth = nil
          expect(member, "true, false or a level of headings")
        }
      case "citation-style":
        citations = value.text.flatMap { CitationStyle(rawValue: $0) }
        if citations == nil { expect(member, "author-year or numeric") }
      case "bibliography":
        bibliography = ManuscriptMatter.files(value)
        if bibliography.isEmpty { expect(member, "a file") }
      case "parts":
        guard let elements = value.elements else {
          expect(member, "a list of files")
          continue
        }
        parts = elements.flatMap { ManuscriptMatter.part($0, log: log) }
      default: break
      }
    }
  }

  private static func files(_ value: PlacedValue) -> [(name: String, place: SourceLocation)] {
    (value.elements ?? [value]).compactMap { value in value.text.map { ($0, value.place) } }
  }

  /// A name, a title with files, or names below titles.
  private static func part(_ value: PlacedValue, log: (Diagnostic) -> Void) -> [Part] {
    if value.text != nil { return [Part(files: files(value))] }
    guard let members = value.members else {
      log(
        .warning(
          .manuscriptFrontMatter,
          "parts: expected a file or a title with files, found \(value.shortDescription)",
          at: value.place))
      return []
    }
    if let named = value["files"] {
      return [Part(title: oneLine(value["title"]?.text ?? ""), files: files(named))]
    }
    return members.map { Part(title: oneLine($0.key), files: files($0.value)) }
  }

  /// Names of people: texts, or mappings with a name.
  private static func names(_ value: PlacedValue) -> [String] {
    (value.elements ?? [value]).compactMap { ($0["name"] ?? $0).text.map(oneLine) }
      .filter { !$0.isEmpty }
  }
}

/// A text on one line.
func oneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
