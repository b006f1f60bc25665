// SPDX-License-Identifier: MIT
// Part of Platen: pictures of few colours as PNG, a byte a pixel.

internal import Diagnostics
public import Text

/// Writes a PNG with a palette (colour type 3), for pictures of at most 256 colours.
///
/// The palette comes before the pixels in the file and is known after them, so what the pixels pack to
/// is kept until the end. Nothing is made like something else: one colour too many is an error.
public final class PalettePNGEncoder: BandEncoder {
  private let width: Int
  private let height: Int
  private let dpi: Double?
  private let chunks: PNGChunks
  private let stream: StreamDeflate
  private var rows: RowCount
  /// The numbers of colours, premultiplied as they come.
  private var numbers: [UInt32: UInt8] = [:]
  private var colors: [UInt32] = []
  private var packed: [UInt8] = []

  /// - Parameter dpi: Pixels an inch when printed; nil leaves the resolution open.
  /// - Throws: `Failure` `png.size`.
  public init(width: Int, height: Int, dpi: Double? = nil, sink: @escaping ByteSink) throws {
    try PNGChunks.check(width: width, height: height)
    self.width = width
    self.height = height
    self.dpi = dpi
    chunks = unsafe PNGChunks(sink: sink)
    stream = try StreamDeflate(rowBytes: 1 + width)
    rows = RowCount(width: width, height: height)
  }

  /// Takes the next rows; alpha is kept, straight.
  ///
  /// - Throws: `Failure` `picture.rows`, `png.colors` with the first colour too many.
  public func write(_ band: borrowing BitmapBand) throws {
    try rows.take(band)
    for index in 0..<band.height {
      let row = unsafe band.row(index)
      unsafe stream.row[0] = 0
      var last: (pixel: UInt32, number: UInt8)?
      for x in row.indices {
        let pixel = unsafe row[x]
        if last?.pixel != pixel { last = (pixel, try number(of: pixel)) }
        unsafe stream.row[x + 1] = last?.number ?? 0
      }
      try unsafe stream.write { unsafe packed.append(contentsOf: $0) }
    }
  }

  private func number(of pixel: UInt32) throws -> UInt8 {
    if let known = numbers[pixel] { return known }
    guard let number = UInt8(exactly: colors.count) else {
      throw Failure(
        .error(
          .pngColors, "the picture has more than 256 colours, which no palette holds",
          hints: ["leave colors out, or say rgb"]))
    }
    numbers[pixel] = number
    colors.append(pixel)
    return number
  }

  /// Writes the file, of which nothing was handed on before.
  ///
  /// - Throws: `Failure` `picture.rows` when rows are missing; what the sink throws.
  public func finish() throws {
    try rows.checkAll()
    try unsafe stream.finish { unsafe packed.append(contentsOf: $0) }
    try chunks.begin(width: width, height: height, colorType: 3)
    try chunks.write("sRGB", [0])
    try chunks.palette(colors)
    if let dpi { try chunks.resolution(dpi: dpi) }
    try unsafe packed.withUnsafeBytes { try unsafe chunks.write("IDAT", $0) }
    try chunks.write("IEND", [])
  }
}
