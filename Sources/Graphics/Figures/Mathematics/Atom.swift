// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a formula, before anything has a place.

internal import Drawing

/// The class of an atom, which decides the space between it and its neighbors. The TeXbook, chapter
/// 17.
enum AtomClass: Int, Hashable, Sendable {
  case ordinary, largeOperator, binary, relation, opening, closing, punctuation, inner
}

/// One thing in a list of a formula.
indirect enum MathItem: Hashable, Sendable {
  case atom(Atom)
  /// A space in em of the text around; negative moves back.
  case space(Double)
  /// `\displaystyle` and its kin: for the rest of the list.
  case style(MathStyle.Level)
}

/// The position of an operator's scripts.
enum LimitsPlace: Hashable, Sendable {
  /// Above and below in display style, else beside it.
  case automatic
  case always, never
}

/// A nucleus with what hangs on it.
struct Atom: Hashable, Sendable {
  var kind: AtomClass
  var nucleus: Nucleus
  var superscript: [MathItem]?
  var `subscript`: [MathItem]?
  var limits: LimitsPlace

  init(_ kind: AtomClass, _ nucleus: Nucleus, limits: LimitsPlace = .never) {
    self.kind = kind
    self.nucleus = nucleus
    self.limits = limits
  }

  var hasScripts: Bool { superscript != nil || self.subscript != nil }
}

/// The middle of an atom.
indirect enum Nucleus: Hashable, Sendable {
  /// A sign in the face for formulas, and as it was before an alphabet was chosen.
  case symbol(Unicode.Scalar, plain: Unicode.Scalar)
  /// A sign that is larger in display style and stands about the axis.
  case bigSymbol(Unicode.Scalar)
  /// Upright letters of the face for formulas: `sin`.
  case word(String)
  case text([TextPiece])
  case group([MathItem])
  case fraction(Fraction)
  case radical(degree: [MathItem]?, body: [MathItem])
  case accent(Unicode.Scalar, [MathItem], isWide: Bool)
  /// A line above or below.
  case line([MathItem], isAbove: Bool)
  /// A sign stretched above or below: a brace, an arrow.
  case stretched(Unicode.Scalar, [MathItem], isAbove: Bool)
  /// Between delimiters that grow with it; parts are separated by `\middle`.
  case fenced(left: Unicode.Scalar?, [[MathItem]], middle: [Unicode.Scalar], right: Unicode.Scalar?)
  /// A delimiter of a height in em.
  case delimiter(Unicode.Scalar?, height: Double)
  /// Small things above and below.
  case stack(base: [MathItem], above: [MathItem]?, below: [MathItem]?)
  /// An arrow as long as what stands above and below it.
  case arrow(Unicode.Scalar, above: [MathItem], below: [MathItem])
  case array(MathArray)
  /// The room of something, in width, in height, or both.
  case phantom([MathItem], hasWidth: Bool, hasHeight: Bool)
  case boxed([MathItem])
  /// Struck through with a slash.
  case negated([MathItem])
  case colored([MathItem], Color)
}

/// One thing above another.
struct Fraction: Hashable, Sendable {
  var numerator: [MathItem]
  var denominator: [MathItem]
  var hasLine = true
  var left: Unicode.Scalar?
  var right: Unicode.Scalar?
  /// nil for that of the surroundings.
  var level: MathStyle.Level?
}

/// A part of `\text{…}`.
enum TextPiece: Hashable, Sendable {
  case words(String, isBold: Bool, isItalic: Bool)
  case formula([MathItem])
}

/// Cells in rows and columns.
struct MathArray: Hashable, Sendable {
  enum Alignment: Hashable, Sendable { case left, center, right }

  var rows: [[[MathItem]]]
  /// The alignments of columns; the last one is that of all further ones.
  var alignments: [Alignment]
  /// The gaps between columns, by the column before; the last one is that of all further ones. In
  /// em.
  var gaps: [Double]
  /// Columns with a line before them.
  var lines: [Int] = []
  /// Rows with a line above them; as many as there are rows for one below all.
  var rules: [Int] = []
  /// The distances between baselines, in em.
  var leading = 1.2
  /// Added below rows, in em.
  var extra: [Double] = []
  var level: MathStyle.Level = .text
  /// Cells of even columns begin as if something stood before them.
  var continues = false
}

/// A style of formulas. The TeXbook, chapter 17.
struct MathStyle: Hashable, Sendable {
  enum Level: Int, Hashable, Sendable { case display, text, script, scriptScript }
  var level: Level
  /// Superscripts are raised less.
  var isCramped = false

  var cramped: MathStyle { MathStyle(level: level, isCramped: true) }

  var superscript: MathStyle {
    MathStyle(level: level.rawValue < 2 ? .script : .scriptScript, isCramped: isCramped)
  }

  var `subscript`: MathStyle { superscript.cramped }

  var numerator: MathStyle {
    switch level {
    case .display: MathStyle(level: .text, isCramped: isCramped)
    case .text: MathStyle(level: .script, isCramped: isCramped)
    case .script, .scriptScript: MathStyle(level: .scriptScript, isCramped: isCramped)
    }
  }

  var denominator: MathStyle { numerator.cramped }

  var isScript: Bool { level.rawValue >= 2 }
  /// 0 for text, 1 for scripts, 2 for scripts of scripts.
  var scriptLevel: Int { max(0, level.rawValue - 1) }
}
