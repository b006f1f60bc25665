// SPDX-License-Identifier: MIT
// Part of Platen: a sequence diagram drawn: heads, lifelines, messages, notes, boxes.

internal import Drawing
internal import Geometry

struct SequenceDrawing {
  let chart: SequenceChart
  let style: DiagramStyle
  let labels: LabelSetter
  let heads: [Label]
  let unit: Double
  /// Middles of lifelines.
  private(set) var x: [Double] = []
  private(set) var right = 0.0

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

  func label(_ text: String) -> Label { labels.label(text, scale: 0.94, width: unit * 15) }
  func note(_ text: String) -> Label { labels.label(text, scale: 0.9, width: unit * 11) }
  private func noteWidth(_ text: String) -> Double { note(text).width + unit * 1.2 }
  /// The distance that a message to its own sender reaches.
  static let selfReach = 2.6

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
          beside(from, right: width + unit * (SequenceDrawing.selfReach + 1))
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
    x = [before + side]
    for gap in gaps { x.append(x[x.count - 1] + gap) }
    right = x[x.count - 1] + after + side
  }

  var deepest: Int {
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

  func scene() -> Scene {
    let headHeight = (heads.map(\.height).max() ?? 0) + unit * 1.0
    let hasActors = chart.participants.contains(where: \.isActor)
    let top = unit * 0.4 + (hasActors ? unit * 2.2 : 0)
    var course = SequenceCourse(self, from: top + headHeight)
    for event in chart.events { course.take(event) }
    let bottom = course.finish()
    var nodes = course.nodes
    for column in x.indices { nodes += head(column, top: top, height: headHeight) }
    return Scene(
      size: Size(width: right, height: bottom + unit * 0.4), background: style.background ?? .clear,
      nodes: nodes)
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
}

extension Path {
  static func segment(_ a: Point, _ b: Point) -> Path {
    var path = Path()
    path.move(to: a)
    path.line(to: b)
    return path
  }
}
