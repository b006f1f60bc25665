// SPDX-License-Identifier: MIT
// Part of Platen: lists of rows as a booklet: a cover, a section for each time of day, a page for
// each row, an index.

public import Diagnostics
public import Documents
public import Rows
internal import Text

/// Makes documents from lists of rows.
public struct Booklet: Sendable {
  /// The options of a job for its booklets.
  public struct Options: Hashable, Sendable {
    /// The title; if empty, the name of the list.
    public var title = ""
    public var subtitle = ""
    public var authors: [String] = []
    public var language = "en"
    public var date = ""
    public var phrases = Phrasebook.english
    /// Fields that cause no warning if a booklet does not show them.
    public var shownElsewhere: Set<String> = []
    /// Fields that a booklet of rows does not show.
    package var omitted: Set<String> = []
    public init() {}
  }

  private let rows: RowSet
  private let table: String
  let options: Options
  private let fields: [(name: String, text: TemplateText)]

  /// - Parameters:
  ///   - table: the table whose rows are lists, such as `journeys`.
  ///   - fields: fields added to rows in order, each derived from existing ones; names are in snake
  ///     case.
  public init(
    _ rows: RowSet, of table: String, options: Options,
    fields: [(name: String, text: TemplateText)] = []
  ) {
    self.rows = rows
    self.table = table
    self.options = options
    self.fields = fields
  }

  /// Fields of rows that booklets show; of alternatives, the first with a text.
  public static let fieldNames = [
    "title", "title_en", "name", "title_ar", "arabic_text", "original", "text", "transliteration",
    "translation_en", "translation", "source", "repetitions", "best_time", "rizq_benefit",
    "benefit", "prophetic_context", "context", "notes", "encouragement_message", "encouragement",
  ]

  /// Returns a booklet of one list, or of several in sequence.
  ///
  /// - Throws: `Failure` `cards.booklet` if all lists are empty.
  public func document(of lists: [Row]) throws -> Diagnosed<Document> {
    var warnings: [Diagnostic] = []
    var blocks: [Block] = []
    var unshown = Unshown()
    var count = 0
    let isAlone = lists.count == 1
    var metadata = Metadata(
      title: options.title, subtitle: options.subtitle, authors: options.authors,
      language: options.language, date: options.date)
    for (number, list) in lists.enumerated() {
      let members = rows.members(of: list, in: table, warnings: &warnings).map { member in
        var member = member
        member.row = withAddedFields(member.row)
        return member
      }
      let name = list.text("name", "title", "title_en", "slug") ?? "\(number + 1)"
      guard !members.isEmpty else {
        warnings.append(
          .warning(
            .cardsBooklet, "\"\(printable(name, limit: 60))\" has no rows and is omitted",
            at: list.place))
        continue
      }
      if isAlone {
        if metadata.title.isEmpty { metadata.title = name }
        if metadata.subtitle.isEmpty { metadata.subtitle = list.text("description") ?? "" }
      } else {
        blocks.append(.heading(Heading(1, [.text(name)], .classes("list"))))
        if let text = list.text("description") { blocks.append(.text(text, .classes("subtitle"))) }
      }
      unshown.addRow(
        list, shown: ["name", "title", "title_en", "slug", "description"], of: self)
      blocks += section(of: members, level: isAlone ? 1 : 2, first: &count, &unshown)
    }
    guard count > 0 else {
      throw Failure(
        .error(
          .cardsBooklet,
          "no row of \(table) has members, so its booklet would be empty",
          at: lists.first?.place,
          hints: [
            "link them with a table of \(RowSet.singular(table))_id, the ids of the members, "
              + "time_slot and sort_order"
          ]))
    }
    if metadata.title.isEmpty {
      metadata.title = table.prefix(1).uppercased() + table.dropFirst().replacing("_", with: " ")
    }
    let phrases = options.phrases
    let document = Document(
      metadata: metadata,
      blocks: cover(metadata) + [
        .contents(Contents(title: [.text(phrases[.contents])], depth: isAlone ? 2 : 3))
      ] + blocks + [
        .index(
          Index(
            title: [.text(phrases[.index])], separator: phrases[.comma],
            Attributes(id: "index", classes: ["back-matter"])))
      ])
    return Diagnosed(document, warnings: warnings + [unshown.warning].compactMap(\.self))
  }

