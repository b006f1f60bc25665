// SPDX-License-Identifier: MIT
// Part of Platen: draws positioned glyphs by their outlines, or by their images.

internal import CCairo
internal import Drawing
internal import Geometry

extension ScenePainter {
  /// Draws a run: its halo first, then the glyphs.
  func paint(_ text: TextNode, _ planned: PlannedNode, at place: Place) throws {
    let size = text.font.size
    guard size > 0, size.isFinite,
      text.glyphs.allSatisfy({ $0.position.isFinite && $0.angle.isFinite })
    else { return }
    if let outlines = planned.outlines {
      try paint(text, outlines, at: place)
      return
    }
    let file = try fonts.file(of: text.font.face)
    if file.isColor {
      try paintPictures(of: text, from: file, at: place)
    } else {
      try paint(text, PlannedOutlines(of: text, in: file, scale: place.map.scale), at: place)
    }
  }

  /// Fills a run's outlines in an image.
  private func paint(_ text: TextNode, _ outlines: PlannedOutlines, at place: Place) throws {
    // All glyphs' halos in one go, so that a translucent one does not darken where they meet.
    if let halo = text.halo, halo.width > 0, halo.width.isFinite,
      try setSource(halo.paint, at: place)
    {
      let radius = halo.width / 2 / text.font.size
      try fillMask(of: text, outlines, with: halo.paint, at: place, radius: radius) {
        flat, map, rows in
        for contour in flat.haloContours(radius: radius) {
          rows.addPolygon(contour.count) {
            map.apply(contour[$0].point + contour[$0].normal * radius)
          }
        }
      }
    }
    guard try setSource(text.paint, at: place) else { return }
    try fillMask(of: text, outlines, with: text.paint, at: place, radius: 0) { flat, map, rows in
      for contour in flat.contours {
        rows.addPolygon(contour.count) { map.apply(contour[$0]) }
      }
    }
  }

  /// Paints the source through a mask of the glyphs that can be seen, each grown by `radius` em.
  private func fillMask(
    of text: TextNode, _ outlines: PlannedOutlines, with paint: Paint, at place: Place,
    radius: Double, add: (FlatOutline, AffineMap, MaskRows) -> Void
  ) throws {
    let visible = place.map.bounds(of: place.visible)
    var seen: [(flat: FlatOutline, map: AffineMap)] = []
    var extent: Rect?
    for (glyph, outline) in zip(text.glyphs, outlines.glyphs) {
      guard let outline else { continue }
      let map = place.map.after(glyph.map(size: text.font.size))
      let rect = map.bounds(of: outline.bounds.insetBy(-radius))
      guard rect.touches(visible) else { continue }
      seen.append((outline.flat, map))
      extent = extent?.union(rect) ?? rect
    }
    guard let box = extent.flatMap(place.box(aroundMapped:)), let rows = mask.begin(box) else {
      return
    }
    for (flat, map) in seen { add(flat, map, rows) }
    try self.paint(rows, .nonZero, paint, at: box, on: place)
  }

  // MARK: Colored glyphs

  private func paintPictures(of text: TextNode, from file: FontFile, at place: Place) throws {
    for glyph in text.glyphs {
      guard let picture = file.picture(of: glyph.id) else { continue }
      let cr = unsafe place.pointer
      let surface = try colorSurfaces.surface(of: glyph.id, in: file.face, picture)
      unsafe cairo_save(cr)
      defer { unsafe cairo_restore(cr) }
      var matrix = place.map.after(glyph.map(size: text.font.size)).matrix
      unsafe cairo_set_matrix(cr, &matrix)
      unsafe draw(surface, in: picture.frame, isPixelated: false, on: cr)
    }
  }
}

/// Colored glyphs as surfaces, for the time of one painting.
final class ColorSurfaces {
  private struct Key: Hashable {
    var face: FontFace
    var glyph: UInt32
  }

  private var surfaces: [Key: Surface] = [:]

  func surface(
    of glyph: UInt32, in face: FontFace, _ picture: GlyphImage
  ) throws -> Surface {
    let key = Key(face: face, glyph: glyph)
    if let known = surfaces[key] { return known }
    let made = try Surface(copying: picture.image)
    surfaces[key] = made
    return made
  }
}
