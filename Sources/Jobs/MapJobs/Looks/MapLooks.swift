// SPDX-License-Identifier: MIT
// Part of Platen: looks of maps for listing, printing and checking.

internal import Cartography
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Values

/// The looks of maps.
struct MapLooks: LookFamily {
  let things = "maps"
  let sample = LookSample(options: [MapKeys.width.name: "1024"])

  var settings: [LookSetting]? {
    MapLook.fields.map { LookSetting(name: $0.name, takes: $0.expectation, about: $0.doc) }
  }

  var layers: [LookLayer] {
    LayerSelection.presetNames.map { LookLayer(name: $0, kind: "preset") }
      + MapLayer.allCases.map { LookLayer(name: $0.rawValue, kind: "layer") }
  }

  func names(in context: RecipeContext) -> [String] {
    let names = context.looks.names
    return names.contains(SavedLook.name) ? names : names + [SavedLook.name]
  }

  func about(_ name: String, in context: RecipeContext) throws -> String {
    let isSaved = name == SavedLook.name && !context.looks.names.contains(name)
    return isSaved ? SavedLook.about : try context.theme(name).look.about
  }

  func yaml(of name: String, in context: RecipeContext) throws -> String {
    try context.theme(name).look.yaml
  }

  func claim(on settings: PlacedValue, in context: RecipeContext) -> LookClaim {
    context.looks.mapClaim(on: settings)
  }

  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    _ = try context.looks.look(in: file, of: path)
    return []
  }
}
