// SPDX-License-Identifier: MIT
// Part of Platen: what becomes of every color of a whole map: gray, sepia and the like.

internal import Drawing

/// A linear change of all colors.
///
/// Painting is also linear in colors, so changing each before it is painted gives the same result
/// as changing the finished image, and vectors stay vectors. Color glyphs of an emoji font keep
/// their colors.
struct Tone {
  /// Rows for red, green and blue.
  private let matrix: [[Double]]

  /// Names a look may use. All but the first change something.
  static let names = ["none", "grayscale", "sepia", "dingy", "tint"]

  /// Nil where nothing changes.
  ///
  /// Gray weighs by ITU-R BT.709, sepia is that of W3C's Filter Effects; the two others are ours.
  init?(_ name: String) {
    switch name {
    case "grayscale":
      matrix = Array(repeating: [0.2126, 0.7152, 0.0722], count: 3)
    case "sepia":
      matrix = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
    case "dingy":
      matrix = [[0.68, 0.22, 0.05], [0.12, 0.72, 0.06], [0.1, 0.2, 0.5]]
    case "tint":
      matrix = [[0.8, 0.1, 0.05], [0.08, 0.84, 0.08], [0.12, 0.2, 0.78]]
    default: return nil
    }
  }

  func apply(to scene: inout Scene) {
    scene.background = color(scene.background)
    scene.nodes = scene.nodes.map(node)
  }

  func color(_ color: Color) -> Color {
    func row(_ r: [Double]) -> Double {
      min(1, r[0] * color.red + r[1] * color.green + r[2] * color.blue)
    }
    return Color(row(matrix[0]), row(matrix[1]), row(matrix[2]), alpha: color.alpha)
  }

  func node(_ node: Node) -> Node {
    switch node {
    case .group(var group):
      if case .dropShadow(let blur, let offset, let shade)? = group.filter {
        group.filter = .dropShadow(blur: blur, offset: offset, color: color(shade))
      }
      group.children = group.children.map(self.node)
      return .group(group)
    case .path(var path):
      if let fill = path.fill { path.fill?.paint = paint(fill.paint) }
      if let stroke = path.stroke { path.stroke?.paint = paint(stroke.paint) }
      return .path(path)
    case .text(var text):
      text.paint = paint(text.paint)
      if let halo = text.halo { text.halo?.paint = paint(halo.paint) }
      return .text(text)
    case .image(var image):
      image.image = self.image(image.image)
      return .image(image)
    }
  }

  private func paint(_ paint: Paint) -> Paint {
    func toned(_ stops: [GradientStop]) -> [GradientStop] {
      stops.map { GradientStop($0.offset, color($0.color)) }
    }
    return switch paint {
    case .color(let given): .color(color(given))
    case .linearGradient(let from, let to, let stops):
      .linearGradient(from: from, to: to, stops: toned(stops))
    case .radialGradient(let center, let radius, let stops):
      .radialGradient(center: center, radius: radius, stops: toned(stops))
    case .pattern(let tile, let transform, let nodes):
      .pattern(tile: tile, transform: transform, nodes: nodes.map(node))
    }
  }

  private func image(_ image: RasterImage) -> RasterImage {
    var rgba = image.rgba
    for at in stride(from: 0, to: rgba.count - 3, by: 4) {
      let toned = color(Color(bytes: rgba[at], rgba[at + 1], rgba[at + 2]))
      rgba[at] = UInt8((toned.red * 255).rounded())
      rgba[at + 1] = UInt8((toned.green * 255).rounded())
      rgba[at + 2] = UInt8((toned.blue * 255).rounded())
    }
    return RasterImage(width: image.width, height: image.height, rgba: rgba)
  }
}
