// SPDX-License-Identifier: MIT
// Part of Platen: the words on covers, in lines that fit.

internal import Drawing
internal import Geometry

/// Breaks words into lines and finds the size at which they fit.
struct CoverText {
  private let families: [String]
  private let measuring: any TextMeasuring

  init(families: [String], measuring: any TextMeasuring) {
    self.families = families
    self.measuring = measuring
  }

  /// Characters that are looked at: a whole prompt given as a title does not fit on a cover.
  private static let mostCharacters = 700

  /// Lines of one size.
  struct Lines {
    var lines: [ShapedText] = []
    /// From baseline to baseline.
    var leading = 0.0
    var ascent = 0.0

    var isEmpty: Bool { lines.isEmpty }
    var height: Double { Double(lines.count) * leading }

    /// Centered lines, the first below `top`.
    func nodes(centeredAt x: Double, top: Double) -> [Node] {
      lines.enumerated().flatMap { index, line in
        line.nodes(
          at: Point(x - line.width / 2, top + ascent + Double(index) * leading),
          paint: .color(BookCover.gold))
      }
    }
  }

  /// The words in as many lines as there may be, as large as they fit.
  ///
  /// - Parameter sizes: the largest size; at `least`, lines that are too many end in an ellipsis.
  func fitted(
    _ words: String, sizes largest: Double, least: Double, width: Double, lines most: Int,
    isItalic: Bool = false
  ) -> Lines {
    let parts = words.prefix(CoverText.mostCharacters).split(whereSeparator: \.isWhitespace)
      .map(String.init)
    guard !parts.isEmpty else { return Lines() }
    var size = largest
    while true {
      var lines = broken(parts, size, width, isItalic)
      let fits =
        lines.count <= most && lines.allSatisfy { shaped($0, size, isItalic).width <= width }
      if fits || size <= least {
        if lines.count > most {
          lines = Array(lines.prefix(most))
          lines[most - 1] += "…"
        }
        let shapes = lines.map { cut($0, size, width, isItalic) }
        return Lines(
          lines: shapes, leading: size * 1.22, ascent: size * 0.95)
      }
      size = max(least, size * 0.94)
    }
  }

  /// The words of each line.
  private func broken(
    _ words: [String], _ size: Double, _ width: Double, _ isItalic: Bool
  ) -> [String] {
    let widths = words.map { shaped($0, size, isItalic).width }
    let space = shaped("n n", size, isItalic).width - shaped("nn", size, isItalic).width
    var lines: [String] = []
    var room = 0.0
    for (word, own) in zip(words, widths) {
      if let last = lines.last, room >= own + space {
        lines[lines.count - 1] = last + " " + word
        room -= own + space
      } else {
        lines.append(word)
        room = width - own
      }
    }
    return lines
  }

  /// A line; one that is wider than its room ends in an ellipsis.
  private func cut(
    _ line: String, _ size: Double, _ width: Double, _ isItalic: Bool
  ) -> ShapedText {
    var shape = shaped(line, size, isItalic)
    var rest = line[...]
    while shape.width > width, rest.count > 1 {
      rest = rest.dropLast(max(1, rest.count / 8))
      shape = shaped(rest + "…", size, isItalic)
    }
    return shape
  }

  private func shaped(_ words: String, _ size: Double, _ isItalic: Bool) -> ShapedText {
    measuring.shape(
      words, font: FontRequest(families: families, size: size, weight: 400, isItalic: isItalic))
  }
}
