// SPDX-License-Identifier: MIT
// Part of Platen: words of diagrams: wrapped, measured, set about a point.

internal import Drawing
internal import Geometry

/// Lines of words.
struct Label {
  var lines: [ShapedText]
  var width: Double
  var height: Double
  /// Between baselines.
  var leading: Double
  var size: Double

  static let empty = Label(lines: [], width: 0, height: 0, leading: 0, size: 0)

  var isEmpty: Bool { lines.isEmpty }

  /// Centred about a point.
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

  func label(
    _ text: String, weight: Int = 400, scale: Double = 1, isItalic: Bool = false,
    width: Double? = nil
  ) -> Label {
    let size = style.textSize * scale
    let usual = style.textSize * 14
    let limit = width ?? style.labelWidth.map { max($0, size * 3) } ?? usual
    let font = FontRequest(
      families: style.families, size: size, weight: weight, isItalic: isItalic)
    var lines: [ShapedText] = []
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      for line in wrapped(String(part), font, limit, least: width ?? usual)
      where lines.count < LabelSetter.lineLimit {
        lines.append(measuring.shape(line, font: font))
      }
    }
    while lines.last?.width == 0 { lines.removeLast() }
    let leading = size * 1.28
    return Label(
      lines: lines, width: lines.map(\.width).max() ?? 0, height: Double(lines.count) * leading,
      leading: leading, size: size)
  }

  /// Words as many as a line takes; a word that takes more stands alone, and is cut where not even a
  /// line of `least` takes it.
  private func wrapped(
    _ text: String, _ font: FontRequest, _ limit: Double, least: Double
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    func fits(_ text: String, _ limit: Double) -> Bool {
      measuring.shape(text, font: font).width <= limit
    }
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if fits(longer, limit) {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      if fits(String(word), max(limit, least)) {
        line = String(word)
        continue
      }
      for character in word {
        if !line.isEmpty, !fits(line + String(character), max(limit, least)) {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    lines.append(line)
    return lines
  }
}
