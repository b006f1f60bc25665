// SPDX-License-Identifier: MIT
// Part of Platen: the options of a gazetteer's folder for a virtual tabletop.

internal import Diagnostics
internal import JobKit
internal import MapJobs
internal import Tabletop
internal import Text

/// A format of a folder that a gazetteer job makes.
enum GazetteerFolder: String, CaseIterable {
  case foundry
}

/// The options of a module for Foundry.
enum FoundryKeys {
  static let format = OptionKey(
    "format", .word(of: GazetteerFolder.self), "the format of a folder", example: "foundry",
    defaultValue: GazetteerFolder.foundry.rawValue)
  static let scenes = OptionKey(
    "scenes", .word(of: FoundryOptions.Scenes.self),
    "the scenes of a tabletop: the world or region, or that and each state", example: "world",
    defaultValue: FoundryOptions.Scenes.states.rawValue)
  static let grid = OptionKey(
    "grid", .word(of: FoundryGrid.self), "the grid of scenes", example: "square",
    defaultValue: FoundryGrid.pointyHex.rawValue)
  static let cell = OptionKey(
    "cell", .text,
    "the width of a cell of the grid, in map units or as a distance on the ground (default: a round "
      + "distance for each scene)", example: "6 mi")

  static let options: [any DeclaredKey] = [format, scenes, grid, cell, SharedKeys.width]
}

extension FoundryOptions {
  /// Reads the module of an output.
  ///
  /// - Throws: `Failure` `tabletop.module` or `manifest.value`, at the output or the option.
  init(_ output: OutputRequest) throws {
    let name = output.path.split(separator: "/").last.map(String.init) ?? ""
    guard FoundryModule.isValid(id: name) else {
      throw Failure(
        .error(
          .tabletopModule, "invalid module name \"\(printable(name, limit: 60))\"",
          at: output.place,
          hints: ["name the folder with small letters, digits, - and _, such as ardenfell/"]))
    }
    self.init(module: name)
    let options = output.options
    scenes = options[FoundryKeys.scenes] ?? scenes
    grid = options[FoundryKeys.grid] ?? grid
    cell = try options.cellWidth(FoundryKeys.cell)
    width = options[SharedKeys.width] ?? width
  }
}
