// SPDX-License-Identifier: MIT
// Part of Platen: formulas and diagrams of a talk: reads MathML, checks LaTeX and Mermaid.

internal import Diagnostics
internal import Documents
internal import Figures

extension BlockBuilder {
  /// A formula as the LaTeX for it.
  func formula(ofMathML element: HTMLElement) -> Inline? {
    guard let latex = MathElement(element).latex, !latex.isEmpty else { return nil }
    let isDisplay = element["display"] == "block"
    guard (try? Formula(latex: latex, isDisplay: isDisplay)) != nil else { return nil }
    return .span(
      Span([.code(latex)], Attributes(classes: isDisplay ? ["math", "display"] : ["math"])))
  }
}

extension MathElement {
  fileprivate init(_ element: HTMLElement) {
    self.init(
      name: element.name.split(separator: ":").last.map { $0.lowercased() } ?? "",
      attributes: Dictionary(
        ["display", "encoding", "linethickness", "mathvariant", "stretchy"].compactMap { name in
          element[name].map { (name, $0) }
        }, uniquingKeysWith: { first, _ in first }),
      children: element.children.map {
        switch $0 {
        case .text(let text): MathElement(name: "", text: text)
        case .element(let element): MathElement(element)
        }
      })
  }
}

extension SlideAssets {
  /// Reports a formula that will be shown as its source, with the line it is in.
  func check(formula latex: String, isDisplay: Bool) {
    do throws(FormulaError) {
      _ = try Formula(latex: latex, isDisplay: isDisplay)
    } catch {
      let words = latex.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let shown = words.count > 40 ? String(words.prefix(40)) + "…" : words
      record(
        .warning(
          .talkMath, "the formula \(shown) is shown as it is written: \(error.message)",
          at: SourceLocation(line: line(of: latex).map { $0 + error.line }), hints: [error.hint]))
    }
  }

  /// Reports a diagram that will be shown as its source, and parts of a diagram that are not drawn.
  ///
  /// - Parameter options: the options of its fence that have no effect.
  func check(diagram source: String, withoutEffect options: [String] = []) {
    lazy var first = line(of: source)
    if !options.isEmpty {
      record(
        .note(
          .talkDiagram,
          "options of a diagram that have no effect: " + options.joined(separator: ", "),
          at: SourceLocation(line: first.map { max(1, $0 - 1) })))
    }
    do throws(DiagramError) {
      let diagram = try Diagram(mermaid: source)
      for what in diagram.leftOut {
        record(
          .note(
            .talkDiagram, "in a diagram \(what) have no effect", at: SourceLocation(line: first)))
      }
    } catch {
      record(
        .warning(
          .talkDiagram, "a diagram is shown as its source: \(error.message)",
          at: SourceLocation(line: first.map { $0 + error.line - 1 }), hints: [error.hint]))
    }
  }
}
