// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two versions in all formats: as a document, text, CSV and JSON.

internal import Comparison
internal import Digests
internal import Documents

/// The changes between two versions in all formats.
struct ChangeReport: Sendable {
  /// The tables, by format.
  var texts: [DifferenceFormat: String]
  /// The sentences and the table, without a map.
  var document: Document
  /// The description of the map; nil for versions that have none.
  var mapDescription: String?

  /// The name of the map in the document.
  static let mapName = "changes.png"
}

extension ChangeReport: Digestible {
  func add(to digester: inout Digester) {
    digester.addFields(
      DifferenceFormat.allCases.map { texts[$0] ?? "" }, document, mapDescription)
  }
}

/// The settings of a document of changes.
struct ChangeSettings: Sendable {
  var title = ""
  var language = "en"
  var date = ""
  var phrases = Phrasebook.english
}

extension ChangeSettings: Digestible {
  func add(to digester: inout Digester) { digester.addFields(title, language, date, phrases) }
}

/// Builds a document of changes.
struct ChangeDocument {
  let settings: ChangeSettings

  /// A group of sentences under a title.
  struct Section {
    var title: String
    var sentences: [[Inline]]
    /// The number of further sentences that were omitted.
    var omitted = 0
  }

  /// The most sentences of a group, and the most rows of the table; all of them are in the other
  /// formats.
  static let mostSentences = 200
  static let mostRows = 2000
  /// The most names in one list, and the most letters of a value.
  static let mostNames = 100
  static let mostLetters = 160

  private var phrases: Phrasebook { settings.phrases }

  /// The document.
  ///
  /// - Parameters:
  ///   - title: the title where the settings have none.
  ///   - count: the number of all changes.
  ///   - notes: sentences above all groups.
  func document<Table>(
    title: String, count: Int, notes: [String] = [], sections: [Section],
    changes: TableChanges<Table>, tableNames: [String: String] = [:],
    fieldNames: [String: String] = [:]
  ) -> Document {
    let title = settings.title.isEmpty ? title : settings.title
    var blocks: [Block] = [
      .division(
        Division(
          [
            .heading(Heading(1, [.text(title)], .classes("title"))),
            .text(
              count == 0 ? phrases[.changesNone] : phrases.counted(.changeCount, count),
              .classes("figures")),
          ], .classes("masthead")))
    ]
    blocks += notes.map { .text($0) }
    for section in sections where !section.sentences.isEmpty {
      blocks.append(.heading(Heading(2, [.text(section.title)])))
      var items = section.sentences.map { List.Item([.paragraph(Paragraph($0))]) }
      if section.omitted > 0 {
        items.append(
          List.Item([.text(phrases(.mapMore, phrases.grouped(section.omitted)))]))
      }
      blocks.append(.list(List(.bullet, items)))
    }
    blocks += table(of: changes, tableNames, fieldNames)
    var document = Document(
      metadata: Metadata(
        title: title, language: settings.language,
        direction: Direction.of(language: settings.language), date: settings.date),
      blocks: blocks)
    document.metadata.subject = phrases[.changesTable]
    return document
  }

  /// A section with at most as many sentences as a reader reads.
  func section(_ title: String, _ sentences: [[Inline]]) -> Section {
    Section(
      title: title, sentences: Array(sentences.prefix(ChangeDocument.mostSentences)),
      omitted: max(0, sentences.count - ChangeDocument.mostSentences))
  }

  // MARK: Sentences

  /// A sentence with names and other values in it.
  func sentence(_ phrase: Phrase, _ values: String...) -> [Inline] {
    phrases.inlines(phrase, values.map(isolated))
  }

  /// A list of names in a sentence, such as of all that is new.
  func list(_ phrase: Phrase, _ names: [String]) -> [Inline] {
    var items = phrases.list(
      names.prefix(ChangeDocument.mostNames).map { ChangeDocument.shortened($0) })
    let more = names.count - ChangeDocument.mostNames
    if more > 0 { items.append(.text(" " + phrases(.mapMore, phrases.grouped(more)))) }
    return phrases.inlines(phrase, [items])
  }

  /// A text in a direction of its own, where the sentence's may be another.
  private func isolated(_ text: String) -> [Inline] {
    let text = ChangeDocument.shortened(text)
    return phrases.direction == .rightToLeft
      ? [.span(Span([.text(text)], direction: .automatic))] : [.text(text)]
  }

  static func shortened(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    return line.count <= mostLetters ? line : line.prefix(mostLetters - 1) + "\u{2026}"
  }

  // MARK: The table

  private func table<Table>(
    of changes: TableChanges<Table>, _ tableNames: [String: String], _ fieldNames: [String: String]
  ) -> [Block] {
    guard !changes.rows.isEmpty else { return [] }
    let kinds = phrases.names(.changesKinds)
    var rows: [Documents.Table.Row] = []
    var count = 0
    for change in changes.rows {
      count += max(1, change.fields.count)
      guard rows.count < ChangeDocument.mostRows else { continue }
      let index = TableChanges<Table>.Kind.allCases.firstIndex(of: change.kind) ?? 0
      let kind = kinds.indices.contains(index) ? kinds[index] : change.kind.rawValue
      let table = tableNames[change.table.rawValue] ?? change.table.rawValue
      let start = [table, kind, change.name.isEmpty ? change.id : change.name]
      let fields = change.fields.prefix(ChangeDocument.mostRows - rows.count)
      if fields.isEmpty { rows.append(row(start + ["", "", ""])) }
      for field in fields {
        let name = fieldNames[field.name] ?? String(field.name.map { $0 == "_" ? " " : $0 })
        rows.append(row(start + [name, field.old, field.new]))
      }
    }
    let heads: [Phrase] = [
      .table, .changesKind, .gazetteerName, .changesField, .reportBefore, .reportAfter,
    ]
    var blocks: [Block] = [
      .heading(Heading(2, [.text(phrases[.changesTable])])),
      .table(
        Documents.Table(
          columns: heads.map { _ in Documents.Table.Column() },
          head: [
            Documents.Table.Row(
              heads.map { head in
                let text = phrases[head]
                return Documents.Table.Cell(
                  [.text(text.prefix(1).uppercased() + text.dropFirst())], isHeader: true)
              })
          ],
          body: rows, .classes("changes"))),
    ]
    if count > rows.count {
      blocks.append(.text(phrases(.mapMore, phrases.grouped(count - rows.count))))
    }
    return blocks
  }

  private func row(_ cells: [String]) -> Documents.Table.Row {
    Documents.Table.Row(cells.map { Documents.Table.Cell(isolated($0)) })
  }
}
