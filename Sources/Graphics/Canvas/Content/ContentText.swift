// SPDX-License-Identifier: MIT
// Part of Platen: runs of glyphs in a content stream, with the text that copies of them yield.

internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Libc

extension ContentWriter {
  func beginText() {
    guard !isInText else { return }
    content.operators.put("BT\n")
    isInText = true
    (lineX, lineY) = (0, 0)
    isTurned = false
  }

  func endText() {
    guard isInText else { return }
    content.operators.put("ET\n")
    isInText = false
  }

  func writeText(_ text: TextNode) throws {
    let size = text.font.size
    guard size > 0, size.isFinite, !text.glyphs.isEmpty,
      text.glyphs.allSatisfy({ $0.position.isFinite && $0.angle.isFinite })
    else { return }
    let file = try fonts.file(of: text.font.face)
    guard place.mayShow(text) else { return }
    if file.isColor {
      try withActualText(text) { writePictures(of: text, from: file) }
      return
    }
    if let halo = text.halo { try writeHalo(halo, of: text, from: file) }
    let paint = ContentPaint(text.paint)
    guard !paint.isNothing else { return }
    guard let font = try font(of: text.font.face), !file.isEmboldened || paint.isOpaque else {
      try withActualText(text) {
        try draw(with: paint, in: text.reach) { writeOutlines(of: text, from: file) }
      }
      return
    }
    try draw(with: paint, in: text.reach) {
      if case .color(let color) = paint, file.isEmboldened {
        // Letters with a line around them: the outlines of the embedded face are its own.
        set(Stroke(color, width: FontFile.emboldening * size, join: .round), color)
        content.operators.put("2 Tr\n")
        show(text, in: font)
        content.operators.put("0 Tr\n")
      } else {
        show(text, in: font)
      }
    }
  }

  /// Shows letters in the paint that is set.
  private func show(_ text: TextNode, in font: EmbeddedFont) {
    let size = text.font.size
    let isRightToLeft = text.runsRightToLeft
    // Poppler would turn a joined word from right to left round.
    let isSpread = !isRightToLeft && isSpread(text, in: font)
    if !isSpread, text.isLevel, text.hasWholeClusters(isRightToLeft: isRightToLeft) {
      var source = text.source
      source.withUTF8 {
        unsafe show(text.glyphs[...], $0, text.clusters, isRightToLeft, font, size)
      }
      return
    }
    guard var pieces = ClusterPieces(text, isRightToLeft: isRightToLeft) else {
      notes.append(.note(.pdfClusters, text.unreadable))
      for i in text.glyphs.indices {
        unsafe show(
          text.glyphs[i...i], UnsafeBufferPointer(start: nil, count: 0), [], false, font, size)
      }
      return
    }
    if isSpread { pieces.joinWords() }
    for line in pieces.lines {
      var source = (isRightToLeft ? line.reversed() : line).map(\.source).joined()
      let glyphs = line.flatMap(\.glyphs)
      source.withUTF8 {
        unsafe show(glyphs[...], $0, line.map(\.cluster), isRightToLeft, font, size)
      }
    }
  }

  /// A halo as one stroke under the text, and no text itself.
  ///
  /// Its outlines are coarse: what lies a radius away from the ink need not follow it closely, and
  /// halos are most of a map's file.
  private func writeHalo(_ halo: Stroke, of text: TextNode, from file: FontFile) throws {
    guard halo.width > 0, halo.width.isFinite else { return }
    endText()
    var stroke = halo
    stroke.join = .round
    try draw(with: ContentPaint(halo.paint), along: stroke, in: text.reach) {
      strokeOutlines(of: text, from: file, width: halo.width)
    }
  }

  private func strokeOutlines(of text: TextNode, from file: FontFile, width: Double) {
    let size = text.font.size
    let exponent = max(2, min(10, Int((2 * size / width).exponent)))
    var row = OutlineRow(self)
    swap(&row.bytes, &content.operators)
    for glyph in text.glyphs {
      let map = glyph.map(size: size)
      for contour in file.outline(of: glyph.id).coarse(exponent: exponent) {
        row.move(to: map.apply(contour[0]))
        for point in contour.dropFirst() { row.line(to: map.apply(point)) }
        row.close()
      }
    }
    swap(&row.bytes, &content.operators)
    content.operators.put("S\n")
  }

