// SPDX-License-Identifier: MIT
// Part of Platen: formulas of a document, in lines and as blocks, each typeset once.

internal import Diagnostics
internal import Documents
internal import Drawing
internal import Figures
internal import Geometry
internal import Text

/// The formulas of one document, each typeset once for its size and color.
///
/// A formula is a span of class `math` that holds its source as one piece of code, or a code block
/// whose language is `math`: a writer that cannot set it shows the source.
final class FormulaCache {
  private let setter: FormulaSetter?
  private var known: [Key: SetFormula?] = [:]
  private(set) var log = DiagnosticLog()
  private var reportedMissing = false

  private struct Key: Hashable {
    var source: String
    var isDisplay: Bool
    var size: Double
    var color: Color
    var families: [String]
  }

  init(measuring: any TextMeasuring) { setter = FormulaSetter(measuring: measuring) }

  /// The formula of a span; nil where it is none.
  static func source(of span: Span) -> (latex: String, isDisplay: Bool)? {
    guard span.attributes.has("math"), span.inlines.count == 1,
      case .code(let latex) = span.inlines[0]
    else { return nil }
    return (latex, span.attributes.has("display"))
  }

  /// A formula set in text of a style; nil where it has to be shown as its source.
  func formula(_ latex: String, isDisplay: Bool, in style: NodeStyle) -> SetFormula? {
    guard let setter else {
      if !reportedMissing {
        reportedMissing = true
        log.record(
          .warning(
            .typesettingMathFont,
            "no font for formulas is installed; they are shown as written",
            hints: ["install one with: apt-get install \(FormulaSetter.package)"]))
      }
      return nil
    }
    let key = Key(
      source: latex, isDisplay: isDisplay, size: style.size, color: style.color,
      families: style.families)
    if let found = known[key] { return found }
    var set: SetFormula?
    // Malformed formulas were reported when they were read, with file and line.
    if let formula = try? Formula(latex: latex, isDisplay: isDisplay) {
      let made = setter.set(
        formula, size: style.size, color: style.color, textFamilies: style.families)
      if made.width.isFinite, made.ascent.isFinite, made.descent.isFinite, made.width > 0 {
        set = made
      }
      for scalar in made.missing {
        log.record(
          .warning(
            .typesettingGlyph, "no font has a glyph for \(scalar.codePoint), which a formula shows")
        )
      }
    }
    known[key] = .some(set)
    return set
  }
}

extension SetFormula {
  /// The formula as one node, with its origin at a height.
  func node(scale: Double, y: Double = 0) -> Node {
    .group(
      Group(
        name: "formula", transform: AffineMap(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: y),
        children: nodes))
  }
}

extension Composer {
  /// The smallest scale of a formula.
  private static let leastScale = 0.45

  /// A formula in a line no wider than `width`; nil where its source is to be shown.
  func lineFormula(_ span: Span, style: Int32, width: Double) -> LineImage? {
    guard let (latex, isDisplay) = FormulaCache.source(of: span),
      let formula = formulas.formula(latex, isDisplay: isDisplay, in: styles.node(style))
    else { return nil }
    let scale = min(1, width / formula.width)
    guard scale >= Composer.leastScale else { return nil }
    return LineImage(
      formula: latex,
      size: Size(
        width: formula.width * scale, height: (formula.ascent + formula.descent) * scale),
      ascent: formula.ascent * scale, node: formula.node(scale: scale))
  }

  /// The height of lines that hold formulas.
  func lineHeight(of list: ItemList, _ node: NodeStyle) -> Double {
    var height = node.lineHeight
    for image in list.images where image.node != nil {
      // The baseline is that of the text, 0.78 em below the top of the em box.
      let above = image.ascent - node.size * 0.78
      let below = image.size.height - image.ascent - node.size * 0.22
      height = max(height, node.size * 1.06 + 2 * max(above, below))
    }
    return height
  }

  /// Composes a displayed formula. Returns false if its source must be shown instead.
  func composeFormula(_ code: CodeBlock, in room: Room, into chunks: inout [Chunk]) -> Bool {
    let style = styles.resolve("formula", code.attributes.classes, in: room.style)
    let node = styles.node(style)
    guard let formula = formulas.formula(code.text, isDisplay: true, in: node) else {
      return false
    }
    let height = formula.ascent + formula.descent
    // A formula is limited to the available height.
    let limit = (figureHeightLimit ?? template.area(page: 0).height) * 0.9
    let scale = min(1, room.width / formula.width, limit / max(1, height))
    guard scale >= Composer.leastScale else { return false }
    let element = galley.element(.formula, in: room.element, alternative: code.text)
    let size = Size(width: formula.width * scale, height: height * scale)
    let own = node.size * 0.45
    addBox(
      .image(
        formula.node(scale: scale, y: formula.ascent * scale), size: size, element: element),
      size, spaceBefore: max(node.spaceBefore, own), spaceAfter: max(node.spaceAfter, own),
      in: room, into: &chunks)
    return true
  }
}
