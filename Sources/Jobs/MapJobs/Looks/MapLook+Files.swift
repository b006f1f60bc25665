// SPDX-License-Identifier: MIT
// Part of Platen: looks of maps in files.

package import Cartography
package import Diagnostics
internal import JobKit
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
