// SPDX-License-Identifier: MIT
// Part of Platen: tests of maps on which nothing may be smaller than a press prints.

import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct LeastSizeTests {
  private static let least = LeastSizes(text: 14, line: 1.5, icon: 40)

  private func scene(_ look: MapLook, least: LeastSizes?, window: Rect? = nil) throws -> Scene {
    try MapsTests.scene(
      SmallWorld.make(), look: look, layers: ["political", "scale-bar", "title", "legend"]
    ) {
      $0.least = least
      $0.window = window
    }
  }

  /// On the whole sheet and on a part of it, whose sizes are others.
  @Test(
    arguments: MapLook.builtIn.map(\.name), [nil, Rect(x: 400, y: 120, width: 240, height: 200)])
  func namesAreAsLargeAsTheyHaveToBe(look: String, window: Rect?) throws {
    let look = try MapLook.named(look)
    for layer in [MapLayer.labels, .title, .scaleBar] {
      func sizes(_ least: LeastSizes?) throws -> [Double] {
        try scene(look, least: least, window: window).layer(layer)?.texts.map(\.font.size) ?? []
      }
      let raised = try sizes(LeastSizeTests.least)
      #expect(raised.allSatisfy { $0 >= LeastSizeTests.least.text - 1e-9 }, "\(layer)")
      // Something was too small before, or there would be nothing to see to.
      if layer == .labels { #expect(try sizes(nil).contains { $0 < LeastSizeTests.least.text }) }
    }
  }

  @Test func nothingThatIsLargeEnoughIsTouched() {
    let least = LeastSizes(text: 1e-6, line: 1e-6, icon: 1e-6)
    #expect(MapLook.parchment.raised(to: least) == MapLook.parchment)
    #expect(MapLook.parchment.raised(to: LeastSizes(text: 0, line: 0, icon: 0)) == .parchment)
  }

  @Test func whatIsNotDrawnStaysSo() throws {
    var look = MapLook.parchment
    look.borders.states.width = 0
    look.burgs.hamlet.label.size = 0
    let raised = look.raised(to: LeastSizeTests.least)
    #expect(raised.borders.states.width == 0)
    #expect(raised.burgs.hamlet.label.size == 0)
    #expect(raised.coast.line.width == LeastSizeTests.least.line)
    #expect(raised.markers.size == LeastSizeTests.least.icon)
  }
}
