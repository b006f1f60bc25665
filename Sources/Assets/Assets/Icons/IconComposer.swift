// SPDX-License-Identifier: MIT
// Part of Platen: an icon's pictures in the shapes systems require.

public import Pixels
public import Tokens

/// Makes of an icon's art its picture in one shape, at one size.
public enum IconComposer {
  /// Pixels a side of the largest picture of an icon.
  public static let side = 1024

  /// The Mac's tile: its side and the radius of its corners in a square of 1,024, from Apple's
  /// template for icons.
  static let tile = (side: 824.0, radius: 185.4)

  /// The limit of drawing vectors larger to fill a circle; beyond it the drawing is enlarged, since it
  /// would have to be hundreds of times as large for a dot.
  static let enlargement = 4

  /// The picture of one shape.
  ///
  /// - Parameters:
  ///   - art: a square picture with whatever is transparent in it.
  ///   - ground: the background where the shape has one: a color or a picture.
  ///   - side: pixels a side.
  static func composed(
    _ art: IconArt, _ shape: IconImage.Shape, ground: IconGround, side: Int,
    isCancelled: () -> Bool
  ) throws -> Bitmap {
    func laid(_ image: Bitmap) throws -> Bitmap {
      try self.laid(image, on: ground, isCancelled: isCancelled)
    }
    func whole() throws -> Bitmap { try art.image(side: side, isCancelled: isCancelled) }
    func inCircle(part: Double) throws -> Bitmap {
      try self.inCircle(art, part: part, side: side, isCancelled: isCancelled)
    }
    let length = Double(side)
    switch shape {
    case .free: return try whole()
    case .square: return try laid(whole())
    case .rounded(let part): return masked(try laid(whole()), inset: 0, radius: part * length)
    case .circle:
      // What fills the square is cut; a mark is kept whole.
      let isKept = isOpaque(art.image) || isInCircle(art.image, part: 0.9)
      return masked(
        try laid(isKept ? whole() : inCircle(part: 0.9)), inset: 0, radius: length / 2)
    case .tile:
      let scale = length / Double(self.side)
      // An even number of pixels less, so that its middle is the picture's.
      let inset = (length - tile.side * scale) / 2
      let margin = Int(inset.rounded(.down))
      let body = try self.laid(
        art.image(side: side - 2 * margin, isCancelled: isCancelled), on: ground,
        isCancelled: isCancelled)
      return masked(
        placed(body, at: (margin, margin), side: side), inset: inset, radius: tile.radius * scale)
    case .safe(let part, let onGround):
      let safe = try inCircle(part: part)
      return onGround ? try laid(safe) : safe
    }
  }

  /// A picture in a square of `side`, in proportion and in the middle.
  static func fitted(_ image: Bitmap) -> Bitmap {
    guard image.width != side || image.height != side else { return image }
    let longest = Double(max(image.width, image.height, 1))
    let width = max(1, Int((Double(image.width) / longest * Double(side)).rounded()))
    let height = max(1, Int((Double(image.height) / longest * Double(side)).rounded()))
    let resized = self.resized(image, width: width, height: height)
    return placed(resized, at: ((side - width) / 2, (side - height) / 2), side: side)
  }

  /// A picture averaged where it gets smaller, as code values are mixed on screens; filtered where it
  /// gets larger.
  static func resized(_ image: Bitmap, width: Int, height: Int) -> Bitmap {
    width <= image.width && height <= image.height
      ? image.averaged(width: width, height: height)
      : Resampler(image).resized(width: width, height: height)
  }

  /// The art of such a size that all visible parts of it are in a circle around the center.
  private static func inCircle(
    _ art: IconArt, part: Double, side: Int, isCancelled: () -> Bool
  ) throws -> Bitmap {
    guard let circle = visibleCircle(of: art.image), circle.radius > 0 else {
      return try art.image(side: side, isCancelled: isCancelled)
    }
    let scale = Double(side) / Double(self.side)
    // Edges fade out over a pixel, and the middle falls between two.
    let wanted = max(1, part * Double(side) / 2 - max(1, 2.5 * scale))
    let size = max(1, Int((Double(self.side) * wanted / circle.radius).rounded(.down)))
    let zoom = Double(size) / Double(self.side)
    let middle = Double(side) / 2
    func placed(_ image: Bitmap, from x: Double, _ y: Double) -> Bitmap {
      self.placed(
        image,
        at: (
          Int((middle - (circle.x - x) * zoom).rounded()),
          Int((middle - (circle.y - y) * zoom).rounded())
        ), side: side)
    }
    let drawn = art.isVector ? min(size, side * enlargement) : min(size, self.side)
    let image = try art.image(side: drawn, isCancelled: isCancelled)
    guard drawn < size else { return placed(image, from: 0, 0) }
    // What is seen alone is enlarged, and a little around it for the filter.
    let unit = Double(drawn) / Double(self.side)
    func range(_ center: Double) -> Range<Int> {
      let (first, last) = ((center - circle.radius) * unit - 3, (center + circle.radius) * unit + 3)
      return max(0, Int(first))..<min(drawn, Int(last) + 1)
    }
    let (columns, rows) = (range(circle.x), range(circle.y))
    func enlarged(_ range: Range<Int>) -> Int {
      max(1, Int((Double(range.count) / unit * zoom).rounded()))
    }
    return placed(
      resized(
        cropped(image, columns, rows), width: enlarged(columns), height: enlarged(rows)),
      from: Double(columns.lowerBound) / unit, Double(rows.lowerBound) / unit)
  }

