// SPDX-License-Identifier: MIT
// Part of Platen: what a world's source holds and no table here has a place for.

public import Digests

/// Fields of a world's source that nothing here draws or lists, kept for exports in its own format.
public struct Unmodeled: Sendable, Hashable {
  /// One field, with its value as JSON.
  public struct Field: Sendable, Hashable {
    public var key: String
    public var json: String

    public init(key: String, json: String) {
      self.key = key
      self.json = json
    }
  }

  /// The fields of one row of a table.
  public struct Row: Sendable, Hashable {
    public var id: Int
    /// The fields in the source's order.
    public var fields: [Field]

    public init(id: Int, fields: [Field]) {
      self.id = id
      self.fields = fields
    }
  }

  /// Rows by the source's name of their table: `states`, `burgs`, …; `settings`, `options` and
  /// `info` have one row.
  ///
  /// The row of an entity that was removed has all of its fields.
  public var tables: [String: [Row]]

  public init() { tables = [:] }

  /// Keys of values that players may have.
  private static let open: Set<String> = [
    "i", "base", "neighbors", "provinces", "parent", "shoreline", "area", "cells", "rural", "urban",
    "burgs", "port", "market", "flux", "temp", "evaporation", "inlets", "outlet", "height",
    "expansionism", "winds", "temperatureEquator", "temperatureNorthPole", "temperatureSouthPole",
    "mapSize", "latitude", "longitude", "prec", "hideLabels", "rescaleLabels", "group", "expansion",
    "deity",
  ]

  /// The words that may be among them: FMG's own, which no user writes.
  private static let words: Set<String> = [
    "true", "false", "null", #""culture""#, #""state""#, #""global""#, #""sea_island""#,
    #""lake_island""#, #""freshwater""#, #""salt""#, #""sinkhole""#, #""frozen""#, #""lava""#,
    #""dry""#,
  ]

  /// Tables that players get nothing more of: their rows may be hidden, or reveal what is traded.
  private static let closed: Set<String> = ["markers", "zones", "deals"]

  /// The parts that players may have: no texts that users write, no treasuries, and no removed
  /// rows.
  func withoutSecrets() -> Unmodeled {
    let numerals = Set("0123456789+-.,[]\"".utf8)
    var result = Unmodeled()
    for (table, rows) in tables where !Unmodeled.closed.contains(table) {
      let shown: [Row] = rows.compactMap { row in
        guard !row.fields.contains(where: { $0.key == "removed" }) else { return nil }
        let fields = row.fields.filter {
          Unmodeled.open.contains($0.key)
            && (Unmodeled.words.contains($0.json) || $0.json.utf8.allSatisfy(numerals.contains))
        }
        return fields.isEmpty ? nil : Row(id: row.id, fields: fields)
      }
      if !shown.isEmpty { result.tables[table] = shown }
    }
    return result
  }
}

extension Unmodeled: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(tables) }
}

extension Unmodeled.Row: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(id, fields) }
}

extension Unmodeled.Field: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(key, json) }
}
