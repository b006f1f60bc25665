// SPDX-License-Identifier: MIT
// Part of Platen: diagrams in a document's text: drawn in the look's colors, set as figures.

internal import Diagnostics
internal import Documents
internal import Drawing
internal import Figures
internal import Geometry

extension Composer {
  /// The smallest text size of a diagram without a warning, in points.
  private static let leastText = 6.0

  /// Sets a diagram. False where its source is to be shown: the warning was reported when it was
  /// read.
  ///
  /// A diagram is a code block whose language is `mermaid`; the pairs of its attributes hold the
  /// settings of its fence.
  func composeDiagram(_ code: CodeBlock, in room: Room, into chunks: inout [Chunk]) -> Bool {
    guard let diagram = try? Diagram(mermaid: code.text) else { return false }
    let node = styles.node(
      styles.resolve("diagram", code.attributes.classes, in: room.style))
    let style = diagramStyle(code.attributes, node)
    let scene = diagram.scene(style: style, text: styles.words.measuring)
    let pad = style.background == nil ? 0 : style.textSize * 0.8
    let size = Size(width: scene.size.width + 2 * pad, height: scene.size.height + 2 * pad)
    guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else {
      return false
    }
    let limit =
      room.isInner
      ? template.area(page: 0).height * 0.6 : (figureHeightLimit ?? template.area(page: 0).height)
    let requested = code.attributes.value("width").flatMap {
      Composer.length($0, of: room.width, em: node.size)
    }
    let scale = min(
      requested.map { $0 / size.width } ?? 1, room.width / size.width, (limit - 2) / size.height)
    if style.textSize * scale < Composer.leastText {
      record(
        .warning(
          .typesettingDiagram, "a diagram is so large that its letters are hard to read",
          hints: ["split it into several diagrams"]))
    }
    let words = code.attributes.value("alt") ?? ""
    let element = galley.element(
      .figure, in: room.element, alternative: words.isEmpty ? diagram.alternative : words)
    var nodes: [Node] = []
    if let background = style.background, background.alpha > 0 {
      nodes.append(
        .path(
          PathNode(
            Path(
              rounded: Rect(x: 0, y: 0, width: size.width, height: size.height),
              radius: style.textSize * 0.4), fill: Fill(background))))
    }
    nodes.append(.group(Group(transform: .translation(pad, pad), children: scene.nodes)))
    let own = node.size * 0.4
    addBox(
      .image(.group(Group(name: "diagram", children: nodes)), size: size, element: element),
      Size(width: size.width * scale, height: size.height * scale),
      spaceBefore: max(node.spaceBefore, own), spaceAfter: max(node.spaceAfter, own), in: room,
      into: &chunks)
    return true
  }

  /// Colors and distances: those of the requested theme, otherwise the look's own.
  private func diagramStyle(_ attributes: Attributes, _ node: NodeStyle) -> DiagramStyle {
    let textSize = node.size * 0.82
    let own = DiagramStyle(
      families: node.families, textSize: textSize,
      ground: node.ground ?? (look.ground.alpha > 0 ? look.ground : .white), ink: node.color,
      accent: node.bar ?? styles.node(styles.resolve("link", in: styles.root)).color,
      second: node.overline ?? node.bar ?? node.color)
    let theme = attributes.value("theme").flatMap {
      DiagramStyle(theme: $0, families: node.families, textSize: textSize)
    }
    var style = theme ?? own
    func number(_ key: String) -> Double? { attributes.value(key).flatMap(Double.init) }
    style.nodeSpacing = number("nodeSpacing")
    style.rankSpacing = number("rankSpacing")
    style.labelWidth = number("maxLabelWidth").map { $0 * textSize / 16 }
    switch attributes.value("background") {
    case nil, "transparent":
      // Text of the theme may have too little contrast on the slide's background.
      if theme != nil, style.isDark != own.isDark { style.background = style.ground }
    case "theme": style.background = style.ground
    case let word?:
      style.background = DiagramStyle.color(word)
      if let background = style.background { style.ground = background }
    }
    return style
  }

  /// `38%`, `8cm`, `20em` in points.
  private static func length(_ text: String, of width: Double, em: Double) -> Double? {
    for (unit, points) in [
      ("%", width / 100), ("pt", 1), ("mm", 72 / 25.4), ("cm", 72 / 2.54), ("in", 72), ("em", em),
    ] where text.hasSuffix(unit) {
      guard let value = Double(text.dropLast(unit.count)), value.isFinite, value > 0 else {
        return nil
      }
      return value * points
    }
    return nil
  }
}
