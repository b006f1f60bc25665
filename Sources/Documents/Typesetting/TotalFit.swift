// SPDX-License-Identifier: MIT
// Part of Platen: one pass over a paragraph that finds the best of all its ways to be broken.

/// Total-fit line breaking: D. E. Knuth and M. F. Plass, "Breaking Paragraphs into Lines",
/// Software: Practice and Experience 11 (1981). One is used for all paragraphs in turn.
struct TotalFit {
  /// The limits of one pass.
  struct Pass {
    /// The share beyond its glue that a line may be stretched by.
    var tolerance: Double
    var withHyphens: Bool
    /// PieceRun of every line besides its glue's, in points.
    var emergency = 0.0
    /// Indicates that a line that is too long is taken where no line fits.
    var mustFit = false
  }

  struct Paragraph {
    let items: [Item]
    let shape: LineShape
    let styles: StyleTable
  }

  /// Widths and glue from the beginning of the paragraph.
  private struct Sums {
    var width = 0.0
    var stretch = 0.0
    var shrink = 0.0

    mutating func addItem(_ item: Item, _ styles: StyleTable) {
      switch item.kind {
      case .word, .image, .fixedSpace: width += item.width
      case .space:
        width += item.width
        stretch += item.width * LineBreaker.stretchShare
        shrink += item.width * LineBreaker.shrinkShare
      case .opportunity:
        if item.penalty == 0 {
          stretch += LineBreaker.ideographStretch * styles.runs[Int(item.run)].size
        }
      case .softHyphen, .hardBreak: break
      }
    }
  }

  /// The best way to a line's end of those whose lines so far end there.
  private struct Node {
    var end: LineEnd
    /// First item of the next line.
    var next: Int32
    var line: Int32
    var fitness: Int
    var isHyphenated: Bool
    var previous: Int32
    var demerits: Double
    /// Up to the beginning of the next line.
    var sums: Sums
  }

  /// A place at which a line may end.
  private struct Breakpoint {
    var end: LineEnd
    /// From the beginning of the paragraph.
    var width: Double
    /// Of a hyphen that is not in `width`.
    var hyphenWidth = 0.0
    var penalty = 0.0
    var isHyphen = false
    var isForced = false
    var isLast = false
  }

  /// The best beginning of a line for each class of fitness; -1 where there is none.
  private struct Candidates {
    var demerits = SIMD4<Double>(repeating: .infinity)
    var nodes = SIMD4<Int32>(repeating: -1)

    var isEmpty = true

    mutating func addNode(_ node: Int32, fitness: Int, demerits new: Double) {
      guard new < demerits[fitness] else { return }
      (demerits[fitness], nodes[fitness], isEmpty) = (new, node, false)
    }
  }

  /// Beginnings of lines that a line's end is tried with. There are as many as a line has places to
  /// end at, unless words take no room, as those of a damaged font may.
  private static let activeLimit = 2_048

  /// Lines of the last pass that are wider than they may be.
  private(set) var overfullCount = 0
  /// Indicates whether the last pass was given up for too many beginnings of lines.
  private(set) var isCrowded = false
  private var nodes: [Node] = []
  private var active: [Int32] = []
  private var sums = Sums()

  /// The ends of a paragraph's lines; nil where the pass comes to nothing.
  mutating func lines(of paragraph: Paragraph, _ pass: Pass) -> [LineEnd]? {
    begin()
    for i in paragraph.items.indices {
      let item = paragraph.items[i]
      let isPossible =
        if item.kind == .word {
          !pass.withHyphens || tryDivisions(of: item, at: i, paragraph, pass)
        } else if let place = breakpoint(before: item, at: i, paragraph.styles) {
          tryEnd(at: place, paragraph, pass)
        } else {
          true
        }
      guard isPossible else { return nil }
      sums.addItem(item, paragraph.styles)
    }
    let last = LineEnd(item: Int32(paragraph.items.count), offset: 0)
    guard
      tryEnd(
        at: Breakpoint(end: last, width: sums.width, isForced: true, isLast: true), paragraph, pass)
    else { return nil }
    return bestEnds()
  }

  private mutating func begin() {
    overfullCount = 0
    isCrowded = false
    sums = Sums()
    nodes.removeAll(keepingCapacity: true)
    active.removeAll(keepingCapacity: true)
    nodes.append(
      Node(
        end: LineEnd(item: 0, offset: 0), next: 0, line: 0, fitness: 1, isHyphenated: false,
        previous: -1, demerits: 0, sums: sums))
    active.append(0)
  }

  /// The way with the fewest demerits, from its end back.
  private func bestEnds() -> [LineEnd]? {
    var best: Int32 = -1
    for index in active where best < 0 || nodes[Int(index)].demerits < nodes[Int(best)].demerits {
      best = index
    }
    guard best >= 0 else { return nil }
    var ends: [LineEnd] = []
    while best > 0 {
      ends.append(nodes[Int(best)].end)
      best = nodes[Int(best)].previous
    }
    return ends.reversed()
  }

  // MARK: Places to end at

  private func breakpoint(before item: Item, at index: Int, _ styles: StyleTable) -> Breakpoint? {
    var place = Breakpoint(end: LineEnd(item: Int32(index), offset: 0), width: sums.width)
    switch item.kind {
    case .word, .image, .fixedSpace: return nil
    case .space: break
    case .opportunity:
      place.penalty = Double(item.penalty)
      place.isHyphen = item.penalty == 50
    case .softHyphen:
      place.penalty = 50
      place.isHyphen = true
      place.hyphenWidth = styles.runs[Int(item.run)].hyphenWidth
    case .hardBreak: place.isForced = true
    }
    return place
  }

