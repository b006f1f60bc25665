// SPDX-License-Identifier: MIT
// Part of Platen: single signs, words, and signs stretched to a height or a width.

internal import Drawing
internal import Geometry

extension FormulaRun {
  // MARK: Signs

  /// A glyph about its origin.
  func box(of glyph: UInt32, source: String, _ em: Double) -> MathBox {
    let ink = face.ink(of: glyph)
    var box = MathBox()
    box.width = face.advance(of: glyph) * em
    box.height = (ink.map { -$0.minY } ?? 0) * em
    box.depth = (ink?.maxY ?? 0) * em
    box.italic = face.italicCorrection(of: glyph) * em
    box.marks = [
      MathBox.Mark(
        shape: .glyphs(FontInstance(face: face.face, size: em), [glyph], source: source),
        at: Point(0, 0))
    ]
    return box
  }

  func glyph(of scalar: Unicode.Scalar, _ style: MathStyle) -> UInt32? {
    face.glyph(of: scalar, scriptLevel: style.scriptLevel)
  }

  mutating func symbol(
    _ scalar: Unicode.Scalar, plain: Unicode.Scalar, _ style: MathStyle
  ) -> MathBox {
    let em = em(style)
    // A prime is made to be raised: as a script it is as large as its form there says.
    if let glyph = glyph(of: scalar, style) ?? glyph(of: plain, style) {
      return box(of: glyph, source: String(plain), em)
    }
    return text(String(plain), style, isBold: false, isItalic: false)
  }

  /// A sign that is larger in display style, about the axis. Appendix G, rule 13.
  mutating func bigSymbol(_ scalar: Unicode.Scalar, _ style: MathStyle) -> MathBox {
    let em = em(style)
    guard var glyph = glyph(of: scalar, style) else {
      return text(String(scalar), style, isBold: false, isItalic: false)
    }
    if style.level == .display {
      let least = setter.constants[MathConstant.displayOperatorMinHeight.rawValue]
      let variants = face.variants(of: glyph, along: .vertical)
      glyph = (variants.first { $0.extent >= least } ?? variants.last)?.glyph ?? glyph
    }
    let sign = box(of: glyph, source: String(scalar), em)
    return centered(sign, style)
  }

  /// The box with its middle on the axis.
  func centered(_ inner: MathBox, _ style: MathStyle) -> MathBox {
    var box = MathBox.room(width: inner.width)
    box.italic = inner.italic
    box.lay(inner, x: 0, rise: axis(style) - (inner.height - inner.depth) / 2)
    return box.measured
  }

  // MARK: Words

  /// Upright letters of the face for formulas.
  mutating func word(_ word: String, _ style: MathStyle) -> MathBox {
    var box = MathBox.room(width: 0)
    let em = em(style)
    for scalar in word.unicodeScalars {
      if scalar == "\u{2009}" {
        box.width += em / 6
      } else if let glyph = glyph(of: scalar, style) {
        let letter = self.box(of: glyph, source: String(scalar), em)
        box.lay(letter, x: box.width)
        box.width += letter.width
      } else {
        let letter = text(String(scalar), style, isBold: false, isItalic: false)
        box.lay(letter, x: box.width)
        box.width += letter.width
      }
    }
    return box.measured
  }

  /// Words in the text's own letters.
  mutating func text(
    _ words: String, _ style: MathStyle, isBold: Bool, isItalic: Bool
  ) -> MathBox {
    let shaped = setter.measuring.shape(
      words,
      font: FontRequest(
        families: textFamilies, size: em(style), weight: isBold ? 700 : 400, isItalic: isItalic))
    for scalar in shaped.missing where !missing.contains(scalar) { missing.append(scalar) }
    return MathBox(
      width: shaped.width, height: em(style) * 0.72, depth: em(style) * 0.2,
      marks: [MathBox.Mark(shape: .text(shaped), at: Point(0, 0))])
  }

  mutating func text(_ pieces: [TextPiece], _ style: MathStyle) -> MathBox {
    var box = MathBox.room(width: 0)
    for piece in pieces {
      let part =
        switch piece {
        case .words(let words, let isBold, let isItalic):
          text(words, style, isBold: isBold, isItalic: isItalic)
        case .formula(let items):
          list(items, MathStyle(level: style.isScript ? style.level : .text))
        }
      box.lay(part, x: box.width)
      box.width += part.width
    }
    return box.measured
  }

