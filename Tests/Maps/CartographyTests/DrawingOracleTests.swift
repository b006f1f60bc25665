// SPDX-License-Identifier: MIT
// Part of Platen: our outlines against the drawings FMG left in its saves.

import Atlas
import Azgaar
import Diagnostics
import Drawing
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Cartography

/// The drawing inside a save, as text.
struct SavedSVG {
  let world: World
  let text: String
  /// The places of ids, behind their quotation marks: the first of each.
  private let places: [Substring: String.Index]

  init(_ file: String) throws {
    let bytes = try Shared.bytes(file)
    world = try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    let text = String(decoding: bytes, as: UTF8.self)
    var places: [Substring: String.Index] = [:]
    var rest = text.utf8[...]
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      let start = text.utf8.index(after: quote)
      let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\"")) ?? text.endIndex
      if rest[..<quote].suffix(4).elementsEqual(" id=".utf8) {
        let id = text[start..<end]
        if places[id] == nil { places[id] = start }
        rest = text.utf8[end...].dropFirst()
      } else {
        rest = text.utf8[start...]
      }
    }
    self.text = text
    self.places = places
  }

  /// The path data of the element with this id, or nil.
  func path(_ id: String) -> Path? {
    guard let place = places[id[...]], let start = text[..<place].lastIndex(of: "<"),
      let end = text[place...].firstIndex(of: ">")
    else { return nil }
    return path(in: text[start..<end])
  }

  /// The path data of all paths in the group with this id.
  func paths(inGroup id: String) -> [Path] {
    guard let mark = text.range(of: "<g id=\"\(id)\""),
      let end = text.range(of: "</g>", range: mark.upperBound..<text.endIndex)
    else { return [] }
    return text[mark.upperBound..<end.lowerBound].split(separator: "<").compactMap {
      $0.hasPrefix("path") ? path(in: $0) : nil
    }
  }

  func path(in tag: Substring) -> Path? {
    guard let data = tag.range(of: " d=\"") else { return nil }
    return PathText(tag[data.upperBound...].prefix { $0 != "\"" }).path
  }
}

/// The path commands FMG writes: M, L, C, Q and Z with absolute coordinates.
private struct PathText {
  var path = Path()

  init(_ text: Substring) {
    var command: Character = "M"
    var numbers: [Double] = []
    var number = ""
    func flushNumber() {
      if let value = Double(number) { numbers.append(value) }
      number = ""
    }
    for character in text + " Z" {
      if character.isNumber || character == "." || character == "-" || character == "e" {
        if character == "-", !number.isEmpty, number.last != "e" { flushNumber() }
        number.append(character)
        continue
      }
      flushNumber()
      if character.isLetter {
        draw(command, numbers)
        numbers = []
        command = character
      }
    }
  }

  private mutating func draw(_ command: Character, _ n: [Double]) {
    let points = stride(from: 0, to: n.count - 1, by: 2).map { Point(n[$0], n[$0 + 1]) }
    switch command {
    case "M":
      for (index, point) in points.enumerated() {
        index == 0 ? path.move(to: point) : path.line(to: point)
      }
    case "L": for point in points { path.line(to: point) }
    case "C":
      for i in stride(from: 0, to: points.count - 2, by: 3) {
        path.curve(to: points[i + 2], points[i], points[i + 1])
      }
    case "Q":
      for i in stride(from: 0, to: points.count - 1, by: 2) {
        let pen = path.points[path.points.count - 1]
        path.curve(
          to: points[i + 1], pen + (points[i] - pen) * (2 / 3),
          points[i + 1] + (points[i] - points[i + 1]) * (2 / 3))
      }
    default: break
    }
  }
}

extension Path {
  /// The points the pen passes through, without control points.
  var stops: [Point] {
    var result: [Point] = []
    var next = 0
    for verb in verbs {
      switch verb {
      case .move, .line:
        result.append(points[next])
        next += 1
      case .curve:
        result.append(points[next + 2])
        next += 3
      case .close: break
      }
    }
    return result
  }
}

/// The part of `points` that has one of `others` within `reach`.
func share(of points: [Point], near others: [Point], reach: Double) -> Double {
  guard !points.isEmpty else { return others.isEmpty ? 1 : 0 }
  func key(_ p: Point) -> SIMD2<Int> { SIMD2(Int(p.x.rounded(.down)), Int(p.y.rounded(.down))) }
  let grid = Dictionary(grouping: others.filter(\.isFinite), by: key)
  let found = points.filter { point in
    let center = key(point)
    for dx in -1...1 {
      for dy in -1...1 {
        for other in grid[center &+ SIMD2(dx, dy)] ?? []
        where abs(other.x - point.x) <= reach && abs(other.y - point.y) <= reach { return true }
      }
    }
    return false
  }
  return Double(found.count) / Double(points.count)
}

