// SPDX-License-Identifier: MIT
// Part of Platen: lists of rows told as a booklet: a cover, a section for each time of the day, a page
// for each row, an index.

public import Diagnostics
public import Documents

/// Makes documents of lists of rows.
public struct Booklet: Sendable {
  /// What a job says of its booklets.
  public struct Options: Hashable, Sendable {
    /// The list's own name where it is empty.
    public var title = ""
    public var subtitle = ""
    public var authors: [String] = []
    public var language = "en"
    public var date = ""
    public var phrases = Phrasebook.english
    public init() {}
  }

  private let rows: RowSet
  private let table: String
  private let options: Options

  /// - Parameter table: the one whose rows are lists, such as `journeys`.
  public init(_ rows: RowSet, of table: String, options: Options) {
    self.rows = rows
    self.table = table
    self.options = options
  }

  /// A booklet of one list, or of several one after another.
  ///
  /// - Throws: `Failure` `cards.booklet` where no list has anything in it.
  public func document(of lists: [Row]) throws -> Warned<Document> {
    var warnings: [Diagnostic] = []
    var blocks: [Block] = []
    var count = 0
    let isAlone = lists.count == 1
    var metadata = Metadata(
      title: options.title, subtitle: options.subtitle, authors: options.authors,
      language: options.language, date: options.date)
    for (number, list) in lists.enumerated() {
      let members = rows.members(of: list, in: table, warnings: &warnings)
      let name = list.text("name", "title", "title_en", "slug") ?? "\(number + 1)"
      guard !members.isEmpty else {
        warnings.append(
          .warning(
            "cards.booklet", "\"\(printable(name, limit: 60))\" has no rows: it is left out",
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
      blocks += section(of: members, level: isAlone ? 1 : 2, first: &count)
    }
    guard count > 0 else {
      throw Failure(
        .error(
          "cards.booklet",
          "no row of \(table) has rows that belong to it, so there is no booklet",
          at: lists.first?.place,
          hints: [
            "a table links them: it has \(RowSet.singular(table))_id, the ids of the others, "
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
            title: [.text(phrases[.index])], Attributes(id: "index", classes: ["back-matter"])))
      ])
    return Warned(document, warnings: warnings)
  }

  private static let titleID = "booklet"

  private func cover(_ metadata: Metadata) -> [Block] {
    var blocks: [Block] = [
      .heading(
        Heading(
          1, [.text(metadata.title)], Attributes(id: Booklet.titleID, classes: ["title"]),
          isListed: false))
    ]
    if !metadata.subtitle.isEmpty { blocks.append(.text(metadata.subtitle, .classes("subtitle"))) }
    if !metadata.authors.isEmpty {
      blocks.append(.text(metadata.authors.joined(separator: ", "), .classes("author")))
    }
    if !metadata.date.isEmpty { blocks.append(.text(metadata.date, .classes("figures"))) }
    return [.division(Division(blocks, .classes("title-page")))]
  }

  /// Sections by time of the day; rows of none stand without.
  private func section(of members: [RowSet.Member], level: Int, first: inout Int) -> [Block] {
    var blocks: [Block] = []
    var slot: String?
    var section = Booklet.titleID
    for (number, member) in members.enumerated() {
      first += 1
      if member.slot != slot, !member.slot.isEmpty {
        section = "slot-\(first)"
        // A chapter begins on a page of its own anyway.
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
      blocks += entry(member.row, level: min(6, level + 1), number: first, in: section)
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

  /// A row on its page. Its words stand as they are: no code point of them is changed.
  private func entry(
    _ row: Row, level: Int, number: Int, in section: String
  ) -> [Block] {
    let title = row.text("title", "title_en", "name") ?? row.text("title_ar") ?? "\(number)"
    var blocks: [Block] = [
      .heading(
        Heading(
          level, [.text(title), .indexMark(IndexMark(title, within: section))],
          Attributes(id: "row-\(number)", classes: ["entry"])))
    ]
    func add(_ text: String?, _ name: String) {
      for line in (text ?? "").split(whereSeparator: \.isNewline) {
        blocks.append(.paragraph(Paragraph([.text(String(line))], attributes(line, name))))
      }
    }
    add(row.text("title_ar"), "native-title")
    add(row.text("arabic_text", "original", "text"), "original")
    add(row.text("transliteration"), "transliteration")
    add(row.text("translation_en", "translation"), "translation")
    if row["arabic_text"] != nil || row["original"] != nil { add(row.text("text"), "translation") }
    var pairs: [KeyValues.Pair] = []
    func pair(_ phrase: Phrase, _ value: String?) {
      if let value { pairs.append(KeyValues.Pair(options.phrases[phrase], value)) }
    }
    pair(.source, row.text("source"))
    if let count = row["repetitions"]?.integer, count > 1 {
      pair(.repetitions, "\(count) ×")
    }
    pair(.bestTime, row.text("best_time"))
    if !pairs.isEmpty { blocks.append(.keyValues(KeyValues(pairs, .classes("facts")))) }
    add(row.text("rizq_benefit", "benefit"), "benefit")
    add(row.text("prophetic_context", "context", "notes"), "context")
    add(row.text("encouragement_message", "encouragement"), "benefit")
    return blocks
  }

  /// What runs to the left says so, and in what language, so that every form sets it right.
  private func attributes(_ text: Substring, _ name: String) -> Attributes {
    var attributes = Attributes(classes: [name])
    guard LineSetter.runsRightToLeft(String(text)) else { return attributes }
    attributes.pairs.append(Attributes.Pair("direction", Direction.rightToLeft.rawValue))
    let isHebrew = text.unicodeScalars.contains { (0x0590...0x05FF).contains($0.value) }
    attributes.pairs.append(Attributes.Pair("language", isHebrew ? "he" : "ar"))
    return attributes
  }
}
