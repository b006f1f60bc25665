// SPDX-License-Identifier: MIT
// Part of Platen: text that can be selected and copied out of a document.

internal import CCairo
internal import Diagnostics
internal import Drawing
internal import Geometry

extension ScenePainter {
  /// Shows glyphs with the words they stand for: those that share an angle in one go, each of the
  /// others with its part.
  func show(_ text: TextNode, from file: FontFile, at place: Place) throws {
    let cr = unsafe place.pointer
    var text = text
    if text.glyphs.allSatisfy({ file.ink(of: $0.id) == nil }) {
      ScenePainter.offGrid(&text.glyphs, at: place)
    }
    if namesLigatures { text.nameLigatures { file.glyph(of: $0) } }
    unsafe cairo_set_font_face(cr, try file.cairoFace().pointer)
    unsafe setOptions(on: cr)
    text.replaceNoncharacters()
    let isRightToLeft = text.isRightToLeft ?? TextDirection.isRightToLeft(text.source)
    // Poppler would turn a joined word from right to left round.
    let isSpread = !isRightToLeft && isSpread(text, in: file)
    if !isSpread, text.isLevel, text.hasWholeClusters(isRightToLeft: isRightToLeft) {
      unsafe show(text.glyphs, text.source, text.clusters, text.font.size, isRightToLeft, on: cr)
      return
    }
    guard var pieces = ClusterPieces(text, isRightToLeft: isRightToLeft) else {
      note("pdf.clusters", text.unreadable)
      for piece in text.glyphs { unsafe show([piece], "", [], text.font.size, false, on: cr) }
      return
    }
    if isSpread { pieces.joinWords() }
    for line in pieces.lines {
      unsafe show(
        line.flatMap(\.glyphs), (isRightToLeft ? line.reversed() : line).map(\.source).joined(),
        line.map(\.cluster), text.font.size, isRightToLeft, on: unsafe cr)
    }
  }

  /// Whether letters stand so far apart that readers of the document would take them for words.
  /// Blanks may be as wide as they like: there words do end.
  private func isSpread(_ text: TextNode, in file: FontFile) -> Bool {
    // Poppler's limit, by far the strictest, is a tenth of the size.
    let limit = 0.08 * text.font.size
    return zip(text.glyphs, text.glyphs.dropFirst()).contains { glyph, next in
      glyph.position.distance(to: next.position)
        > file.advance(of: glyph.id) * text.font.size + limit
        && file.ink(of: glyph.id) != nil && file.ink(of: next.id) != nil
    }
  }

  /// The words of a picture of text, on a blank glyph where the picture begins.
  func showBlank(_ text: TextNode, at place: Place) throws {
    guard let first = text.glyphs.first, let (file, space) = try fonts.blankGlyph() else { return }
    let cr = unsafe place.pointer
    unsafe cairo_set_font_face(cr, try file.cairoFace().pointer)
    unsafe setOptions(on: cr)
    unsafe cairo_set_source_rgb(cr, 0, 0, 0)
    let bytes = text.source.utf8.count
    var blank = [Glyph(id: space, position: first.position, angle: first.angle)]
    ScenePainter.offGrid(&blank, at: place)
    unsafe show(
      blank, text.source,
      [Drawing.Cluster(byteCount: bytes, glyphCount: 1)], text.font.size, false, on: cr)
  }

  /// Moves blank glyphs off whole coordinates by a sixtieth of a point: Cairo leaves out text whose
  /// ink, rounded to whole units, is an empty rectangle.
  private static func offGrid(_ glyphs: inout [Glyph], at place: Place) {
    guard let first = glyphs.first else { return }
    let point = place.map.apply(first.position)
    func shift(_ value: Double) -> Double {
      abs(value - value.rounded()) < 1.0 / 128 ? 1.0 / 64 : 0
    }
    let moved = place.map.inverse.apply(Point(point.x + shift(point.x), point.y + shift(point.y)))
    for i in glyphs.indices { glyphs[i].position = glyphs[i].position + (moved - first.position) }
  }

  private func setOptions(on cr: OpaquePointer) {
    unsafe cairo_set_font_options(cr, fontOptions.pointer)
  }

