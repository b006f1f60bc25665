// SPDX-License-Identifier: MIT
// Part of Platen: draws planned nodes with Cairo: one switch over the four kinds of node.

internal import CCairo
internal import Diagnostics
internal import Drawing
internal import Geometry

/// Draws a scene's nodes on a context, whatever the context ends in.
final class ScenePainter {
  let fonts: FontLibrary
  let colorSurfaces = ColorSurfaces()
  /// The tile of the pattern that is the context's source; nil where the source is not a pattern,
  /// or not an image.
  var tile: PatternTile?
  /// The clip a layer was cut by last.
  var lastClip: LastClip?
  /// The memory of line tracing.
  var strokeMemory = StrokeOutline.Memory()
  /// Image nodes' pixels as Cairo has them, made when first painted.
  ///
  /// With the node, so that no other can come to lie where it did, and its pixels stay.
  private var imageSurfaces: [ObjectIdentifier: (node: PlannedNode, surface: Surface)] = [:]
  /// The worker's own: to clear a fresh one for each band would take longer than to fill it.
  var mask: CoverageMask { fonts.mask }

  init(fonts: FontLibrary) { self.fonts = fonts }

  /// The target of drawing and its visible part.
  struct Place {
    var context: Context
    /// The map from the nodes' coordinates to the surface's.
    var map: AffineMap
    /// The visible area, in the nodes' coordinates.
    var visible: Rect
    /// The pixels themselves, where nothing but the surface's edge limits what is drawn.
    var pixels: PixelTarget?

    var pointer: OpaquePointer { unsafe context.pointer }

    /// The same within a group.
    func entering(_ group: Group) -> Place {
      Place(
        context: context, map: map.after(group.transform),
        visible: group.transform.inverse.bounds(of: visible), pixels: pixels)
    }
  }

  func paint(_ nodes: [PlannedNode], at place: Place) throws {
    for planned in nodes where planned.bounds.touches(place.visible) {
      switch planned.node {
      case .group(let group): try paint(group, planned, at: place)
      case .path(let path): try paint(path, planned, at: place)
      case .text(let text): try paint(text, planned, at: place)
      case .image(let image): try paint(image, planned, at: place)
      }
    }
  }

  // MARK: Groups

  private func paint(_ group: Group, _ planned: PlannedNode, at place: Place) throws {
    let cr = unsafe place.pointer
    var inner = place.entering(group)
    guard inner.map.isDrawable else { return }
    if let clip = group.clip {
      guard let seen = clip.path.controlBounds.flatMap(inner.visible.intersection) else { return }
      inner.visible = seen
    }
    let isCut = group.clip.map { !$0.path.isUprightRect || !group.transform.isUpright } ?? false
    if group.filter == nil, isCut || group.opacity < 1 || group.blend != .normal {
      try paintLayer(group, planned, at: place, inner: inner)
      return
    }
    unsafe cairo_save(cr)
    defer { unsafe cairo_restore(cr) }
    var matrix = inner.map.matrix
    unsafe cairo_set_matrix(cr, &matrix)
    if group.clip != nil { inner.pixels = nil }
    if let filter = group.filter {
      if let clip = group.clip { unsafe setClip(clip, on: cr) }
      try paint(planned.children, through: filter, of: group, at: inner)
      return
    }
    if let clip = group.clip { unsafe setClip(clip, on: cr) }
    try paint(planned.children, at: inner)
  }

  func setClip(_ clip: Clip, on cr: OpaquePointer) {
    unsafe cairo_new_path(cr)
    unsafe cr.append(clip.path)
    unsafe cairo_set_fill_rule(cr, clip.rule.cairoRule)
    unsafe cairo_clip(cr)
  }

  // MARK: Filters

  /// Nodes with an effect, as images to be drawn one over the other.
  struct Effect {
    var layers: [FilterEffect.Layer]
    /// The position of the images, in pixels.
    var box: Rect
  }

