// SPDX-License-Identifier: MIT
// Part of Platen: tests of setting formulas: everything in its place, by TeX's rules.

import Canvas
import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Figures

@Suite struct FormulaSetterTests {
  private static func setter() throws -> (FormulaSetter, FontLibrary)? {
    let fonts = try FontLibrary(try FontSet())
    return FormulaSetter(measuring: fonts).map { ($0, fonts) }
  }

  private static func set(_ latex: String, display: Bool = true, size: Double = 10) throws
    -> SetFormula
  {
    let (setter, _) = try #require(try setter(), "fonts-texgyre-math is not installed")
    return setter.set(
      try Formula(latex: latex, isDisplay: display), size: size, color: .black,
      textFamilies: ["EB Garamond"])
  }

  private static func width(_ latex: String) throws -> Double {
    try set(latex, display: false).width
  }

  @Test func everySignHasAGlyph() throws {
    var missing: [String] = []
    for command in Symbols.allCommands {
      guard let sign = Symbols.sign(String(command.dropFirst())) else { continue }
      let formula = try FormulaSetterTests.set(command)
      if !formula.missing.isEmpty { missing.append("\(command) \(sign.scalar)") }
      #expect(formula.width > 0, "\(command)")
    }
    #expect(missing == [])
  }

  /// Binary signs stand off by 4/18 of an em on either side, relations by 5/18; a sign that joins
  /// nothing stands off by nothing, and in scripts neither do.
  @Test func spacesAreThoseOfTheTable() throws {
    var wide: [String: Double] = [:]
    for latex in [
      "1", "{+}", "{=}", "(", ")", "{,}", "1+1", "1=1", "+1", "(+1)", "1=+1", "1,1",
      "\\scriptstyle 1+1", "\\scriptstyle 1{+}1", "1\\quad 1", "1\\!1",
    ] {
      wide[latex] = try FormulaSetterTests.width(latex)
    }
    func w(_ latex: String) -> Double { wide[latex] ?? .nan }
    let (one, plus, equal) = (w("1"), w("{+}"), w("{=}"))
    let mu = 10.0 / 18
    #expect(abs(w("1+1") - (2 * one + plus + 8 * mu)) < 1e-9)
    #expect(abs(w("1=1") - (2 * one + equal + 10 * mu)) < 1e-9)
    #expect(abs(w("+1") - (one + plus)) < 1e-9)
    #expect(abs(w("(+1)") - (w("(") + w(")") + one + plus)) < 1e-9)
    #expect(abs(w("1=+1") - (2 * one + equal + plus + 10 * mu)) < 1e-9)
    #expect(abs(w("1,1") - (2 * one + w("{,}") + 3 * mu)) < 1e-9)
    #expect(abs(w("\\scriptstyle 1+1") - w("\\scriptstyle 1{+}1")) < 1e-9)
    #expect(abs(w("1\\quad 1") - (2 * one + 10)) < 1e-9)
    #expect(abs(w("1\\!1") - (2 * one - 3 * mu)) < 1e-9)
  }

  @Test func limitsStandAboveInDisplayAndBesideInText() throws {
    let display = try FormulaSetterTests.set("\\sum_{i=1}^{n}")
    let text = try FormulaSetterTests.set("\\sum_{i=1}^{n}", display: false)
    #expect(display.ascent > text.ascent * 1.3 && display.width < text.width * 1.5)
    let never = try FormulaSetterTests.set("\\int_0^1")
    let always = try FormulaSetterTests.set("\\int\\limits_0^1")
    #expect(always.ascent > never.ascent)
  }

  /// A damaged font may have parts that add nothing, however often they are repeated.
  @Test(arguments: [(0.0, 0.0), (-1, 0), (0.1, 0.1), (0.1, 0.2), (1e-9, 0), (0.5, -1e9)])
  func partsThatAddNothingAreRepeatedAFewTimes(extent: Double, overlap: Double) throws {
    let measuring = DamagedFonts(face: DamagedFace(extent: extent, overlap: overlap))
    let setter = try #require(FormulaSetter(measuring: measuring))
    let formula = setter.set(
      try Formula(latex: "\\left(\\frac{a}{b}\\right)", isDisplay: true), size: 10, color: .black,
      textFamilies: [])
    let count = formula.nodes.reduce(0) {
      if case .text(let text) = $1 { $0 + text.glyphs.count } else { $0 }
    }
    #expect(count <= 1_000, "\(count) glyphs for two parentheses")
  }