  /// Tries to end lines within a word; false where nothing can come of this pass.
  private mutating func tryDivisions(
    of word: Item, at index: Int, _ paragraph: Paragraph, _ pass: Pass
  ) -> Bool {
    let styles = paragraph.styles
    let run = styles.runs[Int(word.run)]
    guard run.hyphenates else { return true }
    for d in styles.words.divisions(of: word.word) {
      let division = styles.words.divisions[d]
      let place = Breakpoint(
        end: LineEnd(item: Int32(index), offset: division.offset),
        width: sums.width + division.widthWithHyphen * run.size, penalty: 60, isHyphen: true)
      guard tryEnd(at: place, paragraph, pass) else { return false }
    }
    return true
  }

  // MARK: Lines

  /// Tries to end a line at a place; false where nothing can come of this pass.
  private mutating func tryEnd(
    at place: Breakpoint, _ paragraph: Paragraph, _ pass: Pass
  ) -> Bool {
    // The first line may be shorter, so its beginning does not compete with the others'.
    var first = Candidates()
    var later = Candidates()
    let dropped = collectCandidates(for: place, paragraph.shape, pass, &first, &later)
    if first.isEmpty, later.isEmpty {
      guard active.isEmpty else { return true }
      guard pass.mustFit, dropped >= 0 else { return false }
      // Nothing fits: the line is too long, and the next one begins after it.
      overfullCount += 1
      later.addNode(dropped, fitness: 1, demerits: nodes[Int(dropped)].demerits)
    }
    let next = nextLine(after: place.end, paragraph)
    activate(later, at: place, next)
    activate(first, at: place, next)
    isCrowded = active.count > TotalFit.activeLimit
    return !isCrowded
  }

  /// Collects the active nodes from which a line may end at a place, and drops those out of reach
  /// of any later place. Returns the last it dropped, or -1.
  private mutating func collectCandidates(
    for place: Breakpoint, _ shape: LineShape, _ pass: Pass, _ first: inout Candidates,
    _ later: inout Candidates
  ) -> Int32 {
    var kept = 0
    var dropped: Int32 = -1
    for i in active.indices {
      let index = active[i]
      let node = nodes[Int(index)]
      let ratio = adjustment(from: node, to: place, shape, pass)
      if ratio >= -1, ratio <= pass.tolerance {
        let fitness = ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3
        let demerits = demerits(from: node, to: place, ratio, fitness)
        if node.line == 0 {
          first.addNode(index, fitness: fitness, demerits: demerits)
        } else {
          later.addNode(index, fitness: fitness, demerits: demerits)
        }
      }
      if ratio < -1 || place.isForced {
        dropped = index
      } else {
        active[kept] = index
        kept += 1
      }
    }
    active.removeLast(active.count - kept)
    return dropped
  }

  /// The stretch of a line's glue, or its shrinking below 0, as a multiple of what it gives.
  private func adjustment(
    from node: Node, to place: Breakpoint, _ shape: LineShape, _ pass: Pass
  ) -> Double {
    let length = place.width - node.sums.width + place.hyphenWidth
    let target = shape.width(ofLine: Int(node.line))
    let isRagged = shape.alignment != .justified
    if length < target {
      if place.isForced, !(place.isLast && shape.balances) { return 0 }
      let give =
        !isRagged
        ? sums.stretch - node.sums.stretch + pass.emergency
        : shape.balances ? target : shape.size * 4
      return give > 0 ? (target - length) / give : .infinity
    }
    if length > target {
      if length - target < 1e-6 { return 0 }
      let take = isRagged ? 0 : sums.shrink - node.sums.shrink
      return take > 0 ? (target - length) / take : -.infinity
    }
    return 0
  }

  /// Those of a line and of all before it.
  private func demerits(
    from node: Node, to place: Breakpoint, _ ratio: Double, _ fitness: Int
  ) -> Double {
    let badness = 100 * abs(ratio) * abs(ratio) * abs(ratio)
    var demerits = (1 + badness) * (1 + badness)
    if !place.isForced { demerits += place.penalty * place.penalty }
    if place.isHyphen && node.isHyphenated { demerits += 6000 }
    if place.isLast && node.isHyphenated { demerits += 3000 }
    if abs(fitness - node.fitness) > 1 { demerits += 3000 }
    return demerits + node.demerits
  }

  /// The first item after a break, and the sums at its beginning.
  private func nextLine(after end: LineEnd, _ paragraph: Paragraph) -> (item: Int, sums: Sums) {
    let (items, styles) = (paragraph.items, paragraph.styles)
    let next = LineBreaker.start(after: end, items)
    var sums = sums
    if end.offset == 0 {
      for item in items[Int(end.item)..<next] { sums.addItem(item, styles) }
    } else {
      let item = items[next]
      for d in styles.words.divisions(of: item.word)
      where styles.words.divisions[d].offset == end.offset {
        sums.width += styles.words.divisions[d].width * styles.runs[Int(item.run)].size
      }
    }
    return (next, sums)
  }

  private mutating func activate(
    _ candidates: Candidates, at place: Breakpoint, _ next: (item: Int, sums: Sums)
  ) {
    guard !candidates.isEmpty else { return }
    for fitness in 0..<4 where candidates.nodes[fitness] >= 0 {
      let previous = candidates.nodes[fitness]
      active.append(Int32(nodes.count))
      nodes.append(
        Node(
          end: place.end, next: Int32(next.item), line: nodes[Int(previous)].line + 1,
          fitness: fitness, isHyphenated: place.isHyphen, previous: previous,
          demerits: candidates.demerits[fitness], sums: next.sums))
    }
  }
}
