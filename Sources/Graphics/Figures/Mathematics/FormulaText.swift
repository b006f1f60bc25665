// SPDX-License-Identifier: MIT
// Part of Platen: formulas as running text, for forms that set no formulas.

/// Letters of a formula that are written alike.
public struct FormulaWord: Hashable, Sendable {
  public var text: String
  public var isItalic: Bool
  /// Above zero for superscripts, below it for subscripts.
  public var rise: Int
}

extension Formula {
  /// The formula in one line: fractions with a slash, scripts raised and lowered, matrices by rows.
  public var words: [FormulaWord] {
    var writer = FormulaLine()
    writer.list(items, rise: 0)
    var result: [FormulaWord] = []
    for word in writer.words {
      if let last = result.last, last.isItalic == word.isItalic, last.rise == word.rise {
        result[result.count - 1].text += word.text
      } else {
        result.append(word)
      }
    }
    return result
  }
}

private struct FormulaLine {
  var words: [FormulaWord] = []

  private mutating func addText(_ text: String, isItalic: Bool = false, rise: Int) {
    words.append(FormulaWord(text: text, isItalic: isItalic, rise: rise))
  }

  mutating func list(_ items: [MathItem], rise: Int) {
    for (index, item) in items.enumerated() {
      switch item {
      case .style: break
      case .space(let space): if space > 0.2 { addText(" ", rise: rise) }
      case .atom(let atom):
        let isJoining =
          atom.kind == .relation
          || (atom.kind == .binary && index > 0 && index + 1 < items.count)
        if isJoining, rise == 0 { addText(" ", rise: rise) }
        nucleus(atom.nucleus, rise: rise)
        if let below = atom.subscript { list(below, rise: rise == 0 ? -1 : rise) }
        if let above = atom.superscript { list(above, rise: rise == 0 ? 1 : rise) }
        if isJoining, rise == 0 { addText(" ", rise: rise) }
        if atom.kind == .punctuation { addText(" ", rise: rise) }
        if case .word = atom.nucleus { addText("\u{2009}", rise: rise) }
      }
    }
  }

  /// Writes items in parentheses, but for a single sign.
  private mutating func group(_ items: [MathItem], rise: Int) {
    let isLong = items.count > 1
    if isLong { addText("(", rise: rise) }
    list(items, rise: rise)
    if isLong { addText(")", rise: rise) }
  }

  private mutating func nucleus(_ nucleus: Nucleus, rise: Int) {
    switch nucleus {
    case .symbol(let scalar, let plain):
      // Variables are plain letters, slanted; other alphabets stay what they are.
      let isVariable = Alphabet.variable.sign(for: plain) == scalar && scalar != plain
      addText(String(isVariable ? plain : scalar), isItalic: isVariable, rise: rise)
    case .bigSymbol(let scalar): addText(String(scalar), rise: rise)
    case .word(let word): addText(word, rise: rise)
    case .text(let pieces):
      for piece in pieces {
        switch piece {
        case .words(let words, _, let isItalic): addText(words, isItalic: isItalic, rise: rise)
        case .formula(let items): list(items, rise: rise)
        }
      }
    case .group(let items), .boxed(let items), .colored(let items, _): list(items, rise: rise)
    case .phantom: break
    case .line(let items, _), .stretched(_, let items, _): list(items, rise: rise)
    case .fraction(let fraction):
      if let left = fraction.left { addText(String(left), rise: rise) }
      group(fraction.numerator, rise: rise)
      addText(fraction.hasLine ? "/" : " ", rise: rise)
      group(fraction.denominator, rise: rise)
      if let right = fraction.right { addText(String(right), rise: rise) }
    case .radical(let degree, let body):
      if let degree { list(degree, rise: 1) }
      addText("√", rise: rise)
      group(body, rise: rise)
    case .accent(let scalar, let body, _):
      list(body, rise: rise)
      if let last = words.indices.last { words[last].text.unicodeScalars.append(scalar) }
    case .fenced(let left, let parts, let middle, let right):
      if let left { addText(String(left), rise: rise) }
      for (i, part) in parts.enumerated() {
        if i > 0 { addText(" \(middle[i - 1]) ", rise: rise) }
        list(part, rise: rise)
      }
      if let right { addText(String(right), rise: rise) }
    case .delimiter(let scalar, _): if let scalar { addText(String(scalar), rise: rise) }
    case .stack(let base, let above, let below):
      list(base, rise: rise)
      if let below { list(below, rise: -1) }
      if let above { list(above, rise: 1) }
    case .arrow(let scalar, let above, let below):
      addText(" \(scalar)", rise: rise)
      list(below, rise: -1)
      list(above, rise: 1)
    case .array(let array):
      for (r, row) in array.rows.enumerated() {
        if r > 0 { addText("; ", rise: rise) }
        for (c, cell) in row.enumerated() {
          if c > 0, !array.continues { addText(", ", rise: rise) }
          list(cell, rise: rise)
        }
      }
    case .negated(let items):
      list(items, rise: rise)
      if let last = words.indices.last { words[last].text.unicodeScalars.append("\u{338}") }
    }
  }
}
