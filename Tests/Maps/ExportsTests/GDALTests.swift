// SPDX-License-Identifier: MIT
// Part of Platen: GeoJSON opened by GDAL, which says whether others can read it.

import Atlas
import Exports
import Foundation
import TestSupport
import Testing

/// Runs a program of GDAL; what it says on both streams, nil where it is not installed.
private func run(_ words: [String]) -> String? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  guard (try? process.run()) != nil else { return nil }
  let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return process.terminationStatus == 127 ? nil : said
}

private let isInstalled: Bool = {
  let isThere = run(["ogrinfo", "--version"])?.hasPrefix("GDAL") == true
  if !isThere {
    FileHandle.standardError.write(
      Data("ogrinfo absent: GeoJSON is not opened by GDAL (install gdal-bin)\n".utf8))
  }
  return isThere
}()

@Suite(.enabled(if: isInstalled)) struct OpeningInGDAL {
  @Test(arguments: DataTable.tables(of: .geojson))
  func everyLayer(table: DataTable) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("platen-\(UUID().uuidString).geojson")
    defer { try? FileManager.default.removeItem(at: file) }
    let bytes = try export(made, DataRequest(.geojson, tables: [table])).bytes
    try Data(bytes).write(to: file)
    let summary = try #require(run(["ogrinfo", "-ro", "-al", "-so", file.path]))
    #expect(!summary.contains("ERROR") && !summary.contains("Warning"), "\(summary)")
    let count = [
      DataTable.cells: made.cells?.count ?? 0, .burgs: made.burgs.count,
      .states: made.states.count, .rivers: made.rivers.count,
    ]
    if let count = count[table] { #expect(summary.contains("Feature Count: \(count)\n")) }
    if table != .ice, table != .zones { #expect(summary.contains("Layer name: \(table.rawValue)")) }
    // GEOS, through SQLite's functions, knows what is no sound polygon.
    let invalid = try #require(
      run([
        "ogrinfo", "-ro", "-q", file.path, "-dialect", "SQLite", "-sql",
        "SELECT count(*) AS unsound FROM \"\(table.rawValue)\" WHERE ST_IsValid(geometry) = 0",
      ]))
    // A GDAL without GEOS says nothing of it.
    let isCounted = invalid.contains("unsound (Integer) = ")
    #expect(!isCounted || invalid.contains("unsound (Integer) = 0"), "\(invalid)")
  }
}
