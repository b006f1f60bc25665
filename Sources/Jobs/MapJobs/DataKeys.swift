// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest may say of a map's data, and which data an output asks for.

internal import Diagnostics
internal import Exports
internal import JobKit
internal import Values

/// The options and forms of a map job's data.
enum DataKeys {
  /// Forms that end in `.json`, by name; the first is meant where none is named.
  static let jsonForms: [DataForm] = [.worldFoundry, .full, .minimal, .packCells, .gridCells]

  static let data = OptionKey(
    "format", .word(jsonForms.map(\.rawValue)),
    "whose JSON a .json is: World Foundry's, or one of FMG's four", example: "azgaar-full"
  )
  static let tables = OptionKey(
    "tables", .oneOrMore(of: DataTable.self),
    "the table of a .csv, where its name does not say it, or those of a .geojson, which has all "
      + "with shapes when left out", example: "[states, burgs]")
  static let frame = OptionKey(
    "coordinates", .word(of: DataFrame.self),
    "what the coordinates of a .geojson are: degrees (lonlat) or map units; degrees where the world "
      + "says where it lies, when left out", example: "map-units")

  static let options: [any DeclaredKey] = [data, tables, frame]

  /// What serves instead of an ending that is not offered.
  static func instead(of ending: String) -> String? { DataForm.instead(of: ending) }

  /// A word that is not offered as an option's value, with what serves instead.
  static func declined(_ word: String) -> [String: String] {
    instead(of: word).map { [word: $0] } ?? [:]
  }
}

/// A form of a map's data.
enum DataOutput: String, JobForm {
  case wfmap, json, geojson, csv, platenworld

  var row: OutputForm {
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
    case .platenworld: row("everything the world holds, read again without loss", options: [])
    }
  }
}

extension DataRequest {
  /// What an output asks for; nil where it is a picture or a page.
  ///
  /// - Throws: `Failure` `export.table` at the output or its option.
  init?(_ output: OutputRequest) throws {
    let options = output.options
    let form: DataForm
    guard let named = DataOutput(rawValue: output.form) else { return nil }
    switch named {
    case .json: form = options[DataKeys.data].flatMap(DataForm.init(rawValue:)) ?? .worldFoundry
    case .wfmap: form = .wfmap
    case .geojson: form = .geojson
    case .csv: form = .csv
    case .platenworld: form = .platenWorld
    }
    var tables: [DataTable] = []
    do {
      tables = try DataTable.checked(options[DataKeys.tables] ?? [], for: form)
      if form == .csv, tables.isEmpty, let named = DataTable(fileName: output.path) {
        tables = [named]
      }
      if form == .csv, tables.count != 1 {
        throw Failure(
          .error(
            .exportTable,
            tables.isEmpty
              ? "a .csv holds one table, and it is not said which" : "a .csv holds one table only",
            hints: [
              "call it after the table, as in burgs.csv, or say tables: burgs; there are "
                + DataTable.allCases.map(\.rawValue).joined(separator: ", ")
            ]))
      }
    } catch let failure as Failure {
      throw failure.at(options.place(of: DataKeys.tables) ?? output.place)
    }
    self.init(form, tables: tables, frame: options[DataKeys.frame])
  }
}
