// SPDX-License-Identifier: MIT
// Part of Platen: writes a PNG row by row, the same bytes for the same rows on every machine.

internal import CDeflate
internal import Diagnostics
public import Text

/// Writes a PNG (W3C PNG, third edition) from bands that come from the top.
///
/// Eight bits a channel. Pictures up to `wholeLimit` pixels are compressed in one go by libdeflate, with
/// filter 0 on every row: on flat art it gives both the smallest file and the least work. Larger ones
/// are packed in pieces of `pieceRows` rows, so memory stays at a few rows however large the picture
/// is, and pieces may be packed by others (``PackedRows``). The choice depends on the picture's size
/// alone: bytes must not depend on the machine.
///
/// The file carries `sRGB` and, where a resolution is given, `pHYs`; it never carries a date.
public struct PNGEncoder: ~Copyable {
  /// How many pixels a picture may have to be compressed in one go.
  public static let wholeLimit = 4 << 20
  /// Rows of a piece of larger ones.
  public static let pieceRows = 128
  /// The longest side a PNG may have.
  public static let sideLimit = Int(Int32.max)

  public let width: Int
  public let height: Int
  /// Whether the file keeps alpha; without it pixels are taken to be opaque.
  public let hasAlpha: Bool

  private var rows: RowCount
  private let isFlat: Bool
  private let chunks: PNGChunks
  private let body: Body

  private enum Body {
    case whole(WholeDeflate)
    case pieces(PieceStream)
  }

  /// Begins a file: its signature, header and resolution go to `sink` at once.
  ///
  /// - Parameters:
  ///   - dpi: Pixels an inch when printed; nil leaves the resolution open.
  ///   - isFlat: Whether most of the picture is plain ground, as a page of text is: then it is
  ///     compressed in a quarter to a third of the time, and is up to a tenth larger. Of no effect
  ///     above `wholeLimit`.
  /// - Throws: `Failure` `png.size` when a side is empty or longer than PNG allows; what `sink` throws.
  public init(
    width: Int, height: Int, hasAlpha: Bool, dpi: Double? = nil, isFlat: Bool = false,
    sink: @escaping ByteSink
  ) throws {
    let chunks = unsafe PNGChunks(sink: sink)
    try chunks.begin(width: width, height: height, colorType: hasAlpha ? 6 : 2)
    let rowBytes = 1 + width * (hasAlpha ? 4 : 3)
    let body: Body =
      PNGEncoder.isInPieces(width: width, height: height)
      ? .pieces(PieceStream(width: width, height: height, hasAlpha: hasAlpha))
      : .whole(WholeDeflate(byteCount: rowBytes * height))
    try chunks.write("sRGB", [0])
    if let dpi { try chunks.resolution(dpi: dpi) }
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    rows = RowCount(width: width, height: height)
    self.isFlat = isFlat
    self.chunks = chunks
    self.body = body
  }

  /// Whether a picture of that size is packed in pieces.
  public static func isInPieces(width: Int, height: Int) -> Bool {
    width > wholeLimit / height
  }

  /// Takes the next piece of a picture that is packed in pieces.
  ///
  /// - Throws: `Failure` `picture.rows` when it is not just that; what the sink throws.
  public mutating func write(_ packed: PackedRows) throws {
    guard case .pieces(let stream) = body, packed.hasAlpha == hasAlpha,
      stream.isPiece(y: packed.y, count: packed.height)
    else {
      throw Failure(
        .error(
          .pictureRows,
          "packed rows \(packed.y)..<\(packed.y + packed.height) are no piece of a picture of "
            + "\(width) × \(height)"))
    }
    try rows.take(y: packed.y, count: packed.height, width: packed.width)
    try unsafe stream.write(packed) { try unsafe chunks.write("IDAT", $0) }
  }

  /// Takes the next rows.
  ///
  /// - Throws: `Failure` `picture.rows` when the band does not follow the last one or is of another
  ///   width; what the sink throws.
  public mutating func write(_ band: borrowing BitmapBand) throws {
    try rows.take(band)
    switch body {
    case .whole(let buffer):
      for index in 0..<band.height {
        unsafe PixelRow.fill(
          buffer.row(at: band.y + index, of: height), from: band.row(index), hasAlpha: hasAlpha)
      }
    case .pieces(let stream): try unsafe stream.write(band) { try unsafe chunks.write("IDAT", $0) }
    }
  }

  /// Ends the file.
  ///
  /// - Throws: `Failure` `picture.rows` when rows are missing; what the sink throws.
  public consuming func finish() throws {
    try rows.checkAll()
    switch body {
    case .whole(let buffer) where isFlat:
      let pixelBytes = hasAlpha ? 4 : 3
      try unsafe buffer.compressFlat(rowBytes: 1 + width * pixelBytes, pixelBytes: pixelBytes) {
        try unsafe chunks.write("IDAT", $0)
      }
    case .whole(let buffer): try unsafe buffer.compress { try unsafe chunks.write("IDAT", $0) }
    case .pieces(let stream): try unsafe stream.finish { try unsafe chunks.write("IDAT", $0) }
    }
    try chunks.write("IEND", [])
  }
}

extension PNGEncoder {
  /// The whole file of a picture in memory, with alpha.
  ///
  /// Pixels are multiplied by their alpha and straightened again on the way, as bands are: colours of
  /// those that are nearly clear are not kept to the bit. ``CompactPNG`` keeps them.
  ///
  /// - Parameter dpi: Pixels an inch when printed; nil leaves the resolution open.
  /// - Throws: `Failure` `png.size` for an empty picture, `png.memory`, `png.deflate`.
  public static func encode(_ bitmap: Bitmap, dpi: Double? = nil) throws -> [UInt8] {
    var file: [UInt8] = []
    var encoder = try unsafe PNGEncoder(
      width: bitmap.width, height: bitmap.height, hasAlpha: true, dpi: dpi
    ) { unsafe file.append(contentsOf: $0) }
    var row = [UInt32](repeating: 0, count: bitmap.width)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let (red, green, blue, alpha) = bitmap[x, y]
        row[x] = premultiplied(red, green, blue, alpha)
      }
      try unsafe row.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        try unsafe encoder.write(
          BitmapBand(y: y, width: bitmap.width, height: 1, stride: bitmap.width, pixels: base))
      }
    }
    try encoder.finish()
    return file
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