  /// One call of Cairo's: glyphs that share an angle, clusters in the order of the glyphs.
  private func show(
    _ glyphs: [Glyph], _ source: String, _ clusters: [Drawing.Cluster], _ size: Double,
    _ isRightToLeft: Bool, on cr: OpaquePointer
  ) {
    let map = Glyph(id: 0, position: .zero, angle: glyphs.first?.angle ?? 0).map(size: size)
    var matrix = map.matrix
    unsafe cairo_set_font_matrix(cr, &matrix)
    let placed = glyphs.map {
      cairo_glyph_t(index: UInt($0.id), x: $0.position.x, y: $0.position.y)
    }
    guard !clusters.isEmpty else {
      unsafe cairo_show_glyphs(cr, placed, Int32(placed.count))
      return
    }
    // Cairo wants clusters in the order of the text; glyphs may run backwards against it.
    let ordered = (isRightToLeft ? clusters.reversed() : clusters).map {
      cairo_text_cluster_t(num_bytes: Int32($0.byteCount), num_glyphs: Int32($0.glyphCount))
    }
    unsafe cairo_show_text_glyphs(
      cr, source, Int32(source.utf8.count), placed, Int32(placed.count), ordered,
      Int32(ordered.count),
      isRightToLeft ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
  }
}

extension TextNode {
  var unreadable: String {
    "\"\(source)\" is drawn but cannot be copied: its glyphs and letters do not match"
  }

  /// Says ligatures that have a code point of their own with it, for those glyphs their font shows it
  /// with: Cairo takes what the font says for what a glyph means, and would write the letters beside
  /// it each time.
  fileprivate mutating func nameLigatures(_ glyph: (Unicode.Scalar) -> UInt32?) {
    // A ligature is one glyph for two or three ASCII letters.
    guard clusters.contains(where: { $0.glyphCount == 1 && (2...3).contains($0.byteCount) }),
      hasWholeClusters(isRightToLeft: false),
      !(isRightToLeft ?? TextDirection.isRightToLeft(source))
    else { return }
    var bytes = Array(source.utf8)
    var byte = bytes.count
    var index = glyphs.count
    // Backwards, so that what was named does not move what is still to be looked at.
    for i in clusters.indices.reversed() {
      let cluster = clusters[i]
      byte -= cluster.byteCount
      index -= cluster.glyphCount
      guard cluster.glyphCount == 1, (2...3).contains(cluster.byteCount),
        bytes[byte] == UInt8(ascii: "f") || bytes[byte] == UInt8(ascii: "s"),
        let scalar = PDFBook.ligature(of: bytes[byte..<byte + cluster.byteCount]),
        glyph(scalar) == glyphs[index].id
      else { continue }
      let name = String(scalar).utf8
      bytes.replaceSubrange(byte..<byte + cluster.byteCount, with: name)
      clusters[i].byteCount = name.count
    }
    source = String(decoding: bytes, as: UTF8.self)
  }

  /// Cairo refuses text with code points that are no characters. Others of as many bytes stand in
  /// for them, so that clusters are what they were.
  fileprivate mutating func replaceNoncharacters() {
    guard source.utf8.contains(where: { $0 >= 0xEF }) else { return }
    func isNone(_ scalar: Unicode.Scalar) -> Bool {
      (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
    }
    guard source.unicodeScalars.contains(where: isNone) else { return }
    var sound = String.UnicodeScalarView()
    for scalar in source.unicodeScalars {
      // The last code point for private use takes the four bytes those of other planes take.
      sound.append(isNone(scalar) ? (scalar.value < 0x10000 ? "\u{FFFD}" : "\u{10FFFD}") : scalar)
    }
    source = String(sound)
  }

  /// Whether all glyphs stand at one angle.
  var isLevel: Bool { glyphs.allSatisfy { $0.angle == glyphs[0].angle } }

  /// Whether clusters, glyphs and letters add up, and no letter is cut by a cluster.
  func hasWholeClusters(isRightToLeft: Bool) -> Bool {
    var source = source
    return source.withUTF8 { bytes in
      var byte = isRightToLeft ? bytes.count : 0
      var glyph = 0
      for cluster in clusters {
        guard cluster.byteCount > 0, cluster.glyphCount > 0, cluster.byteCount <= bytes.count,
          cluster.glyphCount <= glyphs.count
        else { return false }
        byte += isRightToLeft ? -cluster.byteCount : cluster.byteCount
        glyph += cluster.glyphCount
        guard (0...bytes.count).contains(byte) else { return false }
        if byte < bytes.count, unsafe bytes[byte] & 0xC0 == 0x80 { return false }
      }
      return byte == (isRightToLeft ? 0 : bytes.count) && glyph == glyphs.count
    }
  }
}

/// How Cairo is to show text in documents: as it is drawn in the font, unhinted. Safe: its handle is
/// there from `init` to `deinit`.
@safe final class DocumentFontOptions {
  let pointer: OpaquePointer?

