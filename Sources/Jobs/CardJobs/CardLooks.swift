// SPDX-License-Identifier: MIT
// Part of Platen: looks of cards in what the command lists, prints and checks.

internal import Canvas
internal import Cards
internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Values

/// The looks of cards: templates, which are read rather than listed by setting.
struct CardLooks: LookFamily {
  let things = "cards"
  let settings: [LookSetting]? = nil

  private func files(_ context: RecipeContext) -> CardLookFile {
    CardLookFile(environment: context.environment, templates: context.looks.templates)
  }

  func names(in context: RecipeContext) -> [String] { files(context).names }

  func about(_ name: String, in context: RecipeContext) throws -> String {
    try files(context).look(name).about
  }

  /// The file of a look as it was written.
  func yaml(of name: String, in context: RecipeContext) throws -> String {
    // What is wrong with it, and names that no look has, are errors.
    _ = try files(context).look(name)
    let file =
      LookFile.isFile(name)
      ? try context.environment.read(name, limit: 1 << 20).bytes
      : try context.looks.templates?.look(named: name, in: CardLookFile.folder)?.bytes
    return String(decoding: file ?? [], as: UTF8.self)
  }

  /// No other look has views, so one that has is of cards whatever else it says.
  func claim(on settings: PlacedValue, in context: RecipeContext) -> LookClaim {
    let extendsOne = settings["extends"]?.text.map(files(context).names.contains) ?? false
    return LookClaim(
      settings: settings["views"] != nil || extendsOne ? .max : 0, extendsOne: extendsOne)
  }

  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    let look = try files(context).look(in: file.bytes, of: path)
    return try context.fonts([]).set.check(look.families).filter { $0.severity != .note }
      .map { $0.found(from: Place(file: path)) }
  }
}
