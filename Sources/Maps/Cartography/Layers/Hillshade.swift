// SPDX-License-Identifier: MIT
// Part of Platen: the land's heights as light and shadow.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// Light and shadow on the land, lit from several sides as survey maps are: an image that lets
  /// the ground through, for light has no edges that a path could follow.
  func hillshadeLayer() -> LayerDrawing {
    guard look.hillshade.strength > 0 else { return LayerDrawing([]) }
    let field = HeightField(
      of: terrain, in: seen, unit: sheet.width / 1280, detail: look.hillshade.detail,
      seed: world.info.seed)
    guard let image = field.shaded(look.hillshade) else { return LayerDrawing([]) }
    return LayerDrawing([.image(ImageNode(image, frame: field.frame))], clip: landClip)
  }
}

/// Heights at the knots of a fine square grid.
///
/// Cells are farther apart than the eye sees; between them heights run evenly, and some roughness
/// of the size of gullies is added where the land is high.
struct HeightField {
  let columns: Int
  let rows: Int
  /// The area of the knots' squares, in map units.
  let frame: Rect
  private let pitch: Double
  /// The number of map units that a map unit of a sheet of 1280 would be.
  private let unit: Double
  private var height: [Float]

  private static let mostColumns = 1600.0
  private static let mostKnots = 2_560_000.0

  init(of terrain: TerrainView, in window: Rect, unit: Double, detail: Double, seed: String) {
    let sampler = KnotSampler(terrain.mesh)
    let spacing = sampler.spacing
    let finest = max(
      window.width / HeightField.mostColumns,
      (window.width * window.height / HeightField.mostKnots).squareRoot())
    pitch = max(finest, spacing / 16)
    self.unit = unit
    columns = max(2, Int((window.width / pitch).rounded(.up)))
    rows = max(2, Int((window.height / pitch).rounded(.up)))
    frame = Rect(
      x: window.minX, y: window.minY, width: Double(columns) * pitch, height: Double(rows) * pitch)
    height = HeightField.sampled(
      terrain, by: sampler, columns: columns, rows: rows, pitch: pitch,
      origin: Point(window.minX, window.minY))
    let radius = sampler.radius(pitch: pitch)
    for _ in 0..<2 { blur(radius: radius) }
    if detail > 0 { roughen(by: detail, wavelength: spacing * 2.2, seed: seed) }
  }

  /// The sampler's values at the knots.
  private static func sampled(
    _ terrain: TerrainView, by sampler: KnotSampler, columns: Int, rows: Int, pitch: Double,
    origin: Point
  ) -> [Float] {
    let locator = CellLocator(mesh: terrain.mesh)
    // Water lies just below the shore, whatever its depth.
    let raised = terrain.height.map { h -> Double in
      let z = max(0, Double(h) - 18)
      return z + z * z / 40
    }
    var result = [Float](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for step in 0..<columns {
        // There and back again, so that the next knot is never far.
        let column = row % 2 == 0 ? step : columns - 1 - step
        let p = Point(
          origin.x + (Double(column) + 0.5) * pitch, origin.y + (Double(row) + 0.5) * pitch)
        let cell = locator.cell(at: p)
        result[row * columns + column] = Float(
          sampler.mean(at: p, in: cell) { raised[$0] })
      }
    }
    return result
  }

  /// The mean of a square round each knot, first along rows and then along columns.
  private mutating func blur(radius: Int) {
    var lane: [Float] = []
    func smooth(_ count: Int, at index: (Int) -> Int) {
      lane.removeAll(keepingCapacity: true)
      for i in 0..<count { lane.append(height[index(i)]) }
      var sum: Float = 0
      for i in -radius...radius { sum += lane[max(0, min(count - 1, i))] }
      for i in 0..<count {
        height[index(i)] = sum / Float(2 * radius + 1)
        sum += lane[min(count - 1, i + radius + 1)] - lane[max(0, i - radius)]
      }
    }
    for row in 0..<rows { smooth(columns) { row * columns + $0 } }
    for column in 0..<columns { smooth(rows) { $0 * columns + column } }
  }

  /// Adds ridges and gullies that grow with the height.
  private mutating func roughen(by detail: Double, wavelength: Double, seed: String) {
    let noise = ValueNoise(seed: seed)
    for row in 0..<rows {
      for column in 0..<columns {
        let index = row * columns + column
        let z = Double(height[index])
        guard z > 2 else { continue }
        // Turned, so that the squares the noise is made in do not run along the sheet's edges.
        let across = (frame.minX + Double(column) * pitch) / wavelength
        let down = (frame.minY + Double(row) * pitch) / wavelength
        let (x, y) = (0.8 * across + 0.6 * down, 0.8 * down - 0.6 * across)
        var (sum, share, scale) = (0.0, 0.5, 1.0)
        for octave in 0..<4 {
          // Folded at its middle, noise has sharp crests.
          let fold = 1 - 2 * abs(noise.value(x * scale, y * scale, plane: octave) - 0.5)
          sum += share * fold
          share *= 0.5
          scale *= 2.1
        }
        height[index] += Float(detail * min(9, 0.16 * z) * (sum - 0.45) * wavelength / 20 / unit)
      }
    }
  }

  /// Light and shadow as an image; nil where neither is visible.
  func shaded(_ style: MapLook.Hillshade) -> RasterImage? {
    let (shadow, light) = (style.shadow.rgba8, style.light.rgba8)
    var rgba = [UInt8](repeating: 0, count: columns * rows * 4)
    // Unit vectors towards the lights, 45° high: north-west, west, north and north-east.
    let lights: [(weight: Double, x: Double, y: Double)] = [
      (0.5, -0.5, -0.5), (0.2, -0.707_106_781_2, 0), (0.2, 0, -0.707_106_781_2), (0.1, 0.5, -0.5),
    ]
    let up = 0.707_106_781_2
    let steepness = 0.5 * 1.1 / pitch * unit
    for row in 0..<rows {
      let (above, below) = (max(0, row - 1) * columns, min(rows - 1, row + 1) * columns)
      for column in 0..<columns {
        let (left, right) = (max(0, column - 1), min(columns - 1, column + 1))
        let dx = Double(height[row * columns + right] - height[row * columns + left]) * steepness
        let dy = Double(height[below + column] - height[above + column]) * steepness
        let length = (dx * dx + dy * dy + 1).squareRoot()
        var lit = 0.0
        for light in lights {
          lit += light.weight * max(0, (up - dx * light.x - dy * light.y) / length)
        }
        let value = (lit / up - 1) * style.strength
        let (ink, alpha) = value < 0 ? (shadow, -value * 1.15) : (light, value * 0.9)
        let index = (row * columns + column) * 4
        rgba[index] = ink.0
        rgba[index + 1] = ink.1
        rgba[index + 2] = ink.2
        rgba[index + 3] = UInt8((min(1, alpha) * Double(ink.3)).rounded())
      }
    }
    return RasterImage(width: columns, height: rows, rgba: rgba)
  }
}

extension Color {
  /// Red, green, blue and alpha in eight bits each.
  var rgba8: (UInt8, UInt8, UInt8, UInt8) {
    func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
    return (byte(red), byte(green), byte(blue), byte(alpha))
  }
}
