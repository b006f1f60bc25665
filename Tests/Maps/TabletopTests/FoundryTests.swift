// SPDX-License-Identifier: MIT
// Part of Platen: tests of Foundry's documents and of the database they are in: ids, links, folders,
// pins, and that players get nothing that is for game masters.

import Atlas
import Azgaar
import Cartography
import Diagnostics
import Gazetteers
import Geometry
import JSON
import TestSupport
import Testing
import Text
import Worldsmith

@testable import Tabletop

@Suite struct FoundryTests {
  private static func sample() throws -> World {
    let bytes = SampleWorld.map(seed: 7, cells: 2000, width: 900, height: 600, name: nil)
    return try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  }

  private func export(
    _ world: World, for audience: Audience = .player,
    _ change: (inout FoundryOptions, inout GazetteerOptions) -> Void = { _, _ in }
  ) throws -> FoundryExport {
    var options = FoundryOptions(module: "sample")
    var text = GazetteerOptions()
    text.audience = audience
    change(&options, &text)
    return try FoundryExport.make(of: world, text, options).value
  }

  private func json(_ bytes: [UInt8]) throws -> JSONValue {
    try bytes.withUnsafeBytes { try JSONDocument(parsing: $0) }.root
  }

  // MARK: The database

  @Test func `the checksum is that of the standard`() {
    #expect(CRC32C.of(Array("123456789".utf8)) == 0xE306_9283)
    #expect(CRC32C.of([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
  }

  @Test(arguments: [0, 1, 100, 32_700, 32_748, 32_755, 32_761, 40_000, 200_000])
  func `a log is read back`(_ size: Int) throws {
    let value = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let files = LevelDBFiles([("!adventures!a", value), ("b", [1, 2, 3])])
    let entries = try LevelDBReader.entries(files.log)
    #expect(entries.map(\.key) == ["!adventures!a", "b"])
    #expect(entries.map(\.value) == [value, [1, 2, 3]])
    #expect(try LevelDBReader.records(files.manifest).count == 1)
    #expect(files.current == Array("MANIFEST-000002\n".utf8))
  }

  // MARK: Documents

  /// All ids of documents, by the lists they are in.
  private func ids(_ value: JSONValue, _ found: inout [String]) {
    for (key, member) in value.members {
      if key == "_id", let id = member.string, id != "defaultLevel0000" { found.append(id) }
      ids(member, &found)
    }
    for element in value.elements { ids(element, &found) }
  }

  @Test(arguments: [Audience.player, .gm])
  func `ids are unique and links lead to documents`(_ audience: Audience) throws {
    let made = try export(Self.sample(), for: audience)
    let entries = try LevelDBReader.entries(
      LevelDBFiles([(made.documents.adventureKey, made.documents.adventure)]).log)
    let adventure = try json(try #require(entries.first).value)
    #expect(entries.first?.key == "!adventures!\(adventure["_id"]?.string ?? "")")
    var all: [String] = []
    ids(adventure, &all)
    #expect(all.count > 100)
    #expect(Set(all).count == all.count)
    #expect(
      all.allSatisfy { id in
        id.utf8.count == 16 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      })
    let journals = adventure["journal"]?.elements ?? []
    var pages: [String: Set<String>] = [:]
    for journal in journals {
      let id = try #require(journal["_id"]?.string)
      pages[id] = Set((journal["pages"]?.elements ?? []).compactMap { $0["_id"]?.string })
      #expect(pages[id]?.isEmpty == false)
    }
    var folders: [String: String] = [:]
    for folder in adventure["folders"]?.elements ?? [] {
      folders[try #require(folder["_id"]?.string)] = folder["type"]?.string
    }
    for (list, kind) in [("journal", "JournalEntry"), ("scenes", "Scene"), ("tables", "RollTable")]
    {
      let documents = adventure[list]?.elements ?? []
      #expect(!documents.isEmpty)
      for document in documents {
        #expect(document["folder"]?.string.flatMap { folders[$0] } == kind)
        #expect(document["name"]?.string?.isEmpty == false)
        #expect(document["_stats"]?["coreVersion"]?.string?.isEmpty == false)
        #expect(document["ownership"]?["default"]?.int == (audience == .player ? 2 : 0))
      }
    }
    let images = Set(
      made.pictures.map {
        "modules/sample/\(FoundryExport.images.before)\($0.name)\(FoundryExport.images.after)"
      })
    #expect(images.count == made.pictures.count)
    #expect(made.pictures.allSatisfy { $0.name.first?.isNumber == true })
    var pins = 0
    for scene in adventure["scenes"]?.elements ?? [] {
      let (width, height) = (scene["width"]?.int ?? 0, scene["height"]?.int ?? 0)
      #expect(width > 0 && height > 0)
      #expect((scene["grid"]?["size"]?.int ?? 0) >= 20)
      #expect((scene["grid"]?["distance"]?.double ?? 0) > 0)
      let image = try #require(scene["background"]?["src"]?.string)
      #expect(scene["levels"]?[0]?["background"]?["src"]?.string == image)
      #expect(images.contains(image))
      for note in scene["notes"]?.elements ?? [] {
        let pages = pages[note["entryId"]?.string ?? ""]
        #expect(note["pageId"]?.string.map { pages?.contains($0) == true } == true)
        #expect((0..<width).contains(note["x"]?.int ?? -1))
        #expect((0..<height).contains(note["y"]?.int ?? -1))
        pins += 1
      }
    }
    #expect(pins > 20)
    // Images, and links in texts and tables.
    let text = String(decoding: made.documents.adventure, as: UTF8.self)
    for part in text.split(separator: "<img src=\\\"").dropFirst() {
      #expect(images.contains(String(part.prefix { $0 != "\\" })))
    }
    let scenes = Set((adventure["scenes"]?.elements ?? []).compactMap { $0["_id"]?.string })
    var links = 0
    for part in text.split(separator: "@UUID[").dropFirst() {
      let target = part.prefix { $0 != "]" }.split(separator: ".").map(String.init)
      if target.first == "Scene" {
        #expect(target.count == 2 && scenes.contains(target[1]))
      } else {
        try #require(target.count == 4)
        #expect(pages[target[1]]?.contains(target[3]) == true)
      }
      links += 1
    }
    #expect(links > 20)
  }

  @Test func `a second export has the same ids and bytes, and another edition has others`() throws {
    let world = try Self.sample()
    let first = try export(world)
    #expect(try export(world) == first)
    var renamed = world
    renamed.info.name = "Another"
    renamed.burgs = EntityList(
      renamed.burgs.map { burg in
        var burg = burg
        burg.name += "burgh"
        return burg
      })
    let second = try export(renamed)
    #expect(second.documents.journals.map(\.id) == first.documents.journals.map(\.id))
    #expect(second.documents.scenes.map(\.id) == first.documents.scenes.map(\.id))
    #expect(second.documents != first.documents)
    let part = try export(world) { options, text in
      text.region = .sheet(x: 100, y: 100, width: 400, height: 300)
      options.scenes = .world
    }
    #expect(Set(part.documents.scenes.map(\.id)).isDisjoint(with: first.documents.scenes.map(\.id)))
    let secret = try export(world, for: .gm)
    #expect(
      Set(secret.documents.journals.map(\.id))
        .isDisjoint(with: first.documents.journals.map(\.id)))
  }

