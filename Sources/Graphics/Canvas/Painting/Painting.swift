// SPDX-License-Identifier: MIT
// Part of Platen: a scene made ready to be painted at one size, band by band, from any thread.

internal import CCairo
internal import Diagnostics
public import Drawing
public import Geometry
public import Pixels

/// An image to be: what of a scene is shown at what size, made ready once and for all bands.
///
/// A band depends on its number alone, so bands may be painted in any order, and several at once by
/// workers with a font library each: the pixels are the same.
public struct Painting: Sendable {
  /// The grid images are painted on.
  public struct Grid: Hashable, Sendable {
    /// Rows in a band.
    public var bandHeight = ImageCanvas.bandHeight
    /// Pixels of width painted at once.
    public var columnWidth = ImageCanvas.columnWidth

    /// The one all images are painted on; tests of its seams want a finer one.
    public init() {}
  }

  public let width: Int
  public let height: Int
  public let grid: Grid
  /// The number of bands; the last may be lower.
  public var bandCount: Int { (height + grid.bandHeight - 1) / grid.bandHeight }

  private let nodes: [PlannedNode]
  private let background: Color
  private let toPicture: AffineMap

  /// Makes `window` of the scene, in scene units, ready to be painted as `width` × `height` pixels.
  ///
  /// - Throws: `Failure` `canvas.size`, `canvas.window`, or for fonts.
  public init(
    _ scene: Scene, window: Rect, width: Int, height: Int, fonts: FontLibrary, grid: Grid = Grid()
  ) throws {
    let sideLimit = ImageCanvas.sideLimit
    guard (1...sideLimit).contains(width), (1...sideLimit).contains(height) else {
      throw Failure(
        .error(
          .canvasSize, "an image of \(width) × \(height) pixels cannot be painted",
          hints: ["each side must be 1 to \(sideLimit)"]))
    }
    guard window.width > 0, window.height > 0, window.x.isFinite, window.y.isFinite,
      window.width.isFinite, window.height.isFinite
    else {
      throw Failure(.error(.canvasWindow, "the part of the scene to paint is empty"))
    }
    self.width = width
    self.height = height
    self.grid = grid
    background = scene.background
    toPicture = AffineMap(
      a: Double(width) / window.width, b: 0, c: 0, d: Double(height) / window.height,
      tx: -window.x * Double(width) / window.width, ty: -window.y * Double(height) / window.height)
    let visible = scene.nodes.cut(around: window, scale: max(toPicture.a, toPicture.d))
    nodes = try PlannedNode.plan(visible, fonts: fonts, scale: toPicture.scale)
  }

  /// Paints the band of a number, counted from the top.
  ///
  /// - Throws: `Failure` for fonts; `DrawingError`.
  public func paint(_ index: Int, into pixels: BandPixels, fonts: FontLibrary) throws {
    precondition(index >= 0 && index < bandCount)
    let top = index * grid.bandHeight
    let rows = min(grid.bandHeight, height - top)
    let memory = unsafe pixels.hold(y: top, rows: rows, width: width)
    let painter = ScenePainter(fonts: fonts)
    for left in stride(from: 0, to: width, by: grid.columnWidth) {
      try unsafe paint(
        with: painter,
        map: AffineMap.translation(-Double(left), -Double(top)).after(toPicture),
        into: memory + left, width: min(grid.columnWidth, width - left), height: rows)
    }
  }

  /// One surface of the grid.
  private func paint(
    with painter: ScenePainter, map: AffineMap, into pixels: UnsafeMutablePointer<UInt32>,
    width: Int, height: Int
  ) throws {
    let surface = try unsafe Surface(
      cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        Int32(width), Int32(height), Int32(self.width * 4)),
      "paint \(width) × \(height) pixels")
    // The surface writes into memory that it does not own, and must end before that is read.
    defer { unsafe cairo_surface_finish(surface.pointer) }
    let context = try Context(surface)
    unsafe cairo_set_operator(context.pointer, CAIRO_OPERATOR_SOURCE)
    unsafe cairo_set_source_rgba(
      context.pointer, background.red, background.green, background.blue, background.alpha)
    unsafe cairo_paint(context.pointer)
    unsafe cairo_set_operator(context.pointer, CAIRO_OPERATOR_OVER)
    var matrix = map.matrix
    unsafe cairo_set_matrix(context.pointer, &matrix)
    try painter.paint(
      nodes,
      at: ScenePainter.Place(
        context: context, map: map,
        visible: map.inverse.bounds(
          of: Rect(x: 0, y: 0, width: Double(width), height: Double(height))),
        pixels: PixelTarget(surface)))
    try context.check("paint the image")
    unsafe cairo_surface_flush(surface.pointer)
  }
}

/// The memory of one band, to be painted by one worker and read by another after it.
///
/// Unchecked: it is written in `Painting.paint` and read in `withBand`, and the code that hands it
/// from one thread to another ensures that the one comes after the other.
///
/// Safe: it owns its memory from `init` to `deinit`, and passes its size along with each loan.
@safe public final class BandPixels: @unchecked Sendable {
  private let pixels: UnsafeMutablePointer<UInt32>
  private let width: Int
  private let rowLimit: Int
  private var y = 0
  private var rows = 0

  /// Memory for any band of a painting.
  public init(_ painting: Painting) {
    width = painting.width
    rowLimit = min(painting.grid.bandHeight, painting.height)
    unsafe pixels = .allocate(capacity: width * rowLimit)
  }

  deinit { unsafe pixels.deallocate() }

  /// Lends the band that was painted last.
  public func withBand<R>(_ body: (borrowing BitmapBand) throws -> R) rethrows -> R {
    try unsafe body(BitmapBand(y: y, width: width, height: rows, stride: width, pixels: pixels))
  }

  fileprivate func hold(y: Int, rows: Int, width: Int) -> UnsafeMutablePointer<UInt32> {
    precondition(rows <= rowLimit && width == self.width)
    (self.y, self.rows) = (y, rows)
    return unsafe pixels
  }
}
