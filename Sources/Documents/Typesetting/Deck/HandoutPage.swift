// SPDX-License-Identifier: MIT
// Part of Platen: a handout's pages while boxes are placed on them.

internal import Documents
internal import Drawing
internal import Geometry

/// Gathers pages and the structure of all of them.
struct HandoutPages {
  private(set) var structure = DocumentStructure()
  private(set) var count = 0
  private(set) var page = PageBuilder()
  private var links: [PageLink] = []
  private var part: Int?
  private var section = 0
  private var slides = 0
  private let size: Size

  init(_ metadata: Metadata, size: Size) {
    self.size = size
    structure.language = metadata.language
    structure.elements = [StructureElement(.document, in: nil)]
  }

  /// Draws an artifact, which is not content.
  mutating func draw(_ body: (inout PageBuilder) -> Void) { body(&page) }

  /// Begins the content of a slide.
  mutating func begin(_ slide: Slide, level: Int, at point: Point) {
    slides += 1
    (section, _) = structure.append(
      slide, number: slides, level: level, in: &part, page: count, at: point)
  }

  /// Places a slide's image; one without words is the continuation of another, and not content.
  mutating func place(_ scene: Scene, in frame: Rect, alternative: String) {
    var element = -1
    if !alternative.isEmpty {
      structure.elements.append(
        StructureElement(
          figure: alternative, in: PageBox(page: count, frame: frame), under: section))
      element = structure.elements.count - 1
    }
    let scale = frame.width / scene.size.width
    page.addNode(
      .group(
        Group(
          transform: AffineMap(a: scale, b: 0, c: 0, d: scale, tx: frame.minX, ty: frame.minY),
          clip: Clip(
            Path(rect: Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height))),
          children: scene.nodes)), element: Int32(element))
    page.stroke(Path(rect: frame), Color(0.62, 0.65, 0.69), 0.6)
  }

  /// The common properties of a text's boxes.
  struct Text {
    fileprivate let boxes: SetBoxes
    /// Of its elements among all.
    fileprivate let base: Int
    fileprivate let section: Int
    fileprivate let prefix: String

    fileprivate func number(_ element: Int) -> Int { element == 0 ? section : element + base }
  }

  /// Takes up a text whose boxes are to be placed.
  mutating func begin(_ boxes: SetBoxes) -> Text {
    let text = Text(
      boxes: boxes, base: structure.elements.count - 1, section: section,
      prefix: "slide.\(slides).\(structure.elements.count).")
    for var element in boxes.structure.elements.dropFirst() {
      element.parent = element.parent.map(text.number)
      structure.elements.append(element)
    }
    return text
  }

  /// Places a box of a text on the page.
  mutating func place(_ index: Int, of text: Text, at origin: Point) {
    let box = text.boxes.pages[index]
    let move = AffineMap.translation(origin.x, origin.y)
    for leaf in box.leaves {
      let element = leaf.element.map { Int32(clamping: text.number($0)) } ?? -1
      for node in box.scene.nodes[leaf.nodes] {
        page.addNode(.group(Group(transform: move, children: [node])), element: element)
      }
    }
    for var link in box.links {
      link.frame = link.frame.moved(by: origin)
      link.element = text.number(link.element)
      if case .place(let place) = link.target { link.target = .place(text.prefix + place) }
      links.append(link)
    }
    for (own, element) in text.boxes.structure.elements.enumerated() {
      guard own > 0, let frame = element.box, frame.page == index else { continue }
      structure.elements[own + text.base].box = PageBox(
        page: count, frame: frame.frame.moved(by: origin))
    }
    for place in text.boxes.structure.places where place.page == index {
      structure.places.append(
        DocumentStructure.NamedPlace(
          name: text.prefix + place.name, page: count,
          point: Point(place.point.x + origin.x, place.point.y + origin.y)))
    }
  }

  /// The page as it is; the next is empty.
  mutating func finishPage() -> LaidOutPage {
    defer {
      page = PageBuilder()
      links = []
      count += 1
    }
    return LaidOutPage(
      scene: Scene(size: size, nodes: page.nodes), leaves: page.leaves, links: links,
      label: String(count + 1))
  }
}

extension Rect {
  fileprivate func moved(by origin: Point) -> Rect {
    Rect(x: x + origin.x, y: y + origin.y, width: width, height: height)
  }
}
