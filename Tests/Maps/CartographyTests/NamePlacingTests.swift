// SPDX-License-Identifier: MIT
// Part of Platen: names where it is crowded, along rivers, in seas, in any script, and where the
// user put them.

import Atlas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct RepeatedNameTests {
  /// A world with a strip of land in the east that belongs to the state in the west.
  private func world(from edge: Double) throws -> World {
    var world = SmallWorld.make()
    let sites = try #require(world.cells).mesh.sites
    for (cell, site) in sites.enumerated() where site.x > 660 {
      world.cells?.height[cell] = site.x > edge ? 30 : 5
      world.cells?.state[cell] = site.x > edge ? 1 : 0
    }
    world.burgs = EntityList()
    return world
  }

  private func names(_ world: World, _ look: MapLook) throws -> [TextNode] {
    try #require(try scene(world, look: look, layers: ["political"]).layer(.labels)).texts
      .filter { $0.source.lowercased().contains("westmark") }
  }

  @Test func largeLandFarFromANameBearsItAgain() throws {
    let names = try names(world(from: 680), .parchment)
    #expect(names.count == 2)
    let east = try #require(names.first { $0.glyphs.allSatisfy { $0.position.x > 680 } })
    let west = try #require(names.first { $0.glyphs.allSatisfy { $0.position.x < 640 } })
    #expect(east.font.size <= west.font.size)
    let map = try Composition(
      world: world(from: 680), request: MapRequest(look: .parchment), text: PlainText())
    _ = map.labelsLayer()
    #expect(map.nameCounts[.regions] == NameCounts.Count(requested: 3, placed: 3))
    #expect(map.nameCounts.overlaps == 0)
  }

  @Test func smallLandAndLooksOfFMGHaveOneNameForAState() throws {
    #expect(try names(world(from: 790), .parchment).count == 1)
    #expect(try names(world(from: 680), .azgaarBase).count == 1)
  }
}

@Suite struct CrowdedNameTests {
  /// Towns closer to each other than their names are long.
  private func crowded(
    _ count: Int = 10, across: Int = 4, gap: Double = 6, from corner: Point = Point(440, 240)
  ) -> World {
    var world = SmallWorld.make()
    world.burgs = EntityList(
      (1...count).map { id in
        var burg = Burg(
          id: id, name: "Crowdton\(id)",
          position: corner + Point(Double(id % across), Double(id / across)) * gap, cell: 0)
        burg.group = "town"
        burg.population = Double(50 - id)
        return burg
      })
    world.states.mutateAll { state in
      state.label = LabelOverride()
      state.label?.isHidden = true
    }
    return world
  }

