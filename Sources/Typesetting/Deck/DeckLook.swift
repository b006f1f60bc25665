// SPDX-License-Identifier: MIT
// Part of Platen: a look for decks as a value.

public import Documents
public import Drawing

/// How a deck looks: what its nodes are set like, and the grounds and lines of its slides.
///
/// Nodes are set by `style`, as a book's are. Besides the kinds a book has there are the classes
/// `cover`, `part` and `standard` of what a slide holds, and `slide-title` of its title; a slide's own
/// classes stand beside them.
public struct DeckLook: Hashable, Sendable {
  public var name: String
  public var style: BookStyle
  /// Of standard slides, of covers and of parts.
  public var ground: Color
  public var coverGround: Color
  public var partGround: Color
  /// Bars, rules and what is to be seen first.
  public var accent: Color
  public var accent2: Color
  /// The footer's letters.
  public var quiet: Color
  /// Between a slide's edge and what it holds, in points.
  public var side = 60.0
  public var top = 46.0
  public var bottom = 50.0
  /// The smallest text may become to fit its slide, as a part of its size.
  public var leastScale = 0.6

  public init(
    name: String, style: BookStyle, ground: Color, coverGround: Color, partGround: Color,
    accent: Color, accent2: Color, quiet: Color
  ) {
    self.name = name
    self.style = style
    self.ground = ground
    self.coverGround = coverGround
    self.partGround = partGround
    self.accent = accent
    self.accent2 = accent2
    self.quiet = quiet
  }

  func ground(of kind: Slide.Kind) -> Color {
    switch kind {
    case .cover: coverGround
    case .part: partGround
    case .standard: ground
    }
  }

  /// The look with all of its text larger, for a large hall or weak eyes.
  public func enlarged(by factor: Double = 1.25) -> DeckLook {
    var look = self
    look.style = style.scaled(by: factor)
    return look
  }
}
