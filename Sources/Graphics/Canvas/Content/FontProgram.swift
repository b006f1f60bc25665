// SPDX-License-Identifier: MIT
// Part of Platen: a face cut down to the glyphs a document shows, as documents embed it.

internal import CPango
internal import Diagnostics
internal import Digests

/// The description of a font that a document embeds.
package struct FontProgram: Sendable {
  /// The format of glyph outlines.
  package enum Outlines: Hashable, Sendable {
    /// A file of quadratic curves, its glyphs as numbered in the face.
    case trueType
    /// A table of cubic curves, its glyphs keyed by their numbers in the face.
    case postScript
  }

  package var outlines: Outlines
  package var bytes: [UInt8]
  /// The PostScript name, prefixed with a tag that distinguishes this subset from others.
  package var name: String
  /// The box in thousandths of an em: left, bottom, right, top.
  package var box: [Int]
  package var ascent: Int
  package var descent: Int
  package var capHeight: Int
  /// The angle in degrees, counterclockwise.
  package var italicAngle: Int
  /// Shown glyphs in their order: their numbers, how far they move the pen in thousandths of an em,
  /// and what they mean.
  package var glyphs: [(id: Int, width: Double, meaning: String)]
}

extension FontFile {
  /// The format of the face's outlines; nil for one that documents cannot embed as it is.
  var outlineKind: FontProgram.Outlines? {
    let face = unsafe hb_font_get_face(font)
    if unsafe FontFile.withTable("glyf", of: face, { unsafe $0 != nil }) { return .trueType }
    return unsafe FontFile.withTable("CFF ", of: face) { unsafe $0 != nil } ? .postScript : nil
  }

  /// Indicates whether there is anything to draw glyphs by: outlines, those of variable faces among
  /// them, or images.
  var isDrawable: Bool {
    if outlineKind != nil || isColor { return true }
    let face = unsafe hb_font_get_face(font)
    return unsafe FontFile.withTable("CFF2", of: face) { unsafe $0 != nil }
  }

  fileprivate static func tag(_ name: StaticString) -> hb_tag_t {
    name.withUTF8Buffer { unsafe $0.reduce(0) { $0 << 8 | hb_tag_t($1) } }
  }

  /// Lends a table of a face; nil where it has none.
  static func withTable<R>(
    _ tag: StaticString, of face: OpaquePointer?, _ body: (UnsafeRawBufferPointer?) throws -> R
  ) rethrows -> R {
    let blob = unsafe hb_face_reference_table(face, FontFile.tag(tag))
    defer { unsafe hb_blob_destroy(blob) }
    var length: UInt32 = 0
    let start = unsafe hb_blob_get_data(blob, &length)
    return try unsafe body(
      length > 0 ? UnsafeRawBufferPointer(start: start, count: Int(length)) : nil)
  }
}

extension EmbeddedFont {
  /// - Throws: `Failure` `fonts.subset` when HarfBuzz cannot cut the face down.
  func program() throws -> FontProgram {
    let failure = Failure(
      .error(.fontsSubset, "\(file.data.path) cannot be cut down to be embedded"))
    let face = unsafe hb_font_get_face(file.font)
    guard let input = unsafe hb_subset_input_create_or_fail() else { throw failure }
    defer { unsafe hb_subset_input_destroy(input) }
    let outlines = file.outlineKind ?? .trueType
    unsafe hb_subset_input_set_flags(
      input,
      HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue
        | (outlines == .trueType ? HB_SUBSET_FLAGS_RETAIN_GIDS : HB_SUBSET_FLAGS_DESUBROUTINIZE)
        .rawValue)
    let used = usedGlyphs
    let wanted = unsafe hb_subset_input_glyph_set(input)
    unsafe hb_set_add(wanted, 0)
    for id in used { unsafe hb_set_add(wanted, hb_codepoint_t(id)) }
    // Tables for shaping are not needed any more, and would add glyphs that they may insert.
    let dropped = unsafe hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
    for tag in ["GSUB", "GPOS", "GDEF", "morx", "mort", "kern", "kerx", "name", "post", "MATH"]
      as [StaticString]
    {
      unsafe hb_set_add(dropped, FontFile.tag(tag))
    }
    for tag in ["fvar", "gvar", "avar", "HVAR", "VVAR", "MVAR", "STAT", "cvar"] as [StaticString] {
      unsafe hb_set_add(dropped, FontFile.tag(tag))
    }
    guard let plan = unsafe hb_subset_plan_create_or_fail(face, input) else { throw failure }
    defer { unsafe hb_subset_plan_destroy(plan) }
    guard let subset = unsafe hb_subset_plan_execute_or_fail(plan) else { throw failure }
    defer { unsafe hb_face_destroy(subset) }

    let name = EmbeddedFont.tag(of: used) + "+" + postScriptName
    let cut =
      unsafe outlines == .trueType
      ? EmbeddedFont.trueType(subset) : EmbeddedFont.postScript(subset, plan, glyphCount, name)
    guard let bytes = cut else { throw failure }
    let glyphs = used.map {
      (id: $0, width: width(of: UInt32($0)), meaning: meaning(of: $0))
    }
    return FontProgram(
      outlines: outlines, bytes: bytes, name: name, box: box,
      ascent: Int((file.ascent * 1000).rounded()), descent: -Int((file.descent * 1000).rounded()),
      capHeight: capHeight, italicAngle: italicAngle, glyphs: glyphs)
  }

