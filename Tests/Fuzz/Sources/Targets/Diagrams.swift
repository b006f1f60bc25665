// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz target of diagrams that are laid out and drawn.

import Canvas
import Diagnostics
import Drawing
import Geometry

@testable import Figures

/// Fonts of the machine, where there are any.
nonisolated(unsafe) private let machineFonts = try? FontLibrary(FontSet())

/// Measures text without a font: every code point is equally wide.
private struct Ruler: TextMeasuring {
  /// Of a code point, in em.
  var width: Double

  func shape(_ text: String, font: FontRequest) -> ShapedText {
    ShapedText(
      runs: [], width: Double(text.unicodeScalars.count) * width * font.size, ascent: font.size,
      descent: font.size / 4)
  }
}

extension FuzzTarget {
  /// The parts of a layout keep their places: nothing overlaps, frames hold their nodes.
  ///
  /// Four bytes lead: the way letters are measured, and the requested distances.
  static let diagrams = FuzzTarget(
    name: "diagrams", longest: 1 << 12, timePerByte: 1000, time: 3000,
    words: FuzzTarget.mermaid.words + [
      "A & B --> C & D\n", "A ------> B\n", "A --> A\n", "BT\n", "RL\n", "a --> x\n", "{{h}}",
      "[(c)]", "[/t\\]", "(((d)))", ">f]", "<br/>", "~~~", "subgraph A\nend\n", "participant A\n",
      "actor A\n", "activate A\n", "deactivate A\n", "A->>+B: x\n", "B-->>-A: x\n", "A->>A: x\n",
      "par x\n", "and\n", "rect red\n", "autonumber 9\n", "note left of A: x\n", "showData\n",
      "---\ntitle: x\n---\n", "linkStyle default stroke-width:9px\n", "Á\u{301}", "\u{200B}",
    ],
    seeds: { seeds in
      for lead in [[0, 0, 0, 0], [1, 9, 0, 200], [2, 255, 255, 1], [5, 40, 40, 40]] as [[UInt8]] {
        seeds.addLiterals(in: ["Tests/Graphics/DiagramsTests"], after: lead) { $0.contains("\n") }
      }
    },
    read: { bytes in
      guard bytes.count > 4 else { return }
      let source = String(decoding: bytes[4...], as: UTF8.self)
      let diagram: Diagram
      do throws(DiagramError) {
        diagram = try Diagram(mermaid: source)
      } catch {
        return
      }
      var style = DiagramStyle(
        families: ["Lato"], ground: .white, ink: .black, accent: .black, second: .black)
      style.nodeSpacing = distance(bytes[1])
      style.rankSpacing = distance(bytes[2])
      style.labelWidth = distance(bytes[3])
      let measuring: any TextMeasuring =
        switch bytes[0] % 6 {
        case 0: machineFonts ?? Ruler(width: 0.5)
        case 1: Ruler(width: 0)
        case 2: Ruler(width: -0.5)
        case 3: Ruler(width: 5_000)
        default: Ruler(width: 0.5)
        }
      let scene = diagram.scene(style: style, text: measuring)
      guard scene.size.width > 0, scene.size.height > 0, isFinite(scene) else {
        fatalError("a drawing of \(scene.size), or with places that are not numbers")
      }
      _ = diagram.alternative
      guard case .flowchart(let chart) = diagram.content, chart.nodes.count < 40,
        bytes[0] % 6 != 2
      else { return }
      check(
        FlowchartDrawing(
          chart, style: style, labels: LabelSetter(measuring: measuring, style: style)
        ).places(), of: chart)
    })

  /// No distance, one that no diagram has, or one of some points.
  private static func distance(_ byte: UInt8) -> Double? {
    switch byte {
    case 0: nil
    case 255: .nan
    case 254: .infinity
    case 253: -1e300
    default: Double(byte)
    }
  }

  private static func check(_ places: FlowchartDrawing.Places, of chart: Flowchart) {
    // Places are whole numbers, sizes are not.
    let air = 0.5
    for (index, box) in places.boxes.enumerated() {
      for other in places.boxes[(index + 1)...]
      where box.insetBy(air).intersection(other.insetBy(air)) != nil {
        fatalError("\(box) and \(other) stand on each other")
      }
    }
    for (group, frame) in places.frames.enumerated() {
      guard let frame else { continue }
      for (index, node) in chart.nodes.enumerated() {
        var next = node.group
        while let own = next, own != group { next = chart.groups[own].parent }
        let box = places.boxes[index]
        let isRight =
          next == group
          ? frame.insetBy(-air).union(box) == frame.insetBy(-air)
          : frame.insetBy(air).intersection(box.insetBy(air)) == nil
        if !isRight {
          fatalError("\(box) of group \(next ?? -1) at the frame \(frame) of \(group)")
        }
      }
    }
  }
}
