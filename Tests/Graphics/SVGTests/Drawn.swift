// SPDX-License-Identifier: MIT
// Part of Platen: scenes as SVG for tests, and the same by our painter and by librsvg.

import Canvas
import Diagnostics
import Drawing
import Foundation
import Geometry
import Pixels
import SVG
import Testing
import Vectors

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A written scene, and the queries of the file.
struct Drawn {
  let bytes: [UInt8]
  let chunks: [Int]
  let notes: [String]
  let hasDrawn: Bool
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(
    _ scene: Scene, _ fonts: FontLibrary, scale: Double = 1, window: Rect? = nil,
    within limit: Rect? = nil, _ change: (inout SVGDocument) -> Void = { _ in }
  ) throws {
    let window = window ?? Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    var document = SVGDocument(
      size: Size(width: window.width * scale, height: window.height * scale))
    document.layer = { $0.isEmpty ? nil : $0.capitalized }
    change(&document)
    let file = Gathered()
    let result = try document.writeScene(scene, showing: window, within: limit, fonts: fonts) {
      file.take($0)
    }
    bytes = file.bytes
    chunks = file.chunks
    notes = result.notes.map(\.code.rawValue)
    hasDrawn = result.hasDrawn
  }

  private final class Gathered {
    var bytes: [UInt8] = []
    var chunks: [Int] = []
    func take(_ chunk: UnsafeRawBufferPointer) {
      bytes.append(contentsOf: chunk)
      chunks.append(chunk.count)
    }
  }

  /// The count of a string.
  func count(_ string: String) -> Int { text.components(separatedBy: string).count - 1 }

  /// Passes our own check and a parser of XML that is not ours.
  func expectSound(_ location: Testing.SourceLocation = #_sourceLocation) throws {
    var check = SVGCheck()
    try check.take(bytes)
    try check.finish()
    #expect(try document().rootElement()?.name == "svg", sourceLocation: location)
    for word in ["nan", "inf", "e+", "e-0", "e-1"] {
      let isThere = text.range(
        of: "[\" ,(]-?[0-9.]*\(NSRegularExpression.escapedPattern(for: word))[\" ,)0-9]",
        options: .regularExpression)
      #expect(isThere == nil, "\(word)", sourceLocation: location)
    }
  }

  func document() throws -> XMLDocument { try XMLDocument(data: Data(bytes), options: []) }
}

/// The distance of two images.
struct Apart: CustomStringConvertible {
  /// Of all channels, in levels.
  let mean: Double
  /// Pixels of which a channel is more than 64 levels off, in hundredths of all.
  let far: Double

  var description: String { "mean \(mean), far off \(far) %" }

  /// A scene painted by us, and its SVG drawn by librsvg.
  init(
    _ scene: Scene, _ fonts: FontLibrary, scale: Double = 4,
    _ change: (inout SVGDocument) -> Void = { _ in }
  ) throws {
    let (width, height) = (Int(scene.size.width * scale), Int(scene.size.height * scale))
    let ours = try ImageCanvas.bitmap(of: scene, width: width, height: height, fonts: fonts)
    let theirs = try SVGDrawing(try Drawn(scene, fonts, scale: scale, change).bytes)
      .drawn(width: width, height: height)
    self.init(ours, theirs)
    if let folder = ProcessInfo.processInfo.environment["PLATEN_PAIRS"] {
      for (bitmap, who) in [(ours, "ours"), (theirs, "librsvg")] {
        try Data(try PNGEncoder.encode(bitmap)).write(
          to: URL(fileURLWithPath: "\(folder)/\(scene.title)-\(who).png"))
      }
    }
  }

  init(_ a: Bitmap, _ b: Bitmap) {
    var (sum, far) = (0, 0)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q) = (Apart.onWhite(a[x, y]), Apart.onWhite(b[x, y]))
        let deltas = zip(p, q).map { abs($0 - $1) }
        sum += deltas.reduce(0, +)
        if deltas.contains(where: { $0 > 64 }) { far += 1 }
      }
    }
    let pixels = Double(max(1, a.width * a.height))
    mean = Double(sum) / pixels / 3
    self.far = Double(far) / pixels * 100
  }

  private static func onWhite(
    _ p: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)
  ) -> [Int] {
    let alpha = Int(p.alpha)
    return [p.red, p.green, p.blue].map { (Int($0) * alpha + 255 * (255 - alpha)) / 255 }
  }
}
