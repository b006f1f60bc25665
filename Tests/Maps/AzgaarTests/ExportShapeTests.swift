// SPDX-License-Identifier: MIT
// Part of Platen: one small world as a JSON export in every shape and naming there is.

import Atlas
import Azgaar
import Diagnostics
import Foundation
import Geometry
import JSON
import TestSupport
import Testing

/// Writes the small save's world as FMG exports it.
private struct SmallExport {
  enum Cells { case records, columns, typedArrays }
  var cells = Cells.records
  /// The names of version 1.8: `coords`, `cells`, `biomes` for today's.
  var isOld = false
  var numbersAreText = false
  var hasGrid = true
  var hasSize = true
  let world: World
  let save: SmallSave

  init() throws {
    save = SmallSave()
    world = try read(save.bytes()).value.world
  }

  func bytes() -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("info")
      json.object { json in
        json.member("version", "1.147.1")
        json.member("mapName", "Kleinland")
        json.member("seed", "1234")
        if hasSize {
          json.member("width", 120)
          json.member("height", 90)
        }
        json.key("mapId")
        json.raw("1700000000000")
      }
      json.key("settings")
      json.object { json in
        number("distanceScale", 2, &json)
        json.member("distanceUnit", "km")
        json.member("heightUnit", "m")
        json.member("temperatureScale", "°C")
        json.member("areaUnit", "square")
        number("heightExponent", 1.8, &json)
        number("populationRate", 500, &json)
        number("urbanization", 1.5, &json)
        number("urbanDensity", 8, &json)
        json.member("stylePreset", "default")
        json.key("options")
        let settings = save.sections[1]
        let start = settings.firstIndex(of: "{") ?? settings.startIndex
        let end = settings.lastIndex(of: "}") ?? settings.startIndex
        json.raw(String(settings[start...end]))
      }
      json.key(isOld ? "coords" : "mapCoordinates")
      json.raw(save.sections[2])
      json.key(isOld ? "cells" : "pack")
      json.object { pack(&$0) }
      if hasGrid {
        json.key("grid")
        json.object { grid(&$0) }
      }
      json.key("notes")
      json.raw(save.sections[4])
      json.key(isOld ? "biomes" : "biomesData")
      json.raw(save.sections[3])
    }
    return json.utf8
  }

  private func number(_ name: String, _ value: Double, _ json: inout JSONWriter) {
    numbersAreText ? json.member(name, JSONWriter.format(value)) : json.member(name, value)
  }

  private func pack(_ json: inout JSONWriter) {
    guard let cells = world.cells else { return }
    let mesh = cells.mesh
    let numbers: [(String, (Int) -> Int)] = [
      ("i", { $0 }), ("g", { Int(cells.gridCell[$0]) }), ("h", { Int(cells.height[$0]) }),
      ("area", { Int(cells.area[$0]) }), ("f", { Int(cells.feature[$0]) }),
      ("t", { Int(cells.distance[$0]) }), ("haven", { Int(cells.haven[$0]) }),
      ("harbor", { Int(cells.harbor[$0]) }), ("fl", { Int(cells.flux[$0]) }),
      ("r", { Int(cells.river[$0]) }), ("conf", { Int(cells.confluence[$0]) }),
      ("biome", { Int(cells.biome[$0]) }), ("s", { Int(cells.suitability[$0]) }),
      ("culture", { Int(cells.culture[$0]) }), ("burg", { Int(cells.burg[$0]) }),
      ("state", { Int(cells.state[$0]) }), ("religion", { Int(cells.religion[$0]) }),
      ("province", { Int(cells.province[$0]) }),
    ]
    let lists: [(String, (Int) -> [Double])] = [
      ("v", { mesh.cellVertices[$0].map(Double.init) }),
      ("c", { mesh.cellNeighbors[$0].map(Double.init) }),
      ("p", { [mesh.sites[$0].x, mesh.sites[$0].y] }),
    ]
    json.key("cells")
    write(
      count: cells.count, numbers: numbers, lists: lists,
      floats: [("pop", { Double(cells.population[$0]) })], &json)
    let count = mesh.vertices.count
    json.key("vertices")
    write(
      count: count, numbers: [],
      lists: [
        ("p", { [mesh.vertices[$0].x, mesh.vertices[$0].y] }),
        ("v", { vertex in (0..<3).map { Double(mesh.vertexNeighbors[3 * vertex + $0]) } }),
        ("c", { vertex in (0..<3).map { Double(mesh.vertexCells[3 * vertex + $0]) } }),
      ], floats: [], &json, allowTyped: false)
    for (name, section) in [
      ("features", 12), ("cultures", 13), ("states", 14), ("burgs", 15), ("religions", 29),
      ("provinces", 30), ("rivers", 32), ("markers", 35), ("routes", 37), ("zones", 38),
    ] {
      json.key(name)
      json.raw(save.sections[section])
    }
  }

  private func grid(_ json: inout JSONWriter) {
    guard let terrain = world.terrain else { return }
    // The grid's own members, without the closing brace and with cells behind them.
    json.key("cells")
    write(
      count: terrain.mesh.cellCount,
      numbers: [
        ("i", { $0 }), ("h", { Int(terrain.height[$0]) }),
        ("prec", { Int(terrain.precipitation[$0]) }), ("f", { Int(terrain.feature[$0]) }),
        ("t", { Int(terrain.distance[$0]) }), ("temp", { Int(terrain.temperature[$0]) }),
      ], lists: [], floats: [], &json)
    json.member("spacing", terrain.spacing)
    json.member("cellsX", terrain.columns)
    json.member("cellsY", terrain.rows)
    json.member("cellsDesired", terrain.cellsDesired)
    for (name, points) in [("points", terrain.mesh.sites), ("boundary", terrain.boundary)] {
      json.member(
        name,
        array: { json in
          for point in points {
            json.array {
              $0.double(point.x); $0.double(point.y)
            }
          }
        })
    }
    json.key("features")
    json.raw(#"[0,{"i":1,"type":"ocean"},{"i":2,"type":"island"}]"#)
  }

  private func write(
    count: Int, numbers: [(String, (Int) -> Int)], lists: [(String, (Int) -> [Double])],
    floats: [(String, (Int) -> Double)], _ json: inout JSONWriter, allowTyped: Bool = true
  ) {
    func numeric(_ json: inout JSONWriter, _ value: Double) {
      numbersAreText ? json.string(JSONWriter.format(value)) : json.double(value)
    }
    if cells == .records {
      json.array { json in
        for index in 0..<count {
          json.object { json in
            for (name, value) in numbers {
              json.key(name)
              numeric(&json, Double(value(index)))
            }
            for (name, value) in floats {
              json.key(name)
              numeric(&json, value(index))
            }
            for (name, list) in lists {
              json.member(
                name,
                array: { json in
                  for value in list(index) { numeric(&json, value) }
                })
            }
          }
        }
      }
      return
    }
    json.object { json in
      for (name, value) in numbers.map({ pair in (pair.0, { Double(pair.1($0)) }) }) + floats {
        json.key(name)
        if cells == .typedArrays, allowTyped {
          json.object { json in
            for index in 0..<count { json.member("\(index)", value(index)) }
          }
        } else {
          json.array { json in
            for index in 0..<count { numeric(&json, value(index)) }
          }
        }
      }
      for (name, list) in lists {
        json.member(
          name,
          array: { json in
            for index in 0..<count {
              json.array { json in
                for value in list(index) { numeric(&json, value) }
              }
            }
          })
      }
    }
  }
}

