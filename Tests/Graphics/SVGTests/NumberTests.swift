// SPDX-License-Identifier: MIT
// Part of Platen: numbers, words, colors and maps as attributes.

import Drawing
import Geometry
import Testing

@testable import SVG

@Suite struct NumberTests {
  static let numbers: [(Double, Int, String)] = [
    (0, 2, "0"), (-0.0, 2, "0"), (0.004, 2, "0"), (-0.004, 2, "0"), (0.005, 2, ".01"),
    (0.5, 2, ".5"), (-0.5, 2, "-.5"), (0.05, 2, ".05"), (1, 2, "1"), (10, 2, "10"),
    (100, 2, "100"), (12.34, 2, "12.34"), (12.3, 2, "12.3"), (-12.345, 2, "-12.35"),
    (99.999, 2, "100"), (1234.5, 0, "1235"), (0.000_012, 6, ".000012"), (7, 6, "7"),
    (.nan, 2, "0"), (.infinity, 2, "0"), (1e30, 2, "10000000000000"),
  ]

  @Test(arguments: numbers) func areShort(_ value: Double, _ digits: Int, _ text: String) {
    var bytes: [UInt8] = []
    bytes.put(number: value, digits: digits)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func lengthsAreKnownBefore() {
    for digits in 0...3 {
      for parts in -1200...1200 {
        var bytes: [UInt8] = []
        bytes.put(parts: parts, digits: digits)
        #expect(bytes.count == [UInt8].length(ofParts: parts, digits: digits), "\(parts) \(digits)")
      }
    }
  }

  @Test func wordsAreEscaped() {
    var bytes: [UInt8] = []
    bytes.put(words: "a<b>&\"c'\u{0}\u{1B}\u{FFFE}\u{1FFFF}\n\u{85}é\u{1F600}")
    #expect(String(decoding: bytes, as: UTF8.self) == "a&lt;b&gt;&amp;&quot;c' é\u{1F600}")
  }

  @Test(arguments: [
    (Color(1, 0, 0), "#f00"), (Color(bytes: 0x12, 0x34, 0x56), "#123456"),
    (Color(2, -1, .nan), "#f00"),
  ])
  func colorsAreShort(_ color: Color, _ text: String) {
    var bytes: [UInt8] = []
    bytes.put(color: color)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [
    (AffineMap.identity, ""), (.translation(1.5, 0), " transform=\"translate(1.5 0)\""),
    (.scale(2, 2), " transform=\"scale(2)\""), (.scale(2, 3), " transform=\"scale(2 3)\""),
    (.translation(1e-9, 0), " transform=\"scale(1)\""),
    (
      AffineMap(a: 0, b: 1, c: -1, d: 0, tx: 3, ty: -0.25),
      " transform=\"matrix(0 1 -1 0 3 -.25)\""
    ),
  ])
  func mapsAreShort(_ map: AffineMap, _ text: String) {
    var bytes: [UInt8] = []
    bytes.put(map: map)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("burgIcons", "burgIcons"), ("Burg icons", "layer-Burg-icons"), ("", "layer-"),
    ("a\"b<é>c", "a-b-c"), ("9", "layer-9"),
  ])
  func namesAreSound(_ name: String, _ id: String) { #expect(SVGName.sound(name) == id) }
}