  private func paint(
    _ children: [PlannedNode], through filter: Filter, of group: Group, at place: Place
  ) throws {
    guard let effect = try effect(filter, on: children, map: place.map, visible: place.visible)
    else { return }
    let cr = unsafe place.pointer
    unsafe cairo_save(cr)
    defer { unsafe cairo_restore(cr) }
    unsafe cairo_identity_matrix(cr)
    // A shadow and what throws it are one when they are seen through or blended.
    let isOne = effect.layers.count > 1 && (group.opacity < 1 || group.blend != .normal)
    if isOne { unsafe cairo_push_group(cr) }
    for layer in effect.layers {
      unsafe cairo_set_source_surface(
        cr, layer.surface.pointer, effect.box.x + layer.offset.x, effect.box.y + layer.offset.y)
      if !isOne { unsafe cairo_set_operator(cr, group.blend.cairoOperator) }
      unsafe cairo_paint_with_alpha(cr, isOne ? 1 : min(1, group.opacity))
    }
    guard isOne else { return }
    unsafe cairo_pop_group_to_source(cr)
    unsafe cairo_set_operator(cr, group.blend.cairoOperator)
    unsafe cairo_paint_with_alpha(cr, min(1, group.opacity))
  }

  /// Draws nodes on an image of their own, with the margin the effect needs.
  ///
  /// The margin is drawn again for every band. A pixel near the seam is thus computed from the same
  /// ink by both bands, and looks the same from both sides.
  ///
  /// - Parameters:
  ///   - map: From the nodes' coordinates to pixels.
  ///   - visible: What can be seen, in the nodes' coordinates.
  func effect(
    _ filter: Filter, on children: [PlannedNode], map: AffineMap, visible: Rect
  ) throws -> Effect? {
    guard let ink = PlannedNode.union(children.map(\.bounds)) else { return nil }
    let reach = filter.extent(of: Rect(x: 0, y: 0, width: 0, height: 0))
    let seen = map.bounds(
      of: Rect(
        x: visible.x - reach.maxX, y: visible.y - reach.maxY,
        width: visible.width + reach.width, height: visible.height + reach.height))
    guard
      let box = map.bounds(of: filter.extent(of: ink)).insetBy(-2)
        .intersection(seen.insetBy(-2))?.roundedOut
    else { return nil }
    guard box.width * box.height <= ScenePainter.layerLimit else {
      throw Failure(
        .error(
          .canvasEffectSize,
          "an effect would need a layer of \(box.width) × \(box.height) pixels",
          hints: ["make the effect or the image smaller"]))
    }
    let surface = try Surface(width: Int(box.width), height: Int(box.height))
    let context = try Context(surface)
    let painter = ScenePainter(fonts: fonts)
    let inside = AffineMap.translation(-box.x, -box.y).after(map)
    var matrix = inside.matrix
    unsafe cairo_set_matrix(context.pointer, &matrix)
    try painter.paint(
      children,
      at: Place(
        context: context, map: inside,
        visible: inside.inverse.bounds(
          of: Rect(x: 0, y: 0, width: box.width, height: box.height)),
        pixels: PixelTarget(surface)))
    try context.check("draw a layer")
    let layers = try FilterEffect.apply(filter, to: surface, scale: map.scale, map: map)
    return Effect(layers: layers, box: box)
  }

  /// Pixels a layer on an image's band may have. Only an effect that reaches a thousand rows
  /// beyond a band of the greatest width gets there.
  private static let layerLimit = 67_108_864.0

  // MARK: Paths

  private func paint(_ node: PathNode, _ planned: PlannedNode, at place: Place) throws {
    let cr = unsafe place.pointer
    unsafe cairo_new_path(cr)
    let seen = paths(of: node, planned, at: place)
    var isOnContext = false
    if let fill = node.fill, try prepare(fill.paint, at: place, kept: planned.tile),
      try !fillArea(fill, seen, bounds: planned.bounds, at: place)
    {
      reportColor(of: fill.paint, at: place)
      for path in seen { unsafe cr.append(path) }
      unsafe cairo_set_fill_rule(cr, fill.rule.cairoRule)
      if node.stroke != nil { unsafe cairo_fill_preserve(cr) } else { unsafe cairo_fill(cr) }
      isOnContext = true
    }
    if let stroke = node.stroke, stroke.width > 0, stroke.width.isFinite,
      try prepare(stroke.paint, at: place),
      try !paintStroke(stroke, along: seen, bounds: planned.bounds, at: place)
    {
      reportColor(of: stroke.paint, at: place)
      if !isOnContext { for path in seen { unsafe cr.append(path) } }
      unsafe set(stroke, on: cr, scale: place.map.scale)
      unsafe cairo_stroke(cr)
    }
    unsafe cairo_new_path(cr)
  }

