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
  /// The rectangle, in whole pixels of the surface.
  private(set) var left = 0
  private(set) var top = 0
  private var width = 0
  private var height = 0

  /// A row is two cells longer than the rectangle is wide: edges at its right border add to them.
  private var rowLength = 0
  // All zero between uses: reading a row out clears what was touched in it.
  private var cells: UnsafeMutableBufferPointer<Float> = .allocate(capacity: 0)
  private var touched: [(first: Int, last: Int)] = []
  private var bytes: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 0)

  deinit {
    cells.deallocate()
    bytes.deallocate()
  }

  /// Begins a mask of a rectangle of whole numbers.
  func begin(_ box: Rect) {
    left = Int(box.x)
    top = Int(box.y)
    width = Int(box.width)
    height = Int(box.height)
    rowLength = width + 2
    if cells.count < rowLength * height {
      cells.deallocate()
      cells = .allocate(capacity: rowLength * height * 3 / 2)
      cells.initialize(repeating: 0)
    }
    touched.removeAll(keepingCapacity: true)
    touched.append(contentsOf: repeatElement((first: Int.max, last: -1), count: height))
  }

  /// Adds a closed polygon in the surface's coordinates.
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
    let y0 = Float(upper.y - Double(top))
    let y1 = min(Float(lower.y - Double(top)), Float(height))
    guard y1 > 0, y0 < Float(height) else { return }
    var x = Float(upper.x - Double(left))
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

  /// Reads the mask out, as a surface that lives until the next `begin`.
  func finish() throws -> Surface {
    let stride = (width + 3) & ~3
    if bytes.count < stride * height {
      bytes.deallocate()
      bytes = .allocate(capacity: stride * height * 3 / 2)
    }
    bytes.initialize(repeating: 0)
    for row in 0..<height where touched[row].last >= 0 {
      let cells = cells.baseAddress! + row * rowLength  // Never empty: `begin` made room for rows.
      let target = bytes.baseAddress! + row * stride
      var winding: Float = 0
      let last = min(touched[row].last, width + 1)
      for x in touched[row].first...last {
        winding += cells[x]
        cells[x] = 0
        if x < width { target[x] = UInt8(min(1, abs(winding)) * 255 + 0.5) }
      }
    }
    return try Surface(
      cairo_image_surface_create_for_data(
        bytes.baseAddress, CAIRO_FORMAT_A8, Int32(width), Int32(height), Int32(stride)),
      "rasterize text")
  }
}