  init() {
    unsafe pointer = cairo_font_options_create()
    unsafe cairo_font_options_set_hint_style(pointer, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(pointer, CAIRO_HINT_METRICS_OFF)
    unsafe cairo_font_options_set_antialias(pointer, CAIRO_ANTIALIAS_GRAY)
  }

  deinit { unsafe cairo_font_options_destroy(pointer) }
}

/// A run cut into its clusters, each with its glyphs and letters.
struct ClusterPieces {
  struct Piece {
    var glyphs: [Glyph]
    var source: String
    var cluster: Drawing.Cluster

    mutating func append(_ next: Piece) {
      glyphs += next.glyphs
      source += next.source
      cluster.byteCount += next.cluster.byteCount
      cluster.glyphCount += next.cluster.glyphCount
    }
  }

  /// In the order of the glyphs.
  private(set) var pieces: [Piece] = []

  /// The pieces in runs of one angle.
  var lines: [[Piece]] {
    var lines: [[Piece]] = []
    var angle: Double?
    for piece in pieces {
      let isLevel = piece.glyphs.allSatisfy { $0.angle == piece.glyphs.first?.angle }
      if isLevel, let angle, piece.glyphs.first?.angle == angle {
        lines[lines.count - 1].append(piece)
      } else {
        lines.append([piece])
      }
      angle = isLevel ? piece.glyphs.first?.angle : nil
    }
    return lines
  }

  /// Makes one piece of all letters of a word that share an angle; for text from left to right.
  mutating func joinWords() {
    pieces = lines.flatMap { line -> [Piece] in
      var words: [Piece] = []
      var wasSpace = true
      for piece in line {
        let isSpace = piece.source.allSatisfy(\.isWhitespace)
        if isSpace || wasSpace {
          words.append(piece)
        } else {
          words[words.count - 1].append(piece)
        }
        wasSpace = isSpace
      }
      return words
    }
  }

  /// Nil when clusters, glyphs and letters do not add up.
  init?(_ text: TextNode, isRightToLeft: Bool) {
    let bytes = Array(text.source.utf8)
    guard text.clusters.allSatisfy({ $0.byteCount > 0 && $0.glyphCount > 0 }),
      text.clusters.reduce(0, { $0 + $1.byteCount }) == bytes.count,
      text.clusters.reduce(0, { $0 + $1.glyphCount }) == text.glyphs.count
    else { return nil }
    var glyph = 0
    var byte = isRightToLeft ? bytes.count : 0
    for cluster in text.clusters {
      if isRightToLeft { byte -= cluster.byteCount }
      guard let source = String(validating: bytes[byte..<byte + cluster.byteCount], as: UTF8.self)
      else { return nil }
      pieces.append(
        Piece(
          glyphs: Array(text.glyphs[glyph..<glyph + cluster.glyphCount]), source: source,
          cluster: cluster))
      if !isRightToLeft { byte += cluster.byteCount }
      glyph += cluster.glyphCount
    }
  }
}

/// Which way a run reads. A run has one direction, so its first strong letter tells.
enum TextDirection {
  static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A: return false
      case 0...0x7F: continue
      // The blocks Unicode reserves for scripts from right to left.
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        // Digits of these scripts run to the right, as all digits do.
        if scalar.properties.numericType == nil { return true }
      default:
        if scalar.properties.isAlphabetic { return false }
      }
    }
    return false
  }
}
