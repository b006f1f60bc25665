// SPDX-License-Identifier: MIT
// Part of Platen: looks, settings and layers as lists of words, for the command.

internal import Books
internal import Canvas
internal import Cartography
package import Diagnostics
internal import Drawing
package import Pipeline
internal import Typesetting
internal import Values

/// What can be named where maps, books and decks are dressed.
package enum LookCatalog {
  /// One setting of a look.
  package struct Setting: Sendable, Hashable {
    package var name: String
    package var takes: String
    package var about: String
  }

  package static var settings: [Setting] {
    MapLook.fields.map { Setting(name: $0.name, takes: $0.expectation, about: $0.doc) }
  }

  /// Names of ramps that settings such as `heightmap.scheme` may say.
  package static var schemes: [String] { MapLook.schemeNames }

  package static var presets: [String] { LayerSelection.presetNames }

  package static var layers: [String] { MapLayer.allCases.map(\.rawValue) }

  /// Settings of books' looks; `SELECTOR` stands for a name of `bookStyles`.
  package static var bookSettings: [Setting] {
    BookLook.fields.map { Setting(name: $0.name, takes: $0.expectation, about: $0.doc) }
      + StylePatch.fields.map {
        Setting(name: "styles.SELECTOR." + $0.name, takes: $0.expectation, about: $0.doc)
      }
  }

  /// Settings of decks' looks; `SELECTOR` stands for a name of `deckStyles`.
  package static var deckSettings: [Setting] {
    DeckLook.fields.map { Setting(name: $0.name, takes: $0.expectation, about: $0.doc) }
      + StylePatch.fields.map {
        Setting(name: "styles.SELECTOR." + $0.name, takes: $0.expectation, about: $0.doc)
      }
  }

  /// What of a book or a deck a look can name.
  package struct Style: Sendable, Hashable {
    package var name: String
    package var about: String
  }

  /// Kinds of text, and classes that can stand alone (`.speaker`) or with a kind (`heading.1.title`).
  package static var bookStyles: [Style] {
    BookStyle.kinds.map { Style(name: $0.name, about: $0.doc) }
      + BookStyle.classes.map { Style(name: "." + $0.name, about: $0.doc) }
  }

  /// Kinds of text, and classes of slides and what stands on them.
  package static var deckStyles: [Style] {
    (BookStyle.kinds.map { Style(name: $0.name, about: $0.doc) }
      + DeckLook.classes.map { Style(name: "." + $0.name, about: $0.doc) })
  }

  /// A look in a list.
  package struct Listing: Sendable, Hashable {
    package var name: String
    /// Of the jobs it is for.
    package var kind: String
    /// What it says of itself.
    package var about: String

    package init(name: String, kind: String, about: String) {
      self.name = name
      self.kind = kind
      self.about = about
    }
  }

  /// A look with every setting, as a file to start from.
  package static func yaml(of name: String, in context: RecipeContext) throws -> String {
    try context.dress(name).look.yaml
  }

  /// As `yaml(of:in:)`, a look for books.
  package static func bookYAML(of name: String, in context: RecipeContext) throws -> String {
    try context.bookDress(name).look.yaml
  }

  /// As `yaml(of:in:)`, a look for decks.
  package static func deckYAML(of name: String, in context: RecipeContext) throws -> String {
    try context.looks.deck(name).yaml
  }

  /// What there is to warn of in a look for decks that can be read.
  ///
  /// - Throws: `Failure` with every fault of the file.
  package static func warnings(
    ofDeck file: FileBytes, path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    let look = try context.looks.deck(in: file, of: path)
    let said =
      look.contrastWarnings
      + look.style.fontNotes(try context.fonts([]).set).filter { $0.severity != .note }
    return said.map { $0.found(from: Place(file: path)) }
  }

  /// What there is to warn of in a look for books that can be read.
  ///
  /// - Throws: `Failure` with every fault of the file.
  package static func warnings(
    ofBook file: FileBytes, path: String, in context: RecipeContext
  ) throws -> [Diagnostic] {
    let look = try context.looks.book(in: file, of: path)
    // The maps it names are looked for, too.
    _ = try context.dress(look.maps)
    let said =
      look.contrastWarnings
      + look.fontNotes(try context.fonts([]).set).filter { $0.severity != .note }
    return said.map { $0.found(from: Place(file: path)) }
  }

  /// What the look of a name or a file is for, where its name does not tell: maps, if anything else
  /// has no look of that name.
  package static func sort(of name: String, in context: RecipeContext) throws -> LookFile.Sort {
    if LookFile.isFile(name) {
      return context.looks.sort(
        of: try context.environment.read(name, limit: 1 << 20), at: name)
    }
    if context.looks.names.contains(name) { return .map }
    if context.looks.bookNames.contains(name) { return .book }
    return context.looks.deckNames.contains(name) ? .deck : .map
  }
}
