// SPDX-License-Identifier: MIT
// Part of Platen: arrows of the winds that bring the rain, along the edges of the sheet.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// Two adjacent arrows for each wind the save shows in this part of the sheet.
  ///
  /// The save has letters of 32 units there: their place is where a letter begins on its line.
  func windArrows() -> [Node] {
    var path = Path()
    let size = 24 * scale
    let room = inside.insetBy(size * 0.7)
    for wind in world.presentation.winds {
      let middle = wind.position + Point(16, -11)
      guard window.contains(middle), room.width > 0, room.height > 0 else { continue }
      // A frame moves them in.
      let place = Point(
        min(max(middle.x, room.minX), room.maxX), min(max(middle.y, room.minY), room.maxY))
      let way: Point =
        switch wind.direction {
        case .east: Point(1, 0)
        case .west: Point(-1, 0)
        case .south: Point(0, 1)
        case .north: Point(0, -1)
        }
      let side = Point(-way.y, way.x)
      for aside in [-0.2, 0.2] {
        let center = place + side * (aside * size)
        let tip = center + way * (0.5 * size)
        path.append(line: [center - way * (0.5 * size), tip])
        path.append(line: [
          tip - (way + side) * (0.17 * size), tip, tip - (way - side) * (0.17 * size),
        ])
      }
    }
    guard !path.isEmpty else { return [] }
    func stroke(_ color: Color, _ width: Double) -> Stroke {
      Stroke(color, width: width * size, cap: .round, join: .round)
    }
    return [
      .path(PathNode(path, stroke: stroke(Color.white.opacity(0.6), 0.2))),
      .path(PathNode(path, stroke: stroke(look.climate.precipitationFill.opacity(1), 0.09))),
    ]
  }
}
