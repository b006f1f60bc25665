// SPDX-License-Identifier: MIT
// Part of Platen: paints a scene into pixels, band by band, on a grid that never changes.

internal import CCairo
public import Drawing
public import Geometry
public import Pixels

/// Paints scenes as images of any size in little memory.
///
/// An image is painted on one fixed grid from its origin: full-width bands of `bandHeight` rows,
/// and past `columnWidth` pixels of width in columns. Cairo changes the coverage of shapes cut at a
/// surface's edge, so a grid that followed cores or memory would change bytes.
public enum ImageCanvas {
  /// Rows in a band.
  public static let bandHeight = 128
  /// Pixels of width painted at once.
  public static let columnWidth = 16_384
  /// The longest side of an image. A band of this width takes 128 MB.
  public static let sideLimit = 262_144

  /// Paints `window` of the scene as `width` × `height` pixels and hands on bands from the top.
  ///
  /// - Parameters:
  ///   - window: In scene units; stretched over the image.
  /// - isCancelled: Called before each band.
  ///   - band: Takes a band, full width; its memory is lent for the call.
  /// - Throws: what `Painting` throws; `CancellationError`; what `band` throws.
  public static func paint(
    _ scene: Scene, window: Rect, width: Int, height: Int, fonts: FontLibrary,
    isCancelled: () -> Bool = { false },
    band: (borrowing BitmapBand) throws -> Void
  ) throws {
    let painting = try Painting(scene, window: window, width: width, height: height, fonts: fonts)
    let pixels = BandPixels(painting)
    for index in 0..<painting.bandCount {
      if isCancelled() { throw CancellationError() }
      try painting.paint(index, into: pixels, fonts: fonts)
      try pixels.withBand(band)
    }
  }

  /// The whole image in memory, for small ones.
  ///
  /// - Throws: what ``paint(_:window:width:height:fonts:isCancelled:band:)`` throws.
  public static func bitmap(
    of scene: Scene, window: Rect? = nil, width: Int, height: Int, fonts: FontLibrary,
    isCancelled: () -> Bool = { false }
  ) throws -> Bitmap {
    let window =
      window ?? Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    var bitmap = Bitmap(width: 0, height: 0)
    try paint(
      scene, window: window, width: width, height: height, fonts: fonts, isCancelled: isCancelled
    ) { band in
      // Memory is taken when the size has been found possible.
      if band.y == 0 { bitmap = Bitmap(width: width, height: height) }
      bitmap.draw(band)
    }
    return bitmap
  }
}
