// SPDX-License-Identifier: MIT
// Part of Platen: the formats that a world's data are written in, and those that are not offered.

internal import Diagnostics

/// A format of a world's data.
public enum DataFormat: String, Sendable, Hashable, CaseIterable {
  /// FMG's Full export: settings, tables, cells and terrain.
  case full = "azgaar-full"
  /// FMG's Minimal export: settings and tables, no cells.
  case minimal = "azgaar-minimal"
  /// FMG's PackCells export: tables and cells.
  case packCells = "azgaar-pack-cells"
  /// FMG's GridCells export: the terrain grid.
  case gridCells = "azgaar-grid-cells"
  /// World Foundry's native JSON.
  case worldFoundry = "world-foundry"
  /// World Foundry's map file: a ZIP of its JSON.
  case wfmap
  /// Everything a world holds, in a format of our own.
  case platenWorld = "platenworld"
  /// Shapes of tables for other programs (RFC 7946).
  case geojson
  /// A table as rows and columns (RFC 4180).
  case csv

  /// The file extension, without the dot.
  public var pathExtension: String {
    switch self {
    case .full, .minimal, .packCells, .gridCells, .worldFoundry: "json"
    case .wfmap, .platenWorld, .geojson, .csv: rawValue
    }
  }

  /// A description in a few words.
  public var summary: String {
    switch self {
    case .full: "FMG's Full JSON"
    case .minimal: "FMG's Minimal JSON: tables without cells"
    case .packCells: "FMG's PackCells JSON"
    case .gridCells: "FMG's GridCells JSON: the terrain"
    case .worldFoundry: "World Foundry's JSON"
    case .wfmap: "World Foundry's map file"
    case .platenWorld: "everything the world holds, to be read again"
    case .geojson: "shapes for other programs"
    case .csv: "a table as rows and columns"
    }
  }

  /// Indicates whether the format is made of tables that can be requested singly.
  public var hasTables: Bool { self == .geojson || self == .csv }

  /// The format of a name.
  ///
  /// - Throws: `Failure` `export.format`, which names what is not offered and what serves instead.
  public init(named name: String) throws {
    let word = name.lowercased()
    if let format = DataFormat(rawValue: word) {
      self = format
    } else if let instead = DataFormat.instead(of: word) {
      throw Failure(
        .error(.exportFormat, "\(name) is not offered", hints: [instead]))
    } else {
      throw Failure(
        .error(
          .exportFormat, "unknown format \"\(name)\"",
          hints: [nearMissHint(word, among: DataFormat.allCases.map(\.rawValue))]))
    }
  }

  /// File extensions and words that users may try and that are not offered, with a substitute for
  /// each.
  public static let declined: [(words: [String], instead: String)] = [
    (
      ["kml", "kmz"],
      "write .geojson; ogr2ogr world.kml world.geojson turns it into KML, and Google Earth opens it"
    ),
    (
      ["shp", "shapefile", "shx", "dbf"],
      "write .geojson; ogr2ogr world.shp world.geojson turns a layer of it into a shapefile"
    ),
    (
      ["gpkg", "gml", "topojson"],
      "write .geojson; ogr2ogr turns it into what GDAL writes"
    ),
    (
      ["obj", "stl", "gltf", "glb", "dae", "fbx"],
      "write .csv of the cells, with their positions and heights; 3D programs read points"
    ),
    (["xml", "sql", "xlsx", "ods"], "write .csv, which spreadsheets and databases read"),
    (["cmyk"], "colors are sRGB; printers separate them by their own profile"),
    (["pdfa", "pdf/a", "pdf-a"], "write .pdf; veraPDF or Ghostscript make PDF/A of it"),
  ]

  /// The substitute for a format that is not offered; nil for any other word.
  public static func instead(of word: String) -> String? {
    declined.first { $0.words.contains(word.lowercased()) }?.instead
  }
}
