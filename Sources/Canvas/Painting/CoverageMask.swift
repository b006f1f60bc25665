// SPDX-License-Identifier: MIT
// Part of Platen: rasterizes glyph polygons by exact area, several times faster than Cairo's filler.

internal import CCairo
internal import Geometry

/// Turns polygons into eight-bit coverage of a rectangle of pixels.
///
/// Every edge adds the signed area it covers to the pixels it crosses, and a running sum along the
/// row gives the winding number, averaged over the pixel; held to 0…1 it is the coverage by the
/// non-zero rule for outlines that wind one way (as FreeType's and font-rs' rasterizers do). A pixel's
/// coverage depends on the polygons alone, not on where the rectangle ends.
final class CoverageMask {
  // All zero between uses: reading a row out clears what was touched in it.
  private var cells: UnsafeMutableBufferPointer<Float> = .allocate(capacity: 0)
  private var touched: UnsafeMutableBufferPointer<MaskRows.Span> = .allocate(capacity: 0)
  private var bytes: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 0)

  deinit {
    cells.deallocate()
    touched.deallocate()
    bytes.deallocate()
  }

  /// Begins a mask of a rectangle of whole numbers, at least one pixel large.
  ///
  /// What it returns is for polygons to be added to, until `finish`.
  func begin(_ box: Rect) -> MaskRows? {
    let (width, height) = (Int(box.width), Int(box.height))
    let rowLength = width + 2
    if cells.count < rowLength * height {
      cells.deallocate()
      cells = .allocate(capacity: rowLength * height * 3 / 2)
      cells.initialize(repeating: 0)
    }
    if touched.count < height {
      touched.deallocate()
      touched = .allocate(capacity: height)
    }
    touched.initialize(repeating: MaskRows.Span())
    guard width > 0, height > 0, let cells = cells.baseAddress, let touched = touched.baseAddress
    else { return nil }
    return MaskRows(
      left: box.x, top: box.y, width: width, height: height, rowLength: rowLength, cells: cells,
      touched: touched)
  }

  /// Reads the mask out, as a surface that lives until the next `begin`.
  func finish(_ rows: MaskRows) throws -> Surface {
    let stride = (rows.width + 3) & ~3
    if bytes.count < stride * rows.height {
      bytes.deallocate()
      bytes = .allocate(capacity: stride * rows.height * 3 / 2)
    }
    bytes.initialize(repeating: 0)
    rows.readOut(into: bytes, stride: stride)
    return try Surface(
      cairo_image_surface_create_for_data(
        bytes.baseAddress, CAIRO_FORMAT_A8, Int32(rows.width), Int32(rows.height), Int32(stride)),
      "rasterize text")
  }
}

/// The rows of a mask in the making: a view of the mask's memory.
///
/// A value of its own because the inner loops run several times faster over plain pointers than
/// over the properties of a class.
struct MaskRows {
  /// Which cells of a row were added to.
  struct Span {
    var first = Int.max
    var last = -1
  }

  let left: Double
  let top: Double
  let width: Int
  let height: Int
  /// Two cells more than the rectangle is wide: edges at its right border add to them.
  let rowLength: Int
  let cells: UnsafeMutablePointer<Float>
  let touched: UnsafeMutablePointer<Span>

  /// Adds a closed polygon in the surface's coordinates.
  @inline(__always)
  func add(_ count: Int, _ point: (Int) -> Point) {
    guard count > 2 else { return }
    let first = point(0)
    var previous = first
    for i in 1..<count {
      let next = point(i)
      addEdge(from: previous, to: next)
      previous = next
    }
    addEdge(from: previous, to: first)
  }

  @inline(__always)
  private func addEdge(from a: Point, to b: Point) {
    guard a.y != b.y else { return }
    let isDown = a.y < b.y
    let (upper, lower) = isDown ? (a, b) : (b, a)
    let y0 = Float(upper.y - top)
    let y1 = min(Float(lower.y - top), Float(height))
    guard y1 > 0, y0 < Float(height) else { return }
    var x = Float(upper.x - left)
    let slope = Float((lower.x - upper.x) / (lower.y - upper.y))
    if y0 < 0 { x -= y0 * slope }
    let start = max(0, y0)
    var row = Int(start)
    var y = start
    let limit = Float(width)
    while y < y1 {
      let end = min(Float(row + 1), y1)
      let dy = end - y
      let next = x + slope * dy
      // What runs outside on the left covers the whole row; on the right, nothing of it.
      addSpan(
        row: row, from: max(0, min(limit, x)), to: max(0, min(limit, next)),
        area: isDown ? dy : -dy)
      x = next
      y = end
      row += 1
    }
  }

  /// One edge's part within one row.
  @inline(__always)
  private func addSpan(row: Int, from a: Float, to b: Float, area: Float) {
    let base = row * rowLength
    let x0 = min(a, b)
    let x1 = max(a, b)
    let first = Int(x0)
    let last = Int(x1)
    if first < touched[row].first { touched[row].first = first }
    if last + 1 > touched[row].last { touched[row].last = last + 1 }
    if first == last {
      // The pixel's share is what lies right of the edge's middle; the rest goes on to the next.
      let carried = area * ((x0 + x1) * 0.5 - Float(first))
      cells[base + first] += area - carried
      cells[base + first + 1] += carried
      return
    }
    // Over several pixels the covered area grows as a parabola, in a line, and as a parabola again.
    let step = area / (x1 - x0)
    let inFirst = Float(first + 1) - x0
    var done = 0.5 * step * inFirst * inFirst
    cells[base + first] += done
    var total = done
    var x = first + 1
    var reached = step * inFirst
    while x < last {
      // Area of the pixel right of the edge: what was reached before and half of this step.
      done = reached + 0.5 * step
      cells[base + x] += done - total
      total = done
      reached += step
      x += 1
    }
    let inLast = x1 - Float(last)
    done = reached + step * inLast * (1 - 0.5 * inLast)
    cells[base + last] += done - total
    cells[base + last + 1] += area - done
  }

  /// Sums the rows up into coverage, and leaves the cells zero.
  func readOut(into bytes: UnsafeMutableBufferPointer<UInt8>, stride: Int) {
    precondition(bytes.count >= stride * height && stride >= width)
    for row in 0..<height where touched[row].last >= 0 {
      let cells = cells + row * rowLength
      var winding: Float = 0
      let last = min(touched[row].last, width + 1)
      var x = touched[row].first
      while x <= last {
        // Most of a wide row lies between shapes: there eight pixels are passed at once.
        if x + 8 <= last, abs(winding) < 0.001 {
          let eight = UnsafeRawPointer(cells + x).loadUnaligned(as: SIMD8<Float>.self)
          if eight == SIMD8(repeating: 0) {
            x += 8
            continue
          }
        }
        winding += cells[x]
        cells[x] = 0
        if x < width { bytes[row * stride + x] = UInt8(min(1, abs(winding)) * 255 + 0.5) }
        x += 1
      }
    }
  }
}
