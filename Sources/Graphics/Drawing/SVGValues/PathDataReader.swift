// SPDX-License-Identifier: MIT
// Part of Platen: path data of SVG as a path.

package import Geometry

/// Reading of `d`: all commands of SVG 1.1, section 8.3, in both cases.
package enum PathDataReader {
  /// Returns the path that `d` describes; nil where anything in it is not understood.
  package static func path(_ text: String) -> Path? {
    let (path, isWhole) = read(text.utf8)
    return isWhole ? path : nil
  }

  /// Reads the path that `d` describes, up to the first thing in it that is not understood.
  ///
  /// - Returns: the path, and whether all of `d` was read.
  package static func read(_ bytes: some Sequence<UInt8>) -> (path: Path, isWhole: Bool) {
    var path = Path()
    var numbers = SVGNumbers(bytes)
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
        return (path, false)
      }
      guard let letter = command else { return (path, false) }
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
        guard let p = point() else { return (path, false) }
        path.move(to: p)
        (current, start, isOpen) = (p, p, true)
        command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
      case UInt8(ascii: "L"):
        guard let p = point(), begin() else { return (path, false) }
        path.line(to: p)
        current = p
      case UInt8(ascii: "H"):
        guard let x = numbers.number(), begin() else { return (path, false) }
        current.x = origin.x + x
        path.line(to: current)
      case UInt8(ascii: "V"):
        guard let y = numbers.number(), begin() else { return (path, false) }
        current.y = origin.y + y
        path.line(to: current)
      case UInt8(ascii: "C"):
        guard let a = point(), let b = point(), let p = point(), begin() else {
          return (path, false)
        }
        path.curve(to: p, a, b)
        (current, nextCubic) = (p, b)
      case UInt8(ascii: "S"):
        guard let b = point(), let p = point(), begin() else { return (path, false) }
        path.curve(to: p, cubic.map { current * 2 - $0 } ?? current, b)
        (current, nextCubic) = (p, b)
      case UInt8(ascii: "Q"), UInt8(ascii: "T"):
        var control = quadratic.map { current * 2 - $0 } ?? current
        if letter & ~0x20 == UInt8(ascii: "Q") {
          guard let given = point() else { return (path, false) }
          control = given
        }
        guard let p = point(), begin() else { return (path, false) }
        path.curve(to: p, (current + control * 2) / 3, (p + control * 2) / 3)
        (current, nextQuadratic) = (p, control)
      case UInt8(ascii: "A"):
        guard let rx = numbers.number(), let ry = numbers.number(), let turn = numbers.number(),
          let isLarge = numbers.flag(), let isClockwise = numbers.flag(), let p = point(), begin()
        else { return (path, false) }
        SVGArc(
          from: current, to: p, radii: Point(abs(rx), abs(ry)), degrees: turn, isLarge: isLarge,
          isClockwise: isClockwise
        ).append(to: &path)
        current = p
      case UInt8(ascii: "Z"):
        guard !path.isEmpty else { return (path, false) }
        if isOpen { path.close() }
        (current, isOpen) = (start, false)
      default:
        return (path, false)
      }
      (cubic, quadratic) = (nextCubic, nextQuadratic)
    }
    return (path, true)
  }
}