@Suite struct ExportShapeTests {
  /// The parts that an export does not hold.
  private static let missing: Set<String> = [
    "ice", "presentation", "nameBases", "addedLabels", "relief", "coast",
  ]

  private func check(
    _ change: (inout SmallExport) -> Void, except ignored: Set<String> = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    var export = try SmallExport()
    change(&export)
    let imported = try read(export.bytes())
    #expect(
      differences(imported.value.world, export.world, except: Self.missing.union(ignored)) == [],
      sourceLocation: sourceLocation)
    #expect(imported.value.report.format == "azgaar-json-full", sourceLocation: sourceLocation)
    #expect(recognizes(export.bytes()), sourceLocation: sourceLocation)
  }

  @Test func records() throws { try check { _ in } }
  @Test func parallelArrays() throws { try check { $0.cells = .columns } }
  @Test func typedArrays() throws { try check { $0.cells = .typedArrays } }
  @Test func oldNames() throws { try check { $0.isOld = true } }
  @Test func numbersAsText() throws {
    try check {
      $0.numbersAreText = true
      $0.isOld = true
    }
  }
  @Test func withoutSize() throws { try check { $0.hasSize = false } }

  @Test func withoutTheGridTheListsAreTheMesh() throws {
    try check(
      { $0.hasGrid = false },
      except: ["terrain"])
  }

  @Test func listsThatDoNotFitAreAnError() throws {
    var export = try SmallExport()
    export.hasGrid = false
    let text = String(decoding: export.bytes(), as: UTF8.self)
    let broken = text.split(separator: #""v":["#, omittingEmptySubsequences: false)
      .joined(separator: #""v":[999999,"#)
    #expect(errorCode(Array(broken.utf8)) == "map.mesh")
  }

  private func changed(
    _ old: String, _ new: String, shape: SmallExport.Cells = .records
  ) throws -> [UInt8] {
    var export = try SmallExport()
    export.cells = shape
    let text = String(decoding: export.bytes(), as: UTF8.self)
    let place = try #require(text.range(of: old))
    return Array((text[..<place.lowerBound] + new + text[place.upperBound...]).utf8)
  }

  @Test func columnsOfAnotherLengthAreAnError() throws {
    let bytes = try changed(#""biome":[0,"#, #""biome":["#, shape: .columns)
    let failure = try #require(throws: Failure.self) { try read(bytes) }
    let diagnostic = try #require(failure.diagnostics.first)
    #expect(diagnostic.code == "map.cell-count")
    #expect(diagnostic.message.contains("117") && diagnostic.message.contains("116"))
    #expect(diagnostic.place?.field == "cells.biome")
  }

  @Test func valuesOutOfRangeAreClampedWithAWarning() throws {
    let imported = try read(try changed(#""burg":0"#, #""burg":70000"#))
    #expect(codes(imported.warnings).contains("map.value-range"))
    let population = try read(try changed(#""pop":0"#, #""pop":1e300"#))
    #expect(population.value.world.cells?.population[0] == 0)
    #expect(codes(population.warnings) == ["map.value-range"])
  }

  @Test(arguments: ["null", "[]", "[1e300, 5]"])
  func cellsWithoutAPlaceAreInTheMiddleOfTheirCorners(place: String) throws {
    let imported = try read(try changed(#""p":["#, #""p":\#(place),"q":["#))
    #expect(codes(imported.warnings).contains("map.cell-place"))
    let mesh = try #require(imported.value.world.cells?.mesh)
    let corners = mesh.cellVertices[0].map { mesh.vertices[Int($0)] }
    let box = try #require(Rect(enclosing: corners))
    #expect((box.minX...box.maxX).contains(mesh.sites[0].x))
    #expect((box.minY...box.maxY).contains(mesh.sites[0].y))
  }

  @Test func newerVersionsAreReadWithAWarning() throws {
    let imported = try read(try changed("1.147.1", "1.154.0"))
    #expect(codes(imported.warnings) == ["map.version-newer"])
  }

  @Test func faultsNameLineAndColumn() throws {
    let failure = try #require(throws: Failure.self) {
      try read(Array("{\"info\":{},\n \"pack\":{\"cells\":[}}".utf8))
    }
    #expect(failure.diagnostics.first?.place == Diagnostics.SourceLocation(line: 2, column: 19))
    #expect(failure.diagnostics.first?.code == "map.json")
  }

  @Test func brokenExportsNeverTrap() throws {
    var export = try SmallExport()
    var random = Dice(seed: 7)
    for shape in [SmallExport.Cells.records, .columns] {
      export.cells = shape
      for hasGrid in [true, false] {
        export.hasGrid = hasGrid
        let bytes = export.bytes()
        for length in stride(from: 0, to: bytes.count, by: bytes.count / 50) {
          #expect(errorCode(Array(bytes[..<length])) != nil)
        }
        for _ in 0..<250 {
          var changed = bytes
          for _ in 0...random(4) {
            // Digits for digits keep the text JSON and change what it means.
            let place = random(changed.count)
            changed[place] = UInt8(ascii: "0") + UInt8(random(10))
          }
          let code = errorCode(changed)
          #expect(code?.hasPrefix("map.") ?? true)
        }
      }
    }
  }
}
