// SPDX-License-Identifier: MIT
// Part of Platen: trade, measurers, fog and legend come out of saves of their versions.

import Atlas
import Azgaar
import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct SavedOverlayTests {
  private func world(_ change: (inout SmallSave) -> Void) throws -> Diagnosed<World> {
    var save = SmallSave()
    change(&save)
    let imported = try read(save.bytes())
    return Diagnosed(imported.value.world, warnings: imported.warnings)
  }

  @Test func goodsMarketsAndDeals() throws {
    let read = try world { save in
      save.sections[41] =
        ##"[{"i":1,"name":"Wood","icon":"good-wood","color":"#966F33","value":1,"biomeOutput":{"5":0.1,"x":2},"visible":true},{"i":2,"name":"Stone","color":"#979EA2"}]"##
      save.sections[42] =
        ##"[{"i":1,"centerBurgId":1,"color":"#80b1d3"},{"i":3,"centerBurgId":99}]"##
      save.sections[43] =
        #"[{"i":0,"seller":1,"sellerType":"market","buyer":1,"buyerType":"burg","good":1,"units":0.37,"price":0.29},{"seller":9,"sellerType":"market","buyer":1,"buyerType":"burg","good":1},{"seller":1,"buyer":1,"good":1}]"#
    }
    let world = read.value
    let wood = try #require(world.goods[id: 1])
    #expect(wood.biomeOutput == [5: 0.1] && wood.isVisible && wood.color == .rgb(150, 111, 51))
    #expect(world.goods[id: 2]?.isVisible == false)
    #expect(world.markets[id: 1]?.burg == 1 && world.markets[id: 3]?.burg == nil)
    #expect(
      world.deals == [
        Deal(
          seller: .init(isMarket: true, id: 1), buyer: .init(isMarket: false, id: 1), good: 1,
          units: 0.37, price: 0.29)
      ])
    for code in ["map.market-burg", "map.deal", "map.row"] {
      #expect(read.warnings.contains { $0.code == Diagnostic.Code(rawValue: code) }, "\(code)")
    }
  }

  @Test func cellsNameTheirGoodAndMarket() throws {
    let count = try #require(try world { _ in }.value.cells).count
    let read = try world { save in
      save.sections[40] = Array(repeating: "1", count: count).joined(separator: ",")
      save.sections[41] = #"[{"i":1,"name":"Wood"}]"#
      save.sections[44] = Array(repeating: "7", count: count).joined(separator: ",")
    }
    let cells = try #require(read.value.cells)
    #expect(cells.good.allSatisfy { $0 == 1 })
    // There is no market 7.
    #expect(cells.market.allSatisfy { $0 == 0 })
    #expect(read.warnings.contains { $0.code == "map.cell-market" })
  }

  @Test func measurersOfBothKinds() throws {
    let new = try world {
      $0.sections[46] =
        #"[{"type":"Ruler","points":[[1,2],[3,4]]},{"type":"Planimeter","points":[[1,2],[3,4],[5,9]]},{"type":"Ruler","points":[[1,2]]},{"type":"Yardstick","points":[[1,2],[3,4]]}]"#
    }
    #expect(new.value.measurers.map(\.kind) == [.ruler, .planimeter])
    #expect(new.warnings.contains { $0.code == "map.row" && $0.message.contains("2") })
    let old = try world {
      $0.sections[33] =
        "Ruler: 100,298 548,190; RouteOpisometer: 1,2 3,4.5 5,6; Opisometer: 1,x; Planimeter: "
    }
    #expect(
      old.value.measurers == [
        Measurer(.ruler, [Point(100, 298), Point(548, 190)]),
        Measurer(.routeOpisometer, [Point(1, 2), Point(3, 4.5), Point(5, 6)]),
      ])
  }

  @Test func theDrawingKeepsFogLegendAndOldRulers() throws {
    let read = try world {
      $0.sections[5] = ##"""
        <svg id="map" width="120" height="90"><defs><mask id="land"><path d="M0,0L1,0L1,1Z"/></mask><mask id="fog"><rect width="120" height="90" fill="white"/><path id="focusState1" d="M10,10L50,10L50,50Z"/></mask><mask id="water"><path d="M0,0L1,0L1,1Z"/></mask></defs><g id="viewbox"><g id="ruler"><g class="ruler"><line x1="1" y1="2" x2="30" y2="40" class="white"/><line x1="1" y1="2" x2="30" y2="40" class="gray"/><text>50 mi</text></g><g class="opisometer" data-points="[[1,2],[3.5,4],[5,6]]"><path class="white" d="M1,2L5,6"/></g><g><path class="planimeter" d="M1,1L9,1L9,9Z"/></g></g></g><g id="legend" data="2,#ccebc5,Go, zdor|8,rgb(1, 2, 3),Al'Uma|broken"><rect id="legendBox"/><g><text x="1">Gozdor</text><text id="legendLabel">Cultures</text></g></g></svg>
        """##
    }
    let world = read.value
    #expect(world.fogHoles.count == 1 && world.fogHoles[0].points.first == Point(10, 10))
    let legend = try #require(world.presentation.legend)
    #expect(legend.title == "Cultures")
    #expect(
      legend.rows == [
        .init(id: 2, color: .rgb(0xcc, 0xeb, 0xc5), name: "Go, zdor"),
        .init(id: 8, color: .rgb(1, 2, 3), name: "Al'Uma"),
      ])
    #expect(
      world.measurers == [
        Measurer(.ruler, [Point(1, 2), Point(30, 40)]),
        Measurer(.opisometer, [Point(1, 2), Point(3.5, 4), Point(5, 6)]),
        Measurer(.planimeter, [Point(1, 1), Point(9, 1), Point(9, 9)]),
      ])
  }

  @Test(.enabled(if: Shared.isPresent))
  func realSavesHaveThem() throws {
    func world(_ file: String) throws -> World {
      let bytes = try Shared.bytes("maps/" + file)
      return try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    }
    let new = try world("generator/n10-continents/n10-continents.map")
    #expect(new.goods.count == 71 && new.markets.count == 35 && new.deals.count == 14_301)
    #expect(new.measurers.count == 1 && new.cells?.market.contains(34) == true)
    let old = try world("saves/tedneward__Azgaarnoth__Sonia.map")
    #expect(old.presentation.legend?.title == "Cultures")
    #expect(old.presentation.legend?.rows.count == 11)
    #expect(old.measurers.first?.kind == .ruler)
  }
}
