// SPDX-License-Identifier: MIT
// Part of Platen: looks of maps in what the command lists, prints and checks.

internal import Cartography
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline

/// The looks of maps.
struct MapLooks: LookFamily {
  let things = "maps"

  var settings: [LookSetting]? {
    MapLook.fields.map { LookSetting(name: $0.name, takes: $0.expectation, about: $0.doc) }
  }

  var layers: [LookLayer] {
    LayerSelection.presetNames.map { LookLayer(name: $0, kind: "preset") }
      + MapLayer.allCases.map { LookLayer(name: $0.rawValue, kind: "layer") }
  }

  func listings(in context: RecipeContext) throws -> [LookListing] {
    let names = context.looks.names
    let listings = try names.map { name in
      LookListing(name: name, about: try context.dress(name).look.about)
    }
    return names.contains(SavedLook.name)
      ? listings : listings + [LookListing(name: SavedLook.name, about: SavedLook.about)]
  }

  func yaml(of name: String, in context: RecipeContext) throws -> String {
    try context.dress(name).look.yaml
  }

  func claim(on file: FileBytes, at path: String, in context: RecipeContext) -> LookClaim {
    context.looks.mapClaim(on: file, at: path)
  }

  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    _ = try context.looks.look(in: file, of: path)
    return []
  }
}