  /// Returns a row with the fields that the job adds.
  func withAddedFields(_ row: Row) -> Row {
    var row = row
    for field in fields {
      if let text = field.text.text(of: row) { row[field.name] = .text(text) }
    }
    return row
  }

  /// Fields with prose that a booklet does not show.
  private struct Unshown {
    private var names: [String] = []
    private var count = 0
    private var first: Row?
    /// The rows seen so far, since rows may be in several lists.
    private var seen: Set<Row> = []
    /// The fields that rows show, and those of the job.
    private var taken: Set<String> = []
    /// Places for texts, and the fields of each: of these, the first with a text is shown.
    private static let places: [(name: String, fields: Set<String>)] = [
      ("translation", ["translation_en", "translation"]),
      ("notes", ["prophetic_context", "context", "notes"]),
      ("benefit", ["rizq_benefit", "benefit"]),
      ("encouragement", ["encouragement_message", "encouragement"]),
    ]

    mutating func addRow(_ row: Row, shown: Set<String>, of booklet: Booklet) {
      guard seen.insert(row).inserted else { return }
      taken.formUnion(shown)
      taken.formUnion(booklet.fields.map(\.name))
      var shown = shown.union(booklet.options.shownElsewhere)
      for field in booklet.fields.reversed() where shown.contains(field.name) {
        shown.formUnion(field.text.fields.flatMap(\.names).map { String($0.prefix { $0 != "." }) })
      }
      // Fields that the job adds have their own warnings.
      shown.formUnion(booklet.fields.map(\.name))
      let left = row.fields.filter { field in
        guard !shown.contains(field.name), field.value.isProse else { return false }
        // A row of another table that an id refers to is not the row's own.
        if case .record = field.value { return row[field.name + "_id"] == nil }
        return true
      }
      guard !left.isEmpty else { return }
      count += 1
      first = first ?? row
      for field in left where !names.contains(field.name) { names.append(field.name) }
    }

    var warning: Diagnostic? {
      guard let first, let name = names.first.map({ printable($0, limit: 60) }) else {
        return nil
      }
      let place = Unshown.places.first { $0.fields.isDisjoint(with: taken) }?.name
      let shown = names.prefix(8).map { printable($0, limit: 60) }.joined(separator: ", ")
      return .warning(
        .cardsUnused,
        "not shown: \(shown)\(names.count > 8 ? ", …" : "") (\(counted(count, "row"))): "
          + "booklets do not use \(names.count == 1 ? "it" : "them")",
        at: first.place,
        hints: [
          (place.map { "to show it, add fields: { \($0): \"{\(name)}\" }; " } ?? "")
            + "to omit it, add omit: [\(name)]"
        ])
    }
  }

  static let titleID = "booklet"

  func cover(_ metadata: Metadata) -> [Block] {
    var blocks: [Block] = [
      .heading(
        Heading(
          1, [.text(metadata.title)], Attributes(id: Booklet.titleID, classes: ["title"]),
          isListed: false))
    ]
    if !metadata.subtitle.isEmpty { blocks.append(.text(metadata.subtitle, .classes("subtitle"))) }
    if !metadata.authors.isEmpty {
      blocks.append(
        .text(metadata.authors.joined(separator: options.phrases[.comma]), .classes("author")))
    }
    if !metadata.date.isEmpty { blocks.append(.text(metadata.date, .classes("figures"))) }
    return [.division(Division(blocks, .classes("title-page")))]
  }