  /// A part of a picture.
  private static func cropped(_ image: Bitmap, _ columns: Range<Int>, _ rows: Range<Int>) -> Bitmap
  {
    var rgba: [UInt8] = []
    rgba.reserveCapacity(columns.count * rows.count * 4)
    for y in rows {
      let start = (y * image.width + columns.lowerBound) * 4
      rgba += image.rgba[start..<start + columns.count * 4]
    }
    return Bitmap(width: columns.count, height: rows.count, rgba: rgba)
  }

  /// Indicates whether all that can be seen is in a circle around the center as it is.
  private static func isInCircle(_ art: Bitmap, part: Double) -> Bool {
    guard let circle = visibleCircle(of: art) else { return true }
    let middle = Double(side) / 2
    let (dx, dy) = (circle.x - middle, circle.y - middle)
    return circle.radius + (dx * dx + dy * dy).squareRoot() <= part * middle
  }

  /// The middle of what can be seen, and how far from it anything seen is; nil where nothing is.
  static func visibleCircle(of image: Bitmap) -> (x: Double, y: Double, radius: Double)? {
    // For each row the first and last pixel that is seen: nothing else can be farthest.
    var rows: [(y: Int, first: Int, last: Int)] = []
    image.rgba.withUnsafeBufferPointer { bytes in
      for y in 0..<image.height {
        let start = y * image.width * 4 + 3
        guard let first = (0..<image.width).first(where: { bytes[start + $0 * 4] > 8 }),
          let last = (0..<image.width).last(where: { bytes[start + $0 * 4] > 8 })
        else { continue }
        rows.append((y, first, last))
      }
    }
    guard let top = rows.first?.y, let bottom = rows.last?.y,
      let left = rows.map(\.first).min(), let right = rows.map(\.last).max()
    else { return nil }
    let x = Double(left + right + 1) / 2
    let y = Double(top + bottom + 1) / 2
    var farthest = 0.0
    for row in rows {
      let dy = max(abs(Double(row.y) - y), abs(Double(row.y + 1) - y))
      let dx = max(x - Double(row.first), Double(row.last + 1) - x)
      farthest = max(farthest, dx * dx + dy * dy)
    }
    return (x, y, farthest.squareRoot())
  }

  // MARK: Layers

  /// Art over a ground, mixed in code values as screens do it; nothing is transparent afterwards
  /// where the ground is not.
  fileprivate static func laid(
    _ art: Bitmap, on ground: IconGround, isCancelled: () -> Bool
  ) throws -> Bitmap {
    var rgba = [UInt8](repeating: 0, count: art.rgba.count)
    let below: Bitmap?
    var plain = SIMD4<Int32>(0, 0, 0, 255)
    switch ground {
    case .color(let color):
      below = nil
      let (red, green, blue, _) = color.bytes
      plain = SIMD4(Int32(red), Int32(green), Int32(blue), 255)
    case .image(let image): below = try image.image(side: art.width, isCancelled: isCancelled)
    }
    rgba.withUnsafeMutableBufferPointer { target in
      art.rgba.withUnsafeBufferPointer { source in
        for i in stride(from: 0, to: source.count, by: 4) {
          if source[i + 3] == 255 {
            for channel in 0..<4 { target[i + channel] = source[i + channel] }
            continue
          }
          var base = plain
          if let below {
            // A ground's own holes are white.
            let alpha = Int32(below.rgba[i + 3])
            for channel in 0..<3 {
              base[channel] =
                (Int32(below.rgba[i + channel]) * alpha + 255 * (255 - alpha) + 127) / 255
            }
          }
          let alpha = Int32(source[i + 3])
          for channel in 0..<3 {
            let mixed = Int32(source[i + channel]) * alpha + base[channel] * (255 - alpha)
            target[i + channel] = UInt8((mixed + 127) / 255)
          }
          target[i + 3] = 255
        }
      }
    }
    return Bitmap(width: art.width, height: art.height, rgba: rgba)
  }

