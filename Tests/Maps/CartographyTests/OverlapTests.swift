// SPDX-License-Identifier: MIT
// Part of Platen: on real maps no name, shield, pin, plate or army covers another.

import Atlas
import Azgaar
import Canvas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

/// The things on a map that hide the map under them, each with the boxes it fills.
struct StandingThings {
  private var things: [(name: String, boxes: [Rect])] = []

  init(on map: Composition) {
    for (index, node) in map.labelsLayer().nodes.enumerated() {
      guard case .group(let group) = node else { continue }
      // A key stands on a plate, the numbers it explains do not.
      let plates = group.leaves.compactMap { node -> Rect? in
        guard case .path(let path) = node, path.path.points.count >= 4, path.fill != nil,
          group.name.hasSuffix("-numbers")
        else { return nil }
        return path.path.controlBounds
      }
      if let plate = plates.first { add("key", [plate]) }
      for (place, text) in group.texts.enumerated() {
        let boxes = StandingThings.letters(of: text).filter { box in
          !plates.contains { $0.contains(box.center) }
        }
        add("name \(text.source) (\(index).\(place))", boxes)
      }
    }
    for (index, plate) in map.furniture.plates.enumerated() { add("plate \(index)", [plate]) }
    if map.request.layers.contains(.markers) {
      for pin in map.seenMarkers {
        // Round heads leave the corners of their boxes, and tails stand on a tip.
        var (head, tail) = (pin.box, pin.box)
        head.height *= 0.7
        tail = Rect(
          x: pin.box.center.x - pin.box.width / 8, y: head.maxY, width: pin.box.width / 4,
          height: pin.box.height * 0.3)
        add("pin \(pin.marker.id)", [head.insetBy(head.width * 0.1), tail])
      }
    }
    if map.request.layers.contains(.military) {
      for (index, army) in map.seenRegiments.enumerated() { add("army \(index)", [army.box]) }
    }
    if map.request.layers.contains(.emblems) {
      for (index, emblem) in map.emblems.enumerated() {
        add("shield \(index) of \(emblem.owner)", [emblem.box.insetBy(emblem.size * 0.15)])
      }
    }
  }

  /// The letters' boxes; those of narrow letters are narrow, others stand in the gaps of wide names.
  private static func letters(of text: TextNode) -> [Rect] {
    let (boxes, scalars) = (text.letters, Array(text.source.unicodeScalars))
    guard boxes.count == scalars.count else { return boxes }
    return zip(boxes, scalars).map { box, scalar in
      guard "IJijlftr'-".unicodeScalars.contains(scalar) else { return box }
      var narrow = box
      narrow.width = min(box.width, 0.26 * text.font.size)
      return narrow
    }
  }

  private mutating func add(_ name: String, _ boxes: [Rect]) {
    if !boxes.isEmpty { things.append((name, boxes)) }
  }

  /// Pairs of names of things that overlap.
  var overlaps: [String] {
    let boxes = things.enumerated().flatMap { index, thing in
      thing.boxes.map { (thing: index, box: $0.insetBy(0.1)) }
    }.sorted { $0.box.minX < $1.box.minX }
    var found: Set<[Int]> = []
    var open: [(thing: Int, box: Rect)] = []
    for next in boxes {
      open.removeAll { $0.box.maxX <= next.box.minX }
      for other in open where other.thing != next.thing && other.box.intersects(next.box) {
        found.insert([min(other.thing, next.thing), max(other.thing, next.thing)])
      }
      open.append(next)
    }
    return found.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
      .map { "\(things[$0[0]].name) and \(things[$0[1]].name)" }
      .filter { !StandingThings.areLinesOfOne($0) }
  }

  /// Lines of one name may stand close.
  private static func areLinesOfOne(_ pair: String) -> Bool {
    let numbers = pair.split(separator: "(").dropFirst().map { $0.prefix { $0 != ")" } }
      .map { $0.split(separator: ".").compactMap { Int($0) } }
    return pair.hasPrefix("name") && numbers.count == 2 && numbers[0].count == 2
      && numbers[1].count == 2 && numbers[0][0] == numbers[1][0]
      && abs(numbers[0][1] - numbers[1][1]) == 1 && numbers[0][0] < 2
  }
}

@Suite(.enabled(if: Shared.isPresent)) struct OverlapTests {
  /// Sizes differ in the least letters they name anything in.
  @Test(arguments: CapitalNameSaveTests.files, MapLook.builtIn.map(\.name))
  func nothingCoversAnother(file: String, look: String) throws {
    let world = try Shared.bytes(file).withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    guard world.cells != nil else { return }
    let text = try FontLibrary(FontSet())
    for (audience, pixels) in [
      (Audience.player, 1_280), (.player, 4_096), (.gm, 1_280), (.gm, 4_096),
    ] {
      var request = MapRequest(
        look: try MapLook.named(look),
        layers: try LayerSelection(
          ["political", "provinces", "emblems", "scale-bar", "title", "compass"]
            + (audience == .gm ? ["markers", "military"] : ["markers"])),
        audience: audience)
      var size = SizeRequest()
      size.width = pixels
      let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
      request.leastName = try ShownSize(MapSize(size, showing: sheet), for: .screen)
        .leastName(of: request.look, in: world)
      let map = try Composition(world: world, request: request, text: text)
      let overlaps = StandingThings(on: map).overlaps
      #expect(
        overlaps.isEmpty, "\(audience) \(pixels): \(overlaps.count), such as \(overlaps.prefix(8))")
      #expect(map.nameCounts.overlaps == 0)
    }
  }
}
