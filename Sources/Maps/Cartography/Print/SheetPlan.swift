// SPDX-License-Identifier: MIT
// Part of Platen: the first page of a poster: which sheet goes where, on a small map.

internal import Documents
package import Drawing
package import Geometry
internal import Text

/// The plan of a poster's sheets: a heading, a few sentences, a small map under the sheets'
/// outlines.
package struct SheetPlan {
  let scene: Scene
  let layout: PosterLayout
  let poster: PosterRequest
  let mapPhrases: MapPhrases
  let families: [String]

  /// Paints a window of a scene, so many pixels across and down.
  package typealias Painter = (Scene, Rect, Int, Int) throws -> RasterImage

  package init(
    scene: Scene, layout: PosterLayout, poster: PosterRequest, mapPhrases: MapPhrases,
    families: [String]
  ) {
    self.scene = scene
    self.layout = layout
    self.poster = poster
    self.mapPhrases = mapPhrases
    self.families = families
  }

  /// Dots to an inch of the small map.
  private static let resolution = 150.0
  /// The most pixels of it, about those of a sheet of A3; on larger sheets it has fewer dots to an
  /// inch.
  package static let mostPixels = 4_000_000

  /// The page; its elements are a heading, paragraphs and the figure, in this order from `element`
  /// on.
  package struct Page {
    package var page: LaidOutPage
    package var elements: [StructureElement]
  }

  /// - Parameters:
  ///   - number: the page's, from 0.
  ///   - paint: paints the small map.
  package func page(
    _ number: Int, firstElement: Int, text: any TextMeasuring, paint: Painter
  ) throws -> Page {
    var nodes: [Node] = []
    var leaves: [ContentLeaf] = []
    var elements: [StructureElement] = []
    func add(_ new: [Node], as element: StructureElement) {
      leaves.append(
        ContentLeaf(
          nodes: nodes.count..<nodes.count + new.count, element: firstElement + elements.count))
      elements.append(element)
      nodes += new
    }
    // The margin is made for marks; text wants a little more.
    let room = Rect(x: 0, y: 0, width: layout.page.width, height: layout.page.height)
      .insetBy(max(layout.margin, 36))
    var y = room.minY
    func line(_ string: String, _ size: Double, weight: Int, _ role: StructureElement.Role) {
      var words: [Node] = []
      for part in lines(of: string, size: size, weight: weight, width: room.width, text) {
        y += size * 1.3
        words += part.nodes(at: Point(room.minX, y - size * 0.3), paint: .color(.black))
      }
      add(words, as: StructureElement(role, in: 0))
    }
    line(mapPhrases.title(of: scene), 18, weight: 700, .heading1)
    y += 4
    for sentence in sentences { line(sentence, 9.5, weight: 400, .paragraph) }
    y += 10
    let free = Rect(x: room.minX, y: y, width: room.width, height: max(72, room.maxY - y))
    let scale = min(free.width / layout.shown.width, free.height / layout.shown.height)
    let map = Rect(
      x: free.center.x - layout.shown.width * scale / 2, y: free.minY,
      width: layout.shown.width * scale, height: layout.shown.height * scale)
    let description = mapPhrases.phrases(
      .sheetPlanOf, mapPhrases.title(of: scene), "\(layout.columns)", "\(layout.rows)")
    let figure = StructureElement(figure: description, in: PageBox(page: number, frame: map))
    add(try image(in: map, paint) + outlines(in: map, text), as: figure)
    return Page(
      page: LaidOutPage(
        scene: Scene(size: layout.page, background: .white, nodes: nodes, title: scene.title),
        leaves: leaves, label: mapPhrases.phrases[.sheetPlan]),
      elements: elements)
  }

  /// The facts to know before cutting.
  private var sentences: [String] {
    let phrases = mapPhrases.phrases
    func centimetres(_ points: Double) -> String {
      let tenths = Int((points / PosterLayout.millimetre).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
    var sentences = [
      phrases(
        .sheetsDescription, phrases.counted(.sheetCount, layout.sheets.count),
        poster.paper.name, "\(layout.columns)", "\(layout.rows)", centimetres(layout.size.width),
        centimetres(layout.size.height))
    ]
    if layout.sheets.count > 1 {
      if poster.overlap > 0 { sentences[0] += " " + phrases(.sheetOverlap, brief(poster.overlap)) }
      if poster.hasMarks { sentences.append(phrases[.sheetsJoined]) }
    }
    if case .scale(let scale) = poster.extent {
      sentences.append(phrases(.sheetScale, scale.text))
    }
    return sentences
  }

  /// Words in lines of a width.
  private func lines(
    of string: String, size: Double, weight: Int, width: Double, _ text: any TextMeasuring
  ) -> [ShapedText] {
    let font = FontRequest(small: families, size: size, weight: weight)
    var lines: [ShapedText] = []
    var words: [Substring] = []
    func shaped(_ words: [Substring]) -> ShapedText {
      text.shape(words.joined(separator: " "), font: font)
    }
    for word in string.prefix(2000).split(separator: " ") {
      if !words.isEmpty, shaped(words + [word]).width > width {
        lines.append(shaped(words))
        words = []
      }
      words.append(word)
    }
    if !words.isEmpty { lines.append(shaped(words)) }
    // A word that is longer than a line is set smaller.
    return lines.map { $0.width > width ? $0.scaled(by: width / $0.width) : $0 }
  }

  /// The sharpness of the small map.
  ///
  /// - Parameter frame: where it stands, in points.
  package static func pixelsPerPoint(of frame: Rect) -> Double {
    min(resolution / 72, (Double(mostPixels) / (frame.width * frame.height)).squareRoot())
  }

  /// The map as pixels: outlines enough for a poster would be the heaviest page of all.
  private func image(in frame: Rect, _ paint: Painter) throws -> [Node] {
    let perPoint = SheetPlan.pixelsPerPoint(of: frame)
    let image = try paint(
      Scene(
        size: scene.size, background: .white,
        nodes: [.path(PathNode(Path(rect: layout.shown), fill: Fill(scene.background)))]
          + scene.nodes), layout.shown, max(1, Int(frame.width * perPoint)),
      max(1, Int(frame.height * perPoint)))
    return [.image(ImageNode(image, frame: frame))]
  }

  /// The outline and the name of each sheet.
  private func outlines(in frame: Rect, _ text: any TextMeasuring) -> [Node] {
    let sheets = layout.sheets
    let scale = frame.width / layout.shown.width
    let places = sheets.map { sheet in
      Rect(
        x: frame.x + (sheet.window.x - layout.shown.x) * scale,
        y: frame.y + (sheet.window.y - layout.shown.y) * scale, width: sheet.window.width * scale,
        height: sheet.window.height * scale)
    }
    var outline = Path()
    for place in places { outline.append(Path(rect: place)) }
    let least = places.map { min($0.width, $0.height) }.min() ?? 0
    let size = max(3, min(30, least * 0.32))
    let halo = Stroke(.white, width: size * 0.22, join: .round)
    var nodes: [Node] = [
      .path(PathNode(outline, stroke: Stroke(Color.white.opacity(0.85), width: 2.2))),
      .path(PathNode(outline, stroke: Stroke(.black, width: 0.7))),
    ]
    for (sheet, place) in zip(sheets, places) {
      let name = text.shape(sheet.name, font: FontRequest(small: families, size: size))
      nodes += name.nodes(
        at: Point(place.center.x - name.width / 2, place.center.y + size * 0.35),
        paint: .color(.black), halo: halo)
    }
    return nodes
  }
}
