// SPDX-License-Identifier: MIT
// Part of Platen: lists of atoms in a row, with the spaces that belong between them.

internal import Drawing

extension FormulaRun {
  /// Spaces between classes, in eighteenths of an em; negative ones are omitted in scripts. Rows
  /// and columns as in ``AtomClass``. The TeXbook, page 170.
  private static let spaces: [[Int]] = [
    [0, 3, -4, -5, 0, 0, 0, -3],
    [3, 3, 0, -5, 0, 0, 0, -3],
    [-4, -4, 0, 0, -4, 0, 0, -4],
    [-5, -5, 0, 0, -5, 0, 0, -5],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 3, -4, -5, 0, 0, 0, -3],
    [-3, -3, 0, -3, -3, -3, -3, -3],
    [-3, 3, -4, -5, -3, 0, -3, -3],
  ]

  mutating func list(_ items: [MathItem], _ style: MathStyle) -> MathBox {
    var style = style
    var line = MathBox.room(width: 0)
    var before: AtomClass?
    let kinds = FormulaRun.settledKinds(of: items)
    for (index, item) in items.enumerated() {
      switch item {
      case .style(let level): style.level = level
      case .space(let space): line.width += space * em(style)
      case .atom(let atom):
        let kind = kinds[index]
        if let before {
          let space = FormulaRun.spaces[before.rawValue][kind.rawValue]
          if space > 0 || !style.isScript { line.width += Double(abs(space)) / 18 * em(style) }
        }
        let box = set(atom, style)
        line.lay(box, x: line.width)
        line.width += box.width
        before = kind
      }
    }
    return line.measured
  }

  /// The classes of the atoms, where a sign between things that cannot be joined is an ordinary one:
  /// the minus of `(-1)`. Appendix G, rules 5 and 6.
  private static func settledKinds(of items: [MathItem]) -> [AtomClass] {
    var kinds = items.map { item -> AtomClass in
      if case .atom(let atom) = item { atom.kind } else { .ordinary }
    }
    var last: Int?
    for (index, item) in items.enumerated() {
      guard case .atom = item else { continue }
      switch kinds[index] {
      case .binary:
        let before = last.map { kinds[$0] }
        switch before {
        case nil, .binary, .largeOperator, .relation, .opening, .punctuation:
          kinds[index] = .ordinary
        default: break
        }
      case .relation, .closing, .punctuation:
        if let last, kinds[last] == .binary { kinds[last] = .ordinary }
      default: break
      }
      last = index
    }
    if let last, kinds[last] == .binary { kinds[last] = .ordinary }
    return kinds
  }

  // MARK: Atoms

  mutating func set(_ atom: Atom, _ style: MathStyle) -> MathBox {
    let isCentered: Bool
    if case .bigSymbol = atom.nucleus { isCentered = true } else { isCentered = false }
    var base = nucleus(atom.nucleus, style)
    guard atom.hasScripts else {
      // An operator's lean belongs to its limits alone.
      if !isCentered { base.width += base.italic }
      base.italic = 0
      return base
    }
    let above =
      atom.limits == .always || (atom.limits == .automatic && style.level == .display)
    if above { return limits(on: base, atom, style) }
    return scripts(on: base, atom, style, isOperator: isCentered)
  }

  /// Appendix G, rule 18.
  private mutating func scripts(
    on base: MathBox, _ atom: Atom, _ style: MathStyle, isOperator: Bool
  ) -> MathBox {
    let isCharacter: Bool
    switch atom.nucleus {
    case .symbol: isCharacter = true
    case .group(let items): isCharacter = items.isEmpty
    default: isCharacter = false
    }
    let small = style.superscript
    var rise = 0.0
    var drop = 0.0
    if !isCharacter {
      rise = base.height - constant(.superscriptBaselineDropMax, small)
      drop = base.depth + constant(.subscriptBaselineDropMin, small)
    }
    let superscript = atom.superscript.map { list($0, style.superscript) }
    let `subscript` = atom.subscript.map { list($0, style.subscript) }
    if let superscript {
      let least =
        style.isCramped
        ? constant(.superscriptShiftUpCramped, style) : constant(.superscriptShiftUp, style)
      rise = max(rise, least, superscript.depth + constant(.superscriptBottomMin, style))
    }
    if let `subscript` {
      drop = max(drop, constant(.subscriptShiftDown, style))
      if superscript == nil {
        drop = max(drop, `subscript`.height - constant(.subscriptTopMax, style))
      }
    }
    if let superscript, let `subscript` {
      let gap = (rise - superscript.depth) - (`subscript`.height - drop)
      let least = constant(.subSuperscriptGapMin, style)
      if gap < least {
        drop += least - gap
        let lift =
          constant(.superscriptBottomMaxWithSubscript, style) - (rise - superscript.depth)
        if lift > 0 {
          let lift = min(lift, least - gap)
          rise += lift
          drop -= lift
        }
      }
    }
    var box = MathBox.room(width: 0)
    box.lay(base, x: 0)
    var right = base.width
    if let superscript {
      let x = base.width + (isOperator ? 0 : base.italic)
      box.lay(superscript, x: x, rise: rise)
      right = max(right, x + superscript.width)
    }
    if let `subscript` {
      let x = base.width - (isOperator ? base.italic : 0)
      box.lay(`subscript`, x: x, rise: -drop)
      right = max(right, x + `subscript`.width)
    }
    box.width = right + constant(.spaceAfterScript, style)
    return box.measured
  }

  /// Appendix G, rule 13a.
  private mutating func limits(on base: MathBox, _ atom: Atom, _ style: MathStyle) -> MathBox {
    let above = atom.superscript.map { list($0, style.superscript) }
    let below = atom.subscript.map { list($0, style.subscript) }
    let lean = base.italic / 2
    let width = max(base.width, above?.width ?? 0, below?.width ?? 0)
    var box = MathBox.room(width: width)
    box.lay(base, x: (width - base.width) / 2)
    if let above {
      let gap = max(
        constant(.upperLimitGapMin, style),
        constant(.upperLimitBaselineRiseMin, style) - above.depth)
      box.lay(
        above, x: (width - above.width) / 2 + lean, rise: base.height + gap + above.depth)
    }
    if let below {
      let gap = max(
        constant(.lowerLimitGapMin, style),
        constant(.lowerLimitBaselineDropMin, style) - below.height)
      box.lay(
        below, x: (width - below.width) / 2 - lean, rise: -(base.depth + gap + below.height))
    }
    return box.measured
  }
}
