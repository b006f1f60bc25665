// SPDX-License-Identifier: MIT
// Part of Platen: each layer as pairs of pictures: without it, with a light one, with a heavy one.

import Atlas
import Azgaar
import Canvas
import Diagnostics
import Drawing
import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Cartography

@Suite struct LayerPictureTests {
  /// The sample world, which was made to have something of everything that follows.
  private static let world = Result {
    let file = Shared.repository.appendingPathComponent("Samples/Ardenfell/ardenfell.map")
    let bytes = [UInt8](try Data(contentsOf: file))
    return try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  }

  /// The things that the sample world lacks: it was never played, and has no trade.
  private static let absent: Set<MapLayer> = [.trade, .fogging]

  private static let width = 360

  /// A picture of the ground with a layer of some opacity on it; nil for the ground alone.
  private static func picture(_ layer: MapLayer, opacity: Double?) throws -> Bitmap {
    let world = try world.get()
    // FMG's own look has neither frame nor title nor shaded hills.
    var look = [.frame, .title].contains(layer) ? MapLook.parchment : .azgaarBase
    // Waves keep clear of plates, even of those that cannot be seen.
    try look.set("ocean.pattern", to: .text("none"))
    if layer == .hillshade { try look.set("hillshade.strength", to: .number(0.6)) }
    var layers = try LayerSelection(["ocean"])
    // A legend tells of what is shown.
    if layer == .legend { layers = layers.showing(.biomes) }
    if let opacity {
      // Some names are those of presets, too.
      layers = layers.showing(layer)
      if opacity < 1 { try look.set("layers.\(layer.rawValue).opacity", to: .number(opacity)) }
    } else if MapLayer.permanent.contains(layer) {
      try look.set("layers.\(layer.rawValue).opacity", to: .number(0))
    }
    var request = MapRequest(look: look, layers: layers, audience: .gm)
    request.title = "A title"
    if layer == .grid { request.grid = GridRequest() }
    // An inset stands beside a part only.
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    let window = layer == .inset ? Rect(x: 300, y: 200, width: 700, height: 437) : sheet
    request.window = window
    let fonts = try FontLibrary(FontSet())
    let scene = try MapComposer(request: request, text: fonts).compose(world).value
    return try ImageCanvas.bitmap(
      of: scene, window: window, width: width,
      height: Int(Double(width) * window.height / window.width), fonts: fonts)
  }

  /// By how many levels of 255 two pictures differ, as a mean over all channels.
  private static func difference(_ a: Bitmap, _ b: Bitmap) -> Double {
    let sum = zip(a.rgba, b.rgba).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.rgba.count)
  }

  @Test(arguments: MapLayer.allCases)
  func aLayerIsSeenMoreTheHeavierItIs(layer: MapLayer) throws {
    let without = try Self.picture(layer, opacity: nil)
    let hidden = try Self.picture(layer, opacity: 0)
    let light = try Self.picture(layer, opacity: 0.35)
    let heavy = try Self.picture(layer, opacity: 1)
    #expect(Self.difference(without, hidden) == 0)
    let (faint, full) = (Self.difference(without, light), Self.difference(without, heavy))
    if Self.absent.contains(layer) {
      #expect(full == 0)
    } else {
      #expect(faint > 0 && full > faint * 1.5, "\(layer): \(faint) and \(full)")
    }
  }
}
