// SPDX-License-Identifier: MIT
// Part of Platen: tests that paragraphs are broken where all of them look best.

import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Typesetting

@Suite struct LineBreakerTests {
  private let styles: StyleTable

  init() {
    styles = StyleTable(
      style: .bare, words: WordCache(measuring: PaperFonts(), hyphenation: nil), language: "en")
  }

  private func items(_ inlines: [Inline], measure: Double = 1000) -> [Item] {
    var itemizer = Itemizer(styles: styles)
    itemizer.itemize(
      inlines, style: styles.root, measure: measure, direction: .automatic,
      context: InlineContext(
        pageLabel: { _ in nil }, firstNote: 1, imageSize: { _, _ in Size(width: 9, height: 9) }))
    return itemizer.list.items
  }

  @Test func `a pause of recitation stays with the preceding text`() {
    let kinds = items([.text("سِنَةٌ \u{06DA} لَا نَوْمٌ \u{06D6}")]).map(\.kind)
    #expect(kinds.count { $0 == .fixedSpace } == 2)
    #expect(kinds.count { $0 == .space } == 2)
    #expect(kinds.last == .word)
  }

  private func shape(_ width: Double, _ alignment: StylePatch.Alignment = .justified) -> LineShape {
    LineShape(width: width, alignment: alignment, hyphenates: false, size: 10)
  }

  /// The least demerits of any way to break at spaces, by trying all of them; nil where none keeps
  /// to the tolerance. The costs are those of the method, written down once more.
  private func optimum(_ items: [Item], width: Double) -> (cost: Double, ways: Int)? {
    let spaces = items.indices.filter { items[$0].kind == .space }
    var best: Double?
    var ways = 0
    for choice in 0..<(1 << spaces.count) {
      let breaks = spaces.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
      guard let cost = demerits(items, breaks + [items.count], width) else { continue }
      ways += 1
      best = min(best ?? .infinity, cost)
    }
    return best.map { ($0, ways) }
  }

  private func demerits(_ items: [Item], _ ends: [Int], _ width: Double) -> Double? {
    var start = 0
    var total = 0.0
    var fitness = 1
    for end in ends {
      let line = items[start..<end]
      let natural = line.reduce(0) { $0 + $1.width }
      let glue = line.filter { $0.kind == .space }.reduce(0) { $0 + $1.width }
      var ratio = 0.0
      if natural < width, end < items.count {
        guard glue > 0 else { return nil }
        ratio = (width - natural) / (glue * LineBreaker.stretchShare)
      } else if natural > width {
        guard glue > 0 else { return nil }
        ratio = (width - natural) / (glue * LineBreaker.shrinkShare)
      }
      guard ratio >= -1, ratio <= 1 else { return nil }
      let badness = 100 * abs(ratio * ratio * ratio)
      total += (1 + badness) * (1 + badness)
      let own = ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3
      if abs(own - fitness) > 1 { total += 3000 }
      fitness = own
      start = end + 1
    }
    return total
  }

  @Test func `every small paragraph is broken as well as can be`() {
    // Wide blanks give much, so that there are many ways to choose from.
    let styles = StyleTable(
      style: .bare, words: WordCache(measuring: PaperFonts(space: 1.4), hyphenation: nil),
      language: "en")
    var breaker = LineBreaker()
    var choices = 0
    for number in 0..<900 {
      let lengths = (0..<10).map { 1 + (number * 7919 + $0 * $0 * 104_729 + $0 * 31) % 5 }
      var itemizer = Itemizer(styles: styles)
      itemizer.itemize(
        [.text(words(lengths))], style: styles.root, measure: 1000, direction: .automatic,
        context: InlineContext(
          pageLabel: { _ in nil }, firstNote: 1, imageSize: { _, _ in Size(width: 9, height: 9) })
      )
      let items = itemizer.list.items
      let width = 62 + Double(number % 7) * 5
      guard let best = optimum(items, width: width) else { continue }
      let ends = breaker.lines(of: items, shape: shape(width), styles: styles)
      if best.ways > 1 { choices += 1 }
      let found = demerits(items, ends.map { Int($0.item) }, width)
      guard let found, found <= best.cost + 1e-6 else {
        Issue.record("\(lengths) at \(width): \(String(describing: found)) against \(best)")
        return
      }
    }
    #expect(choices > 100, "\(choices)")
  }

