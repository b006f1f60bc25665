// SPDX-License-Identifier: MIT
// Part of Platen: the look of books: the style of each kind and class of node.

public import Drawing

/// The looks of a book.
///
/// `patches` are laid over each other as a node's selectors specify: its kind (`paragraph`), its
/// classes (`.player`), both (`paragraph.player`). Text properties are inherited by inner nodes.
///
/// Kinds: `body` (the root), `paragraph`, `heading`, `heading.1` … `heading.6`, `list`, `item`,
/// `table`, `table.head`, `table.cell`, `table.caption`, `quote`, `quote.attribution`, `code`,
/// `figure`, `figure.caption`, `callout`, `callout.title`, `key-values`, `key-values.key`,
/// `division`, `rule`, `contents`, `contents.1` …, `index`, `index.entry`, `index.letter` (titles of
/// both are set as chapters' headings), `footnote`, `head` and `foot` (page furniture); of inlines
/// `emphasis`, `strong`, `strikethrough`, `small-caps`, `superscript`, `subscript`, `verbatim`,
/// `link`, `reference`, `mark` (of a footnote), `span`.
public struct BookStyle: Hashable, Sendable {
  /// The content of the head and the foot of pages.
  public enum Furniture: String, Hashable, Sendable, CaseIterable {
    /// Chapter at the head in small letters, folio at the outer foot.
    case plain
    /// Title and chapter centered over a rule, folio centered at the foot between ornaments.
    case chronicle
    case none
  }

  /// The drawing of a `rule` block.
  public enum Ornament: String, Hashable, Sendable, CaseIterable {
    case line, asterism, fleuron
  }

  public var name: String
  public var patches: [String: StylePatch]
  /// The paper's color; clear where the paper is the reader's own.
  public var ground: Color
  /// The darkening towards the page's edges, 0…1, as of old paper.
  public var vignette: Double
  /// Lines, borders, ornaments.
  public var lineColor: Color
  public var furniture: Furniture
  public var ornament: Ornament
  /// The fewest lines of a paragraph at the bottom of a page (orphans) and at the top of the next
  /// (widows).
  public var orphans = 2
  public var widows = 2
  /// Columns of an index.
  public var indexColumns = 2
  /// The background of every other row of a table's body; clear for none.
  public var stripe: Color

  public init(
    name: String, patches: [String: StylePatch] = [:], ground: Color = .clear,
    vignette: Double = 0, lineColor: Color = Color(0.75, 0.75, 0.75),
    furniture: Furniture = .plain, ornament: Ornament = .line, stripe: Color = .clear
  ) {
    self.name = name
    self.patches = patches
    self.ground = ground
    self.vignette = vignette
    self.lineColor = lineColor
    self.furniture = furniture
    self.ornament = ornament
    self.stripe = stripe
  }

  /// Every family in the look, sorted.
  public var families: [String] {
    Set(NodeStyle().families + patches.values.flatMap { $0.families ?? [] }).sorted()
  }

  /// Lays a patch over that of a selector.
  public mutating func set(_ selector: String, _ change: (inout StylePatch) -> Void) {
    change(&patches[selector, default: StylePatch()])
  }
}

/// The style of a node, with all values resolved.
struct NodeStyle: Hashable {
  var families: [String] = ["EB Garamond"]
  var size = 10.5
  var leading = 1.35
  var weight = 400
  var isItalic = false
  var isSmallCaps = false
  var letterSpacing = 0.0
  var features: [String] = []
  var color = Color.black
  var alignment = StylePatch.Alignment.justified
  var hyphenates = true
  var isUnderlined = false
  var isStruck = false
  /// The rise in points, summed over what is nested.
  var rise = 0.0
  /// The background of the words, not of the node.
  var mark: Color?
  var indent = 0.0
  var language = "en"

