// SPDX-License-Identifier: MIT
// Part of Platen: writes a PNG row by row, the same bytes for the same rows on every machine.

internal import Diagnostics
public import Text

/// Writes a PNG (W3C PNG, third edition) from rows that come from the top.
///
/// How rows are packed depends on the pixels and on the image's size, never on the machine
/// (``Pixels``). The file never carries a date.
public final class PNGEncoder: BandEncoder {
  /// The channels that a file keeps, and the way its rows are packed.
  public enum Pixels: Hashable, Sendable {
    /// Eight bits each of red, green and blue; pixels are taken to be opaque.
    ///
    /// Images up to `wholeLimit` pixels are compressed in one go, with filter 0 on every row: on
    /// flat art it gives both the smallest file and the least work. Larger ones are packed in
    /// pieces of `pieceRows` rows, so memory stays at a few rows, and other threads may pack them
    /// (``PackedRows``).
    case rgb
    /// The same with straight alpha.
    case rgba
    /// Numbers of at most 256 colors, with straight alpha.
    ///
    /// An image of more colors gets the 256 that show it best; above `wholeLimit` pixels, one color
    /// more is an error. The palette precedes the rows in the file and is known after them: nothing is
    /// written before the end, and the rows are held until then.
    case palette
    /// 16-bit numbers, such as heights, with filter 4 (Paeth). They are not colors, so the file
    /// names no color space.
    case gray16

    fileprivate var colorType: UInt8 {
      switch self {
      case .gray16: 0
      case .rgb: 2
      case .palette: 3
      case .rgba: 6
      }
    }
  }

  /// The largest number of pixels of an image that is compressed in one go.
  public static let wholeLimit = 4 << 20
  /// Rows of a piece of larger ones.
  public static let pieceRows = 128
  /// The longest side a PNG may have.
  public static let sideLimit = Int(Int32.max)

  private enum Rows {
    case whole(WholeRows)
    case pieces(PieceStream)
    case palette(PaletteRows)
    case gray(GrayRows)
  }

  private let width: Int
  private let height: Int
  private let pixels: Pixels
  private let dpi: Double?
  private let chunks: PNGChunks
  private let rows: Rows
  private var count: RowCount

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - dpi: Pixels an inch when printed; nil leaves the resolution open.
  ///   - isFlat: Whether most of the image is plain ground, as a page of text is: then it is
  ///     compressed in a quarter to a third of the time, and is up to a tenth larger. It only has
  ///     an effect on images that are compressed in one go.
  /// - Throws: `Failure` `png.size` when a side is empty or longer than PNG allows; what `sink`
  ///   throws.
  public init(
    width: Int, height: Int, pixels: Pixels, dpi: Double? = nil, isFlat: Bool = false,
    sink: @escaping ByteSink
  ) throws {
    try PNGChunks.check(width: width, height: height)
    self.width = width
    self.height = height
    self.pixels = pixels
    self.dpi = dpi
    chunks = unsafe PNGChunks(sink: sink)
    count = RowCount(width: width, height: height)
    rows =
      switch pixels {
      case .palette: .palette(try PaletteRows(width: width, height: height))
      case .gray16: .gray(try GrayRows(width: width))
      case .rgb, .rgba:
        PNGEncoder.isInPieces(width: width, height: height)
          ? .pieces(PieceStream(width: width, height: height, hasAlpha: pixels == .rgba))
          : .whole(
            WholeRows(width: width, height: height, hasAlpha: pixels == .rgba, isFlat: isFlat))
      }
    if pixels != .palette { try begin() }
  }

  private func begin(palette: [UInt32] = []) throws {
    try chunks.begin(
      width: width, height: height, colorType: pixels.colorType,
      bitDepth: pixels == .gray16 ? 16 : 8, isColor: pixels != .gray16, palette: palette, dpi: dpi)
  }

  /// Indicates whether an image of that size is packed in pieces, if it has no palette.
  public static func isInPieces(width: Int, height: Int) -> Bool {
    width > wholeLimit / height
  }

  /// Takes the next piece of an image that is packed in pieces.
  ///
  /// - Throws: `Failure` `image.rows` when it is not just that; what the sink throws.
  public func writePackedRows(_ packed: PackedRows) throws {
    guard case .pieces(let stream) = rows, packed.hasAlpha == (pixels == .rgba),
      stream.isPiece(y: packed.y, count: packed.height)
    else {
      throw Failure(
        .error(
          .imageRows,
          "packed rows \(packed.y)..<\(packed.y + packed.height) are not part of an image of "
            + "\(width) × \(height)"))
    }
    try count.take(y: packed.y, count: packed.height, width: packed.width)
    try unsafe stream.writeRows(packed, writeData)
  }

