// SPDX-License-Identifier: MIT
// Part of Platen: tests of pictures of diagrams: nothing lies on anything else, words in their boxes.

import Canvas
import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Figures

@Suite struct DiagramWordsTests {
  private static func scene(_ source: String, labelWidth: Double? = nil) throws -> Scene {
    var style = DiagramStyle(
      families: ["Lato"], ground: .white, ink: .black, accent: Color(0, 0, 1),
      second: Color(1, 0, 0))
    style.labelWidth = labelWidth
    return try Diagram(mermaid: source).scene(
      style: style, text: try FontLibrary(try FontSet()))
  }

  private static func words(_ scene: Scene) -> [String] {
    scene.nodes.compactMap { if case .text(let text) = $0 { text.source } else { nil } }
  }

  @Test func wordsAreNotCutWhereALineOfTheirOwnTakesThem() throws {
    let scene = try DiagramWordsTests.scene(
      "graph LR\nA[a long label that could be wrapped]", labelWidth: 40)
    let words = DiagramWordsTests.words(scene).joined(separator: " ").split(separator: " ")
    #expect(words == ["a", "long", "label", "that", "could", "be", "wrapped"])
  }

  /// No lifeline goes through words of a box, nor through what the box is called.
  @Test func lifelinesStopAtWords() throws {
    let scene = try DiagramWordsTests.scene(
      """
      sequenceDiagram
        participant A
        participant B
        A->>B: Hi
        loop every single minute of it
          B-->>A: yo
        end
        alt it is so
          A->>B: x
        else it is another way round
          A->>B: y
        end
      """)
    var lines: [(x: Double, from: Double, to: Double)] = []
    for case .path(let node) in scene.nodes where node.stroke?.dash == [5, 4] {
      // Each piece is a move and a line.
      let points = node.path.points
      for at in stride(from: 0, to: points.count - 1, by: 2) {
        lines.append((points[at].x, points[at].y, points[at + 1].y))
      }
    }
    #expect(lines.count > 4, "both are interrupted")
    for case .text(let text) in scene.nodes {
      guard text.source.hasPrefix("[") || text.source == "loop" || text.source == "alt",
        let first = text.glyphs.first?.position, let last = text.glyphs.last?.position
      else { continue }
      for line in lines where line.x >= first.x && line.x <= last.x {
        #expect(line.to <= first.y - 8 || line.from >= first.y, "\(text.source)")
      }
    }
  }

  /// The title of a subgraph is above the links that run through it.
  @Test func titlesOfSubgraphsStandOverLinks() throws {
    let scene = try DiagramWordsTests.scene(
      "graph TD\nA --> B\nB --> C\nsubgraph one\nC --> D\nend")
    var lastStroke = 0
    var title = 0
    for (index, node) in scene.nodes.enumerated() {
      if case .path(let path) = node, path.stroke != nil { lastStroke = index }
      if case .text(let text) = node, text.source == "one" { title = index }
    }
    #expect(title > lastStroke)
    // A ground lies right under it.
    guard case .path(let ground) = scene.nodes[title - 1] else {
      Issue.record("no ground")
      return
    }
    #expect(ground.fill != nil && ground.stroke == nil)
  }
}

@Suite struct NetworkSimplexTests {
  /// The values keep every distance, and no better ones exist: small graphs are tried out in full.
  @Test func valuesAreLeast() {
    var roll = Dice(seed: 3)
    for _ in 0..<300 {
      let count = 2 + roll(4)
      var edges: [NetworkSimplex.Edge] = []
      for to in 1..<count {
        edges.append(.init(from: roll(to), to: to, length: roll(3), weight: roll(3)))
      }
      for _ in 0..<roll(4) {
        let to = 1 + roll(count - 1)
        edges.append(.init(from: roll(to), to: to, length: roll(3), weight: roll(3)))
      }
      func cost(_ values: [Int]) -> Int? {
        var sum = 0
        for edge in edges {
          let length = values[edge.to] - values[edge.from]
          guard length >= edge.length else { return nil }
          sum += length * edge.weight
        }
        return sum
      }
      var best = Int.max
      var values = [Int](repeating: 0, count: count)
      func tryAll(_ place: Int) {
        guard place < count else {
          if let own = cost(values) { best = min(best, own) }
          return
        }
        for value in 0...8 {
          values[place] = value
          tryAll(place + 1)
        }
      }
      tryAll(0)
      for centers in [false, true] {
        let found = cost(NetworkSimplex(count: count, edges: edges, centers: centers).values)
        #expect(found == best, "\(edges)")
      }
    }
  }
}