  var spaceBefore = 0.0
  var spaceAfter = 0.0
  var marginStart = 0.0
  var marginEnd = 0.0
  var padding = 0.0
  var paddingBlock = 0.0
  var ground: Color?
  var border: Color?
  var borderWidth = 0.5
  var bar: Color?
  var barWidth = 1.5
  var underline: Color?
  var overline: Color?
  var radius = 0.0
  var keepsWithNext = false
  var keepsTogether = false
  var pageBreak = StylePatch.PageBreak.none
  var marker: String?

  /// From baseline to baseline, in points.
  var lineHeight: Double { size * leading }

  /// The style that inner nodes begin with: text as here, without the box.
  var inherited: NodeStyle {
    var style = self
    let plain = NodeStyle()
    style.spaceBefore = 0
    style.spaceAfter = 0
    style.marginStart = 0
    style.marginEnd = 0
    style.padding = 0
    style.paddingBlock = 0
    style.ground = nil
    style.border = nil
    style.borderWidth = plain.borderWidth
    style.bar = nil
    style.barWidth = plain.barWidth
    style.underline = nil
    style.overline = nil
    style.radius = 0
    style.keepsWithNext = false
    style.keepsTogether = false
    style.pageBreak = .none
    style.marker = nil
    return style
  }

  /// The style with a patch applied; sizes are clamped to the supported range.
  func applying(_ patch: StylePatch) -> NodeStyle {
    var style = self
    func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      value.isFinite ? max(range.lowerBound, min(range.upperBound, value)) : range.lowerBound
    }
    if let families = patch.families, !families.isEmpty { style.families = families }
    if let scale = patch.scale { style.size = clamped(size * scale, 1...400) }
    if let size = patch.size { style.size = clamped(size, 1...400) }
    if let leading = patch.leading { style.leading = clamped(leading, 0.8...4) }
    if let weight = patch.weight { style.weight = weight }
    if let isItalic = patch.isItalic { style.isItalic = isItalic }
    if let isSmallCaps = patch.isSmallCaps { style.isSmallCaps = isSmallCaps }
    if let spacing = patch.letterSpacing { style.letterSpacing = clamped(spacing, -0.2...2) }
    if let features = patch.features { style.features = features }
    if let color = patch.color { style.color = color }
    if let alignment = patch.alignment { style.alignment = alignment }
    if let hyphenates = patch.hyphenates { style.hyphenates = hyphenates }
    if let isUnderlined = patch.isUnderlined { style.isUnderlined = isUnderlined }
    if let isStruck = patch.isStruck { style.isStruck = isStruck }
    if let rise = patch.rise { style.rise += clamped(rise, -2...2) * size }
    if let indent = patch.indent { style.indent = clamped(indent, 0...20) }
    if let space = patch.spaceBefore { style.spaceBefore = clamped(space, 0...400) }
    if let space = patch.spaceAfter { style.spaceAfter = clamped(space, 0...400) }
    if let margin = patch.marginStart { style.marginStart = clamped(margin, 0...400) }
    if let margin = patch.marginEnd { style.marginEnd = clamped(margin, 0...400) }
    if let padding = patch.padding {
      style.padding = clamped(padding, 0...100)
      style.paddingBlock = style.padding
    }
    if let padding = patch.paddingBlock { style.paddingBlock = clamped(padding, 0...100) }
    if let ground = patch.ground { style.ground = ground }
    if let border = patch.border { style.border = border }
    if let width = patch.borderWidth { style.borderWidth = clamped(width, 0...40) }
    if let bar = patch.bar { style.bar = bar }
    if let width = patch.barWidth { style.barWidth = clamped(width, 0...40) }
    if let underline = patch.underline { style.underline = underline }
    if let overline = patch.overline { style.overline = overline }
    if let radius = patch.radius { style.radius = clamped(radius, 0...100) }
    if let keeps = patch.keepsWithNext { style.keepsWithNext = keeps }
    if let keeps = patch.keepsTogether { style.keepsTogether = keeps }
    if let pageBreak = patch.pageBreak { style.pageBreak = pageBreak }
    if let marker = patch.marker { style.marker = marker }
    return style
  }
}
