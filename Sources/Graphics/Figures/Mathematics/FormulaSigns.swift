// SPDX-License-Identifier: MIT
// Part of Platen: how many signs a formula has, as MathML writes it.

extension Formula {
  /// Letters, operators, numbers and words: what MathML has an element for each.
  public var signCount: Int { Formula.signs(in: items) }

  private static func signs(in items: [MathItem]) -> Int {
    var count = 0
    var isInNumber = false
    for case .atom(let atom) in items {
      if case .symbol(_, let plain) = atom.nucleus, ("0"..."9").contains(plain) || plain == "." {
        // The digits of a number are one.
        if !isInNumber { count += 1 }
        isInNumber = true
      } else {
        count += signs(in: atom.nucleus)
        isInNumber = false
      }
      guard atom.subscript != nil || atom.superscript != nil else { continue }
      count += signs(in: atom.subscript ?? []) + signs(in: atom.superscript ?? [])
      isInNumber = false
    }
    return count
  }

  private static func signs(in nucleus: Nucleus) -> Int {
    func one(_ sign: Unicode.Scalar?) -> Int { sign == nil ? 0 : 1 }
    switch nucleus {
    case .symbol, .bigSymbol, .word: return 1
    case .text(let pieces):
      return pieces.reduce(0) { sum, piece in
        switch piece {
        case .words(let words, _, _): sum + words.split(whereSeparator: \.isWhitespace).count
        case .formula(let items): sum + signs(in: items)
        }
      }
    case .group(let items), .boxed(let items), .colored(let items, _), .negated(let items),
      .phantom(let items, _, _):
      return signs(in: items)
    case .line(let items, _), .stretched(_, let items, _), .accent(_, let items, _):
      return signs(in: items) + 1
    case .fraction(let fraction):
      return signs(in: fraction.numerator) + signs(in: fraction.denominator)
        + one(fraction.left) + one(fraction.right)
    case .radical(let degree, let body): return signs(in: degree ?? []) + signs(in: body)
    case .fenced(let left, let parts, let middle, let right):
      return parts.reduce(0) { $0 + signs(in: $1) } + middle.count + one(left) + one(right)
    case .delimiter(let sign, _): return one(sign)
    case .stack(let base, let above, let below):
      return signs(in: base) + signs(in: above ?? []) + signs(in: below ?? [])
    case .arrow(_, let above, let below): return 1 + signs(in: above) + signs(in: below)
    case .array(let array):
      return array.rows.reduce(0) { $0 + $1.reduce(0) { $0 + signs(in: $1) } }
    }
  }
}