  /// Returns the sections by time of day; rows without one have no section.
  private func section(
    of members: [RowSet.Member], level: Int, first: inout Int, _ unshown: inout Unshown
  ) -> [Block] {
    var blocks: [Block] = []
    var slot: String?
    var section = Booklet.titleID
    for (number, member) in members.enumerated() {
      first += 1
      if member.slot != slot, !member.slot.isEmpty {
        section = "slot-\(first)"
        // A chapter always begins on a new page.
        if level > 1, number > 0 { blocks.append(.pageBreak) }
        blocks.append(
          .heading(
            Heading(
              level, [.text(title(ofSlot: member.slot))],
              Attributes(id: section, classes: ["slot"]))))
      } else if number > 0 {
        blocks.append(.pageBreak)
      }
      slot = member.slot
      blocks += entry(
        member.row, level: min(6, level + 1), number: first, in: section, &unshown)
    }
    return blocks
  }

  private func title(ofSlot slot: String) -> String {
    switch slot {
    case "morning": options.phrases[.morning]
    case "anytime": options.phrases[.anytime]
    case "evening": options.phrases[.evening]
    default: slot.prefix(1).uppercased() + slot.dropFirst()
    }
  }

  /// Returns a row on its page. Its text is kept as is: no code point is changed.
  private func entry(
    _ row: Row, level: Int, number: Int, in section: String, _ unshown: inout Unshown
  ) -> [Block] {
    var shown: Set<String> = []
    /// Returns the text of the first of these fields that has one.
    func text(_ names: String...) -> String? {
      guard let name = names.first(where: { row[$0]?.shown != nil }) else { return nil }
      shown.insert(name)
      return row[name]?.shown
    }
    let title = text("title", "title_en", "name") ?? text("title_ar") ?? "\(number)"
    var blocks: [Block] = [
      .heading(
        Heading(
          level, [.text(title), .indexMark(IndexMark(title, within: section))],
          Attributes(id: "row-\(number)", classes: ["entry"])))
    ]
    func addParagraphs(_ text: String?, _ name: String) {
      for line in (text ?? "").split(whereSeparator: \.isNewline) {
        blocks.append(.paragraph(Paragraph([.text(String(line))], attributes(line, name))))
      }
    }
    addParagraphs(text("title_ar"), "native-title")
    addParagraphs(text("arabic_text", "original", "text"), "original")
    addParagraphs(text("transliteration"), "transliteration")
    addParagraphs(text("translation_en", "translation"), "translation")
    if row["arabic_text"] != nil || row["original"] != nil {
      addParagraphs(text("text"), "translation")
    }
    var pairs: [KeyValues.Pair] = []
    func pair(_ phrase: Phrase, _ value: String?) {
      if let value { pairs.append(KeyValues.Pair(options.phrases[phrase], value)) }
    }
    pair(.source, text("source"))
    if let count = row["repetitions"]?.integer, count > 1 {
      pair(.repetitions, "\(count) ×")
    }
    pair(.bestTime, text("best_time"))
    if !pairs.isEmpty { blocks.append(.keyValues(KeyValues(pairs, .classes("facts")))) }
    addParagraphs(text("rizq_benefit", "benefit"), "benefit")
    addParagraphs(text("prophetic_context", "context", "notes"), "context")
    addParagraphs(text("encouragement_message", "encouragement"), "benefit")
    unshown.addRow(row, shown: shown, of: self)
    return blocks
  }

  /// Returns attributes with the direction and language of right-to-left text, for every format.
  func attributes(_ text: Substring, _ name: String) -> Attributes {
    var attributes = Attributes(classes: [name])
    guard TextDirection.firstIsRightToLeft(in: text) == true else { return attributes }
    attributes.pairs.append(Attributes.Pair("direction", Direction.rightToLeft.rawValue))
    let isHebrew = text.unicodeScalars.contains { (0x0590...0x05FF).contains($0.value) }
    attributes.pairs.append(Attributes.Pair("language", isHebrew ? "he" : "ar"))
    return attributes
  }
}
