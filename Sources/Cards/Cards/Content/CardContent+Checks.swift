// SPDX-License-Identifier: MIT
// Part of Platen: warnings about fields that a job adds or omits, by the fields of rows and looks.

package import Diagnostics
package import Rows

extension CardContent {
  /// Returns warnings about misspelled fields of the job: placeholders for fields that no row has,
  /// and fields that the look does not use. Either would be omitted from every card.
  ///
  /// - Parameters:
  ///   - who: the description of the look or booklet that uses the fields.
  ///   - requested: the fields that it uses.
  ///   - tables: the tables of cards.
  package func fieldWarnings(usedBy who: String, _ requested: [String], tables: [RowTable])
    -> [Diagnostic]
  {
    guard !fields.isEmpty else { return [] }
    var warnings: [Diagnostic] = []
    let rows = tables.flatMap { self.rows.joined($0) }
    var defined: Set<String> = []
    var seen: Set<String> = []
    let names = rows.flatMap { row in row.fields.map(\.name).filter { seen.insert($0).inserted } }
    lazy var counted = rows.map { progress.counted($0) }
    func isKnown(_ name: String) -> Bool {
      defined.contains(name) || seen.contains(name) || counted.contains { $0[name] != nil }
    }
    for field in fields {
      for braces in field.text.fields {
        let unknown = braces.names.filter { !isKnown($0) }
        for name in unknown {
          // For a nested field, the row has its first part.
          let first = name.prefix { $0 != "." }
          let near = nearMiss(String(first), among: names).map { $0 + name.dropFirst(first.count) }
            .flatMap { $0 == name ? nil : $0 }
          // An alternative, or a field with a fallback, may be for other rows.
          let isOptional = braces.hasFallback || unknown.count < braces.names.count
          guard near != nil || !isOptional else { continue }
          warnings.append(
            .warning(
              .cardsField,
              "unknown field \"\(printable(name, limit: 60))\" in \(field.written)",
              at: field.valuePlace,
              hints: [near.map { "did you mean \"\($0)\"?" } ?? nearMissHint(name, among: names)]))
        }
      }
      defined.insert(field.name)
    }
    warnings += emptyFields(counted, warned: Set(warnings.compactMap(\.place)))
    let used = Set(requested + fields.flatMap { $0.text.fields.flatMap(\.names) })
    for field in fields where !used.contains(field.name) {
      warnings.append(
        .warning(
          .cardsField,
          "\(who) does not use the field \"\(printable(field.written, limit: 60))\"",
          at: field.place,
          hints: [
            nearMiss(field.name, among: requested).map { "did you mean \"\($0)\"?" }
              ?? "fields: " + requested.prefix(20).joined(separator: ", ")
              + (requested.count > 20 ? ", …" : "")
          ]))
    }
    return warnings
  }

  /// Returns warnings about columns of CSV files that nothing uses, one for each table.
  ///
  /// ``DrawnFields`` reports columns with prose. Columns that identify or order rows need not be
  /// shown.
  ///
  /// - Parameters:
  ///   - who: the description of the look or booklet that uses the fields.
  ///   - requested: the fields that it uses.
  ///   - key: the field that names rows; nil if they have names of their own.
  ///   - tables: the tables of cards.
  ///   - drawn: the fields on the cards, from which free places follow.
  package func columnWarnings(
    usedBy who: String, _ requested: [String], key: String?, tables: [RowTable],
    drawn: inout DrawnFields
  ) -> [Diagnostic] {
    var used = omitted.union(requested).union(copiesColumns)
    if let colorColumn { used.insert(colorColumn.name) }
    for field in fields {
      used.insert(field.name)
      used.formUnion(field.text.fields.flatMap(\.names))
    }
    if let key { used.insert(key) }
    return tables.compactMap { table in
      guard let head = table.head else { return nil }
      var names: [String] = []
      var known = used
      var prose: Set<String> = []
      for field in table.rows.lazy.flatMap(\.fields) where field.value.shown != nil {
        if field.value.isProse { prose.insert(field.name) }
        if known.insert(field.name).inserted, !Row.organizes(field.name) {
          names.append(field.name)
        }
      }
      names.removeAll(where: prose.contains)
      guard !names.isEmpty else { return nil }
      let shown = names.prefix(8).map { printable($0, limit: 60) }.joined(separator: ", ")
      return .warning(
        .cardsUnused,
        "\(who) does not use the \(names.count == 1 ? "column" : "columns") \(shown)"
          + (names.count > 8 ? ", …" : ""),
        at: head, hints: [drawn.hint(toShow: names, self)])
    }
  }

