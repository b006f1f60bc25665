// SPDX-License-Identifier: MIT
// Part of Platen: the image format that an output requests, and errors in its options.

internal import Cartography
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Rasters
internal import Text
internal import Values

/// An image format with its options.
struct RasterSettings: Hashable {
  /// The color mode of a PNG.
  enum Colors: String, CaseIterable {
    case auto, palette, rgb, rgba
  }

  enum Kind: Hashable {
    case png(Colors)
    case jpeg(quality: Int)
    case webp(WebPWriter.Packing)
    case tiff(TIFFWriter.Compression)
  }

  var kind: Kind
  /// Indicates whether the image shows heights alone.
  var isHeightmap = false

  /// Reads the format of an output; nil if the output is not an image.
  init?(_ output: OutputRequest) {
    let options = output.options
    guard let format = RasterFormat(rawValue: output.format) else { return nil }
    switch format {
    case .png:
      kind = .png(options[RasterKeys.colors] ?? .auto)
    case .jpg, .jpeg: kind = .jpeg(quality: options[RasterKeys.quality] ?? 95)
    case .webp:
      kind = .webp(
        options[RasterKeys.lossless] == true
          ? .lossless : .lossy(quality: options[RasterKeys.quality] ?? 90))
    case .tif, .tiff:
      kind = .tiff(
        options[RasterKeys.compression] ?? .lzw)
    }
    isHeightmap = options[MapKeys.show] == .heightmap
  }

  /// Indicates whether the image keeps transparency of the scene.
  var keepsAlpha: Bool {
    switch kind {
    case .png(let colors): colors != .rgb
    case .webp, .tiff: true
    case .jpeg: false
    }
  }

  /// The longest side in pixels; nil if a map cannot reach the limit of the format.
  private var sideLimit: Int? {
    switch kind {
    case .png, .tiff: nil
    case .jpeg: JPEGWriter.sideLimit
    case .webp: WebPWriter.sideLimit
    }
  }

  /// The bytes per pixel that stay in memory until the end; nil if memory does not grow with the
  /// image.
  var heldBytesPerPixel: Int? {
    if case .webp(let packing) = kind { packing.bytesPerPixel } else { nil }
  }

  /// The version of the library that packs, which affects the bytes as the options do; nil for PNG,
  /// which Platen packs, and for a missing library, which the stage reports.
  var packerVersion: String? {
    switch kind {
    case .png: nil
    case .jpeg: try? JPEGWriter.libraryVersion()
    case .webp: try? WebPWriter.libraryVersion()
    case .tiff: try? TIFFWriter.libraryVersion()
    }
  }

  // MARK: Invalid options

  /// Returns errors for options that cannot be used together, or not in the format, for any map.
  ///
  /// - Parameter settings: the settings of the job, which apply to all outputs.
  static func contradictions(in output: OutputRequest, of settings: Settings) -> [Diagnostic] {
    let options = output.options
    var errors: [Diagnostic] = []
    // A format without `show` would show the map instead of the heights.
    if settings[MapKeys.show] == .heightmap,
      RasterFormat(rawValue: output.format)?.takesHeights != true,
      DataOutput(rawValue: output.format) == nil
    {
      let raster = output.format == "/" ? "folder of tiles" : ".\(output.format)"
      errors.append(
        .error(
          .rasterContradiction, "a \(raster) cannot hold heights of 16 bits",
          at: settings.place(of: MapKeys.show), hints: ["write .png or .tif"]))
    }
    if options[MapKeys.show] == .library {
      errors.append(
        .error(
          .manifestValue, "show: library is for a whole job, not for one output",
          at: options.place(of: MapKeys.show), hints: ["move it to the job"]))
    }
    guard let raster = RasterSettings(output) else { return errors }
    if options[RasterKeys.lossless] == true, let quality = options.placed(RasterKeys.quality) {
      errors.append(
        .error(
          .rasterContradiction, "quality and lossless cannot be used together", at: quality.place,
          hints: ["remove one of them"]))
    }
    if raster.isHeightmap {
      let keys: [any DeclaredKey] = [MapKeys.paper, RasterKeys.colors]
      for key in keys {
        guard let value = options.placed(key), value.text != Colors.auto.rawValue else { continue }
        errors.append(
          .error(
            .rasterContradiction,
            "show: heightmap and \(key.name) cannot be used together", at: value.place,
            hints: [
              key.name == MapKeys.paper.name ? "specify width, height or scale" : "remove it"
            ]))
      }
    }
    if let limit = raster.sideLimit {
      for key in [MapKeys.width, MapKeys.height] {
        guard let pixels = options[key], pixels > limit else { continue }
        errors.append(
          .error(
            .sizeTooLarge,
            "\(pixels) pixels are too many; a side of a .\(output.format) may have at most \(limit)",
            at: options.place(of: key),
            hints: ["write .png or .tif, or choose a smaller \(key.name)"]))
      }
    }
    return errors
  }

