// SPDX-License-Identifier: MIT
// Part of Platen: draws a line: sets its glue, orders its runs visually, positions its glyphs.

internal import Documents
internal import Drawing
internal import Geometry

/// Draws lines of paragraphs onto pages.
struct LineSetter {
  let styles: StyleTable

  /// A piece of a line, in the order of the text.
  private struct Piece {
    enum Kind: UInt8 { case word, space, fixedSpace, gap, hyphen, image }
    var kind: Kind
    var word: Int32
    var run: Int32
    var span: Int32
    var level: UInt8
    var width: Double
    var stretch = 0.0
    var shrink = 0.0
    /// The number in the order of the text.
    var order: Int32 = 0

    init(_ kind: Kind, _ item: Item, word: Int32, width: Double) {
      self.kind = kind
      self.word = word
      self.width = width
      run = item.run
      span = item.span
      level = item.level
    }

    init(_ kind: Kind, _ item: Item) {
      self.init(kind, item, word: item.word, width: item.width)
    }

    /// The distance of the next piece from its beginning.
    func advance(_ ratio: Double) -> Double {
      width + (ratio >= 0 ? stretch : shrink) * ratio
    }
  }

  /// A run of pieces that are drawn together.
  private struct PieceRun {
    var pieces: Range<Int>
    var left: Double
    var right: Double
    var order: Int32
  }

  /// The style that glyphs are drawn with.
  private struct GlyphStyle {
    let run: RunStyle
    let element: Int32
    let isRightToLeft: Bool
    let y: Double
    var face: UInt16 = 0
  }

  private var pieces: [Piece] = []
  private var pieceRuns: [PieceRun] = []
  /// The run being collected.
  private var glyphs: [Glyph] = []
  private var clusters: [Cluster] = []
  private var source: [UInt8] = []
  /// Runs from right to left, until all of a stretch are there.
  private var backwards: [Node] = []

  init(styles: StyleTable) { self.styles = styles }

  /// A line of a paragraph, and where it is drawn.
  struct Line {
    let list: ItemList
    let paragraph: SetParagraph
    /// The item it begins with, and how many bytes of that are on the line before.
    let start: Int
    let offset: Int
    let end: LineEnd
    let x: Double
    let baseline: Double
    let width: Double
    let isLast: Bool

    /// Indicates whether the text itself ends the line.
    var endsInBreak: Bool {
      Int(end.item) < list.items.count && list.items[Int(end.item)].kind == .hardBreak
    }
  }

  /// Draws a line. Where it ended, from the left.
  mutating func draw(
    _ line: Line, images: (String, Rect) -> Node?, on page: inout PageBuilder
  ) -> (left: Double, right: Double) {
    collect(line)
    var (x, ratio) = fit(line)
    let list = line.list
    // The space at which the line is broken extends beyond it.
    let endsInBlank = addEndBlank(list.items, line.end)
    if list.hasLevels {
      for i in pieces.indices { pieces[i].order = Int32(i) }
      if endsInBlank {
        // Rule L1: it goes with the paragraph, not with the word before.
        pieces[pieces.count - 1].level = list.isRightToLeft ? 1 : 0
        if list.isRightToLeft { x -= pieces[pieces.count - 1].width }
      }
      LineSetter.orderVisually(&pieces) { $0.level }
    }
    let right = drawPieces(of: line, x: x, ratio: ratio, images: images, on: &page)
    return (x, right)
  }

  /// The beginning of a line, and the share of its glue's stretch or shrink that it uses.
  private func fit(_ line: Line) -> (x: Double, ratio: Double) {
    var natural = 0.0
    var stretch = 0.0
    var shrink = 0.0
    for piece in pieces {
      natural += piece.width
      stretch += piece.stretch
      shrink += piece.shrink
    }
    let rest = line.width - natural
    let isRightToLeft = line.list.isRightToLeft
    switch line.paragraph.shape.alignment {
    case .justified:
      let isForced = line.isLast || (line.end.offset == 0 && line.endsInBreak)
      var ratio = 0.0
      if rest < 0 {
        ratio = shrink > 0 ? max(-1, rest / shrink) : 0
      } else if !isForced, stretch > 0 {
        // The short last line of a heading is not stretched that far.
        ratio = rest / stretch <= 12 ? rest / stretch : 0
      }
      let isRagged = rest > 0 && (isForced || ratio == 0)
      return (isRightToLeft && isRagged ? line.x + rest : line.x, ratio)
    case .start: return (isRightToLeft ? line.x + rest : line.x, 0)
    case .center: return (line.x + rest / 2, 0)
    case .end: return (isRightToLeft ? line.x : line.x + rest, 0)
    }
  }

