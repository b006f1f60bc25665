// SPDX-License-Identifier: MIT
// Part of Platen: looks of maps for listing, printing and checking.

internal import Cartography
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Values

/// The looks of maps.
struct MapLooks: FiledLookFamily {
  typealias Look = MapLook

  let things = "maps"
  let sample = LookSample(options: [MapKeys.width.name: "1024"])

  var layers: [LookLayer] {
    LayerSelection.presetNames.map { LookLayer(name: $0, kind: "preset") }
      + MapLayer.allCases.map { LookLayer(name: $0.rawValue, kind: "layer") }
  }

  var layerPattern: String? {
    let synonyms = LayerSelection.synonyms.joined(separator: "|")
    let names = LayerSelection.knownNames.joined(separator: "|")
    return "^(-?(\(synonyms))|-(\(names)))$"
  }

  func names(in context: RecipeContext) -> [String] {
    let names = context.looks.lookNames(of: MapLook.self)
    return names.contains(SavedLook.name) ? names : names + [SavedLook.name]
  }

  func about(_ name: String, in context: RecipeContext) throws -> String {
    SavedLook.isMeant(by: name, in: context) ? SavedLook.about : try context.theme(name).look.about
  }

  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    _ = try context.looks.look(of: MapLook.self, in: file, at: path)
    return []
  }
}
