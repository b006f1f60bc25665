// SPDX-License-Identifier: MIT
// Part of Platen: which form of picture an output asks for, and what of it cannot be had.

internal import Cartography
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Rasters
internal import Text
internal import Values

/// A form of picture with what was said of it.
struct RasterForm: Hashable {
  /// What a picture shows.
  enum Content: String, CaseIterable {
    case map, heightmap
  }

  /// How a PNG keeps its colors.
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
  var content = Content.map

  /// Nil where the output is no picture.
  init?(_ output: OutputRequest) {
    let options = output.options
    guard let format = RasterFormat(rawValue: output.form) else { return nil }
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
    content = options[RasterKeys.content] ?? .map
  }

  /// Indicates whether the picture can be seen through where the scene can.
  var keepsAlpha: Bool {
    switch kind {
    case .png(let colors): colors != .rgb
    case .webp, .tiff: true
    case .jpeg: false
    }
  }

  /// The longest side; nil where the form has none that a map could come to.
  private var sideLimit: Int? {
    switch kind {
    case .png, .tiff: nil
    case .jpeg: JPEGWriter.sideLimit
    case .webp: WebPWriter.sideLimit
    }
  }

  /// Bytes for each pixel that are in memory at once until the end; nil where memory does not grow
  /// with the picture.
  var heldBytesPerPixel: Int? {
    if case .webp(let packing) = kind { packing.bytesPerPixel } else { nil }
  }

  /// The version of the library that packs, which decides the bytes besides the options; nil for
  /// PNG, which is packed here, and where the library cannot be had, which the stage says then.
  var packerVersion: String? {
    switch kind {
    case .png: nil
    case .jpeg: try? JPEGWriter.libraryVersion()
    case .webp: try? WebPWriter.libraryVersion()
    case .tiff: try? TIFFWriter.libraryVersion()
    }
  }

  // MARK: What cannot be had

  /// What an output asks for that cannot be had together, or not in its form, whatever the map.
  ///
  /// - Parameter settings: the job's, which say what all outputs show.
  static func contradictions(in output: OutputRequest, of settings: Settings) -> [Diagnostic] {
    let options = output.options
    var faults: [Diagnostic] = []
    // A form that takes no `content` would show the map where heights were asked for.
    if let content = settings.placed(RasterKeys.content),
      content.text == Content.heightmap.rawValue,
      options.placed(RasterKeys.content) == nil,
      RasterFormat(rawValue: output.form)?.takesHeights != true,
      DataOutput(rawValue: output.form) == nil
    {
      let form = output.form == "/" ? "folder of tiles" : ".\(output.form)"
      faults.append(
        .error(
          .rasterContradiction, "a \(form) holds no heights of 16 bits",
          at: content.place, hints: ["write .png or .tif"]))
    }
    guard let form = RasterForm(output) else { return faults }
    if options[RasterKeys.lossless] == true, let quality = options.placed(RasterKeys.quality) {
      faults.append(
        .error(
          .rasterContradiction, "quality and lossless contradict each other", at: quality.place,
          hints: ["leave one of them out"]))
    }
    if form.content == .heightmap {
      let keys: [any DeclaredKey] = [MapKeys.paper, RasterKeys.colors]
      for key in keys {
        guard let value = options.placed(key), value.text != Colors.auto.rawValue else { continue }
        faults.append(
          .error(
            .rasterContradiction, "content: heightmap takes no \(key.name)", at: value.place,
            hints: [key.name == MapKeys.paper.name ? "say width, height or scale" : "leave it out"])
        )
      }
    }
    if let limit = form.sideLimit {
      for key in [MapKeys.width, MapKeys.height] {
        guard let pixels = options[key], pixels > limit else { continue }
        faults.append(
          .error(
            .sizeTooLarge,
            "\(pixels) pixels; a side of a .\(output.form) may have \(limit)",
            at: options.place(of: key),
            hints: ["write .png or .tif, or choose a smaller \(key.name)"]))
      }
    }
    return faults
  }

  // MARK: Writing it

  /// The scene as the form can show it: on white where the form cannot be seen through.
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
          "the map can be seen through, which this form cannot: it lies on white",
          hints: ["write .png, .webp or .tif to keep it"])
      ]
    )
  }

  /// Indicates whether the file of a picture has alpha.
  func hasAlpha(isOpaque: Bool) -> Bool { kind == .png(.rgba) || !isOpaque }

  /// Indicates whether bands are packed by whoever paints them.
  func packsPieces(width: Int, height: Int) -> Bool {
    guard case .png(let colors) = kind, colors != .palette else { return false }
    return PNGEncoder.isInPieces(width: width, height: height)
  }

  /// What writes the picture.
  ///
  /// - Throws: `Failure` where the form does not have that size, or its library is missing.
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
        dpi: dpi, spool: try ScratchSpool(), sink: file.write)
    }
  }

  /// What writes heights as grays of 16 bits: rows from the top, by where they begin.
  ///
  /// - Throws: `Failure` where the form does not have that size, or its library is missing.
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
        spool: try ScratchSpool(), sink: file.write)
      return (encoder.write(y:grays:), encoder.finish)
    case .jpeg, .webp:
      // Neither takes the option that asks for heights.
      throw Failure(.error(.engine, "this form holds no heights"))
    }
  }

  /// What a finished file of the form says of itself.
  ///
  /// - Throws: `DamagedImage`, or `Failure` with what is wrong with it.
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
