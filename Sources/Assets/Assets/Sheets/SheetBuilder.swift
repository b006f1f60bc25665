// SPDX-License-Identifier: MIT
// Part of Platen: sheets of small things to look at, laid out from top to bottom.

internal import Drawing
internal import Geometry

/// Gathers what is drawn on a sheet, and knows where it has come to.
struct SheetBuilder {
  static let margin = 72.0
  static let ink = Color(0.11, 0.12, 0.13)
  static let soft = Color(0.42, 0.43, 0.45)
  static let line = Color(0.87, 0.86, 0.84)
  static let paper = Color(0.985, 0.98, 0.97)
  static let good = Color(0.10, 0.45, 0.25)
  static let bad = Color(0.75, 0.16, 0.12)

  let width: Double
  let text: any TextMeasuring
  let families: [String]
  private(set) var nodes: [Node] = []
  /// The vertical position of the next item.
  var y = SheetBuilder.margin
  /// The height of a page; nil for one page as long as it takes.
  private let pageHeight: Double?
  /// The contents of the pages before this one.
  private var pages: [[Node]] = []

  init(
    width: Double, text: any TextMeasuring, families: [String], pageHeight: Double? = nil
  ) {
    self.width = width
    self.text = text
    self.families = families
    self.pageHeight = pageHeight
  }

  var contentWidth: Double { width - 2 * SheetBuilder.margin }

  /// The sheet as one page.
  func scene(titled title: String) -> Scene {
    Scene(
      size: Size(width: width, height: y + SheetBuilder.margin), background: SheetBuilder.paper,
      nodes: nodes, title: title)
  }

  /// The sheet as pages of one height.
  func scenes(titled title: String) -> [Scene] {
    guard let pageHeight else { return [scene(titled: title)] }
    return (pages + [nodes]).map { nodes in
      Scene(
        size: Size(width: width, height: pageHeight), background: SheetBuilder.paper, nodes: nodes,
        title: title)
    }
  }

  /// Begins a new page where the rest of this one is lower than `height`.
  mutating func reserve(_ height: Double) {
    guard let pageHeight, y > SheetBuilder.margin,
      y + height > pageHeight - SheetBuilder.margin
    else { return }
    pages.append(nodes)
    nodes = []
    y = SheetBuilder.margin
  }

  mutating func title(_ words: String, _ more: String) {
    y += 44
    say(words, at: Point(SheetBuilder.margin, y), size: 52, weight: 700)
    y += 40
    say(more, at: Point(SheetBuilder.margin, y), size: 20, color: SheetBuilder.soft)
    y += 28
  }

  /// - Parameter height: how much of what follows stays on its page.
  mutating func heading(_ words: String, keeping height: Double = 160) {
    reserve(114 + height)
    y += 40
    rule(y)
    y += 44
    say(words, at: Point(SheetBuilder.margin, y), size: 26, weight: 700)
    y += 30
  }

  mutating func rule(_ y: Double) {
    var path = Path()
    path.move(to: Point(SheetBuilder.margin, y))
    path.line(to: Point(width - SheetBuilder.margin, y))
    nodes.append(.path(PathNode(path, stroke: Stroke(SheetBuilder.line, width: 1.5))))
  }

  /// Words on a line from the left, or ending at the point; what is wider than the room is cut.
  @discardableResult
  mutating func say(
    _ words: String, at point: Point, size: Double, weight: Int = 400,
    color: Color = SheetBuilder.ink, families own: [String]? = nil, room: Double? = nil,
    isRight: Bool = false
  ) -> Double {
    let font = FontRequest(families: own ?? families, size: size, weight: weight)
    var shaped = text.shape(words, font: font)
    if let room, shaped.width > room, words.count > 2 {
      let characters = Array(words)
      func shortened(to count: Int) -> ShapedText {
        text.shape(String(characters.prefix(count)) + "…", font: font)
      }
      // At least one character stays, however narrow the space is.
      let count = greatestFit(upTo: characters.count - 1) { shortened(to: $0).width <= room }
      shaped = shortened(to: max(1, count))
    }
    let start = isRight ? Point(point.x - shaped.width, point.y) : point
    nodes += shaped.nodes(at: start, paint: .color(color))
    return shaped.width
  }

  /// A name on a line from the left. One that is wider than the room is set smaller, and then loses its
  /// middle: names of one family differ at their ends.
  mutating func addName(
    _ name: String, at point: Point, size: Double, weight: Int = 400,
    color: Color = SheetBuilder.ink, room: Double
  ) {
    func width(_ words: String, _ size: Double) -> Double {
      text.shape(words, font: FontRequest(families: families, size: size, weight: weight)).width
    }
    let full = width(name, size)
    let smaller = max(size * 0.75, size * min(1, room / max(full, 1)))
    var words = name
    if width(words, smaller) > room {
      let characters = Array(name)
      let count = greatestFit(upTo: characters.count - 1) {
        width(SheetBuilder.shortened(characters, to: $0), smaller) <= room
      }
      words = SheetBuilder.shortened(characters, to: max(1, count))
    }
    say(words, at: point, size: smaller, weight: weight, color: color)
  }

  /// A name of so many characters of its beginning and its end.
  private static func shortened(_ name: [Character], to count: Int) -> String {
    let head = count / 2
    return String(name.prefix(head)) + "…" + String(name.suffix(count - head))
  }

  mutating func fill(_ path: Path, _ paint: Paint, outlined: Bool = false) {
    nodes.append(
      .path(
        PathNode(
          path, fill: Fill(paint), stroke: outlined ? Stroke(SheetBuilder.line, width: 1.5) : nil)))
  }

  mutating func addNode(_ node: Node) { nodes.append(node) }
}
