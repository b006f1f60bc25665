// SPDX-License-Identifier: MIT
// Part of Platen: rows with the rows they point at, and lists of rows that belong together.

public import Diagnostics

extension RowSet {
  /// The rows of a table, each with the rows its ids point at: a row with `category_id` has the row
  /// of `categories` of that id as `category`. An id that points nowhere is left as it is.
  public func joined(_ table: RowTable) -> [Row] {
    var indices: [String: [String: Row]] = [:]
    var result: [Row] = []
    result.reserveCapacity(table.rows.count)
    for row in table.rows {
      var row = row
      for field in row.fields where field.name.hasSuffix("_id") {
        let name = String(field.name.dropLast(3))
        guard row[name] == nil, let key = field.value.shown else { continue }
        if indices[name] == nil {
          let rows = self.table(ofMany: name)?.rows ?? []
          // The first of two rows with one id is meant.
          indices[name] = Dictionary(
            rows.compactMap { row in row["id"]?.shown.map { ($0, row) } },
            uniquingKeysWith: { first, _ in first })
        }
        if let found = indices[name]?[key] { row[name] = .record(found) }
      }
      result.append(row)
    }
    return result
  }

  /// The table of things of a name: `category` are in `categories`.
  public func table(ofMany name: String) -> RowTable? {
    var names = [name + "s", name + "es", name]
    if name.hasSuffix("y") { names.insert(name.dropLast() + "ies", at: 0) }
    return names.lazy.compactMap { self[$0] }.first
  }

  /// What one row of a table is called: a row of `categories` is a `category`.
  static func singular(_ table: String) -> String {
    if table.hasSuffix("ies") { return table.dropLast(3) + "y" }
    return table.hasSuffix("s") ? String(table.dropLast()) : table
  }

  /// A row of a list, with what the list says of it.
  public struct Member: Hashable, Sendable {
    public var row: Row
    /// When its turn is: `morning`, `anytime`, `evening`, or another word; empty where none is
    /// told.
    public var slot: String
    public var order: Double
  }

  /// Time slots in the order of a day; others follow in the order of the file.
  public static let slots = ["morning", "anytime", "evening"]

  /// The rows that belong to a row of a table, by the table that links the two: by slot in the
  /// order of a day, then by their places in it, then as the file has them.
  ///
  /// The linking table has a column for each side's ids, such as `journey_id` and `dua_id`, or the
  /// slug of this side (`journey_slug`).
  ///
  /// - Parameter warnings: is told of links that lead to no row.
  public func members(
    of row: Row, in table: String, warnings: inout [Diagnostic]
  ) -> [Member] {
    let name = RowSet.singular(table)
    guard let links = linkTable(of: name) else { return [] }
    let (id, slug) = (row["id"]?.shown, row["slug"]?.shown)
    var members: [Member] = []
    var ranks = RowSet.slots
    for link in links.table.rows {
      let isOurs =
        link[name + "_id"]?.shown.map { $0 == id } ?? link[name + "_slug"]?.shown.map { $0 == slug }
        ?? false
      guard isOurs else { continue }
      let key = link[links.column]?.shown
      guard let found = links.target.rows.first(where: { key != nil && $0["id"]?.shown == key })
      else {
        warnings.append(
          .warning(
            .rowsLink,
            "\(links.table.name) names \(links.column) \(key ?? "nothing"), and no row of "
              + "\(links.target.name) has that id",
            at: link.place))
        continue
      }
      let slot = link.text("time_slot", "slot")?.lowercased() ?? ""
      if !ranks.contains(slot) { ranks.append(slot) }
      let full = joined(RowTable(links.target.name, [found]))[0]
      members.append(
        Member(row: full, slot: slot, order: link.number("sort_order", "order", "position") ?? 0))
    }
    func rank(_ member: (offset: Int, element: Member)) -> (Int, Double, Int) {
      (
        ranks.firstIndex(of: member.element.slot) ?? ranks.count, member.element.order,
        member.offset
      )
    }
    return members.enumerated().sorted { rank($0) < rank($1) }.map(\.element)
  }

  /// The table that links rows of a name to others, the column of the others' ids, and these.
  private func linkTable(of name: String) -> (table: RowTable, column: String, target: RowTable)? {
    for table in tables {
      guard let first = table.rows.first,
        first[name + "_id"] != nil || first[name + "_slug"] != nil
      else { continue }
      for field in first.fields where field.name.hasSuffix("_id") && field.name != name + "_id" {
        if let target = self.table(ofMany: String(field.name.dropLast(3))) {
          return (table, field.name, target)
        }
      }
    }
    return nil
  }

  /// The table that a job is about when it names none: the first whose rows say more than what
  /// belongs where; lists of slugs and descriptions come after it.
  public var mainTable: RowTable? {
    tables.first(where: RowSet.isPlain) ?? tables.first { !$0.rows.isEmpty }
  }

  /// Indicates whether the rows of a table say more than what belongs where.
  private static func isPlain(_ table: RowTable) -> Bool {
    guard let first = table.rows.first else { return false }
    let own = first.fields.map(\.name).filter {
      !["id", "name", "slug", "description", "emoji", "is_premium"].contains($0)
    }
    return own.contains { !$0.hasSuffix("_id") && !["sort_order", "time_slot"].contains($0) }
  }

  /// Tables that a job could be about as well as the main one, and that nothing links with it.
  public var rivalTables: [RowTable] {
    guard let main = mainTable, RowSet.isPlain(main) else { return [] }
    func names(_ table: RowTable) -> Set<String> {
      Set(table.rows.prefix(100).flatMap { $0.fields.map(\.name) })
    }
    func points(_ names: Set<String>, to table: RowTable) -> Bool {
      let name = RowSet.singular(table.name)
      return names.contains(name + "_id") || names.contains(name + "_slug")
    }
    let all = tables.map(names)
    return tables.indices.compactMap { index in
      let table = tables[index]
      guard table.name != main.name, RowSet.isPlain(table),
        !all[index].contains(where: { $0.hasSuffix("_id") || $0.hasSuffix("_slug") }),
        !all.contains(where: { points($0, to: table) })
      else { return nil }
      return table
    }
  }
}

extension Row {
  /// What a row is called in names of files: the first of its slug, id, name and title that it has.
  public var name: String? {
    text("slug", "id", "key", "name", "title", "title_en")
  }
}
