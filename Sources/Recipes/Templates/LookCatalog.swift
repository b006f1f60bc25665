// SPDX-License-Identifier: MIT
// Part of Platen: looks, settings and layers as lists of words, for the command.

internal import Cartography
public import Diagnostics
internal import Drawing
public import Pipeline
internal import Typesetting

/// What can be named where maps and books are dressed.
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

  /// Settings of books' looks; `SELECTOR` stands for a name of `bookStyles`.
  public static var bookSettings: [Setting] {
    BookLook.fields.map { Setting(name: $0.name, takes: $0.expectation, about: $0.doc) }
      + StylePatch.fields.map {
        Setting(name: "styles.SELECTOR." + $0.name, takes: $0.expectation, about: $0.doc)
      }
  }

  /// What of a book a look can name.
  public struct Style: Sendable, Hashable {
    public var name: String
    public var about: String
  }

  /// Kinds of text, and classes that can stand alone (`.speaker`) or with a kind (`heading.1.title`).
  public static var bookStyles: [Style] {
    BookStyle.kinds.map { Style(name: $0.name, about: $0.doc) }
      + BookStyle.classes.map { Style(name: "." + $0.name, about: $0.doc) }
  }

  /// A look in a list.
  public struct Listing: Sendable, Hashable {
    public var name: String
    /// Of the jobs it is for.
    public var kind: String
    /// What it says of itself.
    public var about: String
  }

  public static func looks(in context: RecipeContext) throws -> [Listing] {
    try context.looks.names.map { Listing(name: $0, kind: MapKeys.kind.name, about: "") }
      + context.looks.bookNames.map { name in
        Listing(
          name: name, kind: CampaignKeys.kind.name, about: try context.bookDress(name).look.about)
      }
  }

  /// A look with every setting, as a file to start from.
  public static func yaml(of name: String, in context: RecipeContext) throws -> String {
    try context.dress(name).look.yaml
  }

  /// As `yaml(of:in:)`, a look for books.
  public static func bookYAML(of name: String, in context: RecipeContext) throws -> String {
    try context.bookDress(name).look.yaml
  }

  /// What there is to warn of in a look for books that can be read.
  ///
  /// - Throws: `Failure` with every fault of the file.
  public static func warnings(
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

  /// Whether a look's file holds one for books.
  public static func isBook(_ name: String, in context: RecipeContext) throws -> Bool {
    guard LookFile.isFile(name) else { return false }
    return context.looks.isBook(try context.environment.read(name, limit: 1 << 20), of: name)
  }
}
