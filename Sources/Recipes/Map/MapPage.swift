// SPDX-License-Identifier: MIT
// Part of Platen: a map as a page of a document, its layers to be switched, its content told.

internal import Canvas
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import Pipeline

/// A map on paper or screen: one figure on one page.
struct MapPage {
  private let scene: Scene
  private let size: MapSize

  init(_ scene: Scene, _ size: MapSize) {
    self.scene = scene
    self.size = size
  }

  /// Writes the page as a tagged PDF.
  func write(
    to file: FileWriter, created: String, with fonts: FontPool
  ) throws -> [Diagnostic] {
    var metadata = Metadata()
    metadata.title = scene.title
    metadata.date = created
    return try fonts.writePDF(metadata, to: file) { _, emit in
      let page = PDFPage(size: size.points, margin: size.marginPoints)
      let sheet = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
      let isPaper = size.isPaper
      try emit(
        try page.showing(
          size.printed, of: scene, within: isPaper ? sheet : nil, element: 1,
          layer: MapPage.title(ofLayer:)))
      return (structure(on: page), [])
    }
  }

  /// A figure, and an entry of the outline that leads to it.
  private func structure(on page: PDFPage) -> DocumentStructure {
    var structure = DocumentStructure()
    structure.language = "en"
    var figure = StructureElement(.figure, in: 0)
    figure.alternative = description
    figure.box = PageBox(page: 0, frame: page.content)
    structure.elements = [StructureElement(.document, in: nil), figure]
    structure.places = [
      DocumentStructure.NamedPlace(
        name: "map", page: 0, point: Point(page.content.minX, page.content.minY))
    ]
    structure.outline = [
      DocumentStructure.OutlineEntry(level: 1, title: title, place: "map")
    ]
    return structure
  }

  var title: String { scene.title.isEmpty ? "Map" : scene.title }

  /// What a reader of the screen aloud says of the figure.
  var description: String {
    let layers = scene.nodes.compactMap { node -> String? in
      guard case .group(let group) = node, !group.children.isEmpty else { return nil }
      return MapPage.title(ofLayer: group.name)?.lowercased()
    }
    return "Map of \(title)" + (layers.isEmpty ? "" : ", showing " + layers.joined(separator: ", "))
  }

  /// A layer as readers list it: `burgIcons` is `Burg icons`.
  static func title(ofLayer name: String) -> String? {
    guard let first = name.first else { return nil }
    var title = first.uppercased()
    for letter in name.dropFirst() {
      title += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
    return title
  }
}
