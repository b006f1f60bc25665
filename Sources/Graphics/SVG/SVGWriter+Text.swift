// SPDX-License-Identifier: MIT
// Part of Platen: words as outlines: each glyph drawn once, and used wherever it stands.

internal import Canvas
internal import Drawing
internal import Geometry
internal import Libc

extension SVGWriter {
  /// Writes a run of glyphs in a group that has the words as its title, for search and for screen
  /// readers.
  ///
  /// - Parameter style: The paint of the glyphs; empty where a group around them specifies it.
  func writeText(_ text: TextNode, style: [UInt8]) throws {
    if try fonts.isColor(text.font.face) {
      try writePictures(of: text)
    } else if !text.isPlain {
      try writeShapes(of: text)
    } else if letters == .text {
      try writeLetters(of: text, style: style)
    } else {
      try writeGlyphs(of: text, style: style)
    }
  }

  /// Writes `<title>…</title>`, unless the words are empty.
  func put(title words: String) {
    guard words.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return }
    output.bytes.put("<title>")
    output.bytes.put(words: words)
    output.bytes.put("</title>")
  }

  // MARK: Glyphs

  private func writeGlyphs(of text: TextNode, style: [UInt8]) throws {
    let units = try fonts.unitsPerEm(of: text.font.face)
    let line = GlyphLine(text, base: place.base, units: units)
    var uses: [UInt8] = []
    for (glyph, spot) in zip(text.glyphs, line.spots) {
      guard try !fonts.outline(of: glyph.id, in: text.font.face).isEmpty else { continue }
      let id = try id(of: .glyph(text.font.face, glyph.id))
      uses.put("<use")
      uses.put("xlink:href", "#" + id)
      line.put(spot, to: &uses)
      uses.put("/>")
    }
    output.bytes.put("<g")
    output.bytes.append(contentsOf: style)
    output.bytes.put(attribute: "transform") { line.put(to: &$0) }
    let halo = text.halo.flatMap { $0.isVisible ? $0 : nil }
    if let halo {
      output.bytes.put(
        "stroke-width", halo.width * place.base.scale / line.scale, digits: 1)
    }
    output.bytes.put(">")
    put(title: text.source)
    writeTwice(text, halo: halo) { $0.append(contentsOf: uses) }
    output.bytes.put("</g>\n")
  }

  /// Writes a text with a halo first as halo and then as ink; any other text once.
  func writeTwice(_ text: TextNode, halo: Stroke?, _ body: (inout [UInt8]) -> Void) {
    guard let halo, let color = halo.paint.color else {
      body(&output.bytes)
      return
    }
    output.bytes.put("<g")
    output.bytes.put(attribute: "fill") { $0.put(color: color) }
    // The opacity of the ink does not apply to the halo.
    if text.paint.color.map({ $0.alpha < 0.9995 }) ?? false {
      output.bytes.put("fill-opacity", "1")
    }
    // All of it at once, so that a faint halo is not darker where letters meet.
    if color.alpha < 0.9995 { output.bytes.put("opacity", color.alpha, digits: 3) }
    output.bytes.put(">")
    guard text.paint.isVisible else {
      body(&output.bytes)
      output.bytes.put("</g>")
      return
    }
    wordCount += 1
    let id = "W" + String(wordCount, radix: 36)
    output.bytes.put("<g")
    output.bytes.put("id", id)
    output.bytes.put(">")
    body(&output.bytes)
    output.bytes.put("</g></g><use")
    output.bytes.put("xlink:href", "#" + id)
    output.bytes.put(" stroke=\"none\"/>")
  }

  // MARK: Paints other than colors

  /// Writes glyphs as shapes in place: a gradient or a pattern covers the drawing, not a letter.
  private func writeShapes(of text: TextNode) throws {
    var outline = Path()
    for glyph in text.glyphs {
      outline.append(
        try fonts.outline(of: glyph.id, in: text.font.face).applying(
          glyph.map(size: text.font.size)))
    }
    guard !outline.isEmpty, outline.points.allSatisfy(\.isFinite) else { return }
    output.bytes.put("<g>")
    put(title: text.source)
    output.bytes.append(10)
    if var halo = text.halo {
      halo.join = .round
      if let style = try style(of: PathNode(outline, stroke: halo)) {
        put(outline, style: style, paint: style)
      }
    }
    if let style = try style(of: PathNode(outline, fill: Fill(text.paint))) {
      put(outline, style: style, paint: style)
    }
    output.bytes.put("</g>\n")
  }

  // MARK: Colored glyphs

  private func writePictures(of text: TextNode) throws {
    output.bytes.put("<g>")
    put(title: text.source)
    output.bytes.append(10)
    for glyph in text.glyphs {
      guard let picture = try fonts.picture(of: glyph.id, in: text.font.face) else { continue }
      let map = glyph.map(size: text.font.size)
      if glyph.angle == 0 {
        try writeImage(ImageNode(picture.image, frame: map.bounds(of: picture.frame)))
      } else {
        let image = Node.image(ImageNode(picture.image, frame: picture.frame))
        try writeNodes([.group(Group(transform: map, children: [image]))])
      }
    }
    output.bytes.put("</g>\n")
  }
}