  /// A picture in a larger or smaller transparent square of `side`.
  private static func placed(
    _ image: Bitmap, at corner: (x: Int, y: Int), side: Int
  ) -> Bitmap {
    var rgba = [UInt8](repeating: 0, count: side * side * 4)
    let from = max(0, -corner.x)
    let to = min(image.width, side - corner.x)
    guard from < to else { return Bitmap(width: side, height: side, rgba: rgba) }
    for y in 0..<image.height where (0..<side).contains(y + corner.y) {
      let target = ((y + corner.y) * side + corner.x + from) * 4
      let source = (y * image.width + from) * 4
      let count = (to - from) * 4
      rgba.replaceSubrange(target..<target + count, with: image.rgba[source..<source + count])
    }
    return Bitmap(width: side, height: side, rgba: rgba)
  }

  /// A square's picture cut to a square with round corners, `inset` from the sides.
  private static func masked(_ image: Bitmap, inset: Double, radius: Double) -> Bitmap {
    var rgba = image.rgba
    let side = image.width
    let half = Double(side) / 2
    let reach = half - inset - radius
    rgba.withUnsafeMutableBufferPointer { bytes in
      for y in 0..<side {
        let dy = abs(Double(y) + 0.5 - half) - reach
        for x in 0..<side {
          let dx = abs(Double(x) + 0.5 - half) - reach
          // Distance to the outline, negative inside.
          let outside = max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)
          let distance = outside.squareRoot() + min(max(dx, dy), 0) - radius
          guard distance > -0.5 else { continue }
          let i = (y * side + x) * 4
          let cover = max(0, 0.5 - distance)
          bytes[i + 3] = UInt8((Double(bytes[i + 3]) * cover).rounded())
          if bytes[i + 3] == 0 { (bytes[i], bytes[i + 1], bytes[i + 2]) = (0, 0, 0) }
        }
      }
    }
    return Bitmap(width: side, height: side, rgba: rgba)
  }

  // MARK: Colors

  /// The art in gray: as light as each color looks.
  static func gray(_ art: Bitmap) -> Bitmap {
    recolored(art) { red, green, blue, alpha in
      let light = Contrast.luminance(TokenColor(red / 255, green / 255, blue / 255))
      let gray = (TokenColor.code(light) * 255).rounded()
      return (gray, gray, gray, alpha)
    }
  }

  /// The art in white alone, as opaque as it is; as opaque as it is light where it is solid, with
  /// nothing transparent in it.
  static func silhouette(_ art: Bitmap, isSolid: Bool) -> Bitmap {
    recolored(art) { red, green, blue, alpha in
      guard isSolid else { return (255, 255, 255, alpha) }
      let light = Contrast.luminance(TokenColor(red / 255, green / 255, blue / 255))
      return (255, 255, 255, (TokenColor.code(light) * 255).rounded())
    }
  }

  /// Indicates whether no pixel is transparent.
  public static func isOpaque(_ image: Bitmap) -> Bool {
    image.rgba.withUnsafeBufferPointer { bytes in
      stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    }
  }

  /// Each color as another; colors come again and again, so each is made once.
  private static func recolored(
    _ art: Bitmap,
    _ body: (Double, Double, Double, Double) -> (Double, Double, Double, Double)
  ) -> Bitmap {
    var rgba = art.rgba
    var last: (UInt32, (UInt8, UInt8, UInt8, UInt8)) = (0, (0, 0, 0, 0))
    var known: [UInt32: (UInt8, UInt8, UInt8, UInt8)] = [:]
    for i in stride(from: 0, to: rgba.count, by: 4) where rgba[i + 3] > 0 {
      let key =
        UInt32(rgba[i]) << 24 | UInt32(rgba[i + 1]) << 16 | UInt32(rgba[i + 2]) << 8
        | UInt32(rgba[i + 3])
      if key != last.0 {
        if let color = known[key] {
          last = (key, color)
        } else {
          let color = body(
            Double(rgba[i]), Double(rgba[i + 1]), Double(rgba[i + 2]), Double(rgba[i + 3]))
          last = (key, (UInt8(color.0), UInt8(color.1), UInt8(color.2), UInt8(color.3)))
          known[key] = last.1
        }
      }
      (rgba[i], rgba[i + 1], rgba[i + 2], rgba[i + 3]) = last.1
    }
    return Bitmap(width: art.width, height: art.height, rgba: rgba)
  }
}

/// The background of an icon's art.
public enum IconGround: Sendable {
  case color(TokenColor)
  case image(IconArt)

  /// The background as art of its own, where systems take it as a layer: its holes are white.
  ///
  /// - Throws: what drawing vectors throws.
  public func art(isCancelled: () -> Bool) throws -> IconArt {
    let drawing: IconArt.Drawing = { side, isCancelled in
      try IconComposer.laid(
        Bitmap(width: side, height: side), on: self, isCancelled: isCancelled)
    }
    return try IconArt(isCancelled: isCancelled, drawing: drawing)
  }
}
