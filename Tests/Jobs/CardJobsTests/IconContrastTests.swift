// SPDX-License-Identifier: MIT
// Part of Platen: tests of the colors of icons in texts of cards.

import Drawing
import Geometry
import Testing

@testable import CardJobs

@Suite struct IconContrastTests {
  private func icon(_ colors: Color...) -> [Node] {
    let square = Path(rect: Rect(x: 0, y: 0, width: 1, height: 1))
    return [
      .group(Group(children: colors.map { .path(PathNode(square, fill: Fill($0))) }))
    ]
  }

  private static let black = Color(0, 0, 0)
  private static let red = Color(0.8, 0.1, 0.1)

  @Test func iconsThatWouldVanishHaveTheColorOfTheText() {
    let (black, light) = (IconContrastTests.black, Color(0.9, 0.9, 0.85))
    #expect(icon(black).visible(beside: light) == icon(light))
    #expect(icon(black, black).visible(beside: .white) == icon(.white, .white))
    #expect(icon(.white).visible(beside: black) == icon(black))
  }

  @Test func otherIconsKeepTheirColors() {
    let (black, red) = (IconContrastTests.black, IconContrastTests.red)
    for (icon, text) in [
      (icon(black), black), (icon(red), Color.white), (icon(red), black),
      (icon(black, .white), Color.white), (icon(black, red), Color.white),
    ] { #expect(icon.visible(beside: text) == icon) }
    #expect([Node]().visible(beside: .white).isEmpty)
  }

  @Test func opacityIsKept() {
    var pale = IconContrastTests.black
    pale.alpha = 0.5
    var expected = Color.white
    expected.alpha = 0.5
    #expect(icon(pale).visible(beside: .white) == icon(expected))
  }
}
