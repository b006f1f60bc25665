// SPDX-License-Identifier: MIT
// Part of Platen: measures the next chunks before they are placed on a page.

internal import Drawing

/// Measures chunks that are not yet placed.
struct Lookahead {
  let galley: Galley
  let styles: StyleTable
  let look: BookStyle
  let chunks: [Chunk]

  /// The number of lines that move to the next page with the short end of a chapter.
  static let shortEndLines = 3
  /// The part of a column that must be free for a block that is higher than a column to begin there.
  private static let leastShare = 0.3
  /// The part of a column that stays empty at most where blocks are kept together.
  static let emptyShare = 0.2
  /// The lines of a box that may be split so that a column is not left empty.
  private static let splitLines = 6.0

  /// The extent of what stays together, from the most to the least.
  enum Keeping: Comparable, CaseIterable {
    /// Small boxes stay with the text below them.
    case all
    /// A box of any size is enough below a heading.
    case boxes
    /// So is a frame without sides, as the header of a scene.
    case frames
    /// Boxes of some lines are split as well.
    case lines
  }

  /// The minimum height in one column of a chunk and those that stay with it.
  ///
  /// A heading stays with the next block. If that is a frame of some lines that itself stays with the
  /// next block, the frame is enough. A frame that is higher than a column is split after its first
  /// lines, and higher content anywhere.
  ///
  /// - Parameters:
  ///   - full: The height of an empty column.
  ///   - isWithoutFloats: Floats are not counted.
  func need(from start: Int, full: Double, isWithoutFloats: Bool = false) -> Double {
    for partsFrames in [false, true] {
      let total = extent(
        from: start, full: full, isWithoutFloats: isWithoutFloats, partsFrames: partsFrames
      ).height
      if total <= full { return total }
    }
    return full * Lookahead.leastShare
  }

  /// The chunks that stay together in a column that would else be left empty: the index of the last
  /// of them; nil if even the fewest do not fit.
  ///
  /// - Parameter room: How much of the column is left.
  func lastOfFewer(from start: Int, room: Double, full: Double) -> Int? {
    for keeping in Keeping.allCases.dropFirst() {
      let part = extent(
        from: start, full: full, isWithoutFloats: false, partsFrames: false, keeping: keeping)
      if part.height <= room + 0.01 { return part.last }
    }
    return nil
  }

  /// The height of a chunk and those that stay with it, measured until it exceeds a column, and the
  /// last of them.
  private func extent(
    from start: Int, full: Double, isWithoutFloats: Bool, partsFrames: Bool,
    keeping: Keeping = .all
  ) -> (height: Double, last: Int) {
    var total = 0.0
    var space = 0.0
    var isFirst = true
    var depth = 0
    var togetherDepth: Int?
    var opened = 0.0
    var next = start
    while next < min(chunks.count, start + 200) {
      let i = next
      let chunk = chunks[i]
      next += 1
      if isWithoutFloats, i > start, chunk.floats {
        next = float(at: i).upperBound
        continue
      }
      let gap = isFirst ? 0 : max(space, chunk.spaceBefore)
      let keeps = chunk.keepsWithNext || togetherDepth != nil
      if total > full { return (total, i) }
      switch chunk.kind {
      case .paragraph(let p):
        let set = galley.paragraphs[p]
        let notes = set.extras.map { $0.notes.reduce(0) { $0 + galley.notes[$1.note].height } } ?? 0
        let isWhole =
          keeps || chunk.keepsTogether || set.lineCount < look.orphans + look.widows
        let lines = isWhole ? set.lineCount : look.orphans
        total += gap + Double(lines) * set.lineHeight + (isWhole ? notes : 0)
        if !keeps { return (total, i) }
        space = chunk.spaceAfter
      case .row(let r):
        total += gap + galley.rows[r].height
        // A row higher than a page will be split in any case.
        if galley.rows[r].height > full { return (min(total, full * Lookahead.leastShare), i) }
        if !keeps { return (total, i) }
        space = chunk.spaceAfter
      case .box(let b):
        total += gap + galley.boxes[b].height
        if !keeps { return (total, i) }
        space = chunk.spaceAfter
      case .openFrame(let f):
        total += gap + styles.node(galley.frames[f].style).paddingBlock * 2
        if chunk.keepsTogether, !partsFrames, togetherDepth == nil,
          keeping < .lines || !isSplittable(from: i, full: full)
        {
          togetherDepth = depth
          opened = total + (isFirst ? 0 : max(space, chunk.spaceBefore))
        }
        depth += 1
        space = 0
        isFirst = true
        continue
      case .closeFrame(let f):
        depth -= 1
        if let together = togetherDepth, depth <= together {
          togetherDepth = nil
          // A frame without sides, as the header of a scene, belongs to the text below it.
          let isBox = isBox(f)
          let lines = (total - opened) / styles.node(galley.frames[f].style).lineHeight
          let isCompany =
            switch keeping {
            case .all: isBox && lines >= Double(Lookahead.shortEndLines)
            case .boxes: isBox
            case .frames, .lines: true
            }
          if !chunk.keepsWithNext || isCompany { return (total, i) }
        } else if depth < 0 {
          return (total, i)
        }
        space = chunk.spaceAfter
      case .openTable, .closeTable, .furniture, .sink: continue
      case .pageBreak, .columns: return (total, i)
      }
      isFirst = false
    }
    return (total, max(start, next - 1))
  }