  // MARK: Pieces

  private mutating func collect(_ line: Line) {
    pieces.removeAll(keepingCapacity: true)
    let items = line.list.items
    let end = line.end
    let words = styles.words
    let last = Int(end.item)
    var i = line.start
    var from = line.offset
    while i < last || (i == last && end.offset > 0 && i < items.count) {
      let item = items[i]
      switch item.kind {
      case .word:
        let upTo = i == last ? Int(end.offset) : -1
        if from > 0 || upTo >= 0 {
          let size = styles.runs[Int(item.run)].size
          let whole = words.words[Int(item.word)]
          let part = words.part(of: item.word, from..<(upTo >= 0 ? upTo : Int(whole.count)))
          pieces.append(
            Piece(.word, item, word: part, width: words.words[Int(part)].width * size))
          if upTo >= 0 { addHyphen(item) }
        } else {
          pieces.append(Piece(.word, item))
        }
      case .space:
        var piece = Piece(.space, item)
        piece.stretch = item.width * LineBreaker.stretchShare
        piece.shrink = item.width * LineBreaker.shrinkShare
        pieces.append(piece)
      case .fixedSpace: pieces.append(Piece(.fixedSpace, item))
      case .opportunity:
        if item.penalty == 0, let previous = pieces.last, previous.kind == .word {
          var piece = Piece(.gap, item, word: -1, width: 0)
          (piece.span, piece.level) = (previous.span, previous.level)
          piece.stretch = LineBreaker.ideographStretch * styles.runs[Int(item.run)].size
          pieces.append(piece)
        }
      case .image: pieces.append(Piece(.image, item))
      case .softHyphen, .hardBreak: break
      }
      from = 0
      i += 1
    }
    if end.offset == 0, last < items.count, items[last].kind == .softHyphen {
      addHyphen(items[last])
    }
    while let piece = pieces.last, piece.kind == .space || piece.kind == .gap {
      pieces.removeLast()
    }
  }

  private mutating func addHyphen(_ item: Item) {
    let run = styles.runs[Int(item.run)]
    pieces.append(Piece(.hyphen, item, word: run.hyphen, width: run.hyphenWidth))
  }

  private mutating func addEndBlank(_ items: [Item], _ end: LineEnd) -> Bool {
    guard end.offset == 0, Int(end.item) < items.count, let last = pieces.last else {
      return false
    }
    let item = items[Int(end.item)]
    guard item.kind == .space || item.kind == .hardBreak, last.kind != .image else {
      return false
    }
    // It belongs to the word before, so that no run is begun for it.
    let run = styles.runs[Int(last.run)]
    var piece = Piece(.space, item, word: run.space, width: run.spaceWidth)
    (piece.run, piece.span, piece.level) = (last.run, last.span, last.level)
    pieces.append(piece)
    return true
  }

  /// Rule L2 of UAX #9, for pieces of one level each.
  private static func orderVisually<T>(_ pieces: inout [T], level: (T) -> UInt8) {
    guard let highest = pieces.map(level).max(), highest > 0 else { return }
    var least = highest
    while least >= 1 {
      var i = 0
      while i < pieces.count {
        guard level(pieces[i]) >= least else {
          i += 1
          continue
        }
        var end = i
        while end < pieces.count, level(pieces[end]) >= least { end += 1 }
        pieces[i..<end].reverse()
        i = end
      }
      least -= 1
    }
  }

  // MARK: Drawing

