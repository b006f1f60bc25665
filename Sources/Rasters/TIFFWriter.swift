// SPDX-License-Identifier: MIT
// Part of Platen: large pictures as TIFF, strip by strip, in the memory of a few rows.

public import Archive
internal import CTIFF
internal import Diagnostics
internal import Libraries
public import Pixels

/// Writes a TIFF 6.0, or a BigTIFF where it might come to 4 GB, through libtiff.
///
/// Strips of about half a megabyte are packed as their rows come. The form's directory is written
/// last and pointed at from the file's beginning, so all goes to a spool first. It never says a date.
public final class TIFFWriter: BandEncoder {
  /// What a pixel is.
  public enum Pixel: Hashable, Sendable {
    case rgb
    /// With straight alpha.
    case rgba
    /// One number of 16 bits, 0 black.
    case gray16

    var byteCount: Int {
      switch self {
      case .rgb: 3
      case .rgba: 4
      case .gray16: 2
      }
    }
  }

  /// How strips are packed.
  public enum Compression: String, CaseIterable, Hashable, Sendable {
    case lzw, deflate, none
  }

  private static let stripBytes = 1 << 19
  /// The most a classic TIFF can point at.
  private static let classicLimit = Int(UInt32.max)

  private let pixel: Pixel
  private let width: Int
  private let height: Int
  private let rowsPerStrip: Int
  private let sink: ByteSink
  private let spool: SpoolBox
  private let strip: UnsafeMutableRawBufferPointer
  private let library: platen_tiff
  private var file: OpaquePointer?
  private var rows: RowCount
  private var rowsInStrip = 0
  private var stripIndex: UInt32 = 0

  /// - Parameters:
  ///   - dpi: Pixels an inch when printed; nil leaves the resolution open.
  ///   - spool: where the file is put together.
  /// - Throws: `Failure` `library.missing`, `tiff.size`, `tiff.unwritten`; what the spool throws.
  public init(
    width: Int, height: Int, pixel: Pixel, compression: Compression, dpi: Double? = nil,
    spool: any Spool, sink: @escaping ByteSink
  ) throws {
    guard width > 0, height > 0, width <= Int(Int32.max) / 8, height <= Int(Int32.max) else {
      throw Failure(
        .error("tiff.size", "a TIFF of \(width) × \(height) pixels is not possible"))
    }
    library = try TIFFWriter.loaded.get().functions
    self.width = width
    self.height = height
    self.pixel = pixel
    self.sink = sink
    self.spool = SpoolBox(spool)
    rows = RowCount(width: width, height: height)
    let rowBytes = width * pixel.byteCount
    rowsPerStrip = max(1, min(height, TIFFWriter.stripBytes / rowBytes))
    strip = .allocate(byteCount: rowsPerStrip * rowBytes, alignment: 16)
    let most = TIFFWriter.most(
      rowBytes * height, strips: (height + rowsPerStrip - 1) / rowsPerStrip, compression)
    file = try open(isBig: most > TIFFWriter.classicLimit)
    try describe(compression, dpi: dpi)
  }

  deinit {
    if let file { library.Close(file) }
    strip.deallocate()
  }

  /// What the file may come to: a code of LZW has up to 12 bits and stands for a byte or more.
  private static func most(_ bytes: Int, strips: Int, _ compression: Compression) -> Int {
    let packed = compression == .lzw ? bytes + bytes / 2 : bytes + bytes / 1000
    return packed + 64 * strips + 4096
  }

  private func open(isBig: Bool) throws -> OpaquePointer {
    // Little-endian on every machine, so that it has the same bytes.
    let file = library.ClientOpen(
      "picture", isBig ? "wl8" : "wl4", Unmanaged.passUnretained(spool).toOpaque(),
      { context, bytes, count in
        SpoolBox.of(context).map { tmsize_t($0.read(bytes, Int(count))) } ?? -1
      },
      { context, bytes, count in
        SpoolBox.of(context).map { tmsize_t($0.write(bytes, Int(count))) } ?? -1
      },
      { context, offset, whence in SpoolBox.of(context)?.seek(offset, whence) ?? .max },
      { _ in 0 },
      { context in UInt64(SpoolBox.of(context)?.count ?? 0) },
      nil, nil)
    guard let file else { throw failure("begun") }
    return file
  }

