// SPDX-License-Identifier: MIT
// Part of Platen: tests of SVG drawn: sizes, colors, and what strangers' files may not do.

import Diagnostics
import Foundation
import Pixels
import TestSupport
import Testing

@testable import Vectors

private func svg(_ body: String, _ attributes: String = "viewBox='0 0 10 10'") -> [UInt8] {
  Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(body)</svg>".utf8)
}

private func codes(_ file: [UInt8]) -> [String] { codes { try SVGDrawing(file) } }

@Suite struct SVGTests {
  @Test func shapesAndTransparency() throws {
    let picture = try SVGDrawing(
      svg(
        "<rect width='5' height='10' fill='#c08040'/>"
          + "<rect x='5' width='5' height='5' fill='#0000ff' fill-opacity='0.5'/>"))
    #expect(picture.width == 10 && picture.height == 10)
    let bitmap = try picture.drawn(width: 40, height: 40)
    #expect(bitmap[10, 10] == (0xC0, 0x80, 0x40, 255))
    #expect(bitmap[30, 10].alpha == 128 && bitmap[30, 10].blue == 255)
    #expect(bitmap[30, 30].alpha == 0)
  }

  @Test(arguments: [
    ("width='20' height='30'", 20.0, 30.0), ("viewBox='0 0 7 9'", 7, 9),
    ("width='1in' height='2in'", 96, 192), ("width='5' height='6' viewBox='0 0 50 60'", 5, 6),
  ])
  func sizes(_ attributes: String, _ width: Double, _ height: Double) throws {
    let picture = try SVGDrawing(svg("<rect width='1' height='1'/>", attributes))
    #expect(abs(picture.width - width) < 1e-6 && abs(picture.height - height) < 1e-6)
  }

  @Test func otherProportionsAreCentered() throws {
    let picture = try SVGDrawing(svg("<rect width='10' height='20'/>", "viewBox='0 0 10 20'"))
    let bitmap = try picture.drawn(width: 40, height: 40)
    #expect(bitmap[5, 20].alpha == 0 && bitmap[20, 20].alpha == 255 && bitmap[35, 20].alpha == 0)
  }

  @Test func sameBytesEachTime() throws {
    let picture = try SVGDrawing(
      svg("<circle cx='5' cy='5' r='4.3' fill='red' stroke='#123' stroke-width='.3'/>"))
    #expect(try picture.drawn(width: 333, height: 333) == picture.drawn(width: 333, height: 333))
  }

  @Test func whatCannotBeRead() {
    #expect(codes([]) == ["svg.damaged"])
    #expect(codes(Array("<svg".utf8)) == ["svg.damaged"])
    #expect(codes(Array("<html/>".utf8)) == ["svg.damaged"])
    #expect(codes([0x1F, 0x8B, 8, 0]) == ["svg.compressed"])
    #expect(codes([UInt8](repeating: 0x20, count: SVGDrawing.limit + 1)) == ["svg.too-large"])
    #expect(codes(svg("", "viewBox='0 0 0 0'")) == ["svg.size"])
    #expect(throws: Failure.self) { try SVGDrawing(svg("")).drawn(width: 0, height: 5) }
    #expect(throws: Failure.self) { try SVGDrawing(svg("")).drawn(width: 9000, height: 5) }
  }

