// SPDX-License-Identifier: MIT
// Part of Platen: tests that the sentences of a gazetteer are true of its world, and that players get
// nothing that is for game masters.

import Atlas
import Azgaar
import Cartography
import Diagnostics
import Documents
import Geometry
import Routing
import TestSupport
import Testing
import Worldsmith

@testable import Gazetteers

@Suite struct GazetteerTests {
  static let sample = SampleWorld.map(seed: 7, cells: 2000, width: 900, height: 600, name: nil)

  static let saves =
    Shared.files(in: "maps/saves", suffix: ".map")

  private static func world(_ bytes: [UInt8]) throws -> World {
    try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  }

  private func gazetteer(
    _ world: World, _ change: (inout GazetteerOptions) -> Void = { _ in }
  ) throws -> Gazetteer {
    var options = GazetteerOptions()
    change(&options)
    return try Gazetteer(of: world, options, hasPictures: true)
  }

  /// The plain words of blocks, without index marks.
  private func text(_ gazetteer: Gazetteer) -> String {
    words(of: gazetteer.document.blocks).joined(separator: "\n")
  }

  private func words(of blocks: [Block]) -> [String] {
    blocks.flatMap { block -> [String] in
      switch block {
      case .heading(let heading): [heading.inlines.plainText]
      case .paragraph(let paragraph): [paragraph.inlines.plainText]
      case .list(let list): list.items.flatMap { words(of: $0.blocks) }
      case .table(let table):
        (table.head + table.body).flatMap(\.cells).flatMap { words(of: $0.blocks) }
      case .division(let division): words(of: division.blocks)
      default: []
      }
    }
  }

  /// The facts of a world, gathered in another way than the book does.
  private struct Facts {
    let world: World
    let phrases = Phrasebook.english

    func grouped(_ value: Double) -> String { phrases.grouped(Int(value.rounded())) }

    func people(of burg: Burg) -> Double {
      max(0, (burg.population * world.units.populationRate * world.units.urbanization).rounded())
    }

    func inhabitants(_ count: Double) -> String {
      "\(grouped(count)) inhabitant\(count == 1 ? "" : "s")"
    }

    func towns(_ count: Int) -> String { "\(phrases.grouped(count)) town\(count == 1 ? "" : "s")" }

    /// Land cells by the id that a column has.
    func cells(_ column: KeyPath<Cells, [UInt16]>, _ id: Int) -> [Int] {
      guard let cells = world.cells else { return [] }
      return (0..<cells.count).filter { cells.isLand($0) && Int(cells[keyPath: column][$0]) == id }
    }

    func burgs(in cells: [Int]) -> [Burg] {
      let inside = Set(cells)
      return world.burgs.filter { inside.contains($0.cell) }
    }

    func population(of cells: [Int]) -> Double {
      let rural = cells.reduce(0.0) {
        $0 + (Double(world.cells?.population[$1] ?? 0) * world.units.populationRate).rounded()
      }
      return rural + burgs(in: cells).reduce(0) { $0 + people(of: $1) }
    }

    func list(_ names: [String]) -> String {
      guard names.count > 1, let last = names.last else { return names.first ?? "" }
      return names.dropLast().joined(separator: ", ") + " and " + last
    }

    func line(_ text: String) -> String {
      text.split { $0.isNewline || $0 == "\t" || $0 == " " }.joined(separator: " ")
    }