  /// The tags of TIFF 6.0, sections 6 and 18.
  private func describe(_ compression: Compression, dpi: Double?) throws {
    guard let file else { return }
    var library = library
    func set(_ tag: Int32, _ value: Int) throws {
      guard platen_tiff_set(&library, file, UInt32(tag), UInt32(value)) != 0 else {
        throw failure("begun (tag \(tag))")
      }
    }
    try set(TIFFTAG_IMAGEWIDTH, width)
    try set(TIFFTAG_IMAGELENGTH, height)
    try set(TIFFTAG_ORIENTATION, Int(ORIENTATION_TOPLEFT))
    try set(TIFFTAG_PLANARCONFIG, Int(PLANARCONFIG_CONTIG))
    try set(TIFFTAG_ROWSPERSTRIP, rowsPerStrip)
    try set(TIFFTAG_BITSPERSAMPLE, pixel == .gray16 ? 16 : 8)
    try set(TIFFTAG_SAMPLESPERPIXEL, pixel == .gray16 ? 1 : pixel.byteCount)
    try set(
      TIFFTAG_PHOTOMETRIC, Int(pixel == .gray16 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB))
    switch compression {
    case .none: try set(TIFFTAG_COMPRESSION, Int(COMPRESSION_NONE))
    case .lzw: try set(TIFFTAG_COMPRESSION, Int(COMPRESSION_LZW))
    case .deflate: try set(TIFFTAG_COMPRESSION, Int(COMPRESSION_ADOBE_DEFLATE))
    }
    if compression != .none {
      // Heights run evenly, so their differences are small; maps are flat, and repeat as they are.
      try set(
        TIFFTAG_PREDICTOR, Int(pixel == .gray16 ? PREDICTOR_HORIZONTAL : PREDICTOR_NONE))
    }
    if pixel == .rgba, platen_tiff_set_alpha(&library, file) == 0 {
      throw failure("begun (alpha)")
    }
    if let dpi, dpi.isFinite, dpi > 0, platen_tiff_set_resolution(&library, file, dpi) == 0 {
      throw failure("begun (resolution)")
    }
  }

  public func write(_ band: borrowing BitmapBand) throws {
    try rows.take(band)
    for index in 0..<band.height {
      let row = band.row(index)
      try fill { target in
        if pixel == .rgba {
          PixelRow.straighten(row, into: target)
        } else {
          PixelRow.dropAlpha(row, into: target)
        }
      }
    }
  }

  /// Takes rows of a picture of 16-bit grays.
  public func write(y: Int, grays: [UInt16]) throws {
    precondition(pixel == .gray16 && grays.count.isMultiple(of: width))
    try rows.take(y: y, count: grays.count / width)
    try grays.withUnsafeBytes { bytes in
      let rowBytes = width * 2
      for start in stride(from: 0, to: bytes.count, by: rowBytes) {
        try fill {
          $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + rowBytes]))
        }
      }
    }
  }

  /// Puts a row into the strip and writes the strip when it is full.
  private func fill(_ body: (UnsafeMutableRawBufferPointer) -> Void) throws {
    let rowBytes = width * pixel.byteCount
    let start = rowsInStrip * rowBytes
    body(UnsafeMutableRawBufferPointer(rebasing: strip[start..<start + rowBytes]))
    rowsInStrip += 1
    if rowsInStrip == rowsPerStrip { try writeStrip() }
  }

  private func writeStrip() throws {
    guard rowsInStrip > 0 else { return }
    let count = rowsInStrip * width * pixel.byteCount
    guard
      library.WriteEncodedStrip(file, stripIndex, strip.baseAddress, tmsize_t(count)) == count
    else { throw failure("written") }
    stripIndex += 1
    rowsInStrip = 0
  }

  public func finish() throws {
    try rows.checkAll()
    try writeStrip()
    guard library.WriteDirectory(file) != 0 else { throw failure("ended") }
    library.Close(file)
    file = nil
    try spool.check()
    try spool.spool.copy(to: sink)
  }

  /// The library that packs, as part of what decides a file's bytes.
  public static func libraryVersion() throws -> String { try loaded.get().version }

  /// What the spool threw, or that the library could not.
  private func failure(_ verb: String) -> any Error {
    do { try spool.check() } catch { return error }
    return Failure(.error("tiff.unwritten", "the TIFF cannot be \(verb)"))
  }

  private static let loaded = Result {
    try LoadedTable(
      PLATEN_TIFF_LIBRARY, package: PLATEN_TIFF_PACKAGE, empty: platen_tiff(),
      need: "it does not write strips", probe: "TIFFWriteEncodedStrip", fill: platen_tiff_load)
  }
}
