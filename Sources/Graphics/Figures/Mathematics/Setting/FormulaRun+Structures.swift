// SPDX-License-Identifier: MIT
// Part of Platen: fractions, roots, accents, delimiters that grow.

internal import Drawing

extension FormulaRun {
  mutating func nucleus(_ nucleus: Nucleus, _ style: MathStyle) -> MathBox {
    switch nucleus {
    case .symbol(let scalar, let plain): return symbol(scalar, plain: plain, style)
    case .bigSymbol(let scalar): return bigSymbol(scalar, style)
    case .word(let word): return self.word(word, style)
    case .text(let pieces): return text(pieces, style)
    case .group(let items): return list(items, style)
    case .fraction(let fraction): return self.fraction(fraction, style)
    case .radical(let degree, let body): return radical(degree, body, style)
    case .accent(let scalar, let body, let isWide): return accent(scalar, body, isWide, style)
    case .line(let body, let isAbove): return line(body, isAbove, style)
    case .stretched(let scalar, let body, let isAbove):
      return stretched(scalar, body, isAbove, style)
    case .fenced(let left, let parts, let middle, let right):
      return fenced(left, parts, middle, right, style)
    case .delimiter(let scalar, let height):
      guard let scalar else { return MathBox() }
      return delimiter(scalar, height: height * em(style), style)
    case .stack(let base, let above, let below): return stack(base, above, below, style)
    case .arrow(let scalar, let above, let below): return arrow(scalar, above, below, style)
    case .array(let array): return self.array(array, style)
    case .phantom(let body, let hasWidth, let hasHeight):
      var box = list(body, style)
      box.marks = []
      if !hasWidth { box.width = 0 }
      if !hasHeight { (box.height, box.depth) = (0, 0) }
      return box
    case .boxed(let body): return boxed(body, style)
    case .negated(let body): return negated(body, style)
    case .colored(let body, let color):
      var box = list(body, style)
      for i in box.marks.indices where box.marks[i].color == nil { box.marks[i].color = color }
      return box
    }
  }

  // MARK: Fractions

  /// Appendix G, rule 15.
  private mutating func fraction(_ fraction: Fraction, _ outer: MathStyle) -> MathBox {
    var style = outer
    if let level = fraction.level { style.level = level }
    let isDisplay = style.level == .display
    let above = list(fraction.numerator, style.numerator)
    let below = list(fraction.denominator, style.denominator)
    let axis = axis(style)
    let thickness = fraction.hasLine ? constant(.fractionRuleThickness, style) : 0
    var rise: Double
    var drop: Double
    if fraction.hasLine {
      rise = constant(
        isDisplay ? .fractionNumeratorDisplayStyleShiftUp : .fractionNumeratorShiftUp, style)
      drop = constant(
        isDisplay ? .fractionDenominatorDisplayStyleShiftDown : .fractionDenominatorShiftDown, style
      )
      let gapAbove = constant(
        isDisplay ? .fractionNumDisplayStyleGapMin : .fractionNumeratorGapMin, style)
      let gapBelow = constant(
        isDisplay ? .fractionDenomDisplayStyleGapMin : .fractionDenominatorGapMin, style)
      rise = max(rise, axis + thickness / 2 + gapAbove + above.depth)
      drop = max(drop, -(axis - thickness / 2 - gapBelow - below.height))
    } else {
      rise = constant(isDisplay ? .stackTopDisplayStyleShiftUp : .stackTopShiftUp, style)
      drop = constant(isDisplay ? .stackBottomDisplayStyleShiftDown : .stackBottomShiftDown, style)
      let least = constant(isDisplay ? .stackDisplayStyleGapMin : .stackGapMin, style)
      let gap = (rise - above.depth) - (below.height - drop)
      if gap < least {
        rise += (least - gap) / 2
        drop += (least - gap) / 2
      }
    }
    let width = max(above.width, below.width)
    var inner = MathBox.room(width: width)
    inner.lay(above, x: (width - above.width) / 2, rise: rise)
    inner.lay(below, x: (width - below.width) / 2, rise: -drop)
    if fraction.hasLine {
      inner.rule(x: 0, rise: axis - thickness / 2, width: width, thickness: thickness)
    }
    inner = inner.measured
    // Without delimiters there is the space of empty ones, so that fractions do not touch.
    let side = size * 0.12
    guard fraction.left != nil || fraction.right != nil else {
      var box = MathBox.room(width: width + 2 * side)
      box.lay(inner, x: side)
      return box.measured
    }
    let height = em(style) * (isDisplay ? 2.39 : 1.01)
    return between(
      fraction.left, inner, fraction.right, height: max(height, reach(of: inner, style)), style)
  }

  // MARK: Roots

