// SPDX-License-Identifier: MIT
// Part of Platen: gradients as CSS writes them.

public import Drawing
public import Geometry
internal import Libc

/// A gradient of CSS Images 3: `linear-gradient(to right, #123, teal 60%)`, `radial-gradient(…)`.
///
/// Repeating and conic gradients, and positions in other units than percent, are not read.
public struct CSSGradient: Hashable, Sendable {
  /// The way its colors go.
  public enum Course: Hashable, Sendable {
    /// Degrees, clockwise from upwards.
    case angle(Double)
    /// From one corner to the other, by the signs of the way across and down.
    case corner(Int, Int)
    /// From a point, as shares of width and height, to the farthest corner.
    case radial(Double, Double)
  }

  public let course: Course
  /// At least two, in order.
  public let stops: [GradientStop]

  /// The most colors.
  private static let most = 64

  /// Reads a value that is one gradient and nothing else; nil for any other.
  public init?(_ text: String) {
    let text = text.lowercased()
    guard text.utf8.count <= 4000, text.last == ")", let open = text.firstIndex(of: "(") else {
      return nil
    }
    let name = text[..<open].filter { !$0.isWhitespace }
    guard name == "linear-gradient" || name == "radial-gradient" else { return nil }
    let inside = text[text.index(after: open)...].dropLast()
    guard var parts = CSSGradient.parts(inside, at: ",") else { return nil }
    guard let first = parts.first else { return nil }
    let isLinear = name == "linear-gradient"
    if CSSGradient.stop(first) == nil {
      guard let course = isLinear ? CSSGradient.line(first) : CSSGradient.circle(first) else {
        return nil
      }
      self.course = course
      parts.removeFirst()
    } else {
      course = isLinear ? .angle(180) : .radial(0.5, 0.5)
    }
    var read: [(color: Color, offset: Double?)] = []
    for part in parts {
      guard let stop = CSSGradient.stop(part) else { return nil }
      if stop.offsets.isEmpty { read.append((stop.color, nil)) }
      for offset in stop.offsets { read.append((stop.color, offset)) }
    }
    guard (2...CSSGradient.most).contains(read.count) else { return nil }
    stops = CSSGradient.placed(read)
  }

  // MARK: Parts

  /// The text between signs that are in no parentheses; nil where these do not match.
  private static func parts(_ text: Substring, at sign: Character) -> [Substring]? {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth < 0 { return nil }
      case sign where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    guard depth == 0 else { return nil }
    return parts + [text[start...]]
  }

  private static func words(_ text: Substring) -> [Substring] {
    (parts(text, at: " ") ?? []).filter { !$0.isEmpty }
  }

  private static func percent(_ word: Substring) -> Double? {
    if word == "0" { return 0 }
    guard word.last == "%", let number = Double(word.dropLast()), number.isFinite else {
      return nil
    }
    return number / 100
  }

  /// A color with up to two positions.
  private static func stop(_ text: Substring) -> (color: Color, offsets: [Double])? {
    var words = words(text)
    var offsets: [Double] = []
    while offsets.count < 2, let last = words.last, words.count > 1, let offset = percent(last) {
      offsets.insert(offset, at: 0)
      words.removeLast()
    }
    guard !words.isEmpty, let color = Color(css: words.joined(separator: " ")) else { return nil }
    return (color, offsets)
  }

  private static func line(_ text: Substring) -> Course? {
    let words = words(text)
    if words.first == "to" {
      var (across, down) = (0, 0)
      for word in words.dropFirst() {
        switch word {
        case "left": across = -1
        case "right": across = 1
        case "top": down = -1
        case "bottom": down = 1
        default: return nil
        }
      }
      switch (across, down) {
      case (0, 0): return nil
      case (0, -1): return .angle(0)
      case (1, 0): return .angle(90)
      case (0, 1): return .angle(180)
      case (-1, 0): return .angle(270)
      default: return .corner(across, down)
      }
    }
    guard words.count == 1 else { return nil }
    for (unit, degrees) in [("grad", 0.9), ("deg", 1), ("rad", 180 / Double.pi), ("turn", 360)]
    where words[0].hasSuffix(unit) {
      guard let number = Double(words[0].dropLast(unit.count)), number.isFinite else { return nil }
      return .angle((number * degrees).truncatingRemainder(dividingBy: 360))
    }
    return words[0] == "0" ? .angle(0) : nil
  }