  private mutating func drawPieces(
    of line: Line, x start: Double, ratio: Double, images: (String, Rect) -> Node?,
    on page: inout PageBuilder
  ) -> Double {
    // Runs of one style, span and direction.
    pieceRuns.removeAll(keepingCapacity: true)
    var x = start
    var i = 0
    while i < pieces.count {
      let first = pieces[i]
      var stretch = PieceRun(pieces: i..<i + 1, left: x, right: x, order: first.order)
      var end = i
      repeat {
        let piece = pieces[end]
        x += piece.advance(ratio)
        stretch.order = min(stretch.order, piece.order)
        end += 1
      } while end < pieces.count && first.kind != .image && pieces[end].kind != .image
        && pieces[end].run == first.run && pieces[end].span == first.span
        && pieces[end].level % 2 == first.level % 2
      stretch.pieces = i..<end
      stretch.right = x
      pieceRuns.append(stretch)
      i = end
    }
    // Content is drawn in reading order, regardless of its position.
    if line.list.hasLevels { pieceRuns.sort { $0.order < $1.order } }
    for stretch in pieceRuns {
      draw(stretch, of: line, ratio: ratio, images: images, on: &page)
    }
    return x
  }

  private mutating func draw(
    _ stretch: PieceRun, of line: Line, ratio: Double, images: (String, Rect) -> Node?,
    on page: inout PageBuilder
  ) {
    let first = pieces[stretch.pieces.lowerBound]
    let element = element(of: first.span, in: line.paragraph)
    let run = styles.runs[Int(first.run)]
    let y = line.baseline - run.rise
    if first.kind == .image {
      let image = line.list.images[Int(first.word)]
      let frame = Rect(
        x: stretch.left, y: y - image.ascent, width: image.size.width,
        height: image.size.height)
      let formula = image.node.map {
        Node.group(Group(transform: .translation(stretch.left, y), children: [$0]))
      }
      if let node = formula ?? images(image.resource, frame) {
        page.addNode(node, element: element)
        if element >= 0, element != line.paragraph.element {
          page.figures.append((element, frame))
        }
      }
      return
    }
    if let ground = run.ground, ground.alpha > 0, stretch.right > stretch.left {
      // Slightly larger than the text, so that letters do not touch its edge.
      let reach = run.size * 0.06
      page.fill(
        Path(
          rounded: Rect(
            x: stretch.left - reach, y: y - run.size * 0.92,
            width: stretch.right - stretch.left + 2 * reach, height: run.size * 1.18),
          radius: run.size * 0.1), ground)
    }
    var glyphStyle = GlyphStyle(
      run: run, element: element, isRightToLeft: first.level % 2 == 1, y: y)
    drawWords(of: stretch, ratio, with: &glyphStyle, on: &page)
    decorate(run, from: stretch.left, to: stretch.right, baseline: y, element: element, on: &page)
    link(first.span, of: line, stretch, baseline: y, run.size, on: &page)
  }

  private mutating func drawWords(
    of stretch: PieceRun, _ ratio: Double, with glyphStyle: inout GlyphStyle,
    on page: inout PageBuilder
  ) {
    // Local copies, to avoid an access for each glyph.
    let words = styles.words.words
    let shapes = styles.words.glyphs
    let letters = styles.words.bytes
    var x = stretch.left
    for p in stretch.pieces {
      let piece = pieces[p]
      if piece.kind != .gap {
        let word = words[Int(piece.word)]
        let isPlain = !glyphStyle.isRightToLeft && (piece.kind == .word || piece.kind == .space)
        if isPlain, !word.hasManyFaces, word.glyphCount > 0 {
          drawPlain(word, at: x, shapes, letters, with: &glyphStyle, on: &page)
        } else {
          var end = x
          draw(word, piece.kind, at: &end, shapes, with: &glyphStyle, on: &page)
        }
      }
      x += piece.advance(ratio)
    }
    finish(glyphStyle, on: &page)
  }

  /// Draws a word of one face from left to right, as most are.
  @inline(__always)
  private mutating func drawPlain(
    _ word: ShapedWord, at x: Double, _ shapes: [WordGlyph], _ letters: [UInt8],
    with glyphStyle: inout GlyphStyle, on page: inout PageBuilder
  ) {
    let own = shapes[Int(word.glyphStart)].face
    if own != glyphStyle.face || glyphs.isEmpty {
      flush(glyphStyle, on: &page)
      glyphStyle.face = own
    }
    var x = x
    for g in Int(word.glyphStart)..<Int(word.glyphStart + word.glyphCount) {
      let glyph = shapes[g]
      append(glyph, at: &x, with: glyphStyle)
      if glyph.clusterBytes > 0 {
        clusters.append(Cluster(byteCount: Int(glyph.clusterBytes), glyphCount: 1))
      } else if let last = clusters.indices.last {
        clusters[last].glyphCount += 1
      }
    }
    source.append(contentsOf: letters[Int(word.start)..<Int(word.start + word.count)])
  }

