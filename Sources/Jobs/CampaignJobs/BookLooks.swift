// SPDX-License-Identifier: MIT
// Part of Platen: looks of books for listing, printing and checking.

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
struct BookLooks: FiledLookFamily {
  typealias Look = BookLook

  let things = "campaigns and meetings"
  let sample = LookSample(
    options: [CampaignKeys.paper.name: "A5", CampaignKeys.width.name: "560"], excerpt: 5)

  /// Kinds of text, and classes that can stand alone (`.speaker`) or with a kind
  /// (`heading.1.title`).
  var styles: [LookStyle] {
    BookStyle.kinds.map { LookStyle(name: $0.name, about: $0.doc) }
      + BookStyle.classes.map { LookStyle(name: "." + $0.name, about: $0.doc) }
  }

  func about(_ name: String, in context: RecipeContext) throws -> String {
    try context.bookTheme(name).look.about
  }

  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    let look = try context.looks.look(of: BookLook.self, in: file, at: path)
    // The look of its maps has to be there as well.
    _ = try context.theme(look.maps)
    let warnings =
      look.contrastWarnings
      + look.fontNotes(try context.fonts([]).set).filter { $0.severity != .note }
    return warnings.map { $0.found(from: SourceLocation(file: path)) }
  }
}
