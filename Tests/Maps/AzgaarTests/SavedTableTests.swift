// SPDX-License-Identifier: MIT
// Part of Platen: what the rows of a small save become, and how broken references are mended.

import Atlas
import Azgaar
import Diagnostics
import Geometry
import TestSupport
import Testing

@Suite struct SavedTableTests {
  private let save = SmallSave()

  private func world(_ change: (inout SmallSave) -> Void = { _ in }) throws -> World {
    try imported(change).value.world
  }

  private func imported(
    options: ImportOptions = .init(), _ change: (inout SmallSave) -> Void = { _ in }
  ) throws -> Diagnosed<ImportedWorld> {
    var changed = save
    change(&changed)
    return try read(changed.bytes(), options: options)
  }

  @Test func settings() throws {
    let world = try world()
    #expect(world.info.name == "Kleinland")
    #expect(world.info.seed == "1234")
    #expect(world.info.mapID == "1700000000000")
    #expect(world.info.width == 120 && world.info.height == 90)
    #expect(world.info.year == "7" && world.info.era == "Ära | x" && world.info.eraShort == "Ä")
    #expect(world.units.distance == "km" && world.units.distanceScale == 2)
    #expect(world.units.height == "m" && world.units.heightExponent == 1.8)
    #expect(world.units.populationRate == 500 && world.units.urbanization == 1.5)
    #expect(world.units.urbanDensity == 8)
    #expect(world.coordinates == GeographicBounds(north: 40, south: 22, west: -12, east: 12))
    #expect(world.militaryUnits.map(\.name) == ["infantry"])
    #expect(world.presentation.stylePreset == "default" && world.presentation.stateNames == nil)
    let short = try self.world {
      $0.sections[1] = $0.sections[1].replacing(
        "{\"winds\"", with: "{\"stateLabelsMode\":\"short\",\"winds\"")
    }
    #expect(short.presentation.stateNames == "short")
    #expect(world.presentation.fonts == ["Georgia"])
    var coast = JaggedCoast()
    coast.maxDepth = 3
    #expect(world.coast == .jagged(coast))
  }

  @Test(arguments: [("1.118.9", false), ("1.119.0", true), ("1.99.12", false), ("1.4", false)])
  func coastFollowsTheVersion(version: String, isJagged: Bool) throws {
    let world = try world { $0.sections[0] = "\(version)|x|2026-1-2|1|120|90" }
    #expect((world.coast != .smooth) == isJagged)
  }

  @Test func peoplesAndRealms() throws {
    let world = try world()
    #expect(world.cultures.map(\.name) == ["Volk"])
    #expect(world.cultures[0].color == .rgb(0xBC, 0x80, 0xBD))
    #expect(world.cultures[0].origins == [])
    #expect(world.religions.map(\.name) == ["Glaube"])
    #expect(world.religions[0].deity == nil)
    #expect(world.states.map(\.id) == [1, 2])
    let north = world.states[0]
    #expect(north.fullName == "Nordreich" && north.formName == "Reich")
    #expect(north.diplomacy == [2: "Enemy"])
    #expect(world.chronicle == [["War", "a"]])
    #expect(north.pole == Point(50, 40))
    #expect(north.campaigns.map(\.start) == [-3])
    #expect(north.coatOfArms?.charges.first?.charge == "lion")
    #expect(world.states[1].color == .hatch(3))
    #expect(world.provinces.map(\.fullName) == ["Mark Alt"])
    #expect(world.regiments.map(\.total) == [10])
    #expect(world.regiments[0].units == [.init(unit: "infantry", count: 10)])
  }

