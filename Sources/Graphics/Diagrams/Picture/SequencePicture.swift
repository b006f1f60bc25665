// SPDX-License-Identifier: MIT
// Part of Platen: a sequence diagram drawn: heads, lifelines, messages, notes, boxes.

internal import Drawing
internal import Geometry

struct SequencePicture {
  private let chart: SequenceChart
  private let style: DiagramStyle
  private let labels: LabelSetter
  private let heads: [Label]
  private let unit: Double
  /// Middles of lifelines.
  private var x: [Double] = []
  private var left = 0.0
  private var right = 0.0

  init(_ chart: SequenceChart, style: DiagramStyle, labels: LabelSetter) {
    self.chart = chart
    self.style = style
    self.labels = labels
    unit = style.textSize
    heads = chart.participants.map {
      labels.label($0.label, weight: 600, width: style.textSize * 9)
    }
    placeColumns()
  }

  // MARK: Columns

  private func headWidth(_ index: Int) -> Double {
    max(heads[index].width + unit * 1.6, unit * 4)
  }

  private func label(_ text: String) -> Label { labels.label(text, scale: 0.94, width: unit * 15) }
  private func note(_ text: String) -> Label { labels.label(text, scale: 0.9, width: unit * 11) }
  private func noteWidth(_ text: String) -> Double { note(text).width + unit * 1.2 }
  private static let selfReach = 2.6

  /// Lifelines stand so far apart that every message has room between its ends.
  private mutating func placeColumns() {
    let count = chart.participants.count
    var gaps = (0..<max(0, count - 1)).map {
      (headWidth($0) + headWidth($0 + 1)) / 2 + unit
        * (style.spaceBetweenNodes.map { $0 / 16 } ?? 1.4)
    }
    var needs: [(from: Int, to: Int, width: Double)] = []
    var before = headWidth(0) / 2
    var after = headWidth(count - 1) / 2
    func beside(_ index: Int, right width: Double) {
      if index + 1 < count {
        needs.append((index, index + 1, width))
      } else {
        after = max(after, width)
      }
    }
    func beside(_ index: Int, left width: Double) {
      if index > 0 { needs.append((index - 1, index, width)) } else { before = max(before, width) }
    }
    for event in chart.events {
      switch event {
      case .message(let from, let to, let text, _, _, _):
        let width = label(text).width
        if from == to {
          beside(from, right: width + unit * (SequencePicture.selfReach + 1))
        } else {
          needs.append((min(from, to), max(from, to), width + unit * 2.4))
        }
      case .note(.right, let from, _, let text): beside(from, right: noteWidth(text) + unit * 1.4)
      case .note(.left, let from, _, let text): beside(from, left: noteWidth(text) + unit * 1.4)
      case .note(.over, let from, let to, let text):
        let width = noteWidth(text)
        if from == to {
          beside(from, right: width / 2 + unit * 0.8)
          beside(from, left: width / 2 + unit * 0.8)
        } else {
          needs.append((from, to, width - unit * 1.6))
        }
      default: break
      }
    }
    // Shorter ways first: what they widen counts for the longer ones.
    for need in needs.sorted(by: {
      ($0.to - $0.from, $0.from, $0.width) < ($1.to - $1.from, $1.from, $1.width)
    }) {
      let own = gaps[need.from..<need.to].reduce(0, +)
      guard own < need.width else { continue }
      for gap in need.from..<need.to {
        gaps[gap] += (need.width - own) / Double(need.to - need.from)
      }
    }
    // Boxes around everything need room at the sides.
    let depth = deepest
    let side = Double(depth) * unit * 0.7 + unit * 0.6
    left = 0
    x = [before + side]
    for gap in gaps { x.append(x[x.count - 1] + gap) }
    right = x[x.count - 1] + after + side
  }

  private var deepest: Int {
    var depth = 0
    var most = 0
    for event in chart.events {
      switch event {
      case .begin, .ground:
        depth += 1
        most = max(most, depth)
      case .end, .endGround: depth -= 1
      default: break
      }
    }
    return most
  }

  // MARK: Down

  private struct Box {
    var kind: String
    var top: Double
    var depth: Int
    var ground: Color?
    var parts: [(y: Double, text: String)] = []
    var first = Int.max
    var last = Int.min
    /// What reaches out of it to the right, such as a note.
    var reach = 0.0
    var reachLeft = Double.infinity
  }

