// SPDX-License-Identifier: MIT
// Part of Platen: a look for decks as a value.

public import Documents
public import Drawing

/// The looks of a deck: the styles of its nodes, and the grounds and lines of its slides.
///
/// Nodes are set by `style`, as a book's are. Besides the kinds a book has there are the classes
/// `cover`, `part` and `standard` of what a slide holds, and `slide-title` of its title; a slide's
/// own classes stand beside them.
public struct DeckLook: Hashable, Sendable {
  public var name: String
  /// One clause for lists.
  public var about = ""
  /// The style of its nodes: the result of colors and faces, with ``own`` over it.
  public private(set) var style: BookStyle
  /// The same on the grounds of covers and parts.
  private var coverStyle: BookStyle
  private var partStyle: BookStyle
  /// The colors and faces it is made of.
  public var palette: Palette { didSet { if palette != oldValue { applyPalette() } } }
  /// The settings of single kinds and classes.
  public var own: BookStyle { didSet { if own != oldValue { applyPalette() } } }
  /// Between a slide's edge and what it holds, in points.
  public var side = 60.0
  public var top = 46.0
  public var bottom = 50.0
  /// The smallest text may become to fit its slide, as a part of its size.
  public var leastScale = 0.6
  /// The scale of lengths of the style.
  private var scale = 1.0

  public init(name: String, _ palette: Palette, about: String = "") {
    self.name = name
    self.about = about
    self.palette = palette
    own = BookStyle(name: name)
    style = own
    coverStyle = own
    partStyle = own
    applyPalette()
  }

  private mutating func applyPalette() {
    func styled(_ palette: Palette) -> BookStyle {
      var style = BookStyle(deck: name, palette)
      for (selector, patch) in own.patches { style.patches[selector, default: .init()].take(patch) }
      return style.scaled(by: scale)
    }
    style = styled(palette)
    coverStyle = styled(palette.on(.cover))
    partStyle = styled(palette.on(.part))
  }

  /// The style of nodes on a kind of slide.
  public func style(of kind: Slide.Kind) -> BookStyle {
    switch kind {
    case .cover: coverStyle
    case .part: partStyle
    case .standard: style
    }
  }

  /// The background of a kind of slide.
  public func ground(of kind: Slide.Kind) -> Color {
    switch kind {
    case .cover: palette.coverGround
    case .part: palette.partGround
    case .standard: palette.ground
    }
  }

  /// The look with all of its text larger, for a large hall or weak eyes.
  public func enlarged(by factor: Double = 1.25) -> DeckLook {
    var look = self
    look.scale *= factor
    look.applyPalette()
    return look
  }
}

extension StylePatch {
  /// Takes over all settings of another one.
  fileprivate mutating func take(_ other: StylePatch) {
    for field in StylePatch.fields {
      if let value = field.get(other) { field.store(&self, value) }
    }
  }
}
