// SPDX-License-Identifier: MIT
// Part of Platen: tests of reading Mermaid: what is understood, and what is said of the rest.

import Drawing
import Geometry
import TestSupport
import Testing

@testable import Figures

@Suite struct MermaidTests {
  private static func chart(_ text: String) throws -> Flowchart {
    let diagram = try Diagram(mermaid: text)
    guard case .flowchart(let chart) = diagram.content else { throw Missing() }
    return chart
  }

  /// Understood or not, no diagram takes longer for each of its letters than others.
  @Test(arguments: [
    "A", "A-->B\n", "A[/x/] & ", "A[", "A[x", "A{x}\n", "\"", "\"\n", "<", "<b>", "A[<]\n", "A & ",
    "A --> ", "A -- ", "A -. x .-> ", "A-->|", "A:::x", "A@{ a: b }\n", "A@{ abc", "%%{a}%%\n", ";",
    " ",
    "\n", "A->>B: <\n", "note over A: x\n", "style A fill:#fff\n", "linkStyle default fill:red\n",
    "&",
    "class A b\n", "direction TD\n", "click A\n", "(", "-", "=", "~~~", "A@",
    "participant A as <\n",
  ])
  func parsingIsLinear(unit: String) {
    for head in [
      "graph TD\n", "graph TD\nA[\"", "sequenceDiagram\n", "sequenceDiagram\nA->>B: ", "pie\n\"a",
    ] {
      let linear = isLinear(15_000 / unit.utf8.count) { count in
        _ = try? Diagram(mermaid: head + String(repeating: unit, count: count))
      }
      #expect(linear, "\(head)\(unit)")
    }
  }