  @Test func burgsAndOverlays() throws {
    let world = try world()
    #expect(world.burgs.map(\.name) == ["Alt", "Neu"])
    #expect(world.burgs[0].isCapital && world.burgs[0].hasCitadel)
    #expect(world.burgs[0].port == 1 && world.burgs[1].port == nil)
    #expect(world.burgs[1].group == "city")
    #expect(world.rivers[id: 3]?.cells == [10, 9, -1])
    #expect(world.rivers[id: 3]?.parent == nil)
    #expect(world.routes.map(\.id) == [0, 4])
    #expect(world.routes[id: 4]?.cells == [10, 11, 12])
    #expect(world.markers[0].icon == "🌋" && world.markers[0].iconOffset == Point(52, 50))
    #expect(world.zones[0].cells == [3, 4, 5])
    #expect(world.ice.map(\.kind) == [.glacier, .iceberg])
    #expect(world.ice[1].offset == Point(2, 3))
    #expect(world.notes[0].legend == "<b>x</b>\r\nzwei")
    #expect(world.nameBases.map(\.names) == ["", "Abingdon,Albrighton"])
    #expect(world.addedLabels.map(\.text) == ["Golf|von Alt"])
    #expect(world.presentation.order == ["ocean", "rivers", "labels"])
    #expect(world.presentation.active == ["ocean", "labels"])
    #expect(world.presentation.groups["rivers"] == ["fill": "#5d97bb"])
    #expect(world.presentation.groups["ocean/oceanLayers"] == ["layers": "-6,-3,-1"])
    #expect(world.presentation.groups["labels/state"] == ["fill": "#3e3e4b", "font-size": "22%"])
    #expect(world.presentation.groups["icons/burgIcons/capital"] == ["font-size": "2"])
  }

