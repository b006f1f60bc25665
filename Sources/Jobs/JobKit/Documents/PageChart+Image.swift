// SPDX-License-Identifier: MIT
// Part of Platen: charts as images.

internal import Books
internal import Canvas
internal import Documents
internal import Drawing
internal import Figures
internal import Geometry
internal import Pixels

extension PageChart {
  /// The chart as an image of 300 pixels to the inch.
  func resource(_ style: ChartStyle, fonts: FontLibrary) throws -> Resource {
    let scene = scene(style, fonts)
    let width = Int((scene.size.width * 300 / 72).rounded())
    let height = Int((scene.size.height * 300 / 72).rounded())
    let bitmap = try ImageCanvas.bitmap(
      of: scene, width: width, height: height, fonts: fonts)
    return Resource(
      name: name, mediaType: "image/png", width: width, height: height,
      bytes: try PNGEncoder.encode(bitmap, dpi: 300))
  }
}
