// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two versions of tables.

/// A name of a table that can be compared.
public typealias ComparedTable = CaseIterable & Hashable & RawRepresentable & Sendable

/// The changes between two versions of tables: rows that were added, removed or changed.
public struct TableChanges<Table: ComparedTable>: Hashable, Sendable
where Table.RawValue == String {
  /// The change of a row.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case added, removed, changed
  }

  /// A field with two values; empty for none.
  public struct Field: Hashable, Sendable {
    public var name: String
    public var old: String
    public var new: String

    public init(name: String, old: String, new: String) {
      self.name = name
      self.old = old
      self.new = new
    }
  }

  /// A row that one of both versions lacks, or that differs.
  public struct Change: Hashable, Sendable {
    public var table: Table
    public var kind: Kind
    /// The id of the row, or the ids and texts by which it differs from others; empty in tables without.
    public var id: String
    /// The name of what the row is about, as it was; empty for what has none.
    public var name: String
    /// The fields that differ; empty for rows that were added or removed without a word about them.
    public var fields: [Field]

    public init(table: Table, kind: Kind, id: String = "", name: String, fields: [Field] = []) {
      self.table = table
      self.kind = kind
      self.id = id
      self.name = name
      self.fields = fields
    }
  }

  /// The names of both versions.
  public var old: String
  public var new: String
  /// Indicates whether rows have ids that readers know: CSV and JSON have a field for them.
  public let hasIDs: Bool
  /// The changes in the order of tables and rows.
  public var rows: [Change] = []

  public init(old: String, new: String, hasIDs: Bool) {
    self.old = old
    self.new = new
    self.hasIDs = hasIDs
  }
}