  @Test(arguments: MapLook.builtIn.map(\.name))
  func leaderLinesNameWhatHasNoRoomBeside(look: String) throws {
    let world = crowded()
    let group = try #require(
      try scene(world, look: MapLook.named(look)) { $0.labelDensity = 1 }.layer(.labels))
    var lines: [[Point]] = []
    for case .group(let names) in group.children where names.name == "burg-names" {
      for case .path(let node) in names.leaves { lines.append(node.path.points) }
    }
    let names = group.texts.filter { $0.source.hasPrefix("Crowdton") }
    // Ten names of nine letters round a speck of land: one may find no room.
    #expect(names.count >= 9)
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.count == 2)
      let home = try #require(
        world.burgs.min {
          $0.position.squaredDistance(to: line[0]) < $1.position.squaredDistance(to: line[0])
        })
      // It runs from its own mark and over nobody else's name.
      for step in 0...20 {
        let p = line[0] + (line[1] - line[0]) * (Double(step) / 20)
        for text in names where text.source != home.name {
          #expect(!text.boxes.contains { $0.insetBy(0.3).contains(p) }, "\(text.source)")
        }
      }
    }
    for text in names {
      for burg in world.burgs {
        #expect(
          !text.boxes.contains { $0.contains(burg.position) }, "\(text.source) on \(burg.name)")
      }
    }
  }

  @Test func thePicturesQualityIsTold() throws {
    let map = try Composition(
      world: crowded(), request: MapRequest(look: .parchment), text: PlainText())
    _ = map.labelsLayer()
    #expect(map.nameCounts[.burgs] == NameCounts.Count(requested: 10, placed: 10))
    #expect(map.nameCounts.overlaps == 0 && map.nameCounts.leaderLines > 0)
    let note = try #require(map.log.diagnostics.first { $0.code == "map.names" })
    #expect(note.severity == .note)
    #expect(note.message.contains("burgs 10 of 10") && note.message.hasSuffix("overlaps: 0"))
  }

  /// Far more towns than names find room for within three em.
  @Test func whatFindsNoRoomNearByIsNumberedInAKey() throws {
    let world = crowded(40, across: 8, gap: 8, from: Point(400, 200))
    var request = MapRequest(look: .parchment)
    request.labelDensity = 8
    let map = try Composition(world: world, request: request, text: PlainText())
    let layer = Group(children: map.labelsLayer().nodes)
    let figures = map.nameCounts
    #expect(figures.numbers > 2 && figures.overlaps == 0, "\(figures)")
    #expect(figures.note?.message.contains("by number in a key: \(figures.numbers)") == true)
    let key = try #require(
      layer.children.compactMap { node -> Group? in
        if case .group(let group) = node, group.name == "burg-numbers" { group } else { nil }
      }.first)
    let plate = try #require(
      key.leaves.compactMap { node -> Rect? in
        if case .path(let path) = node { path.path.controlBounds } else { nil }
      }.first)
    #expect(map.inside.intersection(plate) == plate)
    let told = key.texts.filter { $0.source.hasPrefix("Crowdton") }
    #expect(told.count == figures.numbers)
    // Each number stands once in the key and once near the burg the key tells.
    for (index, name) in told.enumerated() {
      let numbers = key.texts.filter { $0.source == "\(index + 1)" }
      #expect(numbers.count == 2)
      let outside = try #require(
        numbers.first { number in !number.boxes.contains(where: plate.intersects) })
      let burg = try #require(world.burgs.first { $0.name == name.source })
      #expect(outside.glyphs[0].position.distance(to: burg.position) < 16, "\(name.source)")
    }
    let names = layer.texts.filter { $0.source.hasPrefix("Crowdton") }.map(\.source)
    #expect(Set(names).count == names.count)
    // A look may leave keys out.
    request.look.labels.numbersCrowded = false
    let plain = try Composition(world: world, request: request, text: PlainText())
    _ = plain.labelsLayer()
    #expect(plain.nameCounts.numbers == 0)
  }

  @Test func looksMayMarkOnlyWhatTheyName() throws {
    var look = MapLook.parchment
    look.burgs.marksUnnamed = false
    look.labels.density = 0
    func marked(_ layers: [String]) throws -> Int {
      let request = MapRequest(look: look, layers: try LayerSelection(layers))
      return try Composition(world: SmallWorld.make(), request: request, text: PlainText())
        .markedBurgs.count
    }
    let capitals = SmallWorld.make().burgs.filter(\.isCapital).count
    #expect(try marked(["political"]) == capitals)
    // Where nothing is named everything is marked.
    #expect(try marked(["political", "-labels"]) == SmallWorld.make().burgs.count)
  }

  @Test func overlapsAreFoundWhateverTheGridReports() {
    var statistics = PlacementStatistics()
    let box = Rect(x: 0, y: 0, width: 10, height: 4)
    statistics.place([box, Rect(x: 10, y: 0, width: 10, height: 4)], as: .burgs)
    statistics.place([Rect(x: 30, y: 0, width: 10, height: 4)], as: .burgs)
    #expect(statistics.reckoned().overlaps == 0)
    statistics.place([Rect(x: 15, y: 3, width: 20, height: 4)], as: .rivers)
    #expect(statistics.reckoned().overlaps == 2)
  }

  @Test func portsComeBeforeTownsOfTheirSize() throws {
    var world = crowded()
    world.burgs.mutateAll { $0.population = 10 }
    world.burgs.mutate(id: 9) { $0.port = 1 }
    let map = try Composition(world: world, request: MapRequest(), text: PlainText())
    #expect(map.rankedBurgs.map(\.id) == [9] + (1...10).filter { $0 != 9 })
  }

  @Test func smallerLettersLeaveRoomForMoreNames() throws {
    func wanted(_ factor: Double) throws -> Int {
      var request = MapRequest(look: .parchment)
      request.labelDensity = 0.05
      request.textFactor = factor
      return try Composition(world: SmallWorld.make(), request: request, text: PlainText())
        .wantedBurgs.count
    }
    let (usual, half) = (try wanted(1), try wanted(0.5))
    #expect(usual == 10 && half == 37)
  }
}

