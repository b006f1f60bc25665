// SPDX-License-Identifier: MIT
// Part of Platen: rows of one table as a booklet: an entry for each row with all of its fields.

package import Diagnostics
package import Documents
internal import Readers
package import Rows
internal import Text

extension Booklet {
  /// Fields that are the title of an entry; the first with a text is used.
  private static let titles = ["title", "title_en", "name"]
  /// Fields whose texts come first, in this order.
  private static let first = ["kicker", "arabic_text", "original", "text", "description", "desc"]
  /// Fields with images, and others that only cards show.
  private static let left: Set<String> = [
    "picture", "image", "icon", "color", "image_url", "url", "emoji",
  ]

  /// Indicates whether no row of a table has members, so that the rows themselves are the entries.
  package static func isPlain(_ table: RowTable, in rows: RowSet) -> Bool {
    var none: [Diagnostic] = []
    return !table.rows.contains { !rows.members(of: $0, in: table.name, warnings: &none).isEmpty }
  }

  /// Returns a booklet whose entries are rows: short fields are facts, prose is paragraphs.
  ///
  /// - Parameters:
  ///   - name: the name of the table, which is the title if the job has none.
  ///   - isMarkdown: whether prose is Markdown.
  package func document(ofRows entries: [NamedRow], named name: String, isMarkdown: Bool)
    -> Diagnosed<
      Document
    >
  {
    var metadata = Metadata(
      title: options.title, subtitle: options.subtitle, authors: options.authors,
      language: options.language, date: options.date)
    if metadata.title.isEmpty { metadata.title = Booklet.label(name) }
    var reader = MarkdownReader()
    reader.options.headingShift = 3
    reader.options.listsHeadings = false
    reader.options.hardLineBreaks = true
    var blocks: [Block] = []
    for (number, entry) in entries.enumerated() {
      // Progress is not part of the rows.
      let row = withAddedFields(entry.own)
      let title = Booklet.titles.first { row[$0]?.shown != nil }
      let name = title.flatMap { row[$0]?.shown } ?? "\(number + 1)"
      blocks.append(
        .heading(
          Heading(
            2, [.text(name), .indexMark(IndexMark(name, within: Booklet.titleID))],
            Attributes(id: "row-\(number + 1)", classes: ["entry"]))))
      blocks += self.entry(row, except: title, isMarkdown, &reader)
    }
    let phrases = options.phrases
    let document = Document(
      metadata: metadata,
      blocks: cover(metadata) + [
        .contents(Contents(title: [.text(phrases[.contents])], depth: 2)), .pageBreak,
      ] + blocks + [
        .index(
          Index(
            title: [.text(phrases[.index])], separator: phrases[.comma],
            Attributes(id: "index", classes: ["back-matter"])))
      ])
    return Diagnosed(document, warnings: reader.tally.warnings)
  }

  /// Returns the fields of a row below its heading.
  private func entry(
    _ row: Row, except title: String?, _ isMarkdown: Bool, _ reader: inout MarkdownReader
  ) -> [Block] {
    let shown = row.fields.filter { field in
      field.name != title && !options.omitted.contains(field.name)
        && !Booklet.left.contains(field.name) && !Row.organizes(field.name)
        && !(title != nil && field.name == "title_en")
    }
    func rank(_ name: String) -> Int { Booklet.first.firstIndex(of: name) ?? Booklet.first.count }
    let ordered = shown.enumerated().sorted {
      (rank($0.element.name), $0.offset) < (rank($1.element.name), $1.offset)
    }.map(\.element)
    var pairs: [KeyValues.Pair] = []
    var prose: [Block] = []
    for field in ordered {
      guard let text = Booklet.text(field.value, depth: 0) else { continue }
      guard
        field.value.isProse || text.count > Booklet.longestFact || text.contains(where: \.isNewline)
      else {
        pairs.append(KeyValues.Pair(Booklet.label(field.name), text))
        continue
      }
      if rank(field.name) == Booklet.first.count {
        prose.append(
          .paragraph(
            Paragraph([.strong([.text(Booklet.label(field.name))])], .classes("label"))))
      }
      if TextDirection.firstIsRightToLeft(in: text) == true || !isMarkdown {
        for line in text.split(whereSeparator: \.isNewline) {
          prose.append(
            .paragraph(Paragraph([.text(String(line))], attributes(line, field.name))))
        }
      } else {
        prose += reader.blocks(of: text)
      }
    }
    return (pairs.isEmpty ? [] : [.keyValues(KeyValues(pairs, .classes("facts")))]) + prose
  }

  /// The largest number of characters of a fact.
  private static let longestFact = 120

  /// Returns a name for readers: `higher_level` is `Higher level`.
  static func label(_ name: String) -> String {
    let words = name.replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Returns the text of a value; a mapping without a name has all of its fields. nil without any.
  private static func text(_ value: RowValue, depth: Int) -> String? {
    guard value.hidesMapping, depth < 8 else { return value.shown }
    switch value {
    case .record(let row):
      let parts = row.fields.compactMap { field in
        text(field.value, depth: depth + 1).map { "\(label(field.name).lowercased()) \($0)" }
      }
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    case .list(let elements):
      let parts = elements.compactMap { text($0, depth: depth + 1) }
      return parts.isEmpty ? nil : parts.joined(separator: "; ")
    case .null, .flag, .number, .text: return value.shown
    }
  }
}
