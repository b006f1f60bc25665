// SPDX-License-Identifier: MIT
// Part of Platen: the entry point for all formats of a world's data.

public import Atlas
internal import CSV
public import Diagnostics
public import Digests
public import Text
internal import WorldFoundry

/// The selection and format of a world's data for an export.
public struct DataRequest: Sendable, Hashable {
  public var format: DataFormat
  /// The tables, for formats that are made of them; all of them where none is named.
  public var tables: [DataTable]
  /// The coordinates of shapes; nil means degrees where the world has any.
  public var frame: DataFrame?

  public init(_ format: DataFormat, tables: [DataTable] = [], frame: DataFrame? = nil) {
    self.format = format
    self.tables = tables
    self.frame = frame
  }
}

/// Writes a world's data in any of the formats, handing the bytes on as they come: beside the world
/// itself, memory does not grow with what is written.
public enum WorldExporter {
  /// Writes a world.
  ///
  /// The same world gives the same bytes.
  ///
  /// - Parameters:
  ///   - storage: makes room for a temporary file, which a ZIP needs.
  ///   - sink: takes the bytes.
  /// - Throws: `Failure` with `export.table` where CSV is requested for more than one table, with
  ///   `export.empty` where the world has no data for the format, with `export.frame`; errors of
  ///   `sink`.
  /// - Returns: notes on data of this world that the format cannot express.
  public static func writeWorld(
    _ world: World, _ request: DataRequest, storage: () throws -> any TemporaryStorage,
    to sink: @escaping ByteSink
  ) throws -> [Diagnostic] {
    switch request.format {
    case .full, .minimal, .packCells, .gridCells:
      try require(request.format, of: world)
      try unsafe GeneratorJSON(world, to: sink).writeExport(request.format)
      return lost(of: world, in: request.format)
    case .worldFoundry:
      try unsafe WorldFoundryWriter.json(world, to: sink)
      return lost(parts: foreignParts(of: world), in: request.format)
    case .wfmap:
      try unsafe WorldFoundryWriter.wfmap(world, storage: storage, to: sink)
      return lost(parts: foreignParts(of: world), in: request.format)
    case .platenWorld:
      try unsafe PlatenWorldWriter(world, to: sink).writeWorld()
      return lostPicture(of: world)
    case .geojson:
      var writer = try unsafe GeoJSON(world, frame: request.frame, to: sink)
      try writer.writeTables(
        request.tables.isEmpty ? DataTable.tables(of: .geojson) : request.tables)
      return shapeless(writer)
    case .csv:
      guard let table = request.tables.first, request.tables.count == 1 else {
        throw Failure(
          .error(
            .exportTable, "a .csv holds one table; specify which",
            hints: [
              "name the file after the table (burgs.csv), or specify one of "
                + DataTable.allCases.map(\.rawValue).joined(separator: ", ")
            ]))
      }
      try unsafe CSVText.writeSheet(SheetMaker(world).sheet(table), to: sink)
      return []
    }
  }

  /// Refuses a format that would be made of nothing.
  private static func require(_ format: DataFormat, of world: World) throws {
    let missing: String? =
      switch format {
      case .full, .packCells: world.cells == nil ? "cells" : nil
      case .gridCells: world.terrain == nil ? "terrain grid" : nil
      default: nil
      }
    guard let missing else { return }
    throw Failure(
      .error(
        .exportEmpty, "the world has no \(missing), which \(format.summary) requires",
        hints: ["azgaar-minimal writes its tables"]))
  }

  /// The data that FMG's formats have no place for, with counts.
  private static func lost(of world: World, in format: DataFormat) -> [Diagnostic] {
    guard format != .gridCells else { return [] }
    var parts = [
      ("ice", world.ice.count), ("added labels", world.addedLabels.count),
      ("relief icons", world.relief.count), ("holes in the fog", world.fogHoles.count),
      ("rivers' drawings", world.rivers.count { $0.cells.isEmpty && $0.ribbon != nil }),
    ]
    if format != .minimal, let cells = world.cells {
      parts.append(("goods of cells", cells.good.count { $0 > 0 }))
      parts.append(("markets of cells", cells.market.count { $0 > 0 }))
    }
    if format == .packCells {
      parts += [
        ("notes", world.notes.count), ("name bases", world.nameBases.count),
        ("kinds of military units", world.militaryUnits.count),
        ("cells of the terrain with temperatures and rain", world.terrain?.height.count ?? 0),
      ]
    } else {
      parts.append(
        ("names of FMG's own name bases", world.nameBases.count { $0.names.isEmpty }))
    }
    return lost(parts: parts, in: format)
  }

  /// The data that World Foundry's formats have no place for, with counts.
  private static func foreignParts(of world: World) -> [(String, Int)] {
    [
      ("ice", world.ice.count), ("added labels", world.addedLabels.count),
      ("goods", world.goods.count), ("markets", world.markets.count),
      ("deals", world.deals.count), ("measurers", world.measurers.count),
      ("relief icons", world.relief.count), ("holes in the fog", world.fogHoles.count),
      ("provinces", world.provinces.count), ("religions", world.religions.count),
      ("regiments", world.regiments.count), ("name bases", world.nameBases.count),
      ("wars in the chronicle", world.chronicle.count),
      (
        "rivers without a course of cells",
        world.rivers.count { $0.cells.count { cell in cell >= 0 } < 2 }
      ),
    ]
  }

  private static func lost(parts: [(String, Int)], in format: DataFormat) -> [Diagnostic] {
    let parts = parts.filter { $0.1 > 0 }.map { "\($0.0) (\($0.1))" }
    guard !parts.isEmpty else { return [] }
    return [
      .note(
        .exportLost,
        "\(format.summary) has no place for " + parts.joined(separator: ", "),
        hints: ["a .platenworld holds everything"])
    ]
  }

  /// The drawing of a world without cells, which only its save holds.
  private static func lostPicture(of world: World) -> [Diagnostic] {
    guard let picture = world.picture else { return [] }
    return [
      .note(
        .exportLost,
        "\(DataFormat.platenWorld.summary) has no place for the drawing inside the save, which has "
          + "\(picture.layers.count) layers",
        hints: ["keep the save: render --salvage draws it"])
    ]
  }

  private static func shapeless(_ writer: GeoJSON) -> [Diagnostic] {
    guard !writer.shapeless.isEmpty else { return [] }
    let parts = writer.shapeless.map { "\($0.table.rawValue) (\($0.count))" }
    return [
      .warning(
        .exportShapeless,
        "rows without a shape, whose geometry is null: " + parts.joined(separator: ", "))
    ]
  }
}

extension DataRequest: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(format, tables, frame) }
}

extension DataFormat: Digestible {}
extension DataTable: Digestible {}
extension DataFrame: Digestible {}
