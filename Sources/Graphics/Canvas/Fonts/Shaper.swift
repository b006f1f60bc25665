// SPDX-License-Identifier: MIT
// Part of Platen: turns a line of text into glyphs: direction, script, face, shapes, order.

internal import CPango
internal import Diagnostics
internal import Drawing
internal import Geometry

/// Shapes lines at one em. Pango finds the direction of each letter (Unicode bidi), HarfBuzz, the
/// shaper inside Pango, its glyphs.
///
/// Pango's own choice of faces is not used: it depends on every font its map has seen so far, and
/// so on which maps this worker drew before. Nor are its measures, which are rounded to 1/1024 of a
/// size in pixels; HarfBuzz measures in the font's own units. Safe: its buffer is there from `init`
/// to `deinit`.
@safe final class Shaper {
  private let buffer: OpaquePointer

  init() throws {
    guard let buffer = unsafe hb_buffer_create(),
      unsafe hb_buffer_allocation_successful(buffer) != 0
    else {
      throw Failure(.error(.fontsMemory, "HarfBuzz cannot be started"))
    }
    unsafe self.buffer = buffer
  }

  deinit { unsafe hb_buffer_destroy(buffer) }

  /// A cluster of code points, which one face must show.
  private struct Cluster {
    var bytes: Range<Int>
    var scalars: [Unicode.Scalar]
    var level: UInt8
    var script: hb_script_t
    var face = 0
  }

  /// Consecutive clusters of one direction, script and face.
  private struct Item {
    var bytes: Range<Int>
    var level: UInt8
    var script: hb_script_t
    var face: Int
  }

  /// - Parameter level: The embedding level of all of the text; nil to find out each letter's.
  func shape(
    _ text: String, request: FontRequest, faces: FaceCandidates, level: UInt8? = nil
  ) -> ShapedText {
    let text = Shaper.singleLine(text)
    let utf8 = Array(text.utf8)
    var choices = faces.preferred
    var result = ShapedText(
      runs: [], width: 0, ascent: choices.first?.file.ascent ?? 0,
      descent: choices.first?.file.descent ?? 0)
    guard !utf8.isEmpty, !choices.isEmpty else { return result }
    var clusters = Shaper.clusters(of: text, level: level)
    Shaper.chooseFaces(
      &clusters, choices: &choices, faces: faces, missing: &result.missing)
    var pen = 0.0
    for item in Shaper.inVisualOrder(Shaper.items(of: clusters)) {
      let run = shape(
        item, of: utf8, choice: choices[item.face], request: request, pen: &pen)
      result.runs.append(run)
    }
    result.width = pen
    return result
  }

  // MARK: Before shaping

