// SPDX-License-Identifier: MIT
// Part of Platen: coats of arms on the map: whose, how large, where, and what is said of them.

import Atlas
import Diagnostics
import Drawing
import Geometry
import Heraldry
import TestSupport
import Testing

@testable import Cartography

@Suite struct EmblemTests {
  private func composition(
    _ world: World = SmallWorld.make(), look: MapLook = .azgaarBase, window: Rect? = nil,
    _ settings: [String: Double] = [:]
  ) throws -> Composition {
    var look = look
    for (name, value) in settings { try look.set(name, to: .number(value)) }
    var request = MapRequest(look: look, layers: try LayerSelection("emblems"))
    request.window = window
    return try Composition(world: world, request: request, text: PlainText())
  }

  @Test func sizesAreTheGenerators() throws {
    let emblems = try composition().emblems
    #expect(emblems.map(\.owner) == ["Westmark", "Osten"])
    // (800 + 450) / 40 / (1 + 2/100 - 13/200)
    for emblem in emblems { #expect(abs(emblem.size - 31.25 / 0.955) < 1e-9) }
    #expect(emblems.map(\.rank) == [.state, .state])
  }

  @Test func smallOnesAreLeftAwayUnlessAllAreWanted() throws {
    var world = SmallWorld.make()
    world.provinces.mutateAll {
      $0.coatOfArms = CoatOfArms(field: "vert")
      $0.pole = Point(120 + 80 * Double($0.id), 150)
    }
    #expect(try composition(world).emblems.count == 2)
    let all = try composition(world, ["emblems.min-size": 0]).emblems
    #expect(all.count == 6)
    #expect(all.map(\.rank) == all.map(\.rank).sorted())
    #expect(
      try composition(world, ["emblems.min-size": 0, "emblems.provinces": 0]).emblems.count == 2)
    #expect(try composition(world, ["emblems.states": 3]).emblems[0].size > 90)
  }

  @Test func aSizeOfNothingHides() throws {
    var world = SmallWorld.make()
    world.states.mutateAll { if $0.id == 1 { $0.coatOfArms?.size = 0 } }
    #expect(try composition(world).emblems.map(\.owner) == ["Osten"])
    world.presentation.groups["emblems/stateEmblems"] = ["data-size": "0"]
    #expect(try composition(world).emblems.isEmpty)
  }

  @Test func theUsersPlaceIsKept() throws {
    var world = SmallWorld.make()
    world.states.mutateAll {
      if $0.id == 1 { $0.coatOfArms?.position = Point(500, 240) }
      if $0.id == 2 { $0.pole = Point(505, 240) }
    }
    let emblems = try composition(world).emblems
    #expect(emblems[0].center == Point(500, 240))
    #expect(emblems[1].center.distance(to: emblems[0].center) > 20)
  }

  /// Arms on the pole of a state, an army or a pin there: the name of the state stands beside them.
  @Test(arguments: MapLook.builtIn.map(\.name), ["emblems", "military", "markers"])
  func theNameOfAStateStandsOnNoSign(look: String, layer: String) throws {
    var world = SmallWorld.make()
    let poles = world.states.compactMap(\.pole)
    world.regiments = poles.enumerated().map {
      Regiment(id: $0, state: $0 + 1, name: "Guard", position: $1)
    }
    world.markers = Table(
      poles.enumerated().map { Marker(id: $0, icon: "x", position: $1 + Point(0, 8)) })
    let request = MapRequest(
      look: try MapLook.named(look), layers: try LayerSelection(["political", layer]),
      audience: .gm)
    let map = try Composition(world: world, request: request, text: PlainText())
    let signs: [Rect] =
      switch layer {
      case "emblems": map.emblems.map { $0.box.insetBy($0.size * 0.13) }
      case "military": map.seenRegiments.map(\.box)
      default: map.seenMarkers.map(\.box)
      }
    #expect(signs.count == 2)
    let names = Group(children: map.labelsLayer().nodes).texts.filter { text in
      ["westmark", "osten"].contains { text.source.lowercased().contains($0) }
    }
    #expect(names.count == 2)
    for name in names {
      for box in name.boxes {
        #expect(!signs.contains { $0.insetBy(0.3).intersects(box) }, "\(name.source)")
      }
    }
  }

  @Test func theyPartWhereTheyOverlap() {
    var crowd: [Emblem] = []
    for index in 0..<40 {
      let isState = index < 5
      let center = Point(100 + Double(index % 8) * 21, 100 + Double(index / 8) * 21)
      crowd.append(
        Emblem(
          rank: isState ? .state : .burg, owner: "\(index)", arms: CoatOfArms(field: "or"),
          center: center, size: isState ? 40 : 16, isPlaced: false))
    }
    func overlap(_ emblems: [Emblem]) -> Double {
      var sum = 0.0
      for (i, a) in emblems.enumerated() {
        for b in emblems[(i + 1)...] {
          sum += max(0, (a.size + b.size) / 2 - a.center.distance(to: b.center))
        }
      }
      return sum
    }
    let before = crowd
    EmblemSpacing.separate(&crowd)
    #expect(overlap(crowd) < overlap(before) * 0.35)
    for (a, b) in zip(before, crowd) {
      #expect(a.center.distance(to: b.center) <= a.size * 0.75 + 1e-9)
    }
    var again = before
    EmblemSpacing.separate(&again)
    #expect(again.map(\.center) == crowd.map(\.center))
    var two = [before[0], before[0]]
    EmblemSpacing.separate(&two)
    #expect(two[0].center.distance(to: two[1].center) > 30)
  }

  @Test func whatIsUploadedOrUnknownIsNamed() throws {
    var world = SmallWorld.make()
    world.states.mutateAll {
      if $0.id == 1 { $0.coatOfArms?.isCustom = true }
      if $0.id == 2 {
        $0.coatOfArms?.charges = [.init(charge: "toaster", tinctures: ["or"], positions: "e")]
      }
    }
    var request = MapRequest(look: .azgaarBase, layers: try LayerSelection("emblems"))
    let result = try MapComposer(request: request, text: PlainText()).compose(world)
    let codes = result.warnings.map(\.code.rawValue)
    #expect(codes.contains("heraldry.uploaded") && codes.contains("heraldry.charges"))
    #expect(result.warnings.contains { $0.message.contains("Westmark") })
    #expect(result.warnings.contains { $0.message.contains("toaster (1)") })
    request.charges = ["toaster": .init(nodes: [.path(PathNode(Path(circleAt: .zero, radius: 9)))])]
    let own = try MapComposer(request: request, text: PlainText()).compose(world)
    #expect(!own.warnings.contains { $0.code == "heraldry.charges" })
  }

  @Test func aPartShowsSmallerThingsToo() throws {
    var world = SmallWorld.make()
    world.provinces.mutateAll {
      $0.coatOfArms = CoatOfArms(field: "vert")
      $0.pole = Point(150 + 60 * Double($0.id), 220)
    }
    let whole = try composition(world)
    let part = try composition(world, window: Rect(x: 140, y: 150, width: 160, height: 90))
    #expect(whole.emblems.allSatisfy { $0.rank == .state })
    #expect(part.emblems.contains { $0.rank == .province })
    #expect(part.emblems.map(\.size).max() ?? 0 < 31.25)
  }

  @Test func worldsWithoutArmsHaveNone() throws {
    var world = SmallWorld.make()
    world.states.mutateAll { $0.coatOfArms = nil }
    #expect(try composition(world).emblemsLayer().nodes.isEmpty)
  }
}
