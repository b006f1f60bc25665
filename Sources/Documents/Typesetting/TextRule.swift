// SPDX-License-Identifier: MIT
// Part of Platen: lines that are drawn with signs in text as typed.

/// Lines such as `======` and `+----+----+`, which mean the same at any length.
enum TextRule {
  /// Indicates whether a line is drawn with signs only, at least five of them, most of them equal;
  /// blanks may precede them.
  static func isRule(_ line: String) -> Bool {
    let signs = Array(line.unicodeScalars.drop { $0 == " " || $0 == "\u{A0}" })
    guard signs.count >= 5, signs.allSatisfy(isSign) else { return false }
    var counts: [Unicode.Scalar: Int] = [:]
    for sign in signs { counts[sign, default: 0] += 1 }
    return 2 * (counts.values.max() ?? 0) >= signs.count
  }

  /// The line with equal signs removed from its longest rows of them until it has `count` signs.
  static func shortened(_ line: String, to count: Int) -> String {
    var rows: [(sign: Unicode.Scalar, count: Int)] = []
    for scalar in line.unicodeScalars {
      if rows.last?.sign == scalar {
        rows[rows.count - 1].count += 1
      } else {
        rows.append((scalar, 1))
      }
    }
    var excess = rows.reduce(-count) { $0 + $1.count }
    while excess > 0 {
      let lengths = rows.map(\.count)
      guard let longest = lengths.max(), longest > 1 else { break }
      // All of the longest rows down to the next shorter one, as evenly as the excess allows.
      let next = max(1, lengths.filter { $0 < longest }.max() ?? 1)
      let all = rows.indices.filter { rows[$0].count == longest }
      let each = max(1, min(longest - next, excess / all.count))
      for index in all where excess > 0 {
        let cut = min(each, excess)
        rows[index].count -= cut
        excess -= cut
      }
    }
    var text = String.UnicodeScalarView()
    for row in rows { text.append(contentsOf: repeatElement(row.sign, count: row.count)) }
    return String(text)
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "-", "_", "~", "*", "#", "+", "|", ".": true
    default: (0x2010...0x2015).contains(scalar.value) || (0x2500...0x259F).contains(scalar.value)
    }
  }
}
