// SPDX-License-Identifier: MIT
// Part of Platen: images read from AVIF.

internal import Diagnostics
internal import Libc
internal import Libraries
package import Pixels

/// Reads an AVIF through libheif, where that is installed with a decoder of AV1.
package enum AVIFReader {
  /// The most pixels of an image that is read.
  package static let pixelLimit = 1 << 25
  /// The package with the library on Debian and Ubuntu.
  package static let packageName = "libheif1"

  /// Indicates whether bytes begin as an AVIF does: a box `ftyp` with its brand (AV1 Image File Format,
  /// 6).
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let length = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(length, bytes.count, 256)
    return stride(from: 8, to: max(8, end - 3), by: 4).contains { at in
      at != 12 && ["avif", "avis"].contains(String(decoding: bytes[at..<at + 4], as: UTF8.self))
    }
  }

  /// The image with straight alpha.
  ///
  /// - Throws: `Failure` with `library.missing`, `avif.size`; `avif.damaged` for a file that the library
  ///   cannot read.
  package static func decode(_ bytes: [UInt8]) throws -> Bitmap {
    let library = try loaded.get()
    let damaged = Failure(
      .error(.avifDamaged, "the AVIF cannot be read", hints: ["save it as PNG or JPEG"]))
    guard let context = library.open() else { throw damaged }
    defer { library.close(context) }
    return try bytes.withUnsafeBytes { bytes in
      guard
        Functions.isSuccess(library.read(context, bytes.baseAddress, bytes.count, nil))
      else { throw damaged }
      var handle: UnsafeMutableRawPointer?
      guard Functions.isSuccess(library.primary(context, &handle)), let handle else {
        throw damaged
      }
      defer { library.releaseHandle(handle) }
      let (width, height) = (Int(library.width(handle)), Int(library.height(handle)))
      guard width > 0, height > 0 else { throw damaged }
      guard width.multipliedReportingOverflow(by: height).overflow == false,
        width * height <= pixelLimit
      else {
        throw Failure(
          .error(
            .avifSize, "an AVIF of \(width) × \(height) pixels is too large to be read",
            hints: ["make it smaller"]))
      }
      var image: UnsafeMutableRawPointer?
      guard
        Functions.isSuccess(
          library.decode(handle, &image, Functions.colorspace, Functions.chroma, nil)),
        let image
      else { throw damaged }
      defer { library.releaseImage(image) }
      var stride: Int32 = 0
      // The pixels may be fewer than the file states.
      guard let pixels = library.plane(image, Functions.channel, &stride),
        library.planeWidth(image, Functions.channel) == Int32(width),
        library.planeHeight(image, Functions.channel) == Int32(height), Int(stride) >= width * 4
      else { throw damaged }
      var rgba: [UInt8] = []
      rgba.reserveCapacity(width * height * 4)
      for row in 0..<height {
        rgba += UnsafeBufferPointer(start: pixels + row * Int(stride), count: width * 4)
      }
      return Bitmap(width: width, height: height, rgba: rgba)
    }
  }

  /// The functions of libheif. Its errors are structures of two numbers and an address, returned in two
  /// registers, as `ldiv_t` is.
  private struct Functions: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Open = @convention(c) () -> Pointer?
    typealias Release = @convention(c) (Pointer?) -> Void
    typealias Read = @convention(c) (Pointer?, UnsafeRawPointer?, Int, Pointer?) -> ldiv_t
    typealias Primary = @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>?) -> ldiv_t
    typealias Length = @convention(c) (Pointer?) -> Int32
    typealias PlaneLength = @convention(c) (Pointer?, Int32) -> Int32
    typealias Decode =
      @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>?, Int32, Int32, Pointer?) -> ldiv_t
    typealias Plane =
      @convention(c) (Pointer?, Int32, UnsafeMutablePointer<Int32>?) -> UnsafePointer<UInt8>?

    /// RGB, as interleaved RGBA of eight bits, in the only plane of it.
    static let colorspace: Int32 = 1
    static let chroma: Int32 = 11
    static let channel: Int32 = 10

    let open: Open
    let close: Release
    let read: Read
    let primary: Primary
    let releaseHandle: Release
    let width: Length
    let height: Length
    let decode: Decode
    let releaseImage: Release
    let plane: Plane
    let planeWidth: PlaneLength
    let planeHeight: PlaneLength

    init() throws {
      let library = try LoadedLibrary("libheif.so.1", package: AVIFReader.packageName)
      open = try library.symbol("heif_context_alloc", as: Open.self)
      close = try library.symbol("heif_context_free", as: Release.self)
      read = try library.symbol("heif_context_read_from_memory_without_copy", as: Read.self)
      primary = try library.symbol(
        "heif_context_get_primary_image_handle", as: Primary.self)
      releaseHandle = try library.symbol("heif_image_handle_release", as: Release.self)
      width = try library.symbol("heif_image_handle_get_width", as: Length.self)
      height = try library.symbol("heif_image_handle_get_height", as: Length.self)
      decode = try library.symbol("heif_decode_image", as: Decode.self)
      releaseImage = try library.symbol("heif_image_release", as: Release.self)
      plane = try library.symbol("heif_image_get_plane_readonly", as: Plane.self)
      planeWidth = try library.symbol("heif_image_get_width", as: PlaneLength.self)
      planeHeight = try library.symbol("heif_image_get_height", as: PlaneLength.self)
    }

    /// Indicates whether an error is none: its first number is 0.
    static func isSuccess(_ error: ldiv_t) -> Bool {
      Int32(truncatingIfNeeded: error.quot) == 0
    }
  }

  private static let loaded = Result { try Functions() }
}
