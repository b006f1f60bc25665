// SPDX-License-Identifier: MIT
// Part of Platen: the events of a sequence diagram drawn one below the other.

internal import Drawing
internal import Geometry

/// Goes down a sequence diagram and draws its events one below the other.
struct SequenceCourse {
  private let picture: SequenceDrawing
  private let style: DiagramStyle
  private let unit: Double
  /// Middles of lifelines.
  private let x: [Double]
  private let top: Double
  private var y: Double
  private var front: [Node] = []
  private var behind: [Node] = []
  private var bars: [Node] = []
  private var lifelines: [Node] = []
  private var boxes: [Box] = []
  /// Words that lifelines leave free.
  private var gaps: [Rect] = []
  /// The starts of the bars on each lifeline.
  private var active: [[Double]]

  private struct Box {
    var kind: String
    var top: Double
    var depth: Int
    var ground: Color?
    var parts: [(y: Double, text: String)] = []
    var first = Int.max
    var last = Int.min
    /// The extent of anything that reaches out of it to the right, such as a note.
    var reach = 0.0
    var reachLeft = Double.infinity
  }

  init(_ picture: SequenceDrawing, from top: Double) {
    self.picture = picture
    self.top = top
    style = picture.style
    unit = picture.unit
    x = picture.x
    y = top + unit * 0.9
    active = [[Double]](repeating: [], count: x.count)
  }

  /// All nodes, in drawing order.
  var nodes: [Node] { behind + lifelines + bars + front }

  mutating func take(_ event: SequenceChart.Event) {
    switch event {
    case .message(let from, let to, let text, let isDotted, let head, let tail):
      let words = picture.label(text)
      let stroke = Stroke(style.edge, width: 1.5, dash: isDotted ? [4, 4] : [])
      if from == to {
        addLoop(at: from, words, stroke, head)
      } else {
        addMessage(from: from, to: to, words, stroke, head, tail)
      }
    case .note(let side, let from, let to, let text): addNote(side, from: from, to: to, text)
    case .begin(let kind, let text):
      y += unit * 0.3
      boxes.append(Box(kind: kind, top: y, depth: boxes.count, parts: [(y, text)]))
      y += unit * 1.9
    case .part(let text):
      y += unit * 0.1
      if let last = boxes.indices.last { boxes[last].parts.append((y, text)) }
      y += unit * 1.7
    case .ground(let color):
      boxes.append(Box(kind: "", top: y, depth: boxes.count, ground: color))
      y += unit * 0.5
    case .end, .endGround:
      if let box = boxes.popLast() { end(box) }
    case .activate(let column): active[column].append(y - unit * 0.95)
    case .deactivate(let column):
      if let from = active[column].popLast() { addBar(column, from, y - unit * 0.95) }
    }
  }

  /// Ends what is still open; where lifelines end.
  mutating func finish() -> Double {
    for column in active.indices {
      while let from = active[column].popLast() { addBar(column, from, y) }
    }
    let bottom = y + unit * 0.3
    lifelines = x.map {
      .path(
        PathNode(
          lifeline($0, to: bottom), stroke: Stroke(style.panelLine, width: 1, dash: [5, 4])))
    }
    return bottom
  }

  // MARK: Messages and notes

  /// Half of the bars that stand on a lifeline here.
  private func half(_ column: Int) -> Double { active[column].isEmpty ? 0 : unit * 0.3 }

  private mutating func addLoop(
    at column: Int, _ words: Label, _ stroke: Stroke, _ head: SequenceChart.Arrow
  ) {
    let start = x[column] + half(column)
    let reach = start + unit * SequenceDrawing.selfReach
    let low = y + max(unit * 1.5, words.height)
    var path = Path()
    path.move(to: Point(start, y + unit * 0.3))
    path.line(to: Point(reach - unit * 0.5, y + unit * 0.3))
    path.arc(to: Point(reach, y + unit * 0.8), Point(reach, y + unit * 0.3))
    path.line(to: Point(reach, low - unit * 0.5))
    path.arc(to: Point(reach - unit * 0.5, low), Point(reach, low))
    path.line(to: Point(start + inset(head), low))
    front.append(.path(PathNode(path, stroke: stroke)))
    front += arrow(head, at: Point(start, low), towards: Point(start - 1, low))
    front += words.nodes(
      at: Point(reach + unit * 0.4, (y + low) / 2 + unit * 0.1 - words.height / 2), style.ink)
    touch([column], right: reach + unit * 0.4 + words.width)
    y = low + unit * 0.9
  }

