// SPDX-License-Identifier: MIT
// Part of Platen: a diagram as it was understood, and its requested style.

public import Drawing
internal import Geometry

/// A diagram written in the part of Mermaid's notation that Platen draws.
///
/// `Sources/Graphics/Figures/Diagrams/README.md` lists that part.
public struct Diagram: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case flowchart(Flowchart)
    case sequence(SequenceChart)
    case pie(PieChart)
  }

  let content: Content
  /// The title in the source; empty for none.
  public let title: String
  /// Features that were recognized and are not drawn, as subjects of a sentence, each once.
  public let leftOut: [String]
  private let description: String

  /// - Throws: ``DiagramError`` naming what is not understood.
  public init(mermaid source: String) throws(DiagramError) {
    let text = try MermaidSource(source)
    var leftOut = text.leftOut
    switch text.kind {
    case .flowchart:
      var parser = FlowchartParser(text)
      content = .flowchart(try parser.flowchart())
      leftOut += parser.leftOut
    case .sequence:
      var parser = SequenceParser(text)
      content = .sequence(try parser.chart())
      leftOut += parser.leftOut
    case .pie: content = .pie(try PieChart(text))
    }
    self.leftOut = leftOut
    title = text.title
    description = text.description
  }

  /// The content in words, for those who do not see it.
  public var alternative: String {
    if !description.isEmpty { return description }
    if !title.isEmpty { return title }
    let words: [String]
    switch content {
    case .flowchart(let chart): words = chart.words
    case .sequence(let chart): words = chart.words
    case .pie(let chart): words = chart.slices.map { "\($0.label) \(PieChart.text($0.value))" }
    }
    let text = words.joined(separator: "; ")
    return text.count > 400 ? String(text.prefix(399)) + "…" : text
  }

  /// The diagram drawn at its own size, in units of which text is ``DiagramStyle/textSize`` high.
  public func scene(style: DiagramStyle, text: any TextMeasuring) -> Scene {
    let labels = LabelSetter(measuring: text, style: style)
    var scene: Scene
    switch content {
    case .flowchart(let chart):
      scene = FlowchartDrawing(chart, style: style, labels: labels).scene()
    case .sequence(let chart):
      scene = SequenceDrawing(chart, style: style, labels: labels).scene()
    case .pie(let chart): scene = chart.scene(style: style, labels: labels)
    }
    if !title.isEmpty { scene = scene.headed(title, style, labels) }
    scene.title = title
    return scene
  }
}

/// The reason that a diagram cannot be drawn.
public struct DiagramError: Error, Hashable, Sendable {
  /// The reason, as a clause: `diagrams of the kind "gantt" are not drawn`.
  public let message: String
  /// The remedy, in the imperative.
  public let hint: String
  /// The line in the diagram's source, from 1.
  public let line: Int

  init(_ message: String, hint: String, line: Int) {
    self.message = message
    self.hint = hint
    self.line = line
  }
}

/// Colors, letters and distances of a diagram.
public struct DiagramStyle: Hashable, Sendable {
  public var families: [String]
  public var textSize: Double
  /// The color under it, and the color of its text.
  public var ground: Color
  public var ink: Color
  /// The colors of nodes and their borders.
  public var fill: Color
  public var line: Color
  /// The colors of what surrounds others: subgraphs, blocks.
  public var panel: Color
  public var panelLine: Color
  /// The color of edges and messages.
  public var edge: Color
  /// The color of notes and of anything highlighted.
  public var accent: Color
  /// The distances between neighbors and between ranks; nil for the default.
  public var nodeSpacing: Double?
  public var rankSpacing: Double?
  /// The width labels are wrapped at; nil for the default.
  public var labelWidth: Double?
  /// Painted under all of it; nil for nothing.
  public var background: Color?

  /// - Parameters:
  ///   - accent: Of borders and edges' heads; fills are mixed of it and the ground.
  public init(
    families: [String], textSize: Double = 16, ground: Color, ink: Color, accent: Color,
    second: Color
  ) {
    self.families = families
    self.textSize = textSize
    self.ground = ground
    self.ink = ink
    fill = ground.mixed(with: accent, 0.13)
    line = accent
    panel = ground.mixed(with: ink, 0.045)
    panelLine = ground.mixed(with: ink, 0.28)
    edge = ground.mixed(with: ink, 0.68)
    self.accent = second
  }

  /// The requested distance between neighbors, held to what can be drawn; nil for the default.
  var spaceBetweenNodes: Double? { nodeSpacing.map { min(300, max(8, $0)) } }

  /// Indicates whether letters are lighter than what they stand on.
  public var isDark: Bool { ink.lightness > ground.lightness }

  /// A color as style sheets write it; nil for what is none.
  public static func color(_ text: String) -> Color? { Color(css: text) }

  /// A theme of Mermaid's names, in colors of our own; nil where it is none of them.
  public init?(theme: String, families: [String], textSize: Double = 16) {
    switch theme {
    case "default", "base", "mermaid":
      self.init(
        families: families, textSize: textSize, ground: .white, ink: Color(0.16, 0.17, 0.22),
        accent: Color(0.44, 0.36, 0.78), second: Color(0.80, 0.62, 0.10))
    case "dark":
      self.init(
        families: families, textSize: textSize, ground: Color(0.13, 0.14, 0.16),
        ink: Color(0.90, 0.91, 0.93), accent: Color(0.50, 0.72, 0.80),
        second: Color(0.88, 0.70, 0.36))
    case "forest":
      self.init(
        families: families, textSize: textSize, ground: .white, ink: Color(0.10, 0.20, 0.12),
        accent: Color(0.22, 0.52, 0.24), second: Color(0.62, 0.48, 0.10))
    case "neutral":
      self.init(
        families: families, textSize: textSize, ground: .white, ink: Color(0.15, 0.15, 0.15),
        accent: Color(0.45, 0.45, 0.45), second: Color(0.30, 0.30, 0.30))
    case "modern":
      self.init(
        families: families, textSize: textSize, ground: .white, ink: Color(0.09, 0.13, 0.22),
        accent: Color(0.15, 0.39, 0.85), second: Color(0.86, 0.30, 0.40))
    default: return nil
    }
  }
}

extension Scene {
  /// The drawing below a title.
  fileprivate func headed(_ title: String, _ style: DiagramStyle, _ labels: LabelSetter) -> Scene {
    let label = labels.label(title, weight: 700, scale: 1.1, width: max(240, size.width))
    var scene = self
    let rise = label.height + style.textSize * 0.8
    scene.size = Size(
      width: max(size.width, label.width + 2 * style.textSize), height: size.height + rise)
    let shift = (scene.size.width - size.width) / 2
    scene.nodes = [
      .group(Group(transform: .translation(shift, rise), children: nodes))
    ]
    let at = Point(scene.size.width / 2, label.height / 2 + style.textSize * 0.3)
    scene.nodes += label.nodes(about: at, style.ink)
    return scene
  }
}
