// SPDX-License-Identifier: MIT
// Part of Platen: the sources that fill shapes: colors, gradients and repeated tiles.

internal import CCairo
internal import Drawing
internal import Geometry
internal import Libc
internal import Pixels

extension ScenePainter {
  /// Makes `paint` the context's source; false when it is invisible.
  ///
  /// - Parameter kept: Where the tile of a pattern is kept for other bands.
  func setSource(_ paint: Paint, at place: Place, kept: CachedTile? = nil) throws -> Bool {
    let cr = unsafe place.pointer
    tile = nil
    switch paint {
    case .color(let color):
      guard color.alpha > 0 else { return false }
      unsafe cairo_set_source_rgba(cr, color.red, color.green, color.blue, color.alpha)
    case .linearGradient(let from, let to, let stops):
      guard from.isFinite, to.isFinite, !stops.isEmpty else { return false }
      unsafe setGradient(cairo_pattern_create_linear(from.x, from.y, to.x, to.y), stops, on: cr)
    case .radialGradient(let center, let radius, let stops):
      guard center.isFinite, radius.isFinite, radius > 0, !stops.isEmpty else { return false }
      unsafe setGradient(
        cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), stops,
        on: cr)
    case .pattern(let tile, let transform, let nodes):
      return try setPattern(tile, transform, nodes, at: place, kept: kept)
    }
    return true
  }

  private func setGradient(
    _ pattern: OpaquePointer?, _ stops: [GradientStop], on cr: OpaquePointer
  ) {
    for stop in stops {
      let c = stop.color
      unsafe cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, c.red, c.green, c.blue, c.alpha)
    }
    unsafe cairo_set_source(cr, pattern)
    unsafe cairo_pattern_destroy(pattern)
  }

  private func setPattern(
    _ size: Size, _ transform: AffineMap, _ nodes: [Node], at place: Place, kept: CachedTile?
  ) throws -> Bool {
    let whole = place.map.after(transform)
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite,
      whole.isDrawable
    else { return false }
    // The tile is drawn at the size it has on the surface, rounded to whole pixels, so that where
    // it is not turned its copies need no resampling and show no seams.
    let across = Point(whole.a, whole.b).length * size.width
    let down = Point(whole.c, whole.d).length * size.height
    let width = max(1, min(4096, across.rounded()))
    let height = max(1, min(4096, down.rounded()))
    let toPixels = AffineMap.scale(width / size.width, height / size.height)
    func draw(on surface: Surface) throws {
      let context = try Context(surface)
      var matrix = toPixels.matrix
      unsafe cairo_set_matrix(context.pointer, &matrix)
      try paint(
        PlannedNode.plan(nodes, fonts: fonts, scale: toPixels.scale),
        at: Place(
          context: context, map: toPixels,
          visible: Rect(x: 0, y: 0, width: size.width, height: size.height),
          pixels: PixelTarget(surface)))
      try context.check("draw a pattern")
      unsafe cairo_surface_flush(surface.pointer)
    }
    let surface: Surface
    if let kept {
      surface = try kept.surface(width: Int(width), height: Int(height), draw)
    } else {
      surface = try Surface(width: Int(width), height: Int(height))
      try draw(on: surface)
    }
    let drawn = PixelTarget(surface)
    guard let pattern = unsafe cairo_pattern_create_for_surface(surface.pointer) else {
      return false
    }
    defer { unsafe cairo_pattern_destroy(pattern) }
    unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    let isUpright = whole.b == 0 && whole.c == 0 && whole.a > 0 && whole.d > 0
    var back: AffineMap
    if isUpright {
      // One pixel of the tile on one of the surface, from the tile's corner rounded to a pixel.
      // Halves are rounded down on both sides of 0, so that all bands begin at the same pixel.
      let (left, top) = ((whole.tx + 0.5).rounded(.down), (whole.ty + 0.5).rounded(.down))
      back = AffineMap.translation(-left, -top).after(place.map)
      tile = drawn.flatMap { PatternTile($0, cornerAt: left, top) }
      unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    } else {
      back = toPixels.after(transform.inverse)
      tile = drawn.flatMap { PatternTile($0, from: toPixels.after(whole.inverse)) }
      unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    }
    var patternMatrix = back.matrix
    unsafe cairo_pattern_set_matrix(pattern, &patternMatrix)
    unsafe cairo_set_source(place.pointer, pattern)
    return true
  }
}

extension Surface {
  /// An image's pixels, premultiplied.
  convenience init(copying image: RasterImage) throws(DrawingError) {
    precondition(image.rgba.count == image.width * image.height * 4)
    try self.init(width: image.width, height: image.height)
    _ = unsafe withPixels { pixels, width, height, stride in
      unsafe image.rgba.withUnsafeBufferPointer { bytes in
        for y in 0..<height {
          for x in 0..<width {
            let i = (y * width + x) * 4
            unsafe pixels[y * stride + x] = premultiplied(
              bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
          }
        }
      }
    }
  }
}
