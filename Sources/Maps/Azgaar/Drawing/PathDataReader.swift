// SPDX-License-Identifier: MIT
// Part of Platen: the path data and point lists of a drawing.

internal import Geometry
internal import JSON

/// Reading of SVG's `d`, `points` and `transform`.
enum PathDataReader {
  /// The path that `d` describes, up to the first thing in it that is not understood.
  ///
  /// Takes M, L, H, V, C, S, Q and Z in both cases; FMG writes no arcs.
  static func path(_ bytes: UnsafeRawBufferPointer) -> Path {
    var path = Path()
    var numbers = unsafe NumberScanner(bytes)
    var current = Point.zero
    var start = Point.zero
    var lastControl: Point?
    var command = UInt8(ascii: "M")
    while numbers.skipSeparators() {
      if let letter = numbers.letter() {
        command = letter
      } else if command | 0x20 == UInt8(ascii: "z") {
        return path
      }
      let origin = command >= UInt8(ascii: "a") ? current : .zero
      func point() -> Point? {
        guard let x = numbers.number(), let y = numbers.number() else { return nil }
        let point = origin + Point(x, y)
        return point.isFinite ? point : nil
      }
      var control: Point?
      switch command & ~0x20 {
      case UInt8(ascii: "M"):
        guard let p = point() else { return path }
        path.move(to: p)
        (current, start) = (p, p)
        command = command == UInt8(ascii: "m") ? UInt8(ascii: "l") : UInt8(ascii: "L")
      case UInt8(ascii: "L"):
        guard !path.isEmpty, let p = point() else { return path }
        path.line(to: p)
        current = p
      case UInt8(ascii: "H"):
        guard !path.isEmpty, let x = numbers.number(), (origin.x + x).isFinite else { return path }
        current.x = origin.x + x
        path.line(to: current)
      case UInt8(ascii: "V"):
        guard !path.isEmpty, let y = numbers.number(), (origin.y + y).isFinite else { return path }
        current.y = origin.y + y
        path.line(to: current)
      case UInt8(ascii: "C"):
        guard !path.isEmpty, let a = point(), let b = point(), let p = point() else { return path }
        path.curve(to: p, a, b)
        (current, control) = (p, b)
      case UInt8(ascii: "S"):
        guard !path.isEmpty, let b = point(), let p = point() else { return path }
        path.curve(to: p, lastControl.map { current * 2 - $0 } ?? current, b)
        (current, control) = (p, b)
      case UInt8(ascii: "Q"):
        guard !path.isEmpty, let q = point(), let p = point() else { return path }
        path.curve(to: p, (current + q * 2) / 3, (p + q * 2) / 3)
        current = p
      case UInt8(ascii: "Z"):
        guard !path.isEmpty else { return path }
        path.close()
        current = start
      default:
        return path
      }
      lastControl = control
    }
    return path
  }

  /// The points of a `points` attribute.
  static func points(_ bytes: UnsafeRawBufferPointer) -> [Point] {
    var numbers = unsafe NumberScanner(bytes)
    var points: [Point] = []
    while let x = numbers.number(), let y = numbers.number() { points.append(Point(x, y)) }
    return points
  }

  /// The numbers of the first `translate(…)` in a `transform` attribute; zero where there is none.
  static func translation(_ bytes: UnsafeRawBufferPointer?) -> Point {
    guard let bytes = unsafe bytes, let found = unsafe bytes.firstRange(of: "translate(", from: 0)
    else { return .zero }
    var numbers = unsafe NumberScanner(bytes.part(found + 10..<bytes.count))
    guard let x = numbers.number() else { return .zero }
    return Point(x, numbers.number() ?? 0)
  }
}

extension MarkupAttributes {
  /// The number that an attribute is, without the unit behind it; nil where it is none.
  func number(_ name: StaticString, unit: StaticString = "") -> Double? {
    guard let value = unsafe raw(name) else { return nil }
    return unsafe DecimalText.double(value.dropLast(unit))
  }

  /// The path that `d` describes; nil without a `d`.
  var path: Path? { unsafe raw("d").map(PathDataReader.path) }

  /// The numbers of the first `translate(…)` in `transform`; zero where there is none.
  var translation: Point { unsafe PathDataReader.translation(raw("transform")) }
}

extension Path {
  /// The points its segments run between, equal neighbors once.
  ///
  /// For a spline through points, such as FMG's routes, these are the points.
  var anchors: [Point] {
    var result: [Point] = []
    var next = 0
    for verb in verbs {
      switch verb {
      case .move, .line: next += 1
      case .curve: next += 3
      case .close: continue
      }
      if result.last != points[next - 1] { result.append(points[next - 1]) }
    }
    return result
  }
}

/// Numbers with white space or commas between them.
// @safe: a view of bytes that the caller keeps where they are; `at` is at most their count.
@safe private struct NumberScanner {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// Moves to the next number or letter; false at the end.
  mutating func skipSeparators() -> Bool {
    let count = unsafe bytes.count
    while at < count, unsafe bytes[at].isSpace || bytes[at] == UInt8(ascii: ",") { at += 1 }
    return at < count
  }

  mutating func letter() -> UInt8? {
    guard unsafe at < bytes.count else { return nil }
    let byte = unsafe bytes[at]
    guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) else { return nil }
    at += 1
    return byte
  }

  mutating func number() -> Double? {
    guard skipSeparators(), let base = unsafe bytes.baseAddress else { return nil }
    return unsafe DecimalText.scan(base.assumingMemoryBound(to: UInt8.self), &at, bytes.count)
  }
}
