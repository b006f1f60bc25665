// SPDX-License-Identifier: MIT
// Part of Platen: the contrast of every two colors of a design, as a table for each mode.

internal import Drawing
internal import Geometry
internal import Tokens

extension TokenSpecimen {
  /// More colors than these would give more numbers than are useful, and too small to be read.
  private static let most = 40

  private static let nameWidth = 270.0
  private static let rowHeight = 30.0

  /// Every two colors, in every mode; what is on the diagonal would be 1.
  mutating func pairs() {
    let tokens = set.tokens.filter { $0.type == .color }
    guard tokens.count > 1 else { return }
    sheet.heading("Contrast of every two colors")
    guard tokens.count <= TokenSpecimen.most else {
      sheet.say(
        "\(tokens.count) colors make \(tokens.count * (tokens.count - 1) / 2) pairs, which are too many "
          + "to show: name those that are read on each other under contrast",
        at: Point(SheetBuilder.margin, sheet.y), size: 18, color: SheetBuilder.soft)
      sheet.y += 30
      return
    }
    legend()
    for mode in set.modes { table(of: tokens, in: mode) }
  }

  private mutating func legend() {
    var x = SheetBuilder.margin
    for level in Contrast.Level.allCases.reversed() {
      let box = Rect(x: x, y: sheet.y - 15, width: 22, height: 20)
      sheet.fill(Path(rounded: box, radius: 4), .color(TokenSpecimen.tint(level)))
      let ratio = level.ratio == level.ratio.rounded() ? "\(Int(level.ratio))" : "\(level.ratio)"
      let used = sheet.say(
        "\(level.rawValue), \(ratio) : 1", at: Point(x + 32, sheet.y), size: 16,
        color: SheetBuilder.soft)
      x += used + 64
    }
    sheet.y += 28
  }

  private mutating func table(of tokens: [Token], in mode: TokenMode) {
    let width = min(84, (sheet.contentWidth - TokenSpecimen.nameWidth) / Double(tokens.count - 1))
    let size = min(15, width * 0.33)
    let height = TokenSpecimen.rowHeight
    let start = SheetBuilder.margin + TokenSpecimen.nameWidth
    sheet.reserve(32 + Double(tokens.count) * height + 44)
    sheet.y += 18
    sheet.say(mode.rawValue, at: Point(SheetBuilder.margin, sheet.y), size: 19, weight: 700)
    sheet.y += 14
    let top = sheet.y
    for (row, token) in tokens.enumerated() {
      guard let color = token.color(in: mode) else { continue }
      let y = top + Double(row) * height
      let swatch = Rect(x: SheetBuilder.margin, y: y + 5, width: 34, height: height - 10)
      sheet.fill(Path(rounded: swatch, radius: 5), .color(drawn(color)), outlined: true)
      sheet.addName(
        TokenNames.colorSet(token), at: Point(SheetBuilder.margin + 46, y + 20), size: 15,
        room: TokenSpecimen.nameWidth - 60)
      for (column, other) in tokens.prefix(row).enumerated() {
        guard let ground = other.color(in: mode) else { continue }
        let contrast = Contrast(of: color, on: ground)
        let x = start + Double(column) * width
        if let level = contrast.level {
          let cell = Rect(x: x + 1, y: y + 2, width: width - 2, height: height - 4)
          sheet.fill(Path(rounded: cell, radius: 4), .color(TokenSpecimen.tint(level)))
        }
        sheet.say(
          contrast.text, at: Point(x + width - (width - size * 2.2) / 2, y + 20), size: size,
          color: contrast.level == nil ? SheetBuilder.soft : SheetBuilder.ink, isRight: true)
      }
    }
    // Under each column is its color.
    let below = top + Double(tokens.count) * height
    for (column, other) in tokens.dropLast().enumerated() {
      guard let ground = other.color(in: mode) else { continue }
      let x = start + Double(column) * width
      let box = Rect(x: x + 2, y: below + 4, width: width - 4, height: 18)
      sheet.fill(Path(rounded: box, radius: 4), .color(drawn(ground)), outlined: true)
    }
    sheet.y = below + 44
  }

  private static func tint(_ level: Contrast.Level) -> Color {
    switch level {
    case .large: Color(0.98, 0.92, 0.76)
    case .AA: Color(0.84, 0.92, 0.82)
    case .AAA: Color(0.70, 0.86, 0.72)
    }
  }
}
