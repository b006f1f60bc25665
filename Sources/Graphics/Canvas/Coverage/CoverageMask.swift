// SPDX-License-Identifier: MIT
// Part of Platen: rasterizes glyph polygons by exact area, several times faster than Cairo's filler.

internal import CCairo
internal import Drawing
internal import Geometry

/// Turns polygons into eight-bit coverage of a rectangle of pixels.
///
/// Every edge adds the signed area it covers to the pixels it crosses, and a running sum along the
/// row gives the winding number, averaged over the pixel; held to 0…1 it is the coverage by the
/// non-zero rule for outlines that wind one way, folded at 1 that by the even-odd rule (as FreeType's
/// and font-rs' rasterizers do). Inside and outside are those of any filler; only in pixels where
/// edges of two outlines run on top of each other is the average no longer the coverage. A pixel's
/// coverage depends on the polygons alone, not on where the rectangle ends.
///
/// Safe: `begin` makes its memory, which it owns, as large as the rectangle requires.
@safe final class CoverageMask {
  /// Cells a mask should have at most: larger shapes are done in strips, to stay in the cache.
  static let cellLimit = 1 << 19

  // All zero between uses: reading a row out clears what was touched in it.
  private var cells: UnsafeMutableBufferPointer<Float> = .allocate(capacity: 0)
  private var touched: UnsafeMutableBufferPointer<MaskRows.Span> = .allocate(capacity: 0)
  private var blocks: UnsafeMutableBufferPointer<UInt64> = .allocate(capacity: 0)
  private var bytes: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 0)

  deinit {
    unsafe cells.deallocate()
    unsafe touched.deallocate()
    unsafe blocks.deallocate()
    unsafe bytes.deallocate()
  }

  /// Somewhat more than is needed, for the next one, but for the largest masks.
  private static func capacity(for needed: Int) -> Int {
    max(needed, min(needed * 3 / 2, cellLimit))
  }

  /// Begins a mask of a rectangle of whole numbers, at least one pixel large.
  ///
  /// The rows it returns are for polygons to be added to, until `finish`.
  func begin(_ box: Rect) -> MaskRows? {
    let (width, height) = (Int(box.width), Int(box.height))
    let rowLength = width + 2
    if unsafe cells.count < rowLength * height {
      unsafe cells.deallocate()
      unsafe cells = .allocate(capacity: CoverageMask.capacity(for: rowLength * height))
      unsafe cells.initialize(repeating: 0)
    }
    if unsafe touched.count < height {
      unsafe touched.deallocate()
      unsafe touched = .allocate(capacity: height)
    }
    let blockWords = rowLength >> (MaskRows.blockBits + 6) + 1
    if unsafe blocks.count < blockWords * height {
      unsafe blocks.deallocate()
      unsafe blocks = .allocate(capacity: blockWords * height)
    }
    guard width > 0, height > 0, let cells = unsafe cells.baseAddress,
      let touched = unsafe touched.baseAddress, let blocks = unsafe blocks.baseAddress
    else { return nil }
    // Only what this one uses: most masks are of a small shape.
    unsafe touched.initialize(repeating: MaskRows.Span(), count: height)
    unsafe blocks.initialize(repeating: 0, count: blockWords * height)
    return unsafe MaskRows(
      left: box.x, top: box.y, width: width, height: height, rowLength: rowLength, cells: cells,
      touched: touched, blocks: blocks, blockWords: blockWords)
  }

  /// Reads the mask out, as a surface that lives until the next `begin`.
  func finish(_ rows: MaskRows, rule: FillRule) throws -> Surface {
    let stride = (rows.width + 3) & ~3
    if unsafe bytes.count < stride * rows.height {
      unsafe bytes.deallocate()
      unsafe bytes = .allocate(capacity: CoverageMask.capacity(for: stride * rows.height))
    }
    unsafe bytes.initialize(repeating: 0)
    unsafe rows.readOut(into: bytes, stride: stride, rule: rule)
    return try unsafe Surface(
      cairo_image_surface_create_for_data(
        bytes.baseAddress, CAIRO_FORMAT_A8, Int32(rows.width), Int32(rows.height), Int32(stride)),
      "rasterize text")
  }
}