  func scene() -> Scene {
    var front: [Node] = []
    var behind: [Node] = []
    var bars: [Node] = []
    var boxes: [Box] = []
    /// Words that lifelines leave free.
    var gaps: [Rect] = []
    var active = [[Double]](repeating: [], count: x.count)
    let headHeight = (heads.map(\.height).max() ?? 0) + unit * 1.0
    let hasActors = chart.participants.contains(where: \.isActor)
    let top = unit * 0.4 + (hasActors ? unit * 2.2 : 0)
    var y = top + headHeight + unit * 0.9

    func touch(_ columns: [Int], left: Double? = nil, right: Double? = nil) {
      for i in boxes.indices {
        for column in columns {
          boxes[i].first = min(boxes[i].first, column)
          boxes[i].last = max(boxes[i].last, column)
        }
        if let right { boxes[i].reach = max(boxes[i].reach, right) }
        if let left { boxes[i].reachLeft = min(boxes[i].reachLeft, left) }
      }
    }
    /// Half of the bars that stand on a lifeline here.
    func half(_ column: Int) -> Double { active[column].isEmpty ? 0 : unit * 0.3 }
    func bar(_ column: Int, _ from: Double, _ to: Double, _ depth: Int) {
      let center = x[column] + Double(depth) * unit * 0.3
      bars.append(
        .path(
          PathNode(
            Path(
              rect: Rect(
                x: center - unit * 0.3, y: from, width: unit * 0.6, height: max(2, to - from))),
            fill: Fill(style.fill), stroke: Stroke(style.line, width: 1.1))))
    }

    for event in chart.events {
      switch event {
      case .message(let from, let to, let text, let isDotted, let head, let tail):
        let words = label(text)
        let stroke = Stroke(style.edge, width: 1.5, dash: isDotted ? [4, 4] : [])
        if from == to {
          let start = x[from] + half(from)
          let reach = start + unit * SequencePicture.selfReach
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
          touch([from], right: reach + unit * 0.4 + words.width)
          y = low + unit * 0.9
        } else {
          let toRight = to > from
          let sign = toRight ? 1.0 : -1
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
      case .note(let side, let from, let to, let text):
        let words = note(text)
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
            PathNode(
              Path(rect: rect), fill: Fill(fill), stroke: Stroke(style.accent, width: 1))))
        front += words.nodes(about: rect.center, style.ink)
        touch([from, to], left: rect.minX, right: rect.maxX)
        y += height + unit * 0.8
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
        guard let box = boxes.popLast() else { continue }
        let bottom = y - unit * 0.1
        let (own, shapes) = draw(box, bottom, gaps: &gaps)
        if box.ground != nil { behind.insert(contentsOf: shapes, at: 0) } else { behind += shapes }
        touch(
          [box.first, box.last].filter { x.indices.contains($0) }, left: own.minX, right: own.maxX)
        y = bottom + unit * 0.8
      case .activate(let column): active[column].append(y - unit * 0.95)
      case .deactivate(let column):
        if let from = active[column].popLast() {
          bar(column, from, y - unit * 0.95, active[column].count)
        }
      }
    }
    for column in active.indices {
      while let from = active[column].popLast() { bar(column, from, y, active[column].count) }
    }
    let bottom = y + unit * 0.3
    var nodes: [Node] = behind
    for column in x.indices {
      nodes.append(
        .path(
          PathNode(
            lifeline(x[column], from: top + headHeight, to: bottom, gaps: gaps),
            stroke: Stroke(style.panelLine, width: 1, dash: [5, 4]))))
    }
    nodes += bars + front
    for column in x.indices { nodes += head(column, top: top, height: headHeight) }
    return Scene(
      size: Size(width: right, height: bottom + unit * 0.4), background: style.background ?? .clear,
      nodes: nodes)
  }

  /// A line down that stops where it would run through words.
  private func lifeline(_ x: Double, from top: Double, to bottom: Double, gaps: [Rect]) -> Path {
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

  private func head(_ column: Int, top: Double, height: Double) -> [Node] {
    let width = headWidth(column)
    let rect = Rect(x: x[column] - width / 2, y: top, width: width, height: height)
    var nodes: [Node] = [
      .path(
        PathNode(
          Path.rounded(width / 2, height / 2, radius: 4).applying(
            .translation(rect.center.x, rect.center.y)), fill: Fill(style.fill),
          stroke: Stroke(style.line, width: 1.4)))
    ]
    nodes += heads[column].nodes(about: rect.center, style.ink)
    guard chart.participants[column].isActor else { return nodes }
    // A person above the name.
    var path = Path(circleAt: Point(x[column], top - unit * 1.62), radius: unit * 0.36)
    for (a, b) in [
      ((0.0, -1.26), (0.0, -0.66)), ((-0.5, -1.04), (0.5, -1.04)), ((0, -0.66), (-0.42, -0.16)),
      ((0, -0.66), (0.42, -0.16)),
    ] {
      path.move(to: Point(x[column] + a.0 * unit, top + a.1 * unit))
      path.line(to: Point(x[column] + b.0 * unit, top + b.1 * unit))
    }
    nodes.append(.path(PathNode(path, stroke: Stroke(style.line, width: 1.5, cap: .round))))
    return nodes
  }

  /// - Parameter gaps: takes the words that stand in it.
  private func draw(_ box: Box, _ bottom: Double, gaps: inout [Rect]) -> (Rect, [Node]) {
    let pad = unit * (1.0 + 0.7 * Double(max(0, deepest - 1 - box.depth)))
    let first = x.indices.contains(box.first) ? x[box.first] : x[0]
    let last = x.indices.contains(box.last) ? x[box.last] : x[x.count - 1]
    let title = labels.label(box.kind, weight: 600, scale: 0.85)
    let start = max(0.5, min(first - pad, box.reachLeft - unit * 0.5))
    var end = min(right - 0.5, max(last + pad, box.reach + unit * 0.5))
    // What is said of it stands beside its name.
    for part in box.parts {
      let words = labels.label(part.text.isEmpty ? "" : "[\(part.text)]", scale: 0.88, width: right)
      end = min(right - 0.5, max(end, start + title.width + words.width + unit * 2.4))
    }
    let rect = Rect(
      x: start, y: box.top, width: max(unit * 4, end - start), height: bottom - box.top)
    if let ground = box.ground {
      return (rect, [.path(PathNode(Path(rect: rect), fill: Fill(ground)))])
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
      let words = labels.label(
        part.text.isEmpty ? "" : "[\(part.text)]", scale: 0.88, width: max(unit * 3, room))
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
    return (rect, nodes)
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

extension Path {
  static func segment(_ a: Point, _ b: Point) -> Path {
    var path = Path()
    path.move(to: a)
    path.line(to: b)
    return path
  }
}
