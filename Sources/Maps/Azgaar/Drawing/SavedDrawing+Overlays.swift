// SPDX-License-Identifier: MIT
// Part of Platen: fog, legend, winds and old rulers, which only the drawing keeps.

internal import Atlas
internal import Drawing
internal import Geometry

extension SavedDrawing {
  /// The most holes in the fog that are kept; a user uncovers states singly.
  private static let fogLimit = 256

  /// Fills in what lies over the map.
  func completeOverlays(_ world: inout World) {
    world.fogHoles = unsafe fogHoles.prefix(SavedDrawing.fogLimit)
      .map { unsafe PathDataReader.read($0).path }.filter { $0.points.count > 2 }
    let title = (elements["legend"] ?? []).first { $0.attributes["id"] == "legendLabel" }
    world.presentation.legend = group("legend")?.attributes["data"].flatMap {
      SavedLegend(data: $0, title: title?.lines.joined(separator: " ") ?? "")
    }
    world.presentation.winds = winds
    if world.measurers.isEmpty { world.measurers = measurers }
  }

  /// Signs that are kept; a save has one for each of six belts, and two for north and south.
  private static let windLimit = 64

  private var winds: [SavedWind] {
    let signs: [String: SavedWind.Direction] = [
      "\u{21C9}": .east, "\u{21C7}": .west, "\u{21CA}": .south, "\u{21C8}": .north,
    ]
    return (elements["prec"] ?? []).prefix(SavedDrawing.windLimit).compactMap { element in
      guard let direction = signs[element.lines.joined()],
        let x = element.attributes.number("x"), let y = element.attributes.number("y"),
        x.isFinite, y.isFinite
      else { return nil }
      return SavedWind(direction, Point(x, y))
    }
  }

  /// Rulers of versions before 1.61.
  private var measurers: [Measurer] {
    var found: [Measurer] = []
    for element in elements["ruler"] ?? [] {
      let kind = element.attributes["class"] ?? ""
      let measurer: Measurer?
      switch element.name {
      case "line" where kind == "white":
        guard let x1 = element.attributes.number("x1"), let y1 = element.attributes.number("y1"),
          let x2 = element.attributes.number("x2"), let y2 = element.attributes.number("y2")
        else { continue }
        measurer = Measurer(.ruler, [Point(x1, y1), Point(x2, y2)])
      case "g" where kind == "opisometer":
        measurer = Measurer(.opisometer, points(element.attributes["data-points"] ?? ""))
      case "path" where kind == "planimeter":
        measurer = element.attributes.path.map { Measurer(.planimeter, $0.anchors) }
      default: continue
      }
      if let measurer, measurer.points.count > 1, measurer.points.allSatisfy(\.isFinite) {
        found.append(measurer)
      }
    }
    return found
  }

  /// Pairs of numbers, whatever brackets and names stand between them.
  private func points(_ text: String) -> [Point] {
    let numbers = text.split { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "-")) }
      .compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
  }
}
