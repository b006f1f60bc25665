// SPDX-License-Identifier: MIT
// Part of Platen: a look for decks as a value.

internal import Documents
internal import Drawing

/// How a deck looks: what its nodes are set like, and the grounds and lines of its slides.
///
/// Nodes are set by `style`, as a book's are. Besides the kinds a book has there are the classes
/// `cover`, `part` and `standard` of what a slide holds, and `slide-title` of its title; a slide's own
/// classes stand beside them.
public struct DeckLook: Hashable, Sendable {
  public var name: String
  public var style: BookStyle
  /// The colours and faces it is made of.
  public let palette: Palette
  /// Between a slide's edge and what it holds, in points.
  public var side = 60.0
  public var top = 46.0
  public var bottom = 50.0
  /// The smallest text may become to fit its slide, as a part of its size.
  public var leastScale = 0.6

  init(name: String, palette: Palette, style: BookStyle) {
    self.name = name
    self.palette = palette
    self.style = style
  }

  /// What a slide of a kind stands on.
  func ground(of kind: Slide.Kind) -> Color {
    switch kind {
    case .cover: palette.coverGround
    case .part: palette.partGround
    case .standard: palette.ground
    }
  }

  /// The look with all of its text larger, for a large hall or weak eyes.
  public func enlarged(by factor: Double = 1.25) -> DeckLook {
    var look = self
    look.style = style.scaled(by: factor)
    return look
  }
}
