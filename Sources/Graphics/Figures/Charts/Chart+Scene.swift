// SPDX-License-Identifier: MIT
// Part of Platen: a chart drawn: axis, grid, bars or lines, labels that do not run into each other.

public import Drawing
public import Geometry

extension Chart {
  /// The chart as a scene of that size.
  public func scene(
    size: Size, style: ChartStyle = ChartStyle(), text: some TextMeasuring
  ) -> Scene {
    var drawing = ChartDrawing(chart: self, size: size, style: style, text: text)
    return Scene(size: size, background: style.ground, nodes: drawing.nodes(), title: title)
  }
}

private struct ChartDrawing<Text: TextMeasuring> {
  let chart: Chart
  let style: ChartStyle
  let text: Text
  let ticks: Ticks
  /// The area of the values.
  var plot: Rect
  private let size: Size

  init(chart: Chart, size: Size, style: ChartStyle, text: Text) {
    self.chart = chart
    self.style = style
    self.text = text
    self.size = size
    let em = style.textSize
    let top =
      0.6 * em + (chart.title.isEmpty ? 0 : 2 * em) + (chart.series.count > 1 ? 1.7 * em : 0)
      + (chart.upTitle.isEmpty ? 0 : 2.1 * em)
    let bottom = 1.9 * em + (chart.acrossTitle.isEmpty ? 0 : 1.5 * em)
    let height = max(1, size.height - top - bottom)
    ticks = Ticks(
      spanning: chart.range, about: max(1, Int(height / (3 * em))), isWhole: chart.isWhole)
    plot = Rect(x: 0, y: top, width: 1, height: height)
    let labels = ticks.values.map { shaped(ticks.text(of: $0)).width }.max() ?? 0
    plot.x = labels + 0.9 * em
    plot.width = max(1, size.width - plot.x - 0.8 * em)
  }

  private var hasKey: Bool { chart.series.count > 1 }

  mutating func nodes() -> [Node] {
    var nodes = headings()
    nodes += grid()
    switch chart.kind {
    case .bars: nodes += bars()
    case .lines: nodes += lines()
    }
    // Zero is drawn over the bars that stand on it.
    nodes.append(line(from: Point(plot.minX, y(of: 0)), to: Point(plot.maxX, y(of: 0)), style.ink))
    return nodes + categoryLabels()
  }

  // MARK: What is around the values

  private func headings() -> [Node] {
    let em = style.textSize
    var nodes: [Node] = []
    var baseline = 0.4 * em
    if !chart.title.isEmpty {
      baseline += 1.3 * em
      nodes += shaped(chart.title, scale: 1.2, weight: 700)
        .nodes(at: Point(0, baseline), paint: .color(style.ink))
      baseline += 0.7 * em
    }
    if hasKey {
      baseline += 1.1 * em
      var x = plot.minX
      for (index, series) in chart.series.enumerated() {
        let name = shaped(series.name)
        let swatch = Rect(x: x, y: baseline - 0.68 * em, width: 0.9 * em, height: 0.7 * em)
        nodes.append(.path(PathNode(Path(rect: swatch), fill: Fill(color(index)))))
        nodes += name.nodes(at: Point(x + 1.3 * em, baseline), paint: .color(style.ink))
        x += name.width + 3 * em
      }
      baseline += 0.6 * em
    }
    if !chart.upTitle.isEmpty {
      nodes += shaped(chart.upTitle, italic: true)
        .nodes(at: Point(0, baseline + 1.1 * em), paint: .color(style.ink))
    }
    if !chart.acrossTitle.isEmpty {
      let title = shaped(chart.acrossTitle, italic: true)
      nodes += title.nodes(
        at: Point(plot.maxX - title.width, size.height - 0.5 * em), paint: .color(style.ink))
    }
    return nodes
  }

  private func grid() -> [Node] {
    ticks.values.flatMap { value -> [Node] in
      let y = y(of: value)
      let label = shaped(ticks.text(of: value))
      return [line(from: Point(plot.minX, y), to: Point(plot.maxX, y), style.grid)]
        + label.nodes(
          at: Point(plot.minX - 0.6 * style.textSize - label.width, y + 0.34 * style.textSize),
          paint: .color(style.ink))
    }
  }

  /// Every label where they all fit, or else every second, fifth, tenth and so on.
  private func categoryLabels() -> [Node] {
    guard !chart.categories.isEmpty else { return [] }
    let labels = chart.categories.map { shaped($0) }
    let widest = (labels.map(\.width).max() ?? 0) + 0.8 * style.textSize
    let step = Int(Ticks.roundStep(max(1, widest / slot)))
    let baseline = plot.maxY + 1.35 * style.textSize
    return labels.indices.filter { $0 % step == 0 }.flatMap { index in
      let label = labels[index]
      let x = min(max(0, center(of: index) - label.width / 2), size.width - label.width)
      return label.nodes(at: Point(x, baseline), paint: .color(style.ink))
    }
  }

  // MARK: The values

  private func bars() -> [Node] {
    let count = Double(max(1, chart.series.count))
    let width = slot * 0.72 / count
    return chart.series.enumerated().flatMap { place, series in
      points(of: series).map { index, value in
        let x = center(of: index) - slot * 0.36 + Double(place) * width
        let top = min(y(of: value), y(of: 0))
        let bar = Rect(
          x: x, y: top, width: max(width * 0.94, 0.2), height: abs(y(of: value) - y(of: 0)))
        return .path(PathNode(Path(rect: bar), fill: Fill(color(place))))
      }
    }
  }

  private func lines() -> [Node] {
    // The first series lies on top.
    chart.series.enumerated().reversed().flatMap { place, series -> [Node] in
      var path = Path()
      var dots: [Node] = []
      var last: Int?
      let known = points(of: series)
      for (index, value) in known {
        let point = Point(center(of: index), y(of: value))
        if last == index - 1 { path.line(to: point) } else { path.move(to: point) }
        last = index
        // Dots show single points, and where there are few, each of them.
        if known.count <= 40 {
          dots.append(
            .path(
              PathNode(
                Path(circleAt: point, radius: 0.2 * style.textSize), fill: Fill(color(place)))))
        }
      }
      let stroke = Stroke(
        color(place), width: 0.16 * style.textSize, cap: .round, join: .round)
      return [.path(PathNode(path, stroke: stroke))] + dots
    }
  }

  private func points(of series: Chart.Series) -> [(Int, Double)] {
    zip(chart.categories.indices, series.values).compactMap { index, value in
      value.flatMap { $0.isFinite ? (index, $0) : nil }
    }
  }

  // MARK: Where things are

  /// The width of one category.
  private var slot: Double { plot.width / Double(max(1, chart.categories.count)) }

  private func center(of index: Int) -> Double { plot.minX + (Double(index) + 0.5) * slot }

  private func y(of value: Double) -> Double {
    plot.maxY - (min(max(value, ticks.low), ticks.high) - ticks.low) / (ticks.high - ticks.low)
      * plot.height
  }

  private func color(_ series: Int) -> Color { style.palette[series % style.palette.count] }

  private func line(from a: Point, to b: Point, _ color: Color) -> Node {
    var path = Path()
    path.move(to: a)
    path.line(to: b)
    return .path(PathNode(path, stroke: Stroke(color, width: 0.06 * style.textSize)))
  }

  private func shaped(
    _ string: String, scale: Double = 1, weight: Int = 400, italic: Bool = false
  ) -> ShapedText {
    text.shape(
      string,
      font: FontRequest(
        families: style.families, size: style.textSize * scale, weight: weight, isItalic: italic,
        language: style.language))
  }
}
