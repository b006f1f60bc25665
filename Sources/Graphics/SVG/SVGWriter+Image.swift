// SPDX-License-Identifier: MIT
// Part of Platen: images in the file itself, as data.

internal import Canvas
internal import Drawing
internal import Geometry
internal import Pixels
internal import Text

extension SVGWriter {
  /// Writes an image over its frame, or `<use>` of one that is drawn elsewhere.
  func writeImage(_ node: ImageNode) throws {
    if output.isRehearsal {
      definitions.count(node)
      return
    }
    let box = place.base.bounds(of: node.frame)
    guard let id = definitions.id(of: node) else {
      output.bytes.put("<image")
      try putImage(node, box)
      return
    }
    output.bytes.put("<use")
    output.bytes.put("xlink:href", "#" + id)
    output.bytes.put(
      map: AffineMap(
        a: box.width / Double(node.image.width), b: 0, c: 0,
        d: box.height / Double(node.image.height), tx: box.x, ty: box.y))
    output.bytes.put("/>\n")
  }

  /// An image of `<defs>`, a unit to the pixel.
  func putShared(_ node: ImageNode, as id: String) throws {
    output.bytes.put("<image")
    output.bytes.put("id", id)
    try putImage(
      node,
      Rect(x: 0, y: 0, width: Double(node.image.width), height: Double(node.image.height)))
  }

  private func putImage(_ node: ImageNode, _ box: Rect) throws {
    if box.x != 0 { output.bytes.put("x", box.x) }
    if box.y != 0 { output.bytes.put("y", box.y) }
    output.bytes.put("width", box.width)
    output.bytes.put("height", box.height)
    output.bytes.put("preserveAspectRatio", "none")
    if node.isPixelated { output.bytes.put("image-rendering", "optimizeSpeed") }
    output.bytes.put(" xlink:href=\"data:image/")
    let image = node.isPixelated ? node.image.enlarged(to: box) : node.image
    if let jpeg = image.jpeg {
      output.bytes.put("jpeg;base64,")
      try put(base64: jpeg.bytes)
    } else {
      output.bytes.put("png;base64,")
      let isOpaque = stride(from: 3, to: image.rgba.count, by: 4).allSatisfy {
        image.rgba[$0] == 255
      }
      let bitmap = Bitmap(width: image.width, height: image.height, rgba: image.rgba)
      try put(base64: try CompactPNG.encode(bitmap, isOpaque ? .opaque : .withAlpha))
    }
    output.bytes.put("\"/>\n")
    try output.pass()
  }

  /// Bytes as Base64, handed on piece by piece.
  private func put(base64 bytes: [UInt8]) throws {
    // A multiple of three.
    let size = 49_152
    for start in stride(from: 0, to: bytes.count, by: size) {
      Base64.append(bytes[start..<min(bytes.count, start + size)], to: &output.bytes)
      try output.pass()
    }
  }
}

extension RasterImage {
  /// Pixels that an image may have to stay one of squares.
  private static let enlargedLimit = 4 << 20

  /// The image with every pixel a square of many, about as many as the box has units: there are
  /// readers that smooth whatever they enlarge, but they smooth no more than the squares' edges then.
  fileprivate func enlarged(to box: Rect) -> RasterImage {
    // Drawn elsewhere by name, it may have any size.
    let wanted = max(8, min(32, (box.width / Double(width)).rounded(.up)))
    var factor = Int(wanted)
    while factor > 1, width * height > RasterImage.enlargedLimit / (factor * factor) { factor -= 1 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rgba.count * factor * factor)
    for y in 0..<height {
      var row: [UInt8] = []
      for x in 0..<width {
        let start = (y * width + x) * 4
        for _ in 0..<factor { row += rgba[start..<start + 4] }
      }
      for _ in 0..<factor { bytes += row }
    }
    return RasterImage(width: width * factor, height: height * factor, rgba: bytes)
  }
}
