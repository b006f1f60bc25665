// SPDX-License-Identifier: MIT
// Part of Platen: tests of icons from SVG against an average of the same drawing, many times larger.

import Pixels
import TestSupport
import Testing
import Vectors

@Suite struct IconQualityTests {
  /// Thin lines, shapes that touch, a gradient, and a blurred shadow.
  private static let icons = [
    "lines":
      "<g fill='none' stroke='#111' stroke-width='9'>"
      + (1...12).map { "<path d='M\($0 * 70) 80 L\(1000 - $0 * 60) 940'/>" }.joined() + "</g>",
    "tiles":
      "<path d='M80 120 L513 300 L400 900 Z' fill='#c8402f'/>"
      + "<path d='M513 300 L400 900 L960 700 Z' fill='#2f6fc8'/>"
      + "<circle cx='700' cy='250' r='133' fill='#ffc94d'/>",
    "shadow":
      "<defs><linearGradient id='a' x2='0' y2='1'><stop stop-color='#4fa3b8'/>"
      + "<stop offset='1' stop-color='#0f4c66'/></linearGradient>"
      + "<filter id='d'><feGaussianBlur stdDeviation='16'/></filter></defs>"
      + "<rect width='1024' height='1024' fill='url(#a)'/>"
      + "<path d='M330 820 L694 820 L610 360 L414 360 Z' filter='url(#d)' opacity='.5'/>"
      + "<path d='M330 780 L694 780 L610 320 L414 320 Z' fill='#fbf6ea'/>",
  ]

  /// At most so many pixels in a thousand are more than 8 of 255 off, and none is lighter or darker
  /// than its surroundings by more than 24: renderers cover edges by steps.
  @Test(arguments: icons.keys.sorted()) func sizesAreWhatALargeDrawingAveragesTo(
    _ name: String
  ) throws {
    let sizes = [16, 29, 64, 87, 120, 180, 256]
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1024 1024'>"
      + (IconQualityTests.icons[name] ?? "") + "</svg>"
    let outputs = sizes.map { "{ file: \($0).png, size: \($0) }" }.joined(separator: ", ")
    let folder = try AssetFolder([
      "icon.svg": svg,
      "platen.yaml": "version: 1\njobs: [{ assets: icon.svg, outputs: [\(outputs)] }]\n",
    ])
    try folder.run()
    for size in sizes {
      let side = size * (size <= 128 ? 16 : 8)
      let large = try SVGDrawing(Array(svg.utf8)).drawn(width: side, height: side)
      let ideal = large.averaged(width: size, height: size)
      let image = try PNGDecoder.decode(folder.read("out/\(size).png"))
      var off = 0
      for y in 0..<size {
        for x in 0..<size {
          var worst = 0
          let (own, wanted) = (pixel(image, x, y), pixel(ideal, x, y))
          for channel in 0..<3 {
            worst = max(worst, abs(own[channel] - wanted[channel]))
            var range = wanted[channel]...wanted[channel]
            for column in max(0, x - 1)...min(size - 1, x + 1) {
              for row in max(0, y - 1)...min(size - 1, y + 1) {
                let near = pixel(ideal, column, row)[channel]
                range = min(range.lowerBound, near)...max(range.upperBound, near)
              }
            }
            #expect(own[channel] >= range.lowerBound - 24 && own[channel] <= range.upperBound + 24)
          }
          if worst > 8 { off += 1 }
        }
      }
      #expect(off * 1000 <= 10 * size * size, "\(size): \(off)")
    }
  }

  /// A pixel on white, as the icon's ground is.
  private func pixel(_ image: Bitmap, _ x: Int, _ y: Int) -> [Int] {
    let (red, green, blue, alpha) = image[x, y]
    return [red, green, blue].map { (Int($0) * Int(alpha) + 255 * (255 - Int(alpha)) + 127) / 255 }
  }
}
