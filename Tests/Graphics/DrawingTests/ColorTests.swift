// SPDX-License-Identifier: MIT
// Part of Platen: tests of colours and of a scene's dump.

import Drawing
import Geometry
import Testing

@Suite struct ColorTests {
  @Test(arguments: ["#000000", "#ffffff", "#466eab", "#12345678"])
  func hexReadsBackTheSame(_ hex: String) throws {
    #expect(try #require(Color(hex: hex)).hex == hex)
  }

  @Test func shortHexDoublesItsDigits() {
    #expect(Color(hex: "#fa0") == Color(hex: "#ffaa00"))
  }

  @Test(arguments: ["", "#", "#12", "#12345", "466eab", "#gggggg", "red", "#1234567", "#é12"])
  func anythingElseIsNoColor(_ text: String) {
    #expect(Color(hex: text) == nil)
  }

  @Test func darkerTakesThreeTenthsAStep() {
    #expect(Color(1, 1, 1).darker(2).red == 0.7 * 0.7)
    #expect(Color(1, 1, 1).darker(0) == .white)
  }
}

@Suite struct SceneDumpTests {
  @Test func everyKindOfNodeHasALine() {
    var scene = Scene(size: Size(width: 10, height: 20.5), background: .white)
    let face = FontFace(name: "Serif#0")
    scene.nodes = [
      .group(
        Group(
          name: "land", clip: Clip(Path(rect: Rect(x: 0, y: 0, width: 1, height: 1))), opacity: 0.5,
          children: [
            .path(
              PathNode(
                Path(ring: [Point(0, 0), Point(1, 0), Point(1, 1.25)]), fill: Fill(.black),
                stroke: Stroke(.white, width: 0.5, dash: [1, 2])))
          ])),
      .text(
        TextNode(
          source: "Ardenfell", font: FontInstance(face: face, size: 12),
          glyphs: [Glyph(id: 1, position: Point(3, 4))], clusters: [], paint: .color(.black))),
      .image(
        ImageNode(
          RasterImage(width: 1, height: 1, rgba: [0, 0, 0, 0]),
          frame: Rect(x: 1, y: 2, width: 3, height: 4))),
    ]
    #expect(
      scene.dump(outlines: true) == """
        scene 10×20.5 on #ffffff
          group "land" clip nonZero M0,0 L1,0 L1,1 L0,1 Z opacity 0.5
            path M0,0 L1,0 L1,1.25 Z fill nonZero #000000 stroke #ffffff 0.5 dash 1,2
          text "Ardenfell" Serif#0 12 at 3,4 1 glyphs #000000
          image 1×1 in 1,2 3×4

        """)
    #expect(scene.layerNames == ["land"])
    #expect(scene.texts == ["Ardenfell"])
  }
}