@Suite struct DiagramPictureTests {
  static let style = DiagramStyle(
    families: ["Inter", "DejaVu Sans"], ground: .white, ink: Color(0.1, 0.12, 0.15),
    accent: Color(0.02, 0.45, 0.5), second: Color(0.8, 0.33, 0.08))

  /// Every second chart has labels, some have cycles, loops and subgraphs.
  private static func randomChart(_ seed: Int) -> String {
    var roll = Dice(seed: UInt64(seed &* 7919 &+ 1))
    let shapes = [
      ("[", "]"), ("(", ")"), ("([", "])"), ("{", "}"), ("((", "))"), ("[(", ")]"), ("{{", "}}"),
    ]
    let count = 2 + roll(14)
    var lines = ["graph " + ["TD", "LR", "BT", "RL"][roll(4)]]
    for node in 0..<count {
      let shape = shapes[roll(shapes.count)]
      let words = (0...roll(4)).map { _ in ["tide", "harbour", "rope", "salt"][roll(4)] }
      lines.append("n\(node)\(shape.0)\"\(words.joined(separator: " "))\"\(shape.1)")
    }
    for _ in 0..<(count + roll(count)) {
      let label = seed % 2 == 0 && roll(3) == 0 ? "|at \(roll(90)) past|" : ""
      lines.append("n\(roll(count)) -->\(label) n\(roll(count))")
    }
    if seed % 3 == 0 {
      for group in 0...roll(3) {
        lines.append("subgraph g\(group) [Group \(group)]")
        for _ in 0...roll(3) { lines.append("g\(group)m\(roll(3)) --> n\(roll(count))") }
        if roll(2) == 0 { lines.append("subgraph h\(group)\nh\(group)x --> h\(group)y\nend") }
        lines.append("end")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The places of nodes and labels of a scene: closed outlines, and words.
  @Test(arguments: 0..<60)
  func nothingLiesOnAnythingElse(seed: Int) throws {
    let source = DiagramPictureTests.randomChart(seed)
    let fonts = try FontLibrary(try FontSet())
    let diagram = try Diagram(mermaid: source)
    guard case .flowchart(let chart) = diagram.content else { return }
    let picture = FlowchartDrawing(
      chart, style: DiagramPictureTests.style,
      labels: LabelSetter(measuring: fonts, style: DiagramPictureTests.style))
    let check = picture.places()
    for (i, box) in check.boxes.enumerated() {
      #expect(box.minX >= 0 && box.minY >= 0)
      #expect(box.maxX <= check.size.width && box.maxY <= check.size.height)
      for other in check.boxes[(i + 1)...] {
        #expect(box.insetBy(0.5).intersection(other.insetBy(0.5)) == nil, "\(source)")
      }
    }
    // Edges keep clear of nodes that are not theirs.
    for way in check.ways {
      for (node, box) in check.boxes.prefix(chart.nodes.count).enumerated()
      where node != way.from && node != way.to {
        for point in DiagramPictureTests.dense(way.points) {
          #expect(
            !box.insetBy(1).contains(point), "\(way.from) to \(way.to) through \(node): \(source)")
        }
      }
    }
    for (group, frame) in check.frames.enumerated() {
      guard let frame else { continue }
      for (node, box) in check.boxes.prefix(chart.nodes.count).enumerated() {
        var own = chart.nodes[node].group
        var isInside = false
        while let current = own {
          if current == group { isInside = true }
          own = chart.groups[current].parent
        }
        if isInside {
          #expect(frame.contains(box.center) && frame.union(box) == frame, "\(source)")
        } else {
          #expect(frame.insetBy(0.5).intersection(box.insetBy(0.5)) == nil, "\(source)")
        }
      }
    }
  }

  /// Points no further from each other than two units.
  private static func dense(_ points: [Point]) -> [Point] {
    zip(points, points.dropFirst()).flatMap { a, b in
      let steps = max(1, Int(a.distance(to: b) / 2))
      return (0...steps).map { a + (b - a) * (Double($0) / Double(steps)) }
    }
  }

  @Test func sameSourceSamePicture() throws {
    let source = DiagramPictureTests.randomChart(6)
    func scene() throws -> Scene {
      try Diagram(mermaid: source).scene(
        style: DiagramPictureTests.style, text: FontLibrary(try FontSet()))
    }
    #expect(try scene() == scene())
  }

  @Test func manyNodesTakeLittleWork() throws {
    var lines = ["graph TD"]
    for node in 1..<190 { lines.append("n\(node / 3) --> n\(node)") }
    for node in stride(from: 0, to: 180, by: 9) {
      lines.append("n\(node) --> n\((node * 7 + 5) % 190)")
    }
    let diagram = try Diagram(mermaid: lines.joined(separator: "\n"))
    guard case .flowchart(let chart) = diagram.content else {
      Issue.record("no flowchart")
      return
    }
    let graph = LayeredGraph(
      chart, nodes: chart.nodes.map { _ in .init(breadth: 60, depth: 40) },
      labels: chart.edges.map { _ in nil })
    #expect(FlowchartLayout(graph, spacing: .init(), titles: []).work < 1_000_000)
  }

  static let pictures: [(name: String, source: String)] = [
    (
      "decision",
      """
      flowchart TD
        A([Ship sighted]) --> B{Tide high?}
        B -->|yes| C[Open the gate]
        B -->|no| D[Wait an hour]
        D --> B
        C --> E[(Harbour book)]
        C --> F[/Pay the toll/]
        F --> G((Moored))
        E -.-> G
        classDef warm fill:#ffd9b3,stroke:#cc6600
        class D warm
      """
    ),
    (
      "groups",
      """
      flowchart LR
        subgraph shore [On the shore]
          A[Keeper] --> B[Lamp]
          A --> C[Bell]
        end
        subgraph sea [At sea]
          D[Pilot] ==> E[Ship]
          subgraph crew [The crew]
            F[Mate] --> G[Cook]
          end
        end
        B -- seen by --> D
        C -. heard by .-> F
        E --> F
      """
    ),
    (
      "shapes",
      """
      graph TD
        a[rectangle] --- b(rounded) --- c([stadium]) --- d[[subroutine]]
        e[(cylinder)] --- f((circle)) --- g(((double))) --- h>flag]
        i{diamond} --- j{{hexagon}} --- k[/leaning/] --- l[\\leaning back\\]
        m[/trapezoid\\] --x n[\\inverted/] o--o p[loop] <==> q[thick]
        p --> p
      """
    ),
    (
      "sequence",
      """
      sequenceDiagram
        participant S as Ship
        participant P as Pilot
        actor K as Keeper
        S->>+P: Request a berth
        P->>K: How deep is the water on the bar?
        Note right of K: He reads the gauge
        alt deep enough
          K-->>P: Come in
          P-->>-S: Follow the lamp
        else too shallow
          K--xP: Wait
          loop every hour
            P->>P: Look at the gauge
          end
        end
        Note over S,P: Both sign the book
      """
    ),
    (
      "pie",
      "pie showData title Cargo\n\"Salt\" : 42\n\"Rope\" : 17.5\n\"Timber\" : 28\n\"Letters\" : 3"
    ),
  ]

  @Test(arguments: pictures.indices)
  func paintsAsKept(index: Int) throws {
    let (name, source) = DiagramPictureTests.pictures[index]
    let fonts = try FontLibrary(try FontSet())
    var scene = try Diagram(mermaid: source).scene(style: DiagramPictureTests.style, text: fonts)
    scene.background = .white
    let bitmap = try ImageCanvas.bitmap(
      of: scene, width: Int(scene.size.width.rounded(.up)),
      height: Int(scene.size.height.rounded(.up)), fonts: fonts)
    let verdict = try ReferenceImages().compare(bitmap, with: name)
    #expect(verdict.isSame, "\(verdict)")
  }
}
