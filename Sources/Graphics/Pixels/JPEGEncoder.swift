// SPDX-License-Identifier: MIT
// Part of Platen: small images for pages about outputs, as JPEG. No output is written with it.

internal import CJPEG
internal import Diagnostics

/// Writes a bitmap as a baseline JPEG; what is seen through is laid on white.
public enum JPEGEncoder {
  /// - Parameter quality: from 1 to 100.
  /// - Throws: `Failure` `jpeg.unwritten` for lack of memory.
  public static func encode(_ bitmap: Bitmap, quality: Int) throws -> [UInt8] {
    func failure(_ encoder: tjhandle?) -> Failure {
      let words =
        unsafe tjGetErrorStr2(encoder).map { unsafe String(cString: $0) } ?? "unknown error"
      return Failure(.error(.jpegUnwritten, "the image cannot be written: \(words)"))
    }
    guard let encoder = unsafe tjInitCompress() else { throw failure(nil) }
    defer { unsafe tjDestroy(encoder) }
    var flat = bitmap.rgba
    unsafe flat.withUnsafeMutableBufferPointer { flat in
      for pixel in stride(from: 0, to: flat.count - 3, by: 4) where unsafe flat[pixel + 3] < 255 {
        let alpha = unsafe Int(flat[pixel + 3])
        for channel in pixel..<(pixel + 3) {
          unsafe flat[channel] = UInt8(
            (Int(flat[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
        }
      }
    }
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { unsafe tjFree(file) }
    let isWritten = unsafe flat.withUnsafeBufferPointer { flat in
      unsafe tjCompress2(
        encoder, flat.baseAddress, Int32(bitmap.width), Int32(bitmap.width * 4),
        Int32(bitmap.height), Int32(TJPF_RGBA.rawValue), &file, &size, Int32(TJSAMP_420.rawValue),
        Int32(min(100, max(1, quality))), TJFLAG_ACCURATEDCT) == 0
    }
    guard isWritten, let file = unsafe file else { throw unsafe failure(encoder) }
    return unsafe Array(UnsafeBufferPointer(start: file, count: Int(size)))
  }
}
