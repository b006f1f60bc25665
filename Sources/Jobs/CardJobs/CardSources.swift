// SPDX-License-Identifier: MIT
// Part of Platen: the sources of a cards job, read while planning.

internal import Cards
internal import Diagnostics
internal import Documents
internal import JobKit
internal import Pipeline
internal import Rows
internal import Values

/// The rows of a job with their names.
struct CardSources {
  var content: CardContent
  private let job: ManifestJob
  /// The field that names rows; nil if they have names of their own.
  let key: String?

  /// Reads every file of rows completely, since the rows determine the output files.
  ///
  /// - Throws: `Failure` with errors and missing files.
  init(_ job: ManifestJob, phrases: Phrasebook, in environment: any Environment) throws {
    self.job = job
    var rows = RowSet()
    for path in [job.input] + (job.settings[CardKeys.with] ?? []) {
      let set = try RowSet(
        file: path, bytes: try environment.read(path, limit: 256 << 20).bytes)
      rows.warnings += set.warnings
      for var table in set.tables {
        // A file of one table names the table.
        if table.name == RowSet.onlyTable {
          table.name = Row.plainName(stem(of: path).replacing(".", with: "_"))
        }
        if let index = rows.tables.firstIndex(where: { $0.name == table.name }) {
          rows.tables[index].rows += table.rows
        } else {
          rows.tables.append(table)
        }
      }
    }
    let fields = try (job.settings[CardKeys.fields]?.members ?? []).map { member in
      guard let text = member.value.text, let template = TemplateText(text) else {
        throw Failure(
          .error(
            .cardsField, "missing } after { in a field", at: member.value.place,
            hints: ["write fields: { title: \"{spell_name}\" }; use {{ for a brace"]))
      }
      return CardField(
        member.key, text: template, place: member.place, valuePlace: member.value.place)
    }
    key = job.settings[CardKeys.key].map(Row.plainName)
    let omitted = Set((job.settings[CardKeys.omit] ?? []).map(Row.plainName))
    let weekdays = phrases.names(.weekdayInitials)
    do {
      content = CardContent(
        rows, fields: fields, omitted: omitted,
        progress: try ProgressRows(
          rows, date: job.settings[CardKeys.date],
          weekdays: weekdays.count == 7 ? weekdays : ["M", "T", "W", "T", "F", "S", "S"],
          phrases: phrases))
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { $0.found(from: job.settings.place(of: CardKeys.date)) })
    }
  }

  var rows: RowSet { content.rows }

  /// Returns the table that an output specifies, or else the default for its kind.
  ///
  /// - Throws: `Failure` `cards.table`.
  func table(of request: OutputRequest, forLists: Bool) throws -> RowTable {
    if let name = request.options[CardKeys.table] {
      if let table = rows[name] { return table }
      throw Failure(
        .error(
          .cardsTable, "no such table: \(printable(name, limit: 60))",
          at: request.options.place(of: CardKeys.table) ?? request.place,
          hints: [nearMissHint(name, among: rows.tables.map(\.name))]))
    }
    if forLists, let lists = rows["journeys"] ?? listTable { return lists }
    switch request.options[CardKeys.show] {
    case "badge": if let table = rows.table(ofMany: "achievement") { return table }
    case "level", "streak", "report":
      let people = ["user_profile", "user", "profile"].lazy.compactMap { rows.table(ofMany: $0) }
      if let table = people.first { return table }
    default: break
    }
    guard let table = rows.mainTable else {
      throw Failure(.error(.cardsTable, "no rows found", at: request.place))
    }
    return table
  }

  /// Indicates whether a table has rows that are lists of others.
  var hasLists: Bool { rows["journeys"] != nil || listTable != nil }

  /// The fields that booklets show: those of rows that are entries themselves are all shown.
  var bookletFields: [String] {
    Booklet.fieldNames + (hasLists ? [] : content.addedFields.map(\.name))
  }

  /// The first table whose rows have members in another table.
  private var listTable: RowTable? {
    var none: [Diagnostic] = []
    return rows.tables.first { table in
      table.rows.contains { !rows.members(of: $0, in: table.name, warnings: &none).isEmpty }
    }
  }

  /// Returns the column with the number of copies of a table's cards.
  ///
  /// - Parameter look: the look of the cards, whose fields count copies only if they are named; nil for a
  ///   booklet.
  /// - Throws: `Failure` `cards.copies` if the specified column does not exist.
  func copies(of table: RowTable, _ look: CardLook? = nil) throws -> CardCopies {
    do {
      return try CardCopies(
        job.settings[CardKeys.copies], in: table,
        shown: content.namedColumns.union(look?.fieldNames ?? []))
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { $0.found(from: job.settings.place(of: CardKeys.copies)) })
    }
  }

  /// Returns the requested rows of a table, each with its name and all fields for looks.
  ///
  /// - Parameter areFiles: whether each row names a file; otherwise, rows may have one name.
  /// - Throws: `Failure` `cards.name` if two files would have one name, `cards.rows` if no row
  ///   matches.
  func named(_ table: RowTable, areFiles: Bool) throws -> [NamedRow] {
    let patterns = (job.settings[CardKeys.rows] ?? []).map(PathPattern.init)
    var seen: [String: Row] = [:]
    var result: [NamedRow] = []
    for (number, row) in rows.joined(table).enumerated() {
      let own = name(of: row)
      if let key, own == nil, areFiles {
        throw Failure(
          .error(
            .cardsName, "the row has no \(key), which names its files", at: row.place,
            hints: ["specify another field with key:"]))
      }
      let name = own ?? String(number + 1)
      guard patterns.isEmpty || patterns.contains(where: { $0.matches(name) }) else { continue }
      // Some file systems are not case-sensitive.
      if areFiles, let other = seen.updateValue(row, forKey: name.lowercased()) {
        let first =
          other.place.file == row.place.file
          ? other.place.line.map { "in line \($0)" } ?? "above"
          : "in \(printable(other.place.file ?? "another file")):\(other.place.line ?? 1)"
        throw Failure(
          .error(
            .cardsName, "duplicate row name \"\(name)\", first used \(first)",
            at: row.place, hints: ["specify a unique field with key:"]))
      }
      result.append(NamedRow(row, name: name, in: content))
    }
    guard !result.isEmpty else {
      throw Failure(
        .error(
          .cardsRows, "no row of \(table.name) matches rows",
          at: job.settings.place(of: CardKeys.rows) ?? job.place,
          hints: [
            "names as in files: \(rows.joined(table).prefix(4).compactMap(name).joined(separator: ", "))"
          ]))
    }
    return result
  }

  /// Returns warnings about names under `omit:` that no row has.
  func omitWarnings(for tables: [RowTable]) -> [Diagnostic] {
    guard !content.omitted.isEmpty else { return [] }
    var names = Set(content.addedFields.map(\.name))
    for row in tables.flatMap(\.rows) { names.formUnion(row.fields.map(\.name)) }
    return content.omitted.subtracting(names).sorted().map { name in
      .warning(
        .cardsField, "unknown field \"\(printable(name, limit: 60))\" in omit",
        at: job.settings.place(of: CardKeys.omit) ?? job.place,
        hints: [nearMissHint(name, among: names.sorted())])
    }
  }

  /// Returns warnings about patterns that match no row of the tables.
  func rowWarnings(in tables: [RowTable]) -> [Diagnostic] {
    let values = job.settings.placed(CardKeys.rows).map { $0.elements ?? [$0] } ?? []
    guard !values.isEmpty else { return [] }
    let names = tables.flatMap { table in
      rows.joined(table).enumerated().map { number, row in name(of: row) ?? String(number + 1) }
    }
    return values.compactMap { value in
      guard let text = value.text else { return nil }
      let pattern = PathPattern(text)
      guard !names.contains(where: pattern.matches) else { return nil }
      return .warning(
        .cardsRows, "no such row: \(printable(text, limit: 60))", at: value.place,
        hints: [nearMissHint(text, among: names)])
    }
  }

  /// Returns the name of a row in file names; nil if it has none.
  private func name(of row: Row) -> String? {
    (key.map { row[$0]?.shown } ?? row.name).map(CardSources.fileName)
  }

  /// Returns a name that is easy to type: whitespace becomes hyphens.
  private static func fileName(_ text: String) -> String {
    safeFileName(text.split(whereSeparator: \.isWhitespace).joined(separator: "-"))
  }
}
