// SPDX-License-Identifier: MIT
// Part of Platen: the table of days and distances between the capitals of a world.

internal import Atlas
internal import Diagnostics
internal import Exports
internal import JobKit
internal import Pipeline
internal import Routing

/// The table of days and distances between the capitals of a world, by road and ship: `distances.csv`.
enum DistanceFile {
  private static let name = "distances"

  /// Indicates whether an output is that table: a `.csv` of its name that names no other table.
  static func isMeant(by output: OutputRequest) -> Bool {
    guard output.format == DataOutput.csv.rawValue, output.options[DataKeys.tables] == nil else {
      return false
    }
    let stem = stem(of: output.path).lowercased()
    return stem == name || stem.hasSuffix("-" + name) || stem.hasSuffix("_" + name)
  }

  /// Returns the stage that finds the ways and writes the table.
  static func stage(of scenes: MapScenes) -> Stage<FileArtifact> {
    let input = scenes.input
    return .file(
      "distances", version: 1, memory: MapMemory.page(scenes.inputSize), after: scenes.world,
      check: { try Verification.data($0, of: .csv) }
    ) { _, file, world in
      do {
        let finder = try Wayfinder(world, by: .road)
        let table = try finder.distances(between: .capitals)
        let text = table.value.text(in: .csv, title: world.info.name)
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        return finder.warnings + table.warnings
      } catch let failure as Failure {
        throw failure.inFile(input)
      }
    }
  }
}
