// SPDX-License-Identifier: MIT
// Part of Platen: the diagrams of a document as images.

internal import Canvas
internal import Documents
internal import Drawing
internal import Figures
internal import Geometry
internal import Pixels

/// Draws the diagrams of a document as images in it.
struct DiagramImages {
  let style: ChartStyle
  let fonts: FontLibrary
  private var count = 0

  init(style: ChartStyle, fonts: FontLibrary) {
    self.style = style
    self.fonts = fonts
  }

  /// Pixels to a unit of a diagram, whose text is 16 high.
  private static let scale = 2.0
  private static let longest = 8_000.0
  /// Letters of text are 16 units high; a column has so many units.
  private static let column = 720.0

  /// Indicates whether a document has diagrams.
  static func has(_ document: Document) -> Bool {
    var found = false
    document.walk(
      block: { block in
        if case .code(let code) = block, code.language == "mermaid" { found = true }
        return found ? .skip : .descend
      }, inline: { _ in .skip })
    return found
  }

  /// The document with images in place of its diagrams; those that are not understood stay.
  mutating func drawn(_ document: Document, isCancelled: () -> Bool) throws -> Document {
    var document = document
    var resources: [Resource] = []
    document.blocks = try drawn(document.blocks, &resources, isCancelled)
    document.resources += resources
    return document
  }

  private mutating func drawn(
    _ blocks: [Block], _ resources: inout [Resource], _ isCancelled: () -> Bool
  ) throws -> [Block] {
    try blocks.map { block in
      guard case .code(let code) = block, code.language == "mermaid" else {
        return try block.replacingContents(
          blocks: { try drawn($0, &resources, isCancelled) }, inlines: { $0 })
      }
      if isCancelled() { throw CancellationError() }
      return try figure(code, &resources) ?? block
    }
  }

  private mutating func figure(_ code: CodeBlock, _ resources: inout [Resource]) throws -> Block? {
    guard let diagram = try? Diagram(mermaid: code.text) else { return nil }
    let accent = style.palette.first ?? style.ink
    var scene = diagram.scene(
      style: DiagramStyle(
        families: style.families, ground: style.ground, ink: style.ink, accent: accent,
        second: style.palette.last ?? accent), text: fonts)
    let size = scene.size
    guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else {
      return nil
    }
    scene.background = style.ground
    let scale = min(DiagramImages.scale, DiagramImages.longest / max(size.width, size.height))
    let width = max(1, Int((size.width * scale).rounded()))
    let height = max(1, Int((size.height * scale).rounded()))
    let bitmap = try ImageCanvas.bitmap(of: scene, width: width, height: height, fonts: fonts)
    count += 1
    let name = "diagram-\(count).png"
    resources.append(
      Resource(
        name: name, mediaType: "image/png", width: width, height: height,
        bytes: try PNGEncoder.encode(bitmap, dpi: 96 * scale)))
    return .figure(
      Figure(
        Image(
          name, alternative: diagram.alternative,
          share: min(1, size.width / DiagramImages.column)), code.attributes))
  }
}
