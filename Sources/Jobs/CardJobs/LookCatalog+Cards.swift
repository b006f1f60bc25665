// SPDX-License-Identifier: MIT
// Part of Platen: looks for cards in what the command lists and checks.

internal import Canvas
internal import Cards
package import Diagnostics
package import JobKit
package import Pipeline
internal import Values

extension LookCatalog {
  private static func cardLooks(in context: RecipeContext) -> CardLookFile {
    CardLookFile(environment: context.environment, templates: context.looks.templates)
  }

  /// The file of a look for cards, as it was written; nil where none of cards has that name.
  package static func cardYAML(of name: String, in context: RecipeContext) throws -> String? {
    guard cardLooks(in: context).names.contains(name),
      let file = try context.looks.templates?.look(named: name, in: CardLookFile.folder)
    else { return nil }
    return String(decoding: file.bytes, as: UTF8.self)
  }

  /// What there is to warn of in a look for cards that can be read; nil for a look of something else.
  ///
  /// - Throws: `Failure` with every fault of the file.
  package static func warnings(
    ofCards file: FileBytes, path: String, in context: RecipeContext
  ) throws -> [Diagnostic]? {
    let looks = cardLooks(in: context)
    guard let value = try? PlacedValue(yaml: file.bytes, file: path),
      value["views"] != nil || value["extends"]?.text.map(looks.names.contains) ?? false
    else { return nil }
    let look = try looks.look(in: file.bytes, of: path)
    return try context.fonts([]).set.check(look.families).filter { $0.severity != .note }
      .map { $0.found(from: Place(file: path)) }
  }
}
