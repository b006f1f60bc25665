// SPDX-License-Identifier: MIT
// Part of Platen: draws a line: its glue set, its runs in visual order, its glyphs where they stand.

internal import Documents
internal import Drawing
internal import Geometry

/// Draws lines of paragraphs onto pages.
struct LineSetter {
  let styles: StyleTable
  let galley: Galley

  /// What stands on a line, in the order of the text.
  private struct Piece {
    var word: Int32
    var run: Int32
    var span: Int32
    var level: UInt8
    var width: Double
    var stretch: Double
    var shrink: Double
    var kind: Kind
    /// In the order of the text.
    var order: Int32 = 0
    enum Kind: UInt8 { case word, space, fixedSpace, gap, hyphen, picture }
  }

  /// Pieces drawn in one go.
  private struct Stretch {
    var pieces: Range<Int>
    var left: Double
    var right: Double
    var order: Int32
  }

  private var pieces: [Piece] = []
  private var stretches: [Stretch] = []
  /// The run being collected.
  private var glyphs: [Glyph] = []
  private var clusters: [Cluster] = []
  private var source: [UInt8] = []
  /// Runs from right to left, until all of a stretch are there.
  private var backwards: [Node] = []

  init(styles: StyleTable, galley: Galley) {
    self.styles = styles
    self.galley = galley
  }

  /// Where one line is drawn.
  struct Place {
    var x: Double
    var baseline: Double
    var width: Double
    var isLast: Bool
  }

  /// Draws the line that begins at `start`, within the word there after `offset` bytes, and ends at
  /// `end`. Where it ended, from the left.
  @discardableResult
  mutating func set(
    _ list: ItemList, from start: Int, offset: Int, to end: LineEnd, of paragraph: SetParagraph,
    at place: Place, pictures: (String, Rect) -> Node?, on page: inout PageBuilder
  ) -> (left: Double, right: Double) {
    collect(list.items, from: start, offset: offset, to: end)
    var natural = 0.0
    var stretch = 0.0
    var shrink = 0.0
    for piece in pieces {
      natural += piece.width
      stretch += piece.stretch
      shrink += piece.shrink
    }
    // A blank the line broke at stands beyond the line.
    let endsInBlank = addEndBlank(list.items, end)
    let isForced =
      place.isLast
      || (Int(end.item) < list.items.count && end.offset == 0
        && list.items[Int(end.item)].kind == .hardBreak)
    var x = place.x
    var ratio = 0.0
    let rest = place.width - natural
    let alignment = paragraph.shape.alignment
    switch alignment {
    case .justified:
      if rest < 0 {
        ratio = shrink > 0 ? max(-1, rest / shrink) : 0
      } else if !isForced, stretch > 0 {
        // What a heading's short line would be torn to is left ragged.
        ratio = rest / stretch <= 12 ? rest / stretch : 0
      }
      if list.isRightToLeft, isForced || ratio == 0, rest > 0 { x += rest }
    case .start: if list.isRightToLeft { x += rest }
    case .center: x += rest / 2
    case .end: if !list.isRightToLeft { x += rest }
    }
    if list.hasLevels {
      for i in pieces.indices { pieces[i].order = Int32(i) }
      if endsInBlank {
        // Rule L1: it goes with the paragraph, not with the word before.
        pieces[pieces.count - 1].level = list.isRightToLeft ? 1 : 0
        if list.isRightToLeft { x -= pieces[pieces.count - 1].width }
      }
      LineSetter.orderVisually(&pieces) { $0.level }
    }
    let right = draw(
      list, of: paragraph, x: x, baseline: place.baseline, ratio: ratio, pictures: pictures,
      on: &page)
    return (x, right)
  }

  // MARK: What stands on the line