@Suite struct WaterNameTests {
  /// A river from west to east through the large island.
  private func world() throws -> World {
    var world = SmallWorld.make()
    let locator = CellLocator(mesh: try #require(world.cells).mesh)
    var river = River(id: 1, name: "Longwater")
    river.cells = stride(from: 420.0, to: 600, by: 12).map {
      Int32(locator.cell(at: Point($0, 290 - ($0 - 420) * 0.2)))
    }
    river.widthFactor = 1
    world.rivers = EntityList([river])
    world.burgs = EntityList()
    return world
  }

  @Test func riversAreNamedAlongTheirCourse() throws {
    let world = try world()
    let text = try #require(
      try scene(world).layer(.labels)?.texts.first { $0.source == "Longwater" })
    let sites = try #require(world.cells).mesh.sites
    let course = world.rivers[0].cells.map { sites[Int($0)] }
    for glyph in text.glyphs {
      let near = zip(course, course.dropFirst()).map { pair in
        (0...10).map { glyph.position.distance(to: pair.0 + (pair.1 - pair.0) * (Double($0) / 10)) }
          .min() ?? .infinity
      }.min()
      #expect(try #require(near) < 14)
    }
    // It is read from left to right, as the river flows or not.
    #expect(text.glyphs[0].position.x < text.glyphs[8].position.x)
    var upstream = world
    upstream.rivers.mutate(id: 1) { $0.cells.reverse() }
    let again = try #require(
      try scene(upstream).layer(.labels)?.texts.first { $0.source == "Longwater" })
    #expect(again.glyphs[0].position.x < again.glyphs[8].position.x)
  }

  @Test func whereRiversAreNotDrawnOrNotNamedThereAreNoNames() throws {
    let world = try world()
    func hasName(_ look: MapLook, _ layers: [String]) throws -> Bool {
      try scene(world, look: look, layers: layers).layer(.labels)?.texts
        .contains { $0.source == "Longwater" } ?? false
    }
    #expect(try hasName(.parchment, ["political"]))
    #expect(try !hasName(.parchment, ["political", "-rivers"]))
    #expect(try !hasName(.azgaarBase, ["political"]))
  }

  @Test func seasAndIslandsWithNamesBearThem() throws {
    var world = try world()
    var cells = try #require(world.cells)
    for cell in 0..<cells.count {
      cells.feature[cell] = cells.height[cell] < 20 ? 1 : cells.mesh.sites[cell].x > 660 ? 3 : 2
    }
    world.cells = cells
    var sea = Feature(id: 1, kind: .ocean)
    sea.name = "Sunless Sea"
    var isle = Feature(id: 3, kind: .island)
    isle.name = "Isle"
    world.features = EntityList([sea, Feature(id: 2, kind: .island), isle])
    let map = try Composition(world: world, request: MapRequest(), text: PlainText())
    let texts = Group(children: map.labelsLayer().nodes).texts
    let water = texts.filter { "Sunless Sea".contains($0.source) }.flatMap(\.boxes)
    #expect(!water.isEmpty)
    for box in water { #expect(cells.height[map.locator.cell(at: box.center)] < 20) }
    #expect(texts.contains { $0.source == "Isle" })
    #expect(map.nameCounts[.waters].placed >= 1 && map.nameCounts[.islands].placed == 1)
  }
}

