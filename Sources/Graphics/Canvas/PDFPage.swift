// SPDX-License-Identifier: MIT
// Part of Platen: a page that shows a scene, and the metadata of a PDF.

internal import Diagnostics
public import Drawing
public import Geometry

/// A page and where on it a scene goes; everything in points of 1/72 inch.
public struct PDFPage: Hashable, Sendable {
  public var size: Size
  /// The scene is drawn as large as fits in here, in the middle.
  public var content: Rect

  public init(size: Size, content: Rect) {
    self.size = size
    self.content = content
  }

  /// A page with the same margin on all sides.
  public init(size: Size, margin: Double = 0) {
    self.init(
      size: size,
      content: Rect(x: 0, y: 0, width: size.width, height: size.height).insetBy(margin))
  }

  /// The page with `window` of a scene on it, all of it content of one element.
  ///
  /// - Parameters:
  ///   - window: In scene units; scaled to fit the page's content, and nothing outside it is drawn.
  ///   - limit: What of the window is drawn; nil for all of it.
  ///   - element: Index into the document's elements.
  ///   - layer: What readers may switch a top group off as, by its name; nil for none.
  /// - Throws: `Failure` `pdf.page` or `canvas.window`.
  public func showing(
    _ window: Rect, of scene: Scene, within limit: Rect? = nil, element: Int,
    layer: (String) -> String? = { _ in nil }
  ) throws -> LaidOutPage {
    let sides = 1...PDFBook.sideLimit
    guard sides.contains(size.width), sides.contains(size.height), content.width > 0,
      content.height > 0, content.minX.isFinite, content.minY.isFinite, content.width.isFinite,
      content.height.isFinite
    else {
      throw Failure(
        .error(
          .pdfPage,
          "a page of \(size.width) × \(size.height) points with that margin is not possible",
          hints: [
            "sides must be 1 to \(Int(PDFBook.sideLimit)) points, and margins leave room between"
          ]))
    }
    guard window.width > 0, window.height > 0, window.x.isFinite, window.y.isFinite,
      window.width.isFinite, window.height.isFinite
    else {
      throw Failure(.error(.canvasWindow, "the part of the scene to draw is empty"))
    }
    let scale = min(content.width / window.width, content.height / window.height)
    let map = AffineMap(
      a: scale, b: 0, c: 0, d: scale, tx: content.center.x - window.center.x * scale,
      ty: content.center.y - window.center.y * scale)
    let drawn = Path(rect: limit.flatMap(window.intersection) ?? window)
    func onPage(_ children: [Node]) -> Node {
      .group(Group(transform: map, clip: Clip(drawn), children: children))
    }
    var nodes: [Node] = []
    if scene.background.alpha > 0 {
      nodes.append(onPage([.path(PathNode(drawn, fill: Fill(scene.background)))]))
    }
    let ground = nodes.count
    var layers: [PageLayer] = []
    for node in scene.nodes.cut(around: window, scale: scale) {
      if case .group(let group) = node, let title = layer(group.name) {
        layers.append(PageLayer(title: title, nodes: nodes.count..<nodes.count + 1))
      }
      nodes.append(onPage([node]))
    }
    return LaidOutPage(
      scene: Scene(size: size, nodes: nodes, title: scene.title),
      leaves: [ContentLeaf(nodes: ground..<nodes.count, element: element)], layers: layers)
  }
}

/// The metadata of a PDF.
public struct PDFMetadata: Hashable, Sendable {
  public var title: String
  public var author: String
  public var subject: String
  public var keywords: String
  /// ISO 8601, such as `2026-01-31T12:00:00Z`; empty leaves the date out. Never the clock's.
  public var created: String

  public init(
    title: String = "", author: String = "", subject: String = "", keywords: String = "",
    created: String = ""
  ) {
    self.title = title
    self.author = author
    self.subject = subject
    self.keywords = keywords
    self.created = created
  }
}
