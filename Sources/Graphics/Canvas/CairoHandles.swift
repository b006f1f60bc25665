// SPDX-License-Identifier: MIT
// Part of Platen: Cairo's handles, checked when born and freed when dropped.

internal import CCairo
package import Geometry

/// Cairo's reason for a failure, and the operation that failed.
public struct DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed and Cairo's status text.
  public let message: String

  init(status: cairo_status_t, _ action: String) {
    let words =
      unsafe cairo_status_to_string(status).map { unsafe String(cString: $0) } ?? "unknown error"
    message = "cannot \(action): \(words)"
  }

  public var description: String { message }

  static func check(_ status: cairo_status_t, _ action: String) throws(DrawingError) {
    if status != CAIRO_STATUS_SUCCESS { throw DrawingError(status: status, action) }
  }
}

/// A surface, freed with its last reference: safe, as its handle is there from `init` to `deinit`.
@safe final class Surface {
  let pointer: OpaquePointer

  /// Takes over a surface just made.
  init(_ pointer: OpaquePointer?, _ action: String) throws(DrawingError) {
    guard let pointer = unsafe pointer else {
      throw DrawingError(status: CAIRO_STATUS_NO_MEMORY, action)
    }
    unsafe self.pointer = pointer
    try unsafe DrawingError.check(cairo_surface_status(pointer), action)
  }

  /// A transparent image of premultiplied pixels.
  convenience init(width: Int, height: Int) throws(DrawingError) {
    try unsafe self.init(
      cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height)),
      "create an image of \(width) × \(height)")
  }

  deinit { unsafe cairo_surface_destroy(pointer) }

  /// Its pixels, rows `stride` pixels apart; for image surfaces only. Nil where there are none.
  func withPixels<R>(
    _ body: (UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> R
  ) rethrows -> R? {
    unsafe cairo_surface_flush(pointer)
    defer { unsafe cairo_surface_mark_dirty(pointer) }
    guard let bytes = unsafe cairo_image_surface_get_data(pointer) else { return nil }
    let height = unsafe Int(cairo_image_surface_get_height(pointer))
    // Cairo aligns rows of 32-bit pixels to four bytes, so the stride is whole pixels.
    let stride = unsafe Int(cairo_image_surface_get_stride(pointer)) / 4
    return try unsafe UnsafeMutableRawPointer(bytes).withMemoryRebound(
      to: UInt32.self, capacity: stride * height
    ) { try unsafe body($0, Int(cairo_image_surface_get_width(pointer)), height, stride) }
  }
}

/// A drawing context on a surface. Safe: its handle is there from `init` to `deinit`, and the
/// surface's is with it.
@safe final class Context {
  let pointer: OpaquePointer
  let surface: Surface

  init(_ surface: Surface) throws(DrawingError) {
    guard let pointer = unsafe cairo_create(surface.pointer) else {
      throw DrawingError(status: CAIRO_STATUS_NO_MEMORY, "begin to draw")
    }
    unsafe self.pointer = pointer
    self.surface = surface
    try unsafe DrawingError.check(cairo_status(pointer), "begin to draw")
    // So that images agree with what other programs make of the same outlines.
    unsafe cairo_set_miter_limit(pointer, StrokeOutline.miterLimit)
  }

  deinit { unsafe cairo_destroy(pointer) }

  /// Throws what went wrong since the beginning: Cairo's contexts remember their first error.
  func check(_ action: String) throws(DrawingError) {
    try unsafe DrawingError.check(cairo_status(pointer), action)
    try unsafe DrawingError.check(cairo_surface_status(surface.pointer), action)
  }
}

extension AffineMap {
  /// The map as a matrix of Cairo.
  var matrix: cairo_matrix_t {
    cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty)
  }

  package var determinant: Double { a * d - b * c }

  /// Indicates whether it can be drawn with: finite and not flattening everything to a line.
  package var isDrawable: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
      && abs(determinant) > 1e-12
  }

  /// The map back; meaningful where `isDrawable`.
  package var inverse: AffineMap {
    let k = 1 / determinant
    return AffineMap(
      a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k,
      ty: (b * tx - a * ty) * k)
  }

  /// The factor by which lengths grow, as a mean over directions.
  package var scale: Double { abs(determinant).squareRoot() }

  /// The rectangle around a rectangle's image.
  package func bounds(of rect: Rect) -> Rect {
    let (p, q) = (apply(Point(rect.minX, rect.minY)), apply(Point(rect.maxX, rect.minY)))
    let (r, s) = (apply(Point(rect.maxX, rect.maxY)), apply(Point(rect.minX, rect.maxY)))
    let left = min(p.x, q.x, r.x, s.x)
    let top = min(p.y, q.y, r.y, s.y)
    return Rect(
      x: left, y: top, width: max(p.x, q.x, r.x, s.x) - left,
      height: max(p.y, q.y, r.y, s.y) - top)
  }
}
