// SPDX-License-Identifier: MIT
// Part of Platen: pies: Mermaid's notation for them, and how they are drawn.

internal import Drawing
internal import Geometry
internal import Libc

/// Parts of a whole.
struct PieChart: Hashable, Sendable {
  struct Slice: Hashable, Sendable {
    var label: String
    var value: Double
  }

  var title = ""
  var slices: [Slice] = []
  var showsData = false

  init(_ source: MermaidSource) throws(DiagramError) {
    var rest = source.head.text
    if rest.hasPrefix("showData") {
      showsData = true
      rest = MermaidSource.trimmed(rest.dropFirst(8))
    }
    if rest.hasPrefix("title ") { title = MermaidText.plain(String(rest.dropFirst(6))) }
    for line in source.lines {
      if line.text.hasPrefix("title ") {
        title = MermaidText.plain(String(line.text.dropFirst(6)))
        continue
      }
      if line.text == "showData" {
        showsData = true
        continue
      }
      guard let colon = line.text.lastIndex(of: ":"),
        let value = Double(
          MermaidSource.trimmed(line.text[line.text.index(after: colon)...])),
        // Together they are still a number.
        (0...1e300).contains(value)
      else {
        throw DiagramError(
          "invalid part of a pie \"\(String(line.text.prefix(40)))\"", hint: "write \"Name\" : 12",
          line: line.number)
      }
      slices.append(
        Slice(label: MermaidText.plain(MermaidSource.trimmed(line.text[..<colon])), value: value))
      guard slices.count <= 24 else {
        throw DiagramError(
          "a pie has more than 24 parts", hint: "put the small ones together", line: line.number)
      }
    }
    guard slices.contains(where: { $0.value > 0 }) else {
      throw DiagramError(
        "a pie has no parts", hint: "write \"Name\" : 12", line: source.head.number)
    }
  }

  /// A number as people write it, with two decimals at the most.
  static func text(_ value: Double) -> String {
    let hundredths = (value * 100).rounded()
    guard hundredths < 1e15 else { return "\(value)" }
    let whole = Int(hundredths)
    let (units, rest) = (whole / 100, whole % 100)
    if rest == 0 { return String(units) }
    return "\(units)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }

  func scene(style: DiagramStyle, labels: LabelSetter) -> Scene {
    let unit = style.textSize
    let radius = unit * 7
    let heading =
      title.isEmpty ? Label.empty : labels.label(title, weight: 700, scale: 1.1, width: unit * 26)
    let top = heading.isEmpty ? unit * 0.5 : heading.height + unit * 0.8
    let center = Point(radius + unit * 0.5, top + radius)
    let whole = slices.reduce(0) { $0 + $1.value }
    var nodes: [Node] = []
    var words: [Node] = []
    var angle = -Double.pi / 2
    for (i, slice) in slices.enumerated() where slice.value > 0 {
      let turn = slice.value / whole * 2 * .pi
      let color = color(i, style)
      let path = PieChart.sector(about: center, radius, from: angle, turn)
      nodes.append(
        .path(PathNode(path, fill: Fill(color), stroke: Stroke(style.ground, width: 2))))
      let share = slice.value / whole * 100
      if share >= 4 {
        let middle = angle + turn / 2
        let ink = color.lightness > 0.55 ? Color(0.08, 0.09, 0.11) : Color.white
        words += labels.label("\(Int(share.rounded()))%", weight: 600, scale: 0.9).nodes(
          about: Point(
            center.x + radius * 0.68 * cos(middle), center.y + radius * 0.68 * sin(middle)),
          ink)
      }
      angle += turn
    }
    // What is which, at the right.
    let column = center.x + radius + unit * 1.6
    let entries = slices.map { slice in
      labels.label(
        slice.label + (showsData ? " [\(PieChart.text(slice.value))]" : ""), width: unit * 16)
    }
    let height = entries.reduce(0) { $0 + $1.height + unit * 0.35 }
    var y = max(top, center.y - height / 2)
    var right = column
    for (i, entry) in entries.enumerated() {
      nodes.append(
        .path(
          PathNode(
            Path(rect: Rect(x: column, y: y + unit * 0.2, width: unit * 0.9, height: unit * 0.9)),
            fill: Fill(color(i, style)))))
      words += entry.nodes(at: Point(column + unit * 1.4, y), style.ink)
      right = max(right, column + unit * 1.4 + entry.width)
      y += entry.height + unit * 0.35
    }
    let size = Size(
      width: max(right, heading.width) + unit * 0.5,
      height: max(center.y + radius, y) + unit * 0.5)
    if !heading.isEmpty {
      words += heading.nodes(about: Point(size.width / 2, heading.height / 2), style.ink)
    }
    return Scene(size: size, background: style.background ?? .clear, nodes: nodes + words)
  }

  private static func sector(
    about center: Point, _ radius: Double, from angle: Double, _ turn: Double
  ) -> Path {
    func at(_ a: Double) -> Point {
      Point(center.x + radius * cos(a), center.y + radius * sin(a))
    }
    var path = Path()
    path.move(to: center)
    path.line(to: at(angle))
    let steps = max(1, Int((turn / (.pi / 4)).rounded(.up)))
    for step in 0..<steps {
      let a = angle + turn * Double(step) / Double(steps)
      let b = angle + turn * Double(step + 1) / Double(steps)
      let k = 4.0 / 3 * tan((b - a) / 4) * radius
      path.curve(
        to: at(b), at(a) + Point(-sin(a), cos(a)) * k, at(b) - Point(-sin(b), cos(b)) * k)
    }
    path.close()
    return path
  }

  /// Colors of parts: from the accent round the wheel, light and dark in turn.
  private func color(_ index: Int, _ style: DiagramStyle) -> Color {
    let bases = [style.line, style.accent]
    let base = bases[index % 2]
    let step = index / 2
    let other = step % 2 == 0 ? style.ground : style.ink
    return step == 0 ? base : base.mixed(with: other, min(0.7, 0.22 + 0.16 * Double(step)))
  }
}
