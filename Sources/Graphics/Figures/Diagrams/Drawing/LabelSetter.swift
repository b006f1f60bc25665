// SPDX-License-Identifier: MIT
// Part of Platen: words of diagrams: wrapped, measured, set about a point.

internal import Drawing
internal import Geometry

/// Lines of words.
struct Label {
  var lines: [ShapedText]
  var width: Double
  var height: Double
  /// The distance between baselines.
  var leading: Double
  var size: Double

  static let empty = Label(lines: [], width: 0, height: 0, leading: 0, size: 0)

  var isEmpty: Bool { lines.isEmpty }

  /// Centered about a point.
  func nodes(about center: Point, _ color: Color) -> [Node] {
    let top = center.y - height / 2
    return lines.enumerated().flatMap { i, line in
      line.nodes(
        at: Point(
          center.x - line.width / 2, top + leading * (Double(i) + 0.5) + size * 0.345),
        paint: .color(color))
    }
  }

  /// From a left upper corner.
  func nodes(at corner: Point, _ color: Color) -> [Node] {
    lines.enumerated().flatMap { i, line in
      line.nodes(
        at: Point(corner.x, corner.y + leading * (Double(i) + 0.5) + size * 0.345),
        paint: .color(color))
    }
  }
}

/// Sets the words of one diagram.
struct LabelSetter {
  let measuring: any TextMeasuring
  let style: DiagramStyle

  private static let lineLimit = 40

  func label(_ text: String, weight: Int = 400, scale: Double = 1, width: Double? = nil) -> Label {
    let size = style.textSize * scale
    let usual = style.textSize * 14
    let own = style.labelWidth.flatMap { $0.isFinite ? max($0, size * 3) : nil }
    let limit = width ?? own ?? usual
    let font = FontRequest(families: style.families, size: size, weight: weight)
    var lines: [ShapedText] = []
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let left = LabelSetter.lineLimit - lines.count
      guard left > 0 else { break }
      lines += wrapped(part, font, limit, least: width ?? usual, atMost: left).map {
        measuring.shape($0, font: font)
      }
    }
    while lines.last?.width == 0 { lines.removeLast() }
    let leading = size * 1.28
    return Label(
      // A damaged font may have letters that move back.
      lines: lines, width: max(0, lines.map(\.width).max() ?? 0),
      height: Double(lines.count) * leading, leading: leading, size: size)
  }

  /// Words as many as a line takes; a word that takes more stands alone, and is cut where not even a
  /// line of `least` takes it.
  ///
  /// The number of words in a line is found by search, which costs a few times the line, however
  /// many words remain.
  /// words remain.
  private func wrapped(
    _ text: Substring, _ font: FontRequest, _ limit: Double, least: Double, atMost most: Int
  ) -> [String] {
    var words = text.split(separator: " ")
    guard !words.isEmpty else { return [""] }
    let room = max(limit, least)
    func fits(_ text: String, _ limit: Double) -> Bool {
      measuring.shape(text, font: font).width <= limit
    }
    var lines: [String] = []
    var next = 0
    while next < words.count, lines.count < most {
      func line(_ count: Int) -> String { words[next..<next + count].joined(separator: " ") }
      let count = greatestFit(upTo: words.count - next) { fits(line($0), limit) }
      if count > 0 {
        lines.append(line(count))
        next += count
        continue
      }
      let letters = Array(words[next])
      guard letters.count > 1, !fits(String(letters), room) else {
        lines.append(String(letters))
        next += 1
        continue
      }
      var start = 0
      while lines.count < most {
        let left = letters.count - start
        let count = greatestFit(upTo: left) {
          fits(String(letters[start..<start + $0]), room)
        }
        // The rest continues as a word.
        guard max(1, count) < left else { break }
        lines.append(String(letters[start..<start + max(1, count)]))
        start += max(1, count)
      }
      words[next] = Substring(String(letters[start...]))
    }
    return lines
  }
}
