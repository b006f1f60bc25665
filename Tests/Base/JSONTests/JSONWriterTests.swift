// SPDX-License-Identifier: MIT
// Part of Platen: what the JSON writer writes, number by number and quote by quote.

import JSON
import Testing

@Suite struct JSONWriterTests {
  /// Right-hand sides are what `String(number)` gives in JavaScript.
  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (100, "100"),
    (123_456_789_012_345_680, "123456789012345680"), (1e21, "1e+21"), (1.5e300, "1.5e+300"),
    (1e-6, "0.000001"), (1.25e-5, "0.0000125"), (1e-7, "1e-7"), (-2.5e-9, "-2.5e-9"),
    (4_503_599_627_370_495.5, "4503599627370495.5"), (.leastNonzeroMagnitude, "5e-324"),
    (.nan, "null"),
    (.infinity, "null"), (-.infinity, "null"),
  ])
  func numbersAreWrittenAsJavaScriptDoes(number: Double, text: String) {
    #expect(JSONWriter.format(number) == text)
  }

  @Test func everyFormReadsBackAsTheSameNumber() throws {
    var state: UInt64 = 3
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Double(bitPattern: state)
      guard number.isFinite else { continue }
      let document = try JSONDocument(parsing: Array(JSONWriter.format(number).utf8))
      #expect(document.root.double == number)
    }
  }

  @Test func integersOfEveryWidth() {
    var json = JSONWriter()
    json.array { json in
      json.int(UInt64.max)
      json.int(Int64.min)
      json.int(UInt8(7))
      json.int(-3)
    }
    #expect(json.text == "[18446744073709551615,-9223372036854775808,7,-3]")
  }

  @Test func textsAreEscapedAsFarAsTheyMustBe() throws {
    let text = "\"\\/\u{8}\n\r\t\u{1}\u{1f}\u{7f}é😀\u{2028}"
    var json = JSONWriter()
    json.string(text)
    #expect(json.text == #""\"\\/\u0008\n\r\t\u0001\u001f"# + "\u{7f}é😀\u{2028}\"")
    #expect(try JSONDocument(parsing: json.utf8).root.string == text)
  }

  @Test func commasAndIndents() {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("a", 1)
      json.member(
        "b",
        array: { json in
          json.null(); json.bool(true)
        })
      json.member("c", object: { _ in })
      json.member("d", nil as String?)
    }
    #expect(
      json.text == """
        {
          "a": 1,
          "b": [
            null,
            true
          ],
          "c": {},
          "d": null
        }
        """)
  }
}
