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
    tellOfSavedTexture(kind: style.kind)
    guard style.opacity > 0, style.size > 0 else { return LayerDrawing([]) }
    let tile = Size(width: style.size, height: style.size)
    let grain = TextureGrain(kind: style.kind)
    let image = ImageNode(
      grain.image(dark: style.dark, light: style.light),
      frame: Rect(x: 0, y: 0, width: tile.width, height: tile.height))
    let paint = Paint.pattern(tile: tile, transform: .identity, nodes: [.image(image)])
    let node = Node.path(PathNode(Path(rect: sheet), fill: Fill(paint)))
    var clip: Clip?
    switch style.over {
    case "land": clip = landClip
    case "water": clip = waterClip
    default: break
    }
    return LayerDrawing([node], clip: clip, opacity: style.opacity)
  }

  /// The generator's textures are photographs on its site, which are not ours to give.
  private func tellOfSavedTexture(kind: String) {
    guard let saved = world.presentation.groups["texture"]?["data-href"], !saved.isEmpty else {
      return
    }
    let name =
      saved.hasPrefix("data:")
      ? "the picture inside the save" : "\"\(saved.split(separator: "/").last ?? "")\""
    log.record(
      .note(
        "map.texture",
        "the save's texture, \(name.prefix(80)), is not offered; the look's \(kind) is drawn",
        at: Place(field: "texture")))
  }
}

/// A square of grain whose right edge continues at its left, and its lower edge at its upper.
struct TextureGrain {
  static let side = 512
  let kind: String

  /// The grain as dark and light over nothing.
  func image(dark: Color, light: Color) -> RasterImage {
    let side = TextureGrain.side
    let value = value(ValueNoise(seed: kind))
    let (dark, light) = (dark.rgba8, light.rgba8)
    var rgba = [UInt8](repeating: 0, count: side * side * 4)
    for y in 0..<side {
      for x in 0..<side {
        let value = value(x, y)
        let ink = value < 0 ? dark : light
        let index = (y * side + x) * 4
        rgba[index] = ink.0
        rgba[index + 1] = ink.1
        rgba[index + 2] = ink.2
        rgba[index + 3] = UInt8((min(1, abs(value)) * Double(ink.3)).rounded())
      }
    }
    return RasterImage(width: side, height: side, rgba: rgba)
  }

  /// How light (above 0) or dark the grain is at a pixel.
  private func value(_ noise: ValueNoise) -> (_ x: Int, _ y: Int) -> Double {
    func wave(_ count: Int, _ plane: Int, drawnOut: Int = 1) -> (Int, Int) -> Double {
      let plane = NoisePlane(noise, plane: plane, period: count * drawnOut)
      let across = Double(count) / Double(TextureGrain.side)
      let along = across * Double(drawnOut)
      return { x, y in 2 * plane.value(Double(x) * across, Double(y) * along) - 1 }
    }
    switch kind {
    case "parchment":
      let (wide, middle, small) = (wave(3, 0), wave(7, 1), wave(15, 2))
      let (stains, fine, finest) = (wave(5, 3), wave(64, 4), wave(170, 5))
      return { x, y in
        let blotch = 0.5 * wide(x, y) + 0.3 * middle(x, y) + 0.2 * small(x, y)
        let stain = max(0, stains(x, y) - 0.35) * 0.7
        return 0.55 * blotch - stain + 0.13 * fine(x, y) + 0.1 * finest(x, y)
      }
    case "linen":
      let unevenness = wave(40, 3)
      return { x, y in
        // Threads over and under each other, each with its own thickness.
        let (i, j) = (x / 4, y / 4)
        let (a, b) = (Double(x % 4) - 1.5, Double(y % 4) - 1.5)
        let isOver = (i + j) % 2 == 0
        let round = 1 - (isOver ? a * a : b * b) / 2.25
        let thread = isOver ? noise.random(i, 0, 1) : noise.random(0, j, 2)
        return 0.45 * (round - 0.62) + 0.3 * (thread - 0.5) + 0.18 * unevenness(x, y)
      }
    default:
      let (wide, small, fibre) = (wave(6, 0), wave(24, 1), wave(12, 2, drawnOut: 8))
      let (fine, finest) = (wave(96, 3), wave(200, 4))
      return { x, y in
        0.18 * wide(x, y) + 0.16 * small(x, y) + 0.16 * fibre(x, y) + 0.2 * fine(x, y)
          + 0.22 * finest(x, y)
      }
    }
  }
}