@Suite struct ScriptTests {
  @Test func joinedLettersStandOnAStraightLine() throws {
    var world = SmallWorld.make()
    world.states.mutate(id: 1) { $0.name = "المملكة الغربية" }
    world.states.mutate(id: 2) { $0.name = "東方帝國" }
    world.burgs.mutate(id: 1) { $0.name = "北京" }
    world.burgs.mutate(id: 2) { $0.name = "بغداد" }
    let texts = try #require(try scene(world).layer(.labels)).texts
    for name in ["東方帝國", "北京", "بغداد"] { #expect(texts.contains { $0.source == name }) }
    let west = texts.filter { "المملكة الغربية".contains($0.source) && $0.glyphs.count > 4 }
    #expect(!west.isEmpty)
    for text in west { #expect(Set(text.glyphs.map(\.angle)).count == 1) }
  }

  @Test func lettersReachAsFarAsTheirScriptDoes() {
    #expect(LetterBox(of: "Wesen") == LetterBox(of: ""))
    #expect(LetterBox(of: "Éire").above > LetterBox.above)
    #expect(LetterBox(of: "ابت").isJoined && !LetterBox(of: "東方").isJoined)
    #expect(LetterBox(of: "東方").middle > LetterBox.middle)
    #expect(LetterBox(tightlyOf: "Wesen").below < 0.1)
    #expect(LetterBox(tightlyOf: "Berg").below == LetterBox.below)
  }
}

@Suite struct MovedNameTests {
  /// A label that the user wrote over a capital steps aside for its mark.
  @Test func addedNamesStepAsideForCapitals() throws {
    var world = SmallWorld.make()
    let capital = Point(420, 60)
    world.burgs.mutate(id: 1) { $0.position = capital }
    var label = AddedLabel(id: 1, position: capital, text: "Narrow Straits")
    label.label.path = [capital - Point(60, 0), capital, capital + Point(60, 0)]
    world.addedLabels = [label]
    let texts = try #require(try scene(world).layer(.labels)).texts
    let boxes = texts.filter { "Narrow Straits".contains($0.source) }.flatMap(\.boxes)
    #expect(boxes.count > 10)
    #expect(!boxes.contains { $0.insetBy(-1).contains(capital) })
  }

  /// A capital among towns, with no room near by for a name of its length.
  @Test(arguments: MapLook.builtIn.map(\.name))
  func aCapitalsNameStandsOnNoOtherMark(look: String) throws {
    var world = SmallWorld.make()
    let middle = Point(400, 240)
    world.burgs = EntityList(
      (0..<49).map { id in
        var burg = Burg(
          id: id + 1, name: id == 24 ? "Metropolitana" : "Town\(id)",
          position: middle + Point(Double(id % 7 - 3), Double(id / 7 - 3)) * 11, cell: 0)
        burg.isCapital = id == 24
        burg.group = id == 24 ? "capital" : "town"
        return burg
      })
    let texts = try #require(
      try scene(world, look: MapLook.named(look)) { $0.labelDensity = 8 }.layer(.labels)
    ).texts
    let name = try #require(texts.first { $0.source == "Metropolitana" })
    for burg in world.burgs where !burg.isCapital {
      #expect(!name.boxes.contains { $0.contains(burg.position) }, "on \(burg.name)")
    }
  }

  @Test func aDraggedBurgNameStandsWhereItWasPut() throws {
    var world = SmallWorld.make()
    world.burgs.mutateAll { burg in
      guard burg.id == 9 else { return }
      burg.position = Point(620, 60)
      burg.label = LabelOverride()
      burg.label?.offset = Point(0, 24)
    }
    let text = try #require(
      try scene(world).layer(.labels)?.texts.first { $0.source == "Burg9" })
    let middle = try #require(Rect(enclosing: text.boxes.map(\.center))).center
    #expect(abs(middle.x - 620) < 3 && middle.y > 72 && middle.y < 90)
  }

