// SPDX-License-Identifier: MIT
// Part of Platen: every real save must read, with as many rows as its own sections hold.

import Atlas
import Azgaar
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Real saves that can be read: all but the one from before version 0.70.
let readableSaves =
  (Shared.files(in: "maps/saves", suffix: ".map")
  + Shared.files(in: "maps/generator", suffix: ".map"))
  .filter { !$0.contains("fantasy_map_1542492422343") }

/// A save taken apart the slow and simple way, to compare with.
private struct PlainSave {
  var head: [String] = []
  var drawing = ""
  var tail: [String] = []

  init(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    let start = try #require(text.range(of: "\n<svg"))
    let end = try #require(text.range(of: "</svg>\n{\"spacing\""))
    head = text[..<start.lowerBound].components(separatedBy: "\n")
    drawing = String(text[start.upperBound..<end.lowerBound])
    let rest = text[end.lowerBound...].dropFirst("</svg>\n".count)
    tail = rest.components(separatedBy: "\n")
  }

  func section(_ number: Int) -> String {
    number < 6 + tail.count ? tail[number - 6] : ""
  }

  /// Rows of a table that are objects, not removed and not the placeholder 0.
  func rows(_ number: Int, zeroIsPlaceholder: Bool) throws -> [[String: Any]]? {
    let text = section(number)
    if text.isEmpty { return nil }
    let array = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any] ?? []
    return array.compactMap { $0 as? [String: Any] }.filter { row in
      !row.isEmpty && row["removed"] as? Bool != true
        && !(zeroIsPlaceholder && row["i"] as? Int == 0)
    }
  }
}

@Suite(.enabled(if: Shared.isPresent)) struct SaveFileTests {
  @Test(arguments: readableSaves)
  func tablesHaveTheRowsOfTheirSections(path: String) throws {
    let bytes = try Shared.bytes(path)
    let imported = try read(bytes)
    let world = imported.value.world
    let plain = try PlainSave(bytes)

    let expected: [(String, Int, Bool, Int)] = [
      ("cultures", 13, true, world.cultures.count), ("states", 14, true, world.states.count),
      ("burgs", 15, true, world.burgs.count), ("religions", 29, true, world.religions.count),
      ("rivers", 32, true, world.rivers.count),
      ("markers", 35, false, world.markers.count), ("routes", 37, false, world.routes.count),
      ("zones", 38, false, world.zones.count), ("ice", 39, false, world.ice.count),
    ]
    for (name, section, zero, count) in expected {
      if let rows = try plain.rows(section, zeroIsPlaceholder: zero) {
        #expect(count == rows.count, "\(name)")
      }
    }
    let states = try #require(try plain.rows(14, zeroIsPlaceholder: false))
    #expect(
      world.regiments.count == states.reduce(0) { $0 + (($1["military"] as? [Any])?.count ?? 0) })
    let names = try #require(try plain.rows(15, zeroIsPlaceholder: true)).map {
      $0["name"] as? String
    }
    #expect(world.burgs.map(\.name) == names)

    let terrain = try #require(world.terrain)
    let cells = try #require(world.cells)
    #expect(terrain.height.count == plain.section(7).split(separator: ",").count)
    #expect(cells.count == plain.section(25).split(separator: ",").count)
    #expect(
      cells.biome.map(Int.init) == plain.section(16).split(separator: ",").compactMap { Int($0) })
    #expect(
      cells.flux.map(Int.init) == plain.section(20).split(separator: ",").compactMap { Int($0) })
    #expect(
      cells.suitability
        == plain.section(24).split(separator: ",").compactMap { Int($0) }
        .map { Int16(truncatingIfNeeded: $0) })
    #expect(cells.population == plain.section(21).split(separator: ",").compactMap { Float($0) })
    #expect(
      terrain.temperature.map(Int.init)
        == plain.section(11).split(separator: ",").compactMap { Int($0) })
    #expect(world.biomes.count >= 13)
    #expect(world.info.width > 0 && world.info.height > 0)
    #expect(imported.warnings.allSatisfy { $0.severity != .error })
  }

  /// A small real save, cut at every fiftieth of its length and with bytes changed at random.
  @Test func damageToARealSaveNeverTraps() throws {
    let path =
      "maps/saves/"
      + "phazingazrael__Terra-Logger__v1.106.7---Via_(Small_Map)_2025-01-24-16-47.map"
    let bytes = try Shared.bytes(path)
    for part in 0..<50 {
      let code = errorCode(Array(bytes[..<(bytes.count * part / 50)]))
      #expect(code == "map.truncated" || (part == 0 && code == "map.empty"))
    }
    var random = Dice(seed: 1)
    for _ in 0..<60 {
      var changed = bytes
      for _ in 0...random(20) {
        let place = random(changed.count)
        // Digits for digits get past the parsers and into the tables.
        changed[place] =
          (48...57).contains(changed[place]) ? UInt8(48 + random(10)) : UInt8(random(256))
      }
      let code = errorCode(changed)
      #expect(code?.hasPrefix("map.") ?? true)
    }
  }
}
