// SPDX-License-Identifier: MIT
// Part of Platen: looks, settings and layers as lists of words, for the command.

internal import Cartography
internal import Diagnostics

/// What can be named where maps are dressed.
public enum LookCatalog {
  /// One setting of a look.
  public struct Setting: Sendable, Hashable {
    public var name: String
    public var takes: String
    public var about: String
  }

  public static var settings: [Setting] {
    MapLook.fields.map { Setting(name: $0.name, takes: $0.expectation, about: $0.doc) }
  }

  public static var presets: [String] { LayerSelection.presetNames }

  public static var layers: [String] { MapLayer.allCases.map(\.rawValue) }

  /// A look with every setting, as a file to start from.
  public static func yaml(of name: String, in context: RecipeContext) throws -> String {
    try context.dress(name).look.yaml
  }
}