  private static func circle(_ text: Substring) -> Course? {
    var (x, y) = (0.5, 0.5)
    var words = words(text)[...]
    while let word = words.first, word != "at" {
      guard ["circle", "ellipse", "farthest-corner"].contains(word) else { return nil }
      words.removeFirst()
    }
    if words.first == "at" {
      let places = Array(words.dropFirst())
      guard (1...2).contains(places.count) else { return nil }
      for (index, place) in places.enumerated() {
        switch place {
        case "left": x = 0
        case "right": x = 1
        case "top": y = 0
        case "bottom": y = 1
        case "center": break
        default:
          guard let share = percent(place) else { return nil }
          if index == 0 { x = share } else { y = share }
        }
      }
    }
    return .radial(min(max(x, 0), 1), min(max(y, 0), 1))
  }

  /// Gives each color a position: those without one are spread evenly, none is before another.
  private static func placed(_ read: [(color: Color, offset: Double?)]) -> [GradientStop] {
    var offsets = read.map(\.offset)
    offsets[0] = offsets[0] ?? 0
    offsets[offsets.count - 1] = offsets[offsets.count - 1] ?? 1
    var last = 0
    for index in offsets.indices.dropFirst() {
      guard let end = offsets[index] else { continue }
      let start = offsets[last] ?? 0
      for between in last + 1..<max(last + 1, index) {
        offsets[between] = start + (end - start) * Double(between - last) / Double(index - last)
      }
      last = index
    }
    var most = 0.0
    return zip(read, offsets).map { stop, offset in
      most = max(most, min(max(offset ?? 0, 0), 1))
      return GradientStop(most, stop.color)
    }
  }

  // MARK: On a sheet

  /// The angle in degrees, clockwise from upwards, on a sheet of that size; 0 of a radial one.
  public func angle(on size: Size) -> Double {
    switch course {
    case .angle(let degrees): degrees
    // The middle of a gradient to a corner goes through the two others.
    case .corner(let across, let down):
      atan2(Double(across) * size.height, -Double(down) * size.width) * 180 / .pi
    case .radial: 0
    }
  }

  public func paint(in rect: Rect) -> Paint {
    if case .radial(let x, let y) = course {
      let center = Point(rect.x + rect.width * x, rect.y + rect.height * y)
      let (across, down) = (max(x, 1 - x) * rect.width, max(y, 1 - y) * rect.height)
      let radius = (across * across + down * down).squareRoot()
      return .radialGradient(center: center, radius: radius, stops: stops)
    }
    let angle = angle(on: Size(width: rect.width, height: rect.height)) * .pi / 180
    let (across, down) = (sin(angle), -cos(angle))
    let half = (abs(rect.width * across) + abs(rect.height * down)) / 2
    let center = rect.center
    return .linearGradient(
      from: Point(center.x - across * half, center.y - down * half),
      to: Point(center.x + across * half, center.y + down * half), stops: stops)
  }

  /// The mean of its colors, on a ground where they are not opaque.
  public func mean(on ground: Color) -> Color {
    let colors = colors(on: ground)
    let count = Double(colors.count)
    return Color(
      colors.reduce(0) { $0 + $1.red } / count, colors.reduce(0) { $0 + $1.green } / count,
      colors.reduce(0) { $0 + $1.blue } / count)
  }

  /// Its colors on a ground, opaque.
  public func colors(on ground: Color) -> [Color] {
    stops.map { stop in
      var opaque = stop.color
      opaque.alpha = 1
      return ground.mixed(with: opaque, stop.color.alpha)
    }
  }
}
