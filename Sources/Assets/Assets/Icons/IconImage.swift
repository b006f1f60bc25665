// SPDX-License-Identifier: MIT
// Part of Platen: one picture of an icon: which art, in what shape, how large.

/// A picture of an icon, before it is drawn.
public struct IconImage: Hashable, Sendable {
  /// The picture of the icon to use.
  public enum Art: String, Hashable, Sendable, CaseIterable {
    case any, dark, tinted, foreground, background, monochrome
  }

  /// The shape of the icon.
  public enum Shape: Hashable, Sendable {
    /// Fills the square, on the icon's ground: no pixel is transparent.
    case square
    /// The image as it is, transparent where it is.
    case free
    /// A tile with round corners and room round it, as on the Mac.
    case tile
    /// Fills the square, on the ground, corners rounded by this part of the side.
    case rounded(Double)
    /// On the ground, cut to a circle that touches the sides.
    case circle
    /// Small enough to fit a circle of this part of the side; transparent around it, or on the
    /// ground.
    case safe(Double, onGround: Bool)
  }

  public var art: Art
  public var shape: Shape
  /// The pixels of a side.
  public var pixels: Int

  public init(_ art: Art = .any, _ shape: Shape, pixels: Int) {
    self.art = art
    self.shape = shape
    self.pixels = pixels
  }

  /// The picture for an Apple slot.
  public init(_ slot: IconSlot) {
    pixels = slot.pixels
    switch slot.appearance {
    case .any:
      art = .any
      shape = slot.isTile ? .tile : .square
    case .dark:
      art = .dark
      shape = .free
    case .tinted:
      art = .tinted
      shape = .free
    }
  }

  /// Indicates whether no pixel is transparent, so that the file needs no alpha.
  public var isOpaque: Bool {
    switch shape {
    case .square: true
    case .safe(_, let onGround): onGround
    case .free, .tile, .rounded, .circle: false
    }
  }
}

/// A file of an icon, before it is drawn.
public struct IconFile: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case png(IconImage)
    /// Several sizes in one file.
    case ico([IconImage], ICOWriter.Packing)
    case text(String)
    /// The master itself, where it is an SVG.
    case master
  }

  /// Below the output's folder.
  public var path: String
  public var content: Content

  public init(_ path: String, _ content: Content) {
    self.path = path
    self.content = content
  }
}
