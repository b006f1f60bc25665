// SPDX-License-Identifier: MIT
// Part of Platen: pictures that rows name, found in a folder and read once a card asks for them.

internal import Cards
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Pixels

/// Where pictures of rows are.
struct CardPictures: Sendable {
  let folder: String
  private let kept = Guarded<[(path: String, digest: String, image: RasterImage)]>([])

  /// Pictures kept decoded between cards, such as a logo on all of them.
  private static let keepLimit = 8

  /// Reads pictures for one stage, every file it looks at noted.
  func reader(_ context: StageContext) -> Reader { Reader(pictures: self, context: context) }

  /// Pictures as one stage reads them.
  final class Reader {
    private let pictures: CardPictures
    private let context: StageContext
    /// What could not be shown.
    private(set) var warnings: [Diagnostic] = []
    /// Where the row stands whose pictures are read.
    private var place: Place?

    /// The same, for the pictures of a row.
    @discardableResult
    func reading(_ row: Row) -> Reader {
      place = row.place
      return self
    }

    init(pictures: CardPictures, context: StageContext) {
      self.pictures = pictures
      self.context = context
    }

    /// The picture of a name; nil, and a warning, where there is none.
    func picture(_ name: String) throws -> RasterImage? {
      // An app's own paths start from its root.
      let plain = plainPath(name.hasPrefix("/") ? String(name.dropFirst()) : name)
      guard !plain.isEmpty, !plain.hasPrefix("/"), !plain.hasPrefix(".."), !name.contains("://"),
        !name.hasMarkedSlash
      else {
        return say("\"\(printable(name, limit: 80))\" is no picture in the folder of pictures")
      }
      let path = joinedPath(pictures.folder, plain)
      guard try context.environment.status(path)?.kind == .file else {
        return say("there is no picture \"\(path)\"")
      }
      let file = try context.read(path, limit: 64 << 20)
      let digest = file.digest.description
      if let known = pictures.kept.withLock({ kept in
        kept.first { $0.path == path && $0.digest == digest }
      }) {
        return known.image
      }
      guard !CardPictures.isVector(file.bytes, path) else {
        throw Failure(
          .error(
            .cardsPicture,
            "the picture \"\(printable(path, limit: 80))\" is SVG: cards take PNG and JPEG",
            at: place,
            hints: ["make a PNG of it: platen render \(printable(path, limit: 80)) -o picture.png"])
        )
      }
      do {
        let image = try CardPictures.decode(file.bytes)
        pictures.kept.withLock { kept in
          if kept.count >= CardPictures.keepLimit { kept.removeFirst() }
          kept.append((path, digest, image))
        }
        return image
      } catch let failure as Failure {
        throw failure.inFile(path)
      }
    }

    private func say(_ words: String) -> RasterImage? {
      warnings.append(
        .warning(
          .cardsPicture, words + ": the card is drawn without it", at: place,
          hints: ["pictures: names the folder they are in"]))
      return nil
    }
  }

  /// Indicates whether it is SVG, by its name or its first bytes.
  private static func isVector(_ bytes: [UInt8], _ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".svg") || name.hasSuffix(".svgz") || PictureSize(bytes).format == .svg
  }

  private static func decode(_ bytes: [UInt8]) throws -> RasterImage {
    let limits = PNGDecoder.Limits(side: 16_384, pixels: 1 << 26)
    if bytes.starts(with: [0xFF, 0xD8]) {
      let picture = try bytes.withUnsafeBytes { try JPEGDecoder.decode($0, limits: limits) }
      return RasterImage(
        width: picture.bitmap.width, height: picture.bitmap.height, rgba: picture.bitmap.rgba,
        jpeg: picture.isShownAsIs ? JPEGFile(bytes: bytes, isGray: picture.isGray) : nil)
    }
    let bitmap = try bytes.withUnsafeBytes { try PNGDecoder.decode($0, limits: limits) }
    return RasterImage(width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba)
  }
}
