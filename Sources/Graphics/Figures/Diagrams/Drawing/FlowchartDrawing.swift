// SPDX-License-Identifier: MIT
// Part of Platen: a flowchart drawn: frames, edges, nodes, words.

internal import Drawing
internal import Geometry

struct FlowchartDrawing {
  private let chart: Flowchart
  private let style: DiagramStyle
  private var nodeLabels: [Label] = []
  private var nodeSizes: [Size] = []
  private var edgeLabels: [Label?] = []
  private var titles: [Label] = []
  private let layout: FlowchartLayout

  private static let margin = 6.0
  /// Room at a node's side for an edge that leads to the node itself.
  private static let loopRoom = 30.0

  init(_ chart: Flowchart, style: DiagramStyle, labels: LabelSetter) {
    self.chart = chart
    self.style = style
    for node in chart.nodes {
      let label = labels.label(node.label)
      nodeLabels.append(label)
      nodeSizes.append(
        node.shape.size(
          around: Size(width: label.width, height: label.height), textSize: style.textSize))
    }
    edgeLabels = chart.edges.map { $0.label.isEmpty ? nil : labels.label($0.label, scale: 0.9) }
    titles = chart.groups.map { labels.label($0.title, weight: 600, scale: 0.95, width: 400) }
    let isAcross = chart.direction == .right || chart.direction == .left
    func turned(_ size: Size) -> LayeredGraph.NodeSize {
      isAcross
        ? LayeredGraph.NodeSize(breadth: size.height, depth: size.width)
        : LayeredGraph.NodeSize(breadth: size.width, depth: size.height)
    }
    var sizes = nodeSizes.map(turned)
    for (i, edge) in chart.edges.enumerated() where edge.from == edge.to && edge.from >= 0 {
      let label = edgeLabels[i].map { isAcross ? $0.height : $0.width } ?? 0
      sizes[edge.from].breadth += 2 * (FlowchartDrawing.loopRoom + label + 6)
    }
    let gap = style.textSize * 0.3
    let places = edgeLabels.enumerated().map { i, label -> LayeredGraph.NodeSize? in
      guard let label, chart.edges[i].from != chart.edges[i].to else { return nil }
      return turned(Size(width: label.width + 2 * gap, height: label.height + gap))
    }
    var spacing = FlowchartLayout.Spacing()
    let unit = style.textSize / 16
    spacing.node = (style.spaceBetweenNodes ?? 40) * unit
    spacing.rank = (style.rankSpacing.map { min(300, max(16, $0)) } ?? 46) * unit
    spacing.padding = style.textSize * 0.9
    // Arrows with labels need room before and behind them.
    if places.contains(where: { $0 != nil }) { spacing.rank = max(spacing.rank, 62 * unit) }
    let title = (titles.map(\.height).max() ?? 0) + style.textSize * 0.2
    switch chart.direction {
    case .down: spacing.titleBefore = title
    case .up: spacing.titleBehind = title
    case .right, .left: spacing.titleBeside = title
    }
    let graph = LayeredGraph(chart, nodes: sizes, labels: places)
    layout = FlowchartLayout(
      graph, spacing: spacing, titles: titles.map { isAcross ? 0 : $0.width })
  }

  // MARK: Directions

  /// Maps a point from the layout, which runs down, to the drawing.
  private func map(_ p: Point) -> Point {
    let m = FlowchartDrawing.margin
    switch chart.direction {
    case .down: return Point(p.x + m, p.y + m)
    case .up: return Point(p.x + m, layout.size.height - p.y + m)
    case .right: return Point(p.y + m, p.x + m)
    case .left: return Point(layout.size.height - p.y + m, p.x + m)
    }
  }

  /// A vector of the drawing in the layout.
  private func turnedBack(_ p: Point) -> Point {
    switch chart.direction {
    case .down: p
    case .up: Point(p.x, -p.y)
    case .right: Point(p.y, p.x)
    case .left: Point(p.y, -p.x)
    }
  }

