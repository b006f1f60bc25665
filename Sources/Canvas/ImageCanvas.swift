// SPDX-License-Identifier: MIT
// Part of Platen: paints a scene into pixels, band by band, on a grid that never changes.

internal import CCairo
public import Diagnostics
public import Drawing
public import Geometry
public import Pixels

/// Paints scenes as pictures of any size in little memory.
///
/// A picture is painted on one fixed grid from its origin: full-width bands of `bandHeight` rows,
/// and past `columnWidth` pixels of width in columns. Cairo changes the coverage of shapes cut at a
/// surface's edge, so a grid that followed cores or memory would change bytes.
public enum ImageCanvas {
  /// Rows in a band.
  public static let bandHeight = 256
  /// Pixels of width painted at once.
  public static let columnWidth = 16_384
  /// The longest side of a picture. A band of this width takes 256 MB.
  public static let sideLimit = 262_144

  /// Paints `window` of the scene as `width` × `height` pixels and hands on bands from the top.
  ///
  /// - Parameters:
  ///   - window: In scene units; stretched over the picture.
  ///   - isCancelled: Asked before each band.
  ///   - band: Takes a band, full width; its memory is lent for the call.
  /// - Throws: `Failure` `canvas.size`, `canvas.window`, or for fonts; `DrawingError`;
  ///   `CancellationError`; what `band` throws.
  public static func paint(
    _ scene: Scene, window: Rect, width: Int, height: Int, fonts: FontLibrary,
    isCancelled: () -> Bool = { false },
    band: (borrowing BitmapBand) throws -> Void
  ) throws {
    guard (1...sideLimit).contains(width), (1...sideLimit).contains(height) else {
      throw Failure(
        .error(
          "canvas.size", "a picture of \(width) × \(height) pixels cannot be painted",
          hints: ["each side must be 1 to \(sideLimit)"]))
    }
    guard window.width > 0, window.height > 0, window.x.isFinite, window.y.isFinite,
      window.width.isFinite, window.height.isFinite
    else {
      throw Failure(.error("canvas.window", "the part of the scene to paint is empty"))
    }
    let planned = try PlannedNode.plan(scene.nodes, fonts: fonts)
    let painter = ScenePainter(fonts: fonts, target: .image)
    let toPicture = AffineMap(
      a: Double(width) / window.width, b: 0, c: 0, d: Double(height) / window.height,
      tx: -window.x * Double(width) / window.width, ty: -window.y * Double(height) / window.height)
    let buffer = UnsafeMutablePointer<UInt32>.allocate(capacity: width * min(height, bandHeight))
    defer { buffer.deallocate() }
    for top in stride(from: 0, to: height, by: bandHeight) {
      if isCancelled() { throw CancellationError() }
      let rows = min(bandHeight, height - top)
      for left in stride(from: 0, to: width, by: columnWidth) {
        let columns = min(columnWidth, width - left)
        try paint(
          planned, background: scene.background, with: painter,
          map: AffineMap.translation(-Double(left), -Double(top)).after(toPicture),
          into: buffer + left, width: columns, height: rows, stride: width)
      }
      try band(BitmapBand(y: top, width: width, height: rows, stride: width, pixels: buffer))
    }
  }

  /// The whole picture in memory, for small ones.
  public static func bitmap(
    of scene: Scene, window: Rect? = nil, width: Int, height: Int, fonts: FontLibrary
  ) throws -> Bitmap {
    let window =
      window ?? Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    var bitmap = Bitmap(width: 0, height: 0)
    try paint(scene, window: window, width: width, height: height, fonts: fonts) { band in
      // Memory is taken when the size has been found possible.
      if band.y == 0 { bitmap = Bitmap(width: width, height: height) }
      bitmap.draw(band)
    }
    return bitmap
  }

  /// One surface of the grid.
  private static func paint(
    _ nodes: [PlannedNode], background: Color, with painter: ScenePainter, map: AffineMap,
    into pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int
  ) throws {
    let surface = try Surface(
      cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        Int32(width), Int32(height), Int32(stride * 4)),
      "paint \(width) × \(height) pixels")
    // The surface writes into memory of ours, and must be done with it before we go on.
    defer { cairo_surface_finish(surface.pointer) }
    let context = try Context(surface)
    cairo_set_operator(context.pointer, CAIRO_OPERATOR_SOURCE)
    cairo_set_source_rgba(
      context.pointer, background.red, background.green, background.blue, background.alpha)
    cairo_paint(context.pointer)
    cairo_set_operator(context.pointer, CAIRO_OPERATOR_OVER)
    var matrix = map.matrix
    cairo_set_matrix(context.pointer, &matrix)
    try painter.paint(
      nodes,
      at: ScenePainter.Place(
        context: context, map: map,
        visible: map.inverse.bounds(
          of: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))))
    try context.check("paint the picture")
    cairo_surface_flush(surface.pointer)
  }
}