  /// Words may take no room, or less: then a line could begin anywhere.
  @Test(arguments: [
    (0, 0, 30, StylePatch.Alignment.start), (1e-9, 1e-9, 30, .start), (-2.5, 2.5, 100, .justified),
    (-1, -1, 30, .end),
  ])
  func `words without a width are broken in linear time`(
    word: Double, space: Double, measure: Double, alignment: StylePatch.Alignment
  ) {
    let letter = items([.text("a")])[0]
    var breaker = LineBreaker()
    let linear = isLinear(5_000) { count in
      var items: [Item] = []
      for _ in 0..<count {
        items.append(letter)
        items[items.count - 1].width = word
        items.append(letter)
        items[items.count - 1].kind = .space
        items[items.count - 1].width = space
      }
      items[count + 1].kind = .hardBreak
      let ends = breaker.lines(of: items, shape: shape(measure, alignment), styles: styles)
      #expect(ends.last?.item == Int32(items.count))
      #expect(ends.contains { $0.item == Int32(count + 1) })
    }
    #expect(linear)
  }

  @Test func `what fits stays on one line`() {
    var breaker = LineBreaker()
    let items = items([.text("one two")])
    #expect(breaker.lines(of: items, shape: shape(33), styles: styles).count == 1)
    #expect(breaker.lines(of: items, shape: shape(20), styles: styles).count == 2)
  }

  @Test func `no line is wider than the measure where words allow it`() {
    var breaker = LineBreaker()
    let lengths = (0..<400).map { 1 + ($0 * 7919) % 9 }
    let items = items([.text(words(lengths))])
    for alignment in StylePatch.Alignment.allCases {
      let ends = breaker.lines(of: items, shape: shape(90, alignment), styles: styles)
      var start = 0
      for end in ends {
        let line = items[start..<Int(end.item)]
        let least = line.reduce(0) {
          let share = alignment == .justified ? 1 - LineBreaker.shrinkShare : 1
          return $0 + $1.width * ($1.kind == .space ? share : 1)
        }
        #expect(least <= 90 + 1e-6)
        start = LineBreaker.start(after: end, items)
      }
      #expect(start >= items.count)
    }
    #expect(breaker.overfullCount == 0)
  }

  @Test func `an overfull line is reported`() {
    var breaker = LineBreaker()
    // Wider than the measure, but too short to be broken anywhere.
    let items = items([.text("xxx xxx")])
    let ends = breaker.lines(of: items, shape: shape(10), styles: styles)
    #expect(ends.count == 2)
    #expect(breaker.overfullCount == 2)
  }

  @Test func `a line is short rather than too long`() {
    var breaker = LineBreaker()
    // Forty-odd points of words, and one that nearly fills a line of its own.
    let items = items([.text(words([3, 4, 186]))])
    for alignment in [StylePatch.Alignment.start, .justified] {
      let ends = breaker.lines(of: items, shape: shape(960, alignment), styles: styles)
      #expect(ends.map(\.item) == [3, 5], "\(alignment)")
      #expect(breaker.overfullCount == 0)
    }
  }

