// SPDX-License-Identifier: MIT
// Part of Platen: tests of vector drawables, drawn again and compared with their SVG files.

import Assets
import Diagnostics
import Drawing
import Foundation
import Geometry
import Pipeline
import Pixels
import TestSupport
import Testing
import Vectors

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Turns a vector drawable into SVG: its elements are SVG's by other names.
private final class DrawableReader: NSObject, XMLParserDelegate {
  var svg = ""
  private var gradients = ""
  private var path: [String: String] = [:]
  private var gradient: (id: Int, target: String, isRadial: Bool, attributes: [String: String])?
  private var clips: [Int] = []
  private var count = 0
  private(set) var unknown: [String] = []

  static func svg(of drawable: String) throws -> String {
    let reader = DrawableReader()
    let parser = XMLParser(data: Data(drawable.utf8))
    parser.delegate = reader
    try #require(parser.parse())
    #expect(reader.unknown == [])
    return reader.svg
  }

  /// `#AARRGGBB` as SVG's color and opacity.
  private static func color(_ text: String, _ name: String, _ opacity: String) -> String {
    let digits = text.dropFirst()
    guard digits.count == 8 else { return " \(name)='\(text)'" }
    let alpha = Double(Int(digits.prefix(2), radix: 16) ?? 0) / 255
    return " \(name)='#\(digits.dropFirst(2))' \(opacity)='\(alpha)'"
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    func value(_ name: String) -> String { attributes["android:" + name] ?? "0" }
    switch name {
    case "vector":
      svg += "<svg xmlns='http://www.w3.org/2000/svg' width='\(value("width").dropLast(2))'"
      svg += " height='\(value("height").dropLast(2))' viewBox='0 0 \(value("viewportWidth"))"
      svg += " \(value("viewportHeight"))'><g opacity='\(attributes["android:alpha"] ?? "1")'>"
    case "group": clips.append(0)
    case "clip-path":
      count += 1
      clips[clips.count - 1] += 1
      svg += "<clipPath id='c\(count)'><path d='\(value("pathData"))'/></clipPath>"
      svg += "<g clip-path='url(#c\(count))'>"
    case "path": path = attributes
    case "aapt:attr":
      count += 1
      gradient = (count, attributes["name"] ?? "", false, [:])
    case "gradient":
      let isRadial = value("type") == "radial"
      gradient?.isRadial = isRadial
      gradients += "<\(isRadial ? "radial" : "linear")Gradient id='g\(count)'"
      gradients += " gradientUnits='userSpaceOnUse'"
      gradients +=
        isRadial
        ? " cx='\(value("centerX"))' cy='\(value("centerY"))' r='\(value("gradientRadius"))'>"
        : " x1='\(value("startX"))' y1='\(value("startY"))' x2='\(value("endX"))'"
          + " y2='\(value("endY"))'>"
    case "item":
      gradients += "<stop offset='\(value("offset"))'"
      gradients += DrawableReader.color(value("color"), "stop-color", "stop-opacity") + "/>"
    default: unknown.append(name)
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    switch name {
    case "vector": svg += "</g></svg>"
    case "group": svg += String(repeating: "</g>", count: clips.removeLast())
    case "gradient": gradients += "</\(gradient?.isRadial == true ? "radial" : "linear")Gradient>"
    case "aapt:attr": path[gradient?.target ?? ""] = "url(#g\(gradient?.id ?? 0))"
    case "path":
      var text = gradients + "<path d='\(path["android:pathData"] ?? "")'"
      gradients = ""
      let fill = path["android:fillColor"] ?? "none"
      text += DrawableReader.color(fill, "fill", "fill-opacity")
      if path["android:fillType"] == "evenOdd" { text += " fill-rule='evenodd'" }
      if let stroke = path["android:strokeColor"] {
        text += DrawableReader.color(stroke, "stroke", "stroke-opacity")
        text += " stroke-width='\(path["android:strokeWidth"] ?? "")'"
        text += " stroke-linecap='\(path["android:strokeLineCap"] ?? "butt")'"
        text += " stroke-linejoin='\(path["android:strokeLineJoin"] ?? "miter")'"
      }
      svg += text + "/>"
    default: break
    }
  }
}

private let head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>"

private func drawable(_ svg: String, tint: String? = nil) throws -> VectorDrawable.Reading {
  switch try SVGShapes.read(Array(svg.utf8), color: Color(0, 0, 0)) {
  case .shapes(let shapes):
    return VectorDrawable.xml(of: shapes.nodes, box: shapes.box, size: shapes.size, tint: tint)
  case .beyond(let what): return .beyond(what)
  }
}

private func xml(_ svg: String, tint: String? = nil) throws -> String {
  guard case .xml(let text) = try drawable(svg, tint: tint) else {
    Issue.record("\(try drawable(svg))")
    return ""
  }
  return text
}

/// The mean difference of all codes on white, and the largest.
private func difference(_ one: String, _ other: String, side: Int) throws -> (Double, Int) {
  let images = try [one, other].map {
    try SVGDrawing(Array($0.utf8)).drawn(width: side, height: side)
  }
  func onWhite(_ image: Bitmap, _ index: Int) -> Int {
    let alpha = Int(image.rgba[index | 3])
    return (Int(image.rgba[index]) * alpha + 255 * (255 - alpha) + 127) / 255
  }
  let differences = images[0].rgba.indices.filter { $0 % 4 < 3 }.map {
    abs(onWhite(images[0], $0) - onWhite(images[1], $0))
  }
  return (Double(differences.reduce(0, +)) / Double(differences.count), differences.max() ?? 0)
}

@Suite struct VectorDrawableTests {
  @Test(arguments: [
    "<path d='M3 12a9 9 0 0118 0L12 21z' fill='#3366cc' fill-opacity='.5'/>",
    "<circle cx='12' cy='12' r='9' fill='none' stroke='#aa2200' stroke-width='2.5'/>",
    "<rect x='2' y='4' width='20' height='13' rx='3' fill='#0a0' stroke='#040'/>",
    "<path d='M2 2h20v20H2zM7 7h10v10H7z' fill-rule='evenodd'/>",
    "<g transform='rotate(30 12 12) scale(.5)'><path d='M8 8L40 20' stroke='#123' "
      + "stroke-width='4' stroke-linecap='round'/></g>",
    "<defs><linearGradient id='a' x2='0' y2='1'><stop stop-color='#fff'/>"
      + "<stop offset='1' stop-color='#00f' stop-opacity='.3'/></linearGradient>"
      + "<radialGradient id='b'><stop stop-color='red'/><stop offset='.7' stop-color='#ff0'/>"
      + "</radialGradient></defs><rect width='24' height='12' fill='url(#a)'/>"
      + "<circle cx='12' cy='17' r='6' fill='url(#b)' stroke='url(#a)'/>",
    "<clipPath id='c'><circle cx='12' cy='12' r='8'/></clipPath>"
      + "<g clip-path='url(#c)'><path d='M0 0L24 24V0z' fill='#824'/></g><path d='M0 20h24v1H0z'/>",
    "<path d='M-9 12L12 -9 33 12 12 33z' fill='teal' opacity='.6'/>",
  ]) func drawablesLookLikeTheirFiles(_ body: String) throws {
    for head in [head, head.replacing("0 0 24 24", with: "-2 -3 30 30")] {
      let svg = head + body + "</svg>"
      let back = try DrawableReader.svg(of: xml(svg))
      for side in [24, 48, 96] {
        let (mean, largest) = try difference(svg, back, side: side)
        #expect(mean <= 1 && largest <= 8, "\(side): \(mean), \(largest)\n\(back)")
      }
    }
  }