  /// Every glyph is a square; whatever is stretched is put together from parts that are all the same.
  private struct DamagedFace: MathFace {
    var extent: Double
    var overlap: Double
    let face = FontFace(name: "damaged")

    func constant(_ constant: MathConstant) -> Double { 0.5 }
    func glyph(of scalar: Unicode.Scalar, scriptLevel: Int) -> UInt32? { scalar.value }
    func advance(of glyph: UInt32) -> Double { 0.5 }
    func ink(of glyph: UInt32) -> Rect? { Rect(x: 0, y: -0.5, width: 0.5, height: 0.5) }
    func italicCorrection(of glyph: UInt32) -> Double { 0 }
    func accentPosition(of glyph: UInt32) -> Double { 0 }
    func variants(of glyph: UInt32, along axis: MathAxis) -> [MathVariant] { [] }
    func parts(of glyph: UInt32, along axis: MathAxis) -> [MathPart] {
      [MathPart](
        repeating: MathPart(
          glyph: 1, startConnector: 0, endConnector: 0, extent: extent, isExtender: true), count: 64
      )
    }
    func overlap(along axis: MathAxis) -> Double { overlap }
  }

  private struct DamagedFonts: TextMeasuring {
    var face: DamagedFace

    func shape(_ text: String, font: FontRequest) -> ShapedText {
      ShapedText(runs: [], width: 0, ascent: 0, descent: 0)
    }
    func mathFace(_ families: [String]) -> (any MathFace)? { face }
  }

  /// Delimiters reach over what is between them, whatever it is, and grow with it.
  @Test func delimitersGrow() throws {
    var last = 0.0
    for rows in 1...30 {
      let body = (1...rows).map { "\($0)" }.joined(separator: "\\\\")
      for fence in [("(", ")"), ("[", "]"), ("\\{", "\\}"), ("|", "|")] {
        let plain = try FormulaSetterTests.set("\\begin{matrix}\(body)\\end{matrix}")
        let fenced = try FormulaSetterTests.set(
          "\\left\(fence.0)\\begin{matrix}\(body)\\end{matrix}\\right\(fence.1)")
        let (inner, outer) = (plain.ascent + plain.descent, fenced.ascent + fenced.descent)
        #expect(outer >= inner * 0.88, "\(fence) of \(rows)")
        #expect(outer <= inner * 1.25 + 12, "\(fence) of \(rows)")
        if fence.0 == "(" {
          #expect(outer >= last)
          last = outer
        }
      }
    }
  }

  @Test func fractionsStandAboutTheAxis() throws {
    let one = try FormulaSetterTests.set("\\frac{1}{1}")
    let three = try FormulaSetterTests.set("\\frac{1}{\\frac{1}{2}}")
    #expect(one.ascent > 10 && one.descent > 5)
    #expect(three.ascent == one.ascent && three.descent > one.descent)
    let small = try FormulaSetterTests.set("\\frac{1}{1}", display: false)
    #expect(small.ascent + small.descent < one.ascent + one.descent)
  }

  @Test func rootsReachOverWhatTheyHold() throws {
    for body in ["x", "x^2", "\\frac{a}{b}", "\\frac{\\frac{a}{b}}{\\frac{c}{d}}"] {
      let (inner, root) = (
        try FormulaSetterTests.set(body), try FormulaSetterTests.set("\\sqrt{\(body)}")
      )
      #expect(root.ascent > inner.ascent && root.descent >= inner.descent * 0.9, "\(body)")
      #expect(root.width > inner.width + 3, "\(body)")
    }
  }

