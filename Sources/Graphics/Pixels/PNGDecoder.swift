// SPDX-License-Identifier: MIT
// Part of Platen: reads a PNG through libpng, refusing what is too large before memory is taken.

internal import CPNG
internal import Diagnostics

/// Reads PNG files of any color type, depth and interlacing into eight-bit RGBA.
public enum PNGDecoder {
  /// The largest image that is accepted.
  public struct Limits: Sendable {
    /// Longest side.
    public var side: Int
    /// Pixels in all; four bytes each are needed.
    public var pixels: Int

    public init(side: Int, pixels: Int) {
      self.side = side
      self.pixels = pixels
    }
  }

  /// Width and height from a file's first 24 bytes, or nil when it is not a PNG.
  public static func size(of file: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard file.count >= 24, unsafe file[..<8].elementsEqual(signature),
      unsafe file[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    func number(_ offset: Int) -> Int {
      unsafe file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return (number(16), number(20))
  }

  /// The image in a file.
  ///
  /// - Throws: `Failure` with `png.not-png`, `png.too-large`, which names the limits, or, with libpng's
  ///   own words, `png.damaged`.
  public static func decode(_ file: UnsafeRawBufferPointer, limits: Limits) throws -> Bitmap {
    guard let (width, height) = unsafe size(of: file) else {
      throw Failure(.error(.pngNotPng, "this is not a PNG file"))
    }
    guard width > 0, height > 0 else {
      throw Failure(.error(.pngDamaged, "the image is \(width) × \(height) pixels"))
    }
    guard width <= limits.side, height <= limits.side, width <= limits.pixels / height else {
      throw Failure(
        .error(
          .pngTooLarge, "the image is \(width) × \(height) pixels",
          hints: ["up to \(limits.side) a side and \(limits.pixels) in all are read"]))
    }
    // libpng keeps the address from call to call, to put its complaints there: it may not move.
    var image = unsafe png_image()
    return try unsafe withUnsafeMutablePointer(to: &image) { image in
      try unsafe read(file, width: width, height: height, through: image)
    }
  }

  /// The simplified interface catches libpng's longjmp within libpng: none crosses a Swift frame.
  private static func read(
    _ file: UnsafeRawBufferPointer, width: Int, height: Int,
    through image: UnsafeMutablePointer<png_image>
  ) throws -> Bitmap {
    unsafe image.pointee.version = UInt32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(image) }
    guard unsafe png_image_begin_read_from_memory(image, file.baseAddress, file.count) != 0 else {
      throw unsafe damaged(image.pointee)
    }
    guard unsafe Int(image.pointee.width) == width, unsafe Int(image.pointee.height) == height
    else {
      throw Failure(.error(.pngDamaged, "the header changed while it was read"))
    }
    // PNG_FORMAT_RGBA, which Swift cannot see: color and alpha, alpha last.
    unsafe image.pointee.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    var bitmap = Bitmap(width: width, height: height)
    let isRead = unsafe bitmap.rgba.withUnsafeMutableBytes {
      unsafe png_image_finish_read(image, nil, $0.baseAddress, Int32(width * 4), nil) != 0
    }
    guard isRead else { throw unsafe damaged(image.pointee) }
    return bitmap
  }

  /// The image in a file.
  public static func decode(_ file: [UInt8], limits: Limits) throws -> Bitmap {
    try unsafe file.withUnsafeBytes { try unsafe decode($0, limits: limits) }
  }

  private static func damaged(_ image: png_image) -> Failure {
    let words = unsafe withUnsafeBytes(of: image.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return Failure(.error(.pngDamaged, "the PNG cannot be read: \(words)"))
  }
}
