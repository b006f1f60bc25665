// SPDX-License-Identifier: MIT
// Part of Platen: a talk as it is read, and the files it is read from.

public import Diagnostics
public import Documents
public import Readers

/// A talk as it was read.
public struct Talk: Hashable, Sendable {
  public var deck: Deck
  public var settings: TalkSettings
  /// The program that a deck in one file is of; nil for folders and for built decks.
  public var format: DeckFormat?
  /// The violations of rules that can be detected only while the talk is read.
  public var violations: [RuleViolation]
  /// The lines of slides' files that rules may mention, by the index in `Deck.slides`: the first
  /// line that each rule concerns, whether or not the slide violates it.
  public var lines: [Int: [TalkRule: Int]]

  public init(
    deck: Deck, settings: TalkSettings = TalkSettings(), format: DeckFormat? = nil,
    violations: [RuleViolation] = [], lines: [Int: [TalkRule: Int]] = [:]
  ) {
    self.deck = deck
    self.settings = settings
    self.format = format
    self.violations = violations
    self.lines = lines
  }

  /// A violation of a rule, such as a broken link or a missing folder.
  public struct RuleViolation: Hashable, Sendable {
    public var rule: TalkRule
    /// A sentence without a full stop.
    public var message: String
    public var place: SourceLocation?
    /// The index in `Deck.slides`; nil for content on no slide.
    public var slide: Int?
  }
}

/// A vector drawing rendered as an image.
public struct RasterizedDrawing: Hashable, Sendable {
  /// A PNG file at a higher resolution than the drawing's natural size.
  public var bytes: [UInt8]
  /// The width of the file, in pixels.
  public var width: Int
  public var height: Int
  /// The natural width of the drawing, in pixels of 1/96 inch.
  public var ownWidth: Double
  /// The notes on the drawing.
  public var notes: [Diagnostic]

  public init(
    bytes: [UInt8], width: Int, height: Int, ownWidth: Double, notes: [Diagnostic] = []
  ) {
    self.bytes = bytes
    self.width = width
    self.height = height
    self.ownWidth = ownWidth
    self.notes = notes
  }
}

/// The files of a talk that is a folder of slides.
public struct TalkFolder {
  /// The files in the slides' folder, by paths below it with `/` between their parts. Files that
  /// are not slides may lack their bytes: that they exist makes a folder a part.
  public var files: [NamedBytes]
  /// The files `toboggan.toml` beside the slides or above them, the nearest first, by the names
  /// that messages call them.
  public var settings: [NamedBytes]
  /// The title of a talk that has none of its own; empty where the folder has no name.
  public var name: String
  /// The text before the names of `files` in messages, such as `slides/`.
  public var prefix: String
  /// The bytes of a file below the deck root, which is the folder that the slides' folder is in;
  /// nil where there is none. It is called with `public/…` and with files that slides embed, never
  /// with absolute paths nor with paths that have `..` in them.
  public var asset: (String) -> [UInt8]?
  /// Indicates whether there is a folder, by its path below the slides' folder or from the root;
  /// nil where that is unknown.
  public var hasFolder: (String) -> Bool?
  /// Renders an SVG file; nil if no renderer is available.
  public var draw: ([UInt8]) -> RasterizedDrawing?

  public init(
    files: [NamedBytes], settings: [NamedBytes] = [], name: String = "", prefix: String = "",
    asset: @escaping (String) -> [UInt8]? = { _ in nil },
    hasFolder: @escaping (String) -> Bool? = { _ in nil },
    draw: @escaping ([UInt8]) -> RasterizedDrawing? = { _ in nil }
  ) {
    self.files = files
    self.settings = settings
    self.name = name
    self.prefix = prefix
    self.asset = asset
    self.hasFolder = hasFolder
    self.draw = draw
  }
}
