// SPDX-License-Identifier: MIT
// Part of Platen: names too small to be read where a picture is shown are left out.

import Atlas
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct LeastNameTests {
  /// A picture of the small world, which is 800 units wide.
  private func shown(pixels: Int, on paper: Paper? = nil) throws -> ShownSize {
    var request = SizeRequest()
    request.paper = paper
    if paper == nil { request.width = pixels }
    return ShownSize(
      try MapSize(request, showing: Rect(x: 0, y: 0, width: 800, height: 450)))
  }

  private func names(_ look: MapLook, least: Double?) throws -> [TextNode] {
    try scene(look: look) {
      $0.labelDensity = 8
      $0.leastName = least
    }.layer(.labels)?.texts ?? []
  }

  /// Whole ranks are omitted, and not one name is smaller; capitals are named at any size.
  @Test(arguments: MapLook.builtIn.map(\.name), [480, 800, 1280, 2600])
  func smallLettersAreLeftOut(look: String, pixels: Int) throws {
    let (look, world) = (try MapLook.named(look), SmallWorld.make())
    let least = try shown(pixels: pixels).leastName(of: look, in: world)
    let texts = try names(look, least: least)
    #expect(texts.contains { $0.source == "Burg1" } && texts.contains { $0.source == "Burg2" })
    for text in texts where text.source.hasPrefix("Burg") {
      guard text.source != "Burg1", text.source != "Burg2" else { continue }
      #expect(text.font.size >= (least ?? 0) * 0.99, "\(text.source)")
    }
    if pixels == 480 { #expect(least != nil) }
  }

  /// Nothing changes where all letters can be read, on paper, and by default.
  @Test func largePicturesHaveAllNames() throws {
    let (look, world) = (MapLook.parchment, SmallWorld.make())
    #expect(try shown(pixels: 8_000).leastName(of: look, in: world) == nil)
    let sheet = try shown(pixels: 0, on: Paper(name: "A6", width: 105, height: 148))
    #expect(sheet.leastName(of: look, in: world) == nil)
    let all = try names(look, least: nil)
    let fewer = try names(look, least: 5)
    #expect(fewer.count < all.count)
    let villages = (30...40).map { "Burg\($0)" }
    #expect(all.contains { villages.contains($0.source) })
    #expect(!fewer.contains { villages.contains($0.source) })
  }

  /// FMG hides names smaller than six pixels, but where its user had it hide nothing.
  @Test func theGeneratorsOwnLookHasItsOwnLimit() throws {
    var world = SmallWorld.make()
    let shown = try shown(pixels: 800)
    #expect(shown.leastName(of: .azgaarBase, in: world) == 6)
    func save(_ json: String) {
      world.unmodeled.tables["settings"] = [
        .init(id: 0, fields: [.init(key: "hideLabels", json: json)])
      ]
    }
    save("true")
    #expect(shown.leastName(of: .azgaarBase, in: world) == 6)
    save("false")
    #expect(shown.leastName(of: .azgaarBase, in: world) == nil)
    #expect(shown.leastName(of: .parchment, in: world) == 7)
  }
}
