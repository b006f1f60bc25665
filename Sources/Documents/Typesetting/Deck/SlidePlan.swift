// SPDX-License-Identifier: MIT
// Part of Platen: the positions of a slide's blocks, for formats whose readers lay out text.

public import Documents
public import Drawing
public import Geometry

/// The blocks of a slide with their frames, at sizes at which they fit.
///
/// Presentations consist of text boxes that another program lays out; these are the boxes.
public struct SlidePlan: Sendable {
  public struct Part: Sendable {
    public var block: Block
    /// The frame in points, from the slide's upper left corner.
    public var frame: Rect
    /// The drawing of a formula or a diagram.
    public var drawing: Drawing?
  }

  /// A block that is an image and has no file of its own.
  public struct Drawing: Sendable {
    /// The scene, as large as the frame.
    public var scene: Scene
    public var frame: Rect
    public var alternative: String
  }

  /// The index in `Deck.slides`.
  public var slide: Int
  /// The scale of all lengths of the look, and further that of code.
  public var scale: Double
  public var codeScale: Double
  /// The scale of the title's size.
  public var titleScale: Double
  /// The end of the title's letters, of a slide that marks its title.
  public var titleBottom: Double?
  /// Slides with too much content continue over several.
  public var pages: [[Part]]
}

/// Code as it is shown: line by line, words with the classes of their colors.
public enum CodeLines {
  public static func inlines(of code: CodeBlock) -> [[Inline]] {
    var colors = CodeColors(language: code.language)
    return code.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let words = line.replacing("\t", with: "    ").filter { $0 != "\r" }
      return colors?.inlines(of: words) ?? [.text(words)]
    }
  }
}

extension SlideSetter {
  /// The slide's blocks with their frames, in its last state.
  func plan(_ slide: Slide, index: Int, level: Int) -> SlidePlan {
    let fit = fit(slide, level: level)
    var document = SlideDocument.document(
      of: slide, in: deck, level: level, steps: slide.steps.count, marksSteps: true)
    var blocks: [Block] = []
    for block in document.blocks { SlideSetter.flatten(block, into: &blocks) }
    var cut = BlockSplit(naming: blocks)
    blocks = cut.blocks
    // The classes of the slide stay around its blocks.
    if case .division(var whole)? = document.blocks.first {
      whole.blocks = blocks
      document.blocks = [.division(whole)]
    }
    let (composer, pagination) = place(document, slide, level, fit)
    var plan = SlidePlan(
      slide: index, scale: fit.scale, codeScale: fit.codeScale,
      titleScale: fit.titleScale, pages: [])
    plan.titleBottom = titleBottom(slide, pagination, page: 0).map { $0 + fit.drop }
    let area = template.area(page: 0)
    cut.placed(composer, pagination)
    for page in pagination.pages.indices {
      let record = pagination.pages[page]
      let placements = pagination.placements(on: record)
      let end = placements.map { $0.y + $0.height }.max() ?? area.maxY
      let own = SlideSetter.withFrames(cut.parts(on: page), placements)
      var parts: [SlidePlan.Part] = []
      for (i, part) in own.enumerated() {
        let bottom = i + 1 < own.count ? own[i + 1].top : end
        let drawing = drawing(
          part.block, composer.galley, placements, between: part.top - 1, and: bottom,
          drop: fit.drop)
        parts.append(
          SlidePlan.Part(
            block: BlockSplit.unnamed(part.block),
            frame: Rect(
              x: area.minX, y: part.top + fit.drop, width: area.width,
              height: max(8, bottom - part.top)), drawing: drawing))
      }
      plan.pages.append(parts)
    }
    return plan
  }

