// SPDX-License-Identifier: MIT
// Part of Platen: pictures as WebP, for the web, beside PNG.

internal import Diagnostics
internal import Libraries
public import Pixels

/// Writes WebP files through libwebp.
public enum WebPEncoder {
  /// The longest side a WebP may have.
  public static let sideLimit = 16_383

  /// The file, not a bit of the picture lost but colours under fully transparent pixels.
  ///
  /// - Throws: `Failure` with `library.missing`, `webp.size`, `webp.failed`.
  public static func lossless(_ bitmap: Bitmap) throws -> [UInt8] {
    let sides = 1...sideLimit
    guard sides.contains(bitmap.width), sides.contains(bitmap.height) else {
      throw Failure(
        .error(
          "webp.size", "a WebP of \(bitmap.width) × \(bitmap.height) pixels is not possible",
          hints: ["each side must be 1 to \(sideLimit)"]))
    }
    let library = try loaded.get()
    var memory: UnsafeMutablePointer<UInt8>?
    let count = bitmap.rgba.withUnsafeBufferPointer {
      library.encode(
        $0.baseAddress, Int32(bitmap.width), Int32(bitmap.height), Int32(bitmap.width * 4), &memory)
    }
    guard count > 0, let memory else {
      throw Failure(.error("webp.failed", "libwebp could not write the picture"))
    }
    defer { library.free(memory) }
    return Array(UnsafeBufferPointer(start: memory, count: count))
  }

  /// The library that packs, as part of what decides a file's bytes.
  public static func libraryVersion() throws -> String {
    let version = try loaded.get().version()
    return "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }

  private typealias Encode =
    @convention(c) (
      UnsafePointer<UInt8>?, Int32, Int32, Int32,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?
    ) -> Int
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private typealias Version = @convention(c) () -> Int32

  private struct Functions: Sendable {
    let encode: Encode
    let free: Free
    let version: Version

    init() throws {
      let library = try LoadedLibrary("libwebp.so.7", package: "libwebp7")
      encode = try library.symbol("WebPEncodeLosslessRGBA", as: Encode.self)
      free = try library.symbol("WebPFree", as: Free.self)
      version = try library.symbol("WebPGetEncoderVersion", as: Version.self)
    }
  }

  private static let loaded = Result { try Functions() }
}