  @Test func attributesAreAndroids() throws {
    let svg = head.replacing("viewBox", with: "width='48' viewBox")
    let text = try xml(
      svg + "<path d='M1.5 2e0L.25 -1e1' stroke='#c84' stroke-opacity='.5'/></svg>",
      tint: "?attr/colorControlNormal")
    #expect(
      text
        == """
        <?xml version="1.0" encoding="utf-8"?>
        <vector
            xmlns:android="http://schemas.android.com/apk/res/android"
            android:width="48dp"
            android:height="48dp"
            android:viewportWidth="24"
            android:viewportHeight="24"
            android:tint="?attr/colorControlNormal">
            <path
                android:pathData="M1.5,2L0.25,-10"
                android:fillColor="#FF000000"
                android:strokeColor="#80CC8844"
                android:strokeWidth="1" />
        </vector>

        """.replacing("#FF000000", with: "#000000"))
  }

  @Test(arguments: [
    ("<text x='2' y='9'>a</text>", "<text>"),
    ("<path d='M2 2h9' stroke='#000' stroke-dasharray='2 1'/>", "a dashed line"),
    (
      "<g opacity='.5'><path d='M2 2h9v9z'/><path d='M4 4h9v9z'/></g><path d='M0 0h1v1z'/>",
      "the opacity of a group"
    ),
    (
      "<g transform='scale(2 1)'><path d='M2 2h9' stroke='#000'/></g>",
      "a line that is wider in one direction"
    ),
    (
      "<clipPath id='c'><path clip-rule='evenodd' d='M0 0h9v9z'/></clipPath>"
        + "<g clip-path='url(#c)'><path d='M0 0h24v24z'/></g><path d='M0 0h1v1z'/>",
      "an even-odd clip"
    ),
    (
      "<filter id='f'><feGaussianBlur stdDeviation='1'/></filter><path filter='url(#f)' d='M0 0h9z'/>",
      "filter: url(#f)"
    ),
  ]) func whatNoDrawableHoldsIsNamed(_ body: String, _ what: String) throws {
    #expect(try drawable(head + body + "</svg>") == .beyond(what))
  }

