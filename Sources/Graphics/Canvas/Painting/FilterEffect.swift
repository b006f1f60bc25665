// SPDX-License-Identifier: MIT
// Part of Platen: blurs and shadows on pixels, in whole numbers, the same on every machine.

internal import CCairo
internal import Drawing
internal import Geometry

/// The result of a filter on a layer: images to be drawn one over the other.
enum FilterEffect {
  struct Layer {
    var surface: Surface
    /// The offset in pixels, whole.
    var offset: Point
  }

  /// The layers that show `surface` through `filter`; `scale` is pixels a unit of the filter's.
  static func apply(
    _ filter: Filter, to surface: Surface, scale: Double, map: AffineMap
  ) throws -> [Layer] {
    switch filter {
    case .blur(let deviation):
      blur(surface, deviation: deviation * scale)
      return [Layer(surface: surface, offset: .zero)]
    case .dropShadow(let deviation, let offset, let color):
      let shadow = try silhouette(of: surface, color: color)
      blur(shadow, deviation: deviation * scale)
      // By the linear part alone: where a band lies must not change how this is rounded.
      let moved = Point(
        map.a * offset.x + map.c * offset.y, map.b * offset.x + map.d * offset.y)
      return [
        Layer(surface: shadow, offset: Point(moved.x.rounded(), moved.y.rounded())),
        Layer(surface: surface, offset: .zero),
      ]
    }
  }

  /// The layer's alpha, filled with one color.
  private static func silhouette(of surface: Surface, color: Color) throws -> Surface {
    let width = unsafe Int(cairo_image_surface_get_width(surface.pointer))
    let height = unsafe Int(cairo_image_surface_get_height(surface.pointer))
    let shadow = try Surface(width: width, height: height)
    let context = try Context(shadow)
    unsafe cairo_set_source_rgba(context.pointer, color.red, color.green, color.blue, color.alpha)
    unsafe cairo_mask_surface(context.pointer, surface.pointer, 0, 0)
    try context.check("draw a shadow")
    return shadow
  }

  /// A Gaussian blur by three box blurs, as SVG 1.1 section 15.17 allows: the same to the eye, in
  /// time that does not depend on the radius.
  static func blur(_ surface: Surface, deviation: Double) {
    guard deviation.isFinite, deviation > 0.1 else { return }
    let boxes = boxWidths(deviation: min(deviation, 1000))
    _ = unsafe surface.withPixels { pixels, width, height, stride in
      var line = [UInt32](repeating: 0, count: max(width, height))
      var spare = line
      func pass(_ start: UnsafeMutablePointer<UInt32>, _ count: Int, _ step: Int) {
        unsafe line.withUnsafeMutableBufferPointer { line in
          unsafe spare.withUnsafeMutableBufferPointer { spare in
            for i in 0..<count { unsafe line[i] = start[i * step] }
            for (left, right) in boxes {
              unsafe box(from: line, to: spare, count: count, left: left, right: right)
              for i in 0..<count { unsafe line[i] = spare[i] }
            }
            for i in 0..<count { unsafe start[i * step] = line[i] }
          }
        }
      }
      for y in 0..<height { unsafe pass(pixels + y * stride, width, 1) }
      for x in 0..<width { unsafe pass(pixels + x, height, stride) }
    }
  }

  /// Three boxes, as pixels to the left and to the right of the middle: odd widths that together
  /// have the requested variance (Kovesi, "Fast almost-Gaussian filtering", 2010).
  private static func boxWidths(deviation: Double) -> [(left: Int, right: Int)] {
    let ideal = (12 * deviation * deviation / 3 + 1).squareRoot()
    var lower = Int(ideal)
    if lower % 2 == 0 { lower -= 1 }
    let m = Double(lower)
    let smaller = (12 * deviation * deviation - 3 * m * m - 12 * m - 9) / (-4 * m - 4)
    let count = Int(max(0, min(3, smaller.rounded())))
    return (0..<3).map { i in
      let half = ((i < count ? lower : lower + 2) - 1) / 2
      return (half, half)
    }
  }

  /// The mean of each pixel's neighbors; pixels outside are transparent.
  private static func box(
    from line: UnsafeMutableBufferPointer<UInt32>, to result: UnsafeMutableBufferPointer<UInt32>,
    count: Int, left: Int, right: Int
  ) {
    let width = UInt32(left + right + 1)
    var (a, r, g, b): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    func add(_ pixel: UInt32) {
      a &+= pixel >> 24
      r &+= pixel >> 16 & 255
      g &+= pixel >> 8 & 255
      b &+= pixel & 255
    }
    func drop(_ pixel: UInt32) {
      a &-= pixel >> 24
      r &-= pixel >> 16 & 255
      g &-= pixel >> 8 & 255
      b &-= pixel & 255
    }
    for i in 0..<min(right, count) { unsafe add(line[i]) }
    let half = width / 2
    for i in 0..<count {
      if i + right < count { unsafe add(line[i + right]) }
      if i - left - 1 >= 0 { unsafe drop(line[i - left - 1]) }
      // Shifts bind tighter than division, hence the parentheses.
      unsafe result[i] =
        ((a + half) / width) << 24 | ((r + half) / width) << 16 | ((g + half) / width) << 8
        | (b + half) / width
    }
  }
}