@Suite(.enabled(if: Shared.isPresent)) struct DrawingOracleTests {
  static let saves = [
    "maps/generator/k10-continents/k10-continents.map",
    "maps/generator/k50-continents/k50-continents.map",
    "maps/generator/n10-continents/n10-continents.map",
  ]

  private func composition(_ world: World, _ layers: [String]) throws -> Composition {
    try Composition(
      world: world, request: MapRequest(look: .azgaarBase, layers: LayerSelection(layers)),
      text: PlainText())
  }

  @Test(arguments: saves)
  func coastsAndShores(file: String) throws {
    let saved = try SavedSVG(file)
    let map = try composition(saved.world, ["landmass"])
    var matched = 0
    var missed: [String] = []
    for shore in map.coasts.shores {
      guard let theirs = saved.path("feature_\(shore.id)") else { continue }
      // Numbers in saves have one decimal; ours are not rounded.
      let there = share(of: theirs.stops, near: shore.path.stops, reach: 0.0501)
      let back = share(of: shore.path.stops, near: theirs.stops, reach: 0.0501)
      if there == 1 && back == 1 {
        matched += 1
      } else {
        missed.append("\(shore.id): \(there) \(back)")
      }
    }
    #expect(matched > 5)
    #expect(matched >= map.coasts.shores.count * 95 / 100, "\(missed)")
  }

  @Test(arguments: saves + ["maps/generator/old-v1.7/old-v1.7.map"])
  func states(file: String) throws {
    let saved = try SavedSVG(file)
    let map = try composition(saved.world, ["states"])
    let labels = map.cells.state.map(Int32.init)
    let shaper = RegionShaper(
      mesh: map.cells.mesh, labels: labels, isSmooth: false, sheet: map.sheet)
    var compared = 0
    for outline in map.cellTracer.outlines(labels: labels) {
      guard let theirs = saved.path("state\(outline.label)") else { continue }
      compared += 1
      let there = share(
        of: theirs.stops, near: shaper.path(rings: outline.rings).stops, reach: 0.0501)
      #expect(there > 0.98, "state \(outline.label)")
    }
    #expect(compared > 5)
  }

  @Test(arguments: saves)
  func rivers(file: String) throws {
    let saved = try SavedSVG(file)
    let map = try composition(saved.world, ["rivers"])
    var shares: [Double] = []
    for river in saved.world.rivers {
      guard let theirs = saved.path("river\(river.id)") else { continue }
      shares.append(share(of: theirs.stops, near: map.ribbon(of: river).stops, reach: 1))
    }
    #expect(shares.count > 5)
    let mean = shares.reduce(0, +) / Double(max(shares.count, 1))
    #expect(mean > 0.97, "\(file): \(mean)")
  }

  @Test func depths() throws {
    let saved = try SavedSVG("maps/generator/k10-continents/k10-continents.map")
    let map = try composition(saved.world, ["landmass"])
    let theirs = saved.paths(inGroup: "oceanLayers")
    #expect(theirs.count == 3)
    for (step, path) in zip([-6, -3, -1], theirs) {
      let ours = map.shelf(to: step)
      let there = share(of: path.stops, near: ours.stops, reach: 0.0501)
      let back = share(of: ours.stops, near: path.stops, reach: 0.0501)
      #expect(there > 0.95 && back > 0.95, "step \(step): \(there) \(back)")
    }
  }

  /// Platen's rivers at their mouths, as a share of FMG's: the median of all.
  @Test(
    arguments: saves + [
      "maps/generator/old-v1.7/old-v1.7.map", "maps/generator/old-v1.99/old-v1.99.map",
      "maps/saves/tedneward__Azgaarnoth__Azgaarnoth__3ec6502.map",
      "maps/saves/pantinor__gdx-andius__Movia_2024-11-03-13-51.map",
    ])
  func riverWidths(file: String) throws {
    let saved = try SavedSVG(file)
    let map = try composition(saved.world, ["rivers"])
    func mouth(_ path: Path) -> Double? {
      guard let first = path.stops.first, let last = path.stops.last else { return nil }
      return first.distance(to: last)
    }
    let shares = saved.world.rivers.compactMap { river -> Double? in
      guard let theirs = saved.path("river\(river.id)").flatMap(mouth), theirs > 0.3,
        let ours = mouth(map.ribbon(of: river))
      else { return nil }
      return ours / theirs
    }.sorted()
    try #require(shares.count > 10)
    #expect(abs(shares[shares.count / 2] - 1) < 0.04)
    #expect(shares[shares.count * 9 / 10] < 1.2)
  }

  /// Rivers that leave a lake are as wide there as the saving version drew them.
  @Test(arguments: [
    "maps/saves/pantinor__gdx-andius__Movia_2024-11-03-13-51.map",
    "maps/generator/old-v1.99/old-v1.99.map",
    "maps/generator/k10-continents/k10-continents.map",
  ])
  func riverSources(file: String) throws {
    let saved = try SavedSVG(file)
    let map = try composition(saved.world, ["rivers"])
    /// The width where the pen turns from one bank to the other. FMG omits the move
    /// to the second bank: its first point is then the control point of the curve that follows.
    func source(_ path: Path) -> Double? {
      let stops = path.stops
      guard stops.count > 4 else { return nil }
      let turn = (stops.count + 1) / 2
      if stops.count.isMultiple(of: 2) { return stops[turn - 1].distance(to: stops[turn]) }
      guard path.points.count == 3 * stops.count - 2 else { return nil }
      return stops[turn - 1].distance(to: path.points[3 * turn - 2])
    }
    var compared = 0
    var missed: [String] = []
    for river in saved.world.rivers {
      guard let theirs = saved.path("river\(river.id)").flatMap(source),
        let ours = source(map.ribbon(of: river))
      else { continue }
      compared += 1
      if abs(ours - theirs) > 0.3 { missed.append("river \(river.id): \(ours), theirs \(theirs)") }
    }
    #expect(compared > 10)
    #expect(missed.count <= compared / 20, "\(missed)")
  }
}
