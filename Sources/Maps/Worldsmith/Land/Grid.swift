// SPDX-License-Identifier: MIT
// Part of Platen: the jittered grid of terrain cells a world stands on.

internal import Geometry

/// Points on a jittered grid, with the ring of points outside the sheet that closes their mesh.
///
/// Spacing, jitter and ring are the format's (so that its programs find them as they expect).
struct Grid {
  let size: Size
  let spacing: Double
  let columns: Int
  let rows: Int
  let boundary: [Point]
  let mesh: VoronoiMesh

  init(size: Size, cells: Int, seed: UInt64) {
    self.size = size
    let spacing = Grid.rounded((size.width * size.height / Double(cells)).squareRoot(), 2)
    self.spacing = spacing
    var dice = RandomStream(seed: seed, for: "grid")
    let radius = spacing / 2
    let jitter = radius * 0.9
    var points: [Point] = []
    points.reserveCapacity(cells + cells / 50)
    var lines = 0
    // Counting the steps instead of adding them up keeps every row at its exact place.
    while radius + Double(lines) * spacing < size.height {
      let y = radius + Double(lines) * spacing
      lines += 1
      var column = 0
      while radius + Double(column) * spacing < size.width {
        let x = radius + Double(column) * spacing
        column += 1
        points.append(
          Point(
            min(size.width, Grid.rounded(x + jitter * dice.number(-1...1), 2)),
            min(size.height, Grid.rounded(y + jitter * dice.number(-1...1), 2))))
      }
    }
    rows = lines
    columns = points.count / max(1, lines)
    boundary = Grid.ring(size: size, spacing: spacing)
    mesh = VoronoiMesh(sites: points, boundary: boundary)
  }

  /// Points outside the sheet, two spacings apart.
  private static func ring(size: Size, spacing: Double) -> [Point] {
    let offset = -spacing.rounded()
    let step = 2 * max(1, spacing)
    let (width, height) = (size.width - 2 * offset, size.height - 2 * offset)
    let (across, down) = ((width / step).rounded(.up) - 1, (height / step).rounded(.up) - 1)
    var ring: [Point] = []
    var place = 0.5
    while place < across {
      let x = (width * place / across + offset).rounded(.up)
      ring.append(Point(x, offset))
      ring.append(Point(x, height + offset))
      place += 1
    }
    place = 0.5
    while place < down {
      let y = (height * place / down + offset).rounded(.up)
      ring.append(Point(offset, y))
      ring.append(Point(width + offset, y))
      place += 1
    }
    return ring
  }

  static func rounded(_ value: Double, _ places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}

extension Size {
  /// The shorter side: what lengths on the sheet are measured in.
  var unit: Double { min(width, height) }
}
