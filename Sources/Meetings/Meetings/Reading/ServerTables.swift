// SPDX-License-Identifier: MIT
// Part of Platen: tables of a server, of its database file or of a dump of it.

public import Database

/// Tables of a server by their names, as a dump of its database has them.
public struct ServerTables: Sendable {
  /// A table: its columns, and a value for each of them in every row.
  public struct Table: Sendable {
    public var columns: [String]
    public var rows: [[Database.Value]]

    public init(columns: [String], rows: [[Database.Value]]) {
      self.columns = columns
      self.rows = rows
    }
  }

  public var tables: [String: Table] = [:]

  public init() {}
}

/// Tables whose rows can be read by the names of their columns.
protocol RowSource: ~Copyable {
  /// The columns of a table in their order; empty where there is none of that name.
  func columns(of table: String) throws -> [String]
  /// Passes the rows of a table to `body` in their order, with the given columns only.
  func forEachRow(
    of table: String, columns: [String], where filter: (column: String, text: String)?,
    _ body: ([Database.Value]) throws -> Void
  ) throws
}

extension Database: RowSource {}

extension ServerTables: RowSource {
  func columns(of table: String) -> [String] { tables[table]?.columns ?? [] }

  func forEachRow(
    of table: String, columns: [String], where filter: (column: String, text: String)?,
    _ body: ([Database.Value]) throws -> Void
  ) rethrows {
    guard let table = tables[table] else { return }
    let places = columns.map { column in table.columns.firstIndex { $0 == column } }
    let filtered = filter.flatMap { filter in
      table.columns.firstIndex { $0 == filter.column }.map { (place: $0, text: filter.text) }
    }
    for row in table.rows {
      if let filtered, row[filtered.place] != .text(filtered.text) { continue }
      try body(places.map { place in place.map { row[$0] } ?? .null })
    }
  }
}