  /// Indicates whether letters are so far apart that readers would take them for words: Poppler's
  /// limit, by far the strictest, is a tenth of the size.
  private func isSpread(_ text: TextNode, in font: EmbeddedFont) -> Bool {
    let limit = 0.08 * text.font.size
    let scale = text.font.size / 1000
    return unsafe text.glyphs.withUnsafeBufferPointer { glyphs in
      for i in 0..<max(0, glyphs.count - 1) {
        let (a, b) = unsafe (glyphs[i], glyphs[i + 1])
        let room = font.width(of: a.id) * scale + limit
        let dx = b.position.x - a.position.x
        let dy = b.position.y - a.position.y
        if dx * dx + dy * dy > room * room, font.file.ink(of: a.id) != nil,
          font.file.ink(of: b.id) != nil
        {
          return true
        }
      }
      return false
    }
  }

  // MARK: Glyphs

  /// Shows glyphs of one angle, clusters in their order; the letters run against it from right to
  /// left. Without clusters glyphs mean nothing.
  private func show(
    _ glyphs: ArraySlice<Glyph>, _ source: UnsafeBufferPointer<UInt8>, _ clusters: [Cluster],
    _ isRightToLeft: Bool, _ font: EmbeddedFont, _ size: Double
  ) {
    beginText()
    if state.font != font.number || state.fontSize != size {
      (state.font, state.fontSize) = (font.number, size)
      content.operators.put("/F")
      content.operators.put(font.number)
      content.operators.append(32)
      put(size, " Tf\n")
    }
    var row = GlyphRow(self, font, scale: size / 1000, angle: glyphs.first?.angle ?? 0)
    swap(&row.bytes, &content.operators)
    unsafe glyphs.withUnsafeBufferPointer { glyphs in
      guard !clusters.isEmpty else {
        for index in glyphs.indices { unsafe row.put(glyphs[index]) }
        return
      }
      // As they are read: that is the order of who has the page read out, whatever their places.
      var byte = 0
      var next = isRightToLeft ? glyphs.count : 0
      for index in clusters.indices {
        let cluster = clusters[isRightToLeft ? clusters.count - 1 - index : index]
        if isRightToLeft { next -= cluster.glyphCount }
        let letters = unsafe UnsafeBufferPointer(rebasing: source[byte..<byte + cluster.byteCount])
        if cluster.glyphCount == 1, unsafe font.says(glyphs[next].id, letters) {
          unsafe row.put(glyphs[next])
        } else {
          row.close()
          row.bytes.put("/Span<</ActualText<FEFF")
          unsafe row.bytes.put(hexUTF16: EmbeddedFont.sound(letters))
          row.bytes.put(">>>BDC\n")
          // Letters before their marks, for readers that pass the span over.
          let shown = unsafe glyphs[next..<next + cluster.glyphCount]
          let read = unsafe isRightToLeft ? shown.reversed() : Array(shown)
          unsafe font.teach(read.map(\.id), unsafe letters)
          for glyph in read { row.put(glyph) }
          row.close()
          row.bytes.put("EMC\n")
        }
        byte += cluster.byteCount
        if !isRightToLeft { next += cluster.glyphCount }
      }
    }
    row.close()
    swap(&row.bytes, &content.operators)
    (lineX, lineY, isTurned) = (row.lineX, row.lineY, row.isTurned)
  }

  // MARK: Glyphs that no font in the file has

  /// Draws glyphs as shapes or images, and attaches their text to a blank glyph at the first one's
  /// position, or to the shapes where no blank glyph exists.
  private func withActualText(_ text: TextNode, _ body: () throws -> Void) throws {
    var source = text.source
    guard !source.isEmpty, let first = text.glyphs.first else { return try body() }
    guard let (font, glyph) = try blankGlyph() else {
      endText()
      content.operators.put("/Span<</ActualText<FEFF")
      source.withUTF8 { unsafe content.operators.put(hexUTF16: EmbeddedFont.sound($0)) }
      content.operators.put(">>>BDC\n")
      try body()
      endText()
      content.operators.put("EMC\n")
      return
    }
    try body()
    source.withUTF8 {
      unsafe show(
        [Glyph(id: glyph, position: first.position)], $0,
        [Cluster(byteCount: $0.count, glyphCount: 1)], false, font, text.font.size)
    }
  }

  private func writePictures(of text: TextNode, from file: FontFile) {
    for glyph in text.glyphs {
      guard let picture = file.picture(of: glyph.id) else { continue }
      writeImage(
        .glyph(file.face, glyph.id), in: picture.frame, through: glyph.map(size: text.font.size),
        isPixelated: false
      ) { picture.image }
    }
  }

