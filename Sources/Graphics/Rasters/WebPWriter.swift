// SPDX-License-Identifier: MIT
// Part of Platen: images as WebP, lossy or not. The format needs the whole image in memory.

internal import CWebP
internal import Diagnostics
internal import Libraries
package import Pixels
package import Text

/// Writes a WebP through libwebp.
///
/// Bands are gathered and packed at the end, so an image takes `bytesPerPixel` of memory for each of
/// its pixels; hence the limit of them.
package final class WebPWriter: BandEncoder {
  /// The longest side a WebP may have.
  package static let sideLimit = 16_383
  /// The most pixels that are packed.
  package static let pixelLimit = 1 << 27

  /// The compression of an image.
  package enum Packing: Hashable, Sendable {
    /// 0 to 100.
    case lossy(quality: Int)
    case lossless

    /// Bytes of memory for each pixel, the image itself among them.
    package var bytesPerPixel: Int {
      switch self {
      case .lossy: 8
      case .lossless: 32
      }
    }
  }

  private let width: Int
  private let height: Int
  private let hasAlpha: Bool
  private let packing: Packing
  private let sink: SinkBox
  private var rows: RowCount
  private let pixels: UnsafeMutableBufferPointer<UInt32>
  private let isCancelled: () -> Bool

  /// - Parameters:
  ///   - hasAlpha: Whether the file keeps alpha; without it pixels are taken to be opaque.
  /// - isCancelled: Called now and then while it is packed.
  /// - Throws: `Failure` `library.missing`, `webp.size`.
  package init(
    width: Int, height: Int, hasAlpha: Bool, packing: Packing,
    isCancelled: @escaping () -> Bool = { false }, sink: @escaping ByteSink
  ) throws {
    let sides = 1...WebPWriter.sideLimit
    guard sides.contains(width), sides.contains(height) else {
      throw Failure(
        .error(
          .webpSize,
          "a WebP of \(width) × \(height) pixels is not possible; a side may have "
            + "\(WebPWriter.sideLimit)", hints: ["write .png or .tif, or make it smaller"]))
    }
    guard width * height <= WebPWriter.pixelLimit else {
      throw Failure(
        .error(
          .webpSize,
          "a WebP of \(width) × \(height) pixels would take too much memory; it may have "
            + "\(WebPWriter.pixelLimit) in all",
          hints: ["write .png, .jpg or .tif, which take little, or make it smaller"]))
    }
    _ = try WebPWriter.loaded.get()
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    self.packing = packing
    self.isCancelled = isCancelled
    self.sink = SinkBox(sink)
    rows = RowCount(width: width, height: height)
    // Not zeroed: pages are touched first when their rows are written.
    pixels = .allocate(capacity: width * height)
  }

  deinit { pixels.deallocate() }

  package func writeBand(_ band: borrowing BitmapBand) throws {
    try rows.take(band)
    for index in 0..<band.height {
      let start = (band.y + index) * width
      let target = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + width])
      if hasAlpha {
        PixelRow.straighten(band.row(index), as: target)
      } else {
        _ = target.update(from: band.row(index))
      }
    }
  }

  package func finish() throws {
    try rows.checkAll()
    try pack()
  }

  /// The file of an image with straight alpha, not a bit of it lost but colors under fully transparent
  /// pixels.
  ///
  /// - Throws: `Failure` with `library.missing`, `webp.size`, `webp.failed`.
  package static func lossless(_ bitmap: Bitmap) throws -> [UInt8] {
    final class Gathered { var bytes: [UInt8] = [] }
    let gathered = Gathered()
    let writer = try WebPWriter(
      width: bitmap.width, height: bitmap.height, hasAlpha: true, packing: .lossless
    ) { gathered.bytes.append(contentsOf: $0) }
    for index in writer.pixels.indices {
      let at = index * 4
      writer.pixels[index] =
        UInt32(bitmap.rgba[at + 3]) << 24 | UInt32(bitmap.rgba[at]) << 16
        | UInt32(bitmap.rgba[at + 1]) << 8 | UInt32(bitmap.rgba[at + 2])
    }
    try writer.pack()
    return gathered.bytes
  }

  private func pack() throws {
    let library = try WebPWriter.loaded.get()
    var config = WebPConfig()
    var picture = WebPPicture()
    let quality: Float =
      switch packing {
      case .lossy(let quality): Float(max(0, min(100, quality)))
      // How hard it tries.
      case .lossless: 70
      }
    guard
      library.initConfig(&config, WEBP_PRESET_DEFAULT, quality, WEBP_ENCODER_ABI_VERSION) != 0,
      library.initPicture(&picture, WEBP_ENCODER_ABI_VERSION) != 0
    else {
      throw Failure(
        .error(
          .libraryOld, "libwebp is not of the version Platen was built with",
          hints: ["install the libwebp that came with your system, and build again"]))
    }
    config.lossless = packing == .lossless ? 1 : 0
    picture.use_argb = 1
    picture.width = Int32(width)
    picture.height = Int32(height)
    picture.argb = pixels.baseAddress
    picture.argb_stride = Int32(width)
    let watch = Watch(sink: sink, isCancelled: isCancelled)
    picture.custom_ptr = Unmanaged.passUnretained(watch).toOpaque()
    picture.user_data = picture.custom_ptr
    picture.writer = { bytes, count, picture in
      guard let context = picture?.pointee.custom_ptr else { return 0 }
      let watch = Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
      return watch.sink.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
    }
    picture.progress_hook = { _, picture in
      guard let context = picture?.pointee.user_data else { return 0 }
      return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 0 : 1
    }
    let isWritten = withExtendedLifetime(watch) { library.encode(&config, &picture) != 0 }
    let status = picture.error_code.rawValue
    library.freePicture(&picture)
    try sink.check()
    if isCancelled() { throw CancellationError() }
    guard isWritten else {
      throw Failure(
        .error(
          .webpFailed,
          status == VP8_ENC_ERROR_OUT_OF_MEMORY.rawValue
            ? "not enough memory to write a WebP of \(width) × \(height) pixels"
            : "libwebp could not write the image (error \(status))",
          hints: ["write .png or .tif, or make it smaller"]))
    }
  }

  /// The context of the library's callbacks.
  private final class Watch {
    let sink: SinkBox
    let isCancelled: () -> Bool

    init(sink: SinkBox, isCancelled: @escaping () -> Bool) {
      self.sink = sink
      self.isCancelled = isCancelled
    }
  }

  /// The library that packs, as part of what decides a file's bytes.
  package static func libraryVersion() throws -> String {
    let version = try loaded.get().version()
    return "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }

  private struct Functions: Sendable {
    typealias InitConfig =
      @convention(c) (UnsafeMutablePointer<WebPConfig>?, WebPPreset, Float, Int32) -> Int32
    typealias InitPicture = @convention(c) (UnsafeMutablePointer<WebPPicture>?, Int32) -> Int32
    typealias Encode =
      @convention(c) (UnsafePointer<WebPConfig>?, UnsafeMutablePointer<WebPPicture>?) -> Int32
    typealias FreePicture = @convention(c) (UnsafeMutablePointer<WebPPicture>?) -> Void

    let initConfig: InitConfig
    let initPicture: InitPicture
    let encode: Encode
    let freePicture: FreePicture
    let version: @convention(c) () -> Int32

    init() throws {
      let library = try LoadedLibrary("libwebp.so.7", package: "libwebp7")
      initConfig = try library.symbol("WebPConfigInitInternal", as: InitConfig.self)
      initPicture = try library.symbol("WebPPictureInitInternal", as: InitPicture.self)
      encode = try library.symbol("WebPEncode", as: Encode.self)
      freePicture = try library.symbol("WebPPictureFree", as: FreePicture.self)
      version = try library.symbol(
        "WebPGetEncoderVersion", as: (@convention(c) () -> Int32).self)
    }
  }

  private static let loaded = Result { try Functions() }
}
