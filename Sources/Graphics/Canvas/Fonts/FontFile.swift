// SPDX-License-Identifier: MIT
// Part of Platen: an open face of a font file: its coverage, its metrics and its glyphs.

internal import CPango
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Pixels

/// An open face. Not for sharing between threads: it fills caches as it is used.
///
/// Safe: HarfBuzz's font is there from `init` to `deinit`, and looks every place in a file's tables
/// up with its bounds.
@safe final class FontFile {
  let face: FontFace
  let data: FontData
  /// HarfBuzz's font at a scale of one unit per font unit: nothing is hinted or rounded.
  let font: OpaquePointer
  let unitsPerEm: Double
  /// Extents above and below the baseline, in em, both positive.
  let ascent: Double
  let descent: Double
  /// Indicates whether glyphs are colored bitmaps, as in Noto Color Emoji.
  let isColor: Bool
  /// Indicates whether outlines are bolder than the file has them; the embedded face and its advances
  /// are the file's own, and shaping adds what letters gain.
  let isEmboldened: Bool
  /// The width that strokes of emboldened letters gain, in em.
  static let emboldening = 0.024

  /// Outlines by glyph; as many as the highest glyph requested.
  private var outlines: [GlyphOutline?] = []
  /// Boxes by glyph: NaN until first requested, infinitely far where it is blank.
  private var inks: [Rect] = []
  private var pictures: [UInt32: GlyphImage?] = [:]
  private let pen: OutlinePen

