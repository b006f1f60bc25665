// SPDX-License-Identifier: MIT
// Part of Platen: sheets of paper by name, or by their measure.

internal import Text

/// A sheet of paper in millimetres, upright.
package struct Paper: Hashable, Sendable {
  package var name: String
  package var width: Double
  package var height: Double

  /// Every sheet that can be named: ISO 216 with the larger sheet that bleeding is printed on (A0+,
  /// SRA3), the sizes of North America, and those that posters and plans are sold in there.
  package static let all =
    [
      Paper(name: "A6", width: 105, height: 148),
      Paper(name: "A5", width: 148, height: 210), Paper(name: "A4", width: 210, height: 297),
      Paper(name: "A3", width: 297, height: 420), Paper(name: "A2", width: 420, height: 594),
      Paper(name: "A1", width: 594, height: 841), Paper(name: "A0", width: 841, height: 1189),
      Paper(name: "A0+", width: 914, height: 1292), Paper(name: "2A0", width: 1189, height: 1682),
      Paper(name: "SRA3", width: 320, height: 450),
      Paper(name: "B5", width: 176, height: 250), Paper(name: "B4", width: 250, height: 353),
      Paper(name: "B3", width: 353, height: 500), Paper(name: "B2", width: 500, height: 707),
      Paper(name: "B1", width: 707, height: 1000), Paper(name: "B0", width: 1000, height: 1414),
      Paper(name: "letter", width: 215.9, height: 279.4),
      Paper(name: "legal", width: 215.9, height: 355.6),
      Paper(name: "tabloid", width: 279.4, height: 431.8),
    ]
    + ([
      ("ansi-c", 17, 22), ("ansi-d", 22, 34), ("ansi-e", 34, 44), ("arch-a", 9, 12),
      ("arch-b", 12, 18), ("arch-c", 18, 24), ("arch-d", 24, 36), ("arch-e", 36, 48),
    ] as [(String, Double, Double)]).map { Paper(name: $0, width: $1 * inch, height: $2 * inch) }

  /// The sizes of the series that this one is of, the smallest first; those of ISO's A series for a
  /// size of its own.
  var series: [Paper] {
    func series(_ paper: Paper) -> Character? {
      guard Paper.all.contains(paper) else { return "A" }
      let isISO = paper.name.contains { $0.isNumber } && paper.name.first?.isLowercase == false
      return isISO ? paper.name.first { $0 == "A" || $0 == "B" } : nil
    }
    let own = series(self)
    return Paper.all.filter { series($0) == own && $0.name != "SRA3" && $0.name != "A0+" }
      .sorted { $0.width * $0.height < $1.width * $1.height }
  }

  /// The sheet where none is named.
  package static let standard = Paper(name: "A4", width: 210, height: 297)
  /// Millimetres to an inch.
  package static let inch = 25.4
  /// Sides of sheets given by their measure, in millimetres: a business card's short side is 50, and
  /// readers of PDF take 200 inches.
  static let sides = 20.0...5080.0

  /// The sheet of a name, or of a measure such as `500x700mm` or `24x36in`.
  package static func named(_ name: String) -> Paper? {
    all.first { $0.name == name } ?? (try? Paper(measure: name))
  }

  /// Reads a measure: two sides and their unit.
  ///
  /// - Throws: `PaperError` in words.
  private init(measure text: String) throws(PaperError) {
    let units = [("mm", 1.0), ("cm", 10), ("in", Paper.inch)]
    guard let unit = units.first(where: { text.hasSuffix($0.0) }) else {
      throw PaperError(unknown: text)
    }
    let sides = text.dropLast(2).split(separator: "x", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    guard sides.count == 2 else { throw PaperError(unknown: text) }
    var lengths: [Double] = []
    for side in sides {
      guard side.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }), let value = Double(side)
      else { throw PaperError(unknown: text) }
      lengths.append(value * unit.1)
    }
    guard lengths.allSatisfy(Paper.sides.contains) else {
      throw PaperError(
        description: "invalid paper size \(text): a side has "
          + "\(brief(Paper.sides.lowerBound)) to \(brief(Paper.sides.upperBound)) mm")
    }
    self.init(name: text, width: lengths.min() ?? 0, height: lengths.max() ?? 0)
  }

  /// The error in a requested sheet; nil where it is valid.
  package static func errorMessage(_ text: String) -> String? {
    if all.contains(where: { $0.name == text }) { return nil }
    do throws(PaperError) {
      _ = try Paper(measure: text)
      return nil
    } catch { return error.description }
  }

  package init(name: String, width: Double, height: Double) {
    (self.name, self.width, self.height) = (name, width, height)
  }
}

/// An invalid sheet of paper.
private struct PaperError: Error {
  var description: String

  init(description: String) { self.description = description }

  init(unknown text: String) {
    description = "unknown paper size \"\(text)\""
  }
}