  /// librsvg cannot be interrupted: what would take it without end is refused before.
  @Test(arguments: [
    "<feTurbulence numOctaves='100000' baseFrequency='0.9'/>",
    "<feGaussianBlur stdDeviation='1e9'/>",
    "<feMorphology operator='dilate' radius='5000'/>", "<feConvolveMatrix order='500'/>",
    String(repeating: "<feOffset dx='1'/>", count: 1001), "<feOffset dy='-1e7'/>",
    "<feDropShadow dx='1e7'/>",
  ])
  func filtersWithoutEndAreRefused(_ primitives: String) {
    #expect(
      codes(svg("<filter id='f'>\(primitives)</filter><path filter='url(#f)'/>")) == ["svg.filter"])
  }

  @Test func tagsAreThoseOfXML() {
    let text = SVGText(
      Array(
        "<?x <a>?><!-- <b> --><s:svg a='>' b = \"'\"><![CDATA[<c>]]><d e/ f='1' /></s:svg><g h='<i>'"
          .utf8))
    var tags: [String] = []
    text.forEachTag { tag in
      tags.append(
        (tag.isEnd ? "/" : "") + text.string(tag.name) + (tag.isEmpty ? "/" : "")
          + tag.attributes.map { " \(text.string($0.name))=\(text.string($0.value))" }.joined())
    }
    #expect(tags == ["svg a=> b='", "d/ f=1", "/svg", "i"])
  }

  /// A comment to Platen alone would hide filters from Platen alone.
  @Test(arguments: [
    "<svg><!--> <![CDATA[ --><x/><!-- ]]> --></svg>",
    "<!DOCTYPE svg SYSTEM \"<!--\"><svg><x/></svg>",
    "<!DOCTYPE svg PUBLIC '>\"' \"<?\" [<!ATTLIST a b CDATA '<!--'><!-- ' -->]><svg><x/></svg>",
  ])
  func nothingHidesATag(_ file: String) {
    let text = SVGText(Array(file.utf8))
    var names: [String] = []
    text.forEachTag { names.append(text.string($0.name)) }
    #expect(names == ["svg", "x", "svg"])
  }

  /// A quote that ends the value is none within `url(…)`.
  @Test func referencesEndWithTheirValue() {
    let text = SVGText(Array("<a b='url('#c/><d e='url(#f' g='url( \"#h\")'/>".utf8))
    var targets: [String] = []
    text.forEachTag { tag in
      for (_, value) in tag.attributes { targets += text.targets(in: value) }
    }
    #expect(targets == ["f", "h"])
  }

  /// Sound or not, no text takes longer for each of its bytes than others.
  @Test(arguments: [
    " ", "a", "<", "<a ", "<a b", "<a b=", "<a 'b", "<a b='", "<a b='c'", "<!--", "<!ENTITY ", "</",
    "<!ENTITY '", "<!a 'b", "<!", "url( ", "url(# ", "url(#", "filter ", "filter : ",
    "filter:url(#", "href",
    "href = ",
    "href='", "\"", "/",
  ])
  func scanningIsLinear(_ unit: String) {
    let linear = isLinear(100_000) { count in
      for text in [
        "<svg" + String(repeating: unit, count: count),
        "<svg style=\"url(\(String(repeating: " ", count: count))\(unit)",
        "<feBlend " + String(repeating: unit + " ", count: count) + "/>",
      ] {
        let text = SVGText(Array(text.utf8))
        text.forEachTag { tag in
          for (_, value) in tag.attributes { _ = text.targets(in: value) }
        }
        _ = (text.takesFromOutside, text.entities, text.encoding)
        for names in [text.targets(in: text.bytes.indices), text.ruledFilters] {
          #expect(names.reduce(0) { $0 + $1.utf8.count } <= text.bytes.count)
        }
      }
    }
    #expect(linear)
  }

  @Test func filtersThatMultiplyAreRefused() throws {
    let noise = "<filter id='f'><feTurbulence numOctaves='16' baseFrequency='0.9'/></filter>"
    let many = String(repeating: "<rect width='9' height='9' filter='url(#f)'/>", count: 1000)
    let picture = try SVGDrawing(svg(noise + many))
    #expect(throws: Failure.self) { try picture.drawn(width: 1024, height: 1024) }
    let shadow = "<filter id='f'><feGaussianBlur stdDeviation='2'/><feOffset dx='1'/></filter>"
    let drawn = try SVGDrawing(svg(shadow + "<rect width='9' height='9' filter='url(#f)'/>"))
    #expect(try !drawn.drawn(width: 64, height: 64).isBlank)
  }

  /// A file beside, a file from the top, an address: nothing of it is drawn, and it is reported.
  @Test func nothingOutsideTheFileIsRead() throws {
    let scratch = try Scratch()
    let red = Bitmap(
      width: 2, height: 2, rgba: [255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255])
    let png = try CompactPNG.encode(red, .opaque)
    let file = try scratch.write(png, to: "red.png")
    for reference in ["file://\(file)", file, "red.png", "../red.png"] {
      let picture = try SVGDrawing(svg("<image href='\(reference)' width='10' height='10'/>"))
      #expect(picture.warnings.map(\.code.rawValue) == ["svg.reference"], "\(reference)")
      let bitmap = try picture.drawn(width: 20, height: 20)
      #expect(bitmap[10, 10].alpha == 0, "\(reference)")
    }
    // Inside the file it is drawn.
    let inside = "data:image/png;base64," + Data(png).base64EncodedString()
    let picture = try SVGDrawing(svg("<image href='\(inside)' width='10' height='10'/>"))
    #expect(picture.warnings.isEmpty)
    #expect(try picture.drawn(width: 20, height: 20)[10, 10] == (255, 0, 0, 255))
  }

  @Test func entitiesOfOtherFilesAreNotRead() throws {
    let text = """
      <!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 99 9'><text y='8'>&x;</text></svg>
      """
    if let picture = try? SVGDrawing(Array(text.utf8)) {
      #expect(try picture.drawn(width: 99, height: 9).isBlank)
    }
  }

  /// Each entity ten times the one before: nothing that multiplies is let multiply.
  @Test func entitiesThatMultiply() throws {
    var text = "<!DOCTYPE svg [<!ENTITY a0 'aaaaaaaaaa'>"
    for level in 1...12 {
      text += "<!ENTITY a\(level) '" + String(repeating: "&a\(level - 1);", count: 10) + "'>"
    }
    text += "]><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><text>&a12;</text></svg>"
    #expect(codes(Array(text.utf8)) == ["svg.damaged"])
  }

  @Test func textIsSaidToHangOnTheMachine() throws {
    let picture = try SVGDrawing(svg("<text y='9'>a</text>"))
    #expect(picture.warnings.map(\.code.rawValue) == ["svg.text"])
    #expect(try SVGDrawing(svg("<path d='M0 0h5v5z' fill='url(#a)'/>")).warnings.isEmpty)
  }
}
