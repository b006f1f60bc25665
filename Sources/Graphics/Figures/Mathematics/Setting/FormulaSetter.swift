// SPDX-License-Identifier: MIT
// Part of Platen: sets formulas by TeX's rules, with the data of an OpenType face.

public import Drawing
internal import Geometry

/// A formula with every sign in its place.
public struct SetFormula: Hashable, Sendable {
  public var width: Double
  /// Above and below the baseline.
  public var ascent: Double
  public var descent: Double
  /// About an origin at the left on the baseline.
  public var nodes: [Node]
  /// Code points no font has.
  public var missing: [Unicode.Scalar]
}

/// Sets formulas.
///
/// Sizes and spaces follow Appendix G of The TeXbook; where that uses a font's parameters, the
/// constants of the `MATH` table replace them as Ulrik Vieth's "OpenType math illuminated" (TUGboat
/// 30:1, 2009) pairs them. Not for sharing between threads.
public struct FormulaSetter {
  /// The families that are tried for formulas, in this order.
  public static let families = [
    "TeX Gyre Pagella Math", "Latin Modern Math", "STIX Math", "DejaVu Math TeX Gyre",
  ]
  /// The package that installs the first of them.
  public static let package = "fonts-texgyre-math"

  let measuring: any TextMeasuring
  let face: any MathFace
  let constants: [Double]

  /// Nil where no font for formulas is here.
  public init?(measuring: any TextMeasuring) {
    guard let face = measuring.mathFace(FormulaSetter.families) else { return nil }
    self.measuring = measuring
    self.face = face
    constants = (0...MathConstant.radicalDegreeBottomRaisePercent.rawValue).map {
      MathConstant(rawValue: $0).map(face.constant) ?? 0
    }
  }

  /// Sets a formula in text of a size.
  ///
  /// - Parameters:
  ///   - textFamilies: The families of the text around, for the words in it.
  public func set(
    _ formula: Formula, size: Double, color: Color, textFamilies: [String]
  ) -> SetFormula {
    var run = FormulaRun(setter: self, size: size, textFamilies: textFamilies)
    let style = MathStyle(level: formula.isDisplay ? .display : .text)
    let box = run.list(formula.items, style)
    return SetFormula(
      width: box.width + box.italic, ascent: max(0, box.height), descent: max(0, box.depth),
      nodes: FormulaSetter.nodes(of: box, color), missing: run.missing)
  }

  /// Signs of one size in a row are one run.
  private static func nodes(of box: MathBox, _ color: Color) -> [Node] {
    var nodes: [Node] = []
    for mark in box.marks {
      let paint = Paint.color(mark.color ?? color)
      switch mark.shape {
      case .glyphs(let font, let ids, let source):
        let glyphs = ids.map { Glyph(id: $0, position: mark.at) }
        let cluster = Cluster(byteCount: source.utf8.count, glyphCount: glyphs.count)
        if case .text(var node)? = nodes.last, node.font == font, node.paint == paint,
          node.isRightToLeft == false
        {
          node.source += source
          node.glyphs += glyphs
          // Further parts of a sign belong to its first.
          if source.isEmpty {
            node.clusters[node.clusters.count - 1].glyphCount += glyphs.count
          } else {
            node.clusters.append(cluster)
          }
          nodes[nodes.count - 1] = .text(node)
        } else {
          nodes.append(
            .text(
              TextNode(
                source: source, font: font, glyphs: glyphs, clusters: [cluster], paint: paint,
                isRightToLeft: false)))
        }
      case .text(let text): nodes += text.nodes(at: mark.at, paint: paint)
      case .rule(let width, let height):
        nodes.append(
          .path(
            PathNode(
              Path(rect: Rect(x: mark.at.x, y: mark.at.y, width: width, height: height)),
              fill: Fill(mark.color ?? color))))
      }
    }
    return nodes
  }
}

/// Setting one formula.
struct FormulaRun {
  let setter: FormulaSetter
  /// The size and families of the text around.
  let size: Double
  let textFamilies: [String]
  var missing: [Unicode.Scalar] = []

  init(setter: FormulaSetter, size: Double, textFamilies: [String]) {
    self.setter = setter
    self.size = size
    self.textFamilies = textFamilies
  }

  var face: any MathFace { setter.face }

  /// An em in a style.
  func em(_ style: MathStyle) -> Double {
    switch style.level {
    case .display, .text: size
    case .script: size * setter.constants[MathConstant.scriptPercentScaleDown.rawValue]
    case .scriptScript: size * setter.constants[MathConstant.scriptScriptPercentScaleDown.rawValue]
    }
  }

  /// A constant at a style's size.
  func constant(_ constant: MathConstant, _ style: MathStyle) -> Double {
    setter.constants[constant.rawValue] * em(style)
  }

  func axis(_ style: MathStyle) -> Double { constant(.axisHeight, style) }
}
