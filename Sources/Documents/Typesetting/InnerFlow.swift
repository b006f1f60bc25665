// SPDX-License-Identifier: MIT
// Part of Platen: the flow of chunks within a cell or a note, up to a limit.

/// An iterator over the pieces of chunks that fit. To measure, request all of them.
struct InnerFlow {
  /// The position up to which chunks are placed.
  struct Cursor {
    var index = 0
    var line = 0
  }

  struct Piece {
    enum Kind {
      case lines(Int, Range<Int>)
      case row(Int)
      case box(Int)
      case openFrame(Int)
      case closeFrame(Int)
    }
    var kind: Kind
    var chunk: Chunk
    var y: Double
  }

  let galley: Galley
  let styles: StyleTable
  let chunks: [Chunk]
  private(set) var cursor: Cursor
  private(set) var y: Double
  private let top: Double
  private let end: Double
  /// Indicates whether a line is set even if it does not fit.
  private let mustProgress: Bool
  private var space = 0.0
  private var isTop = true
  /// Indicates whether the rest is beyond the limit.
  private var isCut = false

  init(
    _ chunks: [Chunk], from cursor: Cursor = Cursor(), of galley: Galley, _ styles: StyleTable,
    y top: Double, limit: Double = .infinity, mustProgress: Bool = false
  ) {
    self.galley = galley
    self.styles = styles
    self.chunks = chunks
    self.cursor = cursor
    self.top = top
    self.mustProgress = mustProgress
    y = top
    end = top + limit
  }

  /// The height used so far.
  var height: Double { y - top }
  var isDone: Bool { cursor.index >= chunks.count }

  mutating func next() -> Piece? {
    while !isCut, !isDone {
      let chunk = chunks[cursor.index]
      let gap = isTop ? 0 : max(space, chunk.spaceBefore)
      switch chunk.kind {
      case .paragraph(let p):
        if let piece = nextLines(of: p, chunk, gap) { return piece }
      case .row(let r):
        if let piece = nextWhole(.row(r), galley.rows[r].height, chunk, gap) { return piece }
      case .box(let b):
        if let piece = nextWhole(.box(b), galley.boxes[b].height, chunk, gap) { return piece }
      case .openFrame(let f):
        y += gap
        let piece = Piece(kind: .openFrame(f), chunk: chunk, y: y)
        y += styles.node(galley.frames[f].style).paddingBlock
        space = 0
        isTop = true
        cursor.index += 1
        return piece
      case .closeFrame(let f):
        y += styles.node(galley.frames[f].style).paddingBlock
        pass(chunk)
        return Piece(kind: .closeFrame(f), chunk: chunk, y: y)
      case .openTable, .closeTable, .pageBreak, .columns, .furniture, .sink:
        cursor.index += 1
      }
    }
    return nil
  }

  private mutating func pass(_ chunk: Chunk) {
    space = chunk.spaceAfter
    isTop = false
    cursor.index += 1
  }

  private mutating func nextLines(of p: Int, _ chunk: Chunk, _ gap: Double) -> Piece? {
    let set = galley.paragraphs[p]
    let first = cursor.line
    let remaining = set.lineCount - first
    let start = y + (first == 0 ? gap : 0)
    var count = remaining
    if end.isFinite {
      count = max(0, min(remaining, Int((end - start + 0.01) / set.lineHeight)))
      // An empty column takes one line, even if it does not fit.
      if count == 0, isTop, mustProgress { count = 1 }
    }
    isCut = count < remaining
    if isCut {
      cursor.line += count
    } else {
      cursor.line = 0
      pass(chunk)
    }
    guard count > 0 else { return nil }
    y = start + Double(count) * set.lineHeight
    return Piece(kind: .lines(p, first..<first + count), chunk: chunk, y: start)
  }

  /// Takes the next chunk that is never split.
  private mutating func nextWhole(
    _ kind: Piece.Kind, _ height: Double, _ chunk: Chunk, _ gap: Double
  ) -> Piece? {
    isCut = y + gap + height > end + 0.01 && !isTop
    guard !isCut else { return nil }
    let start = y + gap
    y = start + height
    pass(chunk)
    return Piece(kind: kind, chunk: chunk, y: start)
  }
}