  /// Appendix G, rule 11.
  private mutating func radical(
    _ degree: [MathItem]?, _ body: [MathItem], _ style: MathStyle
  ) -> MathBox {
    let inner = list(body, style.cramped)
    let thickness = constant(.radicalRuleThickness, style)
    var gap = constant(
      style.level == .display ? .radicalDisplayStyleVerticalGap : .radicalVerticalGap, style)
    let em = em(style)
    let height = max(inner.height, em * 0.3)
    let wanted = height + inner.depth + gap + thickness
    guard let glyph = face.glyph(of: "√", scriptLevel: 0) else {
      var box = text("√", style, isBold: false, isItalic: false)
      box.lay(inner, x: box.width)
      box.width += inner.width
      return box
    }
    var sign = self.box(of: glyph, source: "√", em)
    if sign.total < wanted {
      sign = stretched(glyph, source: "√", to: wanted, along: .vertical, em)
    }
    if sign.total > wanted { gap += (sign.total - wanted) / 2 }
    let top = height + gap + thickness
    var box = MathBox.room(width: 0)
    var x = 0.0
    if let degree {
      let small = list(degree, MathStyle(level: .scriptScript, isCramped: style.isCramped))
      let before = constant(.radicalKernBeforeDegree, style)
      let after = constant(.radicalKernAfterDegree, style)
      let raise =
        setter.constants[MathConstant.radicalDegreeBottomRaisePercent.rawValue] * sign.total
      // The sign's own bottom is what the degree is raised from.
      let bottom = top - sign.total
      box.lay(small, x: max(0, before), rise: bottom + raise + small.depth)
      x = max(0, max(0, before) + small.width + after)
    }
    box.lay(sign, x: x, rise: top - sign.height)
    x += sign.width
    box.rule(x: x, rise: top - thickness, width: inner.width, thickness: thickness)
    box.lay(inner, x: x)
    box.width = x + inner.width
    box = box.measured
    box.height = max(box.height, top + constant(.radicalExtraAscender, style))
    return box
  }

  // MARK: Accents and lines

  /// Appendix G, rule 12.
  private mutating func accent(
    _ scalar: Unicode.Scalar, _ body: [MathItem], _ isWide: Bool, _ style: MathStyle
  ) -> MathBox {
    let base = list(body, style.cramped)
    guard let plain = glyph(of: scalar, style) else { return base }
    let em = em(style)
    var sign = box(of: plain, source: String(scalar), em)
    var id = plain
    if isWide {
      let fitting = face.variants(of: plain, along: .horizontal).last {
        $0.extent * em <= base.width * 1.05
      }
      if let fitting {
        id = fitting.glyph
        sign = box(of: id, source: String(scalar), em)
      }
    }
    var middle = base.width / 2
    if body.count == 1, case .atom(let atom) = body[0], !atom.hasScripts,
      case .symbol(let inner, _) = atom.nucleus, let letter = glyph(of: inner, style.cramped)
    {
      middle = face.accentPosition(of: letter) * em
    }
    let delta = min(base.height, constant(.accentBaseHeight, style))
    let own = face.accentPosition(of: id) * em
    var box = MathBox.room(width: base.width)
    box.italic = base.italic
    box.lay(base, x: 0)
    // Combining marks have their ink before their origin, which their attachment tells.
    box.lay(sign, x: middle - own, rise: base.height - delta)
    return box.measured
  }

  /// Appendix G, rules 9 and 10.
  private mutating func line(
    _ body: [MathItem], _ isAbove: Bool, _ style: MathStyle
  ) -> MathBox {
    let inner = list(body, isAbove ? style.cramped : style)
    var box = MathBox.room(width: inner.width)
    box.lay(inner, x: 0)
    if isAbove {
      let thickness = constant(.overbarRuleThickness, style)
      let bottom = inner.height + constant(.overbarVerticalGap, style)
      box.rule(x: 0, rise: bottom, width: inner.width, thickness: thickness)
      box.height = bottom + thickness + constant(.overbarExtraAscender, style)
    } else {
      let thickness = constant(.underbarRuleThickness, style)
      let top = inner.depth + constant(.underbarVerticalGap, style)
      box.rule(x: 0, rise: -top - thickness, width: inner.width, thickness: thickness)
      box.depth = top + thickness + constant(.underbarExtraDescender, style)
    }
    return box.measured
  }

  private mutating func stretched(
    _ scalar: Unicode.Scalar, _ body: [MathItem], _ isAbove: Bool, _ style: MathStyle
  ) -> MathBox {
    let inner = list(body, style)
    let em = em(style)
    guard let glyph = face.glyph(of: scalar, scriptLevel: 0) else { return inner }
    let sign = stretched(
      glyph, source: String(scalar), to: inner.width, along: .horizontal, em)
    let width = max(inner.width, sign.width)
    var box = MathBox.room(width: width)
    box.lay(inner, x: (width - inner.width) / 2)
    let gap = em * 0.1
    // Where the sign's ink lies, rather than its baseline.
    let rise = isAbove ? inner.height + gap + sign.depth : -(inner.depth + gap + sign.height)
    box.lay(sign, x: (width - sign.width) / 2, rise: rise)
    return box.measured
  }