  private func map(_ rect: Rect) -> Rect {
    let (a, b) = (map(Point(rect.minX, rect.minY)), map(Point(rect.maxX, rect.maxY)))
    return Rect(
      x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }

  // MARK: The scene

  func scene() -> Scene {
    let isAcross = chart.direction == .right || chart.direction == .left
    let m = FlowchartDrawing.margin
    var size =
      isAcross
      ? Size(width: layout.size.height + 2 * m, height: layout.size.width + 2 * m)
      : Size(width: layout.size.width + 2 * m, height: layout.size.height + 2 * m)
    var nodes: [Node] = []
    var words: [Node] = []
    for group in inwards() { nodes += frame(of: group, &size, &words) }
    let ports = EdgePorts(layout, breadths: usableBreadths())
    for chain in layout.graph.chains.indices { nodes += edge(chain, ports, &words) }
    for edge in layout.graph.loops { nodes += loop(edge, &words) }
    for node in chart.nodes.indices { nodes += self.node(node) }
    let background = style.background ?? .clear
    return Scene(size: size, background: background, nodes: nodes + words)
  }

  /// Groups, those around others first.
  private func inwards() -> [Int] {
    chart.groups.indices.sorted {
      let (a, b) = (layout.graph.ancestors[$0].count, layout.graph.ancestors[$1].count)
      return (a, $0) < (b, $1)
    }
  }

  /// - Parameter words: takes its title, which stands over links that run through it.
  private func frame(of group: Int, _ size: inout Size, _ words: inout [Node]) -> [Node] {
    guard let frame = layout.frames[group] else { return [] }
    var rect = map(frame)
    let title = titles[group]
    let missing = title.width + style.textSize - rect.width
    if missing > 0 {
      rect = Rect(x: rect.x, y: rect.y, width: rect.width + missing, height: rect.height)
      size.width = max(size.width, rect.maxX + FlowchartDrawing.margin)
    }
    let look = chart.groups[group].look
    let ground = look.fill ?? style.panel
    let nodes: [Node] = [
      .path(
        PathNode(
          Path.rounded(rect.width / 2, rect.height / 2, radius: 6).applying(
            .translation(rect.center.x, rect.center.y)),
          fill: Fill(ground),
          stroke: Stroke(
            look.stroke ?? style.panelLine, width: look.strokeWidth ?? 1,
            dash: look.isDashed ? [5, 4] : [])))
    ]
    guard !title.isEmpty else { return nodes }
    let middle = Point(rect.center.x, rect.minY + style.textSize * 0.35 + title.height / 2)
    let air = style.textSize * 0.25
    // A link that runs through the title stops before it and continues behind it.
    words.append(
      .path(
        PathNode(
          Path(
            rect: Rect(
              x: middle.x - title.width / 2 - air, y: middle.y - title.height / 2,
              width: title.width + 2 * air, height: title.height)), fill: Fill(ground))))
    words += title.nodes(about: middle, ink(look))
    return nodes
  }

  /// Letters that can be read on what the look paints.
  private func ink(_ look: Flowchart.Look) -> Color {
    if let color = look.color { return color }
    guard let fill = look.fill, fill.alpha > 0.5 else { return style.ink }
    let (light, dark) =
      style.ink.lightness > style.ground.lightness
      ? (style.ink, style.ground) : (style.ground, style.ink)
    return fill.lightness > 0.5 ? dark : light
  }

  private func node(_ index: Int) -> [Node] {
    let node = chart.nodes[index]
    let center = map(layout.centers[index])
    let move = AffineMap.translation(center.x, center.y)
    let stroke = Stroke(
      node.look.stroke ?? style.line, width: node.look.strokeWidth ?? 1.4,
      dash: node.look.isDashed ? [5, 4] : [], join: .round)
    var nodes: [Node] = [
      .path(
        PathNode(
          node.shape.outline(nodeSizes[index], textSize: style.textSize).applying(move),
          fill: Fill(node.look.fill ?? style.fill), stroke: stroke))
    ]
    if let inner = node.shape.inner(nodeSizes[index], textSize: style.textSize) {
      nodes.append(.path(PathNode(inner.applying(move), stroke: stroke)))
    }
    let offset = node.shape.labelOffset(nodeSizes[index], textSize: style.textSize)
    return nodes + nodeLabels[index].nodes(about: center + offset, ink(node.look))
  }

  // MARK: Edges

  /// The distance from the middle at which edges may meet a node.
  private func usableBreadths() -> [Double] {
    chart.nodes.indices.map { index in
      let size = nodeSizes[index]
      let isAcross = chart.direction == .right || chart.direction == .left
      return (isAcross ? size.height : size.width) * 0.56
    }
  }

  /// The distance that a node reaches up and down, in the layout, at a place beside its middle.
  private func reach(_ node: Int, at x: Double) -> (up: Double, down: Double) {
    let polygon = chart.nodes[node].shape.outline(nodeSizes[node], textSize: style.textSize)
      .polygon.map(turnedBack)
    var (up, down) = (0.0, 0.0)
    for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
      guard min(a.x, b.x) <= x, x <= max(a.x, b.x) else { continue }
      for y in a.x == b.x ? [a.y, b.y] : [a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)] {
        up = max(up, -y)
        down = max(down, y)
      }
    }
    return (up, down)
  }

  /// A place an edge goes through straight, from `top` to `bottom` in the layout.
  private struct Station {
    var x: Double
    var top: Double
    var bottom: Double
    /// The edge is not drawn between them: its label stands there.
    var isLabel = false
  }

  private func stations(_ index: Int, _ ports: EdgePorts) -> [Station] {
    let chain = layout.graph.chains[index]
    let edge = chart.edges[chain.edge]
    var result: [Station] = []
    for (place, item) in chain.items.enumerated() {
      let center = layout.centers[item]
      let band = layout.bands[layout.graph.items[item].rank]
      switch layout.graph.items[item].kind {
      case .node(let node):
        let isFirst = place == 0
        let offset = isFirst ? ports.lower[index] : ports.upper[index]
        let reach = reach(node, at: offset)
        result.append(
          isFirst
            ? Station(x: center.x + offset, top: center.y + reach.down, bottom: band.bottom)
            : Station(x: center.x + offset, top: band.top, bottom: center.y - reach.up))
      case .bend, .filler:
        // In a rank without depth nothing is in the way: one bend instead of two.
        guard band.bottom - band.top > 0.5 else { continue }
        result.append(Station(x: center.x, top: band.top, bottom: band.bottom))
      case .label:
        let half = layout.graph.items[item].depth / 2
        result.append(
          Station(x: center.x, top: center.y - half, bottom: center.y + half, isLabel: true))
      }
    }
    // Ends at a frame: what lies within it is not drawn.
    let (upper, lower) = chain.isReversed ? (edge.to, edge.from) : (edge.from, edge.to)
    if upper < 0, let frame = layout.frames[-1 - upper] {
      let inside = result.prefix { $0.bottom < frame.maxY }.count
      if inside > 0, inside < result.count {
        let x = result[inside - 1].x
        result.removeFirst(inside)
        result.insert(Station(x: x, top: frame.maxY, bottom: frame.maxY), at: 0)
      }
    }
    if lower < 0, let frame = layout.frames[-1 - lower] {
      let outside = result.prefix { $0.top < frame.minY }.count
      if outside > 0, outside < result.count {
        let x = result[outside].x
        result.removeLast(result.count - outside)
        result.append(Station(x: x, top: frame.minY, bottom: frame.minY))
      }
    }
    return result
  }

  private func edge(_ index: Int, _ ports: EdgePorts, _ words: inout [Node]) -> [Node] {
    let chain = layout.graph.chains[index]
    let edge = chart.edges[chain.edge]
    guard edge.line != .invisible else { return [] }
    var stations = stations(index, ports)
    guard stations.count > 1 else { return [] }
    let color = edge.look.stroke ?? style.edge
    let width = edge.look.strokeWidth ?? (edge.line == .thick ? 3 : 1.5)
    let (upperHead, lowerHead) = chain.isReversed ? (edge.head, edge.tail) : (edge.tail, edge.head)
    let size = 9 + width * 0.8
    // Heads stand before the ends; the line ends within them.
    let start = Point(stations[0].x, stations[0].top)
    let last = stations[stations.count - 1]
    let end = Point(last.x, last.bottom)
    stations[0].top += EdgeHead.inset(upperHead, size)
    stations[0].bottom = max(stations[0].bottom, stations[0].top)
    stations[stations.count - 1].bottom -= EdgeHead.inset(lowerHead, size)
    stations[stations.count - 1].top = min(last.top, stations[stations.count - 1].bottom)
    let path = way(through: stations)
    let dash: [Double] = edge.line == .dotted || edge.look.isDashed ? [3, 4] : []
    var nodes: [Node] = [
      .path(PathNode(path, stroke: Stroke(color, width: width, dash: dash, join: .round)))
    ]
    nodes += EdgeHead.nodes(
      upperHead, at: map(start), towards: map(Point(start.x, start.y - 1)), size, color)
    nodes += EdgeHead.nodes(
      lowerHead, at: map(end), towards: map(Point(end.x, end.y + 1)), size, color)
    if let label = edgeLabels[chain.edge],
      let item = chain.items.first(where: {
        layout.graph.items[$0].kind == .label(edge: chain.edge)
      })
    {
      words += label.nodes(about: map(layout.centers[item]), edge.look.color ?? style.ink)
    }
    return nodes
  }

  /// Straight through each station, bending between them.
  private func way(through stations: [Station]) -> Path {
    var path = Path()
    path.move(to: map(Point(stations[0].x, stations[0].top)))
    path.line(to: map(Point(stations[0].x, stations[0].bottom)))
    for (a, b) in zip(stations, stations.dropFirst()) {
      let middle = (a.bottom + b.top) / 2
      if a.x == b.x {
        path.line(to: map(Point(b.x, b.top)))
      } else {
        path.curve(
          to: map(Point(b.x, b.top)), map(Point(a.x, middle)), map(Point(b.x, middle)))
      }
      if b.isLabel {
        path.move(to: map(Point(b.x, b.bottom)))
      } else {
        path.line(to: map(Point(b.x, b.bottom)))
      }
    }
    return path
  }

  /// The positions of everything, for tests.
  struct Places {
    var size: Size
    /// The boxes of nodes in order, then of labels of edges.
    var boxes: [Rect]
    var frames: [Rect?]
    /// Points of edges, with the nodes they are between.
    var ways: [(from: Int, to: Int, points: [Point])]
  }

  func places() -> Places {
    func box(_ center: Point, _ size: Size) -> Rect {
      Rect(
        x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
        height: size.height)
    }
    var places = Places(
      size: scene().size, boxes: [], frames: layout.frames.map { $0.map(map) }, ways: [])
    for node in chart.nodes.indices {
      places.boxes.append(box(map(layout.centers[node]), nodeSizes[node]))
    }
    let ports = EdgePorts(layout, breadths: usableBreadths())
    for (index, chain) in layout.graph.chains.enumerated() {
      for item in chain.items {
        guard case .label(let edge) = layout.graph.items[item].kind, let label = edgeLabels[edge]
        else { continue }
        places.boxes.append(
          box(map(layout.centers[item]), Size(width: label.width, height: label.height)))
      }
      let stations = stations(index, ports)
      guard stations.count > 1 else { continue }
      places.ways.append(
        (chain.items[0], chain.items[chain.items.count - 1], way(through: stations).polygon))
    }
    return places
  }

  /// An edge from a node to itself, at its side.
  private func loop(_ index: Int, _ words: inout [Node]) -> [Node] {
    let edge = chart.edges[index]
    guard edge.line != .invisible else { return [] }
    let center = map(layout.centers[edge.from])
    let size = nodeSizes[edge.from]
    let isAcross = chart.direction == .right || chart.direction == .left
    let color = edge.look.stroke ?? style.edge
    let width = edge.look.strokeWidth ?? (edge.line == .thick ? 3 : 1.5)
    // Below the node where the chart runs across, else to its right.
    func at(_ along: Double, _ out: Double) -> Point {
      isAcross
        ? Point(center.x + along * size.width * 0.5, center.y + out)
        : Point(center.x + out, center.y + along * size.height * 0.5)
    }
    let polygon = chart.nodes[edge.from].shape.outline(size, textSize: style.textSize).polygon
    func edgeOf(_ along: Double) -> Double {
      let place = along * (isAcross ? size.width : size.height) * 0.5
      var out = 0.0
      for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
        let (p, q) = isAcross ? ((a.x, a.y), (b.x, b.y)) : ((a.y, a.x), (b.y, b.x))
        guard min(p.0, q.0) <= place, place <= max(p.0, q.0), p.0 != q.0 else { continue }
        out = max(out, p.1 + (q.1 - p.1) * (place - p.0) / (q.0 - p.0))
      }
      return out
    }
    let room = FlowchartDrawing.loopRoom
    let far = (isAcross ? size.height : size.width) / 2 + room * 1.15
    let head = 9 + width * 0.8
    let start = at(-0.42, edgeOf(-0.42))
    let end = at(0.42, edgeOf(0.42))
    let before = at(0.42, edgeOf(0.42) + EdgeHead.inset(edge.head, head))
    var path = Path()
    path.move(to: start)
    path.curve(to: before, at(-0.55, far), at(0.42, far))
    var nodes: [Node] = [
      .path(
        PathNode(
          path, stroke: Stroke(color, width: width, dash: edge.line == .dotted ? [3, 4] : [])))
    ]
    nodes += EdgeHead.nodes(
      edge.head, at: end, towards: at(0.42, edgeOf(0.42) - 1), head, color)
    if let label = edgeLabels[index] {
      let place =
        isAcross
        ? Point(center.x, center.y + size.height / 2 + room + label.height / 2 + 2)
        : Point(center.x + size.width / 2 + room + label.width / 2 + 2, center.y)
      words += label.nodes(about: place, edge.look.color ?? style.ink)
    }
    return nodes
  }
}

