// SPDX-License-Identifier: MIT
// Part of Platen: looks of cards for listing, printing and checking.

internal import Canvas
internal import Cards
internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Values

/// The looks of cards: templates, which have no list of settings.
struct CardLooks: LookFamily {
  let things = "cards"
  let settings: [LookSetting]? = nil
  let sample = LookSample(
    options: [CardKeys.width.name: "960", CardKeys.columns.name: "3"], excerpt: 6)

  private func files(_ context: RecipeContext) -> CardLookFile {
    CardLookFile(environment: context.environment, templates: context.looks.templates)
  }

  func names(in context: RecipeContext) -> [String] { files(context).names }

  func about(_ name: String, in context: RecipeContext) throws -> String {
    try files(context).look(name).about
  }

  /// Returns the file of a look as written.
  func yaml(of name: String, in context: RecipeContext) throws -> String {
    // Errors in the look, and unknown names, are reported.
    _ = try files(context).look(name)
    let file =
      LookFile.isFile(name)
      ? try context.environment.read(name, limit: 1 << 20).bytes
      : try context.looks.templates?.look(named: name, in: CardLookFile.folder)?.bytes
    return String(decoding: file ?? [], as: UTF8.self)
  }

  /// Claims a look with views, which no other kind of look has.
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
      .map { $0.found(from: SourceLocation(file: path)) }
  }
}
