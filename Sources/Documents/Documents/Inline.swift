// SPDX-License-Identifier: MIT
// Part of Platen: the inlines of a document, which run along a line.

/// One piece of running text.
///
/// Text holds no line feeds: a break that is meant is `lineBreak`, all other white space is one
/// blank. What is rare and large is kept apart, so that texts, which are nearly all there is, need no
/// memory beside their row.
public enum Inline: Hashable, Sendable {
  case text(String)
  case emphasis([Inline])
  case strong([Inline])
  case strikethrough([Inline])
  case smallCaps([Inline])
  case superscript([Inline])
  case `subscript`([Inline])
  /// Verbatim, in the look's fixed-width face.
  case code(String)
  case lineBreak
  indirect case link(Link)
  indirect case reference(Reference)
  case footnote([Block])
  indirect case image(Image)
  indirect case span(Span)
  /// Shows nothing: marks the place that an index entry points to.
  indirect case indexMark(IndexMark)
}

/// A link out of the document.
public struct Link: Hashable, Sendable {
  /// An absolute URL; what readers let through are `http`, `https` and `mailto`.
  public var url: String
  public var inlines: [Inline]
  public init(_ url: String, _ inlines: [Inline]) {
    self.url = url
    self.inlines = inlines
  }
}

/// A link to a place in the document.
public struct Reference: Hashable, Sendable {
  public enum Shown: String, Hashable, Sendable {
    /// The inlines given.
    case text
    /// The number of the page the place is on; in forms without pages the inlines given.
    case page
  }
  /// The id of a node.
  public var target: String
  public var inlines: [Inline]
  public var shown: Shown
  public init(to target: String, _ inlines: [Inline], shown: Shown = .text) {
    self.target = target
    self.inlines = inlines
    self.shown = shown
  }
}

/// A picture.
public struct Image: Hashable, Sendable {
  /// The name of a resource of the document.
  public var resource: String
  /// The text for readers who do not see the image; empty for an ornament.
  public var alternative: String
  /// The part of the column's width it takes, 0…1; 0 for its own size at 96 pixels an inch, or the
  /// column's width where that is less.
  public var share: Double
  public init(_ resource: String, alternative: String, share: Double = 0) {
    self.resource = resource
    self.alternative = alternative
    self.share = share
  }
}

/// Inlines with a class, a language or a direction of their own.
public struct Span: Hashable, Sendable {
  public var inlines: [Inline]
  /// BCP 47; empty for that of the surroundings.
  public var language: String
  /// nil for that of the surroundings.
  public var direction: Direction?
  public var attributes: Attributes
  public init(
    _ inlines: [Inline], language: String = "", direction: Direction? = nil,
    _ attributes: Attributes = .none
  ) {
    self.inlines = inlines
    self.language = language
    self.direction = direction
    self.attributes = attributes
  }
}

public struct IndexMark: Hashable, Sendable {
  /// The term as the index prints it.
  public var term: String
  /// The index it belongs to: that of the `Index` block of this name.
  public var name: String
  /// A place the entry names beside the page, such as the id of the scene; may be empty.
  public var within: String
  public init(_ term: String, name: String = "", within: String = "") {
    self.term = term
    self.name = name
    self.within = within
  }
}