  /// - Throws: `Failure` `fonts.unreadable`.
  init(face: FontFace, data: FontData, index: Int, isEmboldened: Bool = false) throws {
    self.face = face
    self.isEmboldened = isEmboldened
    self.data = data
    pen = OutlinePen()
    let hbFace = unsafe hb_face_create(data.blob, UInt32(index))
    defer { unsafe hb_face_destroy(hbFace) }
    guard unsafe hb_face_get_glyph_count(hbFace) > 0, let font = unsafe hb_font_create(hbFace)
    else {
      throw Failure(.error(.fontsUnreadable, "\(data.path) holds no glyphs"))
    }
    unsafe self.font = font
    let units = unsafe Double(hb_face_get_upem(hbFace))
    unitsPerEm = units
    isColor = unsafe hb_ot_color_has_png(hbFace) != 0
    func metric(_ tag: hb_ot_metrics_tag_t) -> Double {
      var position: hb_position_t = 0
      unsafe hb_ot_metrics_get_position_with_fallback(font, tag, &position)
      return Double(position) / units
    }
    ascent = metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER)
    descent = -metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER)
  }

  deinit { unsafe hb_font_destroy(font) }

  // MARK: Names and styles, for files the user brings

  /// The typographic family (name 16 of the `name` table), else the family (name 1), in English.
  var familyName: String? {
    name(16) ?? name(1)
  }

  /// The name documents know it by (name 6).
  var postScriptName: String? { name(6) }

  var weight: Int {
    if isEmboldened { return 700 }
    return unsafe Int(max(1, min(1000, hb_style_get_value(font, HB_STYLE_TAG_WEIGHT).rounded())))
  }

  var isItalic: Bool {
    unsafe hb_style_get_value(font, HB_STYLE_TAG_ITALIC) > 0
      || hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE) != 0
  }

  private func name(_ id: UInt32) -> String? {
    var room = [CChar](repeating: 0, count: 256)
    var length = UInt32(room.count)
    let total = unsafe hb_ot_name_get_utf8(
      hb_font_get_face(font), hb_ot_name_id_t(id), hb_language_from_string("en", -1),
      &length, &room)
    guard total > 0 else { return nil }
    return String(decoding: room[..<Int(length)].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  // MARK: Glyphs

  /// The glyph of a code point, or nil.
  func glyph(of scalar: Unicode.Scalar) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return unsafe hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// The advance of a glyph, in em.
  func advance(of glyph: UInt32) -> Double {
    unsafe Double(hb_font_get_glyph_h_advance(font, glyph)) / unitsPerEm
  }

  /// A glyph's outline in em, y down, origin on the baseline.
  func outline(of glyph: UInt32) -> GlyphOutline {
    let index = Int(glyph)
    if index < outlines.count, let known = outlines[index] { return known }
    var path = unsafe pen.draw(glyph, of: font, scale: 1 / unitsPerEm)
    if isEmboldened { path = EmboldenedPath.path(path, by: FontFile.emboldening) }
    let outline = GlyphOutline(path: path)
    // A font has no more than 65,536 glyphs; a scene may name others.
    guard index <= 0xFFFF else { return outline }
    if index >= outlines.count {
      outlines.append(contentsOf: repeatElement(nil, count: index + 1 - outlines.count))
    }
    outlines[index] = outline
    return outline
  }

  /// The box around a glyph's outline, in em; nil for a blank one. Called for each glyph of a page.
  func ink(of glyph: UInt32) -> Rect? {
    let index = Int(glyph)
    if index < inks.count, !inks[index].minX.isNaN {
      return inks[index].minX.isFinite ? inks[index] : nil
    }
    let box = outline(of: glyph).bounds
    guard index <= 0xFFFF else { return box }
    if index >= inks.count {
      inks.append(
        contentsOf: repeatElement(
          Rect(x: .nan, y: 0, width: 0, height: 0), count: index + 1 - inks.count))
    }
    inks[index] = box ?? Rect(x: .infinity, y: 0, width: 0, height: 0)
    return box
  }

  /// A color glyph's image; nil where it has none.
  func picture(of glyph: UInt32) -> GlyphImage? {
    if let known = pictures[glyph] { return known }
    let picture = readPicture(of: glyph)
    pictures[glyph] = .some(picture)
    return picture
  }

  private func readPicture(of glyph: UInt32) -> GlyphImage? {
    guard isColor, let blob = unsafe hb_ot_color_glyph_reference_png(font, glyph) else {
      return nil
    }
    defer { unsafe hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let start = unsafe hb_blob_get_data(blob, &length), length > 0 else { return nil }
    var extents = hb_glyph_extents_t()
    guard unsafe hb_font_get_glyph_extents(font, glyph, &extents) != 0,
      // An image within a font that cannot be read is as good as none: the glyph stays blank.
      let bitmap = try? unsafe PNGDecoder.decode(
        UnsafeRawBufferPointer(start: start, count: Int(length)),
        limits: PNGDecoder.Limits(side: 1024, pixels: 1 << 20))
    else { return nil }
    let em = 1 / unitsPerEm
    let frame = Rect(
      x: Double(extents.x_bearing) * em, y: -Double(extents.y_bearing) * em,
      width: Double(extents.width) * em, height: -Double(extents.height) * em)
    return GlyphImage(
      image: RasterImage(width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba),
      frame: frame)
  }
}

/// A color glyph: its image and where it lies, in em, y down, about the glyph's origin.
struct GlyphImage {
  let image: RasterImage
  let frame: Rect
}

/// Collects HarfBuzz's drawing of a glyph as a path. Safe: its functions are there from `init` to
/// `deinit`, and are handed the pen only while `draw` runs.
@safe private final class OutlinePen {
  private let functions: OpaquePointer?
  fileprivate var path = Path()
  fileprivate var scale = 1.0

  init() {
    unsafe functions = hb_draw_funcs_create()
    unsafe hb_draw_funcs_set_move_to_func(
      functions,
      { _, pen, _, x, y, _ in
        guard let pen = unsafe OutlinePen.at(pen) else { return }
        pen.path.move(to: pen.point(x, y))
      }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      functions,
      { _, pen, _, x, y, _ in
        guard let pen = unsafe OutlinePen.at(pen) else { return }
        pen.path.line(to: pen.point(x, y))
      }, nil, nil)
    // Without a function for quadratic curves HarfBuzz raises them to cubic ones.
    unsafe hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, pen, _, x1, y1, x2, y2, x, y, _ in
        guard let pen = unsafe OutlinePen.at(pen) else { return }
        pen.path.curve(to: pen.point(x, y), pen.point(x1, y1), pen.point(x2, y2))
      }, nil, nil)
    unsafe hb_draw_funcs_set_close_path_func(
      functions, { _, pen, _, _ in unsafe OutlinePen.at(pen)?.path.close() }, nil, nil)
    unsafe hb_draw_funcs_make_immutable(functions)
  }

  deinit { unsafe hb_draw_funcs_destroy(functions) }

  func draw(_ glyph: UInt32, of font: OpaquePointer, scale: Double) -> Path {
    path = Path()
    self.scale = scale
    unsafe hb_font_get_glyph_shape(
      font, glyph, functions, Unmanaged.passUnretained(self).toOpaque())
    // Parts within parts can double their size so often that places are no numbers any more.
    guard path.points.allSatisfy({ abs($0.x) < OutlinePen.reach && abs($0.y) < OutlinePen.reach })
    else { return Path() }
    return path
  }

  /// The reach in em: farther than any page is large. What reaches that far is left blank.
  private static let reach = 1e6

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> OutlinePen? {
    unsafe pointer.map { unsafe Unmanaged<OutlinePen>.fromOpaque($0).takeUnretainedValue() }
  }

  private func point(_ x: Float, _ y: Float) -> Point {
    Point(Double(x) * scale, -Double(y) * scale)
  }
}
