// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two saves of a world, table by table.

package import Atlas
package import Comparison
internal import Geometry

/// The differences between two saves of a world.
package struct WorldDifferences: Sendable {
  package typealias Kind = TableChanges<DataTable>.Kind
  package typealias Field = TableChanges<DataTable>.Field
  package typealias Change = TableChanges<DataTable>.Change

  /// The names of the two worlds, and the changes of tables but that of cells.
  package private(set) var tables: TableChanges<DataTable>
  /// The number of cells whose value differs, by column; columns without a difference are absent.
  package var cells: [(column: String, count: Int)] = []
  /// Indicates whether both worlds have cells that cannot be compared, since they are others.
  package var hasOtherCells = false

  package var changes: [Change] { tables.rows }

  /// Indicates whether nothing differs.
  package var isEmpty: Bool { tables.rows.isEmpty && cells.isEmpty && !hasOtherCells }

  /// Compares two worlds.
  ///
  /// Rows are the same if their ids are. Values that follow from others are not compared: names
  /// beside ids, degrees beside map units.
  ///
  /// - Parameter chosen: the tables to compare; all if empty.
  package init(from old: World, to new: World, tables chosen: [DataTable] = []) {
    tables = TableChanges(old: old.info.name, new: new.info.name, hasIDs: true)
    let (before, after) = (SheetMaker(old), SheetMaker(new))
    for table in chosen.isEmpty ? DataTable.allCases : chosen {
      if table == .cells {
        compareCells(old, new, before.sheet(table), after.sheet(table))
      } else {
        compare(table, before.sheet(table), after.sheet(table))
      }
    }
  }

  // MARK: Tables

  /// The columns by which the rows of a table differ; without any, it has one row.
  private static func keys(of table: DataTable) -> [String] {
    switch table {
    case .world: []
    case .cells, .features, .biomes, .cultures, .states, .provinces, .religions, .burgs, .rivers,
      .routes, .markers, .zones, .ice, .labels, .nameBases:
      ["id"]
    case .regiments: ["state", "id"]
    case .units: ["name"]
    case .notes: ["subject"]
    case .diplomacy: ["state", "other_state"]
    case .wars: ["state", "name", "start"]
    }
  }

  /// The column with the name of a row; nil for tables without names.
  private static func nameColumn(of table: DataTable) -> String? {
    switch table {
    case .features, .biomes, .cultures, .states, .provinces, .religions, .burgs, .rivers, .routes,
      .zones, .regiments, .units, .notes, .wars, .nameBases, .world:
      "name"
    case .markers: "note_name"
    case .labels: "text"
    case .cells, .ice, .diplomacy: nil
    }
  }

  /// Indicates whether a column follows from others of its table.
  private static func isDerived(_ name: String, among columns: Set<String>) -> Bool {
    if ["longitude", "latitude", "elevation_m"].contains(name) { return true }
    if name.hasSuffix("_name") { return columns.contains(String(name.dropLast(5))) }
    // The names beside ids in lists, such as neighbor_names beside neighbors.
    if name.hasSuffix("_names") { return columns.contains(name.dropLast(6) + "s") }
    if name.hasSuffix("_unit") { return columns.contains(String(name.dropLast(5))) }
    for ending in ["_px2", "_px", "_points"] where name.hasSuffix(ending) {
      return columns.contains(String(name.dropLast(ending.count)))
    }
    return false
  }

  private mutating func compare(_ table: DataTable, _ old: Sheet, _ new: Sheet) {
    let columns = Set(old.columns)
    let compared = old.columns.indices.filter {
      !WorldDifferences.isDerived(old.columns[$0], among: columns)
    }
    let before = rows(of: table, old)
    let after = rows(of: table, new)
    let indices = Dictionary(
      after.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    for row in before {
      seen.insert(row.key)
      guard let index = indices[row.key] else {
        tables.rows.append(change(table, .removed, row))
        continue
      }
      let other = after[index]
      let fields = compared.filter { row.values[$0] != other.values[$0] }.map { column in
        Field(
          name: old.columns[column], old: shown(row.values, column, old.columns),
          new: shown(other.values, column, new.columns))
      }
      if !fields.isEmpty { tables.rows.append(change(table, .changed, row, fields)) }
    }
    for row in after where !seen.contains(row.key) {
      tables.rows.append(change(table, .added, row))
    }
  }

  private struct Row {
    /// The ids by which it differs from others, and these with the names of what they are about.
    var key: String
    var label: String
    var name: String
    var values: [Value]
  }

  /// The rows of a sheet; those of one key are numbered.
  private func rows(of table: DataTable, _ sheet: Sheet) -> [Row] {
    let keys = WorldDifferences.keys(of: table).compactMap { sheet.columns.firstIndex(of: $0) }
    let name = WorldDifferences.nameColumn(of: table).flatMap { sheet.columns.firstIndex(of: $0) }
    var counts: [String: Int] = [:]
    var values: [Value] = []
    return (0..<sheet.count).map { index in
      sheet.read(index, into: &values)
      let key = keys.map { values[$0].text }.joined(separator: ", ")
      let label = keys.map { shown(values, $0, sheet.columns) }.joined(separator: ", ")
      counts[key, default: 0] += 1
      let number = counts[key].map { $0 > 1 ? " #\($0)" : "" } ?? ""
      return Row(
        key: key + number, label: label + number, name: name.map { values[$0].text } ?? "",
        values: values)
    }
  }

  private func change(
    _ table: DataTable, _ kind: Kind, _ row: Row, _ fields: [Field] = []
  ) -> Change {
    Change(table: table, kind: kind, id: row.label, name: row.name, fields: fields)
  }

  /// A value for people: an id with its name.
  private func shown(_ values: [Value], _ column: Int, _ columns: [String]) -> String {
    let next = column + 1
    if columns.indices.contains(next), columns[next] == columns[column] + "_name",
      values[next] != .none
    {
      return "\(values[next].text) (\(values[column].text))"
    }
    return values[column].text
  }

  // MARK: Cells

  private mutating func compareCells(_ old: World, _ new: World, _ before: Sheet, _ after: Sheet) {
    guard before.count == after.count, old.cells?.mesh.sites == new.cells?.mesh.sites else {
      hasOtherCells = true
      return
    }
    let columns = Set(before.columns)
    let compared = before.columns.indices.filter {
      !WorldDifferences.isDerived(before.columns[$0], among: columns)
    }
    var counts = [Int](repeating: 0, count: before.columns.count)
    var (one, other): ([Value], [Value]) = ([], [])
    for row in 0..<before.count {
      before.read(row, into: &one)
      after.read(row, into: &other)
      for column in compared where one[column] != other[column] { counts[column] += 1 }
    }
    cells = compared.filter { counts[$0] > 0 }.map { (before.columns[$0], counts[$0]) }
  }
}
