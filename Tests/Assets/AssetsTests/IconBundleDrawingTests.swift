// SPDX-License-Identifier: MIT
// Part of Platen: tests of drawing and writing icons of Icon Composer.

import Diagnostics
import Pixels
import Testing
import Tokens
import Values

@testable import Assets

@Suite struct IconBundleDrawingTests {
  private static let list = """
    {"fill-specializations": [{"value": {"solid": "srgb:0,0,1,1"}},
       {"appearance": "dark", "value": "system-dark"}],
     "groups": [
       {"layers": [{"glass": true, "image-name": "dot.svg", "name": "dot",
          "fill-specializations": [{"value": {"solid": "srgb:1,0,0,1"}},
            {"appearance": "dark", "value": {"solid": "gray:1,1"}}],
          "position": {"scale": 0.5, "translation-in-points": [256, 0]}}],
        "shadow": {"kind": "neutral", "opacity": 0.5}},
       {"layers": [{"image-name": "wide.svg", "name": "wide", "opacity": 0.5,
          "hidden-specializations": [{"value": false}, {"appearance": "tinted", "value": true}]}]}],
     "supported-platforms": {"squares": "shared"}}
    """

  private func pixel(_ image: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let at = (y * image.width + x) * 4
    return Array(image.rgba[at..<at + 4])
  }

  private func image(_ appearance: IconBundle.Appearance) throws -> Bitmap {
    let bundle = try IconBundle(Array(Self.list.utf8))
    // A gray square for each image.
    let source = IconBundleDrawing.Source(width: 512, height: 512) { width, height, _ in
      Bitmap(
        width: width, height: height,
        rgba: (0..<width * height).flatMap { _ in [128, 128, 128, 255] as [UInt8] })
    }
    return try IconBundleDrawing(
      bundle.groups(appearance), ["dot.svg": source, "wide.svg": source]
    ).image(side: 64, isCancelled: { false })
  }

  @Test func layersHaveTheirFillPlaceAndOpacity() throws {
    let light = try image(.light)
    // The lower layer has its own color and half of its opacity, in the middle half.
    #expect(pixel(light, 20, 20) == [128, 128, 128, 128])
    #expect(pixel(light, 8, 8) == [0, 0, 0, 0])
    // The upper one is red, 16 pixels a side, 16 pixels to the right of the middle.
    #expect(pixel(light, 48, 32) == [255, 0, 0, 255])
    #expect(pixel(light, 41, 25) == [255, 0, 0, 255])
    #expect(pixel(light, 39, 32) == [128, 128, 128, 128])
    #expect(pixel(try image(.dark), 48, 32) == [255, 255, 255, 255])
    #expect(pixel(try image(.tinted), 20, 20) == [0, 0, 0, 0])
  }

  @Test func groundsAndWhatIsNotDrawn() throws {
    let bundle = try IconBundle(Array(Self.list.utf8))
    #expect(bundle.ground(.light)?.colors.map(\.hex) == ["#0000ff"])
    #expect(bundle.ground(.dark)?.colors.count == 1)
    #expect(bundle.images == ["wide.svg", "dot.svg"])
    #expect(bundle.warnings.map(\.code) == [.iconBundleFlat])
    #expect(
      bundle.warnings.first?.message == "the icon is drawn flat, without shadow, glass")
    #expect(throws: Failure.self) { try IconBundle(Array("{\"groups\": []}".utf8)) }
    #expect(throws: Failure.self) { try IconBundle(Array("[".utf8)) }
  }

  /// Multiply, screen and a gradient from left to right.
  @Test func blendModesAndGradients() throws {
    let text = """
      {"groups": [{"blend-mode": "multiply", "layers": [{"image-name": "a", "name": "a",
          "fill": {"solid": "gray:0.5,1"}}]},
        {"layers": [{"image-name": "a", "name": "b", "fill": {
          "linear-gradient": ["srgb:0,0,0,1", "srgb:1,1,1,1"],
          "orientation": {"start": {"x": 0, "y": 0}, "stop": {"x": 1, "y": 0}}}}]}]}
      """
    let bundle = try IconBundle(Array(text.utf8))
    let source = IconBundleDrawing.Source(width: 1024, height: 1024) { width, height, _ in
      Bitmap(
        width: width, height: height, rgba: [UInt8](repeating: 255, count: width * height * 4))
    }
    let image = try IconBundleDrawing(bundle.groups(.light), ["a": source])
      .image(side: 64, isCancelled: { false })
    #expect(pixel(image, 0, 9)[0] < 4)
    #expect((124...130).contains(pixel(image, 63, 9)[0]))
    #expect(pixel(image, 31, 0) == pixel(image, 31, 63))
  }

  /// The check of such icons finds nothing in what is written, and it is read again.
  @Test func aWrittenListIsValid() throws {
    var writer = IconBundleWriter()
    writer.fill = (TokenColor(0, 0.2, 0.6), TokenColor(0, 0, 0))
    var layer = IconBundleWriter.Layer("foreground", image: "foreground.svg")
    layer.dark = "foreground-dark.svg"
    layer.side = 108
    writer.layers = [layer, .init("background", image: "background.png")]
    writer.hasWatch = true
    let list = writer.list
    let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>".utf8)
    let png = try PNGEncoder.encode(Bitmap(width: 1, height: 1))
    let names = ["foreground.svg", "foreground-dark.svg", "background.png"].map { "Assets/" + $0 }
    let found = IconBundleLint.findings(
      in: FileTree(["icon.json"] + names) { name in
        name == "icon.json" ? list : name.hasSuffix(".png") ? png : svg
      })
    #expect(found.diagnostics == [])
    #expect(found.groups == 2 && found.layers == 2)
    let bundle = try IconBundle(list)
    #expect(bundle.warnings == [])
    #expect(bundle.ground(.light)?.colors.map(\.hex) == ["#003399"])
    #expect(
      bundle.groups(.dark).map { $0.layers[0].image } == ["background.png", "foreground-dark.svg"])
    #expect(abs(bundle.groups(.light)[1].layers[0].scale - 1024.0 / 108) < 0.001)
  }
}
