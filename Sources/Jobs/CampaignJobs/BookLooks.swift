// SPDX-License-Identifier: MIT
// Part of Platen: looks of books in what the command lists, prints and checks.

internal import Books
internal import Canvas
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import MapJobs
internal import Pipeline
internal import Typesetting
internal import Values

/// The looks of books, which minutes and booklets of cards have as well.
struct BookLooks: LookFamily {
  let things = "books"
  let sample = LookSample(
    options: [CampaignKeys.paper.name: "A5", CampaignKeys.width.name: "560"], excerpt: 5)

  var settings: [LookSetting]? {
    BookLook.fields.map { LookSetting(name: $0.name, takes: $0.expectation, about: $0.doc) }
      + LookSetting.ofStyles
  }

  /// Kinds of text, and classes that can stand alone (`.speaker`) or with a kind
  /// (`heading.1.title`).
  var styles: [LookStyle] {
    BookStyle.kinds.map { LookStyle(name: $0.name, about: $0.doc) }
      + BookStyle.classes.map { LookStyle(name: "." + $0.name, about: $0.doc) }
  }

  func names(in context: RecipeContext) -> [String] { context.looks.bookNames }

  func about(_ name: String, in context: RecipeContext) throws -> String {
    try context.bookTheme(name).look.about
  }

  func yaml(of name: String, in context: RecipeContext) throws -> String {
    try context.bookTheme(name).look.yaml
  }

  func claim(on settings: PlacedValue, in context: RecipeContext) -> LookClaim {
    context.looks.bookClaim(on: settings)
  }

  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    let look = try context.looks.book(in: file, of: path)
    // The look of its maps has to be there as well.
    _ = try context.theme(look.maps)
    let warnings =
      look.contrastWarnings
      + look.fontNotes(try context.fonts([]).set).filter { $0.severity != .note }
    return warnings.map { $0.found(from: SourceLocation(file: path)) }
  }
}
