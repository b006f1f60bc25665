// SPDX-License-Identifier: MIT
// Part of Platen: a table of entities found by id.

/// Something with an id that is unique in its table.
public protocol Entity: Sendable {
  var id: Int { get }
}

/// Entities in the order they were read, found by id.
///
/// Ids may have gaps, need not ascend and are not indices. When one id occurs twice the first wins.
public struct EntityList<Row: Entity>: Sendable, RandomAccessCollection {
  private var rows: [Row]
  private var indexOfID: [Int: Int]

  public init(_ rows: [Row] = []) {
    self.rows = rows
    indexOfID = [:]
    indexOfID.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() where indexOfID[row.id] == nil {
      indexOfID[row.id] = index
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }
  public subscript(position: Int) -> Row { rows[position] }

  /// The row with this id, or nil. O(1).
  public subscript(id id: Int) -> Row? { indexOfID[id].map { rows[$0] } }

  /// Indicates whether there is a row with this id. O(1).
  public func contains(id: Int) -> Bool { indexOfID[id] != nil }

  /// Adds a row; one whose id is there already is found by its place only.
  public mutating func append(_ row: Row) {
    if indexOfID[row.id] == nil { indexOfID[row.id] = rows.count }
    rows.append(row)
  }

  /// Changes every row in place; ids must stay.
  public mutating func mutateAll(_ body: (inout Row) throws -> Void) rethrows {
    for index in rows.indices { try body(&rows[index]) }
  }

  /// Changes the row with this id; nothing when there is none. The id must stay.
  public mutating func mutate(id: Int, _ body: (inout Row) throws -> Void) rethrows {
    if let index = indexOfID[id] { try body(&rows[index]) }
  }

  /// Removes the rows that `predicate` accepts. O(rows).
  public mutating func removeAll(where predicate: (Row) throws -> Bool) rethrows {
    self = EntityList(try rows.filter { try !predicate($0) })
  }
}
