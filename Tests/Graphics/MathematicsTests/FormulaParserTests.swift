// SPDX-License-Identifier: MIT
// Part of Platen: tests of reading formulas: what is understood, and what is said of the rest.

import TestSupport
import Testing

@testable import Figures

@Suite struct FormulaParserTests {
  @Test(arguments: [
    ("\\foo + 1", "\\foo", 0), ("a\n+ \\bar{b\n", "", 2), ("{a", "", 0), ("a}", "", 0),
    ("\\left( a", "", 0), ("a \\right)", "", 0), ("\\begin{matrix} a \\end{cases}", "", 0),
    ("\\begin{tikzcd} a \\end{tikzcd}", "\\begin{tikzcd}", 0), ("a^b^c", "", 0),
    ("a_b_c", "", 0), ("\\frac{a}", "", 0), ("\\sqrt", "", 0), ("a^", "", 0),
    ("\\left a", "", 0), ("\\text{\\foo}", "\\foo", 0), ("\\color{puce}x", "", 0),
    ("\\hspace{3furlongs}", "", 0), ("\\begin{array}{q} a \\end{array}", "", 0), ("x $ y", "", 0),
    ("\\middle| x", "", 0), ("x \\limits", "", 0), ("\\", "\\", 0),
    ("\\begin{matrix} a", "", 0), ("\\substack{a", "", 0), ("\\text{a", "", 0),
  ])
  func faultsAreNamed(latex: String, command: String, line: Int) {
    do throws(FormulaError) {
      _ = try Formula(latex: latex, isDisplay: true)
      Issue.record("\(latex) was understood")
    } catch {
      #expect(error.command == command, "\(latex): \(error.message)")
      #expect(error.line == line, "\(latex)")
      #expect(!error.message.isEmpty && !error.hint.isEmpty)
    }
  }

  /// Understood or not, no formula takes longer for each of its letters than others.
  @Test(arguments: [
    "{", "}", "{}", "a_", "a^b", "^", "\\frac", "\\frac{a}", "\\left(", "\\left(a\\right)", "&",
    "\\text{",
    "\\begin{matrix}", "\\begin{matrix}a\\end{matrix}", "[", "\\sqrt[", "\\sqrt[]", "%", "%\n", "$",
    "\\",
    "\\color{", "~", "'", "a\n", "  ", "\\hspace{1em}", "\\substack{", "\\operatorname{a}", "\\not",
    "1",
    "\\overline", "\\\\[", "\\\\[1em]", "]",
  ])
  func parsingIsLinear(unit: String) {
    for head in ["", "\\begin{matrix}", "a%", "\\text{", "\\sqrt["] {
      let linear = isLinear(20_000 / unit.utf8.count) { count in
        _ = try? Formula(latex: head + String(repeating: unit, count: count), isDisplay: true)
      }
      #expect(linear, "\(head) \(unit)")
    }
  }

  @Test func nearMissesAreOffered() throws {
    do throws(FormulaError) {
      _ = try Formula(latex: "\\alhpa", isDisplay: false)
      Issue.record("it was understood")
    } catch {
      #expect(error.hint.contains("\\alpha"))
    }
  }

  /// Any input ends with a formula or an error.
  @Test func anythingEnds() {
    let pieces = [
      "{", "}", "^", "_", "&", "\\\\", "'", "~", "$", "%", "\n", "a", "1", "+", "=", "(", "]", "[",
      "\\left(", "\\right)", "\\middle|", "\\frac", "\\sqrt", "\\text{x}", "\\begin{matrix}",
      "\\end{matrix}", "\\over", "\\sum", "\\limits", "\\mathbf", "\\color{red}", "\\", "\u{301}",
      "\\hline", "\\begin{array}{c|c}", "\\end{array}", "\\not", "\\substack", "\\kern", "🦀",
    ]
    var roll = Dice(seed: 7)
    var understood = 0
    for _ in 0..<20_000 {
      let latex = (0..<roll(12)).map { _ in pieces[roll(pieces.count)] }.joined()
      if (try? Formula(latex: latex, isDisplay: roll(2) == 0)) != nil { understood += 1 }
    }
    #expect(understood > 500)
  }

  @Test func depthAndLengthHaveLimits() {
    #expect(throws: FormulaError.self) {
      try Formula(latex: String(repeating: "{", count: 5_000), isDisplay: false)
    }
    #expect(throws: FormulaError.self) {
      try Formula(latex: String(repeating: "\\sqrt", count: 1_000), isDisplay: false)
    }
    #expect(throws: FormulaError.self) {
      try Formula(latex: String(repeating: "a", count: 10_000), isDisplay: false)
    }
  }

  @Test func commentsAndBlanksMeanNothing() throws {
    let a = try Formula(latex: "a + % a note\n b", isDisplay: false)
    let b = try Formula(latex: "a+b", isDisplay: false)
    #expect(a.items == b.items)
  }

  @Test func mathMLIsReadAsLatex() throws {
    func e(_ name: String, _ children: MathElement...) -> MathElement {
      MathElement(name: name, children: children)
    }
    func t(_ name: String, _ text: String) -> MathElement {
      MathElement(name: name, children: [MathElement(name: "", text: text)])
    }
    let sum = e(
      "math",
      e(
        "munderover", t("mo", "∑"), e("mrow", t("mi", "i"), t("mo", "="), t("mn", "1")),
        t("mi", "n")),
      e("mfrac", t("mn", "1"), e("msup", t("mi", "i"), t("mn", "2"))))
    let latex = try #require(sum.latex)
    #expect(latex == "∑\\limits_{i = 1}^{n} \\frac{1}{i^{2}}")
    #expect((try? Formula(latex: latex, isDisplay: true)) != nil)
    #expect(e("math", t("mglyph", "x")).latex == nil)
    let root = e("math", e("mroot", t("mi", "x"), t("mn", "3")), t("mo", "{"), t("mi", "sin"))
    #expect(root.latex == "\\sqrt[3]{x} \\{ \\sin ")
  }
}
