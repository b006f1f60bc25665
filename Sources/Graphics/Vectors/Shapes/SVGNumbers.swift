// SPDX-License-Identifier: MIT
// Part of Platen: the numbers of an SVG file: path data, lists of points, transforms, lengths.

internal import Geometry

/// Numbers and letters of an attribute, with white space or commas between them.
struct SVGNumbers {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

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

  /// The next number, if one follows.
  mutating func number() -> Double? {
    skipSeparators()
    let start = at
    var end = at
    func digits() -> Int {
      let from = end
      while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
      return end - from
    }
    func isSign(_ index: Int) -> Bool {
      index < bytes.count
        && (bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+"))
    }
    if isSign(end) { end += 1 }
    var count = digits()
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      count += digits()
    }
    guard count > 0 else { return nil }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      let mark = end
      end += 1
      if isSign(end) { end += 1 }
      // Not an exponent: the unit `em`, or a command.
      if digits() == 0 { end = mark }
    }
    guard let value = Double(String(decoding: bytes[start..<end], as: UTF8.self)), value.isFinite,
      abs(value) < 1e7
    else { return nil }
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
  static func list(_ text: String) -> [Double]? {
    var numbers = SVGNumbers(text)
    var list: [Double] = []
    while !numbers.isAtEnd {
      guard let number = numbers.number() else { return nil }
      list.append(number)
    }
    return list
  }

  /// A length in pixels of CSS; nil for a relative one.
  static func length(_ text: String) -> Double? {
    var numbers = SVGNumbers(text)
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
  static func part(_ text: String) -> Double? {
    var numbers = SVGNumbers(text)
    guard let number = numbers.number() else { return nil }
    switch numbers.rest.split(whereSeparator: \.isWhitespace).joined() {
    case "": return number
    case "%": return number / 100
    default: return nil
    }
  }

  // MARK: Transforms

  /// The map of a `transform`; nil for one that is not valid.
  static func transform(_ text: String) -> AffineMap? {
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

  // MARK: Paths

  /// The path that `d` describes; nil where anything in it is not understood.
  static func path(_ text: String) -> Path? {
    var path = Path()
    var numbers = SVGNumbers(text)
    var (current, start) = (Point.zero, Point.zero)
    // The control points that smooth curves continue.
    var cubic: Point?
    var quadratic: Point?
    var command: UInt8?
    // A line after a closed figure begins another one at its start.
    var isOpen = false
    while !numbers.isAtEnd {
      if let letter = numbers.letter() {
        command = letter
      } else if command == nil || command! | 0x20 == UInt8(ascii: "z") {
        return nil
      }
      guard let letter = command else { return nil }
      let isRelative = letter >= UInt8(ascii: "a")
      let origin = isRelative ? current : .zero
      func point() -> Point? {
        guard let x = numbers.number(), let y = numbers.number() else { return nil }
        return origin + Point(x, y)
      }
      func begin() -> Bool {
        guard !path.isEmpty else { return false }
        if !isOpen { path.move(to: current) }
        isOpen = true
        return true
      }
      var (nextCubic, nextQuadratic): (Point?, Point?) = (nil, nil)
      switch letter & ~0x20 {
      case UInt8(ascii: "M"):
        guard let p = point() else { return nil }
        path.move(to: p)
        (current, start, isOpen) = (p, p, true)
        command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
      case UInt8(ascii: "L"):
        guard let p = point(), begin() else { return nil }
        path.line(to: p)
        current = p
      case UInt8(ascii: "H"):
        guard let x = numbers.number(), begin() else { return nil }
        current.x = origin.x + x
        path.line(to: current)
      case UInt8(ascii: "V"):
        guard let y = numbers.number(), begin() else { return nil }
        current.y = origin.y + y
        path.line(to: current)
      case UInt8(ascii: "C"):
        guard let a = point(), let b = point(), let p = point(), begin() else { return nil }
        path.curve(to: p, a, b)
        (current, nextCubic) = (p, b)
      case UInt8(ascii: "S"):
        guard let b = point(), let p = point(), begin() else { return nil }
        path.curve(to: p, cubic.map { current * 2 - $0 } ?? current, b)
        (current, nextCubic) = (p, b)
      case UInt8(ascii: "Q"), UInt8(ascii: "T"):
        var control = quadratic.map { current * 2 - $0 } ?? current
        if letter & ~0x20 == UInt8(ascii: "Q") {
          guard let given = point() else { return nil }
          control = given
        }
        guard let p = point(), begin() else { return nil }
        path.curve(to: p, (current + control * 2) / 3, (p + control * 2) / 3)
        (current, nextQuadratic) = (p, control)
      case UInt8(ascii: "A"):
        guard let rx = numbers.number(), let ry = numbers.number(), let turn = numbers.number(),
          let isLarge = numbers.flag(), let isClockwise = numbers.flag(), let p = point(), begin()
        else { return nil }
        SVGArc(
          from: current, to: p, radii: Point(abs(rx), abs(ry)), degrees: turn, isLarge: isLarge,
          isClockwise: isClockwise
        ).append(to: &path)
        current = p
      case UInt8(ascii: "Z"):
        guard !path.isEmpty else { return nil }
        if isOpen { path.close() }
        (current, isOpen) = (start, false)
      default:
        return nil
      }
      (cubic, quadratic) = (nextCubic, nextQuadratic)
    }
    return path
  }
}
