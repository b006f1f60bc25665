// SPDX-License-Identifier: MIT
// Part of Platen: the example of PlatenMaps, compiled; all below this header stands in its article.

import PlatenMaps

/// Draws a save of FMG as a PNG of 1600 by 900 pixels.
func drawWorld(_ save: [UInt8]) throws -> [UInt8] {
  let world = try save.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  let fonts = try FontLibrary(FontSet())
  let request = MapRequest(look: .parchment, layers: .political)
  let scene = try MapComposer(request: request, text: fonts).compose(world).value
  return try PNGEncoder.encode(
    ImageCanvas.bitmap(of: scene, width: 1600, height: 900, fonts: fonts))
}
