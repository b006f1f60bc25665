// SPDX-License-Identifier: MIT
// Part of Platen: joins rows with the rows that they refer to, and with their members.

public import Diagnostics

extension RowSet {
  /// Returns the rows of a table, each with the rows that its ids refer to: a row with
  /// `category_id` gets the row of `categories` with that id as `category`. An id without a row is
  /// kept as is.
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
          // Of two rows with one id, the first is used.
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

  /// Returns the table of a singular name: `categories` for `category`.
  public func table(ofMany name: String) -> RowTable? {
    var names = [name + "s", name + "es", name]
    if name.hasSuffix("y") { names.insert(name.dropLast() + "ies", at: 0) }
    return names.lazy.compactMap { self[$0] }.first
  }

  /// Returns the singular of a table's name: `category` for `categories`.
  package static func singular(_ table: String) -> String {
    if table.hasSuffix("ies") { return table.dropLast(3) + "y" }
    return table.hasSuffix("s") ? String(table.dropLast()) : table
  }

  /// A member of a list, with its time slot and order.
  public struct Member: Hashable, Sendable {
    public var row: Row
    /// The time slot: `morning`, `anytime`, `evening`, or another word; empty if none is specified.
    public var slot: String
    public var order: Double
  }

  /// Time slots in the order of the day; others follow in file order.
  public static let slots = ["morning", "anytime", "evening"]

  /// Returns the members of a row by the table that links them: ordered by slot in the order of the
  /// day, then by sort order, then by file order.
  ///
  /// The linking table has a column for the ids of each side, such as `journey_id` and `dua_id`, or
  /// for the slug of this side (`journey_slug`).
  ///
  /// - Parameter warnings: receives warnings about links without a row.
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
            "\(links.table.name) names \(links.column) \(key ?? "nothing"), but no row of "
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

  /// Returns the table that links rows of a name to others, the column of the others' ids, and the
  /// table of the others.
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

  /// The default table of a job: the first with fields of its own, not only links; lists of slugs
  /// and descriptions come after it.
  public var mainTable: RowTable? {
    tables.first(where: RowSet.isPlain) ?? tables.first { !$0.rows.isEmpty }
  }

  /// Indicates whether the rows of a table have fields of their own, not only links.
  private static func isPlain(_ table: RowTable) -> Bool {
    guard let first = table.rows.first else { return false }
    let own = first.fields.map(\.name).filter {
      !["id", "name", "slug", "description", "emoji", "is_premium"].contains($0)
    }
    return own.contains { !$0.hasSuffix("_id") && !["sort_order", "time_slot"].contains($0) }
  }

  /// Tables that a job could use instead of the main one, and that are not linked with it.
  public var candidateTables: [RowTable] {
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
  /// The name of a row in file names: the first of slug, id, name and title that it has.
  public var name: String? { nameField.flatMap { self[$0]?.shown } }

  /// The field with the name of a row in file names.
  package var nameField: String? {
    ["slug", "id", "key", "name", "title", "title_en"].first { self[$0]?.shown != nil }
  }

  /// Indicates whether a field identifies, orders or dates rows and is not content.
  package static func organizes(_ name: String) -> Bool {
    [
      "id", "slug", "key", "uuid", "index", "order", "position", "sort", "sort_key", "sort_order",
      "created_at", "updated_at",
    ].contains(name) || name.hasSuffix("_id") || name.hasSuffix("_slug")
  }
}
