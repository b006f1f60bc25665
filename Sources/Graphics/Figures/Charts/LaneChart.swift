// SPDX-License-Identifier: MIT
// Part of Platen: events over time, as marks along a lane for each participant.

public import Drawing
public import Geometry

/// A chart of moments and spans: a lane for each name, a mark where something happened, a bar for as
/// long as something lasted.
public struct LaneChart: Hashable, Sendable {
  public struct Lane: Hashable, Sendable {
    public var name: String
    /// The positions along the whole, 0…1.
    public var moments: [Double]
    /// The parts of the whole that a bar covers, 0…1.
    public var spans: [ClosedRange<Double>]
    public init(_ name: String, _ moments: [Double] = [], spans: [ClosedRange<Double>] = []) {
      self.name = name
      self.moments = moments
      self.spans = spans
    }
  }

  public struct Tick: Hashable, Sendable {
    /// The position along the whole, 0…1.
    public var place: Double
    public var label: String
    public init(_ place: Double, _ label: String) {
      self.place = place
      self.label = label
    }
  }

  public var lanes: [Lane]
  public var ticks: [Tick]

  public init(lanes: [Lane], ticks: [Tick]) {
    self.lanes = lanes
    self.ticks = ticks
  }

  /// The height of the chart with labels of that em size.
  public func height(textSize: Double) -> Double {
    Double(lanes.count) * LaneChart.laneHeight * textSize + 2.2 * textSize
  }

  private static let laneHeight = 1.75

  /// The chart as a scene of that size.
  public func scene(
    size: Size, style: ChartStyle = ChartStyle(), text: some TextMeasuring
  ) -> Scene {
    let em = style.textSize
    func shaped(_ string: String) -> ShapedText {
      text.shape(
        string, font: FontRequest(families: style.families, size: em, language: style.language))
    }
    let names = lanes.map { fitted($0.name, in: size.width * 0.3, shaped) }
    let left = (names.map(\.width).max() ?? 0) + em
    let width = max(1, size.width - left - 0.4 * em)
    let bottom = size.height - 2.2 * em
    let step = bottom / Double(max(1, lanes.count))
    var nodes: [Node] = []
    func line(_ a: Point, _ b: Point, _ color: Color) {
      var path = Path()
      path.move(to: a)
      path.line(to: b)
      nodes.append(.path(PathNode(path, stroke: Stroke(color, width: 0.06 * em))))
    }
    var lastEnd = -1.0
    for tick in ticks {
      let x = left + min(max(tick.place, 0), 1) * width
      line(Point(x, 0), Point(x, bottom + 0.35 * em), style.grid)
      let label = shaped(tick.label)
      let start = min(max(x - label.width / 2, 0), size.width - label.width)
      guard start > lastEnd else { continue }
      nodes += label.nodes(at: Point(start, bottom + 1.5 * em), paint: .color(style.ink))
      lastEnd = start + label.width + 0.6 * em
    }
    for (index, lane) in lanes.enumerated() {
      let middle = (Double(index) + 0.5) * step
      nodes += names[index].nodes(at: Point(0, middle + 0.34 * em), paint: .color(style.ink))
      line(Point(left, middle), Point(left + width, middle), style.grid)
      nodes += bars(
        of: lane, left: left, width: width, middle: middle, height: min(step * 0.5, 0.95 * em),
        color: style.palette[index % style.palette.count])
      nodes += marks(
        of: lane, left: left, width: width, middle: middle, height: min(step * 0.62, 1.2 * em),
        color: style.palette[index % style.palette.count])
    }
    line(Point(left, bottom), Point(left + width, bottom), style.ink)
    return Scene(size: size, background: style.ground, nodes: nodes, title: "")
  }

  /// A mark in each step of the lane where something happened, stronger where much did.
  private func marks(
    of lane: Lane, left: Double, width: Double, middle: Double, height: Double, color: Color
  ) -> [Node] {
    let count = 160
    var counts = [Int](repeating: 0, count: count)
    for moment in lane.moments where moment.isFinite {
      counts[min(count - 1, max(0, Int(moment * Double(count))))] += 1
    }
    let most = counts.max() ?? 0
    // Few strengths, a path for each: marks that touch are one shape.
    var paths = [Path](repeating: Path(), count: 4)
    let slot = width / Double(count)
    for (index, found) in counts.enumerated() where found > 0 {
      let strength = most <= 1 ? 3 : min(3, found * 4 / (most + 1))
      let own = height * (0.55 + 0.15 * Double(strength))
      let mark = Rect(
        x: left + Double(index) * slot, y: middle - own / 2, width: max(slot, 1.4),
        height: own)
      paths[strength].append(Path(rect: mark))
    }
    return paths.enumerated().filter { !$1.isEmpty }.map { strength, path in
      .path(PathNode(path, fill: Fill(color.opacity(0.55 + 0.15 * Double(strength)))))
    }
  }

  /// A bar for each span of the lane, as one shape.
  private func bars(
    of lane: Lane, left: Double, width: Double, middle: Double, height: Double, color: Color
  ) -> [Node] {
    var path = Path()
    for span in lane.spans where span.lowerBound.isFinite && span.upperBound.isFinite {
      let from = min(max(span.lowerBound, 0), 1)
      let to = min(max(span.upperBound, from), 1)
      path.append(
        Path(
          rect: Rect(
            x: left + from * width, y: middle - height / 2, width: max((to - from) * width, 1.4),
            height: height)))
    }
    return path.isEmpty ? [] : [.path(PathNode(path, fill: Fill(color.opacity(0.8))))]
  }

  /// A name cut to fit.
  private func fitted(
    _ name: String, in width: Double, _ shaped: (String) -> ShapedText
  ) -> ShapedText {
    var text = String(name.prefix(60))
    var line = shaped(text)
    while line.width > width, text.count > 1 {
      text = String(text.dropLast())
      line = shaped(text + "…")
    }
    return line
  }
}
