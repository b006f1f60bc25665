// SPDX-License-Identifier: MIT
// Part of Platen: mountains and trees, the grain under them, light and shadow on the land.

import Atlas
import Canvas
import Diagnostics
import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Cartography

@Suite struct ReliefTests {
  @Test func namesAreTakenApart() throws {
    func symbol(_ name: String) throws -> ReliefSymbol { try #require(ReliefSymbol(name)) }
    #expect(try symbol("mount-1").manner == .simple)
    #expect(try symbol("mount-3").manner == .colored)
    #expect(try symbol("mountSnow-1").manner == .colored)
    #expect(try symbol("hill-4-bw") == symbol("hill-4-bw"))
    #expect(try symbol("hill-4-bw").manner == .gray && symbol("hill-4-bw").number == 4)
    #expect(try symbol("coniferSnow-1-bw").kind == .coniferSnow)
    for odd in ["", "-", "dragon-1", "-bw", "bw"] { #expect(ReliefSymbol(odd) == nil, "\(odd)") }
  }

  /// Every drawing has something in each manner, and keeps to its square.
  @Test(arguments: ReliefKind.allCases)
  func drawingsKeepToTheirSquare(kind: ReliefKind) throws {
    let shapes = ReliefShape.all(of: kind)
    #expect(shapes.count > 1)
    for shape in shapes {
      for manner in [ReliefManner.simple, .gray, .colored] {
        let nodes = shape.nodes(manner, kind: kind, look: MapLook.Relief())
        #expect(!nodes.isEmpty)
        for case .path(let node) in nodes {
          #expect(node.path.points.count > 2)
          let box = try #require(node.path.controlBounds)
          #expect(box.minX >= 0 && box.maxX <= 100 && box.minY >= 0 && box.maxY <= 100, "\(box)")
          // As many points as the commands take: a slip of the pen would show here.
          let taken = node.path.verbs.reduce(0) {
            $0 + ($1 == .curve ? 3 : $1 == .close ? 0 : 1)
          }
          #expect(taken == node.path.points.count)
        }
      }
    }
  }

  @Test func numbersWithoutTheirPointAreLeftOut() {
    #expect(Path(drawing: "M1 2 L3 4 L5").points == [Point(1, 2), Point(3, 4)])
    #expect(Path(drawing: "M1 2 3 4 5 6 Z").verbs == [.move, .line, .line, .close])
    #expect(Path(drawing: "").isEmpty && Path(drawing: "what is this").isEmpty)
  }

  private func icons(_ world: World, set: String = "auto") throws -> [Group] {
    let scene = try scene(world, look: .azgaarBase, layers: ["relief"]) { request in
      request.look.relief.set = set
    }
    return try #require(scene.layer(.relief)).children.compactMap {
      if case .group(let group) = $0 { group } else { nil }
    }
  }

  @Test func savedIconsStandWhereTheyStood() throws {
    var world = SmallWorld.make()
    world.relief = [
      ReliefIcon(symbol: "mount-2", position: Point(100, 90), size: 20),
      ReliefIcon(symbol: "deciduous-1", position: Point(300, 200), size: 10),
      ReliefIcon(symbol: "mount-2", position: Point(500, 190), size: 40),
      ReliefIcon(symbol: "griffin-1", position: Point(500, 190), size: 40),
      ReliefIcon(symbol: "hill-1", position: Point(.nan, 190), size: 40),
      ReliefIcon(symbol: "hill-1", position: Point(10, 190), size: 0),
      ReliefIcon(symbol: "hill-1", position: Point(5000, 190), size: 10),
    ]
    let drawn = try icons(world)
    #expect(drawn.map(\.transform.tx) == [100, 300, 500])
    #expect(drawn.map(\.transform.a) == [0.2, 0.1, 0.4])
    #expect(drawn[0].children == drawn[2].children)
    #expect(drawn[0].children != drawn[1].children)
    let request = MapRequest(look: .azgaarBase, layers: try LayerSelection("relief"))
    let told = try MapComposer(request: request, text: PlainText()).compose(world).warnings
    #expect(told.map(\.code) == ["map.relief-symbol"])
    #expect(told.first?.message.contains("griffin-1") == true)
  }

  @Test func mountainsOfABrushStandApart() throws {
    var world = SmallWorld.make()
    world.relief = [
      ReliefIcon(symbol: "mount-1", position: Point(100, 90), size: 20),
      ReliefIcon(symbol: "hill-1", position: Point(101, 90), size: 20),
      ReliefIcon(symbol: "mount-1", position: Point(102, 91), size: 30),
      ReliefIcon(symbol: "mount-1", position: Point(300, 190), size: 30),
    ]
    #expect(try icons(world, set: "simple").count == 4)
    let brushed = try icons(world, set: "brush")
    let (least, most) = (brushed.map(\.transform.a).min(), brushed.map(\.transform.a).max())
    // The largest mountain of a heap stays, and hills stay.
    #expect(brushed.count == 3 && brushed[1].transform.a == most && brushed[0].transform.a == least)
  }

  @Test func setsDrawTheSameIconsOtherwise() throws {
    let world = SmallWorld.make()
    let sets = try ["simple", "gray", "colored"].map { try icons(world, set: $0) }
    #expect(sets[0].map(\.transform) == sets[1].map(\.transform))
    #expect(sets[1].map(\.transform) == sets[2].map(\.transform))
    #expect(sets[0] != sets[1] && sets[1] != sets[2])
    var saved = world
    saved.presentation.groups["terrain"] = ["set": "colored"]
    #expect(try icons(saved) == sets[2])
  }

  @Test func plantedIconsStandOnLandThatIsFree() throws {
    let world = SmallWorld.make()
    let drawn = try icons(world)
    #expect(drawn.count > 500)
    #expect(try icons(world) == drawn)
    let cells = try #require(world.cells)
    let locator = CellLocator(mesh: cells.mesh)
    var bottom = -Double.infinity
    for icon in drawn {
      let map = icon.transform
      let cell = locator.cell(at: Point(map.tx + map.a * 50, map.ty + map.d * 50))
      #expect(cells.height[cell] >= 20 && cells.river[cell] == 0)
      // Nearer ones stand before those behind them.
      #expect(map.ty + map.d * 100 >= bottom)
      bottom = map.ty + map.d * 100
    }
  }

  @Test func densityAndSizeDecideHowManyAndHowLarge() throws {
    func count(_ density: Double) throws -> Int {
      try scene(look: .azgaarBase, layers: ["relief"]) { $0.look.relief.density = density }
        .layer(.relief)?.children.count ?? 0
    }
    let (thin, thick) = (try count(0.1), try count(0.6))
    #expect(thin > 20 && thick > 2 * thin)
    let large = try scene(look: .azgaarBase, layers: ["relief"]) { $0.look.relief.size = 2 }
    let sizes = try #require(large.layer(.relief)).children.compactMap { node -> Double? in
      if case .group(let group) = node { group.transform.a } else { nil }
    }
    #expect(
      try zip(sizes, icons(SmallWorld.make())).allSatisfy { abs($0 - 2 * $1.transform.a) < 1e-9 })
  }

  @Test func aPartOfTheSheetHasTheIconsOfTheWhole() throws {
    let window = Rect(x: 200, y: 150, width: 200, height: 120)
    let whole = Set(try icons(SmallWorld.make()))
    let part = try scene(look: .azgaarBase, layers: ["relief"]) { $0.window = window }
    let children = try #require(part.layer(.relief)).children
    #expect(children.count > 50 && children.count < whole.count)
    for case .group(let group) in children { #expect(whole.contains(group)) }
  }
}