  @Test func longPathsAreRefused() throws {
    let path = (0..<9_000).map { "L\($0 % 24).123 \($0 % 7).456" }.joined()
    #expect(
      try drawable(head + "<path d='M0 0\(path)'/></svg>")
        == .beyond("a path of more than 32767 characters"))
  }

  @Test func aJobWritesDrawablesOrSaysWhyNot() throws {
    let folder = try AssetFolder([
      "images/tab-map.svg": head + "<path d='M3 3h9v9z'/></svg>",
      "images/tab-map~dark.svg": head + "<path d='M3 3h9v9z' fill='#fff'/></svg>",
      "images/tab-text.svg": head + "<text>a</text></svg>",
      "images/photo.svg": head + "<path d='M3 3h9v9z'/></svg>",
      "platen.yaml": """
      version: 1
      jobs:
        - assets: images
          vectors: tab-*
          template-images: [tab-map]
          outputs: [res/]
      """,
    ])
    let result = try folder.run()
    let paths = Set(result.record.jobs[0].outputs.map(\.path))
    #expect(paths.contains("res/drawable/tab_map.xml"))
    #expect(paths.contains("res/drawable-night/tab_map.xml"))
    #expect(paths.contains("res/drawable-mdpi/tab_text.png"))
    #expect(paths.contains("res/drawable-mdpi/photo.png") && paths.count == 12)
    let text = String(decoding: try folder.read("out/res/drawable/tab_map.xml"), as: UTF8.self)
    #expect(text.contains("android:tint=\"?attr/colorControlNormal\""))
    let warning = try #require(result.record.jobs[0].warnings.first { $0.code == "assets.vector" })
    #expect(warning.place?.file == "images/tab-text.svg")
    // A changed file is written again.
    let changed = head + "<path d='M3 3h8v9z'/></svg>"
    try folder.write(Array(changed.utf8), to: "images/tab-map.svg")
    #expect(try folder.run().totals.built == 1)
    let next = String(decoding: try folder.read("out/res/drawable/tab_map.xml"), as: UTF8.self)
    #expect(next != text)
  }
}
