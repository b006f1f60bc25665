// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a map's data, and the data that an output requests.

internal import Diagnostics
internal import Exports
internal import JobKit

/// The options and formats of a map job's data.
enum DataKeys {
  /// Formats with the extension `.json`, by name; the first is the default.
  static let jsonForms: [DataFormat] = [.worldFoundry, .full, .minimal, .packCells, .gridCells]

  static let data = OptionKey(
    "format", .word(jsonForms.map(\.rawValue)),
    "the format of a .json: World Foundry's, or one of FMG's four",
    example: "azgaar-full", defaultValue: jsonForms[0].rawValue)
  static let tables = OptionKey(
    "tables", .oneOrMore(of: DataTable.self),
    "the table of a .csv that its name does not specify, or those of a .geojson "
      + "(default: all with shapes)", example: "[states, burgs]")
  static let frame = OptionKey(
    "coordinates", .word(of: DataFrame.self),
    "the coordinates of a .geojson: degrees (lonlat) or map units (default: lonlat if the world's "
      + "location is known)", example: "map-units")

  static let options: [any DeclaredKey] = [data, tables, frame]

  /// The substitute for a file extension that is not supported.
  static func instead(of pathExtension: String) -> String? { DataFormat.instead(of: pathExtension) }

  /// An option value that is not supported, with its substitute.
  static func declined(_ word: String) -> [String: String] {
    instead(of: word).map { [word: $0] } ?? [:]
  }
}

/// A format of a map's data.
enum DataOutput: String, JobFormat {
  case wfmap, json, geojson, csv, platenworld

  /// The extensions of all of them.
  static var names: [String] { allCases.map(\.rawValue) }

  var row: OutputFormat {
    switch self {
    case .wfmap: row("World Foundry's map file", options: [])
    case .json: row("World Foundry's JSON, or FMG's (data)", options: [DataKeys.data])
    case .geojson:
      row(
        "shapes with their tables, for other programs", options: [DataKeys.tables, DataKeys.frame])
    case .csv:
      row(
        "one table, named by the file or by tables", options: [DataKeys.tables], dependsOnName: true
      )
    case .platenworld: row("all data of the world, for reading it again without loss", options: [])
    }
  }
}

extension DataRequest {
  /// The data that an output requests; nil if it is an image or a page.
  ///
  /// - Throws: `Failure` `export.table` at the output or its option.
  init?(_ output: OutputRequest) throws {
    let options = output.options
    let format: DataFormat
    guard let named = DataOutput(rawValue: output.format) else { return nil }
    switch named {
    case .json: format = options[DataKeys.data].flatMap(DataFormat.init(rawValue:)) ?? .worldFoundry
    case .wfmap: format = .wfmap
    case .geojson: format = .geojson
    case .csv: format = .csv
    case .platenworld: format = .platenWorld
    }
    var tables: [DataTable] = []
    do {
      tables = try DataTable.checked(options[DataKeys.tables] ?? [], for: format)
      if format == .csv, tables.isEmpty, let named = DataTable(fileName: output.path) {
        tables = [named]
      }
      if format == .csv, tables.count != 1 {
        throw Failure(
          .error(
            .exportTable,
            tables.isEmpty
              ? "a .csv holds one table; specify which" : "a .csv holds one table only",
            hints: [
              "name it after the table, as in burgs.csv, or add tables: burgs",
              DataTable.hint(for: output.path),
            ]))
      }
    } catch let failure as Failure {
      throw failure.at(options.place(of: DataKeys.tables) ?? output.place)
    }
    self.init(format, tables: tables, frame: options[DataKeys.frame])
  }
}