  /// The words of items, as they are written.
  private func written(_ items: [Item]) -> [String] {
    items.filter { $0.kind == .word }.map { item in
      let word = styles.words.words[Int(item.word)]
      let bytes = styles.words.bytes[Int(word.start)..<Int(word.start + word.count)]
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    // A stacked consonant with its vowel; a letter with marks above and below.
    "\u{1780}\u{17D2}\u{1781}\u{17B6}", "e\u{301}\u{323}", "\u{915}\u{94D}\u{937}\u{93F}",
  ])
  func `a word that is broken anywhere keeps its clusters whole`(_ cluster: String) {
    for measure in [30.0, 100] {
      let pieces = written(
        items([.text(String(repeating: cluster, count: 300))], measure: measure))
      #expect(pieces.count > 10)
      let whole = pieces.allSatisfy { piece in
        piece.unicodeScalars.count % cluster.unicodeScalars.count == 0
      }
      #expect(whole, "\(pieces.prefix(3))")
      #expect(pieces.joined() == String(repeating: cluster, count: 300))
    }
  }

  @Test func `a letter with many marks is set`() {
    let tower = "a" + String(repeating: "\u{E0100}", count: 700)
    #expect(written(items([.text(tower)], measure: 100)).joined() == tower)
  }

  @Test func `words wider than a line are broken`() {
    var breaker = LineBreaker()
    let items = items([.text(String(repeating: "x", count: 200))], measure: 50)
    let ends = breaker.lines(of: items, shape: shape(50), styles: styles)
    #expect(ends.count >= 20 && ends.count <= 27)
    #expect(breaker.overfullCount == 0)
  }

  @Test(
    arguments: [
      ("one two", [3]), ("one\u{A0}two", []), ("one-two", [4]), ("1-2", []), ("a—b", [1, 4]),
      ("wait… what", [7]), ("and/or", [4]), ("co\u{AD}op", [2]), ("一二三", [3, 6]),
      ("「一」", []), ("一。二", [6]), ("x\u{200B}y", [1]), ("👨‍👩‍👧👍🏽", [18]), ("e\u{301}e", []),
    ])
  func `lines may end where UAX 14 says`(_ text: String, _ offsets: [Int]) {
    var found: [Int] = []
    var bytes = 0
    for item in items([.text(text)]) {
      switch item.kind {
      case .word: bytes += Int(styles.words.words[Int(item.word)].count)
      case .space:
        found.append(bytes)
        bytes += 1
      case .fixedSpace: bytes += 2
      case .opportunity: found.append(bytes)
      case .softHyphen:
        found.append(bytes)
        bytes += 2
      case .hardBreak, .image: break
      }
    }
    #expect(found == offsets, "\(text)")
  }

  @Test func `a forced break is kept, and spaces around it are not`() {
    let items = items([.text("one "), .lineBreak, .text(" two")])
    #expect(items.map(\.kind) == [.word, .space, .hardBreak, .word])
  }

  @Test func `styles do not split a word`() {
    let items = items([.strong([.text("bold")]), .text("ly done")])
    #expect(items.map(\.kind) == [.word, .word, .space, .word])
  }

  @Test func `lines of a heading are balanced`() {
    var breaker = LineBreaker()
    let items = items([.text(words([4, 4, 4, 4, 4, 2]))])
    var even = shape(100, .center)
    even.balances = true
    // Line by line it would be five words and one.
    let ends = breaker.lines(of: items, shape: even, styles: styles)
    #expect(ends.map(\.item) == [5, 11])
    #expect(breaker.lines(of: items, shape: shape(100, .start), styles: styles).count == 2)
  }

  @Test func `very long paragraphs are broken by first fit`() {
    var breaker = LineBreaker()
    let lengths = (0..<(LineBreaker.totalFitLimit / 2 + 10)).map { 1 + $0 % 5 }
    let items = items([.text(words(lengths))])
    #expect(items.count > LineBreaker.totalFitLimit)
    let ends = breaker.lines(of: items, shape: shape(100), styles: styles)
    #expect(ends.last == LineEnd(item: Int32(items.count), offset: 0))
    #expect(breaker.overfullCount == 0)
    // Full lines: about 17.5 points a word and its space.
    #expect(Double(ends.count) < Double(lengths.count) * 17.5 / 85)
  }
}
