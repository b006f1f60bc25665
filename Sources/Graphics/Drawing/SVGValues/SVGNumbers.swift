// SPDX-License-Identifier: MIT
// Part of Platen: the numbers of attributes of SVG: lists of points, transforms, lengths.

package import Geometry
internal import JSON

/// Numbers and letters of an attribute, with white space or commas between them.
package struct SVGNumbers {
  private let bytes: [UInt8]
  private var at = 0

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Indicates whether nothing but separators is left.
  var isAtEnd: Bool {
    mutating get {
      skipSeparators()
      return at == bytes.count
    }
  }

  private mutating func skipSeparators() {
    while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: ",") { at += 1 }
  }

  /// The next letter, if one follows.
  mutating func letter() -> UInt8? {
    skipSeparators()
    guard at < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[at] | 0x20)
    else { return nil }
    at += 1
    return bytes[at - 1]
  }

  /// The next number, if one follows: finite and below ten million.
  package mutating func number() -> Double? {
    skipSeparators()
    var end = at
    let value = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { DecimalText.scan($0, &end, buffer.count) }
    }
    guard let value, abs(value) < 1e7 else { return nil }
    at = end
    return value
  }

  /// The next flag of an arc, a digit that needs no separator behind it.
  mutating func flag() -> Bool? {
    skipSeparators()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "0") || bytes[at] == UInt8(ascii: "1") else {
      return nil
    }
    at += 1
    return bytes[at - 1] == UInt8(ascii: "1")
  }

  /// The rest, without separators before it.
  var rest: String {
    mutating get {
      skipSeparators()
      return String(decoding: bytes[at...], as: UTF8.self)
    }
  }

  /// All numbers of a list; nil where there is anything else in it.
  package static func list(_ text: String) -> [Double]? {
    var numbers = SVGNumbers(text.utf8)
    var list: [Double] = []
    while !numbers.isAtEnd {
      guard let number = numbers.number() else { return nil }
      list.append(number)
    }
    return list
  }

  /// A length in pixels of CSS; nil for a relative one.
  package static func length(_ text: String) -> Double? {
    var numbers = SVGNumbers(text.utf8)
    guard let number = numbers.number() else { return nil }
    let unit = numbers.rest.split { $0.isWhitespace }.joined()
    let factor: Double? =
      switch unit.lowercased() {
      case "", "px": 1
      case "pt": 96.0 / 72
      case "pc": 16
      case "mm": 96 / 25.4
      case "cm": 960 / 25.4
      case "in": 96
      default: nil
      }
    return factor.map { number * $0 }
  }

  /// A part of 1, as a number or in percent.
  package static func part(_ text: String) -> Double? {
    var numbers = SVGNumbers(text.utf8)
    guard let number = numbers.number() else { return nil }
    switch numbers.rest.split(whereSeparator: \.isWhitespace).joined() {
    case "": return number
    case "%": return number / 100
    default: return nil
    }
  }

  // MARK: Transforms

  /// The map of a `transform`; nil for one that is not valid.
  package static func transform(_ text: String) -> AffineMap? {
    var map = AffineMap.identity
    var rest = text[...]
    while let open = rest.firstIndex(of: "(") {
      let name = rest[..<open].filter { !$0.isWhitespace && $0 != "," }
      guard let close = rest[open...].firstIndex(of: ")"),
        let values = list(String(rest[rest.index(after: open)..<close])),
        let next = step(name, values)
      else { return nil }
      map = map.after(next)
      rest = rest[rest.index(after: close)...]
    }
    return rest.allSatisfy { $0.isWhitespace || $0 == "," } ? map : nil
  }

  private static func step(_ name: String, _ v: [Double]) -> AffineMap? {
    switch (name, v.count) {
    case ("matrix", 6):
      return AffineMap(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
    case ("translate", 1): return .translation(v[0], 0)
    case ("translate", 2): return .translation(v[0], v[1])
    case ("scale", 1): return .scale(v[0], v[0])
    case ("scale", 2): return .scale(v[0], v[1])
    case ("rotate", 1), ("rotate", 3):
      let turn = SVGArc.turn(degrees: v[0])
      guard v.count == 3 else { return turn }
      return AffineMap.translation(v[1], v[2]).after(turn).after(.translation(-v[1], -v[2]))
    case ("skewX", 1):
      return AffineMap(a: 1, b: 0, c: SVGArc.tangent(degrees: v[0]), d: 1, tx: 0, ty: 0)
    case ("skewY", 1):
      return AffineMap(a: 1, b: SVGArc.tangent(degrees: v[0]), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
  }
}