    /// The true values of a statement; nil for phrases that are not read back here.
    func values(of statement: Statement) -> [String]? {
      switch (statement.subject, statement.phrase) {
      case (.state(let id), .gazetteerFullForm):
        guard let state = world.states[id: id] else { return [] }
        let forms = [
          "Monarchy": "a monarchy", "Republic": "a republic", "Union": "a union",
          "Theocracy": "a theocracy", "Anarchy": "an anarchy",
        ]
        return [line(state.name), line(state.fullName), forms[state.form] ?? "?"]
      case (.state(let id), .gazetteerCapitalIs):
        guard let capital = world.states[id: id]?.capital.flatMap({ world.burgs[id: $0] }) else {
          return []
        }
        return [line(capital.name), inhabitants(people(of: capital))]
      case (.state(let id), .gazetteerLand):
        return [statement.values[0], inhabitants(population(of: cells(\.state, id)))]
      case (.province(let id), .gazetteerLand):
        return [statement.values[0], inhabitants(population(of: cells(\.province, id)))]
      case (.state(let id), .gazetteerTownShare):
        return [towns(burgs(in: cells(\.state, id)).count), statement.values[1]]
      case (.province(let id), .gazetteerSeatIs):
        return [line(world.provinces[id: id]?.burg.flatMap { world.burgs[id: $0] }?.name ?? "")]
      case (.state(let id), .gazetteerEnemy): return related(id, "Enemy")
      case (.state(let id), .gazetteerAlly): return related(id, "Ally")
      case (.state(let id), .gazetteerVassal): return related(id, "Vassal")
      case (.state(let id), .gazetteerSuzerain): return related(id, "Suzerain")
      case (.town(let id), .gazetteerTownPartsAre):
        guard let town = world.burgs[id: id] else { return [] }
        let parts = [
          (town.hasCitadel, "a citadel"), (town.hasWalls, "walls"),
          (town.hasPlaza, "a market square"), (town.hasTemple, "a temple"),
          (town.hasShanty, "a shanty town"),
        ]
        return [list(parts.filter(\.0).map(\.1))]
      case (.town(let id), .gazetteerOnRiver):
        guard let town = world.burgs[id: id], let cells = world.cells else { return [] }
        return [line(world.rivers[id: Int(cells.river[town.cell])]?.name ?? "")]
      case (.town(let id), .gazetteerTownCapital):
        guard let town = world.burgs[id: id] else { return [] }
        let state = world.states.first { $0.id != 0 && $0.capital == id }
        return [line(town.name), line(state?.name ?? "?"), inhabitants(people(of: town))]
      case (.town(let id), .gazetteerNearest):
        guard let town = world.burgs[id: id] else { return [] }
        return [nearest(to: town)]
      case (.river(let id), .gazetteerFlows):
        guard let river = world.rivers[id: id] else { return [] }
        guard let parent = river.parent, parent != id, let other = world.rivers[id: parent] else {
          return statement.values
        }
        return [line(river.name), statement.values[1], "the river " + line(other.name)]
      default: return nil
      }
    }

    private func related(_ id: Int, _ word: String) -> [String] {
      let names = (world.states[id: id]?.diplomacy ?? [:]).filter { other, relation in
        relation == word && other != 0 && other != id && !cells(\.state, other).isEmpty
      }.compactMap { world.states[id: $0.key]?.name }.map(line)
      // The order of names is the book's.
      return [names.sorted().joined(separator: "|")]
    }

    private func nearest(to town: Burg) -> String {
      let directions = [
        "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
      ]
      let others = world.burgs.filter { $0.id != town.id && $0.position.isFinite }
        .map { (burg: $0, distance: $0.position.distance(to: town.position)) }
        .sorted { ($0.distance, $0.burg.id) < ($1.distance, $1.burg.id) }.prefix(3)
      return list(
        others.map { other in
          let (dx, dy) = (
            other.burg.position.x - town.position.x, other.burg.position.y - town.position.y
          )
          // Of eight directions, the one whose unit vector points there best.
          let best = directions.indices.max { a, b in
            func along(_ index: Int) -> Double {
              let (x, y) = [
                (0.0, -1.0), (0.7071067811865476, -0.7071067811865476), (1.0, 0.0),
                (0.7071067811865476, 0.7071067811865476), (0.0, 1.0),
                (-0.7071067811865476, 0.7071067811865476), (-1.0, 0.0),
                (-0.7071067811865476, -0.7071067811865476),
              ][index]
              return dx * x + dy * y
            }
            return along(a) < along(b)
          }
          let length = other.distance * world.units.distanceScale
          let tenths = Int((length * 10).rounded())
          let shown =
            length >= 10 || length == length.rounded()
            ? grouped(length) : "\(tenths / 10).\(tenths % 10)"
          return "\(line(other.burg.name)) (\(shown)\u{A0}\(world.units.distance) "
            + "\(directions[best ?? 0]))"
        })
    }
  }

  private func faults(_ world: World) throws -> (checked: Int, faults: [String]) {
    let facts = Facts(world: world)
    let book = try gazetteer(world) { $0.audience = .gm }
    var checked = 0
    var faults: [String] = []
    for statement in book.statements {
      guard var expected = facts.values(of: statement) else { continue }
      var said = statement.values
      switch statement.phrase {
      case .gazetteerEnemy, .gazetteerAlly, .gazetteerVassal, .gazetteerSuzerain:
        said = [
          said[0].replacing(" and ", with: ", ").split(separator: ", ").sorted()
            .joined(separator: "|")
        ]
        expected = [
          expected[0].split(separator: "|").flatMap {
            $0.replacing(" and ", with: ", ").split(separator: ", ")
          }.sorted().joined(separator: "|")
        ]
      default: break
      }
      checked += 1
      if said != expected, faults.count < 8 {
        faults.append("\(statement.subject) \(statement.phrase): \(said), not \(expected)")
      }
    }
    return (checked, faults)
  }

  @Test func `sentences about a made world are true`() throws {
    let (checked, faults) = try faults(GazetteerTests.world(GazetteerTests.sample))
    #expect(checked > 100)
    #expect(faults == [])
  }

  @Test(arguments: saves)
  func `sentences about real worlds are true`(file: String) throws {
    // Saves of the oldest versions are refused.
    guard let world = try? GazetteerTests.world(try Shared.bytes(file)) else { return }
    let (_, faults) = try faults(world)
    #expect(faults == [])
  }

