// SPDX-License-Identifier: MIT
// Part of Platen: the options of a gazetteer's folder for a virtual tabletop.

internal import Diagnostics
internal import JobKit
internal import MapJobs
internal import Tabletop
internal import Text

/// The options of a module for Foundry.
enum FoundryKeys {
  static let scenes = OptionKey(
    "scenes", .word(of: FoundryOptions.Scenes.self),
    "the scenes of a tabletop: the world or region, or that and each state", example: "world",
    defaultValue: FoundryOptions.Scenes.states.rawValue, uses: uses)
  static let grid = OptionKey(
    "grid", .word(of: FoundryGrid.self), "the grid of scenes", example: "square",
    defaultValue: FoundryGrid.pointyHex.rawValue, uses: uses)
  static let cell = OptionKey(
    "cell", .text,
    "the width of a cell of the grid, in map units or as a distance on the ground (default: a round "
      + "distance for each scene)", example: "6 mi", uses: uses)

  private static let uses: [OptionUse] = [.with(GazetteerFolderKeys.format, .foundry)]
  static let options: [any DeclaredKey] = [scenes, grid, cell]
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