/// The rows of a mask in the making: a view of the mask's memory.
///
/// A value of its own because the inner loops run several times faster over plain pointers than
/// over the properties of a class. It is good until the mask's next `begin`.
///
/// Safe as long as its mask is there: edges are cut to the rectangle before anything is added, so rows
/// are below `height` and cells below `rowLength`, and a row's bits are as many as its cells need.
@safe struct MaskRows {
  /// The cells of a row that were added to.
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
  /// A bit for each block of a row's cells that was added to, and how many words of bits a row has: of a
  /// long row most blocks lie between lines, and need not be looked at.
  let blocks: UnsafeMutablePointer<UInt64>
  let blockWords: Int
  static let blockBits = 7

  /// Adds a closed polygon in the surface's coordinates.
  @inline(__always)
  func addPolygon(_ count: Int, _ point: (Int) -> Point) {
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

  /// Adds a path, mapped to the surface's coordinates, every subpath closed.
  func addPath(_ path: Path, _ map: AffineMap) {
    unsafe path.points.withUnsafeBufferPointer { points in
      guard unsafe points.allSatisfy({ $0.isFinite }) else { return }
      // Pixels beyond which nothing of an image lies, and up to which slopes stay numbers.
      let reach = 1e9
      var next = 0
      var first = Point.zero
      var last = Point.zero
      func take() -> Point {
        next += 1
        let p = unsafe map.apply(points[next - 1])
        return Point(max(-reach, min(reach, p.x)), max(-reach, min(reach, p.y)))
      }
      for verb in path.verbs {
        switch verb {
        case .move:
          addEdge(from: last, to: first)
          first = take()
          last = first
        case .line:
          let end = take()
          addEdge(from: last, to: end)
          last = end
        case .curve:
          let (c1, c2, end) = (take(), take(), take())
          addCurve(last, c1, c2, end)
          last = end
        case .close:
          addEdge(from: last, to: first)
          last = first
        }
      }
      addEdge(from: last, to: first)
    }
  }

  /// Adds the edges that keep within a tenth of a pixel; where the curve cannot be seen, one, since
  /// beside the rectangle only the rows it spans count.
  private func addCurve(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
    let bottom = top + Double(height)
    let right = left + Double(width)
    let isUnseen =
      max(max(a.y, b.y), max(c.y, d.y)) <= top || min(min(a.y, b.y), min(c.y, d.y)) >= bottom
      || max(max(a.x, b.x), max(c.x, d.x)) <= left || min(min(a.x, b.x), min(c.x, d.x)) >= right
    guard !isUnseen else {
      addEdge(from: a, to: d)
      return
    }
    // Wang's bound on the pieces a cubic needs.
    let bend = max((a - b * 2 + c).squaredLength, (b - c * 2 + d).squaredLength).squareRoot()
    let count = max(1, min(1000, Int((7.5 * bend).squareRoot().rounded(.up))))
    let step = 1 / Double(count)
    var last = a
    for i in 1..<max(count, 1) {
      let t = Double(i) * step
      let s = 1 - t
      let p = a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
      addEdge(from: last, to: p)
      last = p
    }
    addEdge(from: last, to: d)
  }

  @inline(__always)
  private func addEdge(from a: Point, to b: Point) {
    // Beyond that nothing is seen, and numbers would end.
    guard a.y != b.y, abs(a.x) < 1e12, abs(a.y) < 1e12, abs(b.x) < 1e12,
      abs(b.y) < 1e12
    else { return }
    let isDown = a.y < b.y
    let (upper, lower) = isDown ? (a, b) : (b, a)
    let y0 = Float(upper.y - top)
    let y1 = min(Float(lower.y - top), Float(height))
    guard y1 > 0, y0 < Float(height) else { return }
    // In doubles: an edge may come from far outside, where single ones are coarser than a pixel.
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let start = max(0, y0)
    var x = upper.x - left + (y0 < 0 ? (top - upper.y) * slope : 0)
    var row = Int(start)
    var y = start
    let limit = Double(width)
    while y < y1 {
      let end = min(Float(row + 1), y1)
      let dy = end - y
      let next = x + slope * Double(dy)
      if min(x, next) >= 0, max(x, next) <= limit {
        addSpan(row: row, from: Float(x), to: Float(next), area: isDown ? dy : -dy)
      } else {
        addCut(row: row, from: x, to: next, area: isDown ? dy : -dy)
      }
      x = next
      y = end
      row += 1
    }
  }

  /// One edge's part within one row, some of it beside the rectangle: what runs outside on the left
  /// covers the whole row, on the right nothing of it.
  private func addCut(row: Int, from a: Double, to b: Double, area: Float) {
    let limit = Double(width)
    func held(_ x: Double) -> Double { max(0, min(limit, x)) }
    let length = b - a
    // The parts of the way up to where the edge enters and where it leaves.
    let enters = length == 0 ? 0 : (held(a) - a) / length
    let leaves = length == 0 ? 0 : (held(b) - a) / length
    let shares = (
      before: max(0, min(1, enters)), within: max(0, min(1, leaves) - max(0, enters))
    )
    let before = area * Float(shares.before)
    let within = held(a) == held(b) ? 0 : area * Float(shares.within)
    if before != 0 {
      addSpan(row: row, from: Float(held(a)), to: Float(held(a)), area: before)
    }
    if within != 0 {
      addSpan(row: row, from: Float(held(a)), to: Float(held(b)), area: within)
    }
    let after = area - before - within
    if after != 0 { addSpan(row: row, from: Float(held(b)), to: Float(held(b)), area: after) }
  }

  /// One edge's part within one row.
  @inline(__always)
  private func addSpan(row: Int, from a: Float, to b: Float, area: Float) {
    // Rows and cells lie in the mask, so that nothing overflows.
    let cells = unsafe cells + row &* rowLength
    let touched = unsafe touched + row
    let x0 = min(a, b)
    let x1 = max(a, b)
    let first = Int(x0)
    let last = Int(x1)
    if unsafe first < touched.pointee.first { unsafe touched.pointee.first = first }
    if unsafe last &+ 1 > touched.pointee.last { unsafe touched.pointee.last = last &+ 1 }
    touchBlocks(of: row, from: first, to: last &+ 1)
    if first == last {
      // The pixel's share is what is right of the edge's middle; the rest is carried to the next.
      let carried = area * ((x0 + x1) * 0.5 - Float(first))
      unsafe cells[first] += area - carried
      unsafe cells[first &+ 1] += carried
      return
    }
    // Over several pixels the covered area grows as a parabola, in a line, and as a parabola again.
    let step = area / (x1 - x0)
    let inFirst = Float(first &+ 1) - x0
    var done = 0.5 * step * inFirst * inFirst
    unsafe cells[first] += done
    var total = done
    var x = first &+ 1
    var reached = step * inFirst
    while x < last {
      // Area of the pixel right of the edge: what was reached before and half of this step.
      done = reached + 0.5 * step
      unsafe cells[x] += done - total
      total = done
      reached += step
      x &+= 1
    }
    let inLast = x1 - Float(last)
    done = reached + step * inLast * (1 - 0.5 * inLast)
    unsafe cells[last] += done - total
    unsafe cells[last &+ 1] += area - done
  }

  @inline(__always)
  private func touchBlocks(of row: Int, from first: Int, to last: Int) {
    let blocks = unsafe blocks + row &* blockWords
    var block = first >> MaskRows.blockBits
    repeat {
      unsafe blocks[block >> 6] |= 1 << UInt64(block & 63)
      block &+= 1
    } while block <= last >> MaskRows.blockBits
  }

  /// The first cell, from one on, whose block was added to; `end` where there is none before it.
  @inline(__always)
  private func nextTouched(in row: Int, from x: Int, end: Int) -> Int {
    let blocks = unsafe blocks + row * blockWords
    var block = x >> MaskRows.blockBits
    if unsafe blocks[block >> 6] >> UInt64(block & 63) & 1 != 0 { return x }
    while true {
      let rest = unsafe blocks[block >> 6] >> UInt64(block & 63)
      if rest != 0 { return min(end, (block + rest.trailingZeroBitCount) << MaskRows.blockBits) }
      block = (block >> 6 + 1) << 6
      if block << MaskRows.blockBits >= end { return end }
    }
  }

  /// Sums the rows up into coverage, and leaves the cells zero.
  func readOut(into bytes: UnsafeMutableBufferPointer<UInt8>, stride: Int, rule: FillRule) {
    precondition(bytes.count >= stride * height && stride >= width)
    guard let bytes = bytes.baseAddress else { return }
    forEachRun(rule: rule) { x, row, count, coverage in
      let start = unsafe bytes + row * stride + x
      if count == 1 {
        unsafe start.pointee = coverage
      } else {
        unsafe start.update(repeating: coverage, count: count)
      }
    }
  }

  /// Compares whole words: the comparison of SIMD vectors of floats is compiled to a loop.
  @inline(__always)
  private static func areEightZero(_ cells: UnsafePointer<Float>) -> Bool {
    let words = unsafe UnsafeRawPointer(cells)
    return unsafe words.loadUnaligned(as: UInt64.self)
      | words.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      | words.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
      | words.loadUnaligned(fromByteOffset: 24, as: UInt64.self) == 0
  }

  /// Calls `body` with the first pixel, the row, the length and the coverage of every run of pixels
  /// that are covered, and leaves the cells zero.
  @inline(__always)
  func forEachRun(
    rule: FillRule, _ body: (_ x: Int, _ row: Int, _ count: Int, _ coverage: UInt8) -> Void
  ) {
    // A loop for each rule: this is where most of an image's time goes.
    switch rule {
    case .nonZero: forEachRun(body) { min(1, abs($0)) }
    case .evenOdd:
      forEachRun(body) { winding in
        // Rounded down as `byte` rounds: a call of the library would take longer than all the rest.
        let pairs = abs(winding) * 0.5
        let nearest = pairs + 8_388_608 - 8_388_608
        let folded = abs(winding) - 2 * (nearest > pairs ? nearest - 1 : nearest)
        return min(folded, 2 - folded)
      }
    }
  }

  @inline(__always)
  private func forEachRun(
    _ body: (_ x: Int, _ row: Int, _ count: Int, _ coverage: UInt8) -> Void,
    covered: (Float) -> Float
  ) {
    for row in 0..<height where unsafe touched[row].last >= 0 {
      let cells = unsafe cells + row * rowLength
      var winding: Float = 0
      let last = unsafe min(touched[row].last, width + 1)
      var x = unsafe touched[row].first
      while x <= last {
        let change = unsafe cells[x]
        if change != 0 {
          winding += change
          unsafe cells[x] = 0
        }
        let coverage = MaskRows.byte(covered(winding))
        let start = x
        x &+= 1
        // Most of a wide row lies within or between shapes: there blocks are passed at once, or eight
        // pixels.
        if change == 0 {
          while x &+ 8 <= last {
            x = nextTouched(in: row, from: x, end: last)
            guard x &+ 8 <= last, unsafe MaskRows.areEightZero(cells + x) else { break }
            x &+= 8
          }
        }
        if coverage > 0, start < width { body(start, row, min(x, width) &- start, coverage) }
      }
    }
  }

  /// A share of one as one of 255. Above 2^23 a float's last bits are whole numbers: adding that rounds
  /// to the nearest, without the checks a conversion makes.
  @inline(__always)
  private static func byte(_ share: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: (share * 255 + 8_388_608).bitPattern)
  }
}
