// SPDX-License-Identifier: MIT
// Part of Platen: describes the file of a world, as JSON and as an import summary in words.

package import Atlas
package import Diagnostics
internal import Exports
internal import Geometry
internal import JSON
internal import JobKit
package import Pipeline
internal import Text

/// The description of a world's file.
package struct Inspection: FileInspection {
  /// The file as the user named it.
  package var path: String
  package var imported: ImportedWorld
  package var warnings: [Diagnostic]

  package init(path: String, imported: ImportedWorld, warnings: [Diagnostic]) {
    self.path = path
    self.imported = imported
    self.warnings = warnings
  }

  /// Reads a world's file of any supported program.
  ///
  /// - Parameter salvages: whether to read the intact parts of a damaged file.
  /// - Throws: `Failure` with locations in the file.
  package init(of bytes: FileBytes, path: String, salvages: Bool = false) throws {
    let options = ImportOptions(salvages: salvages)
    let read = try bytes.withUnsafeBytes {
      try WorldFile.read($0, path: path, options: options)
    }
    self.init(path: path, imported: read.value, warnings: read.warnings)
  }

  /// Counts of cells, peoples and places, as in World Foundry's import summary.
  package struct Summary: Sendable, Hashable {
    package var cells: Int
    package var land: Int
    package var cultures: Int
    package var religions: Int
    package var states: Int
    /// Capitals, and burgs in the group of cities.
    package var cities: Int
    /// All other burgs.
    package var towns: Int

    /// Cells of the sea and of lakes.
    package var water: Int { cells - land }
  }

  package var summary: Summary {
    let world = imported.world
    let cells = world.cells
    let cities = world.burgs.count { $0.isCapital || $0.group == "capital" || $0.group == "city" }
    return Summary(
      cells: cells?.count ?? 0, land: cells?.height.count { $0 >= 20 } ?? 0,
      // Id 0 is "Wildlands", "No religion" and "Neutrals": the absence of one.
      cultures: world.cultures.count { $0.id != 0 },
      religions: world.religions.count { $0.id != 0 },
      states: world.states.count { $0.id != 0 }, cities: cities,
      towns: world.burgs.count - cities)
  }

  /// The largest number of characters of a name in output.
  private static let nameLimit = 200

  /// One line: the name, format, size and contents.
  package var line: String {
    let report = imported.report
    let info = imported.world.info
    let s = summary
    let name = printable(info.name, limit: Inspection.nameLimit)
    var text = "\(printable(path)): \(name.isEmpty ? "" : "\"\(name)\", ")\(report.format)"
    if let version = report.version, !version.isEmpty {
      text += " \(printable(version, limit: Inspection.nameLimit))"
    }
    if report.isRepaired { text += " (repaired)" }
    text += ", \(brief(info.width))×\(brief(info.height))"
    text += s.cells == 0 ? ", no cells" : ", \(s.cells) cells (\(s.land) land, \(s.water) water)"
    text += ", " + counted(s.states, "state") + ", " + counted(s.cultures, "culture")
    text += ", " + counted(s.religions, "religion")
    text += ", " + counted(s.cities, "city", "cities") + ", " + counted(s.towns, "town")
    if !warnings.isEmpty { text += ", " + counted(warnings.count, "warning") }
    return text
  }

  /// Several lines that describe a single file.
  package var text: String {
    let report = imported.report
    let info = imported.world.info
    var lines = [
      "file      \(printable(path))",
      "name      \(printable(info.name, limit: Inspection.nameLimit))",
      "format    \(report.format)\(report.version.map { " " + printable($0, limit: Inspection.nameLimit) } ?? "")"
        + (report.isRepaired ? ", repaired" : ""),
      "sheet     \(brief(info.width)) × \(brief(info.height))",
    ]
    if let sections = report.sections { lines.append("sections  \(sections)") }
    let s = summary
    if s.cells > 0 {
      lines.append("cells     \(s.cells): \(s.land) land, \(s.water) water")
    } else if let grid = imported.world.terrain?.mesh.cellCount, grid > 0 {
      lines.append("cells     none: the \(grid) of a grid only")
    } else {
      lines.append("cells     none: tables only")
    }
    let width = report.tables.map(\.name.count).max() ?? 0
    for table in report.tables {
      lines.append(
        "          " + table.name + String(repeating: " ", count: width - table.name.count + 2)
          + String(table.count))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns one JSON object on one line. Keys are added, never removed.
  ///
  /// - Parameter withGeometry: whether to compute and write digests of the cells.
  package func json(withGeometry: Bool) -> String {
    var json = JSONWriter()
    let report = imported.report
    let info = imported.world.info
    json.object { json in
      json.member("file", path)
      json.member("format", report.format)
      json.member("version", report.version)
      json.member("repaired", report.isRepaired)
      json.key("sections")
      if let sections = report.sections { json.int(sections) } else { json.null() }
      json.member("name", info.name)
      json.member("width", info.width)
      json.member("height", info.height)
      json.member(
        "tables",
        object: { json in
          for table in report.tables { json.member(table.name, table.count) }
        })
      let s = summary
      json.member(
        "summary",
        object: { json in
          json.member("cells", s.cells)
          json.member("land", s.land)
          json.member("water", s.water)
          json.member("cultures", s.cultures)
          json.member("religions", s.religions)
          json.member("states", s.states)
          json.member("cities", s.cities)
          json.member("towns", s.towns)
        })
      json.member("warnings", warnings)
      if withGeometry {
        json.key("geometry")
        GeometryDigests(world: imported.world).write(to: &json)
      }
    }
    return json.text + "\n"
  }
}
