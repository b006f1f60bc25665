// SPDX-License-Identifier: MIT
// Part of Platen: the MATH table of a face, read through HarfBuzz.

internal import CPango
public import Drawing
internal import Geometry

extension FontLibrary {
  /// The first of the families that is here and made for formulas.
  public func mathFace(_ families: [String]) -> (any MathFace)? {
    for name in families {
      // A face that cannot be opened is skipped here; `FontSet.check` reports it.
      guard let match = set.match(name), match.substitute == nil,
        let file = try? file(of: match.face.face),
        unsafe hb_ot_math_has_data(hb_font_get_face(file.font)) != 0
      else { continue }
      return OpenMathFace(file: file)
    }
    return nil
  }
}

/// A face with a `MATH` table. For the library's own thread, like the file it reads.
private struct OpenMathFace: MathFace {
  let file: FontFile

  var face: FontFace { file.face }

  private var em: Double { 1 / file.unitsPerEm }

  func constant(_ constant: MathConstant) -> Double {
    // The order of the table is that of HarfBuzz's enumeration.
    let value = unsafe Double(
      hb_ot_math_get_constant(
        file.font, hb_ot_math_constant_t(rawValue: UInt32(constant.rawValue))))
    switch constant {
    case .scriptPercentScaleDown, .scriptScriptPercentScaleDown, .radicalDegreeBottomRaisePercent:
      return value / 100
    default: return value * em
    }
  }

  func glyph(of scalar: Unicode.Scalar, scriptLevel: Int) -> UInt32? {
    guard let plain = file.glyph(of: scalar) else { return nil }
    guard scriptLevel > 0 else { return plain }
    return scriptForm(of: scalar, level: scriptLevel) ?? plain
  }

  /// The form that the feature `ssty` gives.
  private func scriptForm(of scalar: Unicode.Scalar, level: Int) -> UInt32? {
    guard let buffer = unsafe hb_buffer_create() else { return nil }
    defer { unsafe hb_buffer_destroy(buffer) }
    unsafe hb_buffer_add(buffer, scalar.value, 0)
    unsafe hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    unsafe hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(buffer, HB_SCRIPT_MATH)
    var feature = unsafe hb_feature_t(
      tag: hb_tag_from_string("ssty", -1), value: UInt32(level), start: 0, end: UInt32.max)
    unsafe hb_shape(file.font, buffer, &feature, 1)
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count), count == 1 else {
      return nil
    }
    return unsafe infos[0].codepoint
  }

  func advance(of glyph: UInt32) -> Double { file.advance(of: glyph) }

  func ink(of glyph: UInt32) -> Rect? { file.ink(of: glyph) }

  func italicCorrection(of glyph: UInt32) -> Double {
    unsafe Double(hb_ot_math_get_glyph_italics_correction(file.font, glyph)) * em
  }

  func accentPosition(of glyph: UInt32) -> Double {
    unsafe Double(hb_ot_math_get_glyph_top_accent_attachment(file.font, glyph)) * em
  }

  private static func direction(_ axis: MathAxis) -> hb_direction_t {
    axis == .vertical ? HB_DIRECTION_BTT : HB_DIRECTION_LTR
  }

  /// More than any face has.
  private static let limit = 64

  func variants(of glyph: UInt32, along axis: MathAxis) -> [MathVariant] {
    var count = UInt32(OpenMathFace.limit)
    var room = [hb_ot_math_glyph_variant_t](
      repeating: hb_ot_math_glyph_variant_t(), count: OpenMathFace.limit)
    _ = unsafe hb_ot_math_get_glyph_variants(
      file.font, glyph, OpenMathFace.direction(axis), 0, &count, &room)
    return room[..<min(Int(count), room.count)].map {
      MathVariant(glyph: $0.glyph, extent: Double($0.advance) * em)
    }
  }

  func parts(of glyph: UInt32, along axis: MathAxis) -> [MathPart] {
    var count = UInt32(OpenMathFace.limit)
    var room = [hb_ot_math_glyph_part_t](
      repeating: hb_ot_math_glyph_part_t(), count: OpenMathFace.limit)
    var correction: hb_position_t = 0
    _ = unsafe hb_ot_math_get_glyph_assembly(
      file.font, glyph, OpenMathFace.direction(axis), 0, &count, &room, &correction)
    return room[..<min(Int(count), room.count)].map {
      MathPart(
        glyph: $0.glyph, startConnector: Double($0.start_connector_length) * em,
        endConnector: Double($0.end_connector_length) * em,
        extent: Double($0.full_advance) * em,
        isExtender: $0.flags.rawValue & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER.rawValue != 0)
    }
  }

  func overlap(along axis: MathAxis) -> Double {
    unsafe Double(hb_ot_math_get_min_connector_overlap(file.font, OpenMathFace.direction(axis)))
      * em
  }
}