@Suite struct HillshadeTests {
  private func image(
    _ world: World = SmallWorld.make(), strength: Double = 0.8, detail: Double = 0.5
  ) throws -> RasterImage? {
    let scene = try scene(world, layers: ["hillshade"]) {
      $0.look.hillshade.strength = strength
      $0.look.hillshade.detail = detail
    }
    let group = try #require(scene.layer(.hillshade))
    for case .image(let node) in group.leaves { return node.image }
    return nil
  }

  @Test func withoutStrengthThereIsNone() throws {
    #expect(try image(strength: 0) == nil)
    #expect(try image() == image())
  }

  @Test func flatLandIsLeftAsItIs() throws {
    var world = SmallWorld.make()
    let count = world.terrain?.height.count ?? 0
    world.terrain?.height = [UInt8](repeating: 40, count: count)
    let flat = try #require(try image(world, detail: 0))
    for i in stride(from: 3, to: flat.rgba.count, by: 4) { #expect(flat.rgba[i] < 2) }
  }

  /// Height rises from the west edge to the middle and falls to the east edge.
  @Test func slopesTowardsTheLightAreLightened() throws {
    var world = SmallWorld.make()
    let mesh = try #require(world.terrain?.mesh)
    world.terrain?.height = mesh.sites.map { UInt8(90 - abs($0.x - 400) / 400 * 60) }
    let image = try #require(try image(world, detail: 0))
    func pixel(_ x: Double) -> (red: UInt8, alpha: UInt8) {
      let index = (image.height / 2 * image.width + Int(x * Double(image.width))) * 4
      return (image.rgba[index], image.rgba[index + 3])
    }
    let (west, east) = (pixel(0.25), pixel(0.75))
    #expect(west.red > 200 && west.alpha > 10)
    #expect(east.red < 150 && east.alpha > 10)
  }

  @Test func hugeAndTinySheetsHaveAShadeOfABoundedSize() throws {
    var world = SmallWorld.make()
    world.info.width = 900_000
    world.info.height = 2
    let wide = try #require(try image(world))
    #expect(wide.width * wide.height < 3_000_000)
  }
}

@Suite struct TextureTests {
  @Test(arguments: MapLook.textureKinds)
  func edgesMeet(kind: String) {
    let image = TextureGrain(kind: kind).image(dark: .black, light: .white)
    func level(_ x: Int, _ y: Int) -> Int {
      let i = (y * image.width + x) * 4
      return image.rgba[i] > 128 ? Int(image.rgba[i + 3]) : -Int(image.rgba[i + 3])
    }
    /// The difference of two columns, on average.
    func step(_ a: Int, _ b: Int) -> Int {
      (0..<image.height).reduce(0) { $0 + abs(level(a, $1) - level(b, $1)) } / image.height
    }
    // Threads of linen differ from one to the next, four pixels wide each.
    let inside = [3, 7, 127, 255].map { step($0, $0 + 1) }.max() ?? 0
    #expect(inside > 0)
    #expect(step(image.width - 1, 0) <= inside * 2 + 2)
    #expect(image == TextureGrain(kind: kind).image(dark: .black, light: .white))
  }

