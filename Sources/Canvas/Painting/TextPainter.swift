// SPDX-License-Identifier: MIT
// Part of Platen: draws positioned glyphs: outlines in pictures, text in documents.

internal import CCairo
internal import Drawing
internal import Geometry

extension ScenePainter {
  /// Draws a run: its halo first, then the glyphs.
  func paint(_ text: TextNode, at place: Place) throws {
    let file = try fonts.file(of: text.font.face)
    let size = text.font.size
    guard size > 0, size.isFinite,
      text.glyphs.allSatisfy({ $0.position.isFinite && $0.angle.isFinite })
    else { return }
    if file.isColor {
      try paintPictures(of: text, from: file, at: place)
      if !target.isImage { try showBlank(text, at: place) }
      return
    }
    if let halo = text.halo, halo.width > 0, halo.width.isFinite {
      try paintHalo(halo, of: text, from: file, at: place)
    }
    switch target {
    case .image:
      if try setSource(text.paint, at: place) {
        try fillOutlines(of: text, from: file, at: place)
      }
    case .document:
      if try setSource(text.paint, at: place) { try show(text, from: file, on: place.pointer) }
    }
  }

  /// The exponent of the em size on the surface: which flattened outlines serve.
  private func exponent(_ size: Double, at place: Place) -> Int {
    max(0, min(14, Int((size * place.map.scale * target.pixelsPerUnit).exponent) + 1))
  }

  private func fillOutlines(of text: TextNode, from file: FontFile, at place: Place) throws {
    let exponent = exponent(text.font.size, at: place)
    try fillMask(of: text, with: text.paint, from: file, at: place, radius: 0) {
      outline, map, rows in
      for contour in outline.flat(exponent: exponent).contours {
        rows.add(contour.count) { map.apply(contour[$0]) }
      }
    }
  }

  /// All glyphs' halos in one go, so that a translucent one does not darken where they meet.
  private func paintHalo(
    _ halo: Stroke, of text: TextNode, from file: FontFile, at place: Place
  ) throws {
    guard try setSource(halo.paint, at: place) else { return }
    let radius = halo.width / 2 / text.font.size
    guard target.isImage else {
      strokeHalo(halo, of: text, from: file, at: place)
      return
    }
    let exponent = exponent(text.font.size, at: place)
    try fillMask(of: text, with: halo.paint, from: file, at: place, radius: radius) {
      outline, map, rows in
      for contour in outline.flat(exponent: exponent).haloContours(radius: radius) {
        rows.add(contour.count) { map.apply(contour[$0].point + contour[$0].normal * radius) }
      }
    }
  }

  /// The halo as one stroke in a document, under the text and no text itself.
  ///
  /// Its outlines are coarse: what lies a radius away from the ink need not follow it closely, and
  /// halos are most of a map's file.
  private func strokeHalo(
    _ halo: Stroke, of text: TextNode, from file: FontFile, at place: Place
  ) {
    let cr = place.pointer
    let radius = halo.width / 2 / text.font.size
    let exponent = max(2, min(10, Int((1 / radius).exponent)))
    cairo_new_path(cr)
    for glyph in text.glyphs {
      let map = glyph.map(size: text.font.size)
      for contour in file.outline(of: glyph.id).coarse(exponent: exponent) {
        for (i, point) in contour.enumerated() {
          let p = map.apply(point)
          i == 0 ? cairo_move_to(cr, p.x, p.y) : cairo_line_to(cr, p.x, p.y)
        }
        cairo_close_path(cr)
      }
    }
    var stroke = halo
    stroke.join = .round
    set(stroke, on: cr, scale: place.map.scale)
    cairo_stroke(cr)
  }

  /// Paints the source through a mask of the glyphs that can be seen, each grown by `radius` em.
  private func fillMask(
    of text: TextNode, with paint: Paint, from file: FontFile, at place: Place, radius: Double,
    add: (GlyphOutline, AffineMap, MaskRows) -> Void
  ) throws {
    let visible = place.map.bounds(of: place.visible)
    var seen: [(outline: GlyphOutline, map: AffineMap)] = []
    var extent: Rect?
    for glyph in text.glyphs {
      let outline = file.outline(of: glyph.id)
      guard let bounds = outline.bounds else { continue }
      let map = place.map.after(glyph.map(size: text.font.size))
      let rect = map.bounds(of: bounds.insetBy(-radius))
      guard rect.touches(visible) else { continue }
      seen.append((outline, map))
      extent = extent?.union(rect) ?? rect
    }
    guard let box = extent.flatMap(place.box(aroundMapped:)), let rows = mask.begin(box) else {
      return
    }
    for (outline, map) in seen { add(outline, map, rows) }
    try self.paint(rows, .nonZero, paint, at: box, on: place)
  }

  // MARK: Coloured glyphs

  private func paintPictures(of text: TextNode, from file: FontFile, at place: Place) throws {
    for glyph in text.glyphs {
      guard let picture = file.picture(of: glyph.id) else { continue }
      let cr = place.pointer
      let surface = try colorSurfaces.surface(of: glyph.id, in: file.face, picture)
      cairo_save(cr)
      defer { cairo_restore(cr) }
      var matrix = place.map.after(glyph.map(size: text.font.size)).matrix
      cairo_set_matrix(cr, &matrix)
      draw(surface, in: picture.frame, isPixelated: false, on: cr)
    }
  }
}

/// Coloured glyphs as surfaces, for the time of one painting.
final class ColorSurfaces {
  private struct Key: Hashable {
    var face: FontFace
    var glyph: UInt32
  }

  private var surfaces: [Key: Surface] = [:]

  func surface(
    of glyph: UInt32, in face: FontFace, _ picture: GlyphPicture
  ) throws -> Surface {
    let key = Key(face: face, glyph: glyph)
    if let known = surfaces[key] { return known }
    let made = try Surface(copying: picture.image)
    surfaces[key] = made
    return made
  }
}