  /// Indicates whether a frame has sides or a ground.
  private func isBox(_ frame: Int) -> Bool {
    let node = styles.node(galley.frames[frame].style)
    return [node.ground, node.border, node.bar].contains { ($0?.alpha ?? 0) > 0 }
  }

  /// Indicates whether a frame that stays together is a box of enough lines to be split.
  private func isSplittable(from start: Int, full: Double) -> Bool {
    guard case .openFrame(let f) = chunks[start].kind, isBox(f) else { return false }
    let whole = extent(from: start, full: full, isWithoutFloats: true, partsFrames: false)
    let node = styles.node(galley.frames[f].style)
    return whole.height - 2 * node.paddingBlock >= Lookahead.splitLines * node.lineHeight
  }

  /// The range of a float with its caption.
  func float(at start: Int) -> Range<Int> {
    var end = start
    while end + 1 < chunks.count, chunks[end].keepsWithNext { end += 1 }
    return start..<end + 1
  }

  /// Indicates whether the chunks after a figure fill the rest of a column, so that the figure may be
  /// placed at the top of the next one.
  ///
  /// - Parameter room: How much of the column is left.
  func isFilled(after float: Range<Int>, room: Double) -> Bool {
    var total = 0.0
    var space = 0.0
    for chunk in chunks[float.upperBound...].prefix(200) {
      if chunk.floats { return false }
      switch chunk.kind {
      case .paragraph(let p):
        let set = galley.paragraphs[p]
        total += max(space, chunk.spaceBefore) + Double(set.lineCount) * set.lineHeight
      case .row(let r): total += max(space, chunk.spaceBefore) + galley.rows[r].height
      case .box(let b): total += max(space, chunk.spaceBefore) + galley.boxes[b].height
      case .openFrame(let f), .closeFrame(let f):
        total += styles.node(galley.frames[f].style).paddingBlock
      case .pageBreak, .columns: return false
      case .openTable, .closeTable, .furniture, .sink: break
      }
      space = chunk.spaceAfter
      // A few lines more, so that the figure does not have the next page to itself.
      if total > room * 1.25 + 60 { return true }
    }
    return false
  }

  /// The height of the chunks after a chunk up to the next forced page break, if it is too small for a
  /// page of its own; nil if it is larger or 0.
  func shortEnd(after i: Int) -> Double? {
    var total = 0.0
    var space = chunks[i].spaceAfter
    for chunk in chunks[(i + 1)...].prefix(8) {
      switch chunk.kind {
      case .pageBreak: return total > 0 ? total : nil
      case .paragraph(let p):
        let set = galley.paragraphs[p]
        total += max(space, chunk.spaceBefore) + Double(set.lineCount) * set.lineHeight
        if total > Double(Lookahead.shortEndLines + 2) * set.lineHeight { return nil }
        space = chunk.spaceAfter
      case .openFrame(let f), .closeFrame(let f):
        total += styles.node(galley.frames[f].style).paddingBlock
        space = max(space, chunk.spaceBefore, chunk.spaceAfter)
      // What takes the whole width of a page ends so before its break.
      case .columns: continue
      default: return nil
      }
    }
    return nil
  }
}
