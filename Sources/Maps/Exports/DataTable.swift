// SPDX-License-Identifier: MIT
// Part of Platen: the tables of a world that can be exported singly.

internal import Diagnostics

/// A table of a world, by the name its file has.
public enum DataTable: String, Sendable, Hashable, CaseIterable {
  /// The world's name, its size and its units: one row.
  case world
  case cells
  /// Oceans, lakes and islands.
  case features
  case biomes, cultures, states, provinces, religions, burgs, rivers, routes, markers, zones, ice
  case regiments
  /// The kinds of units that regiments are made of.
  case units
  /// Texts that the user put on the map.
  case labels
  case notes
  /// The relations of states to each other: a row for each pair.
  case diplomacy
  /// The wars of each state.
  case wars
  case nameBases = "name-bases"

  /// Indicates whether its rows lie somewhere on the map.
  public var hasShapes: Bool {
    switch self {
    case .world, .units, .notes, .diplomacy, .wars, .nameBases: false
    default: true
    }
  }

  /// The tables a format can hold, in the order they are written.
  public static func tables(of format: DataFormat) -> [DataTable] {
    switch format {
    case .csv: allCases
    case .geojson: allCases.filter(\.hasShapes)
    default: []
    }
  }

  /// The tables of some names, in the order of the names, each once.
  ///
  /// - Throws: `Failure` `export.table` for an unknown name, or for a table without shapes where
  ///   shapes are requested.
  public static func named(_ names: [String], for format: DataFormat) throws -> [DataTable] {
    let named = try names.map { name in
      guard let table = DataTable(rawValue: name.lowercased()) else {
        throw Failure(
          .error(
            .exportTable, "unknown table \"\(name)\"",
            hints: [nearMissHint(name.lowercased(), among: tables(of: format).map(\.rawValue))]))
      }
      return table
    }
    return try checked(named, for: format)
  }

  /// Each of some tables once.
  ///
  /// - Throws: `Failure` `export.table` for a table without shapes where shapes are requested.
  public static func checked(_ named: [DataTable], for format: DataFormat) throws -> [DataTable] {
    var tables: [DataTable] = []
    for table in named where !tables.contains(table) {
      guard self.tables(of: format).contains(table) else {
        throw Failure(
          .error(
            .exportTable,
            "the table \(table.rawValue) has no shapes, so it cannot be .\(format.pathExtension)",
            hints: ["write it as .csv"]))
      }
      tables.append(table)
    }
    return tables
  }

  /// The table that a file is named after: `burgs.csv`, `ardenfell-burgs.csv`,
  /// `ardenfell_burgs.csv`.
  public init?(fileName: String) {
    let stem = DataTable.stem(of: fileName)
    let found = DataTable.allCases.first { table in
      stem == table.rawValue || stem.hasSuffix("-" + table.rawValue)
        || stem.hasSuffix("_" + table.rawValue)
    }
    guard let found else { return nil }
    self = found
  }

  /// The hint at a file name that names no table: the nearest name, or a list.
  package static func hint(for fileName: String) -> String {
    nearMissHint(stem(of: fileName), among: allCases.map(\.rawValue))
  }

  /// A file's name without its folder and its extension, in small letters.
  private static func stem(of fileName: String) -> String {
    let name = fileName.split(separator: "/").last.map(String.init) ?? ""
    return (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name).lowercased()
  }
}
