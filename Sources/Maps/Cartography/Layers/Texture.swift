// SPDX-License-Identifier: MIT
// Part of Platen: the grain of what the map is drawn on: paper, parchment or linen of our own.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  /// A tile that fits to itself, over land, water or all of the sheet.
  func textureLayer() -> LayerDrawing {
    let style = look.texture
    reportSavedTexture(kind: style.kind)
    guard style.opacity > 0, style.size > 0 else { return LayerDrawing([]) }
    let tile = Size(width: style.size, height: style.size)
    let grain = TextureGrain(kind: style.kind)
    let image = ImageNode(
      grain.image(dark: style.dark, light: style.light),
      frame: Rect(x: 0, y: 0, width: tile.width, height: tile.height))
    let paint = Paint.pattern(tile: tile, transform: .identity, nodes: [.image(image)])
    let node = Node.path(PathNode(Path(rect: ground), fill: Fill(paint)))
    var clip: Clip?
    switch style.over {
    case "land": clip = landClip
    case "water": clip = waterClip
    default: break
    }
    return LayerDrawing([node], clip: clip, opacity: style.opacity)
  }

  /// FMG's textures are photographs on its site, which are not ours to give.
  private func reportSavedTexture(kind: String) {
    guard let saved = world.presentation.groups["texture"]?["data-href"], !saved.isEmpty else {
      return
    }
    let name =
      saved.hasPrefix("data:")
      ? "the image inside the save" : "\"\(saved.split(separator: "/").last ?? "")\""
    log.record(
      .note(
        .mapTexture,
        "the save's texture, \(name.prefix(80)), is not supported; the look's \(kind) is drawn",
        at: SourceLocation(field: "texture")))
  }
}

/// A square of grain whose right edge continues at its left, and its lower edge at its upper.
struct TextureGrain {
  static let side = 512
  private enum Fabric: String {
    case parchment, linen, paper
    case coldPress = "cold-press"
  }

  let kind: String

  /// The grain as dark and light over nothing.
  func image(dark: Color, light: Color) -> RasterImage {
    let side = TextureGrain.side
    let (dark, light) = (dark.rgba8, light.rgba8)
    var rgba = [UInt8](repeating: 0, count: side * side * 4)
    forEachPixel { x, y, value in
      let ink = value < 0 ? dark : light
      let index = (y * side + x) * 4
      rgba[index] = ink.0
      rgba[index + 1] = ink.1
      rgba[index + 2] = ink.2
      rgba[index + 3] = UInt8((min(1, abs(value)) * Double(ink.3)).rounded())
    }
    return RasterImage(width: side, height: side, rgba: rgba)
  }

  /// Calls `body` with how light (above 0) or dark (below) the grain is at each pixel.
  private func forEachPixel(_ body: (_ x: Int, _ y: Int, _ value: Double) -> Void) {
    let side = TextureGrain.side
    let noise = ValueNoise(seed: kind)
    var waves: [NoiseRows] = []
    /// Adds waves, `count` of them across the tile, drawn out so many times along it.
    func add(_ count: Int, plane: Int, drawnOut: Int = 1) {
      let across = Double(count) / Double(side)
      waves.append(
        NoiseRows(
          noise, plane: plane, period: count * drawnOut, width: side,
          step: Size(width: across, height: across * Double(drawnOut))))
    }
    let fabric = Fabric(rawValue: kind) ?? .paper
    switch fabric {
    case .parchment:
      for (plane, count) in [3, 7, 15, 5, 64, 170].enumerated() { add(count, plane: plane) }
    case .linen: add(40, plane: 3)
    case .coldPress:
      for (plane, count) in [5, 61, 127, 241].enumerated() { add(count, plane: plane) }
    case .paper:
      for (plane, count) in [6, 24, 12, 96, 200].enumerated() {
        add(count, plane: plane, drawnOut: plane == 2 ? 8 : 1)
      }
    }
    /// The heights of rough paper, of the row above and of this one.
    var (above, heights) = (
      [Double](repeating: 0, count: side), [Double](repeating: 0, count: side)
    )
    func readHeights(_ y: Int) {
      for i in waves.indices { waves[i].read(row: y) }
      swap(&above, &heights)
      for x in 0..<side {
        heights[x] = 0.6 * waves[1].row[x] + 0.75 * waves[2].row[x] + 0.4 * waves[3].row[x]
      }
    }
    if fabric == .coldPress { readHeights(side - 1) }
    for y in 0..<side {
      fabric == .coldPress ? readHeights(y) : waves.indices.forEach { waves[$0].read(row: y) }
      for x in 0..<side {
        /// Noise around 0.
        func wave(_ i: Int) -> Double { 2 * waves[i].row[x] - 1 }
        switch fabric {
        case .parchment:
          let blotch = 0.5 * wave(0) + 0.3 * wave(1) + 0.2 * wave(2)
          let stain = max(0, wave(3) - 0.35) * 0.7
          body(x, y, 0.55 * blotch - stain + 0.13 * wave(4) + 0.1 * wave(5))
        case .linen:
          // Threads over and under each other, each with its own thickness.
          let (i, j) = (x / 4, y / 4)
          let (a, b) = (Double(x % 4) - 1.5, Double(y % 4) - 1.5)
          let isOver = (i + j) % 2 == 0
          let round = 1 - (isOver ? a * a : b * b) / 2.25
          let thread = isOver ? noise.random(i, 0, 1) : noise.random(0, j, 2)
          body(x, y, 0.45 * (round - 0.62) + 0.3 * (thread - 0.5) + 0.18 * wave(0))
        case .coldPress:
          // Lit from the upper left.
          let slope = 2 * heights[x] - heights[(x + side - 1) % side] - above[x]
          body(x, y, 1.5 * slope + 0.1 * wave(0) - 0.15 * (heights[x] - 0.875))
        case .paper:
          let coarse = 0.18 * wave(0) + 0.16 * wave(1) + 0.16 * wave(2)
          body(x, y, coarse + 0.2 * wave(3) + 0.22 * wave(4))
        }
      }
    }
  }
}