  private mutating func draw(
    _ word: ShapedWord, _ kind: Piece.Kind, at x: inout Double, _ shapes: [WordGlyph],
    with glyphStyle: inout GlyphStyle, on page: inout PageBuilder
  ) {
    var byte = Int(word.start) + (glyphStyle.isRightToLeft ? Int(word.count) : 0)
    for g in Int(word.glyphStart)..<Int(word.glyphStart + word.glyphCount) {
      let glyph = shapes[g]
      if glyph.clusterBytes > 0, glyph.face != glyphStyle.face || glyphs.isEmpty {
        flush(glyphStyle, on: &page)
        glyphStyle.face = glyph.face
      }
      append(glyph, at: &x, with: glyphStyle)
      if glyph.clusterBytes > 0 {
        let count = Int(glyph.clusterBytes)
        clusters.append(
          Cluster(
            byteCount: addSource(kind, word, byte, count, glyphStyle.isRightToLeft), glyphCount: 1))
        byte += glyphStyle.isRightToLeft ? -count : count
      } else if let last = clusters.indices.last {
        clusters[last].glyphCount += 1
      }
    }
  }

  @inline(__always)
  private mutating func append(_ glyph: WordGlyph, at x: inout Double, with glyphStyle: GlyphStyle)
  {
    let size = glyphStyle.run.size
    glyphs.append(
      Glyph(
        id: glyph.id,
        position: Point(x + Double(glyph.dx) * size, glyphStyle.y + Double(glyph.dy) * size)))
    x += Double(glyph.advance) * size
  }

  /// Appends a cluster's letters to the source; their number of bytes. From right to left clusters
  /// come last letters first, so the source is collected backwards.
  @inline(__always)
  private mutating func addSource(
    _ kind: Piece.Kind, _ word: ShapedWord, _ byte: Int, _ count: Int, _ isRightToLeft: Bool
  ) -> Int {
    switch kind {
    case .hyphen:
      source.append(0xC2)
      source.append(0xAD)
      return 2
    case .fixedSpace:
      if isRightToLeft {
        source.append(0xA0)
        source.append(0xC2)
      } else {
        source.append(0xC2)
        source.append(0xA0)
      }
      return 2
    case .word, .space, .gap, .image:
      if isRightToLeft {
        for i in 0..<count { source.append(styles.words.bytes[byte - 1 - i]) }
      } else {
        source.append(contentsOf: styles.words.bytes[byte..<byte + count])
      }
      return count
    }
  }

  private mutating func finish(_ glyphStyle: GlyphStyle, on page: inout PageBuilder) {
    flush(glyphStyle, on: &page)
    // Runs of several faces were met from the left, and are read from the right.
    while let node = backwards.popLast() { page.addNode(node, element: glyphStyle.element) }
  }

  private mutating func flush(_ glyphStyle: GlyphStyle, on page: inout PageBuilder) {
    guard !glyphs.isEmpty else { return }
    if glyphStyle.isRightToLeft { source.reverse() }
    let node = Node.text(
      TextNode(
        source: String(decoding: source, as: UTF8.self),
        font: FontInstance(
          face: styles.words.faces[Int(glyphStyle.face)], size: glyphStyle.run.size),
        glyphs: glyphs, clusters: clusters, paint: .color(glyphStyle.run.color),
        isRightToLeft: glyphStyle.isRightToLeft))
    if glyphStyle.isRightToLeft {
      backwards.append(node)
    } else {
      page.addNode(node, element: glyphStyle.element)
    }
    // The arrays went into the node: new ones are begun at the same size.
    glyphs = []
    glyphs.reserveCapacity(96)
    clusters = []
    clusters.reserveCapacity(96)
    source.removeAll(keepingCapacity: true)
  }

