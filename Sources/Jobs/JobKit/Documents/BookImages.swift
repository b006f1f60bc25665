// SPDX-License-Identifier: MIT
// Part of Platen: the images of a document, for typesetting its pages.

package import Documents
internal import Drawing
internal import Geometry
internal import Pixels
package import Typesetting

/// Finds a document's images by name.
package struct BookImages {
  private let resources: [Resource]

  package init(_ resources: [Resource]) { self.resources = resources }

  /// The image at its own size, 96 pixels to the inch; nil for one that is missing or cannot be
  /// decoded, in which case the page prints its description instead.
  package func image(_ name: String) -> BookImage? {
    guard let resource = resources.first(where: { $0.name == name }),
      let image = try? BookImages.image(of: resource)
    else { return nil }
    let size = Size(
      width: Double(image.width) * 72 / 96, height: Double(image.height) * 72 / 96)
    let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    return BookImage(size: size, node: .image(ImageNode(image, frame: frame)))
  }

  private static func image(of resource: Resource) throws -> RasterImage? {
    let limits = PNGDecoder.Limits(side: 16_384, pixels: 1 << 26)
    switch resource.mediaType {
    case "image/png":
      let bitmap = try resource.bytes.withUnsafeBytes { try PNGDecoder.decode($0, limits: limits) }
      return RasterImage(width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba)
    case "image/jpeg":
      let picture = try resource.bytes.withUnsafeBytes {
        try JPEGDecoder.decode($0, limits: limits)
      }
      let file = JPEGFile(bytes: resource.bytes, isGray: picture.isGray)
      return RasterImage(
        width: picture.bitmap.width, height: picture.bitmap.height, rgba: picture.bitmap.rgba,
        jpeg: picture.isShownAsIs ? file : nil)
    default: return nil
    }
  }
}
