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
    guard size > 0, size.isFinite, text.glyphs.allSatisfy({ $0.position.isFinite && $0.angle.isFinite })
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
        fillOutlines(of: text, from: file, at: place)
      }
    case .document:
      if try setSource(text.paint, at: place) { try show(text, from: file, on: place.pointer) }
    }
  }

  /// The exponent of the em size on the surface: which flattened outlines serve.
  private func exponent(_ size: Double, at place: Place) -> Int {
    max(0, min(14, Int((size * place.map.scale * target.pixelsPerUnit).exponent) + 1))
  }

  private func fillOutlines(of text: TextNode, from file: FontFile, at place: Place) {
    let cr = place.pointer
    let exponent = exponent(text.font.size, at: place)
    cairo_new_path(cr)
    for glyph in text.glyphs {
      let map = glyph.map(size: text.font.size)
      for contour in file.outline(of: glyph.id).flat(exponent: exponent).contours {
        for (i, p) in contour.enumerated() {
          let q = map.apply(p)
          i == 0 ? cairo_move_to(cr, q.x, q.y) : cairo_line_to(cr, q.x, q.y)
        }
        cairo_close_path(cr)
      }
    }
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
    cairo_fill(cr)
  }

  /// All glyphs' halos in one go, so that a translucent one does not darken where they meet.
  private func paintHalo(
    _ halo: Stroke, of text: TextNode, from file: FontFile, at place: Place
  ) throws {
    guard try setSource(halo.paint, at: place) else { return }
    let cr = place.pointer
    cairo_new_path(cr)
    if target.isImage, halo.dash.isEmpty {
      let exponent = exponent(text.font.size, at: place)
      let radius = halo.width / 2 / text.font.size
      for glyph in text.glyphs {
        let map = glyph.map(size: text.font.size)
        let flat = file.outline(of: glyph.id).flat(exponent: exponent)
        for contour in flat.haloContours(radius: radius) {
          for (i, corner) in contour.enumerated() {
            let q = map.apply(corner.point + corner.normal * radius)
            i == 0 ? cairo_move_to(cr, q.x, q.y) : cairo_line_to(cr, q.x, q.y)
          }
          cairo_close_path(cr)
        }
      }
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
      cairo_fill(cr)
      return
    }
    for glyph in text.glyphs {
      cr.append(file.outline(of: glyph.id).path.applying(glyph.map(size: text.font.size)))
    }
    var stroke = halo
    stroke.join = .round
    set(stroke, on: cr, scale: place.map.scale)
    cairo_stroke(cr)
  }

  // MARK: Coloured glyphs

  private func paintPictures(of text: TextNode, from file: FontFile, at place: Place) throws {
    for glyph in text.glyphs {
      guard let picture = file.picture(of: glyph.id) else { continue }
      let cr = place.pointer
      let surface = try colorSurfaces.surface(of: glyph.id, picture)
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
  private var surfaces: [UInt32: Surface] = [:]

  func surface(of glyph: UInt32, _ picture: GlyphPicture) throws -> Surface {
    if let known = surfaces[glyph] { return known }
    let made = try Surface(copying: picture.image)
    surfaces[glyph] = made
    return made
  }
}