  private func element(of span: Int32, in paragraph: SetParagraph) -> Int32 {
    guard span >= 0, let extras = paragraph.extras, Int(span) < extras.spanElements.count else {
      return paragraph.element
    }
    let own = extras.spanElements[Int(span)]
    return own == ParagraphExtras.artifact ? -1 : own >= 0 ? own : paragraph.element
  }

  private func decorate(
    _ run: RunStyle, from left: Double, to right: Double, baseline: Double, element: Int32,
    on page: inout PageBuilder
  ) {
    guard right > left, run.isUnderlined || run.isStruck else { return }
    let thickness = max(0.3, run.size * 0.045)
    for offset in [
      run.isUnderlined ? run.size * 0.14 : nil, run.isStruck ? -run.size * 0.26 : nil,
    ] {
      guard let offset else { continue }
      page.fill(
        Path(rect: Rect(x: left, y: baseline + offset, width: right - left, height: thickness)),
        run.color, element: element)
    }
  }

  private func link(
    _ span: Int32, of line: Line, _ stretch: PieceRun, baseline: Double, _ size: Double,
    on page: inout PageBuilder
  ) {
    var span = span
    while span >= 0, Int(span) < line.list.spans.count {
      let info = line.list.spans[Int(span)]
      let target: PageLink.Target
      switch info.kind {
      case .link(let url): target = .url(url)
      case .reference(let id): target = .place(id)
      case .note, .emphasis, .strong, .code, .language, .image, .formula:
        span = info.parent
        continue
      }
      guard let extras = line.paragraph.extras, Int(span) < extras.spanElements.count,
        extras.spanElements[Int(span)] >= 0
      else { return }
      let element = Int(extras.spanElements[Int(span)])
      let frame = Rect(
        x: stretch.left, y: baseline - size * 0.8, width: stretch.right - stretch.left,
        height: size * 1.05)
      if let last = page.links.indices.last, page.links[last].element == element,
        abs(page.links[last].frame.maxY - frame.maxY) < size * 0.5
      {
        page.links[last].frame = page.links[last].frame.union(frame)
      } else {
        page.links.append(
          PageLink(frame: frame, target: target, element: element, description: ""))
      }
      return
    }
  }

  // MARK: Short texts

  /// The width of a text in one line.
  func width(of text: String, style: Int32) -> Double {
    let run = styles.runStyle(of: style)
    return shaped(text, run).reduce(0) { $0 + styles.words.words[Int($1)].width } * run.size
  }

  /// The glyphs of a text from left to right, with its parts of either direction in place.
  ///
  /// - Parameter isRightToLeft: The direction of the whole; nil for that of the first strong
  ///   letter.
  private func shaped(_ text: String, _ run: RunStyle, isRightToLeft: Bool? = nil) -> [Int32] {
    guard isRightToLeft ?? false || BidiScan.needsLevels([.text(text)]) else {
      return [styles.words.word(text, font: run.font)]
    }
    let levels = styles.words.levels(of: text, isRightToLeft: isRightToLeft)
    var parts: [(text: String, level: UInt8)] = []
    for (scalar, level) in zip(text.unicodeScalars, levels) {
      if parts.last?.level == level {
        parts[parts.count - 1].text.unicodeScalars.append(scalar)
      } else {
        parts.append((String(scalar), level))
      }
    }
    LineSetter.orderVisually(&parts) { $0.level }
    return parts.map {
      styles.words.word($0.text, font: run.font, isRightToLeft: $0.level % 2 == 1)
    }
  }

  /// Draws a short text in one line: a label, a running head.
  mutating func draw(
    _ text: String, style: Int32, x: Double, baseline: Double, element: Int32,
    isRightToLeft: Bool? = nil, on page: inout PageBuilder
  ) {
    let run = styles.runStyle(of: style)
    var x = x
    for word in shaped(text, run, isRightToLeft: isRightToLeft) {
      let shaped = styles.words.words[Int(word)]
      var glyphStyle = GlyphStyle(
        run: run, element: element, isRightToLeft: shaped.isRightToLeft, y: baseline - run.rise)
      draw(shaped, .word, at: &x, styles.words.glyphs, with: &glyphStyle, on: &page)
      finish(glyphStyle, on: &page)
    }
  }
}
