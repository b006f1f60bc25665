// SPDX-License-Identifier: MIT
// Part of Platen: what a world's source says and no table holds is in FMG's forms again.

import Atlas
import Azgaar
import Diagnostics
import Digests
import Exports
import JSON
import TestSupport
import Testing

@Suite struct GeneratorFormTests {
  /// A save with something in every table that worlds have no place for.
  private static func save() -> SmallSave {
    var save = SmallSave()
    func change(_ section: Int, _ old: String, _ new: String) {
      #expect(save.sections[section].contains(old), "\(old)")
      save.sections[section] = save.sections[section].replacingFirst(old, new)
    }
    change(1, "|1.5||||||", "|1.5|34|41|||50|")
    change(1, #""era""#, #""threeD":{"scale":50,"sun":{"x":1.5}},"labels":[null,true],"era""#)
    change(1, "||default||8||", "|1|default|0|8|55|")
    change(12, #""subtype""#, #""flux":12.5,"inlets":[3],"subtype""#)
    change(13, #""origins":[null]"#, #""origins":[null],"base":1,"type":"SECRET-NONE""#)
    change(13, #""code":"Vo""#, #""code":"Vo","lock":true"#)
    change(14, #""name":"Neutrals""#, #""name":"SECRET-NONE","neighbors":[1,2],"urban":0.5"#)
    change(
      14, #""neighbors":[2]"#,
      #""neighbors":[0,2],"alert":1.46,"treasury":771234.25,"cells":5"#)
    change(14, #""name":"Weg""#, #""name":"SECRET-STATE","rural":3"#)
    change(
      15, #""port":1"#,
      #""port":"1","market":1,"treasury":881234.5,"production":[{"goodId":1,"units":2}]"#)
    change(15, #""name":"Fort""#, #""name":"SECRET-BURG""#)
    change(29, #""code":"Gl""#, #""code":"Gl","expansion":"SECRET-WORD","expansionism":2"#)
    change(35, #""cell":8"#, #""cell":8,"lock":"SECRET-MARKER""#)
    save.sections[41] =
      ##"[{"i":1,"name":"Wood","tags":["fuel"],"icon":"good-wood","color":"#966F33","value":1,"biomeOutput":{"3":0.5}}]"##
    save.sections[42] =
      ##"[{"i":1,"centerBurgId":1,"color":"#80b1d3","goods":{"1":{"stock":2.5,"price":1.5}}}]"##
    save.sections[43] =
      #"[{"i":7,"seller":1,"sellerType":"market","buyer":1,"buyerType":"burg","good":1,"units":0.5,"price":0.25,"tax":0}]"#
    save.sections[46] = #"[{"type":"RouteOpisometer","points":[[1.5,2],[3,4]]}]"#
    return save
  }

  /// Keys of exports with the sections of saves that hold the same.
  private static let sections = [
    ("features", 12), ("biomes", 3), ("cultures", 13), ("states", 14), ("burgs", 15),
    ("religions", 29), ("provinces", 30), ("rivers", 32), ("markers", 35), ("routes", 37),
    ("goods", 41), ("markets", 42), ("deals", 43), ("measurers", 46),
  ]

  @Test(arguments: [DataFormat.full, .minimal, .packCells])
  func nothingOfARowIsLost(format: DataFormat) throws {
    let save = Self.save()
    let world = try readWorld(save.bytes())
    let ours = try JSONDocument(parsing: export(world, format))
    for (table, section) in Self.sections {
      let source = try JSONDocument(parsing: Array(save.sections[section].utf8))
      let lost = source.withView { source in
        ours.withView { root in
          losses(source, (root["pack"] ?? root["cells"])?.member(named: table), at: table)
        }
      }
      // A burg that is no port has no such field, as in later versions; features are counted anew.
      let counted = ["cells", "firstCell", "vertices"]
      #expect(
        lost.filter { path in
          path != "burgs[2].port"
            && !(path.hasPrefix("features[") && counted.contains { path.hasSuffix("." + $0) })
        } == [])
    }
    #expect(ours.withView { doubled(in: $0, at: "") } == [])
    guard format != .packCells else { return }
    let settings = #"""
      {"mapSize":"34","latitude":"41","prec":"50","longitude":"55","hideLabels":true,
      "rescaleLabels":false,"urbanDensity":8,
      "options":{"winds":[225,45,225,315,135,315],"year":7,"era":"Ära | x","eraShort":"Ä",
      "threeD":{"scale":50,"sun":{"x":1.5}},"labels":[null,true]}}
      """#
    let source = try JSONDocument(parsing: Array(settings.utf8))
    let lost = source.withView { source in
      ours.withView { losses(source, $0["settings"], at: "settings") }
    }
    #expect(lost == [])
  }

  @Test func whatIsKeptIsReadAgain() throws {
    let world = try readWorld(Self.save().bytes())
    #expect(world.unmodeled.tables.count > 10)
    for format in [DataFormat.full, .minimal, .platenWorld] {
      let again = try readWorld(export(world, format))
      for (table, rows) in world.unmodeled.tables where again.unmodeled.tables[table] != rows {
        Issue.record("\(format): \(table)")
      }
      #expect(again.unmodeled.tables.count == world.unmodeled.tables.count)
      #expect(again.goods.map(\.id) == world.goods.map(\.id))
      #expect(again.deals == world.deals && again.measurers == world.measurers)
    }
  }

  /// A save that differs in nothing but the day it was made is the same world.
  @Test func theDayIsNoPartOfAWorld() throws {
    var save = Self.save()
    let before = try Digest(canonicalOf: readWorld(save.bytes()))
    save.sections[0] = save.sections[0].replacingFirst("2026-1-2", "2026-3-4")
    #expect(try Digest(canonicalOf: readWorld(save.bytes())) == before)
    save.sections[14] = save.sections[14].replacingFirst("771234.25", "771234.5")
    #expect(try Digest(canonicalOf: readWorld(save.bytes())) != before)
  }

  @Test func playersGetNoneOfItsTexts() throws {
    let world = try readWorld(Self.save().bytes())
    let all = String(decoding: try export(world, .full), as: UTF8.self)
    for word in [
      "SECRET-NONE", "SECRET-STATE", "SECRET-BURG", "SECRET-WORD", "SECRET-MARKER", "881234.5",
      "771234.25", "\"tax\"", "\"production\"",
    ] {
      #expect(all.contains(word), "\(word)")
    }
    let (shown, _) = world.dataForPlayers()
    for format in [DataFormat.full, .minimal, .packCells, .gridCells, .platenWorld] {
      let text = String(decoding: try export(shown, format), as: UTF8.self)
      for word in [
        "SECRET", "881234.5", "771234.25", "\"tax\"", "\"production\"", "threeD", "\"lock\"",
      ] {
        #expect(!text.contains(word), "\(format): \(word)")
      }
    }
    // What says nothing but what a map shows is there, and rows that stand for none.
    let text = String(decoding: try export(shown, .full), as: UTF8.self)
    for part in [
      #""neighbors":[0,2]"#, #""flux":12.5"#, #""name":"Wildlands""#, #""name":"Neutrals""#,
      #""group":"sea_island""#, #""hideLabels":true"#, #""deity":null"#, #""port":"1""#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func keptTextThatIsNoJSONIsAnError() throws {
    let world = try readWorld(Self.save().bytes())
    let text = String(decoding: try export(world, .platenWorld), as: UTF8.self)
    for broken in ["1.46}", "1.46 2", "", "\\u0001\\\"a", "01"] {
      let damaged = text.replacingFirst(
        #""key":"alert","json":"1.46""#, #""key":"alert","json":"\#(broken)""#)
      #expect(damaged != text)
      let failure = try #require(throws: Failure.self) { try readWorld(Array(damaged.utf8)) }
      #expect(failure.diagnostics.first?.code == "platenworld.field")
      #expect(failure.diagnostics.first?.place?.field == "unmodeled.tables.states[1].alert")
    }
  }

  /// Every field of FMG's own exports, but what no save holds.
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: [
      ("k10-continents", "Minimal"), ("k10-continents", "Full"), ("k1-volcano", "Full"),
      ("n10-continents", "Minimal"),
    ])
  func theGeneratorsOwnExports(world name: String, format: String) throws {
    let folder = "maps/generator/\(name)/"
    let world = try readWorld(Shared.bytes(folder + "\(name).map"))
    let ours = try JSONDocument(
      parsing: export(world, format == "Full" ? .full : .minimal))
    let theirs = try JSONDocument(parsing: Shared.bytes(folder + "\(format).json"))
    let lost = theirs.withView { theirs in
      ours.withView { ours in
        theirs.members.flatMap { member -> [String] in
          let key = member.key
          // Cells of the session that made them: eroded heights, vertices in whole numbers.
          guard key != "grid" else { return [] }
          if key == "pack" {
            return member.value.members.flatMap { table in
              ["cells", "vertices"].contains(table.key)
                ? [] : losses(table.value, ours["pack"]?.member(named: table.key), at: table.key)
            }
          }
          return losses(member.value, ours.member(named: key), at: key)
        }
      }
    }
    let known = ["info.exportedAt", "biomesData.biomesMartix"]
    /// Differences that the documentation describes, or that are equal: cells of a zone twice, land
    /// round a lake in another order, areas of vertices in whole numbers, halves of a character.
    func isKnown(_ path: String) -> Bool {
      func ends(_ table: String, _ key: String) -> Bool {
        path.hasPrefix(table + "[") && path.hasSuffix("]." + key)
      }
      return known.contains(path) || ends("nameBases", "b") || ends("zones", "cells")
        || ends("features", "area") || path.hasPrefix("features[") && path.contains(".shoreline[")
        || ends("notes", "legend") && name == "n10-continents"
    }
    #expect(lost.filter { !isKnown($0) } == [])
  }
}

/// The places where `ours` has not what `source` has: another value, another kind of value, or
/// none.
private func losses(_ source: JSONView, _ ours: JSONView?, at path: String) -> [String] {
  guard let ours, ours.kind == source.kind else { return [path] }
  switch source.kind {
  case .null: return []
  case .bool: return source.bool == ours.bool ? [] : [path]
  case .number: return source.double == ours.double ? [] : [path]
  case .string:
    let (a, b) = (source.string ?? "", ours.string ?? "")
    return a == b || a.hasPrefix("#") && a.lowercased() == b ? [] : [path]
  case .array:
    guard source.count == ours.count else { return [path] }
    return zip(source.elements, ours.elements).enumerated().flatMap { index, pair in
      losses(pair.0, pair.1, at: "\(path)[\(index)]")
    }
  case .object:
    return source.members.flatMap { member in
      losses(member.value, ours.member(named: member.key), at: "\(path).\(member.key)")
    }
  }
}

/// The places where an object has one key twice.
private func doubled(in view: JSONView, at path: String) -> [String] {
  if view.isArray {
    return view.elements.enumerated().flatMap { doubled(in: $1, at: "\(path)[\($0)]") }
  }
  var seen: Set<String> = []
  return view.members.flatMap { member in
    (seen.insert(member.key).inserted ? [] : ["\(path).\(member.key)"])
      + doubled(in: member.value, at: "\(path).\(member.key)")
  }
}

extension String {
  /// The text with the first occurrence of a part replaced; itself where there is none.
  fileprivate func replacingFirst(_ part: String, _ other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
