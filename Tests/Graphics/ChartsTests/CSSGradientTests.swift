// SPDX-License-Identifier: MIT
// Part of Platen: tests of gradients as CSS writes them.

import Drawing
import Geometry
import Testing

@testable import Figures

@Suite struct CSSGradientTests {
  private func offsets(_ text: String) -> [Double]? { CSSGradient(text)?.stops.map(\.offset) }

  @Test func coursesAreRead() {
    let courses: [(String, CSSGradient.Course)] = [
      ("linear-gradient(red, blue)", .angle(180)),
      ("linear-gradient(to right, red, blue)", .angle(90)),
      ("linear-gradient(45deg, red, blue)", .angle(45)),
      ("linear-gradient(0.25turn, #123, rgb(1, 2, 3))", .angle(90)),
      ("LINEAR-GRADIENT(to top left, red, blue)", .corner(-1, -1)),
      ("radial-gradient(red, blue)", .radial(0.5, 0.5)),
      ("radial-gradient(circle at 25% top, red, blue)", .radial(0.25, 0)),
    ]
    for (text, course) in courses { #expect(CSSGradient(text)?.course == course, "\(text)") }
  }

  @Test func positionsAreFilledIn() {
    #expect(offsets("linear-gradient(red, lime, blue)") == [0, 0.5, 1])
    #expect(offsets("linear-gradient(red 20%, lime, blue 60%)") == [0.2, 0.4, 0.6])
    #expect(offsets("linear-gradient(red 0% 50%, blue 50% 100%)") == [0, 0.5, 0.5, 1])
    #expect(offsets("linear-gradient(red 70%, blue 30%)") == [0.7, 0.7])
  }

  @Test(arguments: [
    "", "red", "linear-gradient()", "linear-gradient(red)", "linear-gradient(to middle, red, blue)",
    "conic-gradient(red, blue)", "repeating-linear-gradient(red, blue)",
    "linear-gradient(red 10px, blue)", "linear-gradient(red, blue), url(a.png)",
    "linear-gradient(red, (blue)", "linear-gradient(nan deg, red, blue)",
    "linear-gradient(1e999deg, red, blue)",
  ])
  func otherValuesAreNot(text: String) { #expect(CSSGradient(text) == nil) }

  @Test func itIsPaintedFromEdgeToEdge() throws {
    let sheet = Rect(x: 0, y: 0, width: 160, height: 90)
    guard
      case .linearGradient(let from, let to, _)? = CSSGradient("linear-gradient(90deg, red, blue)")?
        .paint(in: sheet)
    else {
      Issue.record("no gradient")
      return
    }
    #expect(abs(from.x) < 1e-9 && abs(to.x - 160) < 1e-9 && abs(from.y - 45) < 1e-9)
    // The middle of a gradient to a corner goes through the two others.
    let corner = try #require(CSSGradient("linear-gradient(to bottom right, red, blue)"))
    guard case .linearGradient(let start, let end, _) = corner.paint(in: sheet) else { return }
    let (across, down) = (end.x - start.x, end.y - start.y)
    #expect(abs((160 - 80) * across + (0 - 45) * down) < 1e-6)
  }

  @Test func meansAreOnTheGround() throws {
    let gradient = try #require(CSSGradient("linear-gradient(transparent, white)"))
    #expect(abs(gradient.mean(on: Color(0, 0, 0)).red - 0.5) < 1e-9)
  }
}
