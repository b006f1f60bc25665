// SPDX-License-Identifier: MIT
// Part of Platen: tests of what is said beside tiles: XML, and the page that shows them.

import Foundation
import Geometry
import Testing
import Tiles

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct TileDescriptionTests {
  /// Indicates whether a text is well-formed XML.
  private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

  @Test func `a dzi says size, tiles and overlap`() throws {
    let pyramid = try TilePyramid(deepZoom: 300, 200, tileSize: 254, overlap: 1)
    let text = TileDescriptions.deepZoom(pyramid, format: "png")
    #expect(isXML(text))
    #expect(text.contains("Overlap=\"1\" TileSize=\"254\""))
    #expect(text.contains("<Size Width=\"300\" Height=\"200\"/>"))
  }

  @Test func `a tile map names its zooms from the coarsest on`() throws {
    let pyramid = try TilePyramid(
      .tms, of: Size(width: 2, height: 1), zooms: 1...3, tileSize: 256)
    let text = TileDescriptions.tileMap(pyramid, title: "A & <B> \"C\" \u{1}", format: "png")
    #expect(isXML(text))
    #expect(text.contains("<Title>A &amp; &lt;B&gt; &quot;C&quot; \u{FFFD}</Title>"))
    #expect(text.contains("href=\"1\" units-per-pixel=\"4\" order=\"1\""))
    #expect(text.contains("href=\"3\" units-per-pixel=\"1\" order=\"3\""))
    #expect(text.contains("minx=\"0\" miny=\"1024\" maxx=\"2048\" maxy=\"2048\""))
  }

  @Test func `nothing a world is called ends the page's elements`() throws {
    let name = "</script><script>alert(1)</script>{{script}}&"
    let page = TileViewer(
      TileViewer.Parts(
        markup:
          "<html lang=\"{{language}}\"><title>{{title}}</title><p>{{description}} {{zoom}}</p>"
          + "{{data}}<script>{{script}}</script>",
        style: "", script: "run()")
    ).page(
      of: TileViewer.Subject(
        title: name, description: name, language: "de\"><b>", words: ["zoom": name],
        pyramid: try TilePyramid(.xyz, of: Size(width: 1, height: 1), zooms: 0...1, tileSize: 256),
        format: "png", distance: TileViewer.Distance(12.5, "<mi>")))
    #expect(page.components(separatedBy: "<script>").count == 2)
    #expect(page.components(separatedBy: "</script>").count == 2)
    #expect(page.contains("<html lang=\"de&quot;&gt;&lt;b&gt;\">"))
    #expect(page.contains("\"words\":{\"zoom\":\"\\u003C/script"))
    #expect(page.contains("[[0,256,256],[1,512,512]]"))
    #expect(page.contains("\"distance\":12.5,\"unit\":\"\\u003Cmi>\""))
  }
}