  /// Returns warnings about fields of the job that are empty in all rows.
  ///
  /// - Parameters:
  ///   - counted: the rows with their progress.
  ///   - warned: locations of fields that have a warning already.
  private func emptyFields(_ counted: [Row], warned: Set<SourceLocation>) -> [Diagnostic] {
    var rows = counted
    return fields.compactMap { field in
      let texts = rows.map { field.text.text(of: $0) }
      for index in rows.indices {
        rows[index][field.name] = texts[index].map { .text($0) } ?? .null
      }
      guard !rows.isEmpty, texts.allSatisfy({ $0 == nil }), !warned.contains(field.valuePlace)
      else { return nil }
      let empty = field.text.fields.first { braces in
        !braces.hasFallback
          && counted.allSatisfy { row in braces.names.allSatisfy { row[$0]?.shown == nil } }
      }
      var hints: [String] = []
      for name in empty?.names ?? [] {
        let mappings = counted.lazy.compactMap { row -> Row? in
          if case .record(let inner)? = row[name] { inner } else { nil }
        }
        guard let inner = mappings.first else { continue }
        let parts = inner.fields.prefix(4).map { "{\(name).\(printable($0.name, limit: 60))}" }
          .joined(separator: ", ")
        hints.append("\(name) is a mapping: name a field in it, such as \(parts)")
      }
      let what = empty.map { ": no row has text in " + $0.names.joined(separator: " or ") } ?? ""
      return .warning(
        .cardsField, "\(field.written) is empty in every row\(what)", at: field.valuePlace,
        hints: hints)
    }
  }

  /// Returns a warning about rows whose cards show nothing of them, for example if the names of
  /// fields in the table and the look differ.
  ///
  /// - Parameter layout: the layout of the rows' cards.
  package func emptyWarning(
    _ rows: [NamedRow], in layout: CardLook.Layout, of look: CardLook
  ) -> Diagnostic? {
    let empty = rows.filter { !layout.shows($0.row) }
    guard let first = empty.first else { return nil }
    let names = first.row.fields.filter { $0.value.shown != nil }.map(\.name)
    let known = cappedList(names)
    let what =
      empty.count == 1
      ? "the card of \"\(printable(first.name, limit: 60))\" is empty"
      : "the cards of \(empty.count) rows are empty"
    return .warning(
      .cardsEmpty, "\(what): the look \(look.name) uses none of the fields",
      at: first.row.place,
      hints: names.isEmpty
        ? ["the row is empty"]
        : ["assign its fields (\(known)): fields: { title: \"{\(names[0])}\" }"])
  }
}