  // MARK: Stretched signs

  /// A sign at least so high, or the highest there is, with its middle on the axis.
  mutating func delimiter(
    _ scalar: Unicode.Scalar, height: Double, _ style: MathStyle
  ) -> MathBox {
    let em = em(style)
    guard let glyph = face.glyph(of: scalar, scriptLevel: 0) else {
      return text(String(scalar), style, isBold: false, isItalic: false)
    }
    let source = String(scalar)
    if box(of: glyph, source: source, em).total >= height {
      return centered(box(of: glyph, source: source, em), style)
    }
    let sign = stretched(glyph, source: source, to: height, along: .vertical, em)
    return centered(sign, style)
  }

  /// The smallest form of a glyph that reaches an extent; put together from parts where no form
  /// does.
  func stretched(
    _ glyph: UInt32, source: String, to extent: Double, along axis: MathAxis, _ em: Double
  ) -> MathBox {
    let variants = face.variants(of: glyph, along: axis)
    if let variant = variants.first(where: { $0.extent * em >= extent }) {
      return box(of: variant.glyph, source: source, em)
    }
    let parts = face.parts(of: glyph, along: axis)
    if let assembled = assemble(parts, source: source, to: extent, along: axis, em) {
      return assembled
    }
    return box(of: variants.last?.glyph ?? glyph, source: source, em)
  }

  /// More parts than a sign on a page has.
  private static let partLimit = 400

  /// Puts a glyph together from its parts. OpenType, "MATH", glyph assembly: extenders are repeated
  /// until the whole is long enough with the least overlaps, which then grow to make it exact.
  private func assemble(
    _ parts: [MathPart], source: String, to extent: Double, along axis: MathAxis, _ em: Double
  ) -> MathBox? {
    let extenders = parts.filter(\.isExtender)
    guard !extenders.isEmpty else { return nil }
    let least = face.overlap(along: axis)
    let wanted = extent / em
    // The length with each extender once, and what each further round of them adds.
    let once = parts.reduce(least) { $0 + $1.extent - least }
    let more = extenders.reduce(0) { $0 + $1.extent - least }
    let most = max(1, FormulaRun.partLimit / extenders.count)
    let rounds = more > 0 ? 1 + ((wanted - once) / more - 1e-9).rounded(.up) : 1
    let repeats = Int(max(1, min(Double(most), rounds)))
    let chosen = parts.flatMap { Array(repeating: $0, count: $0.isExtender ? repeats : 1) }
    // What is too much is taken from the joints, as far as they may overlap.
    let joints = chosen.count - 1
    let whole = chosen.reduce(0) { $0 + $1.extent }
    var overlaps = [Double](repeating: least, count: max(0, joints))
    if joints > 0 {
      var room = 0.0
      let limits = (0..<joints).map { i in
        max(
          least,
          min(
            chosen[i].endConnector, chosen[i + 1].startConnector,
            chosen[i].extent, chosen[i + 1].extent))
      }
      for limit in limits { room += limit - least }
      let spare = whole - Double(joints) * least - wanted
      if spare > 0, room > 0 {
        let share = min(1, spare / room)
        for i in 0..<joints { overlaps[i] = least + (limits[i] - least) * share }
      }
    }
    var box = MathBox()
    var reach = 0.0
    var cross = (min: Double.infinity, max: -Double.infinity)
    for (i, part) in chosen.enumerated() {
      guard let ink = face.ink(of: part.glyph) else { continue }
      let at: Point
      switch axis {
      case .vertical:
        // From the bottom up; the part's lower edge lies at `reach`.
        at = Point(0, -(reach + ink.maxY) * em)
        box.width = max(box.width, face.advance(of: part.glyph) * em)
      case .horizontal:
        at = Point((reach - ink.minX) * em, 0)
        cross.min = min(cross.min, ink.minY)
        cross.max = max(cross.max, ink.maxY)
      }
      box.marks.append(
        MathBox.Mark(
          shape: .glyphs(
            FontInstance(face: face.face, size: em), [part.glyph],
            source: box.marks.isEmpty ? source : ""),
          at: at))
      reach += part.extent - (i < joints ? overlaps[i] : 0)
    }
    if axis == .vertical {
      box.height = reach * em
      box.depth = 0
    } else {
      box.width = reach * em
      box.height = -cross.min * em
      box.depth = cross.max * em
    }
    return box
  }
}
