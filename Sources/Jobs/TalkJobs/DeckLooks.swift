// SPDX-License-Identifier: MIT
// Part of Platen: looks of decks for listing, printing and checking.

internal import Books
internal import Canvas
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Typesetting
internal import Values

/// The looks of decks.
struct DeckLooks: FiledLookFamily {
  typealias Look = DeckLook

  let things = "talks"
  let sample = LookSample(
    options: [TalkKeys.width.name: "960", TalkKeys.columns.name: "2"], excerpt: 6)

  /// Kinds of text, and classes of slides and what is on them.
  var styles: [LookStyle] {
    BookStyle.kinds.map { LookStyle(name: $0.name, about: $0.doc) }
      + DeckLook.classes.map { LookStyle(name: "." + $0.name, about: $0.doc) }
  }

  func about(_ name: String, in context: RecipeContext) throws -> String {
    try context.looks.look(of: DeckLook.self, named: name).about
  }

  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    let look = try context.looks.look(of: DeckLook.self, in: file, at: path)
    let warnings =
      look.contrastWarnings
      + look.style.fontNotes(try context.fonts([]).set).filter { $0.severity != .note }
    return warnings.map { $0.found(from: SourceLocation(file: path)) }
  }
}
