// SPDX-License-Identifier: MIT
// Part of Platen: the common parts of all TIFFs: tags, and strips packed by libtiff.

internal import CTIFF
internal import Diagnostics
internal import Libraries
internal import Text

/// Writes a TIFF 6.0, or a BigTIFF where it might come to 4 GB, through libtiff.
///
/// Strips of about half a megabyte are packed as their rows come. The file's directory is written
/// last and pointed at from the file's beginning, so all goes to a temporary file first. It never
/// states a date.
final class TIFFStrips {
  /// The sample format of a pixel.
  struct Sample {
    /// Numbers of a pixel, the fourth of four being straight alpha.
    var count: Int
    /// Bits of a number.
    var bits: Int

    static let rgb = Sample(count: 3, bits: 8)
    static let rgba = Sample(count: 4, bits: 8)
    static let gray16 = Sample(count: 1, bits: 16)

    var byteCount: Int { count * bits / 8 }
    var isGray: Bool { count == 1 }
  }

  private static let stripBytes = 1 << 19
  /// The most a classic TIFF can point at.
  private static let classicLimit = Int(UInt32.max)

  private let sample: Sample
  private let rowBytes: Int
  private let rowsPerStrip: Int
  private let sink: ByteSink
  private let storage: StorageCursor
  private let strip: UnsafeMutableRawBufferPointer
  private let library: platen_tiff
  private var file: OpaquePointer?
  private var rowsInStrip = 0
  private var stripIndex: UInt32 = 0

  /// - Parameters:
  ///   - dpi: Pixels an inch when printed; nil leaves the resolution open.
  /// - storage: the temporary file that the file is assembled in.
  /// - Throws: `Failure` `library.missing`, `library.old`, `tiff.size`, `tiff.unwritten`; errors of
  ///   the temporary file.
  init(
    width: Int, height: Int, sample: Sample, compression: TIFFWriter.Compression, dpi: Double?,
    storage: any TemporaryStorage, sink: @escaping ByteSink
  ) throws {
    guard width > 0, height > 0, width <= Int(Int32.max) / 8, height <= Int(Int32.max) else {
      throw Failure(
        .error(.tiffSize, "a TIFF of \(width) × \(height) pixels is not possible"))
    }
    library = try TIFFStrips.loaded.get().functions
    self.sample = sample
    self.sink = sink
    self.storage = StorageCursor(storage)
    rowBytes = width * sample.byteCount
    rowsPerStrip = max(1, min(height, TIFFStrips.stripBytes / rowBytes))
    strip = .allocate(byteCount: rowsPerStrip * rowBytes, alignment: 16)
    let most = TIFFStrips.most(
      rowBytes * height, strips: (height + rowsPerStrip - 1) / rowsPerStrip, compression)
    file = try open(isBig: most > TIFFStrips.classicLimit)
    try describe(width, height, compression, dpi: dpi)
  }

  deinit {
    if let file { library.Close(file) }
    strip.deallocate()
  }

  /// The largest size of the file: a code of LZW has up to 12 bits and stands for a byte or more.
  private static func most(_ bytes: Int, strips: Int, _ compression: TIFFWriter.Compression) -> Int
  {
    let packed = compression == .lzw ? bytes + bytes / 2 : bytes + bytes / 1000
    return packed + 64 * strips + 4096
  }

  private func open(isBig: Bool) throws -> OpaquePointer {
    // Little-endian on every machine, so that it has the same bytes.
    let file = library.ClientOpen(
      "picture", isBig ? "wl8" : "wl4", Unmanaged.passUnretained(storage).toOpaque(),
      { context, bytes, count in
        StorageCursor.of(context).map { tmsize_t($0.read(bytes, Int(count))) } ?? -1
      },
      { context, bytes, count in
        StorageCursor.of(context).map { tmsize_t($0.writeBytes(bytes, Int(count))) } ?? -1
      },
      { context, offset, whence in StorageCursor.of(context)?.seek(offset, whence) ?? .max },
      { _ in 0 },
      { context in UInt64(StorageCursor.of(context)?.count ?? 0) },
      nil, nil)
    guard let file else { throw failure("begun") }
    return file
  }

  /// The tags of TIFF 6.0, sections 6 and 18.
  private func describe(
    _ width: Int, _ height: Int, _ compression: TIFFWriter.Compression, dpi: Double?
  ) throws {
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
    try set(TIFFTAG_BITSPERSAMPLE, sample.bits)
    try set(TIFFTAG_SAMPLESPERPIXEL, sample.count)
    try set(TIFFTAG_PHOTOMETRIC, Int(sample.isGray ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB))
    switch compression {
    case .none: try set(TIFFTAG_COMPRESSION, Int(COMPRESSION_NONE))
    case .lzw: try set(TIFFTAG_COMPRESSION, Int(COMPRESSION_LZW))
    case .deflate: try set(TIFFTAG_COMPRESSION, Int(COMPRESSION_ADOBE_DEFLATE))
    }
    if compression != .none {
      // Heights run evenly, so their differences are small; maps are flat, and repeat as they are.
      try set(TIFFTAG_PREDICTOR, Int(sample.isGray ? PREDICTOR_HORIZONTAL : PREDICTOR_NONE))
    }
    if sample.count == 4, platen_tiff_set_alpha(&library, file) == 0 {
      throw failure("begun (alpha)")
    }
    if let dpi, dpi.isFinite, dpi > 0, platen_tiff_set_resolution(&library, file, dpi) == 0 {
      throw failure("begun (resolution)")
    }
  }

  /// Has a row put into the strip, and writes the strip when it is full.
  ///
  /// - Throws: `Failure` `tiff.unwritten`; errors of the temporary file.
  func fill(_ body: (UnsafeMutableRawBufferPointer) -> Void) throws {
    let start = rowsInStrip * rowBytes
    body(UnsafeMutableRawBufferPointer(rebasing: strip[start..<start + rowBytes]))
    rowsInStrip += 1
    if rowsInStrip == rowsPerStrip { try writeStrip() }
  }

  private func writeStrip() throws {
    guard rowsInStrip > 0 else { return }
    let count = rowsInStrip * rowBytes
    guard
      library.WriteEncodedStrip(file, stripIndex, strip.baseAddress, tmsize_t(count)) == count
    else { throw failure("written") }
    stripIndex += 1
    rowsInStrip = 0
  }

  /// Ends the file and hands it on.
  ///
  /// - Throws: `Failure` `tiff.unwritten`; errors of the temporary file and the sink.
  func finish() throws {
    try writeStrip()
    guard library.WriteDirectory(file) != 0 else { throw failure("ended") }
    library.Close(file)
    file = nil
    try storage.check()
    try storage.storage.copy(to: sink)
  }

  /// The library that packs, as part of what decides a file's bytes.
  static func libraryVersion() throws -> String { try loaded.get().version }

  /// The error of the temporary file, or that of the library.
  private func failure(_ verb: String) -> any Error {
    do { try storage.check() } catch { return error }
    return Failure(.error(.tiffUnwritten, "the TIFF cannot be \(verb)"))
  }

  private static let loaded = Result {
    try LoadedTable(
      PLATEN_TIFF_LIBRARY, package: PLATEN_TIFF_PACKAGE, empty: platen_tiff(),
      need: "it does not write strips", probe: "TIFFWriteEncodedStrip", fill: platen_tiff_load)
  }
}