  /// Takes the next rows.
  ///
  /// - Throws: `Failure` `image.rows` when the band does not follow the last one, is of another
  ///   width or the image is of numbers; `png.colors` at the first color too many of a large image;
  ///   errors of the sink.
  public func writeBand(_ band: borrowing BitmapBand) throws {
    try count.take(band)
    switch rows {
    case .whole(let rows): rows.writeBand(band)
    case .pieces(let stream): try unsafe stream.writeBand(band, writeData)
    case .palette(let rows): try rows.writeBand(band)
    case .gray:
      throw Failure(.error(.imageRows, "pixels in color came to an image of 16-bit numbers"))
    }
  }

  /// Takes the next rows of an image of 16-bit numbers.
  ///
  /// - Parameters:
  ///   - y: The first row's number, from the top.
  ///   - grays: Whole rows, from the left, 0 black and 65,535 white.
  /// - Throws: `Failure` `image.rows` when they do not follow the last ones or the image is not
  ///   of numbers; what the sink throws.
  public func write(y: Int, grays: [UInt16]) throws {
    guard case .gray(let rows) = rows, grays.count.isMultiple(of: width) else {
      throw Failure(
        .error(.imageRows, "\(grays.count) 16-bit numbers are not rows of the image"))
    }
    try count.take(y: y, count: grays.count / width)
    try unsafe rows.writeGrays(grays, writeData)
  }

  /// Ends the file.
  ///
  /// - Throws: `Failure` `image.rows` when rows are missing; what the sink throws.
  public func finish() throws {
    try count.checkAll()
    switch rows {
    case .whole(let rows): try unsafe rows.finish(writeData)
    case .pieces(let stream): try unsafe stream.finish(writeData)
    case .palette(let rows):
      try unsafe rows.finish(palette: { try begin(palette: $0) }, writeData)
    case .gray(let rows): try unsafe rows.finish(writeData)
    }
    try chunks.writeChunk("IEND", [])
  }

  private func writeData(_ bytes: UnsafeRawBufferPointer) throws {
    try unsafe chunks.writeChunk("IDAT", bytes)
  }
}

extension PNGEncoder {
  /// A whole file in memory, of the rows that a closure writes.
  static func file(
    width: Int, height: Int, pixels: Pixels, dpi: Double? = nil, isFlat: Bool = false,
    rows: (PNGEncoder) throws -> Void
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    let encoder = try unsafe PNGEncoder(
      width: width, height: height, pixels: pixels, dpi: dpi, isFlat: isFlat
    ) { unsafe file.append(contentsOf: $0) }
    try rows(encoder)
    try encoder.finish()
    return file
  }

  /// The whole file of an image in memory, with alpha.
  ///
  /// Pixels are multiplied by their alpha and straightened again on the way, as bands are: colors
  /// of those that are nearly clear are not kept to the bit. ``CompactPNG`` keeps them.
  ///
  /// - Parameter dpi: Pixels an inch when printed; nil leaves the resolution open.
  /// - Throws: `Failure` `png.size` for an empty image, `png.memory`, `png.deflate`.
  public static func encode(_ bitmap: Bitmap, dpi: Double? = nil) throws -> [UInt8] {
    try file(width: bitmap.width, height: bitmap.height, pixels: .rgba, dpi: dpi) { encoder in
      var row = [UInt32](repeating: 0, count: bitmap.width)
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let (red, green, blue, alpha) = bitmap[x, y]
          row[x] = premultiplied(red, green, blue, alpha)
        }
        try unsafe row.withUnsafeBufferPointer { pixels in
          guard let base = pixels.baseAddress else { return }
          try unsafe encoder.writeBand(
            BitmapBand(y: y, width: bitmap.width, height: 1, stride: bitmap.width, pixels: base))
        }
      }
    }
  }
}

/// One premultiplied ARGB32 pixel from straight components, rounded to nearest.
@inlinable public func premultiplied(
  _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8
) -> UInt32 {
  let a = UInt32(alpha)
  @inline(__always) func scaled(_ component: UInt8) -> UInt32 {
    (UInt32(component) * a + 127) / 255
  }
  return a << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
}