  private func writeOutlines(of text: TextNode, from file: FontFile) {
    endText()
    // All in one go, so that letters that are seen through do not darken where they meet.
    var letters = Path()
    for glyph in text.glyphs {
      letters.append(file.outline(of: glyph.id).path.applying(glyph.map(size: text.font.size)))
    }
    guard !letters.isEmpty else { return }
    put(letters)
    content.operators.put("f\n")
  }
}

extension TextNode {
  /// The box around all that may be drawn of it: glyphs reach two ems from their positions at most.
  fileprivate var reach: Rect? {
    guard let first = glyphs.first?.position else { return nil }
    var (low, high) = (first, first)
    for glyph in glyphs {
      low = Point(min(low.x, glyph.position.x), min(low.y, glyph.position.y))
      high = Point(max(high.x, glyph.position.x), max(high.y, glyph.position.y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
      .insetBy(-(2 * font.size + (halo?.width ?? 0)))
  }
}

/// Glyphs of one font, size and angle on their way into a content stream.
private struct GlyphRow {
  var bytes: [UInt8] = []
  private let font: EmbeddedFont
  /// The size of a thousandth of an em, in units of the page.
  private let scale: Double
  private let angle: Double
  private let cosine: Double
  private let sine: Double
  private let height: Double
  private let unit: Int
  /// The start of the text object's line, in parts of a unit.
  private(set) var lineX: Int
  private(set) var lineY: Int
  private(set) var isTurned: Bool
  /// The position of the reader's pen.
  private var penX = 0.0
  private var penY = 0.0
  private var isPlaced = false
  private var isOpen = false

  init(_ writer: ContentWriter, _ font: EmbeddedFont, scale: Double, angle: Double) {
    self.font = font
    self.scale = scale
    self.angle = angle
    (cosine, sine) = angle == 0 ? (1, 0) : (cos(angle), sin(angle))
    height = writer.height
    unit = writer.unit
    (lineX, lineY, isTurned) = (writer.lineX, writer.lineY, writer.isTurned)
  }

  mutating func put(_ glyph: Glyph) {
    let id = font.use(glyph.id)
    // Along the line and across it, turned as it may be.
    let x = glyph.position.x * cosine + glyph.position.y * sine
    let y = glyph.position.y * cosine - glyph.position.x * sine
    if !isPlaced || abs(y - penY) * Double(unit) > 0.6 {
      close()
      move(to: glyph.position)
      (penX, penY) = (x, y)
      isPlaced = true
    }
    let gap = (penX - x) / scale
    if abs(gap) >= 0.5, abs(gap) < 1e9 {
      let number = Int(gap.rounded())
      bytes.append(isOpen ? UInt8(ascii: ")") : UInt8(ascii: "["))
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.put(abs(number))
      bytes.append(UInt8(ascii: "("))
      penX -= Double(number) * scale
    } else if !isOpen {
      bytes.append(UInt8(ascii: "["))
      bytes.append(UInt8(ascii: "("))
    }
    isOpen = true
    bytes.put(escaped: UInt8(id >> 8))
    bytes.put(escaped: UInt8(id & 0xFF))
    penX += font.width(of: id) * scale
  }

  mutating func close() {
    guard isOpen else { return }
    bytes.put(")]TJ\n")
    isOpen = false
  }

  /// Moves to where a line of glyphs begins.
  private mutating func move(to point: Point) {
    let x = parts(point.x)
    let y = parts(height - point.y)
    if angle != 0 || isTurned {
      let turn = AffineMap.rotation(cosine: cosine, sine: sine)
      for value in [turn.a, -turn.b, -turn.c, turn.d] {
        bytes.put(value, digits: 6)
        bytes.append(32)
      }
      bytes.put(units: x, of: unit)
      bytes.append(32)
      bytes.put(units: y, of: unit)
      bytes.put(" Tm\n")
      isTurned = angle != 0
    } else {
      bytes.put(units: x - lineX, of: unit)
      bytes.append(32)
      bytes.put(units: y - lineY, of: unit)
      bytes.put(" Td\n")
    }
    (lineX, lineY) = (x, y)
  }

  private func parts(_ value: Double) -> Int {
    Int((max(-1e9, min(1e9, value)) * Double(unit)).rounded())
  }
}
