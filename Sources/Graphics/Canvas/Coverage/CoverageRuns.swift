// SPDX-License-Identifier: MIT
// Part of Platen: the coverage of a surface by a shape, kept.

internal import Drawing

/// Runs of pixels with one coverage, row by row from the top.
struct CoverageRuns {
  private struct Run {
    var start: Int32
    var end: Int32
    var coverage: UInt8
  }

  private var runs: [Run] = []
  /// The start of each row's runs.
  private var rows: [Int] = []

  /// Adds the rows of a mask, which begin at the surface's left and below those added so far.
  mutating func append(_ mask: MaskRows, rule: FillRule) {
    let first = Int(mask.top)
    mask.forEachRun(rule: rule) { x, row, count, coverage in
      while rows.count <= first + row { rows.append(runs.count) }
      runs.append(Run(start: Int32(x), end: Int32(x + count), coverage: coverage))
    }
  }

  /// Calls `body` with the first pixel, the one after the last and the coverage of each run of a row.
  @inline(__always)
  func forEach(inRow row: Int, _ body: (_ start: Int, _ end: Int, _ coverage: UInt8) -> Void) {
    guard row < rows.count else { return }
    let end = row + 1 < rows.count ? rows[row + 1] : runs.count
    unsafe runs.withUnsafeBufferPointer { runs in
      for i in rows[row]..<end {
        unsafe body(Int(runs[i].start), Int(runs[i].end), runs[i].coverage)
      }
    }
  }
}