  /// The drawing for a formula or a diagram; nil where its source is shown.
  private func drawing(
    _ block: Block, _ galley: Galley, _ placements: ArraySlice<Placement>, between top: Double,
    and bottom: Double, drop: Double
  ) -> SlidePlan.Drawing? {
    guard case .code(let code) = block, code.language == "math" || code.language == "mermaid" else {
      return nil
    }
    for placement in placements where placement.y >= top && placement.y < bottom {
      guard case .box(let index) = placement.kind,
        case .image(let node, let size, let element) = galley.boxes[index].content
      else { continue }
      let own = Rect(x: 0, y: 0, width: placement.width, height: placement.height)
      return SlidePlan.Drawing(
        scene: Scene(
          size: Size(width: own.width, height: own.height),
          nodes: [PageSetter.node(node, of: size, in: own)]),
        frame: Rect(
          x: placement.x, y: placement.y + drop, width: own.width, height: own.height),
        alternative: element >= 0 ? galley.structure.elements[Int(element)].alternative : "")
    }
    return nil
  }

  /// Parts that begin where the frames around their content do: boxes have a title and a padding above
  /// their first block.
  private static func withFrames(
    _ parts: [(block: Block, top: Double)], _ placements: ArraySlice<Placement>
  ) -> [(block: Block, top: Double)] {
    var before = -Double.infinity
    return parts.map { part in
      var top = part.top
      switch part.block {
      case .callout, .quote, .code:
        for placement in placements {
          guard case .frame = placement.kind, placement.y > before, placement.y < top,
            placement.y + placement.height > part.top
          else { continue }
          top = placement.y
        }
      default: break
      }
      before = part.top
      return (part.block, top)
    }
  }

  /// Blocks without the divisions of steps and layouts around them.
  private static func flatten(_ block: Block, into blocks: inout [Block], depth: Int = 0) {
    if case .division(let division) = block, depth < 16 {
      for inner in division.blocks { flatten(inner, into: &blocks, depth: depth + 1) }
    } else {
      blocks.append(block)
    }
  }
}

extension DeckTypesetter {
  /// Returns the positions of the blocks of each slide shown.
  ///
  /// - Throws: `CancellationError`; what `plan` throws.
  public func plans(
    of deck: Deck, target: Slide.Target? = nil, isCancelled: () -> Bool = { false },
    plan: (SlidePlan) throws -> Void
  ) throws {
    let setter = makeSetter(deck)
    let shown = deck.slides.indices.filter { index in
      target.map { !deck.slides[index].hiddenIn.contains($0) } ?? true
    }
    let hasParts = shown.contains { deck.slides[$0].kind == .part }
    for index in shown {
      if isCancelled() { throw CancellationError() }
      let slide = deck.slides[index]
      try plan(
        setter.plan(slide, index: index, level: hasParts && slide.kind == .standard ? 2 : 1))
    }
  }
}

extension Block {
  mutating func setID(_ id: String) { update { $0.id = id } }

  /// The block with the step it comes up with: on itself, on the items of a list, or on the blocks
  /// of a division.
  package func comingUp(with step: Int) -> Block {
    let pair = Attributes.Pair(Slide.stepKey, String(step))
    var block = self
    switch block {
    case .division(var division):
      division.blocks = division.blocks.map { $0.comingUp(with: step) }
      return .division(division)
    case .list(var list):
      for index in list.items.indices { list.items[index].attributes.pairs.append(pair) }
      return .list(list)
    default:
      block.update { $0.pairs.append(pair) }
      return block
    }
  }

  /// Changes the attributes of a block that has some.
  private mutating func update(_ change: (inout Attributes) -> Void) {
    switch self {
    case .heading(var block):
      change(&block.attributes)
      self = .heading(block)
    case .paragraph(var block):
      change(&block.attributes)
      self = .paragraph(block)
    case .list(var block):
      change(&block.attributes)
      self = .list(block)
    case .table(var block):
      change(&block.attributes)
      self = .table(block)
    case .quote(var block):
      change(&block.attributes)
      self = .quote(block)
    case .code(var block):
      change(&block.attributes)
      self = .code(block)
    case .figure(var block):
      change(&block.attributes)
      self = .figure(block)
    case .callout(var block):
      change(&block.attributes)
      self = .callout(block)
    case .keyValues(var block):
      change(&block.attributes)
      self = .keyValues(block)
    case .division(var block):
      change(&block.attributes)
      self = .division(block)
    case .rule(var attributes):
      change(&attributes)
      self = .rule(attributes)
    case .pageBreak, .contents, .index: break
    }
  }
}