  // MARK: Delimiters

  /// The least height of delimiters around something. Appendix G, rule 19.
  private func reach(of inner: MathBox, _ style: MathStyle) -> Double {
    let axis = axis(style)
    let half = max(inner.height - axis, inner.depth + axis)
    return max(half * 2 * 0.901, half * 2 - size * 0.5)
  }

  private mutating func between(
    _ left: Unicode.Scalar?, _ inner: MathBox, _ right: Unicode.Scalar?, height: Double,
    _ style: MathStyle
  ) -> MathBox {
    let side = size * 0.12
    var box = MathBox.room(width: 0)
    if let left {
      let sign = delimiter(left, height: height, style)
      box.lay(sign, x: 0)
      box.width = sign.width
    } else {
      box.width = side
    }
    box.lay(inner, x: box.width)
    box.width += inner.width
    if let right {
      let sign = delimiter(right, height: height, style)
      box.lay(sign, x: box.width)
      box.width += sign.width
    } else {
      box.width += side
    }
    return box.measured
  }

  private mutating func fenced(
    _ left: Unicode.Scalar?, _ parts: [[MathItem]], _ middle: [Unicode.Scalar],
    _ right: Unicode.Scalar?, _ style: MathStyle
  ) -> MathBox {
    let boxes = parts.map { list($0, style) }
    let height = boxes.reduce(0) { max($0, reach(of: $1, style)) }
    var inner = MathBox.room(width: 0)
    for (i, part) in boxes.enumerated() {
      if i > 0 {
        let sign = delimiter(middle[i - 1], height: height, style)
        inner.width += size * 0.1
        inner.lay(sign, x: inner.width)
        inner.width += sign.width + size * 0.1
      }
      inner.lay(part, x: inner.width)
      inner.width += part.width
    }
    return between(left, inner.measured, right, height: height, style)
  }

  // MARK: One above the other

  private mutating func stack(
    _ base: [MathItem], _ above: [MathItem]?, _ below: [MathItem]?, _ style: MathStyle
  ) -> MathBox {
    var atom = Atom(.largeOperator, .group(base), limits: .always)
    atom.superscript = above
    atom.subscript = below
    return set(atom, style)
  }

  private mutating func arrow(
    _ scalar: Unicode.Scalar, _ above: [MathItem], _ below: [MathItem], _ style: MathStyle
  ) -> MathBox {
    let over = list(above, style.superscript)
    let under = list(below, style.subscript)
    let em = em(style)
    let wanted = max(over.width, under.width) + em * 0.7
    guard let glyph = face.glyph(of: scalar, scriptLevel: 0) else { return over }
    let sign = stretched(
      glyph, source: String(scalar), to: max(wanted, em * 1.4), along: .horizontal, em)
    var box = MathBox.room(width: sign.width)
    box.lay(sign, x: 0)
    let gap = em * 0.12
    if !above.isEmpty {
      box.lay(over, x: (sign.width - over.width) / 2, rise: sign.height + gap + over.depth)
    }
    if !below.isEmpty {
      box.lay(
        under, x: (sign.width - under.width) / 2,
        rise: -(max(0, sign.depth) + gap + under.height))
    }
    return box.measured
  }

  // MARK: Frames and slashes

  private mutating func boxed(_ body: [MathItem], _ style: MathStyle) -> MathBox {
    let inner = list(body, style)
    let em = em(style)
    let (pad, line) = (em * 0.3, em * 0.04)
    var box = MathBox.room(width: inner.width + 2 * pad)
    box.lay(inner, x: pad)
    let (top, bottom) = (inner.height + pad, inner.depth + pad)
    box.rule(x: 0, rise: top - line, width: box.width, thickness: line)
    box.rule(x: 0, rise: -bottom, width: box.width, thickness: line)
    box.rule(x: 0, rise: -bottom, width: line, thickness: top + bottom)
    box.rule(x: box.width - line, rise: -bottom, width: line, thickness: top + bottom)
    (box.height, box.depth) = (top, bottom)
    return box
  }

  private mutating func negated(_ body: [MathItem], _ style: MathStyle) -> MathBox {
    let inner = list(body, style)
    let em = em(style)
    guard let glyph = face.glyph(of: "/", scriptLevel: 0) else { return inner }
    let slash = centered(box(of: glyph, source: "\u{338}", em), style)
    var box = MathBox.room(width: inner.width)
    box.lay(inner, x: 0)
    box.lay(slash, x: (inner.width - slash.width) / 2)
    return box.measured
  }
}
