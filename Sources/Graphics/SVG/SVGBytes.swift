// SPDX-License-Identifier: MIT
// Part of Platen: numbers, colors, names and words as they stand in an SVG file.

internal import Canvas
internal import Drawing
internal import Geometry
internal import Text

extension [UInt8] {
  /// ` name="…"` with a value that needs no escaping.
  mutating func put(_ name: StaticString, _ value: String) {
    put(attribute: name) { $0.put(value) }
  }

  /// ` name="…"`; `body` writes the value.
  mutating func put(attribute name: StaticString, _ body: (inout [UInt8]) -> Void) {
    append(32)
    name.withUTF8Buffer { append(contentsOf: $0) }
    append(UInt8(ascii: "="))
    append(UInt8(ascii: "\""))
    body(&self)
    append(UInt8(ascii: "\""))
  }

  /// ` name="…"` with a number of so many digits after the point.
  mutating func put(_ name: StaticString, _ value: Double, digits: Int = 2) {
    put(attribute: name) { $0.put(number: value, digits: digits) }
  }

  // MARK: Numbers

  /// Writes a number without an exponent, at most `digits` after the point, none of them a last 0,
  /// and no 0 before the point. A value that is not a number is written as 0.
  mutating func put(number value: Double, digits: Int) {
    var unit = 1.0
    for _ in 0..<digits { unit *= 10 }
    let limit = 1e15
    let scaled = value.isFinite ? Swift.max(-limit, Swift.min(limit, value * unit)).rounded() : 0
    put(parts: Int(scaled), digits: digits)
  }

  /// A count of parts of one: of hundredths where `digits` is 2.
  mutating func put(parts: Int, digits: Int) {
    if parts == 0 {
      append(48)
      return
    }
    if parts < 0 { append(UInt8(ascii: "-")) }
    var size = parts.magnitude
    var left = digits
    while left > 0, size % 10 == 0 {
      size /= 10
      left -= 1
    }
    let start = count
    // From the last digit on, turned round below.
    while size > 0 || left > 0 {
      if left > 0 {
        append(48 + UInt8(size % 10))
        left -= 1
        if left == 0 { append(UInt8(ascii: ".")) }
      } else {
        append(48 + UInt8(size % 10))
      }
      size /= 10
    }
    var (a, b) = (start, count - 1)
    while a < b {
      swapAt(a, b)
      (a, b) = (a + 1, b - 1)
    }
  }

  /// The number of bytes that ``put(parts:digits:)`` takes.
  static func length(ofParts parts: Int, digits: Int) -> Int {
    if parts == 0 { return 1 }
    var size = parts.magnitude
    var left = digits
    while left > 0, size % 10 == 0 {
      size /= 10
      left -= 1
    }
    var length = (parts < 0 ? 1 : 0) + (left > 0 ? 1 : 0)
    while size > 0 || left > 0 {
      length += 1
      size /= 10
      left -= 1
    }
    return length
  }

  /// Numbers with a blank between them.
  mutating func put(numbers values: [Double], digits: Int) {
    for (i, value) in values.enumerated() {
      if i > 0 { append(32) }
      put(number: value, digits: digits)
    }
  }

  // MARK: Words

  /// Words as content or as a value in quotation marks.
  ///
  /// Characters that XML or Unicode does not allow are omitted: as text, what replaces them would
  /// be drawn.
  mutating func put(words: String) {
    MarkupEscaping(whitespace: .spaces, repertoire: .html, omitsOthers: true)
      .append(words, to: &self)
  }

  // MARK: Colors

  /// Writes a color without its alpha: `#rgb` where that suffices.
  mutating func put(color: Color) {
    append(UInt8(ascii: "#"))
    let bytes = [color.red, color.green, color.blue].map { value in
      UInt8((value.isFinite ? Swift.max(0, Swift.min(1, value)) * 255 : 0).rounded())
    }
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
    let isShort = bytes.allSatisfy { $0 >> 4 == $0 & 15 }
    for byte in bytes {
      append(digit(byte >> 4))
      if !isShort { append(digit(byte & 15)) }
    }
  }

  // MARK: Maps

  /// ` transform="…"`, or another attribute of maps; nothing where the map changes nothing.
  mutating func put(map: AffineMap, as name: StaticString = "transform") {
    guard map != .identity else { return }
    put(attribute: name) { bytes in
      if map.b == 0, map.c == 0 {
        bytes.put(translation: map.tx, map.ty)
        bytes.put(scale: map.a, map.d)
        // A value rounded to nothing moves nothing, and an empty list is not a transformation.
        if bytes.last == UInt8(ascii: "\"") { bytes.put("scale(1)") }
        return
      }
      bytes.put("matrix(")
      bytes.put(numbers: [map.a, map.b, map.c, map.d], digits: 6)
      bytes.append(32)
      bytes.put(numbers: [map.tx, map.ty], digits: 2)
      bytes.put(")")
    }
  }

  mutating func put(translation x: Double, _ y: Double) {
    let parts = [x, y].map { ($0.isFinite ? Swift.max(-1e9, Swift.min(1e9, $0)) : 0) * 100 }
    guard parts.contains(where: { $0.rounded() != 0 }) else { return }
    put("translate(")
    put(numbers: [x, y], digits: 2)
    put(")")
  }

  mutating func put(scale x: Double, _ y: Double) {
    guard abs(x - 1) >= 5e-7 || abs(y - 1) >= 5e-7 else { return }
    put("scale(")
    put(number: x, digits: 6)
    if abs(x - y) >= 5e-7 {
      append(32)
      put(number: y, digits: 6)
    }
    put(")")
  }
}
