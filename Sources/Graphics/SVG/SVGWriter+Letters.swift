// SPDX-License-Identifier: MIT
// Part of Platen: words as `<text>`, to be edited where the fonts are at hand.

internal import Canvas
internal import Drawing
internal import Geometry
internal import Libc

extension SVGWriter {
  /// A run as text: straight ones as one element with a place for every letter, others as an element
  /// for every cluster of letters, since not all readers turn the letters of one.
  func writeLetters(of text: TextNode, style: [UInt8]) throws {
    let halo = text.halo.flatMap { $0.isVisible ? $0 : nil }
    let clusters = LetterCluster.clusters(of: text)
    guard let first = clusters.first else { return }
    output.bytes.put("<g")
    output.bytes.append(contentsOf: style)
    if let halo {
      output.bytes.put("stroke-width", halo.width * place.base.scale, digits: 3)
    }
    output.bytes.put(">")
    let base = place.base
    let isStraight = clusters.allSatisfy { $0.glyph.angle == first.glyph.angle }
    let spacing = isStraight ? try self.spacing(of: text) : 0
    if !isStraight { put(title: text.source) }
    writeTwice(text, halo: halo) { bytes in
      if isStraight {
        LetterCluster.put(clusters, of: text, spacing: spacing, base, to: &bytes)
      } else {
        for cluster in clusters where !cluster.isBlank { cluster.put(base, to: &bytes) }
      }
    }
    output.bytes.put("</g>\n")
  }
}

extension SVGWriter {
  /// The room put between the glyphs of a straight run: that between the middle ones, sorted.
  private func spacing(of text: TextNode) throws -> Double {
    let gaps = try zip(text.glyphs, text.glyphs.dropFirst()).map { a, b in
      try a.position.distance(to: b.position)
        - fonts.advance(of: a.id, in: text.font.face) * text.font.size
    }
    return gaps.isEmpty ? 0 : gaps.sorted()[gaps.count / 2]
  }
}

/// Letters that became glyphs together, and the first of these.
private struct LetterCluster {
  var letters: String
  var glyph: Glyph

  var isBlank: Bool { letters.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// The clusters of a run as they are seen, from the left; one of all where the run has none.
  static func clusters(of text: TextNode) -> [LetterCluster] {
    guard let first = text.glyphs.first, !text.source.isEmpty else { return [] }
    let whole = [LetterCluster(letters: text.source, glyph: first)]
    let utf8 = text.source.utf8
    guard text.clusters.reduce(0, { $0 + $1.byteCount }) == utf8.count,
      text.clusters.reduce(0, { $0 + $1.glyphCount }) == text.glyphs.count,
      text.clusters.allSatisfy({ $0.byteCount > 0 && $0.glyphCount > 0 })
    else { return whole }
    var found: [LetterCluster] = []
    let isReversed = text.runsRightToLeft
    var byte = isReversed ? utf8.endIndex : utf8.startIndex
    var glyph = 0
    for cluster in text.clusters {
      let other = utf8.index(byte, offsetBy: isReversed ? -cluster.byteCount : cluster.byteCount)
      let range = isReversed ? other..<byte : byte..<other
      found.append(
        LetterCluster(
          letters: String(decoding: utf8[range], as: UTF8.self), glyph: text.glyphs[glyph]))
      byte = other
      glyph += cluster.glyphCount
    }
    return found
  }

  /// One element for a straight run.
  ///
  /// Places follow the letters individually where each is a letter of its own, from the left.
  /// Readers that do not support places use the spaces between letters.
  static func put(
    _ clusters: [LetterCluster], of text: TextNode, spacing: Double, _ base: AffineMap,
    to bytes: inout [UInt8]
  ) {
    guard let first = clusters.first else { return }
    let start = base.apply(first.glyph.position)
    let isTurned = abs(first.glyph.angle) >= 1e-4
    // Along the line, from where it begins.
    let places = clusters.map { cluster in
      let way = base.apply(cluster.glyph.position) - start
      return isTurned
        ? way.x * cos(first.glyph.angle) + way.y * sin(first.glyph.angle) : way.x + start.x
    }
    let isPlaced = !text.runsRightToLeft
    let isPlain = clusters.allSatisfy { $0.letters.utf16.count == 1 }
    bytes.put("<text")
    if isTurned { put(first.glyph, base, to: &bytes) }
    bytes.put(attribute: "x") {
      $0.put(numbers: isPlain && isPlaced ? places : Array(places.prefix(1)), digits: 2)
    }
    if !isTurned { bytes.put("y", start.y) }
    let room = spacing * base.scale
    if abs(room) >= 0.02 * text.font.size * base.scale {
      bytes.put("letter-spacing", room, digits: 2)
    }
    let source = text.source
    if source.first == " " || source.last == " " || source.contains("  ") {
      bytes.put("xml:space", "preserve")
    }
    bytes.put(">")
    if isPlain || !isPlaced {
      bytes.put(words: source)
    } else {
      for (cluster, place) in zip(clusters, places) {
        bytes.put("<tspan")
        bytes.put("x", place)
        bytes.put(">")
        bytes.put(words: cluster.letters)
        bytes.put("</tspan>")
      }
    }
    bytes.put("</text>")
  }

  /// An element for this cluster alone.
  func put(_ base: AffineMap, to bytes: inout [UInt8]) {
    bytes.put("<text")
    LetterCluster.put(glyph, base, to: &bytes)
    bytes.put(">")
    bytes.put(words: letters)
    bytes.put("</text>")
  }

  private static func put(_ glyph: Glyph, _ base: AffineMap, to bytes: inout [UInt8]) {
    let p = base.apply(glyph.position)
    bytes.put(attribute: "transform") { bytes in
      bytes.put(translation: p.x, p.y)
      bytes.put("rotate(")
      bytes.put(number: glyph.angle * 180 / .pi, digits: 2)
      bytes.put(")")
    }
  }
}