  @Test(arguments: saves)
  func `real worlds read well`(file: String) throws {
    // Saves of the oldest versions are refused.
    guard let world = try? GazetteerTests.world(try Shared.bytes(file)) else { return }
    let text = text(try gazetteer(world) { $0.audience = .gm })
    for wrong in ["undefined", "NaN", "{1}", "{2}", " | ", " 1 towns", " 1 provinces", "  ", " ."] {
      #expect(!text.contains(wrong), "\(wrong)")
    }
  }

  @Test func `the same world gives the same book, and each part its map`() throws {
    let world = try GazetteerTests.world(GazetteerTests.sample)
    let one = try gazetteer(world)
    let again = try gazetteer(world)
    #expect(again.document == one.document)
    let names = one.pictures.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.contains("map-world.png"))
    let states = world.states.count { $0.id != 0 }
    #expect(names.count { $0.hasPrefix("map-state-") } == states)
  }

  @Test func `a short book has states and no towns, and a region no others`() throws {
    let world = try GazetteerTests.world(GazetteerTests.sample)
    let short = try gazetteer(world) { $0.depth = .short }
    #expect(!short.statements.contains { if case .town = $0.subject { true } else { false } })
    let state = try #require(world.states.first { $0.id != 0 })
    let part = try gazetteer(world) { $0.region = .named(.state, state.name) }
    let described = Set(
      part.statements.compactMap { statement -> Int? in
        if case .state(let id) = statement.subject { id } else { nil }
      })
    #expect(described == [state.id])
    #expect(throws: Failure.self) {
      try gazetteer(world) { $0.region = .named(.state, "Nowhere at all") }
    }
  }

  @Test func `days between capitals are those of the quickest ways`() throws {
    let world = try GazetteerTests.world(GazetteerTests.sample)
    let book = try gazetteer(world)
    let tables = book.document.blocks.compactMap { block -> Table? in
      if case .table(let table) = block { table } else { nil }
    }
    let days = try #require(tables.last)
    let cells = days.body.map { words(of: $0.cells.flatMap(\.blocks)) }
    let finder = try Wayfinder(world, by: .road)
    let names = cells.map { $0[1] }
    #expect(names.count > 2)
    let table = try finder.distances(between: .named(names)).value
    for (row, line) in cells.enumerated() {
      #expect(line.count == names.count + 2)
      for (column, text) in line.dropFirst(2).enumerated() {
        let way = row == column ? nil : table.ways[row][column]
        #expect(text == way.map { "\(max(1, Int($0.days.rounded(.up))))" } ?? "–")
      }
    }
  }

  @Test func `players get no markers, notes, zones and armies`() throws {
    let world = try GazetteerTests.world(GazetteerTests.sample)
    let secrets = try gazetteer(world) { $0.audience = .gm }
    let open = try gazetteer(world)
    func has(_ book: Gazetteer, _ test: (Statement) -> Bool) -> Bool {
      book.statements.contains(where: test)
    }
    let isMarker: (Statement) -> Bool = { if case .marker = $0.subject { true } else { false } }
    let isZone: (Statement) -> Bool = { if case .zone = $0.subject { true } else { false } }
    #expect(has(secrets, isMarker) && !has(open, isMarker))
    #expect(world.zones.isEmpty || has(secrets, isZone))
    #expect(!has(open, isZone))
    #expect(!has(open) { $0.phrase == .gazetteerForcesAre })
    let text = text(open)
    for note in world.notes where note.legend.count > 20 {
      #expect(!text.contains(note.legend), "\(note.subject)")
    }
  }

  @Test func `wordings have the same placeholders`() {
    func numbers(_ text: Substring) -> Set<Character> {
      Set(text.indices.filter { text[$0] == "{" }.map { text[text.index(after: $0)] })
    }
    for phrase in Phrase.allCases where phrase.rawValue.hasPrefix("gazetteer") {
      let wordings = phrase.english.split(separator: " | ")
      #expect(wordings.allSatisfy { numbers($0) == numbers(wordings[0]) }, "\(phrase)")
    }
  }

  @Test func `a note's markup is not printed`() {
    #expect(NoteText.plain("<p>A &amp; B<br>C</p><script>x") == "\nA & B\nC\nx")
    #expect(NoteText.plain("a < b, <b>c") == "a < b, c")
    #expect(NoteText.plain("a <b") == "a <b")
  }

  @Test func `towns are found as near as they are`() throws {
    let world = try GazetteerTests.world(GazetteerTests.sample)
    let network = TownNetwork(world)
    for town in world.burgs {
      let near = network.nearest(to: town.position, count: 3, besides: town.id)
      let all = world.burgs.filter { $0.id != town.id }
        .map { $0.position.distance(to: town.position) }.sorted().prefix(3)
      #expect(near.map(\.distance) == Array(all))
    }
  }
}
