// SPDX-License-Identifier: MIT
// Part of Platen: breaks a paragraph into lines so that all of it looks best.

/// Where a line ends.
struct LineEnd: Hashable {
  /// The item the line ends before; within it where `offset` is not 0.
  var item: Int32
  /// Bytes of the word that stay on the line, with a hyphen.
  var offset: Int32
}

/// What lines are to be like.
struct LineShape {
  /// In points.
  var width: Double
  /// Before the first line.
  var indent = 0.0
  var alignment: StylePatch.Alignment
  var hyphenates: Bool
  /// Lines are made about as long as each other, the last one too, as in headings.
  var balances = false
  /// Em of the text, for what stretches.
  var size: Double

  func width(ofLine line: Int) -> Double {
    width - (line == 0 ? indent : 0)
  }
}

/// Total-fit line breaking: D. E. Knuth and M. F. Plass, "Breaking Paragraphs into Lines", Software:
/// Practice and Experience 11 (1981), with TeX's three passes: without hyphens, with them, and with
/// stretch for emergencies; and a last one that takes lines however short. Paragraphs beyond any
/// book's are broken line by line.
struct LineBreaker {
  /// Items beyond which a paragraph is broken line by line.
  static let totalFitLimit = 200_000

  /// Lines that are wider than they may be.
  private(set) var overfullCount = 0

  private struct Node {
    var end: LineEnd
    /// First item of the next line.
    var next: Int32
    var line: Int32
    var fitness: Int8
    var isHyphenated: Bool
    var previous: Int32
    var demerits: Double
    /// Sums up to the beginning of the next line.
    var width: Double
    var stretch: Double
    var shrink: Double
  }

  private var nodes: [Node] = []
  private var active: [Int32] = []
  /// Beginnings of lines that a line's end is tried with. There are as many as a line has places to end
  /// at, unless words take no room, as those of a damaged font may.
  private static let activeLimit = 2_048
  private var isCrowded = false

  /// A space's stretch and shrink as parts of its width.
  static let stretchShare = 0.5
  static let shrinkShare = 0.3
  /// Between ideographs, in em.
  static let ideographStretch = 0.06

  /// The ends of a paragraph's lines, at least one.
  mutating func lines(of items: [Item], shape: LineShape, styles: StyleTable) -> [LineEnd] {
    let last = LineEnd(item: Int32(items.count), offset: 0)
    guard !items.isEmpty else { return [last] }
    var natural = 0.0
    var hasForced = false
    for item in items {
      natural += item.width
      if item.kind == .hardBreak { hasForced = true }
    }
    if !hasForced, natural <= shape.width(ofLine: 0) { return [last] }
    guard items.count <= LineBreaker.totalFitLimit else {
      return firstFit(items, shape: shape, styles: styles)
    }
    isCrowded = false
    let found = bestLines(of: items, shape, styles)
    if isCrowded { return firstFit(items, shape: shape, styles: styles) }
    return found ?? [last]
  }

  /// The passes, one after the other; nil where none comes to anything.
  private mutating func bestLines(
    of items: [Item], _ shape: LineShape, _ styles: StyleTable
  ) -> [LineEnd]? {
    if let found = totalFit(items, shape, styles, tolerance: 1, withHyphens: false) {
      return found
    }
    if shape.hyphenates,
      let found = totalFit(items, shape, styles, tolerance: 2, withHyphens: true)
    {
      return found
    }
    let emergency = min(3 * shape.size, shape.width * 0.2)
    if let found = totalFit(
      items, shape, styles, tolerance: 6, withHyphens: shape.hyphenates, emergency: emergency)
    {
      return found
    }
    // A line however short rather than one that runs out of its measure.
    return totalFit(
      items, shape, styles, tolerance: 1e6, withHyphens: shape.hyphenates, emergency: emergency,
      mustFit: true)
  }

  // MARK: Total fit