  // MARK: Writing

  /// Returns the scene as the format can show it: on white in a format without transparency.
  func ground(_ scene: Scene) -> (scene: Scene, notes: [Diagnostic]) {
    let color = scene.background
    guard !keepsAlpha, color.alpha < 1 else { return (scene, []) }
    var scene = scene
    scene.background = Color.white.mixed(with: color, color.alpha)
    scene.background.alpha = 1
    return (
      scene,
      [
        .note(
          .rasterNoAlpha,
          "the map is transparent, but this format is not: its background becomes white",
          hints: ["write .png, .webp or .tif to keep transparency"])
      ]
    )
  }

  /// Indicates whether the file of an image has alpha.
  func hasAlpha(isOpaque: Bool) -> Bool { kind == .png(.rgba) || !isOpaque }

  /// Indicates whether the worker that paints a band also packs it.
  func packsPieces(width: Int, height: Int) -> Bool {
    guard case .png(let colors) = kind, colors != .palette else { return false }
    return PNGEncoder.isInPieces(width: width, height: height)
  }

  /// Returns the encoder of the image.
  ///
  /// - Throws: `Failure` if the format does not allow that size, or its library is missing.
  func encoder(
    width: Int, height: Int, dpi: Double?, isOpaque: Bool, to file: FileWriter,
    in context: StageContext
  ) throws -> any BandEncoder {
    switch kind {
    case .png(let colors):
      let pixels: PNGEncoder.Pixels =
        colors == .palette ? .palette : hasAlpha(isOpaque: isOpaque) ? .rgba : .rgb
      return try PNGEncoder(
        width: width, height: height, pixels: pixels, dpi: dpi, sink: file.write)
    case .jpeg(let quality):
      return try JPEGWriter(
        width: width, height: height, quality: quality, dpi: dpi, sink: file.write)
    case .webp(let packing):
      return try WebPWriter(
        width: width, height: height, hasAlpha: !isOpaque, packing: packing,
        isCancelled: { context.isCancelled }, sink: file.write)
    case .tiff(let compression):
      return try TIFFWriter(
        width: width, height: height, pixel: isOpaque ? .rgb : .rgba, compression: compression,
        dpi: dpi, storage: try ScratchStorage(), sink: file.write)
    }
  }

  /// Returns the encoder of heights as 16-bit grays: rows from the top, by their first row.
  ///
  /// - Throws: `Failure` if the format does not allow that size, or its library is missing.
  func heightEncoder(
    width: Int, height: Int, dpi: Double?, to file: FileWriter
  ) throws -> (write: (Int, [UInt16]) throws -> Void, finish: () throws -> Void) {
    switch kind {
    case .png:
      let encoder = try PNGEncoder(
        width: width, height: height, pixels: .gray16, dpi: dpi, sink: file.write)
      return (encoder.write(y:grays:), encoder.finish)
    case .tiff(let compression):
      let encoder = try GrayTIFFWriter(
        width: width, height: height, compression: compression, dpi: dpi,
        storage: try ScratchStorage(), sink: file.write)
      return (encoder.write(y:grays:), encoder.finish)
    case .jpeg, .webp:
      // Neither has the option that requests heights.
      throw Failure(
        .error(.engine, "internal error: heights in a format without them; please report it"))
    }
  }

  /// Returns the properties that a finished file declares.
  ///
  /// - Throws: `DamagedImage`, or `Failure` with its errors.
  func facts(of file: borrowing FinishedFile) throws -> ImageFacts {
    let size = file.size
    switch kind {
    case .png:
      let facts = try Verification.png(file)
      // IHDR's bits and color type.
      let isGray16 = try file.read(at: 24, count: 2) == [16, 0]
      return ImageFacts(width: facts.width ?? 0, height: facts.height ?? 0, isGray16: isGray16)
    case .jpeg: return try JPEGWriter.facts(size: size) { try file.read(at: $0, count: $1) }
    case .webp: return try WebPWriter.facts(size: size) { try file.read(at: $0, count: $1) }
    case .tiff: return try TIFFWriter.facts(size: size) { try file.read(at: $0, count: $1) }
    }
  }
}