  /// Layouts are bounded, and laying them out as well: visits are counted, not seconds.
  @Test func linksThatReachFarAreRefused() throws {
    func source(_ count: Int, arrow: String) -> String {
      "graph TD\n" + (1..<count).map { "n\($0 - 1) \(arrow) n\($0)\n" }.joined()
        + (1..<count).map { "n0 -->|x| n\($0)\n" }.joined()
    }
    let chart = try MermaidTests.chart(source(100, arrow: "-->"))
    #expect(LayeredGraph.pieceCount(of: chart) <= LayeredGraph.mostPieces)
    do throws(DiagramError) {
      _ = try Diagram(mermaid: source(190, arrow: "------->"))
      Issue.record("it is laid out")
    } catch { #expect(error.message.hasSuffix("up to 40000 are laid out"), "\(error.message)") }
  }

  @Test func theSimplexStopsWhereItsWorkIsDone() {
    var edges: [NetworkSimplex.Edge] = []
    for to in 1..<2_000 {
      edges.append(.init(from: to / 3, to: to, length: to % 5, weight: to % 7))
      edges.append(.init(from: to / 2, to: to, length: to % 3, weight: 11 - to % 7))
      edges.append(.init(from: 0, to: to, length: 0, weight: to % 4))
    }
    let all = NetworkSimplex(count: 2_000, edges: edges)
    for mostWork in [10_000, 100_000, all.work / 2] {
      let some = NetworkSimplex(count: 2_000, edges: edges, mostWork: mostWork, centers: true)
      // One step may go over all of them.
      #expect(some.work <= 2 * mostWork + 40 * edges.count)
      for edge in edges { #expect(some.values[edge.to] - some.values[edge.from] >= edge.length) }
    }
  }

  private struct Missing: Error {}

  @Test(arguments: [
    ("A[x]", Flowchart.Shape.rectangle), ("A(x)", .rounded), ("A([x])", .stadium),
    ("A[[x]]", .subroutine), ("A[(x)]", .cylinder), ("A((x))", .circle),
    ("A(((x)))", .doubleCircle), ("A>x]", .flag), ("A{x}", .diamond), ("A{{x}}", .hexagon),
    ("A[/x/]", .leaning), ("A[\\x\\]", .leaningBack), ("A[/x\\]", .trapezoid),
    ("A[\\x/]", .invertedTrapezoid), ("A@{ shape: diam, label: \"x\" }", .diamond),
  ])
  func shapesAreTheirBrackets(source: String, shape: Flowchart.Shape) throws {
    for rest in ["", " --> B[/y/]", " --> B[\\y\\]"] {
      let chart = try MermaidTests.chart("graph TD\n  \(source)\(rest)")
      #expect(chart.nodes[0].shape == shape && chart.nodes[0].label == "x", "\(source)\(rest)")
    }
  }

  @Test(arguments: [
    ("-->", Flowchart.Edge.Line.solid, Flowchart.Edge.Head.none, Flowchart.Edge.Head.arrow, 1, ""),
    ("---", .solid, .none, .none, 1, ""), ("----->", .solid, .none, .arrow, 4, ""),
    ("-.->", .dotted, .none, .arrow, 1, ""), ("-..-", .dotted, .none, .none, 2, ""),
    ("==>", .thick, .none, .arrow, 1, ""), ("===", .thick, .none, .none, 1, ""),
    ("<-->", .solid, .arrow, .arrow, 1, ""), ("--x", .solid, .none, .cross, 1, ""),
    ("o--o", .solid, .circle, .circle, 1, ""), ("~~~", .invisible, .none, .none, 1, ""),
    ("-->|yes or no|", .solid, .none, .arrow, 1, "yes or no"),
    ("-- yes -->", .solid, .none, .arrow, 1, "yes"),
    ("== yes ==>", .thick, .none, .arrow, 1, "yes"),
    ("-. yes .->", .dotted, .none, .arrow, 1, "yes"),
    ("-- \"a -- b\" ---", .solid, .none, .none, 1, "a -- b"),
    ("<-. both .->", .dotted, .arrow, .arrow, 1, "both"),
  ])
  func linksAreRead(
    _ link: String, line: Flowchart.Edge.Line, tail: Flowchart.Edge.Head,
    head: Flowchart.Edge.Head, length: Int, label: String
  ) throws {
    for (before, after) in [(" ", " "), ("", " ")] {
      // A letter right behind a name would be a part of it.
      if before.isEmpty, "ox".contains(link.first ?? " ") { continue }
      let chart = try MermaidTests.chart("flowchart LR\nA\(before)\(link)\(after)B")
      let edge = try #require(chart.edges.first)
      #expect(
        edge.line == line && edge.tail == tail && edge.head == head && edge.length == length
          && edge.label == label, "\(link): \(edge)")
      #expect(chart.nodes.map(\.id) == ["A", "B"])
    }
  }

  @Test func chainsAndCrossProducts() throws {
    let chart = try MermaidTests.chart("graph TD; A-->B & C --> D; A---D;")
    #expect(chart.edges.map { [$0.from, $0.to] } == [[0, 1], [0, 2], [1, 3], [2, 3], [0, 3]])
  }

  @Test func subgraphsHoldTheirNodes() throws {
    let chart = try MermaidTests.chart(
      """
      flowchart TB
        c1-->a2
        subgraph one [The first]
          a1-->a2
          subgraph inner
            x
          end
        end
        one --> two
        subgraph two
          b1
        end
      """)
    #expect(chart.groups.map(\.title) == ["The first", "inner", "two"])
    #expect(chart.groups[1].parent == 0)
    let group = Dictionary(uniqueKeysWithValues: chart.nodes.map { ($0.id, $0.group) })
    #expect(group == ["c1": nil, "a2": 0, "a1": 0, "x": 1, "b1": 2])
    #expect(chart.edges.last.map { [$0.from, $0.to] } == [-1, -3])
  }

  /// Every end of a link leads to a node, or to a subgraph with nodes.
  @Test(arguments: [
    ("A\nsubgraph A [One]\nend\nA --> A", ["One"], [[0, 0]]),
    ("subgraph A\nend\nA --> B", ["B", "A"], [[1, 0]]),
    ("B --> P\nsubgraph P\nsubgraph C\nend\nend", ["B", "C"], [[0, -1]]),
    ("C --> P\nsubgraph P\nsubgraph C\nend\nend", ["C"], [[0, -1]]),
    ("subgraph A\nB\nend\nsubgraph B\nC\nend\nsubgraph C\nA\nend", ["A", "B", "C"], []),
  ])
  func emptySubgraphsAreNodes(source: String, labels: [String], edges: [[Int]]) throws {
    let diagram = try Diagram(mermaid: "graph TD\n" + source)
    guard case .flowchart(let chart) = diagram.content else { throw Missing() }
    #expect(chart.nodes.map(\.label).sorted() == labels.sorted(), "\(source)")
    #expect(chart.edges.map { [$0.from, $0.to] } == edges, "\(source)")
    let scene = diagram.scene(style: style, text: Ruler())
    #expect(scene.size.width > 0 && scene.size.width.isFinite)
  }

  @Test func theGreatestNumberHasNoNext() throws {
    let diagram = try Diagram(
      mermaid: "sequenceDiagram\nautonumber \(Int.max)\nA->>B: Hi\nB->>A: Ho")
    #expect(diagram.alternative.hasSuffix("B → A: \(Int.max). Ho"))
  }

  /// A title is measured a few times in all, not letter by letter, whatever its text.
  @Test(arguments: ["x", "x ", "xx xxx ", "\u{301}", "\u{200B}", "é\u{301} "])
  func labelsAreMeasuredAFewTimes(unit: String) throws {
    // As wide as a title may be.
    let nodes = (0..<190).map { "n\($0)[\(String(repeating: "a", count: 60))]\n" }.joined()
    for width in [0.5, 0.001, 0, -0.5] {
      let title = String(repeating: unit, count: 12_000 / unit.utf8.count)
      let ruler = Ruler(width)
      let diagram = try Diagram(mermaid: "---\ntitle: \(title)\n---\ngraph TD\n\(nodes)")
      let scene = diagram.scene(style: style, text: ruler)
      #expect(ruler.measured < 60 * (title.utf8.count + nodes.utf8.count), "\(unit) \(width)")
      #expect(scene.size.width.isFinite && scene.size.height.isFinite)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0])
  func anyDistanceIsHeldToWhatCanBeDrawn(distance: Double) throws {
    for source in ["sequenceDiagram\nA->>B: to be or not to be", "graph TD\nA[to be]-->B"] {
      var own = style
      own.nodeSpacing = distance
      own.rankSpacing = distance
      own.labelWidth = distance
      let size = try Diagram(mermaid: source).scene(style: own, text: Ruler()).size
      #expect((1...2_000).contains(size.width) && (1...2_000).contains(size.height), "\(size)")
    }
  }

  private let style = DiagramStyle(
    families: [], ground: .white, ink: .black, accent: .black, second: .black)

  /// Measures every letter as equally wide, and counts letters.
  private final class Ruler: TextMeasuring {
    private let width: Double
    private(set) var measured = 0

    init(_ width: Double = 0.5) { self.width = width }

    func shape(_ text: String, font: FontRequest) -> ShapedText {
      measured += text.utf8.count
      return ShapedText(
        runs: [], width: Double(text.unicodeScalars.count) * width * font.size, ascent: font.size,
        descent: 0)
    }
  }

  @Test func looksAreResolved() throws {
    let chart = try MermaidTests.chart(
      """
      graph TD
        A:::warm --> B
        classDef warm fill:#f96,stroke:rgb(10, 20, 30),stroke-width:4px
        classDef cold fill:steelblue,color:white
        class B cold
        style B stroke-dasharray: 5 5
        linkStyle 0 stroke:red
      """)
    #expect(chart.nodes[0].look.fill == Color(hex: "#ff9966"))
    #expect(chart.nodes[0].look.strokeWidth == 4)
    #expect(chart.nodes[1].look.color == .white && chart.nodes[1].look.isDashed)
    #expect(chart.edges[0].look.stroke == Color(hex: "#ff0000"))
  }

  @Test(arguments: [
    ("A[\"Quoted (text) [here]\"]", "Quoted (text) [here]"),
    ("A[One<br/>Two<br>Three]", "One\nTwo\nThree"),
    ("A[\"#quot;x#quot; &lt;y&gt; #9829;\"]", "\"x\" <y> ♥"),
    ("A[\"`**Bold** word`\"]", "Bold word"),
    ("A[fa:fa-ban stop it]", "stop it"), ("A[<b>x</b>]", "x"), ("A[a < b]", "a < b"),
    ("A", "A"), ("näh-me_1[ü]", "ü"),
  ])
  func labelsAreText(source: String, label: String) throws {
    #expect(try MermaidTests.chart("graph TD\n\(source)").nodes[0].label == label)
  }

  @Test(arguments: [
    ("gantt\n  title A", "\"gantt\"", 1), ("flowchat TD\nA-->B", "\"flowchat\"", 1),
    ("", "empty", 1), ("graph TD", "no nodes", 1),
    ("graph SIDE\nA", "\"SIDE\"", 1), ("graph TD\nA -->", "expected a node", 2),
    ("graph TD\nA[x --> B", "not closed", 2),
    ("graph TD\n%% fine\nA -> B", "expected a link", 3),
    ("graph TD\nsubgraph x\nA", "no end", 3),
    ("graph TD\nA\nend", "outside a subgraph", 3),
    ("graph TD\nA\nstyle A fill:puce", "\"puce\"", 3),
    ("graph TD\nA@{ shape: cloud }", "\"cloud\"", 2),
    ("sequenceDiagram\nA says B", "invalid message", 2),
    ("sequenceDiagram\nloop x\nA->>B: y", "no end", 3),
    ("sequenceDiagram\nNote beside A: y", "invalid position", 2),
    ("pie\n\"A\" : many", "invalid part", 2),
    ("pie title X", "no parts", 1), ("pie\n\"A\" : 1e301", "invalid part", 2),
  ])
  func faultsAreNamed(source: String, words: String, line: Int) {
    do throws(DiagramError) {
      _ = try Diagram(mermaid: source)
      Issue.record("\(source) was understood")
    } catch {
      #expect(error.message.contains(words), "\(error.message)")
      #expect(error.line == line, "\(source): \(error)")
      #expect(!error.hint.isEmpty)
      // Lists name eight words and count the others.
      #expect(error.hint.split(separator: ", ").count <= 9, "\(error.hint)")
    }
  }

  @Test func whatHasNoEffectIsSaid() throws {
    let diagram = try Diagram(
      mermaid: "graph TD\nA-->B\nclick A \"https://example.org\"\nsubgraph s\ndirection LR\nC\nend")
    #expect(diagram.leftOut.count == 2)
    let themed = try Diagram(
      mermaid: """
        ---
        title: Tides
        config:
          theme: forest
          flowchart: { curve: linear }
        ---
        %%{init: {"theme": "dark"}}%%
        %% a comment
        graph TD
        A@{ icon: "fa:user", form: "square" } --> B@{ shape: rect, color: red }
        """)
    #expect(themed.title == "Tides")
    #expect(
      themed.leftOut == [
        "directives such as %%{init}%%", "settings such as config.theme",
        "settings such as config.flowchart", "icons", "fields of nodes such as color",
      ])
  }

  @Test func alternativesSayWhatIsThere() throws {
    #expect(
      try Diagram(mermaid: "graph TD\nA[Rain] -->|falls| B[Sea]").alternative
        == "Rain → Sea (falls)")
    #expect(try Diagram(mermaid: "graph TD\naccDescr: The water\nA-->B").alternative == "The water")
    #expect(
      try Diagram(mermaid: "---\ntitle: Tides\n---\ngraph TD\nA-->B").alternative == "Tides")
    #expect(try Diagram(mermaid: "sequenceDiagram\nA->>B: Hi").alternative == "A → B: Hi")
  }

  /// Any input ends with a diagram or an error.
  @Test func anythingEnds() {
    let pieces = [
      "A", "B", " ", "-->", "---", "-.->", "|x|", "[", "]", "(", ")", "{", "}", "\"", "\n", ";",
      "&",
      "subgraph s\n", "end\n", "style A fill:red\n", ":::c", "@{", "~~~", "<", ">", "o--o", "%%",
      "-",
    ]
    var roll = Dice(seed: 11)
    var understood = 0
    for _ in 0..<20_000 {
      let source = "graph TD\n" + (0..<roll(14)).map { _ in pieces[roll(pieces.count)] }.joined()
      if (try? Diagram(mermaid: source)) != nil { understood += 1 }
    }
    #expect(understood > 200)
  }
}