/// The head of an edge.
enum EdgeHead {
  /// The distance before its end at which the line stops.
  static func inset(_ head: Flowchart.Edge.Head, _ size: Double) -> Double {
    switch head {
    case .none: 0
    case .arrow: size * 0.85
    case .circle: size * 0.8
    case .cross: size * 0.45
    }
  }

  static func nodes(
    _ head: Flowchart.Edge.Head, at tip: Point, towards beyond: Point, _ size: Double,
    _ color: Color
  ) -> [Node] {
    let along = beyond - tip
    let length = max(1e-9, along.length)
    let u = along / length
    let n = Point(-u.y, u.x)
    switch head {
    case .none: return []
    case .arrow:
      let back = tip - u * size
      let ring = [tip, back + n * (size * 0.42), tip - u * (size * 0.8), back - n * (size * 0.42)]
      return [.path(PathNode(Path(ring: ring), fill: Fill(color)))]
    case .circle:
      return [
        .path(
          PathNode(
            Path(circleAt: tip - u * (size * 0.4), radius: size * 0.4), fill: Fill(color)))
      ]
    case .cross:
      var path = Path()
      let c = tip - u * (size * 0.45)
      let h = size * 0.4
      path.move(to: c + u * h + n * h)
      path.line(to: c - u * h - n * h)
      path.move(to: c + u * h - n * h)
      path.line(to: c - u * h + n * h)
      return [.path(PathNode(path, stroke: Stroke(color, width: 1.8)))]
    }
  }
}