/// The fields of rows that are on cards of a job, collected over its outputs.
package struct DrawnFields {
  /// A row with its fields on the cards of all outputs.
  private struct Card {
    var row: NamedRow
    /// Indicates whether ``CardContent/columnWarnings(usedBy:_:key:tables:)`` reports fields that
    /// the look does not name.
    var hasColumns: Bool
    /// The fields on its cards, and those with a warning of their own.
    var drawn: Set<String> = []
    /// The fields that change its cards, or would with another size.
    var used: Set<String> = []
    /// The fields in texts that are mappings without text to show.
    var mappings: Set<String> = []
  }

  /// Rows may have one name.
  private struct CardID: Hashable {
    var table: String
    var name: String
    var place: SourceLocation
  }

  private var cards: [Card] = []
  private var places: [CardID: Int] = [:]
  /// The layouts of the outputs, and the positions of their cards.
  private(set) var layouts: [(layout: CardLook.Layout, cards: [Int])] = []
  /// The fields that hints propose for texts.
  var proposed: [String] = []

  package init() {}

  /// Returns the texts of a field of the rows.
  func texts(of name: String) -> [String] { cards.compactMap { $0.row.own[name]?.shown } }

  /// Returns a completed row by its position.
  func row(of index: Int) -> Row { cards[index].row.row }

  /// Views that show the progress of a row, not its texts.
  package static let counting: Set<String> = ["badge", "level", "streak", "report"]

  /// Records the fields of rows that a layout draws, and those that only other layouts of the view
  /// have, which have a warning of their own.
  ///
  /// - Parameter lists: the fields that any layout of the view shows.
  package mutating func addRows(
    _ named: [NamedRow], of table: RowTable, in layout: CardLook.Layout, of look: CardLook,
    among lists: Set<[String]>
  ) {
    var added: [Int] = []
    for one in named {
      let key = CardID(table: table.name, name: one.name, place: one.row.place)
      let place = places[key] ?? cards.count
      if place == cards.count {
        places[key] = place
        cards.append(Card(row: one, hasColumns: table.head != nil))
      }
      let missing = layout.missingFields(of: one.row, among: lists)
      var drawn = layout.drawnFields(of: one.row)
      if !layout.size.isWidget { drawn.formUnion(missing) }
      let used = layout.usedFields(of: one.row, in: look).union(missing)
      added.append(place)
      cards[place].drawn.formUnion(one.ownFields(behind: drawn))
      cards[place].used.formUnion(one.ownFields(behind: used))
      cards[place].mappings.formUnion(layout.hiddenMappings(of: one.row))
    }
    layouts.append((layout, added))
  }

  /// Returns warnings about mappings and other fields that are on no card, unless they are omitted.
  ///
  /// - Parameters:
  ///   - key: the field that names rows; nil if they have names of their own.
  ///   - proseOnly: whether fields without prose have a warning of their own, or need none.
  package mutating func warnings(
    _ look: CardLook, _ content: CardContent, key: String?, proseOnly: Bool
  ) -> [Diagnostic] {
    let mappings = mappings(content)
    return [mappingWarning(mappings, content)].compactMap(\.self)
      + unusedWarnings(look, content, key, proseOnly, mappings)
  }

  /// Returns the names of mappings without text to show, for each card.
  private func mappings(_ content: CardContent) -> [[String]] {
    // A field of the job that is empty in all rows has a warning of its own.
    let filled = content.fields.filter { field in
      cards.contains { $0.row.row[field.name]?.shown != nil }
    }
    return cards.map { card in
      let row = card.row.row
      let names = card.mappings.union(filled.flatMap { $0.text.hiddenMappings(of: row) })
      return names.filter { name in
        let top = DrawnFields.top(name)
        return card.row.ownFields.contains(top) && !content.omitted.contains(top)
          && !content.isJoined(top, in: row)
          && !card.used.contains { $0.hasPrefix(name + ".") }
      }.sorted()
    }
  }

  private mutating func mappingWarning(_ mappings: [[String]], _ content: CardContent)
    -> Diagnostic?
  {
    var tally = FieldTally()
    for (card, names) in zip(cards, mappings) { tally.addNames(names, of: card.row.row) }
    guard let first = tally.first, let name = tally.names.first else { return nil }
    let part: String? =
      if case .record(let inner)? = first[name] { inner.fields.first?.name } else { nil }
    var hint: String?
    if let part {
      let path = "\(printable(name, limit: 60)).\(printable(part, limit: 60))"
      // A field that cards show keeps the texts of other rows.
      let isShown = layouts.contains { $0.layout.wordFields.contains { $0.contains(name) } }
      hint =
        isShown
        ? "\(name): \"{\(path)|\(name)}\""
        : freeField(for: [], content).map { "\($0): \"{\(path)}\"" }
    }
    return .warning(
      .cardsUnused,
      "not shown: mappings in \(tally.description): they have no name, title, label or text",
      at: first.place,
      hints: [
        hint.map { "name a field in it: fields: { \($0) }" }
          ?? "write the elements of the list as text, or give them a name"
      ])
  }

  private mutating func unusedWarnings(
    _ look: CardLook, _ content: CardContent, _ key: String?, _ proseOnly: Bool,
    _ mappings: [[String]]
  ) -> [Diagnostic] {
    let defined = Set(content.fields.map(\.name))
    let named = content.namedColumns.union(content.copiesColumns)
    let columns = Set(look.fieldNames)
    var tally = FieldTally()
    var replaced = FieldTally()
    var prose: Set<String> = []
    for (card, mappings) in zip(cards, mappings) {
      let row = card.row.own
      let drawn = Set(card.drawn.union(mappings).map(DrawnFields.top))
      let used = Set(card.used.map(DrawnFields.top))
      let unused = row.fields.filter { field in
        let name = field.name
        guard !drawn.contains(name), !content.omitted.contains(name),
          !content.isJoined(name, in: row)
        else { return false }
        if field.value.isProse {
          prose.insert(name)
          return true
        }
        return !proseOnly && field.value.hasText && !used.contains(name) && !named.contains(name)
          && name != key ?? row.nameField && !Row.organizes(name)
          && (!card.hasColumns || columns.contains(name))
      }.map(\.name)
      tally.addNames(unused.filter { !defined.contains($0) }, of: row)
      replaced.addNames(unused.filter(defined.contains), of: row)
    }
    // Fields with prose are the most important ones.
    tally.names = tally.names.filter(prose.contains) + tally.names.filter { !prose.contains($0) }
    let them = tally.names.count == 1 ? "it" : "them"
    var warnings = [replacedWarning(replaced, content)].compactMap(\.self)
    if let first = tally.first {
      warnings.append(
        .warning(
          .cardsUnused,
          "not shown: \(tally.description): no element of the look \(look.name) shows \(them)",
          at: first.place, hints: [hint(toShow: tally.names, content)]))
    }
    return warnings
  }

  /// Returns a warning about fields of rows that fields of the job replace.
  private mutating func replacedWarning(_ tally: FieldTally, _ content: CardContent) -> Diagnostic?
  {
    guard let first = tally.first, let name = tally.names.first,
      let field = content.fields.last(where: { $0.name == name })
    else { return nil }
    let text = printable(field.text.source, limit: 60)
    let free = freeField(for: cards.compactMap { $0.row.row[name]?.shown }, content)
    let places = tally.names.compactMap { name in content.fields.last { $0.name == name }?.place }
    return .warning(
      .cardsUnused,
      "not shown: \(tally.description): \(tally.names.count == 1 ? "a field" : "fields") of the job "
        + "\(tally.names.count == 1 ? "replaces it" : "replace them")",
      at: places.first ?? first.place,
      hints: [
        (free.map { "to show both, write \($0): \"\(text)\" in place of \(field.written); " } ?? "")
          + "to omit it, add omit: [\(printable(name, limit: 60))]"
      ])
  }

  /// Returns the first part of a path, which is the name of a row's field.
  private static func top(_ path: String) -> String { String(path.prefix { $0 != "." }) }
}