  /// A way the user drew is followed; one that FMG may have found is only proposed.
  @Test(arguments: [true, false])
  func waysOfSavedNames(isProposal: Bool) throws {
    var world = SmallWorld.make()
    world.states.mutate(id: 1) { state in
      var label = LabelOverride()
      // Out at sea.
      label.path = [Point(300, 30), Point(400, 34), Point(500, 30)]
      label.isProposal = isProposal
      state.label = label
    }
    let text = try #require(
      try scene(world).layer(.labels)?.texts.first { $0.source == "WESTMARK" })
    #expect(text.glyphs.allSatisfy { $0.position.y < 50 } != isProposal)
  }

  /// States bear the names that the saved map shows, else those it requests, else those that fit.
  @Test(arguments: [
    ("Westmark", "full", false), ("Kingdom|of Westmark", "short", true), (nil, "short", false),
    (nil, "full", true), (nil, "auto", true), (nil, nil, true),
  ])
  func statesBearTheNamesOfTheSave(drawn: String?, requested: String?, isFull: Bool) throws {
    var world = SmallWorld.make()
    world.presentation.stateNames = requested
    world.states.mutate(id: 1) { $0.drawnName = drawn }
    let texts = try #require(try scene(world, look: .azgaarBase).layer(.labels)).texts
    #expect(texts.contains { $0.source.contains("Westmark") })
    #expect(texts.contains { $0.source.contains("Kingdom") } == isFull)
  }

  /// A full name of which a line is longer than the state is not written.
  @Test func aNameTooLongForItsStateIsTheShortOne() throws {
    var world = SmallWorld.make()
    world.states.mutate(id: 1) {
      $0.fullName = "Kingdom of " + String(repeating: "o", count: 100) + " Westmark"
    }
    let texts = try #require(try scene(world, look: .azgaarBase).layer(.labels)).texts
    #expect(texts.contains { $0.source == "Westmark" })
    #expect(!texts.contains { $0.source.contains("Kingdom") })
  }

  @Test func aUsersWayOverTheEdgeGivesWay() throws {
    var world = SmallWorld.make()
    world.states.mutate(id: 1) { state in
      state.label = LabelOverride()
      state.label?.path = [Point(760, 20), Point(900, 20)]
    }
    let text = try #require(
      try scene(world).layer(.labels)?.texts.first { $0.source == "WESTMARK" })
    for box in text.boxes { #expect(box.maxX < 800 && box.minX > 0) }
  }
}

@Suite struct InsetTests {
  @Test func aPartHasTheWholeBesideIt() throws {
    let window = Rect(x: 400, y: 100, width: 200, height: 225)
    #expect(try scene(layers: ["political", "inset"]).layer(.inset)?.leaves.isEmpty == true)
    for look in [MapLook.parchment, .azgaarBase] {
      let part = try scene(look: look, layers: ["political", "inset"]) { $0.window = window }
      let inset = try #require(part.layer(.inset))
      let shapes = inset.leaves.compactMap { node -> Rect? in
        if case .path(let path) = node { path.path.controlBounds } else { nil }
      }
      let (plate, frame) = (try #require(shapes.first), try #require(shapes.last))
      #expect(window.intersection(plate) == plate)
      #expect(plate.intersection(frame) == frame)
      // A quarter of the sheet's width, half of its height.
      #expect(abs(frame.width / frame.height - 200.0 / 225) < 1e-6)
      for text in try #require(part.layer(.labels)).texts {
        #expect(!text.boxes.contains(where: plate.insetBy(0.1).intersects), "\(text.source)")
      }
    }
  }
}