  /// A reader's copy of a formula is its source.
  @Test func signsAreCopiedAsTheyWereTyped() throws {
    func words(_ nodes: [Node]) -> String {
      nodes.map { if case .text(let text) = $0 { text.source } else { "" } }.joined()
    }
    #expect(
      words(try FormulaSetterTests.set("x = \\mathbb{R} + \\alpha\\,\\sin 2").nodes) == "x=R+αsin2")
    #expect(words(try FormulaSetterTests.set("\\left(\\frac{a}{b}\\right)").nodes) == "(ab)")
  }

  @Test func sizesAreLinear() throws {
    let latex = "\\left(\\sum_{i}^{n} \\frac{a_i}{\\sqrt[3]{x}}\\right)"
    let (a, b) = (
      try FormulaSetterTests.set(latex, size: 10), try FormulaSetterTests.set(latex, size: 25)
    )
    #expect(abs(a.width * 2.5 - b.width) < 1e-6 && abs(a.ascent * 2.5 - b.ascent) < 1e-6)
  }

  static let sheets: [(name: String, formulas: [String])] = [
    (
      "common",
      [
        "x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}", "e^{i\\pi} + 1 = 0",
        "\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}",
        "\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}",
        "\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1", "f'(x) = \\frac{df}{dx}, \\quad f''_{ij}",
        "\\left( \\frac{a}{b} + \\left[ \\frac{\\frac{c}{d}}{e} \\right] \\right)^{\\!2}",
        "\\nabla \\times \\vec{B} - \\frac{1}{c}\\frac{\\partial \\vec{E}}{\\partial t} = \\frac{4\\pi}{c}\\vec{\\jmath}",
        "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\begin{bmatrix} 1 \\\\ 0 \\end{bmatrix} = \\begin{vmatrix} x & y \\\\ z & w \\end{vmatrix}",
        "|x| = \\begin{cases} x & \\text{if } x \\ge 0 \\\\ -x & \\text{otherwise} \\end{cases}",
        "\\begin{aligned} (a+b)^2 &= a^2 + 2ab + b^2 \\\\ &= (a+b)(a+b) \\end{aligned}",
      ]
    ),
    (
      "rare",
      [
        "\\hat{x} + \\bar{y} + \\tilde{z} + \\dot{u} + \\ddot{v} + \\widehat{abc} + \\widetilde{xyz} + \\overline{AB} + \\underline{n}",
        "\\overbrace{a + b + \\cdots + z}^{26} \\quad \\underbrace{1 + 2 + 3}_{6} \\quad \\overrightarrow{AB}",
        "\\sqrt[3]{\\frac{x}{y}} + \\sqrt{1 + \\sqrt{1 + \\sqrt{1 + x}}}",
        "\\binom{n}{k} = \\frac{n!}{k!\\,(n-k)!} \\qquad A \\xrightarrow[\\text{slow}]{\\Delta,\\ h\\nu} B",
        "\\mathbb{R} \\subset \\mathbb{C},\\ \\mathcal{L}(\\mathfrak{g}),\\ \\mathbf{v} \\cdot \\mathrm{d}\\boldsymbol{\\ell},\\ \\mathsf{T}\\ \\mathtt{x}",
        "\\oint_{\\partial\\Omega} \\omega = \\iint_\\Omega d\\omega \\qquad \\prod_{\\substack{p \\le n \\\\ p \\text{ prime}}} p",
        "\\Bigl\\langle \\psi \\Bigm| \\hat{H} \\Bigm| \\psi \\Bigr\\rangle \\quad \\left\\{ x \\,\\middle|\\, \\frac{x}{2} \\in \\mathbb{Z} \\right\\}",
        "\\begin{array}{r|cc} + & 0 & 1 \\\\ \\hline 0 & 0 & 1 \\\\ 1 & 1 & 0 \\end{array} \\qquad x \\not\\in A \\not= B",
        "a \\equiv b \\pmod{n} \\quad x \\overset{\\text{def}}{=} y \\quad \\boxed{E = mc^2}",
        "T^{\\mu\\nu}{}_{\\rho} = x_i^2 + y_{i_j}^{2^{n}} \\quad {\\textstyle \\sum_{i} x_i} \\quad 1 + \\cfrac{1}{1 + \\cfrac{1}{1 + x}}",
      ]
    ),
  ]

  @Test(arguments: sheets.indices)
  func paintsAsKept(index: Int) throws {
    let (setter, fonts) = try #require(try FormulaSetterTests.setter())
    let sheet = FormulaSetterTests.sheets[index]
    var nodes: [Node] = []
    var y = 14.0
    var width = 0.0
    for latex in sheet.formulas {
      let formula = setter.set(
        try Formula(latex: latex, isDisplay: true), size: 20, color: .black,
        textFamilies: ["EB Garamond"])
      y += formula.ascent
      nodes.append(
        .group(
          Group(
            transform: AffineMap(a: 1, b: 0, c: 0, d: 1, tx: 16, ty: y), children: formula.nodes)))
      y += formula.descent + 16
      width = max(width, formula.width)
    }
    let size = Size(width: (width + 32).rounded(.up), height: y.rounded(.up))
    let scene = Scene(size: size, background: .white, nodes: nodes)
    let bitmap = try ImageCanvas.bitmap(
      of: scene, width: Int(size.width), height: Int(size.height), fonts: fonts)
    let verdict = try ReferenceImages().compare(bitmap, with: sheet.name)
    #expect(verdict.isSame, "\(verdict)")
  }
}