  /// A TrueType file of only the tables that documents need (ISO 32000-1, 9.9, table 126).
  private static func trueType(_ face: OpaquePointer) -> [UInt8]? {
    let builder = unsafe hb_face_builder_create()
    defer { unsafe hb_face_destroy(builder) }
    let tags: [StaticString] = [
      "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep",
    ]
    for tag in tags {
      let blob = unsafe hb_face_reference_table(face, FontFile.tag(tag))
      defer { unsafe hb_blob_destroy(blob) }
      if unsafe hb_blob_get_length(blob) > 0 {
        unsafe hb_face_builder_add_table(builder, FontFile.tag(tag), blob)
      }
    }
    let file = unsafe hb_face_reference_blob(builder)
    defer { unsafe hb_blob_destroy(file) }
    var length: UInt32 = 0
    guard let start = unsafe hb_blob_get_data(file, &length), length > 0 else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
  }

  /// The outlines of a face cut down by a plan, each keyed by the number it had.
  private static func postScript(
    _ face: OpaquePointer, _ plan: OpaquePointer, _ count: Int, _ name: String
  ) -> [UInt8]? {
    let old = unsafe hb_subset_plan_new_to_old_glyph_mapping(plan)
    let numbers = unsafe (0..<hb_face_get_glyph_count(face)).map { unsafe Int(hb_map_get(old, $0)) }
    return unsafe FontFile.withTable("CFF ", of: face) { table in
      unsafe table.flatMap { unsafe CFFProgram($0) }?.keyed(by: numbers, of: count, name: name)
    }
  }

  /// Six letters that distinguish a subset from others of its face (9.6.4).
  private static func tag(of glyphs: [Int]) -> String {
    var digester = Digester()
    glyphs.forEach { digester.add(Int64($0)) }
    let letters = digester.finalize().bytes.prefix(6).map { UInt8(ascii: "A") + $0 % 26 }
    return String(decoding: letters, as: UTF8.self)
  }

  private var postScriptName: String {
    let name = file.postScriptName ?? file.familyName ?? ""
    let sound = name.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-")
    }
    return sound.isEmpty ? "Font\(number)" : String(String.UnicodeScalarView(sound))
  }

  private var box: [Int] {
    unsafe FontFile.withTable("head", of: hb_font_get_face(file.font)) { head in
      guard let head = unsafe head, head.count >= 44 else { return [0, 0, 1000, 1000] }
      return [36, 38, 40, 42].map { offset in
        let value = unsafe Int16(bitPattern: UInt16(head[offset]) << 8 | UInt16(head[offset + 1]))
        return Int((Double(value) / file.unitsPerEm * 1000).rounded())
      }
    }
  }

  private var capHeight: Int {
    var position: hb_position_t = 0
    unsafe hb_ot_metrics_get_position_with_fallback(
      file.font, HB_OT_METRICS_TAG_CAP_HEIGHT, &position)
    return Int((Double(position) / file.unitsPerEm * 1000).rounded())
  }

  private var italicAngle: Int {
    let angle = unsafe Double(hb_style_get_value(file.font, HB_STYLE_TAG_SLANT_ANGLE))
    return angle.isFinite ? Int(max(-90, min(90, angle)).rounded()) : 0
  }
}
