// SPDX-License-Identifier: MIT
// Part of Platen: outlines on their way into a content stream.

internal import Geometry

/// The operators of a path (ISO 32000-1, 8.5.2).
///
/// Outlines are most of a map's file. They keep a hundredth of a point on paper, which no press
/// resolves, and omit lines that end where they begin.
struct OutlineRow {
  var bytes: [UInt8] = []
  private let height: Double
  private let unit: Int
  private let scale: Double
  private var lastX = 0
  private var lastY = 0
  /// Indicates whether the pen has drawn since it was put down: a line of no length after it is a
  /// dot.
  private var hasDrawn = false

  init(_ writer: ContentWriter) {
    height = writer.height
    unit = writer.unit / 10
    scale = Double(unit)
  }

  mutating func move(to point: Point) {
    put(point)
    bytes.append(UInt8(ascii: "m"))
    bytes.append(10)
    hasDrawn = false
  }

  mutating func line(to point: Point) {
    if hasDrawn, parts(point.x) == lastX, parts(height - point.y) == lastY { return }
    put(point)
    bytes.append(UInt8(ascii: "l"))
    bytes.append(10)
    hasDrawn = true
  }

  mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    put(first)
    put(second)
    put(end)
    bytes.append(UInt8(ascii: "c"))
    bytes.append(10)
    hasDrawn = true
  }

  mutating func close() {
    bytes.append(UInt8(ascii: "h"))
    bytes.append(10)
  }

  private mutating func put(_ point: Point) {
    (lastX, lastY) = (parts(point.x), parts(height - point.y))
    bytes.put(units: lastX, of: unit)
    bytes.append(32)
    bytes.put(units: lastY, of: unit)
    bytes.append(32)
  }

  private func parts(_ value: Double) -> Int {
    Int((max(-1e9, min(1e9, value)) * scale).rounded())
  }
}