  private mutating func totalFit(
    _ items: [Item], _ shape: LineShape, _ styles: StyleTable, tolerance: Double,
    withHyphens: Bool, emergency: Double = 0, mustFit: Bool = false
  ) -> [LineEnd]? {
    guard !isCrowded else { return nil }
    nodes.removeAll(keepingCapacity: true)
    active.removeAll(keepingCapacity: true)
    nodes.append(
      Node(
        end: LineEnd(item: 0, offset: 0), next: 0, line: 0, fitness: 1, isHyphenated: false,
        previous: -1, demerits: 0, width: 0, stretch: 0, shrink: 0))
    active.append(0)
    let isRagged = shape.alignment != .justified
    let ragged = shape.size * 4
    var (width, stretch, shrink) = (0.0, 0.0, 0.0)
    var overfull = 0

    /// Tries to end a line at a place; false when nothing can come of this pass.
    func attempt(
      _ end: LineEnd, penalty: Double, isHyphen: Bool, isForced: Bool, isLast: Bool,
      extra: Double, _ breakWidth: Double
    ) -> Bool {
      // One best way for each class of fitness, and the first line's apart from the others'.
      var best = (Double.infinity, Double.infinity, Double.infinity, Double.infinity)
      var from: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
      var kept = 0
      var lastDropped: Int32 = -1
      var lineOfBest: Int32 = -1
      var i = 0
      // The first line may be shorter, so candidates for it are kept apart.
      var pending: [(Int32, (Double, Double, Double, Double), (Int32, Int32, Int32, Int32))] = []
      while i < active.count {
        let index = active[i]
        let node = nodes[Int(index)]
        let length = breakWidth - node.width + extra
        let target = shape.width(ofLine: Int(node.line))
        var give = stretch - node.stretch + emergency
        if isRagged { give = shape.balances ? target : ragged }
        let take = isRagged ? 0 : shrink - node.shrink
        var ratio: Double
        if length < target {
          let isFree = isForced && !(isLast && shape.balances)
          ratio = isFree ? 0 : give > 0 ? (target - length) / give : .infinity
        } else if length > target {
          ratio = take > 0 ? (target - length) / take : -.infinity
          if length - target < 1e-6 { ratio = 0 }
        } else {
          ratio = 0
        }
        let tooLong = ratio < -1
        if !tooLong && ratio <= tolerance {
          let badness = 100 * abs(ratio) * abs(ratio) * abs(ratio)
          var demerits = (1 + badness) * (1 + badness)
          if !isForced { demerits += penalty * penalty }
          if isHyphen && node.isHyphenated { demerits += 6000 }
          if isLast && node.isHyphenated { demerits += 3000 }
          let fitness: Int8 = ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3
          if abs(fitness - node.fitness) > 1 { demerits += 3000 }
          demerits += node.demerits
          // All lines but the first are alike.
          let line = min(node.line, 1)
          if lineOfBest >= 0, line != lineOfBest {
            pending.append((lineOfBest, best, from))
            best = (.infinity, .infinity, .infinity, .infinity)
            from = (-1, -1, -1, -1)
            if let known = pending.firstIndex(where: { $0.0 == line }) {
              (best, from) = (pending[known].1, pending[known].2)
              pending.remove(at: known)
            }
          }
          lineOfBest = line
          switch fitness {
          case 0: if demerits < best.0 { (best.0, from.0) = (demerits, index) }
          case 1: if demerits < best.1 { (best.1, from.1) = (demerits, index) }
          case 2: if demerits < best.2 { (best.2, from.2) = (demerits, index) }
          default: if demerits < best.3 { (best.3, from.3) = (demerits, index) }
          }
        }
        if tooLong || isForced {
          lastDropped = index
        } else {
          active[kept] = index
          kept += 1
        }
        i += 1
      }
      active.removeLast(active.count - kept)
      if lineOfBest < 0, active.isEmpty {
        guard mustFit, lastDropped >= 0 else { return false }
        // Nothing fits: the line is too long, and the next one begins after it.
        overfull += 1
        (best.1, from.1) = (nodes[Int(lastDropped)].demerits, lastDropped)
        lineOfBest = 0
      }
      guard lineOfBest >= 0 else { return true }
      let (next, sums) = beginning(after: end, items, styles, (width, stretch, shrink))
      func keep(_ fitness: Int8, _ demerits: Double, _ previous: Int32) {
        guard previous >= 0 else { return }
        active.append(Int32(nodes.count))
        nodes.append(
          Node(
            end: end, next: next, line: nodes[Int(previous)].line + 1, fitness: fitness,
            isHyphenated: isHyphen, previous: previous, demerits: demerits, width: sums.0,
            stretch: sums.1, shrink: sums.2))
      }
      keep(0, best.0, from.0)
      keep(1, best.1, from.1)
      keep(2, best.2, from.2)
      keep(3, best.3, from.3)
      for (_, best, from) in pending {
        keep(0, best.0, from.0)
        keep(1, best.1, from.1)
        keep(2, best.2, from.2)
        keep(3, best.3, from.3)
      }
      isCrowded = active.count > LineBreaker.activeLimit
      return !isCrowded
    }

    for i in items.indices {
      let item = items[i]
      switch item.kind {
      case .word:
        if withHyphens, styles.runs[Int(item.run)].hyphenates {
          let run = styles.runs[Int(item.run)]
          let range = styles.words.divisions(of: item.word)
          for d in range {
            let division = styles.words.divisions[d]
            let end = LineEnd(item: Int32(i), offset: division.offset)
            guard
              attempt(
                end, penalty: 60, isHyphen: true, isForced: false, isLast: false, extra: 0,
                width + division.widthWithHyphen * run.size)
            else { return nil }
          }
        }
        width += item.width
      case .picture, .fixedSpace: width += item.width
      case .space:
        guard
          attempt(
            LineEnd(item: Int32(i), offset: 0), penalty: 0, isHyphen: false, isForced: false,
            isLast: false, extra: 0, width)
        else { return nil }
        width += item.width
        stretch += item.width * LineBreaker.stretchShare
        shrink += item.width * LineBreaker.shrinkShare
      case .opportunity:
        guard
          attempt(
            LineEnd(item: Int32(i), offset: 0), penalty: Double(item.penalty),
            isHyphen: item.penalty == 50, isForced: false, isLast: false, extra: 0, width)
        else { return nil }
        if item.penalty == 0 {
          stretch += LineBreaker.ideographStretch * styles.runs[Int(item.run)].size
        }
      case .softHyphen:
        guard
          attempt(
            LineEnd(item: Int32(i), offset: 0), penalty: 50, isHyphen: true, isForced: false,
            isLast: false, extra: styles.runs[Int(item.run)].hyphenWidth, width)
        else { return nil }
      case .hardBreak:
        guard
          attempt(
            LineEnd(item: Int32(i), offset: 0), penalty: 0, isHyphen: false, isForced: true,
            isLast: false, extra: 0, width)
        else { return nil }
      }
    }
    guard
      attempt(
        LineEnd(item: Int32(items.count), offset: 0), penalty: 0, isHyphen: false,
        isForced: true, isLast: true, extra: 0, width)
    else { return nil }
    var best: Int32 = -1
    for index in active where best < 0 || nodes[Int(index)].demerits < nodes[Int(best)].demerits {
      best = index
    }
    guard best >= 0 else { return nil }
    if mustFit { overfullCount += overfull }
    var ends: [LineEnd] = []
    while best > 0 {
      ends.append(nodes[Int(best)].end)
      best = nodes[Int(best)].previous
    }
    return ends.reversed()
  }

