// SPDX-License-Identifier: MIT
// Part of Platen: fog, legend and old rulers, which only the drawing keeps.

internal import Atlas
internal import Geometry
internal import JSON

extension SavedDrawing {
  /// Holes in the fog that are kept; a user uncovers states one by one.
  private static let fogLimit = 256

  /// Fills in what lies over the map.
  func completeOverlays(_ world: inout World) {
    world.fogHoles = fogHoles.prefix(SavedDrawing.fogLimit).map(PathData.path)
      .filter { $0.points.count > 2 }
    let title = (elements["legend"] ?? []).first { $0.attributes["id"] == "legendLabel" }
    world.presentation.legend = group("legend")?.attributes["data"].flatMap {
      SavedLegend(data: $0, title: title?.lines.joined(separator: " ") ?? "")
    }
    if world.measurers.isEmpty { world.measurers = measurers }
  }

  /// Rulers of versions before 1.61.
  private var measurers: [Measurer] {
    var found: [Measurer] = []
    for element in elements["ruler"] ?? [] {
      func number(_ name: StaticString) -> Double? {
        element.attributes.raw(name).flatMap { DecimalText.double($0) }
      }
      let kind = element.attributes["class"] ?? ""
      let measurer: Measurer?
      switch element.name {
      case "line" where kind == "white":
        guard let x1 = number("x1"), let y1 = number("y1"), let x2 = number("x2"),
          let y2 = number("y2")
        else { continue }
        measurer = Measurer(.ruler, [Point(x1, y1), Point(x2, y2)])
      case "g" where kind == "opisometer":
        measurer = Measurer(.opisometer, points(element.attributes["data-points"] ?? ""))
      case "path" where kind == "planimeter":
        measurer = element.attributes.raw("d").map {
          Measurer(.planimeter, PathData.path($0).anchors)
        }
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