extension CardContent {
  /// Indicates whether a field is a row of another table that an id refers to.
  func isJoined(_ name: String, in row: Row) -> Bool {
    guard case .record? = row[name] else { return false }
    return row[name + "_id"] != nil
  }

  /// Returns a warning about rows whose cards lack fields that other layouts of the view show; a note
  /// for widgets, which have little room.
  ///
  /// - Parameter lists: the fields that any layout of the view shows.
  package func missingWarning(
    _ rows: [NamedRow], in layout: CardLook.Layout, of look: CardLook, among lists: Set<[String]>,
    size: CardSize
  ) -> Diagnostic? {
    var tally = FieldTally()
    for one in rows {
      let missing = layout.missingFields(of: one.row, among: lists)
      tally.addNames(missing.filter { !omitted.contains($0) }, of: one.row)
    }
    tally.names.sort()
    guard let first = tally.first, let name = tally.names.first else { return nil }
    let message =
      "not shown: \(tally.description): the look \(look.name) has no place for "
      + "\(tally.names.count == 1 ? "it" : "them") on \(size.name)"
    guard !layout.size.isWidget else { return .note(.cardsNotShown, message, at: first.place) }
    return .warning(
      .cardsNotShown, message, at: first.place,
      hints: [
        "choose another size, add a layout of this size to the look, or add "
          + "omit: [\(printable(name, limit: 60))]"
      ])
  }
}

/// The fields of a warning, and the number of rows.
private struct FieldTally {
  /// The names, each once.
  var names: [String] = []
  private var count = 0
  /// The first row that has any of them.
  private(set) var first: Row?

  mutating func addNames(_ found: some Collection<String>, of row: Row) {
    guard !found.isEmpty else { return }
    count += 1
    first = first ?? row
    for name in found where !names.contains(name) { names.append(name) }
  }

  /// The fields and the number of rows: `text, notes (2 rows)`.
  var description: String {
    names.prefix(8).map { printable($0, limit: 60) }.joined(separator: ", ")
      + (names.count > 8 ? ", …" : "") + " (\(count) \(count == 1 ? "row" : "rows"))"
  }
}