  @Test func relief() throws {
    let imported = try imported {
      $0.sections[49] =
        ##"[{"icon":"#relief-conifer-2","x":1.5,"y":2,"s":9.5},{"icon":"custom","x":"3","y":4,"s":5},{"x":1,"y":2,"s":3},7]"##
    }
    #expect(
      imported.value.world.relief == [
        ReliefIcon(symbol: "conifer-2", position: Point(1.5, 2), size: 9.5),
        ReliefIcon(symbol: "custom", position: Point(3, 4), size: 5),
      ])
    #expect(imported.warnings.map(\.place?.field) == ["relief"])
  }

  @Test func cells() throws {
    let cells = try #require(try world().cells)
    #expect(cells.count == SmallSave.cellCount)
    #expect(cells.suitability[4] == -2 && cells.suitability[5] == 5)
    #expect(cells.population[1] == 1.1234)
    #expect(cells.flux[10] == 30)
    #expect(cells.burg[12] == 2)
  }

  @Test func unsignedSuitabilityIsTheSame() throws {
    let cells = try #require(
      try world { $0.sections[24] = $0.sections[24].replacing("-2", "65534") }.cells)
    #expect(cells.suitability[4] == -2)
  }

  @Test func featuresTakeNamesOfTheirKind() throws {
    let features = try world().features
    #expect(features.first { $0.kind == .island }?.subtype == "isle")
    let imported = try imported {
      $0.sections[12] = #"[0,{"i":1,"type":"lake","name":"See"},{"i":99,"type":"island"}]"#
      $0.sections[12].insert(
        contentsOf: #"{"i":7,"type":"ocean"},"#,
        at: $0.sections[12].index($0.sections[12].startIndex, offsetBy: 3))
    }
    #expect(codes(imported.warnings).contains("map.features"))
    #expect(imported.value.world.features.allSatisfy { $0.name == nil })
  }

  // MARK: Biomes, words, mapping

  @Test func biomesOfOldSaves() throws {
    let world = try world {
      $0.sections[3] =
        "#53679f,#fbe79f,#000,#d2d082,#ffffff|0,2,5,20,30|Marine,Hot,removed,Savanna,Grass"
      $0.sections[16] = $0.sections[16].replacing("2", "1")
    }
    #expect(world.biomes.map(\.id) == [0, 1, 3, 4])
    #expect(world.biomes[id: 3]?.habitability == 20)
    #expect(world.biomes[id: 1]?.color == .rgb(0xFB, 0xE7, 0x9F))
    // What their saves lack is FMG's, and 50 and nothing for biomes of users.
    #expect(world.biomes.map(\.movementCost) == [10, 200, 60, 50])
    #expect(world.biomes.map(\.iconDensity) == [0, 3, 120, 120])
    #expect(world.biomes[id: 3]?.icons == ["acacia"] + Array(repeating: "grass", count: 9))
  }

  @Test func unknownWordsAreKeptWithAWarning() throws {
    let imported = try imported {
      $0.sections[3].removeLast()
      $0.sections[3] += #",{"i":13,"name":"Crystal"}]"#
      $0.sections[16] = $0.sections[16].replacing("4", "77")
      $0.sections[13] = $0.sections[13].replacing("River", "Sky")
      $0.sections[14] = $0.sections[14].replacing("Republic", "Hive")
    }
    #expect(
      codes(imported.warnings)
        == ["map.unknown-biome", "map.unknown-culture-type", "map.unknown-government"])
    let world = imported.value.world
    #expect(world.biomes[id: 13]?.name == "Crystal")
    #expect(world.biomes[id: 77]?.name == "Biome 77")
    #expect(world.cultures[0].type == "Sky")
    #expect(world.states[id: 2]?.form == "Hive")
  }

  @Test func mappingRenames() throws {
    let mapping = ImportMapping(
      biomes: [1: "Dunes", 13: "Forest"], cultureTypes: ["Sky": "Highland"],
      governmentTypes: ["Hive": "Union", "Monarchy": "Kingdom"])
    let imported = try imported(options: ImportOptions(mapping: mapping)) {
      $0.sections[3].removeLast()
      $0.sections[3] += #",{"i":13,"name":"Crystal"}]"#
      $0.sections[13] = $0.sections[13].replacing("River", "Sky")
      $0.sections[14] = $0.sections[14].replacing("Republic", "Hive")
    }
    #expect(imported.warnings == [])
    let world = imported.value.world
    #expect(world.biomes[id: 1]?.name == "Dunes")
    #expect(world.biomes[id: 13]?.name == "Forest")
    #expect(world.cultures[0].type == "Highland")
    #expect(world.states.map(\.form) == ["Kingdom", "Union"])
  }

  @Test func mappingRenamesBiomesThatOnlyCellsName() throws {
    let options = ImportOptions(mapping: ImportMapping(biomes: [77: "Ash waste"]))
    let imported = try imported(options: options) {
      $0.sections[16] = $0.sections[16].replacing("4", "77")
    }
    #expect(imported.value.world.biomes[id: 77]?.name == "Ash waste")
    #expect(imported.warnings == [])
  }

  @Test func olderWordsAndPlacesOfThings() throws {
    let imported = try imported {
      $0.sections[14] = $0.sections[14].replacing("Enemy", "Sympathy")
      $0.sections[15] =
        #"[0,{"i":1,"cell":10,"x":45,"y":35,"name":"A","state":1,"capital":1,"coa":{"t1":"or"},"coaSize":2.5}]"#
    }
    #expect(imported.value.world.states[id: 1]?.diplomacy == [2: "Friendly"])
    #expect(imported.value.world.burgs[id: 1]?.coatOfArms?.size == 2.5)
  }

  @Test func coatsOfArmsAreReadWhole() throws {
    let world = try world {
      $0.sections[15] =
        ##"""
        [0,{"i":1,"cell":10,"x":45,"y":35,"name":"A","state":1,"coa":{"t1":"vair-or-gules-small",
        "shield":"swiss","division":{"division":"perBend","t":"azure","line":"wavy"},
        "ordinaries":[{"ordinary":"fess","t":"sable","line":"nebuly","divided":"counter","above":true}],
        "charges":[{"charge":"lion","t":"or","t2":"gules","t3":"vert","p":"ejl","size":0.7,
        "sinister":1,"reversed":1,"divided":"field"}],"size":1.5,"x":12.5,"y":8}},
        {"i":2,"cell":12,"x":60,"y":50,"name":"B","state":1,"coa":{"t1":"or","custom":true}},
        {"i":3,"cell":12,"x":60,"y":51,"name":"C","state":1,"coa":"custom"},
        {"i":4,"cell":12,"x":60,"y":52,"name":"D","state":1}]
        """##.replacing("\n", with: "")
    }
    var expected = CoatOfArms(field: "vair-or-gules-small")
    expected.shield = "swiss"
    expected.division = .init(division: "perBend", tincture: "azure", line: "wavy")
    var fess = CoatOfArms.Ordinary(ordinary: "fess", tincture: "sable")
    fess.line = "nebuly"
    fess.divided = "counter"
    fess.isAbove = true
    expected.ordinaries = [fess]
    var lion = CoatOfArms.Charge(
      charge: "lion", tinctures: ["or", "gules", "vert"], positions: "ejl")
    lion.size = 0.7
    lion.isSinister = true
    lion.isReversed = true
    lion.divided = "field"
    expected.charges = [lion]
    expected.size = 1.5
    expected.position = Point(12.5, 8)
    #expect(world.burgs[id: 1]?.coatOfArms == expected)
    #expect(world.burgs[id: 2]?.coatOfArms?.isCustom == true)
    #expect(world.burgs[id: 3]?.coatOfArms?.isCustom == true)
    #expect(world.burgs[id: 4]?.coatOfArms == nil)
  }

  @Test(arguments: ["inf", "nan", "0x10"])
  func numbersInSettingsAreDecimal(text: String) throws {
    let world = try world {
      $0.sections[1] = $0.sections[1].dropLast("8||1.5".count) + "\(text)||1.5"
      $0.sections[31] = "German|5|12|lt|\(text)|"
    }
    #expect(world.units.urbanDensity == Units().urbanDensity)
    #expect(world.nameBases[0].multiwordRate == 0)
  }

  @Test func aWidthBeyondAllSheetsIsNone() throws {
    let imported = try imported {
      $0.sections[0] = "1.147.1|license|2026-1-2|1234|1e300|90|1"
    }
    #expect(codes(imported.warnings) == ["map.size"])
    #expect(imported.value.world.info.width == 120)
  }

  // MARK: What is no row

  @Test func sectionsThatAreNoTables() throws {
    let imported = try imported {
      $0.sections[38] = "{}"
      $0.sections[39] = "7"
    }
    #expect(codes(imported.warnings) == ["map.table"])
    #expect(imported.warnings.map(\.place?.field) == ["zones", "ice"])
  }

  @Test func rowsThatAreNone() throws {
    let imported = try imported {
      $0.sections[4] = #"[{"name":"no id"}]"#
      $0.sections[38] = #"[0,null,{},"zone",[1]]"#
      $0.sections[39] = #"[{"i":0,"points":[[1,1]]}]"#
      $0.sections[47] = #"[{"i":0,"label":{"text":"nowhere"}}]"#
      $0.sections[14] = $0.sections[14].replacing("bx", "y")
        .split(separator: #""x":50,"#, omittingEmptySubsequences: false).joined()
    }
    #expect(codes(imported.warnings) == ["map.row"])
    #expect(
      imported.warnings.map(\.place?.field) == [
        "notes", "regiments", "zones", "ice", "addedLabels",
      ])
  }

  // MARK: Integrity

  @Test func populationsThatAreNone() throws {
    let imported = try imported {
      $0.sections[21] =
        "1e300,-5,x,2.5"
        + $0.sections[21].drop { $0 != "," }
        .dropFirst().drop { $0 != "," }.dropFirst().drop { $0 != "," }.dropFirst().drop {
          $0 != ","
        }
    }
    #expect(imported.warnings.map(\.code) == ["map.value-range"])
    #expect(imported.warnings.first?.message.hasPrefix("3 values") == true)
    #expect(imported.value.world.cells?.population[..<4] == [0, 0, 0, 2.5])
  }

  @Test func referencesThatLeadNowhere() throws {
    let imported = try imported {
      $0.sections[13] = $0.sections[13].split(separator: #""origins":[0]"#)
        .joined(separator: #""origins":[0,88]"#)
      $0.sections[32] = $0.sections[32].split(separator: #""parent":3"#)
        .joined(separator: #""parent":99"#)
      $0.sections[15] = $0.sections[15].split(separator: #""feature":2,"#)
        .joined(separator: #""feature":22,"#)
    }
    #expect(imported.warnings.map(\.code) == ["map.reference"])
    let message = try #require(imported.warnings.first?.message)
    #expect(
      message == "references to missing rows were dropped: 1 of cultures' origins, "
        + "2 of burgs' features, 1 of rivers' parents")
    #expect(imported.value.world.rivers[id: 3]?.parent == nil)
  }

  @Test func valuesOutOfRangeAreClamped() throws {
    let imported = try imported {
      $0.sections[11] = $0.sections[11].replacing("20", "x")
      $0.sections[8] = "999," + $0.sections[8].drop { $0 != "," }.dropFirst()
    }
    #expect(codes(imported.warnings).contains("map.value-range"))
    #expect(imported.value.world.terrain?.precipitation[0] == 255)
    #expect(imported.value.world.terrain?.temperature[0] == 0)
  }

  @Test func cellsThatNameNothing() throws {
    let imported = try imported {
      for number in [17, 19, 22, 25, 26, 27] {
        $0.sections[number] = "9" + $0.sections[number].dropFirst()
      }
    }
    #expect(
      codes(imported.warnings) == [
        "map.cell-state", "map.cell-province", "map.cell-religion", "map.cell-culture",
        "map.cell-burg", "map.cell-river",
      ])
    let cells = try #require(imported.value.world.cells)
    #expect(cells.state[0] == 0 && cells.province[0] == 0 && cells.religion[0] == 0)
    #expect(cells.culture[0] == 0 && cells.burg[0] == 0 && cells.river[0] == 0)
  }

  @Test func burgsAreRepaired() throws {
    let imported = try imported {
      $0.sections[15] =
        #"[0,{"i":1,"cell":9999,"x":45,"y":35,"name":"A","state":9,"capital":true,"port":-1},{"i":2,"cell":12,"name":"B"},{"i":3,"cell":3,"x":1,"y":1,"name":"C","state":1,"capital":0},{"i":4,"cell":3,"x":1,"y":1,"name":"D","state":2,"capital":1},{"i":5,"cell":3,"x":1,"y":1,"name":"E","state":2,"capital":1}]"#
      $0.sections[17] = $0.sections[17].replacing("2", "3")
      $0.sections[30] = "[0]"
      $0.sections[27] = $0.sections[27].replacing("1", "0")
    }
    #expect(
      codes(imported.warnings) == [
        "map.burg-cell", "map.burg-state", "map.burg-capital", "map.burg-port",
        "map.burg-without-place", "map.state-capital", "map.reference",
      ])
    let world = imported.value.world
    #expect(world.burgs.map(\.name) == ["A", "C", "D", "E"])
    #expect(world.burgs.map(\.isCapital) == [false, true, true, false])
    #expect(world.states.map(\.capital) == [3, 4])
    let cells = try #require(world.cells)
    let nearest = cells.mesh.sites.indices.min {
      cells.mesh.sites[$0].squaredDistance(to: Point(45, 35))
        < cells.mesh.sites[$1].squaredDistance(to: Point(45, 35))
    }
    #expect(world.burgs[0].cell == nearest)
  }

  @Test func provincesRoutesMarkersAndReferences() throws {
    let imported = try imported {
      $0.sections[30] =
        #"[0,{"i":1,"state":9,"name":"Weg"},{"i":2,"state":1,"burg":77,"name":"Da","center":9999}]"#
      $0.sections[27] = $0.sections[27].replacing("1", "2")
      $0.sections[37] =
        #"[{"i":0,"group":"roads","points":[[1,2,3]]},{"i":1,"points":[[1,2,9999],[2,3]]}]"#
      $0.sections[35] = #"[{"i":0,"icon":"a","x":1,"y":2},{"i":0,"icon":"b","x":1,"y":2},{"i":1}]"#
      $0.sections[38] = #"[{"i":0,"name":"Z","cells":[-1,5,9999]}]"#
    }
    #expect(
      codes(imported.warnings) == [
        "map.province-state", "map.province-burg", "map.route-too-short", "map.duplicate-id",
        "map.marker-without-place", "map.cell-reference", "map.reference",
      ])
    let world = imported.value.world
    #expect(world.provinces.map(\.name) == ["Da"])
    #expect(world.provinces[0].burg == nil && world.provinces[0].center == nil)
    #expect(world.routes.map(\.id) == [1])
    #expect(world.routes[0].cells == [-1, -1])
    #expect(world.markers.map(\.icon) == ["a", "b"])
    #expect(Set(world.markers.map(\.id)).count == 2)
    #expect(world.zones[0].cells == [5])
  }

  @Test func movedVerticesMove() throws {
    let before = try #require(try world().cells)
    let vertex = Int(try #require(before.mesh.cellVertices[40].first))
    let imported = try imported {
      $0.sections[51] =
        #"{"pack":{"vertices":{"p":{"\#(vertex)":[[0,0],[33.5,44.25]],"99999":[[0,0],[1,1]]}}}}"#
    }
    let cells = try #require(imported.value.world.cells)
    #expect(cells.mesh.vertices[vertex] == Point(33.5, 44.25))
    #expect(codes(imported.warnings) == ["map.vertex"])
    #expect(cells.area != before.area)
  }
}

extension String {
  /// The text with every comma-separated or quoted `old` made `new`.
  func replacing(_ old: String, _ new: String) -> String {
    if contains("\"") {
      return split(separator: "\"\(old)\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\(new)\"")
    }
    return split(separator: ",", omittingEmptySubsequences: false)
      .map { $0 == old ? new : String($0) }.joined(separator: ",")
  }
}
