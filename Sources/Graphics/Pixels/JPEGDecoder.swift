// SPDX-License-Identifier: MIT
// Part of Platen: reads a JPEG through libjpeg-turbo, refusing what is too large before memory is
// taken.

internal import CJPEG
internal import Diagnostics

/// A JPEG file's image.
public struct JPEGImage: Sendable {
  /// The image as it is to be seen: turned as the file specifies (EXIF orientation).
  public var bitmap: Bitmap
  /// Indicates whether others that know no orientations show the file itself just so.
  public var isShownAsIs: Bool
  /// One channel instead of three.
  public var isGray: Bool
}

/// Reads JPEG files, baseline and progressive, gray or in color, into eight-bit RGBA.
public enum JPEGDecoder {
  /// The image in a file. One that ends too early is gray from there on, and not as is.
  ///
  /// - Throws: `Failure` with `jpeg.damaged`, `jpeg.too-large`, or `jpeg.ink` for those made for
  ///   printing inks (CMYK).
  public static func decode(
    _ file: UnsafeRawBufferPointer, limits: PNGDecoder.Limits
  ) throws -> JPEGImage {
    guard let decoder = unsafe tjInitDecompress() else {
      throw Failure(.error(.jpegDamaged, "not enough memory to read a JPEG"))
    }
    defer { unsafe tjDestroy(decoder) }
    func failure() -> Failure {
      let words =
        unsafe tjGetErrorStr2(decoder).map { unsafe String(cString: $0) } ?? "unknown error"
      return Failure(.error(.jpegDamaged, "the JPEG file is damaged: \(words)"))
    }
    let bytes = unsafe file.bindMemory(to: UInt8.self)
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard
      unsafe tjDecompressHeader3(
        decoder, bytes.baseAddress, UInt(bytes.count), &width, &height, &sampling, &space) == 0,
      width > 0, height > 0
    else { throw failure() }
    guard space != Int32(TJCS_CMYK.rawValue), space != Int32(TJCS_YCCK.rawValue) else {
      throw Failure(
        .error(
          .jpegInk, "the JPEG file is made for printing inks (CMYK)",
          hints: ["save it in RGB"]))
    }
    guard width <= limits.side, height <= limits.side, Int(width) <= limits.pixels / Int(height)
    else {
      throw Failure(
        .error(
          .jpegTooLarge, "the image is \(width) × \(height) pixels",
          hints: ["up to \(limits.side) a side and \(limits.pixels) in all are read"]))
    }
    // Images of hundreds of scans exist only to keep a reader busy.
    let flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS
    var isWhole = true
    let count = Int(width) * Int(height) * 4
    let rgba = try unsafe [UInt8](unsafeUninitializedCapacity: count) { room, written in
      unsafe room.initialize(repeating: 255)
      written = count
      if unsafe tjDecompress2(
        decoder, bytes.baseAddress, UInt(bytes.count), room.baseAddress, width, width * 4, height,
        Int32(TJPF_RGBA.rawValue), flags) != 0
      {
        guard unsafe tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else {
          throw failure()
        }
        isWhole = false
      }
    }
    let orientation = unsafe ExifOrientation(of: bytes.span)
    let bitmap = Bitmap(width: Int(width), height: Int(height), rgba: rgba)
    return JPEGImage(
      bitmap: orientation.turning(bitmap), isShownAsIs: isWhole && orientation.number == 1,
      isGray: space == Int32(TJCS_GRAY.rawValue))
  }
}

/// The orientation of a camera (Exif 2.3, tag 0x0112): 1 upright; 2 to 8 mirrored and rotated.
private struct ExifOrientation {
  var number = 1

  /// The orientation that a file specifies; upright where it specifies none. Nothing in a file is
  /// trusted, so every byte is looked up with its bounds.
  init(of file: Span<UInt8>) {
    func big(_ at: Int) -> Int { Int(file[at]) << 8 | Int(file[at + 1]) }
    var at = 2
    while at + 4 <= file.count, file[at] == 0xFF, file[at + 1] != 0xDA {
      let end = at + 2 + max(2, big(at + 2))
      if file[at + 1] == 0xE1, end <= file.count,
        let found = ExifOrientation.find(in: file.extracting(at + 4..<end))
      {
        if (1...8).contains(found) { number = found }
        return
      }
      at = end
    }
  }

  /// The tag's value in an EXIF segment: a TIFF header, then the first directory.
  private static func find(in segment: Span<UInt8>) -> Int? {
    let name: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    guard segment.count >= 14, name.indices.allSatisfy({ segment[$0] == name[$0] }) else {
      return nil
    }
    let tiff = segment.extracting(6...)
    let isLittle = tiff[0] == 0x49
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= tiff.count else { return nil }
      return (0..<count).reduce(0) {
        $0 << 8 | Int(tiff[isLittle ? at + count - 1 - $1 : at + $1])
      }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let at = directory + 2 + entry * 12
      guard let tag = number(at, 2) else { return nil }
      if tag == 0x0112 { return number(at + 8, 2) }
    }
    return nil
  }

  func turning(_ bitmap: Bitmap) -> Bitmap {
    guard number > 1 else { return bitmap }
    let (width, height) = (bitmap.width, bitmap.height)
    let isSwapped = number >= 5
    let (across, down) = isSwapped ? (height, width) : (width, height)
    let rgba = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) { room, written in
      unsafe bitmap.rgba.withUnsafeBytes { source in
        for y in 0..<down {
          for x in 0..<across {
            let (a, b) =
              switch number {
              case 2: (width - 1 - x, y)
              case 3: (width - 1 - x, height - 1 - y)
              case 4: (x, height - 1 - y)
              case 5: (y, x)
              case 6: (y, height - 1 - x)
              case 7: (width - 1 - y, height - 1 - x)
              default: (width - 1 - y, x)
              }
            let pixel = unsafe source.loadUnaligned(
              fromByteOffset: (b * width + a) * 4, as: UInt32.self)
            unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
              of: pixel, toByteOffset: (y * across + x) * 4, as: UInt32.self)
          }
        }
      }
      written = width * height * 4
    }
    return Bitmap(width: across, height: down, rgba: rgba)
  }
}