  /// The text with control characters, line ends among them, as spaces.
  private static func singleLine(_ text: String) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 32 || (127...159).contains(scalar.value) || scalar.value == 0x2028
        || scalar.value == 0x2029
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isControl(scalar) ? " " : scalar) }
    return String(scalars)
  }

  private static func clusters(of text: String, level: UInt8?) -> [Cluster] {
    let functions = unsafe hb_unicode_funcs_get_default()
    var clusters: [Cluster] = []
    var levels: [UInt8]?
    if level == nil, text.unicodeScalars.contains(where: { $0.value >= 0x590 }) {
      levels = embeddingLevels(of: text, isRightToLeft: nil)
    }
    var offset = 0
    var scalarIndex = 0
    var script = HB_SCRIPT_COMMON
    for character in text {
      let scalars = Array(character.unicodeScalars)
      let count = character.utf8.count
      for scalar in scalars {
        let own =
          unsafe scalar.isASCII && !scalar.properties.isAlphabetic
          ? HB_SCRIPT_COMMON : hb_unicode_script(functions, scalar.value)
        // Marks and punctuation are of the script of what they follow.
        if own != HB_SCRIPT_COMMON, own != HB_SCRIPT_INHERITED { script = own; break }
      }
      clusters.append(
        Cluster(
          bytes: offset..<offset + count, scalars: scalars,
          level: level ?? levels.flatMap { scalarIndex < $0.count ? $0[scalarIndex] : nil } ?? 0,
          script: script))
      offset += count
      scalarIndex += scalars.count
    }
    // What leads the line is of the script of the first letter.
    let first = clusters.first { $0.script != HB_SCRIPT_COMMON }?.script ?? HB_SCRIPT_LATIN
    for i in clusters.indices where clusters[i].script == HB_SCRIPT_COMMON {
      clusters[i].script = first
    }
    return clusters
  }

  /// The offsets at which lines may begin in letters without spaces, as Pango finds them: with a
  /// dictionary of Thai; empty for other scripts.
  static func wordStarts(in stretch: String) -> [Int] {
    var stretch = Shaper.withoutZeros(stretch)
    let lengths = stretch.unicodeScalars.map { UTF8.width($0) }
    return stretch.withUTF8 { bytes in
      guard let count = Int32(exactly: bytes.count) else { return [] }
      var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: lengths.count + 1)
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        unsafe pango_get_log_attrs(
          $0.baseAddress, count, -1, pango_language_from_string("th"), &attributes,
          Int32(attributes.count))
      }
      var offset = 0
      var starts: [Int] = []
      for (index, length) in lengths.enumerated() {
        if offset > 0, attributes[index].is_line_break != 0 { starts.append(offset) }
        offset += length
      }
      return starts
    }
  }

  /// The text with each zero replaced by another control, which has no direction either: Pango
  /// takes the first zero for the end of the text, whatever length it is given.
  private static func withoutZeros(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(decoding: text.utf8.map { $0 == 0 ? 1 : $0 }, as: UTF8.self)
  }

  /// A level for each code point; even ones run to the right, odd ones to the left.
  static func embeddingLevels(of text: String, isRightToLeft: Bool?) -> [UInt8] {
    var text = Shaper.withoutZeros(text)
    let count = text.unicodeScalars.count
    return text.withUTF8 { bytes in
      // Of a part of the text there would be fewer levels than there are code points.
      guard let length = Int32(exactly: bytes.count) else { return [] }
      return unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        var direction =
          switch isRightToLeft {
          case nil: PANGO_DIRECTION_NEUTRAL
          case true?: PANGO_DIRECTION_RTL
          case false?: PANGO_DIRECTION_LTR
          }
        guard
          let levels = unsafe pango_log2vis_get_embedding_levels(
            characters.baseAddress, length, &direction)
        else { return [] }
        defer { unsafe g_free(levels) }
        return unsafe Array(UnsafeBufferPointer(start: levels, count: count))
      }
    }
  }

  private static func chooseFaces(
    _ clusters: inout [Cluster], choices: inout [FaceCandidates.Choice], faces: FaceCandidates,
    missing: inout [Unicode.Scalar]
  ) {
    let preferredCount = choices.count
    // Kana beside them show that characters are Japanese.
    let hasKana = clusters.contains {
      $0.script == HB_SCRIPT_HIRAGANA || $0.script == HB_SCRIPT_KATAKANA
    }
    for i in clusters.indices {
      let cluster = clusters[i]
      let isKanji = hasKana && cluster.script == HB_SCRIPT_HAN
      // A space goes with what stands before it, so that words of another face stay in one run.
      if i > 0, cluster.scalars == [" "], choices[clusters[i - 1].face].file.glyph(of: " ") != nil,
        !choices[clusters[i - 1].face].file.isColor
      {
        clusters[i].face = clusters[i - 1].face
        continue
      }
      let isEmoji = isEmoji(cluster.scalars)
      let preferred = (0..<preferredCount).first { choices[$0].file.covers(cluster.scalars) }
      if let preferred, !isEmoji {
        clusters[i].face = preferred
      } else if let other = faces.fallback(
        for: cluster.scalars, script: isKanji ? "Kana" : tag(cluster.script), isEmoji: isEmoji)
      {
        clusters[i].face =
          choices.firstIndex { $0.file === other.file } ?? choices.endIndex
        if clusters[i].face == choices.endIndex { choices.append(other) }
      } else {
        clusters[i].face = preferred ?? 0
        if preferred == nil {
          for scalar in cluster.scalars
          where !choices[0].file.covers([scalar]) && !missing.contains(scalar) {
            missing.append(scalar)
          }
        }
      }
    }
  }

  /// Indicates whether a cluster is to be shown as a colored image. Unicode TS 51.
  private static func isEmoji(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first, !first.isASCII || scalars.count > 1 else { return false }
    if scalars.contains("\u{FE0E}") { return false }
    return first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}")
      || scalars.contains("\u{20E3}")
  }

  private static func tag(_ script: hb_script_t) -> String {
    let value = script.rawValue
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func items(of clusters: [Cluster]) -> [Item] {
    var items: [Item] = []
    for cluster in clusters {
      if let last = items.last, last.level == cluster.level, last.face == cluster.face,
        last.script == cluster.script
      {
        items[items.count - 1].bytes = last.bytes.lowerBound..<cluster.bytes.upperBound
      } else {
        items.append(
          Item(
            bytes: cluster.bytes, level: cluster.level, script: cluster.script,
            face: cluster.face))
      }
    }
    return items
  }

  /// Rule L2 of the bidi algorithm (UAX 9): from the highest level down to the lowest odd one,
  /// sequences at that level or above are reversed.
  private static func inVisualOrder(_ items: [Item]) -> [Item] {
    var items = items
    guard let highest = items.map(\.level).max(), highest > 0 else { return items }
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < items.count {
        guard items[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < items.count, items[end].level >= level { end += 1 }
        items[start..<end].reverse()
        start = end
      }
    }
    return items
  }

  // MARK: Shaping

  private func shape(
    _ item: Item, of utf8: [UInt8], choice: FaceCandidates.Choice, request: FontRequest,
    pen: inout Double
  ) -> ShapedText.Run {
    let isRightToLeft = item.level % 2 == 1
    fill(item, of: utf8, language: request.language)
    // Spread letters would tear joined scripts and ligatures apart.
    let joins = Shaper.joiningScripts.contains(Shaper.tag(item.script))
    let spacing = joins || !request.letterSpacing.isFinite ? 0 : request.letterSpacing
    var features: [hb_feature_t] = []
    if spacing != 0 { features += ["liga", "clig", "dlig"].map { Shaper.feature($0, 0) } }
    if choice.isSmallCaps { features.append(Shaper.feature("smcp", 1)) }
    features += request.features.map {
      $0.hasPrefix("-") ? Shaper.feature(String($0.dropFirst()), 0) : Shaper.feature($0, 1)
    }
    unsafe hb_shape(choice.file.font, buffer, features, UInt32(features.count))
    let most = Shaper.mostGlyphs(of: item.bytes.count)
    if !(1...most).contains(unsafe Int(hb_buffer_get_length(buffer))) {
      fill(item, of: utf8, language: request.language)
      unsafe "fallback".withCString { name in
        _ = unsafe hb_shape_full(choice.file.font, buffer, nil, 0, [name, nil])
      }
    }

    var count: UInt32 = 0
    let infos = unsafe UnsafeBufferPointer(
      start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
    let positions = unsafe UnsafeBufferPointer(
      start: hb_buffer_get_glyph_positions(buffer, &count), count: Int(count))
    let em = 1 / choice.file.unitsPerEm
    let growth = choice.file.isEmboldened ? FontFile.emboldening : 0
    var run = ShapedText.Run(
      font: FontInstance(face: choice.file.face, size: 1),
      source: String(decoding: utf8[item.bytes], as: UTF8.self), glyphs: [], advances: [],
      clusters: [])
    run.glyphs.reserveCapacity(infos.count)
    run.advances.reserveCapacity(infos.count)
    for i in infos.indices {
      let info = unsafe infos[i]
      let position = unsafe positions[i]
      run.glyphs.append(
        Glyph(
          id: info.codepoint,
          position: Point(
            pen + Double(position.x_offset) * em + growth / 2, -Double(position.y_offset) * em)))
      let endsCluster = unsafe i + 1 == infos.count || infos[i + 1].cluster != info.cluster
      let advance = Double(position.x_advance) * em + (endsCluster ? spacing + growth : 0)
      run.advances.append(advance)
      pen += advance
      if unsafe i == 0 || infos[i - 1].cluster != info.cluster {
        run.clusters.append(Drawing.Cluster(byteCount: 0, glyphCount: 0))
      }
      run.clusters[run.clusters.count - 1].glyphCount += 1
    }
    // A cluster reaches to the start of the next one in the order of the text.
    var starts: [Int] = []
    for i in infos.indices where unsafe i == 0 || infos[i - 1].cluster != infos[i].cluster {
      unsafe starts.append(Int(infos[i].cluster))
    }
    for i in starts.indices {
      let next =
        isRightToLeft
        ? (i == 0 ? item.bytes.upperBound : starts[i - 1])
        : (i + 1 == starts.count ? item.bytes.upperBound : starts[i + 1])
      run.clusters[i].byteCount = next - starts[i]
    }
    return run
  }

  /// Glyphs that letters of so many bytes may become. A damaged font makes thousands of each, or
  /// none of all; then its letters are shown as they are.
  private static func mostGlyphs(of bytes: Int) -> Int { 64 + 16 * bytes }

  /// Puts what is to be shaped into the buffer.
  private func fill(_ item: Item, of utf8: [UInt8], language: String?) {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe utf8.withUnsafeBytes { bytes in
      // The whole line is given, so that letters join across runs as their neighbors require.
      unsafe hb_buffer_add_utf8(
        buffer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: bytes.count), UInt32(clamping: item.bytes.lowerBound),
        Int32(clamping: item.bytes.count))
    }
    unsafe hb_buffer_set_direction(
      buffer, item.level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(buffer, item.script)
    if let language {
      unsafe hb_buffer_set_language(buffer, hb_language_from_string(language, -1))
    }
  }

  private static let joiningScripts: Set<String> = [
    "Arab", "Syrc", "Mong", "Nkoo", "Phag", "Mand", "Mani", "Adlm", "Rohg", "Sogd", "Deva", "Beng",
    "Guru",
  ]

  private static func feature(_ tag: String, _ value: UInt32) -> hb_feature_t {
    unsafe hb_feature_t(
      tag: hb_tag_from_string(tag, -1), value: value, start: 0, end: UInt32.max)
  }
}
