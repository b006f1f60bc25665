// SPDX-License-Identifier: MIT
// Part of Platen: breaks paragraphs into lines by total fit.

/// The end of a line.
struct LineEnd: Hashable {
  /// The item the line ends before; within it where `offset` is not 0.
  var item: Int32
  /// Bytes of the word that stay on the line, with a hyphen.
  var offset: Int32
}

/// The shape of lines.
struct LineShape {
  /// The width in points.
  var width: Double
  /// Before the first line.
  var indent = 0.0
  var alignment: StylePatch.Alignment
  var hyphenates: Bool
  /// Indicates whether lines are made about equally long, including the last one, as in headings.
  var balances = false
  /// Em of the text, for what pieceRuns.
  var size: Double

  func width(ofLine line: Int) -> Double {
    width - (line == 0 ? indent : 0)
  }
}

/// Breaks paragraphs by total fit, with TeX's three passes: without hyphenation, with it, and with
/// emergency stretch; and a last one that allows lines of any shortness. Very long paragraphs are
/// broken by first fit.
struct LineBreaker {
  /// The number of items beyond which a paragraph is broken by first fit.
  static let totalFitLimit = 200_000

  /// The number of overfull lines.
  private(set) var overfullCount = 0

  private var fit = TotalFit()

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
    let paragraph = TotalFit.Paragraph(items: items, shape: shape, styles: styles)
    for pass in LineBreaker.passes(shape) {
      if let found = fit.lines(of: paragraph, pass) {
        overfullCount += fit.overfullCount
        return found
      }
      if fit.isCrowded { return firstFit(items, shape: shape, styles: styles) }
    }
    return [last]
  }

  private static func passes(_ shape: LineShape) -> [TotalFit.Pass] {
    let emergency = min(3 * shape.size, shape.width * 0.2)
    let withHyphens = shape.hyphenates
    var passes = [
      TotalFit.Pass(tolerance: 1, withHyphens: false),
      TotalFit.Pass(tolerance: 2, withHyphens: true),
      TotalFit.Pass(tolerance: 6, withHyphens: withHyphens, emergency: emergency),
      // A short line is better than one beyond the measure.
      TotalFit.Pass(
        tolerance: 1e6, withHyphens: withHyphens, emergency: emergency, mustFit: true),
    ]
    if !withHyphens { passes.remove(at: 1) }
    return passes
  }

  // MARK: First fit

  private mutating func firstFit(
    _ items: [Item], shape: LineShape, styles: StyleTable
  ) -> [LineEnd] {
    var ends: [LineEnd] = []
    var width = 0.0
    // The last place at which the line may end, and the width of what comes after it.
    var candidate = -1
    var after = 0.0
    func end(at item: Int) {
      ends.append(LineEnd(item: Int32(item), offset: 0))
      candidate = -1
    }
    for i in items.indices {
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
      case .word, .image, .fixedSpace:
        if width + item.width > shape.width(ofLine: ends.count), candidate >= 0 {
          let taken = candidate
          end(at: taken)
          width = after
        }
        if width + item.width > shape.width(ofLine: ends.count) { overfullCount += 1 }
        width += item.width
        after += item.width
      }
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
      case .word, .fixedSpace, .hardBreak, .image: return next
      }
    }
    return next
  }
}
