// SPDX-License-Identifier: MIT
// Part of Platen: labels of a saved look: letters of groups that users made, and names of states that
// run as the save shows them.

import Atlas
import Azgaar
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct SavedLabelTests {
  private static let way = [Point(130, 200), Point(220, 210), Point(330, 190)]

  /// A world whose author made groups of labels and set the first state's name along a way.
  private func world() throws -> World {
    var world = SmallWorld.make()
    world.presentation.groups = [
      "landmass": ["fill": "#ffffff"],
      "labels/states": ["fill": "#111111", "font-size": "20"],
      "labels/addedLabels": ["fill": "#222222", "font-size": "10"],
      "labels/straits": [
        "fill": "#0000ff", "font-size": "4", "data-size": "8", "font-family": "Metamorphous",
        "letter-spacing": "4", "style": "text-shadow: none",
      ],
      "labels/burgLabels": [:],
      "labels/burgLabels/cities": ["fill": "#333333", "font-size": "7"],
      "labels/burgLabels/ruins": ["fill": "#ff0000", "font-size": "6"],
    ]
    var strait = AddedLabel(id: 1, position: Point(600, 380), text: "Strait")
    strait.label.group = "straits"
    var plain = AddedLabel(id: 2, position: Point(600, 60), text: "Plain")
    plain.label.group = "addedLabels"
    plain.label.letterSpacing = 5
    var drawn = LabelOverride()
    drawn.path = Self.way
    drawn.fontSize = 75
    drawn.isProposal = true
    world.states.mutate(id: 1) { $0.drawnLabel = drawn }
    world.burgs.mutateAll { if !$0.isCapital { $0.group = "ruins" } }
    world.addedLabels = [strait, plain]
    return world
  }

  /// The texts of the map in the world's own look, or in FMG's.
  private func texts(_ world: World, isSaved: Bool = true) throws -> [TextNode] {
    let saved = SavedLook(of: world.presentation, over: .azgaarBase)
    let map = try Composition(
      world: world,
      request: MapRequest(look: isSaved ? saved.look : .azgaarBase, layers: .political),
      text: PlainText())
    return Group(name: "labels", children: map.labelsLayer().nodes).texts
  }

  @Test func groupsOfTheUserHaveTheirLetters() throws {
    let world = try world()
    let look = SavedLook(of: world.presentation, over: .azgaarBase).look
    #expect(look.saved.groups.keys.sorted() == ["straits"])
    #expect(look.saved.burgs.keys.sorted() == ["ruins"])
    #expect(look.saved.groups["straits"]?.spacing == 0.5)
    #expect(look.saved.groups["straits"]?.haloWidth == 0)
    #expect(look.fontFamilies.contains("Metamorphous"))
    // The settings of FMG's own group stay those of that group.
    #expect(look.value(of: "labels.added.size") == .number(10))
    let texts = try texts(world)
    let strait = try #require(texts.first { $0.source == "Strait" })
    #expect(strait.font.size == 8 && strait.font.face.name == "Metamorphous")
    #expect(strait.paint == .color(Color(0, 0, 1)))
    let plain = try #require(texts.first { $0.source == "Plain" })
    #expect(plain.font.size == 10)
    // Half an em a letter, and half an em between them.
    #expect(abs(plain.glyphs[1].position.distance(to: plain.glyphs[0].position) - 10) < 0.01)
    let town = try #require(
      texts.first { text in world.burgs.contains { !$0.isCapital && $0.name == text.source } })
    #expect(town.paint == .color(Color(1, 0, 0)))
    // A look that is not the save's own knows nothing of these groups.
    let other = try #require(try self.texts(world, isSaved: false).first { $0.source == "Strait" })
    #expect(other.font.size == 18)
  }

  @Test func namesOfStatesRunAsTheSaveShowsThem() throws {
    let world = try world()
    let name = try #require(try texts(world).first { $0.source == "Westmark" })
    #expect(name.font.size == 15)
    let way = try #require(TextPath(through: Self.way))
    for glyph in name.glyphs {
      let near = stride(from: 0, through: way.length, by: 1).map {
        way.place(at: $0).point.distance(to: glyph.position)
      }
      #expect(near.min() ?? .infinity < 10)
    }
    let own = try #require(
      try texts(world, isSaved: false).first { $0.source.contains("Westmark") })
    #expect(own.font.size != 15)
  }

  /// A state's name in a group of the user's has the letters of that group.
  @Test func aStateMayBeInAGroupOfTheUsers() throws {
    var world = try world()
    var label = LabelOverride()
    label.group = "straits"
    label.isProposal = true
    world.states.mutate(id: 1) { state in
      state.label = label
      state.drawnLabel?.fontSize = 150
    }
    let name = try #require(try texts(world).first { $0.source == "Westmark" })
    #expect(name.font.size == 12 && name.paint == .color(Color(0, 0, 1)))
  }

  /// Filters of letters that change colors alone are colors; others are reported with their place.
  @Test func filtersOfLetters() throws {
    var presentation = Presentation()
    presentation.groups = [
      "labels/states": ["fill": "#ffffff", "filter": "url(#filter-sepia)"],
      "labels/addedLabels": ["fill": "#808080", "filter": "url(\"#blur3\")"],
      "labels/own": ["fill": "#808080", "filter": "url(#dropShadow)"],
    ]
    let saved = SavedLook(of: presentation, over: .azgaarBase)
    #expect(saved.look.labels.states.color.hex == Tone("sepia")?.color(.white).hex)
    #expect(saved.diagnostics.count == 1)
    let message = saved.diagnostics.first?.message ?? ""
    #expect(message.contains("the filter blur3 of letters (labels/addedLabels)"))
    #expect(!message.contains("dropShadow") && !message.contains("sepia"))
  }

  /// Names of states in the looks of real saves: most run along the way that the save shows, none
  /// smaller than half of its letters there.
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: Shared.files(in: "maps/saves", suffix: ".map")
      + Shared.files(in: "maps/generator", suffix: ".map"))
  func realSaves(path: String) throws {
    let bytes = try Shared.bytes(path)
    guard let world = try? bytes.withUnsafeBytes({ try AzgaarReader.read($0) }).value.world else {
      return
    }
    let look = SavedLook(of: world.presentation, over: .azgaarBase).look
    let map = try Composition(
      world: world, request: MapRequest(look: look, layers: .political), text: PlainText())
    let regions = map.lettering.groups.flatMap { node -> [TextNode] in
      if case .group(let group) = node, group.name == "region-names" { group.texts } else { [] }
    }
    var (followed, all) = (0, 0)
    for state in world.states {
      guard let label = state.drawnLabel, let size = label.fontSize, state.label?.text == nil,
        state.label?.isHidden != true
      else { continue }
      let lines = (state.drawnName ?? state.name).split(separator: "|").map(String.init)
      // Lines such as "Kingdom" are part of several names.
      let texts = regions.filter { $0.source == lines.first }
      guard !texts.isEmpty else { continue }
      all += 1
      let wanted = look.labels.states.size * size / 100
      if texts.contains(where: { abs($0.font.size - wanted) < 0.01 * wanted }) { followed += 1 }
    }
    print("labels: \(path) \(followed) of \(all) names of states as large as in the save")
    #expect(Double(followed) >= 0.7 * Double(all), "\(path): \(followed) of \(all)")
  }
}
