// SPDX-License-Identifier: MIT
// Part of Platen: faults of files, found before these take their names.

import Canvas
import Drawing
import Geometry
import SVG
import Testing

@Suite struct CheckTests {
  static let head = "<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 9 8\">"

  private func check(_ text: String) throws -> SVGCheck {
    var check = SVGCheck()
    try check.take(text.utf8)
    try check.finish()
    return check
  }

  @Test func readsASize() throws {
    let check = try check(CheckTests.head + "<title>é &amp; x</title><path d=\"\"/></svg>\n")
    #expect(check.width == 9)
    #expect(check.height == 8)
    #expect(check.shapeCount == 1)
  }

  static let faulty = [
    "": "ends before",
    "<?xml version=\"1.0\"?>": "ends before",
    head: "ends before",
    head + "<g></svg>": "closes svg",
    head + "<g></g>": "ends before",
    head + "</svg><g/>": "beside",
    head + "</svg>x": "outside",
    head + "path d=\"\"/></svg>": "outside",
    head + "<g fill=\"url(a)\"/></svg>": "leads out",
    "<g/>": "beside",
    head + "<g id=\"a\"/><g id=\"a\"/></svg>": "two elements",
    head + "<g id=\"a\" id=\"b\"/></svg>": "twice",
    head + "<use xlink:href=\"#a\"/></svg>": "does not exist",
    head + "<g clip-path=\"url(#a)\"/></svg>": "does not exist",
    head + "<image xlink:href=\"http://a/b.png\"/></svg>": "leads out",
    head + "<g id=\"a\"/><use xlink:href=\"http://x/&amp;#a\"/></svg>": "leads out",
    head + "<g id=\"a\"/><g fill=\"url(http://x/&quot;#a)\"/></svg>": "leads out",
    head + "<g id=\"a&amp;b\"/><g id=\"a&amp;b\"/></svg>": "two elements",
    head + "<image xlink:href=\"data:text/html,x\"/></svg>": "leads out",
    head + "<g a=b/></svg>": "quotation",
    head + "<g a=\"<\"/></svg>": "<",
    head + "&nbsp;</svg>": "entity",
    head + "<g a=\"&x;\"/></svg>": "entity",
    head + "<!-- x --></svg>": "name",
    head + "\u{1}</svg>": "character",
    "<svg><path/></svg>": "no size",
  ]

  @Test(arguments: faulty.keys.sorted()) func findsFaults(_ text: String) throws {
    let words = try #require(CheckTests.faulty[text])
    let fault = #expect(throws: SVGError.self) { try check(text) }
    #expect(fault?.words.contains(words) ?? false, "\(fault.map { "\($0)" } ?? "none")")
  }

  /// A character cut short; longer than it must be, a surrogate, past the last one.
  @Test(
    arguments: [
      [0xC3, 0x28], [0xC0, 0xAF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func findsWhatIsNoUTF8(_ bytes: [UInt8]) throws {
    var check = SVGCheck()
    try check.take(Array((CheckTests.head + "<title>").utf8))
    #expect(throws: SVGError.self) { try check.take(bytes) }
  }

  @Test func takesEveryLengthOfCharacters() throws {
    let words = "\u{7FF}\u{800}\u{D7FF}\u{E000}\u{10000}\u{10FFFF}é&amp;"
    _ = try check(CheckTests.head + "<title>\(words)</title></svg>")
  }

  /// A file of Platen's that ends anywhere, or that lost a byte with a meaning, is found out.
  @Test func findsEveryCut() throws {
    let fonts = try FontLibrary(FontSet())
    let scene = Scene(
      size: Size(width: 40, height: 20), background: .white,
      nodes: PairCase.line(
        "ab", "EB Garamond", size: 9, at: Point(2, 9), fonts, halo: PairCase.halo)
        + [
          .group(
            Group(
              clip: Clip(PairCase.disc),
              children: [
                .path(PathNode(PairCase.star, fill: Fill(.black)))
              ]))
        ])
    let bytes = try Drawn(scene, fonts).bytes
    for length in 0..<bytes.count - 1 {
      var check = SVGCheck()
      #expect(throws: SVGError.self) {
        try check.take(bytes[..<length])
        try check.finish()
      }
    }
    // What the first line says of itself is not looked at.
    let start = bytes.firstIndex(of: 10) ?? 0
    for index in bytes.indices[start...]
    where [UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "#")]
      .contains(bytes[index])
    {
      // A color without its sign is still an attribute.
      if bytes[index] == UInt8(ascii: "#"), bytes[index - 1] == UInt8(ascii: "\""),
        !String(decoding: bytes[..<index], as: UTF8.self).hasSuffix("href=\"")
      {
        continue
      }
      var cut = bytes
      cut.remove(at: index)
      var check = SVGCheck()
      #expect(throws: SVGError.self, "without byte \(index)") {
        try check.take(cut)
        try check.finish()
      }
    }
  }
}
