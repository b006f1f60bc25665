// SPDX-License-Identifier: MIT
// Part of Platen: areas as pixels, and how far each pixel is from the next area.

internal import Geometry

/// Labels of areas in a fine grid over a part of the sheet.
struct WashRaster {
  let columns: Int
  let rows: Int
  /// The area of the grid, in map units.
  let frame: Rect
  /// The width of a pixel, in map units.
  let pitch: Double
  /// One for each pixel, row by row.
  private(set) var labels: [Int32]

  static let mostColumns = 1600.0
  private static let mostPixels = 2_560_000.0

  /// A grid whose pixels all have `label`.
  init(over area: Rect, label: Int32) {
    pitch = max(
      area.width / WashRaster.mostColumns,
      (area.width * area.height / WashRaster.mostPixels).squareRoot(), 1e-3)
    columns = max(2, Int((area.width / pitch).rounded(.up)))
    rows = max(2, Int((area.height / pitch).rounded(.up)))
    frame = Rect(
      x: area.minX, y: area.minY, width: Double(columns) * pitch, height: Double(rows) * pitch)
    labels = [Int32](repeating: label, count: columns * rows)
  }

  func center(column: Int, row: Int) -> Point {
    Point(frame.minX + (Double(column) + 0.5) * pitch, frame.minY + (Double(row) + 0.5) * pitch)
  }

  /// Gives pixels inside `path`, even-odd, the label that `label` returns for theirs.
  mutating func fill(_ path: Path, _ label: (Int32) -> Int32) {
    let lines = path.flattened(tolerance: pitch / 4)
      .filter { $0.points.allSatisfy(\.isNearSheet) }
    guard let box = Rect(enclosing: lines.lazy.flatMap(\.points)) else { return }
    func row(_ y: Double) -> Int {
      let place = ((y - frame.minY) / pitch - 0.5).rounded(.up)
      return Int(max(-1, min(Double(rows), place)))
    }
    let (top, bottom) = (max(0, row(box.minY)), min(rows, row(box.maxY)))
    guard top < bottom else { return }
    var crossings = [[Double]](repeating: [], count: bottom - top)
    for line in lines where line.points.count > 1 {
      var before = line.points[line.points.count - 1]
      for point in line.points {
        let (upper, lower) = before.y < point.y ? (before, point) : (point, before)
        before = point
        guard upper.y < lower.y else { continue }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        for y in max(top, row(upper.y))..<max(top, row(upper.y), min(bottom, row(lower.y))) {
          let middle = frame.minY + (Double(y) + 0.5) * pitch
          crossings[y - top].append(upper.x + (middle - upper.y) * slope)
        }
      }
    }
    for (index, xs) in crossings.enumerated() {
      let xs = xs.sorted()
      for pair in stride(from: 0, to: xs.count - 1, by: 2) {
        func column(_ x: Double) -> Int {
          Int(max(0, min(Double(columns), ((x - frame.minX) / pitch - 0.5).rounded(.up))))
        }
        let start = (top + index) * columns
        for column in column(xs[pair])..<column(xs[pair + 1]) {
          labels[start + column] = label(labels[start + column])
        }
      }
    }
  }

  /// Gives each pixel with `label` the one that `find` returns for its center.
  mutating func relabel(_ label: Int32, _ find: (Point) -> Int32) {
    for row in 0..<rows {
      for step in 0..<columns {
        // There and back again, so that the next pixel is never far.
        let column = row % 2 == 0 ? step : columns - 1 - step
        let index = row * columns + column
        if labels[index] == label { labels[index] = find(center(column: column, row: row)) }
      }
    }
  }

  /// Moves the edges of areas to and fro by up to `reach` map units.
  mutating func stray(by reach: Double, wavelength: Double, noise: ValueNoise) {
    guard reach > 0 else { return }
    var waves = [0, 1].flatMap { plane in
      [
        rows(of: noise, plane: plane, wavelength: wavelength),
        rows(of: noise, plane: plane + 2, wavelength: wavelength / 3.3),
      ]
    }
    let source = labels
    let (far, near) = (1.5 * reach / pitch, 0.5 * reach / pitch)
    for row in 0..<rows {
      for index in waves.indices { waves[index].read(row: row) }
      for column in 0..<columns {
        let dx = far * (waves[0].row[column] - 0.5) + near * (waves[1].row[column] - 0.5)
        let dy = far * (waves[2].row[column] - 0.5) + near * (waves[3].row[column] - 0.5)
        let x = max(0, min(columns - 1, Int((Double(column) + dx).rounded())))
        let y = max(0, min(rows - 1, Int((Double(row) + dy).rounded())))
        labels[row * columns + column] = source[y * columns + x]
      }
    }
  }

  /// Noise over the grid that lies fast on the sheet.
  func rows(of noise: ValueNoise, plane: Int, wavelength: Double) -> NoiseRows {
    let wavelength = max(wavelength, pitch)
    let step = pitch / wavelength
    return NoiseRows(
      noise, plane: plane, period: 256, width: columns, step: Size(width: step, height: step),
      origin: Point(frame.minX / wavelength, frame.minY / wavelength))
  }

  /// The distance of each pixel's center from the edge of its area, in map units: half a pixel or
  /// more, and a large number without any edge.
  ///
  /// Squares of distances are exact: the lower envelope of parabolas, columns first (Felzenszwalb
  /// and Huttenlocher, 2012).
  func distances() -> [Float] {
    let far: Float = 1e12
    var squares = [Float](repeating: far, count: labels.count)
    for row in 0..<rows {
      for column in 0..<columns {
        let index = row * columns + column
        let own = labels[index]
        if column > 0 && labels[index - 1] != own
          || column + 1 < columns && labels[index + 1] != own
          || row > 0 && labels[index - columns] != own
          || row + 1 < rows && labels[index + columns] != own
        {
          squares[index] = 0
        }
      }
    }
    let longest = max(columns, rows)
    var lane = [Float](repeating: 0, count: longest)
    var places = [Int](repeating: 0, count: longest)
    var bounds = [Float](repeating: 0, count: longest + 1)
    func transform(_ count: Int, start: Int, stride: Int) {
      for i in 0..<count { lane[i] = squares[start + i * stride] }
      var last = 0
      places[0] = 0
      bounds[0] = -.infinity
      bounds[1] = .infinity
      for q in 1..<count {
        func meet(_ p: Int) -> Float {
          ((lane[q] - lane[p]) + Float(q * q - p * p)) / Float(2 * (q - p))
        }
        var s = meet(places[last])
        while s <= bounds[last] {
          last -= 1
          s = meet(places[last])
        }
        last += 1
        places[last] = q
        bounds[last] = s
        bounds[last + 1] = .infinity
      }
      var k = 0
      for i in 0..<count {
        while bounds[k + 1] < Float(i) { k += 1 }
        let d = Float(i - places[k])
        squares[start + i * stride] = min(far, d * d + lane[places[k]])
      }
    }
    for column in 0..<columns { transform(rows, start: column, stride: columns) }
    for row in 0..<rows { transform(columns, start: row * columns, stride: 1) }
    return squares.map { Float(pitch) * ($0.squareRoot() + 0.5) }
  }
}
