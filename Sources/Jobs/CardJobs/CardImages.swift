// SPDX-License-Identifier: MIT
// Part of Platen: images that rows name, found in a folder and read once a card needs them.

internal import Cards
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Rows
internal import Text

/// The folder of the images that rows name.
struct CardImages: Sendable {
  let folder: String
  private let cache = Guarded<[(path: String, digest: String, image: RasterImage)]>([])

  /// The number of decoded images cached between cards, such as a logo on all of them.
  private static let cacheLimit = 8

  /// Returns a reader of images for one stage, which records the files that it reads.
  func reader(_ context: StageContext) -> Reader { Reader(images: self, context: context) }

  /// A reader of images for one stage.
  final class Reader {
    private let images: CardImages
    private let context: StageContext
    /// Warnings about images that cannot be shown.
    private(set) var warnings: [Diagnostic] = []
    /// The location of the row whose images are read.
    private var place: SourceLocation?

    /// Returns the reader, set to the images of a row.
    @discardableResult
    func reading(_ row: Row) -> Reader {
      place = row.place
      return self
    }

    init(images: CardImages, context: StageContext) {
      self.images = images
      self.context = context
    }

    /// Returns the image of a name; nil with a warning if it cannot be shown.
    func image(_ name: String) throws -> RasterImage? {
      // An app's own paths start from its root.
      let plain = plainPath(name.hasPrefix("/") ? String(name.dropFirst()) : name)
      guard !plain.isEmpty, !plain.hasPrefix("/"), !plain.hasPrefix(".."), !name.contains("://"),
        !name.hasMarkedSlash
      else {
        return reportMissing("invalid image path \"\(printable(name, limit: 80))\"")
      }
      let path = joinedPath(images.folder, plain)
      guard try context.environment.status(path)?.kind == .file else {
        return reportMissing("no such image: \(path)")
      }
      let file = try context.read(path, limit: 64 << 20)
      let digest = file.digest.description
      if let known = images.cache.withLock({ cache in
        cache.first { $0.path == path && $0.digest == digest }
      }) {
        return known.image
      }
      guard !CardImages.isVector(file.bytes, path) else {
        throw Failure(
          .error(
            .cardsImage,
            "the image \"\(printable(path, limit: 80))\" is SVG, but cards require PNG or JPEG",
            at: place,
            hints: [
              "convert it: platen render \(shellWord(printable(path, limit: 80))) -o image.png"
            ])
        )
      }
      do {
        let image = try CardImages.decode(file.bytes)
        images.cache.withLock { cache in
          if cache.count >= CardImages.cacheLimit { cache.removeFirst() }
          cache.append((path, digest, image))
        }
        return image
      } catch let failure as Failure {
        throw failure.inFile(path)
      }
    }

    private func reportMissing(_ words: String) -> RasterImage? {
      warnings.append(
        .warning(
          .cardsImage, words + "; the card is drawn without it", at: place,
          hints: ["specify the folder of images with image-dir:"]))
      return nil
    }
  }

  /// Indicates whether a file is SVG, by its name or its first bytes.
  private static func isVector(_ bytes: [UInt8], _ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".svg") || name.hasSuffix(".svgz") || ImageSize(bytes).format == .svg
  }

  static func decode(_ bytes: [UInt8]) throws -> RasterImage {
    let limits = PNGDecoder.Limits(side: 16_384, pixels: 1 << 26)
    if bytes.starts(with: [0xFF, 0xD8]) {
      let decoded = try bytes.withUnsafeBytes { try JPEGDecoder.decode($0, limits: limits) }
      return RasterImage(
        width: decoded.bitmap.width, height: decoded.bitmap.height, rgba: decoded.bitmap.rgba,
        jpeg: decoded.isShownAsIs ? JPEGFile(bytes: bytes, isGray: decoded.isGray) : nil)
    }
    let bitmap = try bytes.withUnsafeBytes { try PNGDecoder.decode($0, limits: limits) }
    return RasterImage(width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba)
  }
}
