// SPDX-License-Identifier: MIT
// Part of Platen: the layers of an icon of Icon Composer mixed into one image.

public import Pixels
internal import Tokens

/// Mixes layers as compositing and blending are defined (W3C, Compositing and Blending Level 1), in code
/// values as screens do it.
public struct IconBundleDrawing: Sendable {
  /// An image of a layer: its size in points, and what draws it in so many pixels.
  public struct Source: Sendable {
    public var width: Double
    public var height: Double
    public var draw:
      @Sendable (_ width: Int, _ height: Int, _ isCancelled: () -> Bool) throws -> Bitmap

    public init(
      width: Double, height: Double,
      draw:
        @escaping @Sendable (_ width: Int, _ height: Int, _ isCancelled: () -> Bool) throws ->
        Bitmap
    ) {
      (self.width, self.height, self.draw) = (width, height, draw)
    }
  }

  private let groups: [IconBundle.Group]
  private let sources: [String: Source]

  /// The pixels of a layer's longer side; what is larger is enlarged.
  private static let limit = 4096.0

  public init(_ groups: [IconBundle.Group], _ sources: [String: Source]) {
    (self.groups, self.sources) = (groups, sources)
  }

  /// A square of so many pixels a side, transparent where no layer is.
  ///
  /// - Throws: what drawing a layer throws.
  public func image(side: Int, isCancelled: () -> Bool) throws -> Bitmap {
    var whole = Plane(side)
    for group in groups {
      var own = Plane(side)
      for layer in group.layers {
        guard let source = sources[layer.image], source.width > 0, source.height > 0 else {
          continue
        }
        let points = layer.scale * Double(side) / IconBundle.side
        let fit = min(
          1, IconBundleDrawing.limit / (max(source.width, source.height) * points))
        let (width, height) = (source.width * points, source.height * points)
        var image = try source.draw(
          max(1, Int((width * fit).rounded())), max(1, Int((height * fit).rounded())), isCancelled)
        if fit < 1 {
          image = IconComposer.resized(
            image, width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
        }
        let unit = Double(side) / IconBundle.side
        let x = Int((Double(side) / 2 + layer.shift.x * unit - Double(image.width) / 2).rounded())
        let y = Int((Double(side) / 2 + layer.shift.y * unit - Double(image.height) / 2).rounded())
        own.mix(image, x, y, layer.fill, opacity: layer.opacity, layer.blend)
      }
      whole.mix(own.bitmap, 0, 0, nil, opacity: group.opacity, group.blend)
    }
    return whole.bitmap
  }

  /// A ground as an image.
  public static func image(of fill: IconBundle.Fill, side: Int) -> Bitmap {
    var plane = Plane(side)
    plane.mix(
      Bitmap(
        width: side, height: side, rgba: [UInt8](repeating: 255, count: side * side * 4)), 0, 0,
      fill, opacity: 1, .normal)
    return plane.bitmap
  }
}

extension IconBundle.Fill {
  /// The color at a position, as parts of the filled square.
  func color(_ x: Double, _ y: Double) -> SIMD4<Float> {
    func vector(_ color: TokenColor) -> SIMD4<Float> {
      let (red, green, blue, alpha) = color.bytes
      return SIMD4(Float(red), Float(green), Float(blue), Float(alpha)) / 255
    }
    guard colors.count > 1 else { return colors.first.map(vector) ?? SIMD4(0, 0, 0, 0) }
    let (dx, dy) = (stop.x - start.x, stop.y - start.y)
    let length = dx * dx + dy * dy
    let part = length > 0 ? ((x - start.x) * dx + (y - start.y) * dy) / length : 0
    let share = Float(min(1, max(0, part)))
    return vector(colors[0]) * (1 - share) + vector(colors[1]) * share
  }
}

/// A square of pixels to which images are added.
private struct Plane {
  let side: Int
  private var rgba: [UInt8]

  init(_ side: Int) {
    self.side = side
    rgba = [UInt8](repeating: 0, count: side * side * 4)
  }

  var bitmap: Bitmap { Bitmap(width: side, height: side, rgba: rgba) }

  mutating func mix(
    _ image: Bitmap, _ left: Int, _ top: Int, _ fill: IconBundle.Fill?, opacity: Double,
    _ blend: IconBundle.BlendMode
  ) {
    let (columns, rows) = (
      max(0, left)..<max(max(0, left), min(side, left + image.width)),
      max(0, top)..<max(max(0, top), min(side, top + image.height))
    )
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let isPlain = (fill?.colors.count ?? 0) <= 1
    let one = fill?.color(0, 0)
    let part = Float(opacity)
    rgba.withUnsafeMutableBufferPointer { target in
      image.rgba.withUnsafeBufferPointer { source in
        for y in rows {
          for x in columns {
            let from = ((y - top) * image.width + x - left) * 4
            guard source[from + 3] > 0 else { continue }
            var above =
              SIMD4<Float>(
                Float(source[from]), Float(source[from + 1]), Float(source[from + 2]),
                Float(source[from + 3])) / 255
            if let fill {
              let alpha = above.w
              above =
                isPlain
                ? one ?? above
                : fill.color(
                  (Double(x - left) + 0.5) / Double(image.width),
                  (Double(y - top) + 0.5) / Double(image.height))
              above.w *= alpha
            }
            above.w *= part
            let at = (y * side + x) * 4
            let below =
              SIMD4<Float>(
                Float(target[at]), Float(target[at + 1]), Float(target[at + 2]),
                Float(target[at + 3])) / 255
            let mixed = blend.mixed(above, below)
            for channel in 0..<4 {
              target[at + channel] = UInt8((min(1, max(0, mixed[channel])) * 255).rounded())
            }
          }
        }
      }
    }
  }
}

extension IconBundle.BlendMode {
  /// A color over another, both with their opacity in the last place, not multiplied.
  fileprivate func mixed(_ above: SIMD4<Float>, _ below: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = above.w + below.w - above.w * below.w
    guard alpha > 0 else { return SIMD4(0, 0, 0, 0) }
    var result = SIMD4<Float>(0, 0, 0, alpha)
    for channel in 0..<3 {
      let (front, back) = (above[channel], below[channel])
      if self == .plusLighter || self == .plusDarker {
        let sum = front * above.w + back * below.w
        let light = self == .plusLighter ? min(alpha, sum) : max(0, sum + alpha - above.w - below.w)
        result[channel] = light / alpha
        continue
      }
      let both = separable(front, back)
      result[channel] =
        (front * above.w * (1 - below.w) + back * below.w * (1 - above.w)
          + both * above.w * below.w) / alpha
    }
    return result
  }

  private func separable(_ front: Float, _ back: Float) -> Float {
    func hard(_ front: Float, _ back: Float) -> Float {
      front <= 0.5 ? 2 * front * back : 1 - 2 * (1 - front) * (1 - back)
    }
    switch self {
    case .normal, .plusLighter, .plusDarker: return front
    case .darken: return min(front, back)
    case .lighten: return max(front, back)
    case .multiply: return front * back
    case .screen: return front + back - front * back
    case .hardLight: return hard(front, back)
    case .overlay: return hard(back, front)
    case .softLight:
      if front <= 0.5 { return back - (1 - 2 * front) * back * (1 - back) }
      let light =
        back <= 0.25 ? ((16 * back - 12) * back + 4) * back : back.squareRoot()
      return back + (2 * front - 1) * (light - back)
    }
  }
}