  private mutating func addMessage(
    from: Int, to: Int, _ words: Label, _ stroke: Stroke, _ head: SequenceChart.Arrow,
    _ tail: SequenceChart.Arrow
  ) {
    let sign = to > from ? 1.0 : -1
    y += words.height + unit * 0.25
    let start = Point(x[from] + sign * half(from), y)
    let end = Point(x[to] - sign * half(to), y)
    front.append(
      .path(
        PathNode(
          Path.segment(
            Point(start.x + sign * inset(tail), y), Point(end.x - sign * inset(head), y)),
          stroke: stroke)))
    front += arrow(head, at: end, towards: Point(end.x + sign, y))
    front += arrow(tail, at: start, towards: Point(start.x - sign, y))
    front += words.nodes(
      about: Point((start.x + end.x) / 2, y - unit * 0.25 - words.height / 2), style.ink)
    touch([from, to])
    y += unit * 0.95
  }

  private mutating func addNote(
    _ side: SequenceChart.Side, from: Int, to: Int, _ text: String
  ) {
    let words = picture.note(text)
    let width = max(
      words.width + unit * 1.2, side == .over && from != to ? x[to] - x[from] + unit * 1.6 : 0)
    let height = words.height + unit * 0.7
    let start =
      switch side {
      case .right: x[from] + unit * 0.7
      case .left: x[from] - unit * 0.7 - width
      case .over: (x[from] + x[to]) / 2 - width / 2
      }
    let rect = Rect(x: start, y: y, width: width, height: height)
    let fill = style.ground.mixed(with: style.accent, 0.16)
    front.append(
      .path(
        PathNode(Path(rect: rect), fill: Fill(fill), stroke: Stroke(style.accent, width: 1))))
    front += words.nodes(about: rect.center, style.ink)
    touch([from, to], left: rect.minX, right: rect.maxX)
    y += height + unit * 0.8
  }

  /// Adds a bar to a lifeline, beside those that are still open there.
  private mutating func addBar(_ column: Int, _ from: Double, _ to: Double) {
    let center = x[column] + Double(active[column].count) * unit * 0.3
    let rect = Rect(
      x: center - unit * 0.3, y: from, width: unit * 0.6, height: max(2, to - from))
    bars.append(
      .path(
        PathNode(
          Path(rect: rect), fill: Fill(style.fill), stroke: Stroke(style.line, width: 1.1))))
  }

  // MARK: Boxes

  /// All open boxes hold these lifelines, and what reaches out of them.
  private mutating func touch(_ columns: [Int], left: Double? = nil, right: Double? = nil) {
    for i in boxes.indices {
      for column in columns {
        boxes[i].first = min(boxes[i].first, column)
        boxes[i].last = max(boxes[i].last, column)
      }
      if let right { boxes[i].reach = max(boxes[i].reach, right) }
      if let left { boxes[i].reachLeft = min(boxes[i].reachLeft, left) }
    }
  }

  private mutating func end(_ box: Box) {
    let bottom = y - unit * 0.1
    let title = picture.labels.label(box.kind, weight: 600, scale: 0.85)
    let rect = frame(of: box, title, to: bottom)
    let shapes = nodes(of: box, rect, title)
    if box.ground != nil { behind.insert(contentsOf: shapes, at: 0) } else { behind += shapes }
    touch(
      [box.first, box.last].filter { x.indices.contains($0) }, left: rect.minX, right: rect.maxX)
    y = bottom + unit * 0.8
  }

  private func label(_ part: String, width: Double) -> Label {
    picture.labels.label(part.isEmpty ? "" : "[\(part)]", scale: 0.88, width: width)
  }