  @Test func itLiesOverWhatTheLookSays() throws {
    func clip(_ over: String) throws -> Clip? {
      try #require(
        try scene(layers: ["texture"]) { $0.look.texture.over = over }.layer(.texture)
      ).clip
    }
    let (land, water) = (try #require(try clip("land")), try #require(try clip("water")))
    #expect(water.path.points.count == land.path.points.count + 4)
    #expect(try clip("all") == nil)
  }

  @Test func theGeneratorsOwnPicturesAreToldOf() throws {
    var world = SmallWorld.make()
    let request = MapRequest(layers: try LayerSelection("texture"))
    func told() throws -> [Diagnostic] {
      try MapComposer(request: request, text: PlainText()).compose(world).warnings
    }
    #expect(try told().isEmpty)
    world.presentation.groups["texture"] = ["data-href": "./images/textures/marble-big.jpg"]
    #expect(try told().map(\.code) == ["map.texture"])
    #expect(try told().first?.message.contains("marble-big.jpg") == true)
    world.presentation.groups["texture"] = ["data-href": "data:image/jpeg;base64,/9j/4Q"]
    #expect(try told().first?.message.contains("inside the save") == true)
  }
}

/// The view of the three, stored as images.
@Suite struct LandPictureTests {
  private func compare(_ scene: Scene, scale: Double, _ name: String) throws {
    let fonts = try FontLibrary(FontSet())
    let bitmap = try ImageCanvas.bitmap(
      of: scene, width: Int(scene.size.width * scale), height: Int(scene.size.height * scale),
      fonts: fonts)
    #expect(!bitmap.isBlank)
    let verdict = try ReferenceImages().compare(bitmap, with: name)
    #expect(verdict.isSame, "\(verdict)")
  }

  /// Every drawing there is, in one manner.
  @Test(arguments: ["simple", "gray", "colored"])
  func drawings(set: String) throws {
    let manner: ReliefManner = set == "simple" ? .simple : set == "gray" ? .gray : .colored
    var nodes: [Node] = []
    for (row, kind) in ReliefKind.allCases.enumerated() {
      for (column, shape) in ReliefShape.all(of: kind).enumerated() {
        nodes.append(
          .group(
            Group(
              transform: .translation(Double(column + row / 7 * 4) * 104, Double(row % 7) * 100),
              children: shape.nodes(manner, kind: kind, look: MapLook.Relief()))))
      }
    }
    let sheet = Scene(
      size: Size(width: 832, height: 700), background: Color(bytes: 0xe9, 0xe4, 0xd4),
      nodes: nodes)
    try compare(sheet, scale: 0.6, "relief/\(set)")
  }

  @Test(arguments: ["parchment", "azgaar-base"])
  func land(look: String) throws {
    let drawn = try scene(
      look: MapLook.named(look), layers: ["relief", "texture", "hillshade", "lakes"]
    ) {
      $0.look.hillshade.strength = 0.6
      $0.look.relief.opacity = 1
      $0.window = Rect(x: 80, y: 60, width: 400, height: 225)
    }
    var part = Scene(size: Size(width: 400, height: 225), background: drawn.background)
    part.nodes = [.group(Group(transform: .translation(-80, -60), children: drawn.nodes))]
    try compare(part, scale: 1, "land/\(look)")
  }
}
