// SPDX-License-Identifier: MIT
// Part of Platen: names too small to be read where a picture is shown are left out.

import Atlas
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct LeastNameTests {
  /// A picture of the small world, which is 800 units wide.
  private func shown(
    pixels: Int, on paper: Paper? = nil, dpi: Double? = nil,
    for reading: ShownSize.Reading = .screen
  ) throws -> ShownSize {
    var request = SizeRequest()
    request.paper = paper
    request.dpi = dpi
    if paper == nil { request.width = pixels }
    return ShownSize(
      try MapSize(request, showing: Rect(x: 0, y: 0, width: 800, height: 450)), for: reading)
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

  /// Names have at least 5.5 points on paper, in every look and at every resolution; those almost as
  /// large are enlarged, the others omitted.
  @Test(arguments: MapLook.builtIn.map(\.name), ["A6", "A4", "A2"])
  func namesOnPaperCanBeRead(look: String, paper: String) throws {
    let (look, world) = (try MapLook.named(look), SmallWorld.make())
    let paper = try #require(Paper.named(paper))
    let sheet = try shown(pixels: 0, on: paper, for: .paper)
    let point = 1 / sheet.pointsPerUnit
    let least = sheet.leastName(of: look, in: world)
    #expect(least.map { abs($0 / point - 5.5) < 1e-9 } != false)
    if paper.name == "A6" { #expect(least != nil) }
    // Pixels matter only where there are so few that these are larger.
    let pixels = look.sheet.reference > 0 ? 9.0 : 7
    let coarse = try shown(pixels: 0, on: paper, dpi: 60, for: .image)
    #expect(
      coarse.leastName(of: look, in: world).map { abs($0 / point - pixels * 72 / 60) < 0.02 }
        != false)
    let fine = try shown(pixels: 0, on: paper, dpi: 300, for: .image)
    #expect(fine.leastName(of: look, in: world).map { abs($0 / point - 5.5) < 0.01 } != false)
    let scene = try scene(look: look) {
      $0.labelDensity = 8
      $0.leastName = least
      $0.enlargedNames = sheet.enlargedNames(of: look)
    }
    for text in scene.layer(.labels)?.texts ?? [] where text.source.hasPrefix("Burg") {
      #expect(text.font.size >= 5.5 * point * 0.998, "\(text.source)")
    }
  }

  /// A resolution makes a size in print of pixels.
  @Test func imagesWithAResolutionAreOnesForPrint() throws {
    let (look, world) = (MapLook.parchment, SmallWorld.make())
    let printed = try shown(pixels: 1600, dpi: 300, for: .image)
    let least = try #require(printed.leastName(of: look, in: world))
    #expect(abs(least * printed.pointsPerUnit - 5.5) < 1e-9)
    #expect(try shown(pixels: 1600).leastName(of: look, in: world) ?? 0 < least)
    #expect(try shown(pixels: 300, for: .vectors).leastName(of: look, in: world) == nil)
  }

  /// Cities, whose letters have 4.9 units of this small sheet, are named in letters of 5.1.
  @Test func namesThatAreAlmostAsLargeAreEnlarged() throws {
    func sizes(_ enlarged: Double) throws -> [Double] {
      try scene(look: .parchment) {
        $0.labelDensity = 8
        $0.leastName = 5.1
        $0.enlargedNames = enlarged
      }.layer(.labels)?.texts.filter { $0.source.hasPrefix("Burg") }.map(\.font.size) ?? []
    }
    let (without, with) = (try sizes(1), try sizes(0.85))
    #expect(with.count > without.count)
    #expect(with.allSatisfy { $0 >= 5.1 * 0.998 })
  }

  /// Nothing changes where all letters can be read, and by default.
  @Test func largePicturesHaveAllNames() throws {
    let (look, world) = (MapLook.parchment, SmallWorld.make())
    #expect(try shown(pixels: 8_000).leastName(of: look, in: world) == nil)
    let sheet = try shown(pixels: 0, on: Paper(name: "A0", width: 841, height: 1189), for: .paper)
    #expect(sheet.leastName(of: look, in: world) == nil)
    let all = try names(look, least: nil)
    let fewer = try names(look, least: 5)
    #expect(fewer.count < all.count)
    let villages = (30...40).map { "Burg\($0)" }
    #expect(all.contains { villages.contains($0.source) })
    #expect(!fewer.contains { villages.contains($0.source) })
  }

  /// Names of FMG's own looks can be read as well, but where its user had it hide nothing, and in
  /// large images, which show all that it does.
  @Test func theGeneratorsOwnLookHasTheSameLimit() throws {
    var world = SmallWorld.make()
    let shown = try shown(pixels: 800)
    #expect(shown.leastName(of: .azgaarBase, in: world) == 7)
    func save(_ json: String) {
      world.unmodeled.tables["settings"] = [
        .init(id: 0, fields: [.init(key: "hideLabels", json: json)])
      ]
    }
    save("true")
    #expect(shown.leastName(of: .azgaarBase, in: world) == 7)
    let large = try self.shown(pixels: 4096, dpi: 1200, for: .image)
    #expect(large.leastName(of: .azgaarBase, in: world) == nil)
    #expect(large.leastName(of: .parchment, in: world) != nil)
    save("false")
    #expect(shown.leastName(of: .azgaarBase, in: world) == nil)
    #expect(shown.leastName(of: .parchment, in: world) == 9)
  }

  /// Letters of 7 to 9 pixels, which can hardly be read on a screen, are drawn with 9, those of seas,
  /// rivers and provinces as well; smaller ones are omitted.
  @Test(arguments: MapLook.builtIn.filter { $0.sheet.reference > 0 }.map(\.name))
  func namesOnScreensHaveNinePixels(look: String) throws {
    let (look, world) = (try MapLook.named(look), SmallWorld.make())
    for pixels in [640, 960, 1280, 1600] {
      let shown = try shown(pixels: pixels)
      let least = shown.leastName(of: look, in: world)
      let texts =
        try scene(look: look, layers: ["political", "provinces"]) {
          $0.labelDensity = 8
          $0.leastName = least
          $0.enlargedNames = shown.enlargedNames(of: look)
        }.layer(.labels)?.texts ?? []
      #expect(!texts.isEmpty)
      for text in texts {
        #expect(text.font.size * Double(pixels) / 800 >= 8.98, "\(text.source) in \(pixels)")
      }
    }
  }

  /// Checks a picture so small that letters grow to more than twice their size, capitals are named as far
  /// as there is room beside them, and states keep their names.
  @Test func smallPicturesNameFewerCapitals() throws {
    var world = SmallWorld.make()
    world.burgs.mutateAll { burg in
      burg.isCapital = burg.id <= 9
      if burg.id <= 9 {
        burg.position = Point(360 + Double(burg.id % 3) * 9, 240 + Double(burg.id / 3) * 9)
      }
    }
    func map(least: Double?) throws -> Composition {
      var request = MapRequest(
        look: try MapLook.named("parchment"), layers: try LayerSelection(["political"]))
      (request.leastName, request.enlargedNames) = (least, 0.77)
      return try Composition(world: world, request: request, text: PlainText())
    }
    func names(_ map: Composition) -> [String] {
      Group(children: map.labelsLayer().nodes).texts.map(\.source)
    }
    let (all, few) = (try map(least: nil), try map(least: 20))
    func capitals(_ names: [String]) -> Int {
      (1...9).count { names.contains("Burg\($0)") }
    }
    #expect(capitals(names(all)) == 9)
    let small = names(few)
    #expect((1..<9).contains(capitals(small)), "\(small)")
    #expect(few.nameCounts[.regions].placed == few.nameCounts[.regions].requested)
    #expect(few.nameCounts.overlaps == 0)
  }
}
