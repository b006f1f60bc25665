// SPDX-License-Identifier: MIT
// Part of Platen: checks rows of content before they are used.

public import Diagnostics

extension RowSet {
  /// Returns warnings about the rows, each with its line: duplicate ids, ids without a row, and
  /// names of fields that one row spells differently from the others.
  ///
  /// - Parameter limit: the largest number of warnings; a last one has the number of others.
  public func rowWarnings(limit: Int = 200) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for table in tables {
      found += duplicateIDs(in: table)
      found += misspelledFields(in: table)
      found += danglingReferences(in: table)
    }
    guard found.count > limit else { return found }
    let more = found.count - limit
    return found.prefix(limit) + [.note(.rowsMany, "\(more) more warnings of the same kinds")]
  }

  /// Returns ` of spells`; an empty text for a file's only table, which has no name.
  private func context(_ table: RowTable) -> String {
    table.name == RowSet.onlyTable ? "" : " of \(table.name)"
  }

  /// Returns warnings about rows of a table with the same id or slug.
  private func duplicateIDs(in table: RowTable) -> [Diagnostic] {
    ["id", "slug"].flatMap { field -> [Diagnostic] in
      var seen: [String: Row] = [:]
      return table.rows.compactMap { row in
        guard let value = row[field]?.shown else { return nil }
        guard let other = seen[value] else {
          seen[value] = row
          return nil
        }
        let line = other.place.line.map { " (line \($0))" } ?? ""
        return .warning(
          .rowsDouble,
          "duplicate \(field) \"\(printable(value, limit: 60))\"\(context(table)), first used "
            + "above\(line)", at: row.place)
      }
    }
  }

  /// Returns warnings about rare fields whose name is similar to a common one that the row lacks.
  private func misspelledFields(in table: RowTable) -> [Diagnostic] {
    var counts: [String: Int] = [:]
    for row in table.rows { for field in row.fields { counts[field.name, default: 0] += 1 } }
    let common = counts.filter { $0.value * 2 > table.rows.count }.keys.sorted()
    let rare = Set(counts.filter { $0.value * 4 <= table.rows.count }.keys)
    guard !rare.isEmpty, !common.isEmpty else { return [] }
    return table.rows.flatMap { row -> [Diagnostic] in
      let own = Set(row.fields.map(\.name))
      guard !own.isDisjoint(with: rare) else { return [] }
      let lacking = common.filter { !own.contains($0) }
      return row.fields.compactMap { field in
        guard rare.contains(field.name), let near = nearMiss(field.name, among: lacking)
        else { return nil }
        return .warning(
          .rowsField,
          "hardly any row\(context(table)) has a field \"\(printable(field.name, limit: 60))\"",
          at: row.place, hints: ["did you mean \"\(near)\"?"])
      }
    }
  }

  /// Returns warnings about ids that refer to missing rows of other tables of the file.
  private func danglingReferences(in table: RowTable) -> [Diagnostic] {
    var ids: [String: (table: String, ids: Set<String>)?] = [:]
    return table.rows.flatMap { row in
      row.fields.compactMap { field -> Diagnostic? in
        guard field.name.hasSuffix("_id"), field.value.isScalar, let key = field.value.shown else {
          return nil
        }
        if ids[field.name] == nil {
          let target = self.table(ofMany: String(field.name.dropLast(3)))
          ids[field.name] = .some(
            target.map { target in
              // A row may be referred to by either: people have a number and an id.
              let ids = target.rows.flatMap { [$0["id"]?.shown, $0[field.name]?.shown] }
              return (target.name, Set(ids.compactMap(\.self)))
            })
        }
        guard case .some(.some(let known)) = ids[field.name], !known.ids.contains(key) else {
          return nil
        }
        return .warning(
          .rowsLink,
          "\(field.name) is \"\(printable(key, limit: 60))\", but no row of \(known.table) has that id",
          at: row.place)
      }
    }
  }
}