  @Test func `players get no words of game masters`() throws {
    var world = try Self.sample()
    let town = try #require(world.burgs.first)
    world.notes = [
      MapNote(subject: "burg\(town.id)", name: "", legend: "Zzyzx keeps a secret [[/roll 1d6]]")
    ]
    var marker = Marker(id: 4000, icon: "x", position: town.position)
    marker.isHidden = true
    marker.cell = town.cell
    world.markers = EntityList([marker])
    world.notes.append(MapNote(subject: "marker4000", name: "Qwyx", legend: "<p>Vault</p>"))
    let secret = try export(world, for: .gm)
    let told = String(decoding: secret.documents.adventure, as: UTF8.self)
    for word in ["Zzyzx", "Qwyx", "Vault"] { #expect(told.contains(word)) }
    #expect(!told.contains("[[/roll"))
    let open = try export(world.withoutSecrets())
    let files =
      open.documents.adventure + open.module.manifest
      + open.documents.journals.flatMap { open.documents.json($0) }
      + open.documents.scenes.flatMap { open.documents.json($0) }
    let text = String(decoding: files, as: UTF8.self)
    for word in ["Zzyzx", "Qwyx", "Vault"] { #expect(!text.contains(word)) }
  }

  @Test func `a module has the name of its folder`() throws {
    let manifest = try json(try export(Self.sample()).module.manifest)
    #expect(manifest["id"]?.string == "sample")
    #expect(manifest["packs"]?[0]?["path"]?.string == "packs/atlas")
    #expect(manifest["packs"]?[0]?["type"]?.string == "Adventure")
    #expect(FoundryModule.isValid(id: "ardenfell-2"))
    for id in ["", "Ardenfell", "a b", "ä", "a.b"] { #expect(!FoundryModule.isValid(id: id)) }
  }

  @Test func `a short gazetteer pins capitals to their states`() throws {
    let made = try export(Self.sample()) { options, text in
      text.depth = .short
      options.scenes = .world
    }
    let scene = try #require(made.documents.scenes.first)
    #expect(made.documents.scenes.count == 1)
    #expect(!scene.notes.isEmpty)
    let states = Set(made.documents.journals.map(\.id))
    #expect(scene.notes.allSatisfy { states.contains($0.journal) })
  }

  @Test func `names become links where they stand alone`() {
    let links = [(name: "Ar", link: "[1]"), (name: "Bo", link: "[2]")]
    #expect(
      FoundryHTML.linked("Ar County has Argo, Ar and Bo; Bo.", links, keeping: ["Ar County"])
        == "Ar County has Argo, [1] and [2]; Bo.")
    #expect(FoundryHTML.linked("<b>Ar</b>", [(name: "b", link: "x")]) == "<b>Ar</b>")
    #expect(FoundryHTML.escaped("[[/roll 1d6]] @UUID[x] <b>") != "[[/roll 1d6]] @UUID[x] <b>")
  }

  // MARK: Frames

  @Test func `cells are whole pixels of their distance`() throws {
    let world = try Self.sample()
    let part = Rect(x: 100, y: 50, width: 300, height: 200)
    let frame = try SceneFrame(
      showing: part, of: world, width: 3000, cell: .distance(24, unit: world.units.distance))
    let side = 24 / world.units.distanceScale
    let scale = Double(frame.cell) / side
    #expect(abs(Double(frame.width) / frame.window.width - scale) < 1e-9 * scale)
    #expect(part.contains(frame.window.center))
    #expect(frame.window.width <= part.width + 1e-9)
    #expect(abs(frame.width - 3000) <= 3000 / 20)
    #expect(frame.distance == 24)
  }

  @Test func `cells that are too small are refused with a hint`() throws {
    let world = try Self.sample()
    let failure = #expect(throws: Failure.self) {
      _ = try self.export(world) { options, _ in options.cell = .units(0.5) }
    }
    #expect(failure?.diagnostics.first?.code == .tabletopCells)
    #expect(failure?.diagnostics.first?.hints.isEmpty == false)
    for (cell, part) in [
      (1e9, Rect(x: 0, y: 0, width: 100, height: 100)),
      (10, Rect(x: 0, y: 0, width: 1e-12, height: 500)),
      (10, Rect(x: 0, y: 0, width: 0, height: 500)),
    ] {
      #expect(throws: Failure.self) {
        try SceneFrame(showing: part, of: world, width: 3000, cell: .units(cell))
      }
      #expect(throws: Failure.self) {
        try SceneFrame(
          showing: Rect(x: 0, y: 0, width: part.width, height: .infinity), of: world, width: 3000,
          cell: nil)
      }
    }
    let unit = #expect(throws: Failure.self) {
      _ = try self.export(world) { options, _ in options.cell = .distance(2, unit: "moons") }
    }
    #expect(unit?.diagnostics.first?.code == .tabletopCells)
  }

  @Test func `a world without cells has no scenes`() throws {
    var world = try Self.sample()
    world.cells = nil
    let failure = #expect(throws: Failure.self) { _ = try self.export(world) }
    #expect(failure?.diagnostics.first?.code == .tabletopEmpty)
  }

  @Test func `distances are those that games use`() {
    #expect(CellSize.round(22, of: "mi") == 24)
    #expect(CellSize.round(7, of: "mi") == 6)
    #expect(CellSize.round(75, of: "mi") == 60)
    #expect(CellSize.round(22, of: "km") == 20)
    #expect(CellSize.round(0.3, of: "mi") == 0.2)
    #expect(CellSize.round(.infinity, of: "km") == 1)
  }

  // MARK: Universal VTT

  @Test(arguments: [0, 1, 2, 3, 4, 1000])
  func `a Universal VTT file holds its picture`(_ size: Int) throws {
    let picture = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var file: [UInt8] = []
    let writer = try UniversalVTTWriter(columns: 40, rows: 27, pixels: 100) {
      file.append(contentsOf: $0)
    }
    // In pieces that do not divide by three.
    for start in stride(from: 0, to: size, by: 7) {
      let piece = Array(picture[start..<min(size, start + 7)])
      try piece.withUnsafeBytes { try writer.write($0) }
    }
    try writer.finish()
    let json = try json(file)
    #expect(json["format"]?.double == 0.3)
    #expect(json["resolution"]?["map_size"]?["x"]?.int == 40)
    #expect(json["resolution"]?["map_size"]?["y"]?.int == 27)
    #expect(json["resolution"]?["map_origin"]?["x"]?.int == 0)
    #expect(json["resolution"]?["pixels_per_grid"]?.int == 100)
    for list in ["line_of_sight", "portals", "lights"] {
      #expect(json[list]?.kind == .array && json[list]?.count == 0)
    }
    #expect(json["environment"]?["ambient_light"]?.string == "ffffffff")
    let text = try #require(json["image"]?.string)
    #expect(Base64.decode(text) == picture)
  }

  @Test func `squares cover a map with whole pixels`() throws {
    let world = try Self.sample()
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    for part in [sheet, Rect(x: 10, y: 20, width: 333, height: 111)] {
      let frame = try SquareFrame(over: part, of: world, square: nil, pixels: 70)
      #expect(frame.rect.width >= part.width - 1e-6 && frame.rect.height >= part.height - 1e-6)
      #expect(frame.rect.width - part.width <= frame.size.side)
      #expect(
        Int((frame.rect.width * frame.scale).rounded()) == frame.columns * frame.pixels)
      #expect(Int((frame.rect.height * frame.scale).rounded()) == frame.rows * frame.pixels)
    }
    let inner = try SquareFrame(
      over: Rect(x: 10, y: 20, width: 333, height: 111), of: world, square: .units(10), pixels: 70)
    #expect(sheet.contains(inner.rect.center) && inner.rect.minX >= 0)
    let failure = #expect(throws: Failure.self) {
      _ = try SquareFrame(over: sheet, of: world, square: .units(0.1), pixels: 100)
    }
    #expect(failure?.diagnostics.first?.code == .tabletopCells)
  }
}