  private mutating func collect(_ items: [Item], from start: Int, offset: Int, to end: LineEnd) {
    pieces.removeAll(keepingCapacity: true)
    let words = styles.words
    let last = Int(end.item)
    var i = start
    var from = offset
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
            Piece(
              word: part, run: item.run, span: item.span, level: item.level,
              width: words.words[Int(part)].width * size, stretch: 0, shrink: 0, kind: .word))
          if upTo >= 0 { addHyphen(item) }
        } else {
          pieces.append(
            Piece(
              word: item.word, run: item.run, span: item.span, level: item.level,
              width: item.width, stretch: 0, shrink: 0, kind: .word))
        }
      case .space:
        pieces.append(
          Piece(
            word: item.word, run: item.run, span: item.span, level: item.level, width: item.width,
            stretch: item.width * LineBreaker.stretchShare,
            shrink: item.width * LineBreaker.shrinkShare, kind: .space))
      case .fixedSpace:
        pieces.append(
          Piece(
            word: item.word, run: item.run, span: item.span, level: item.level, width: item.width,
            stretch: 0, shrink: 0, kind: .fixedSpace))
      case .opportunity:
        if item.penalty == 0, let previous = pieces.last, previous.kind == .word {
          pieces.append(
            Piece(
              word: -1, run: item.run, span: previous.span, level: previous.level, width: 0,
              stretch: LineBreaker.ideographStretch * styles.runs[Int(item.run)].size, shrink: 0,
              kind: .gap))
        }
      case .picture:
        pieces.append(
          Piece(
            word: item.word, run: item.run, span: item.span, level: item.level, width: item.width,
            stretch: 0, shrink: 0, kind: .picture))
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
    pieces.append(
      Piece(
        word: run.hyphen, run: item.run, span: item.span, level: item.level,
        width: run.hyphenWidth, stretch: 0, shrink: 0, kind: .hyphen))
  }

  private mutating func addEndBlank(_ items: [Item], _ end: LineEnd) -> Bool {
    guard end.offset == 0, Int(end.item) < items.count, let last = pieces.last else { return false }
    let item = items[Int(end.item)]
    guard item.kind == .space || item.kind == .hardBreak, last.kind != .picture else {
      return false
    }
    // It belongs to the word before, so that no run is begun for it.
    let run = styles.runs[Int(last.run)]
    pieces.append(
      Piece(
        word: run.space, run: last.run, span: last.span, level: last.level, width: run.spaceWidth,
        stretch: 0, shrink: 0, kind: .space))
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

  private mutating func draw(
    _ list: ItemList, of paragraph: SetParagraph, x start: Double, baseline: Double,
    ratio: Double, pictures: (String, Rect) -> Node?, on page: inout PageBuilder
  ) -> Double {
    // Stretches of one style, span and direction, and where they begin.
    stretches.removeAll(keepingCapacity: true)
    var x = start
    var i = 0
    while i < pieces.count {
      let first = pieces[i]
      var stretch = Stretch(pieces: i..<i + 1, left: x, right: x, order: first.order)
      var end = i
      repeat {
        let piece = pieces[end]
        x += piece.width + (ratio >= 0 ? piece.stretch : piece.shrink) * ratio
        stretch.order = min(stretch.order, piece.order)
        end += 1
      } while end < pieces.count && first.kind != .picture && pieces[end].kind != .picture
        && pieces[end].run == first.run && pieces[end].span == first.span
        && pieces[end].level % 2 == first.level % 2
      stretch.pieces = i..<end
      stretch.right = x
      stretches.append(stretch)
      i = end
    }
    // Content is drawn in reading order, wherever it stands.
    if list.hasLevels { stretches.sort { $0.order < $1.order } }
    for stretch in stretches {
      draw(
        stretch, list, of: paragraph, baseline: baseline, ratio: ratio, pictures: pictures,
        on: &page)
    }
    return x
  }

  private mutating func draw(
    _ stretch: Stretch, _ list: ItemList, of paragraph: SetParagraph, baseline: Double,
    ratio: Double, pictures: (String, Rect) -> Node?, on page: inout PageBuilder
  ) {
    let first = pieces[stretch.pieces.lowerBound]
    let element = element(of: first.span, in: paragraph)
    if first.kind == .picture {
      let picture = list.pictures[Int(first.word)]
      let run = styles.runs[Int(first.run)]
      let frame = Rect(
        x: stretch.left, y: baseline - run.rise - picture.ascent, width: picture.size.width,
        height: picture.size.height)
      let formula = picture.node.map {
        Node.group(
          Group(
            transform: AffineMap(
              a: 1, b: 0, c: 0, d: 1, tx: stretch.left, ty: baseline - run.rise), children: [$0]))
      }
      if let node = formula ?? pictures(picture.resource, frame) {
        page.add(node, element: element)
        if element >= 0, element != paragraph.element { page.figures.append((element, frame)) }
      }
      return
    }
    let run = styles.runs[Int(first.run)]
    let isRightToLeft = first.level % 2 == 1
    let y = baseline - run.rise
    if let ground = run.ground, ground.alpha > 0, stretch.right > stretch.left {
      // A hair beyond the letters, so that they do not stand at its edge.
      let reach = run.size * 0.06
      page.fill(
        Path(
          rounded: Rect(
            x: stretch.left - reach, y: y - run.size * 0.92,
            width: stretch.right - stretch.left + 2 * reach, height: run.size * 1.18),
          radius: run.size * 0.1), ground)
    }
    // Held here once, not asked for glyph by glyph.
    let words = styles.words.words
    let shapes = styles.words.glyphs
    let letters = styles.words.bytes
    var face: UInt16 = 0
    var x = stretch.left
    for p in stretch.pieces {
      let piece = pieces[p]
      if piece.kind != .gap {
        let word = words[Int(piece.word)]
        var pen = x
        var byte = Int(word.start) + (isRightToLeft ? Int(word.count) : 0)
        let isPlain = !isRightToLeft && (piece.kind == .word || piece.kind == .space)
        if isPlain, !word.hasManyFaces, word.glyphCount > 0 {
          let own = shapes[Int(word.glyphStart)].face
          if own != face || glyphs.isEmpty {
            flush(face, run, isRightToLeft, element, on: &page)
            face = own
          }
          for g in Int(word.glyphStart)..<Int(word.glyphStart + word.glyphCount) {
            let glyph = shapes[g]
            glyphs.append(
              Glyph(
                id: glyph.id,
                position: Point(
                  pen + Double(glyph.dx) * run.size, y + Double(glyph.dy) * run.size)))
            pen += Double(glyph.advance) * run.size
            if glyph.clusterBytes > 0 {
              clusters.append(Cluster(byteCount: Int(glyph.clusterBytes), glyphCount: 1))
            } else if let last = clusters.indices.last {
              clusters[last].glyphCount += 1
            }
          }
          source.append(contentsOf: letters[Int(word.start)..<Int(word.start + word.count)])
          x += piece.width + (ratio >= 0 ? piece.stretch : piece.shrink) * ratio
          continue
        }
        for g in Int(word.glyphStart)..<Int(word.glyphStart + word.glyphCount) {
          let glyph = shapes[g]
          if glyph.clusterBytes > 0, glyph.face != face || glyphs.isEmpty {
            flush(face, run, isRightToLeft, element, on: &page)
            face = glyph.face
          }
          glyphs.append(
            Glyph(
              id: glyph.id,
              position: Point(
                pen + Double(glyph.dx) * run.size, y + Double(glyph.dy) * run.size)))
          pen += Double(glyph.advance) * run.size
          if glyph.clusterBytes > 0 {
            let count = Int(glyph.clusterBytes)
            clusters.append(
              Cluster(
                byteCount: addSource(piece.kind, word, byte, count, isRightToLeft), glyphCount: 1))
            byte += isRightToLeft ? -count : count
          } else if let last = clusters.indices.last {
            clusters[last].glyphCount += 1
          }
        }
      }
      x += piece.width + (ratio >= 0 ? piece.stretch : piece.shrink) * ratio
    }
    flush(face, run, isRightToLeft, element, on: &page)
    // Runs of several faces were met from the left, and are read from the right.
    while let node = backwards.popLast() { page.add(node, element: element) }
    decorate(run, from: stretch.left, to: stretch.right, baseline: y, element: element, on: &page)
    link(
      first.span, list, paragraph, from: stretch.left, to: stretch.right, baseline: y, run.size,
      on: &page)
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
    case .word, .space, .gap, .picture:
      if isRightToLeft {
        for i in 0..<count { source.append(styles.words.bytes[byte - 1 - i]) }
      } else {
        source.append(contentsOf: styles.words.bytes[byte..<byte + count])
      }
      return count
    }
  }

  private mutating func flush(
    _ face: UInt16, _ run: RunStyle, _ isRightToLeft: Bool, _ element: Int32,
    on page: inout PageBuilder
  ) {
    guard !glyphs.isEmpty else { return }
    if isRightToLeft { source.reverse() }
    let node = Node.text(
      TextNode(
        source: String(decoding: source, as: UTF8.self),
        font: FontInstance(face: styles.words.faces[Int(face)], size: run.size), glyphs: glyphs,
        clusters: clusters, paint: .color(run.color), isRightToLeft: isRightToLeft))
    if isRightToLeft { backwards.append(node) } else { page.add(node, element: element) }
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
    return own == ParagraphExtras.artefact ? -1 : own >= 0 ? own : paragraph.element
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
    _ span: Int32, _ list: ItemList, _ paragraph: SetParagraph, from left: Double,
    to right: Double, baseline: Double, _ size: Double, on page: inout PageBuilder
  ) {
    var span = span
    while span >= 0, Int(span) < list.spans.count {
      let info = list.spans[Int(span)]
      let target: PageLink.Target
      switch info.kind {
      case .link(let url): target = .url(url)
      case .reference(let id): target = .place(id)
      case .note, .emphasis, .strong, .code, .language, .picture, .formula:
        span = info.parent
        continue
      }
      guard let extras = paragraph.extras, Int(span) < extras.spanElements.count,
        extras.spanElements[Int(span)] >= 0
      else { return }
      let element = Int(extras.spanElements[Int(span)])
      let frame = Rect(
        x: left, y: baseline - size * 0.8, width: right - left, height: size * 1.05)
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

  /// How wide a text is in one line.
  func width(of text: String, style: Int32) -> Double {
    let run = styles.runStyle(of: style)
    return shaped(text, run).reduce(0) { $0 + styles.words.words[Int($1)].width } * run.size
  }

  /// What a text is drawn with from the left on, its parts of either direction where they belong.
  ///
  /// - Parameter isRightToLeft: The direction of the whole; nil for that of the first strong letter.
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
    let index = styles.run(of: style)
    let run = styles.runs[Int(index)]
    var pen = x
    for word in shaped(text, run, isRightToLeft: isRightToLeft) {
      let shaped = styles.words.words[Int(word)]
      var face: UInt16 = 0
      var byte = Int(shaped.start) + (shaped.isRightToLeft ? Int(shaped.count) : 0)
      for g in Int(shaped.glyphStart)..<Int(shaped.glyphStart + shaped.glyphCount) {
        let glyph = styles.words.glyphs[g]
        if glyph.clusterBytes > 0, glyph.face != face || glyphs.isEmpty {
          flush(face, run, shaped.isRightToLeft, element, on: &page)
          face = glyph.face
        }
        glyphs.append(
          Glyph(
            id: glyph.id,
            position: Point(
              pen + Double(glyph.dx) * run.size,
              baseline - run.rise + Double(glyph.dy) * run.size)))
        pen += Double(glyph.advance) * run.size
        if glyph.clusterBytes > 0 {
          let count = Int(glyph.clusterBytes)
          clusters.append(
            Cluster(
              byteCount: addSource(.word, shaped, byte, count, shaped.isRightToLeft), glyphCount: 1)
          )
          byte += shaped.isRightToLeft ? -count : count
        } else if let last = clusters.indices.last {
          clusters[last].glyphCount += 1
        }
      }
      flush(face, run, shaped.isRightToLeft, element, on: &page)
      while let node = backwards.popLast() { page.add(node, element: element) }
    }
  }
}