/// The positions of a run's glyphs: a map to units of the face, and places in these.
private struct GlyphLine {
  struct GlyphPosition {
    var x: Double
    var y: Double
    /// Degrees clockwise beyond the line's own.
    var angle: Double
  }

  let origin: Point
  /// Degrees clockwise of the whole line.
  let angle: Double
  /// The size of a unit of the face, in the drawing's.
  let scale: Double
  let spots: [GlyphPosition]
  private let digits: Int

  init(_ text: TextNode, base: AffineMap, units: Double) {
    let first = text.glyphs.first ?? Glyph(id: 0, position: .zero)
    let isStraight = text.glyphs.allSatisfy { $0.angle == first.angle }
    let turn = isStraight ? first.angle : 0
    let size = text.font.size
    scale = size * base.scale / units
    angle = turn * 180 / .pi
    origin = base.apply(first.position)
    // Large letters stand between units.
    digits = scale > 0.02 ? 1 : 0
    let (sine, cosine) = turn == 0 ? (0, 1) : (sin(turn), cos(turn))
    spots = text.glyphs.map { glyph in
      let p = (glyph.position - first.position) * (units / size)
      return GlyphPosition(
        x: p.x * cosine + p.y * sine, y: p.y * cosine - p.x * sine,
        angle: (glyph.angle - turn) * 180 / .pi)
    }
  }

  /// The map of the line.
  func put(to bytes: inout [UInt8]) {
    bytes.put(translation: origin.x, origin.y)
    if abs(angle) >= 0.005 {
      bytes.put("rotate(")
      bytes.put(number: angle, digits: 2)
      bytes.put(")")
    }
    bytes.put("scale(")
    bytes.put(number: scale, digits: 6)
    bytes.put(")")
  }

  /// The place of a glyph.
  func put(_ spot: GlyphPosition, to bytes: inout [UInt8]) {
    let unit = digits == 0 ? 1.0 : 10
    let (x, y) = ((spot.x * unit).rounded(), (spot.y * unit).rounded())
    guard abs(spot.angle) >= 0.005 else {
      if x != 0 { bytes.put("x", spot.x, digits: digits) }
      if y != 0 { bytes.put("y", spot.y, digits: digits) }
      return
    }
    bytes.put(attribute: "transform") { bytes in
      if x != 0 || y != 0 {
        bytes.put("translate(")
        bytes.put(numbers: [spot.x, spot.y], digits: digits)
        bytes.put(")")
      }
      bytes.put("rotate(")
      bytes.put(number: spot.angle, digits: 2)
      bytes.put(")")
    }
  }
}
