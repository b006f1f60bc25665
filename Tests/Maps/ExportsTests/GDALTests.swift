// SPDX-License-Identifier: MIT
// Part of Platen: GeoJSON opened by GDAL, which says whether others can read it.

import Atlas
import Exports
import Foundation
import TestSupport
import Testing

private let isInstalled: Bool = {
  let isThere = Program.isThere("ogrinfo")
  if !isThere {
    FileHandle.standardError.write(
      Data("ogrinfo absent: GeoJSON is not opened by GDAL (install gdal-bin)\n".utf8))
  }
  return isThere
}()

@Suite(.enabled(if: isInstalled)) struct OpeningInGDAL {
  @Test(arguments: DataTable.tables(of: .geojson))
  func everyLayer(table: DataTable) throws {
    let (scratch, gdal) = (try Scratch(), try Program("ogrinfo"))
    let file = try scratch.write(
      export(made, DataRequest(.geojson, tables: [table])).bytes, to: "made.geojson")
    let summary = try gdal.text(["-ro", "-al", "-so", file], mergesErrors: true)
    #expect(!summary.contains("ERROR") && !summary.contains("Warning"), "\(summary)")
    let count = [
      DataTable.cells: made.cells?.count ?? 0, .burgs: made.burgs.count,
      .states: made.states.count, .rivers: made.rivers.count,
    ]
    if let count = count[table] { #expect(summary.contains("Feature Count: \(count)\n")) }
    if table != .ice, table != .zones { #expect(summary.contains("Layer name: \(table.rawValue)")) }
    // GEOS, through SQLite's functions, knows what is no sound polygon.
    let query =
      "SELECT count(*) AS unsound FROM \"\(table.rawValue)\" WHERE ST_IsValid(geometry) = 0"
    // A GDAL without GEOS fails at that.
    let invalid = try? gdal.text(["-ro", "-q", file, "-dialect", "SQLite", "-sql", query])
    if let invalid, invalid.contains("unsound (Integer) = ") {
      #expect(invalid.contains("unsound (Integer) = 0"), "\(invalid)")
    }
  }
}
