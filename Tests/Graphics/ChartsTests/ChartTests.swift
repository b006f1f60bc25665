// SPDX-License-Identifier: MIT
// Part of Platen: tests of charts: round marks, and labels that do not run into each other.

import Canvas
import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Figures

@Suite struct TicksTests {
  @Test func marksAreRoundAndSpanTheRange() {
    for low in [-1e6, -37.5, -1, 0, 0.001, 12] {
      for width in [1e-3, 0.07, 1, 9, 10, 11, 99, 12_345, 1e9] {
        for count in [1, 3, 5, 10] {
          let ticks = Ticks(spanning: low...(low + width), about: count)
          let slack = 1e-9 * max(abs(low), abs(low + width))
          #expect(ticks.low <= low + slack && ticks.high >= low + width - slack)
          #expect((2...(count + 3)).contains(ticks.values.count), "\(low) \(width) \(count)")
          let step = ticks.values[1] - ticks.values[0]
          var mantissa = step
          while mantissa >= 9.999 { mantissa /= 10 }
          while mantissa < 0.9999 { mantissa *= 10 }
          #expect([1.0, 2, 5].contains { abs($0 - mantissa) < 1e-3 }, "step \(step)")
          #expect(Set(ticks.values.map(ticks.text)).count == ticks.values.count)
        }
      }
    }
  }

  @Test(arguments: [
    (0.0, "0"), (5, "5"), (1234, "1234"), (12_345, "12\u{2009}345"),
    (1_234_567, "1\u{2009}234\u{2009}567"), (-7, "\u{2212}7"),
  ])
  func marksArePrintedForPeople(value: Double, text: String) {
    #expect(Ticks(spanning: 0...10, about: 5).text(of: value) == text)
  }

  @Test func halvesHaveADigit() {
    let ticks = Ticks(spanning: 0...2, about: 4)
    #expect(ticks.values.map(ticks.text) == ["0.0", "0.5", "1.0", "1.5", "2.0"])
    #expect(Ticks(spanning: 0...2, about: 4, isWhole: true).values == [0, 1, 2])
  }

  @Test func whatIsNoRangeIsOneAllTheSame() {
    #expect(Ticks(spanning: 3...3, about: 5).values.count >= 2)
    #expect(Ticks(spanning: -.infinity ... .infinity, about: 5).values.count >= 2)
  }
}

@Suite struct ChartSceneTests {
  private static func chart(_ kind: Chart.Kind, categories: Int, series: Int) -> Chart {
    let all = (0..<series).map { place in
      let values = (0..<categories).map { index -> Double? in
        index % 7 == 3 ? nil : Double((index * 37 + place * 11) % 100 * 31)
      }
      return Chart.Series("Player \(place + 1)", values)
    }
    return Chart(
      kind, title: "Words by session", across: "session", up: "words",
      categories: (1...categories).map { "Session \($0)" }, series: all)
  }

  /// The boxes of each text of the scene.
  private static func boxes(_ nodes: [Node]) -> [Rect] {
    nodes.compactMap { node in
      guard case .text(let text) = node, let first = text.glyphs.first, let last = text.glyphs.last
      else { return nil }
      return Rect(
        x: first.position.x, y: first.position.y - text.font.size * 0.7,
        width: last.position.x - first.position.x + text.font.size * 0.4,
        height: text.font.size * 0.7)
    }
  }

  @Test(arguments: [Chart.Kind.bars, .lines], [1, 2, 5, 12, 30, 100, 1000])
  func labelsStandApartAndInside(kind: Chart.Kind, categories: Int) throws {
    let fonts = try FontLibrary(try FontSet())
    for series in 1...3 {
      for width in [200.0, 400, 800] {
        let size = Size(width: width, height: width * 0.5)
        let scene = ChartSceneTests.chart(kind, categories: categories, series: series)
          .scene(size: size, text: fonts)
        let boxes = ChartSceneTests.boxes(scene.nodes)
        #expect(boxes.count > 3)
        for (index, box) in boxes.enumerated() {
          #expect(box.minX >= -1 && box.maxX <= size.width + 6 && box.maxY <= size.height)
          for other in boxes[(index + 1)...] {
            #expect(box.intersection(other) == nil, "\(box) over \(other)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("bars", Chart.Kind.bars, 24, 1), ("lines", .lines, 24, 2), ("few", .bars, 4, 3),
  ])
  func paintsAsKept(name: String, kind: Chart.Kind, categories: Int, series: Int) throws {
    let fonts = try FontLibrary(try FontSet())
    let scene = ChartSceneTests.chart(kind, categories: categories, series: series).scene(
      size: Size(width: 400, height: 200), style: ChartStyle(ground: .white), text: fonts)
    let bitmap = try ImageCanvas.bitmap(of: scene, width: 800, height: 400, fonts: fonts)
    let verdict = try ReferenceImages().compare(bitmap, with: name)
    #expect(verdict.isSame, "\(verdict)")
  }
}