  /// The first item after a break, and the sums at its beginning.
  private func beginning(
    after end: LineEnd, _ items: [Item], _ styles: StyleTable,
    _ sums: (Double, Double, Double)
  ) -> (Int32, (Double, Double, Double)) {
    var (width, stretch, shrink) = sums
    guard end.offset == 0 else {
      let item = items[Int(end.item)]
      let size = styles.runs[Int(item.run)].size
      for d in styles.words.divisions(of: item.word)
      where styles.words.divisions[d].offset == end.offset {
        width += styles.words.divisions[d].width * size
      }
      return (end.item, (width, stretch, shrink))
    }
    var next = Int(end.item)
    if next < items.count, items[next].kind == .hardBreak {
      return (Int32(next + 1), sums)
    }
    while next < items.count {
      switch items[next].kind {
      case .space:
        width += items[next].width
        stretch += items[next].width * LineBreaker.stretchShare
        shrink += items[next].width * LineBreaker.shrinkShare
      case .opportunity:
        if items[next].penalty == 0 {
          stretch += LineBreaker.ideographStretch * styles.runs[Int(items[next].run)].size
        }
      case .softHyphen: break
      case .word, .fixedSpace, .hardBreak, .picture:
        return (Int32(next), (width, stretch, shrink))
      }
      next += 1
    }
    return (Int32(next), (width, stretch, shrink))
  }

  // MARK: Line by line

  private mutating func firstFit(
    _ items: [Item], shape: LineShape, styles: StyleTable
  ) -> [LineEnd] {
    var ends: [LineEnd] = []
    var width = 0.0
    // The last place at which the line may end, and the width of what comes after it.
    var candidate = -1
    var after = 0.0
    var i = 0
    func end(at item: Int) {
      ends.append(LineEnd(item: Int32(item), offset: 0))
      candidate = -1
    }
    while i < items.count {
      let item = items[i]
      switch item.kind {
      case .hardBreak:
        end(at: i)
        width = 0
      case .space:
        if width > 0 {
          candidate = i
          width += item.width
          after = 0
        }
      case .opportunity, .softHyphen:
        let room = item.kind == .softHyphen ? styles.runs[Int(item.run)].hyphenWidth : 0
        if width + room <= shape.width(ofLine: ends.count) {
          candidate = i
          after = 0
        }
      case .word, .picture, .fixedSpace:
        if width + item.width > shape.width(ofLine: ends.count), candidate >= 0 {
          let taken = candidate
          end(at: taken)
          width = after
        }
        if width + item.width > shape.width(ofLine: ends.count) { overfullCount += 1 }
        width += item.width
        after += item.width
      }
      i += 1
    }
    ends.append(LineEnd(item: Int32(items.count), offset: 0))
    return ends
  }

  /// The first item of a line that follows another's end.
  static func start(after end: LineEnd, _ items: [Item]) -> Int {
    var next = Int(end.item)
    guard end.offset == 0 else { return next }
    if next < items.count, items[next].kind == .hardBreak { return next + 1 }
    while next < items.count {
      switch items[next].kind {
      case .space, .opportunity, .softHyphen: next += 1
      case .word, .fixedSpace, .hardBreak, .picture: return next
      }
    }
    return next
  }
}