  private func frame(of box: Box, _ title: Label, to bottom: Double) -> Rect {
    let pad = unit * (1.0 + 0.7 * Double(max(0, picture.deepest - 1 - box.depth)))
    let first = x.indices.contains(box.first) ? x[box.first] : x[0]
    let last = x.indices.contains(box.last) ? x[box.last] : x[x.count - 1]
    let start = max(0.5, min(first - pad, box.reachLeft - unit * 0.5))
    var end = min(picture.right - 0.5, max(last + pad, box.reach + unit * 0.5))
    // What is said of it stands beside its name.
    for part in box.parts {
      let words = label(part.text, width: picture.right)
      end = min(picture.right - 0.5, max(end, start + title.width + words.width + unit * 2.4))
    }
    return Rect(
      x: start, y: box.top, width: max(unit * 4, end - start), height: bottom - box.top)
  }

  private mutating func nodes(of box: Box, _ rect: Rect, _ title: Label) -> [Node] {
    if let ground = box.ground {
      return [.path(PathNode(Path(rect: rect), fill: Fill(ground)))]
    }
    var nodes: [Node] = [
      .path(PathNode(Path(rect: rect), stroke: Stroke(style.panelLine, width: 1.2)))
    ]
    let tab = Size(width: title.width + unit * 1.1, height: title.height + unit * 0.2)
    nodes.append(
      .path(
        PathNode(
          Path(ring: [
            Point(rect.minX, rect.minY), Point(rect.minX + tab.width, rect.minY),
            Point(rect.minX + tab.width, rect.minY + tab.height * 0.6),
            Point(rect.minX + tab.width - tab.height * 0.4, rect.minY + tab.height),
            Point(rect.minX, rect.minY + tab.height),
          ]), fill: Fill(style.panel.mixed(with: style.panelLine, 0.25)),
          stroke: Stroke(style.panelLine, width: 1.2))))
    nodes += title.nodes(
      about: Point(rect.minX + tab.width / 2 - unit * 0.1, rect.minY + tab.height / 2), style.ink)
    gaps.append(Rect(x: rect.minX, y: rect.minY, width: tab.width, height: tab.height))
    for (i, part) in box.parts.enumerated() {
      let room = rect.width - (i == 0 ? tab.width : 0) - unit * 0.8
      let words = label(part.text, width: max(unit * 3, room))
      if i > 0 {
        nodes.append(
          .path(
            PathNode(
              Path.segment(Point(rect.minX, part.y), Point(rect.maxX, part.y)),
              stroke: Stroke(style.panelLine, width: 1.2, dash: [4, 4]))))
      }
      let at = Point(
        i == 0 ? rect.minX + tab.width + unit * 0.5 : rect.minX + unit * 0.6,
        part.y + unit * 0.15)
      nodes += words.nodes(at: at, style.ink)
      if !words.isEmpty {
        gaps.append(
          Rect(
            x: at.x - unit * 0.25, y: at.y, width: words.width + unit * 0.5, height: words.height))
      }
    }
    return nodes
  }

  /// A line down that stops where it would run through words.
  private func lifeline(_ x: Double, to bottom: Double) -> Path {
    var path = Path()
    var y = top
    for gap in gaps.filter({ $0.minX <= x && x <= $0.maxX }).sorted(by: { $0.minY < $1.minY }) {
      if gap.minY > y {
        path.move(to: Point(x, y))
        path.line(to: Point(x, gap.minY))
      }
      y = max(y, gap.maxY)
    }
    if y < bottom {
      path.move(to: Point(x, y))
      path.line(to: Point(x, bottom))
    }
    return path
  }

  // MARK: Heads of arrows

  private func inset(_ arrow: SequenceChart.Arrow) -> Double {
    switch arrow {
    case .filled: unit * 0.5
    case .cross: unit * 0.35
    case .none, .open: 0
    }
  }

  private func arrow(_ arrow: SequenceChart.Arrow, at tip: Point, towards beyond: Point) -> [Node] {
    let size = unit * 0.62
    switch arrow {
    case .none: return []
    case .filled: return EdgeHead.nodes(.arrow, at: tip, towards: beyond, size, style.edge)
    case .cross: return EdgeHead.nodes(.cross, at: tip, towards: beyond, size, style.edge)
    case .open:
      let u = beyond - tip
      let back = tip - u * size
      var path = Path()
      path.move(to: back + Point(-u.y, u.x) * (size * 0.45))
      path.line(to: tip)
      path.line(to: back - Point(-u.y, u.x) * (size * 0.45))
      return [.path(PathNode(path, stroke: Stroke(style.edge, width: 1.5)))]
    }
  }
}
