// SPDX-License-Identifier: MIT
// Part of Platen: points, lists and colors of a world as JSON.

internal import Atlas
internal import Geometry
internal import JSON
internal import Text

extension JSONWriter {
  mutating func point(_ point: Point) {
    array { json in
      json.double(point.x)
      json.double(point.y)
    }
  }

  mutating func member(_ name: String, point: Point) {
    key(name)
    self.point(point)
  }

  mutating func member(_ name: String, points: [Point]) {
    member(name, array: { json in for point in points { json.point(point) } })
  }

  /// A member that is omitted where the value is nil.
  mutating func member(ifAny name: String, _ value: Int?) {
    if let value { member(name, value) }
  }

  mutating func member(ifAny name: String, _ value: Double?) {
    if let value { member(name, value) }
  }

  mutating func member(ifAny name: String, _ value: String?) {
    if let value { member(name, value) }
  }

  mutating func member(unlessEmpty name: String, _ value: String) {
    if !value.isEmpty { member(name, value) }
  }
}

extension EntityColor {
  /// The color as FMG writes it: `#66c2a5`, or `url(#hatch3)` for a hatch.
  var generatorText: String {
    switch self {
    case .rgb(let red, let green, let blue):
      "#"
        + Hex.encode([red, green, blue])
    case .hatch(let number): "url(#hatch\(number))"
    }
  }
}
