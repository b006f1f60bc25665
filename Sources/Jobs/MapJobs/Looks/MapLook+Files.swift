// SPDX-License-Identifier: MIT
// Part of Platen: looks of maps in files.

package import Cartography
package import Diagnostics
internal import Drawing
package import JobKit
package import Pipeline
package import Values

extension MapLook: FiledLook {
  package static var folder: String { "Looks" }
  package static var defaultName: String { MapLook.parchment.name }
  package static var nothing: MapLook { .azgaarBase }
  package static var things: String { "maps" }

  package static var settingsHint: String { "platen looks --settings lists them" }

  package static var groupSynonyms: [String: String] {
    ["sea": "ocean", "water": "ocean", "coastline": "coast"]
  }

  /// Maps may be drawn in the look they were saved with, which no other look can extend.
  package static var namesWithoutLook: [String] { [SavedLook.name] }

  package static func refusal(of name: String) -> Failure? {
    guard name == SavedLook.name else { return nil }
    return Failure(
      .error(
        .lookSaved, "the look \"saved\" is part of each map; only a map job can use it, as it is",
        hints: ["platen looks lists the other looks"]))
  }

  package mutating func describe(_ text: String) { about = text }
  package mutating func filesNamed(from folder: String, in members: [PlacedValue.Member]) {}
}

extension LookFile {
  /// Every name of a map's look that is known without a file.
  package var names: [String] { lookNames(of: MapLook.self) }

  /// The look of maps of a name, or in a file: what has a slash or ends in `.yaml`, `.yml` or
  /// `.json`.
  ///
  /// - Throws: `Failure` with all errors in the look's files, or `look.unknown`.
  package func look(_ name: String) throws -> MapLook { try look(of: MapLook.self, named: name) }

  /// The fit of settings to looks of maps, and whether they extend one of these.
  package func mapClaim(on settings: PlacedValue) -> LookClaim {
    claim(of: MapLook.self, on: settings)
  }

  /// The look of maps in a file that was read already, whatever its name ends in.
  package func look(in file: FileBytes, of path: String) throws -> MapLook {
    try look(of: MapLook.self, in: file, at: path)
  }
}
