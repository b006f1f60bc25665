// SPDX-License-Identifier: MIT
// Part of Platen: images read from WebP.

internal import CWebP
internal import Diagnostics
internal import Libraries
package import Pixels

/// Reads a WebP through libwebp.
package enum WebPReader {
  /// The most pixels of an image that is read.
  package static let pixelLimit = 1 << 25

  /// Indicates whether bytes begin as a WebP does.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 16 && bytes.starts(with: "RIFF".utf8)
      && bytes[8..<12].elementsEqual("WEBP".utf8)
  }

  /// The image with straight alpha.
  ///
  /// - Throws: `Failure` with `library.missing`, `webp.size`; `webp.damaged` for a file that is not an
  ///   image of one frame.
  package static func decode(_ bytes: [UInt8]) throws -> Bitmap {
    let library = try loaded.get()
    var width: Int32 = 0
    var height: Int32 = 0
    let damaged = Failure(
      .error(.webpDamaged, "the WebP is damaged or animated", hints: ["save it as PNG or JPEG"]))
    guard library.info(bytes, bytes.count, &width, &height) != 0, width > 0, height > 0 else {
      throw damaged
    }
    guard Int(width) * Int(height) <= pixelLimit else {
      throw Failure(
        .error(
          .webpSize, "a WebP of \(width) × \(height) pixels is too large to be read",
          hints: ["make it smaller"]))
    }
    var rgba = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
    let size = rgba.count
    guard library.decode(bytes, bytes.count, &rgba, size, width * 4) != nil else { throw damaged }
    return Bitmap(width: Int(width), height: Int(height), rgba: rgba)
  }

  private struct Functions: Sendable {
    typealias Info =
      @convention(c) (
        UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
      ) -> Int32
    typealias Decode =
      @convention(c) (
        UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, Int32
      ) -> UnsafeMutablePointer<UInt8>?

    let info: Info
    let decode: Decode

    init() throws {
      let library = try LoadedLibrary("libwebp.so.7", package: "libwebp7")
      info = try library.symbol("WebPGetInfo", as: Info.self)
      decode = try library.symbol("WebPDecodeRGBAInto", as: Decode.self)
    }
  }

  private static let loaded = Result { try Functions() }
}
