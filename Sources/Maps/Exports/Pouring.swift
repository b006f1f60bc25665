// SPDX-License-Identifier: MIT
// Part of Platen: how the writers of this module stream their bytes.

internal import Atlas
internal import Geometry
internal import JSON
internal import Text

/// Hands a writer's text on when there is enough of it, so that no text is whole in memory.
// @safe: what it holds is a function; the bytes are lent to it for each call.
@safe struct Pouring {
  let sink: ByteSink
  private static let enough = 1 << 16

  func callAsFunction(_ json: inout JSONWriter) throws {
    if json.heldCount >= Pouring.enough { try unsafe json.drain(to: sink) }
  }

  /// What is left.
  func finish(_ json: inout JSONWriter) throws { try unsafe json.drain(to: sink) }
}

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

  mutating func member(_ name: String, list: some Sequence<some BinaryInteger>) {
    member(name, array: { json in for number in list { json.int(number) } })
  }

  mutating func member(_ name: String, words: some Sequence<String>) {
    member(name, array: { json in for word in words { json.string(word) } })
  }

  /// A member that is left out where there is nothing.
  mutating func member(ifAny name: String, _ value: Int?) {
    if let value { member(name, value) }
  }

  mutating func member(ifAny name: String, _ value: Double?) {
    if let value { member(name, value) }
  }

  mutating func member(ifAny name: String, _ value: String?) {
    if let value { member(name, value) }
  }
}

extension EntityColor {
  /// As the generator writes it: `#66c2a5`, or `url(#hatch3)` for a hatch.
  var generatorText: String {
    switch self {
    case .rgb(let red, let green, let blue):
      "#"
        + Hex.encode([red, green, blue])
    case .hatch(let number): "url(#hatch\(number))"
    }
  }
}
