// SPDX-License-Identifier: MIT
// Part of Platen: shapes in images filled by exact area, and layers cut by their clips.

internal import CCairo
internal import Drawing
internal import Geometry

extension ScenePainter {
  /// Fills shapes in an image; false where Cairo must do it.
  ///
  /// Cairo's filler samples each row at fifteen heights and hands what it found on as surfaces;
  /// exact area is both smoother and several times faster. Rectangles on whole pixels Cairo just
  /// copies.
  func fillArea(
    _ fill: Fill, _ paths: [Path], bounds: Rect, at place: Place
  ) throws -> Bool {
    guard let first = paths.first, !(paths.count == 1 && first.isUprightRect)
    else { return false }
    guard let box = place.box(around: bounds) else { return true }
    try forEachStrip(of: box) { rows, strip in
      for path in paths { rows.addPath(path, place.map) }
      try paint(rows, fill.rule, fill.paint, at: strip, on: place)
    }
    return true
  }

  /// Begins a mask for each of the strips in which a box is done.
  func forEachStrip(of box: Rect, _ body: (MaskRows, Rect) throws -> Void) rethrows {
    let height = max(1, (Double(CoverageMask.cellLimit) / (box.width + 2)).rounded(.down))
    for top in stride(from: box.minY, to: box.maxY, by: height) {
      let strip = Rect(x: box.x, y: top, width: box.width, height: min(height, box.maxY - top))
      guard let rows = mask.begin(strip) else { continue }
      try body(rows, strip)
    }
  }

  /// Paints through what was added to the mask of `box`; the context's source is that paint.
  func paint(
    _ rows: MaskRows, _ rule: FillRule, _ paint: Paint, at box: Rect, on place: Place
  ) throws {
    if case .color(let color) = paint, let pixels = place.pixels {
      pixels.fill(rows, rule: rule, with: color)
      return
    }
    if let tile, let pixels = place.pixels {
      pixels.fill(rows, rule: rule, with: tile)
      return
    }
    let cr = unsafe place.pointer
    let surface = try mask.finish(rows, rule: rule)
    unsafe cairo_save(cr)
    unsafe cairo_identity_matrix(cr)
    unsafe cairo_mask_surface(cr, surface.pointer, box.x, box.y)
    unsafe cairo_restore(cr)
    // The mask's memory is used again: Cairo must not look at it later.
    unsafe cairo_surface_finish(surface.pointer)
  }

  /// Draws a group on a layer of its own and lays that over the place, cut by the group's clip.
  ///
  /// Cairo cuts each shape by a clip of its own, which is dear for many shapes and shows seams
  /// between neighbors. A layer is cut once.
  func paintLayer(_ group: Group, _ planned: PlannedNode, at place: Place, inner: Place) throws {
    guard let box = place.box(around: planned.bounds) else { return }
    let surface = try Surface(width: Int(box.width), height: Int(box.height))
    let context = try Context(surface)
    var layer = inner
    layer.context = context
    layer.map = AffineMap.translation(-box.x, -box.y).after(inner.map)
    layer.pixels = PixelTarget(surface)
    var matrix = layer.map.matrix
    unsafe cairo_set_matrix(context.pointer, &matrix)
    try paint(planned.children, at: layer)
    try context.check("draw a layer")
    guard let above = layer.pixels else { return }
    if group.blend == .normal, let pixels = place.pixels {
      let (left, top) = (Int(box.x), Int(box.y))
      guard let clip = group.clip else {
        pixels.compose(above, left: left, top: top, opacity: group.opacity)
        return
      }
      if let runs = runs(of: clip, inner.map, at: pixels.frame, for: box) {
        pixels.compose(above, left: left, top: top, opacity: group.opacity, through: runs)
        return
      }
      forEachStrip(of: box) { rows, _ in
        rows.addPath(clip.path, inner.map)
        pixels.compose(
          above, left: left, top: top, opacity: group.opacity, through: rows, rule: clip.rule)
      }
      return
    }
    let cr = unsafe place.pointer
    unsafe cairo_save(cr)
    defer { unsafe cairo_restore(cr) }
    if let clip = group.clip {
      var matrix = inner.map.matrix
      unsafe cairo_set_matrix(cr, &matrix)
      unsafe setClip(clip, on: cr)
    }
    unsafe cairo_identity_matrix(cr)
    unsafe cairo_set_source_surface(cr, surface.pointer, box.x, box.y)
    unsafe cairo_set_operator(cr, group.blend.cairoOperator)
    unsafe cairo_paint_with_alpha(cr, min(1, group.opacity))
  }
}

extension ScenePainter {
  /// The part of a surface within a clip, where it was the last one used, or cuts most of the
  /// surface: a coast, most likely, which a dozen layers have one after the other.
  private func runs(
    of clip: Clip, _ map: AffineMap, at frame: Rect, for box: Rect
  ) -> CoverageRuns? {
    if let lastClip, lastClip.frame == frame, lastClip.map == map, lastClip.clip.isSame(as: clip) {
      return lastClip.runs
    }
    guard box.width * box.height * 2 > frame.width * frame.height else { return nil }
    var runs = CoverageRuns()
    forEachStrip(of: frame) { rows, _ in
      rows.addPath(clip.path, map)
      runs.append(rows, rule: clip.rule)
    }
    lastClip = LastClip(clip: clip, map: map, frame: frame, runs: runs)
    return runs
  }

  /// The clip a layer was cut by last, and what it leaves of its surface.
  struct LastClip {
    var clip: Clip
    var map: AffineMap
    var frame: Rect
    var runs: CoverageRuns
  }
}

extension Clip {
  /// Indicates whether the path is the very same, not only an equal one: that is found out at once.
  fileprivate func isSame(as other: Clip) -> Bool {
    rule == other.rule && path.points.count == other.path.points.count
      && path.verbs.count == other.path.verbs.count
      && path.points.memoryPlace == other.path.points.memoryPlace
      && path.verbs.memoryPlace == other.path.verbs.memoryPlace
  }
}

extension ScenePainter.Place {
  /// The whole pixels around what can be seen of a rectangle, given in the nodes' coordinates.
  func box(around bounds: Rect) -> Rect? {
    box(aroundMapped: map.bounds(of: bounds).insetBy(-1))
  }

  /// The same of a rectangle on the surface.
  ///
  /// A pixel more on each side keeps what is cut off at the border out of sight, but never beyond
  /// the surface's own edge, where nothing can be written.
  func box(aroundMapped bounds: Rect) -> Rect? {
    var visible = map.bounds(of: visible).insetBy(-1)
    if let frame = pixels?.frame {
      guard let inside = visible.intersection(frame) else { return nil }
      visible = inside
    }
    guard let box = bounds.intersection(visible)?.roundedOut, box.width >= 1, box.height >= 1
    else { return nil }
    return box
  }
}
