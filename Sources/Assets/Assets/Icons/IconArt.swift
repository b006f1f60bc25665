// SPDX-License-Identifier: MIT
// Part of Platen: the art of an icon, and its pictures in one shape at every size.

public import Pixels

/// The art of an icon: its picture at the largest size, and the vectors that draw it at others.
public struct IconArt: Sendable {
  /// Draws a square of so many pixels a side.
  public typealias Drawing = @Sendable (_ side: Int, _ isCancelled: () -> Bool) throws -> Bitmap

  /// A square of ``IconComposer/side`` pixels, with whatever is transparent in it.
  public let image: Bitmap
  private let drawing: Drawing?

  /// Art that is an image: other sizes are averaged or enlarged.
  ///
  /// - Parameter image: of any size; it is put into the middle of a square.
  public init(_ image: Bitmap) {
    self.image = IconComposer.fitted(image)
    drawing = nil
  }

  /// Art that is vectors, drawn for each size.
  ///
  /// - Throws: what `drawing` throws.
  public init(isCancelled: () -> Bool, drawing: @escaping Drawing) throws {
    image = try drawing(IconComposer.side, isCancelled)
    self.drawing = drawing
  }

  private init(_ image: Bitmap, drawing: Drawing?) {
    (self.image, self.drawing) = (image, drawing)
  }

  /// Indicates whether it is drawn for each size.
  var isVector: Bool { drawing != nil }

  /// A square of so many pixels a side.
  func image(side: Int, isCancelled: () -> Bool) throws -> Bitmap {
    if side == image.width { return image }
    guard let drawing else { return IconComposer.resized(image, width: side, height: side) }
    return try drawing(side, isCancelled)
  }

  // MARK: Colors

  /// The art in gray: as light as each color looks.
  public var gray: IconArt { recolored { IconComposer.gray($0) } }

  /// The art in white alone, as opaque as it is; where nothing of it is transparent, as opaque as
  /// it is light.
  public var silhouette: IconArt {
    let isSolid = IconComposer.isOpaque(image)
    return recolored { IconComposer.silhouette($0, isSolid: isSolid) }
  }

  private func recolored(_ body: @escaping @Sendable (Bitmap) -> Bitmap) -> IconArt {
    guard let drawing else { return IconArt(body(image), drawing: nil) }
    return IconArt(body(image)) { body(try drawing($0, $1)) }
  }
}

/// An icon in one shape, at any size.
public struct ShapedIcon: Sendable {
  private let art: IconArt
  private let shape: IconImage.Shape
  private let ground: IconGround
  /// The picture at ``IconComposer/side`` pixels, at half of them, and at a quarter.
  private let halves: [Bitmap]

  /// The size up to which pictures are averaged from the largest one: each pixel covers sixteen by
  /// sixteen of it, which is as good as exact.
  private static let averagedSize = 64

  /// - Parameter ground: the background where the shape has one.
  /// - Throws: what drawing vectors throws.
  public init(
    _ art: IconArt, _ shape: IconImage.Shape, ground: IconGround,
    isCancelled: () -> Bool = { false }
  ) throws {
    (self.art, self.shape, self.ground) = (art, shape, ground)
    let largest = try IconComposer.composed(
      art, shape, ground: ground, side: IconComposer.side, isCancelled: isCancelled)
    let half = largest.averaged(width: largest.width / 2, height: largest.height / 2)
    halves = [largest, half, half.averaged(width: half.width / 2, height: half.height / 2)]
  }

  /// The picture at a size.
  ///
  /// Vectors are composed at twice the size and averaged: a renderer covers the edges of two shapes
  /// that touch one after the other, and twice the size makes a quarter of what that leaves between
  /// them. A size that divides the largest is averaged from that one.
  ///
  /// - Throws: what drawing vectors throws.
  public func image(pixels: Int, isCancelled: () -> Bool = { false }) throws -> Bitmap {
    let side = IconComposer.side
    let isDrawn: Bool
    switch ground {
    case .image(let ground) where ground.isVector: isDrawn = true
    case .color, .image: isDrawn = art.isVector
    }
    guard isDrawn, pixels > ShapedIcon.averagedSize, side % pixels != 0 else {
      // The smallest that each pixel covers as much of, or that the size divides.
      let source =
        halves.last {
          $0.width % pixels == 0 || $0.width >= pixels * side / ShapedIcon.averagedSize
        } ?? halves[0]
      return IconComposer.resized(source, width: pixels, height: pixels)
    }
    let drawn = try IconComposer.composed(
      art, shape, ground: ground, side: pixels <= side / 2 ? 2 * pixels : pixels,
      isCancelled: isCancelled)
    return drawn.averaged(width: pixels, height: pixels)
  }
}