  /// Makes a paint ready for what fills areas; false when it is invisible. Colors are not set in
  /// Cairo, since most often they are written into the pixels without it.
  private func prepare(_ paint: Paint, at place: Place, kept: CachedTile? = nil) throws -> Bool {
    if case .color(let color) = paint, place.pixels != nil {
      tile = nil
      return color.alpha > 0
    }
    return try setSource(paint, at: place, kept: kept)
  }

  /// Sets a color in Cairo after all.
  private func reportColor(of paint: Paint, at place: Place) {
    guard case .color(let color) = paint, place.pixels != nil else { return }
    unsafe cairo_set_source_rgba(place.pointer, color.red, color.green, color.blue, color.alpha)
  }

  /// The path, or those of its pieces that the place's rows can show.
  private func paths(of node: PathNode, _ planned: PlannedNode, at place: Place) -> [Path] {
    guard let pieces = planned.pieces, place.map.isUpright else {
      return [node.path]
    }
    let margin = node.stroke.map(PlannedNode.margin) ?? 0
    let top = place.visible.minY - margin
    let bottom = place.visible.maxY + margin
    return pieces.lazy.filter { $0.bounds.maxY >= top && $0.bounds.minY <= bottom }.map(\.path)
  }

  func set(_ stroke: Stroke, on cr: OpaquePointer, scale: Double) {
    unsafe cairo_set_line_width(cr, stroke.width)
    unsafe cairo_set_line_cap(cr, stroke.cap.cairoCap)
    unsafe cairo_set_line_join(cr, stroke.join.cairoJoin)
    let period = stroke.dash.reduce(0, +)
    // Dashes finer than a tenth of a pixel would be a gray line made at great cost.
    let isDashed =
      stroke.dash.allSatisfy { $0.isFinite && $0 >= 0 } && period * scale > 0.1
      && stroke.dashOffset.isFinite
    unsafe cairo_set_dash(
      cr, stroke.dash, isDashed ? Int32(stroke.dash.count) : 0, stroke.dashOffset)
  }

  // MARK: Images

  private func paint(_ node: ImageNode, _ planned: PlannedNode, at place: Place) throws {
    let surface: Surface
    if let known = imageSurfaces[ObjectIdentifier(planned)] {
      surface = known.surface
    } else {
      surface = try planned.image?.surface() ?? Surface(copying: node.image)
      imageSurfaces[ObjectIdentifier(planned)] = (planned, surface)
    }
    unsafe draw(surface, in: node.frame, isPixelated: node.isPixelated, on: place.pointer)
  }

  func draw(_ surface: Surface, in frame: Rect, isPixelated: Bool, on cr: OpaquePointer) {
    let width = unsafe Double(cairo_image_surface_get_width(surface.pointer))
    let height = unsafe Double(cairo_image_surface_get_height(surface.pointer))
    guard frame.width > 0, frame.height > 0, width > 0, height > 0 else { return }
    unsafe cairo_save(cr)
    defer { unsafe cairo_restore(cr) }
    unsafe cairo_translate(cr, frame.x, frame.y)
    unsafe cairo_scale(cr, frame.width / width, frame.height / height)
    unsafe cairo_set_source_surface(cr, surface.pointer, 0, 0)
    let pattern = unsafe cairo_get_source(cr)
    unsafe cairo_pattern_set_filter(pattern, isPixelated ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
    // Without it smooth enlargement fades to nothing at the image's edges.
    unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    unsafe cairo_rectangle(cr, 0, 0, width, height)
    unsafe cairo_fill(cr)
  }
}
