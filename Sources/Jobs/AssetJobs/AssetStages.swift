// SPDX-License-Identifier: MIT
// Part of Platen: the stages that draw an icon: its art, its shapes, its sizes.

internal import Assets
internal import Diagnostics
internal import Digests
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Rasters
internal import Tokens
internal import Vectors

/// Makes the stages of an icon. Each shape is composed once at the largest size; vectors are drawn
/// again at the sizes that are not averaged from that.
struct IconStages {
  let icon: AssetSources.Icon
  /// Files for single variants, by their art.
  let files: [IconImage.Art: String]
  /// The background of the icon.
  let ground: Ground
  /// Returns the number of pixels of a PNG; nil if unknown.
  let pixels: (String) -> Int?

  enum Ground {
    case color(TokenColor)
    case file(String)
    case shapes(IconRecipe)
    /// The ground of an icon of Icon Composer.
    case fill(IconBundle.Fill)

    /// The color, if it is one.
    var color: TokenColor? { if case .color(let color) = self { color } else { nil } }
  }

  /// Returns the stage that writes a file of one image.
  func png(_ image: IconImage) -> Stage<FileArtifact> {
    let isOpaque = image.isOpaque
    let side = image.pixels
    return .file(
      "draw size", version: 1, parameters: .of(side, isOpaque),
      memory: AssetMemory.icon(side), after: shaped(image),
      check: { try Verification.png($0, width: side, height: side) }
    ) { context, file, icon in
      let bitmap = try icon.image(pixels: side, isCancelled: { context.isCancelled })
      try file.write(try CompactPNG.encode(bitmap, isOpaque ? .opaque : .withAlpha))
      return []
    }
  }

  /// Returns the stage that writes several sizes to one file.
  func ico(_ images: [IconImage], _ packing: ICOWriter.Packing) -> Stage<FileArtifact> {
    let sides = images.map(\.pixels)
    return .file(
      "pack icon", version: 2, parameters: .of(sides, packing), memory: AssetMemory.icon(256),
      after: shaped(images.first ?? IconImage(.any, .free, pixels: 16))
    ) { context, file, icon in
      let isCancelled = { context.isCancelled }
      try file.write(
        try ICOWriter.file(
          sides.map { try icon.image(pixels: $0, isCancelled: isCancelled) }, packing: packing))
      return []
    }
  }

  /// Returns the stage that writes the icon for the Mac.
  func icns() -> Stage<FileArtifact> {
    .file(
      "pack icon", version: 2, parameters: "icns", memory: AssetMemory.icon(1024),
      after: shaped(IconImage(.any, .tile, pixels: 1024))
    ) { context, file, icon in
      let isCancelled = { context.isCancelled }
      let sides = ICNSWriter.sizes.map(\.pixels)
      try file.write(
        try ICNSWriter.file(sides.map { try icon.image(pixels: $0, isCancelled: isCancelled) }))
      return []
    }
  }

  /// Returns the stage that writes the icon as SVG: its file as is, or its shapes.
  func vector() -> Stage<FileArtifact> {
    switch icon {
    case .file(let path):
      return .file("copy", version: 1, parameters: .of(path), files: [path]) { context, file in
        try file.write(try context.read(path, limit: SVGDrawing.limit).bytes)
        return []
      }
    case .shapes(let recipe, _):
      return AssetStages.text(recipe.svg([.background, .foreground]))
    case .bundle(let bundle, _):
      return AssetStages.bytes(bundle.source)
    }
  }

  /// The path of an image of an icon of Icon Composer.
  static func file(_ image: String, of bundle: String) -> String {
    joinedPath(joinedPath(bundle, IconBundle.assets), image)
  }

  /// Returns the stage of the icon in a shape, at all sizes.
  func shaped(_ image: IconImage) -> Stage<ShapedIcon> {
    let shape = image.shape
    if case .free = shape {
      return Stage(
        "compose icon", version: 3, parameters: .of(shape), memory: AssetMemory.base,
        after: art(image.art)
      ) { context, art in
        // Nothing of a ground is seen.
        Diagnosed(
          try ShapedIcon(
            art, shape, ground: .color(TokenColor(1, 1, 1)),
            isCancelled: { context.isCancelled }))
      }
    }
    let isFront = image.art == .foreground
    let path = files[.foreground] ?? icon.path
    return Stage(
      "compose icon", version: 3, parameters: .of(shape), memory: AssetMemory.base,
      after: art(image.art), groundStage()
    ) { context, art, ground in
      Diagnosed(
        try ShapedIcon(art, shape, ground: ground, isCancelled: { context.isCancelled }),
        warnings: isFront ? IconStages.opaqueWarning(of: art, in: shape, from: path) : [])
    }
  }

  /// Returns a warning if the system crops the shape itself and the foreground hides the
  /// background.
  private static func opaqueWarning(
    of art: IconArt, in shape: IconImage.Shape, from path: String
  ) -> [Diagnostic] {
    guard case .safe(_, let onGround) = shape, IconComposer.isOpaque(art.image) else { return [] }
    let whose = onGround ? "a site's maskable icon" : "Android's adaptive icon"
    return [
      .warning(
        .assetsOpaque,
        "the icon fills its square, so \(whose) shows it as a small tile on its background",
        at: SourceLocation(file: path),
        hints: ["specify the front layer as foreground, and the back layer as background"])
    ]
  }

  private func groundStage() -> Stage<IconGround> {
    switch ground {
    case .color(let color):
      return Stage("icon background", version: 1, parameters: .of(color)) { _ in
        Diagnosed(.color(color))
      }
    case .file(let path):
      return Stage("icon background", version: 1, memory: AssetMemory.art, after: drawing(path)) {
        _, image in Diagnosed(.image(image))
      }
    case .fill(let fill):
      return Stage(
        "icon background", version: 1, parameters: .of(fill.words), memory: AssetMemory.art
      ) { context in
        let art = try IconArt(isCancelled: { context.isCancelled }) { side, _ in
          IconBundleDrawing.image(of: fill, side: side)
        }
        return Diagnosed(.image(art))
      }
    case .shapes(let recipe):
      return Stage(
        "icon background", version: 1, memory: AssetMemory.art,
        after: drawing(recipe, [.background])
      ) { _, image in Diagnosed(.image(image)) }
    }
  }

  /// Returns the stage of one variant of the icon.
  func art(_ art: IconImage.Art) -> Stage<IconArt> {
    if let path = files[art] { return drawing(path) }
    switch (icon, art) {
    // On dark screens the system draws the background of an icon.
    case (.file(let path), .dark): return drawing(files[.foreground] ?? path)
    case (.file(let path), .any), (.file(let path), .foreground): return drawing(path)
    case (.bundle(let bundle, let path), .any), (.bundle(let bundle, let path), .foreground):
      return drawing(bundle, path, .light)
    case (.bundle(let bundle, let path), .dark): return drawing(bundle, path, .dark)
    case (.bundle(let bundle, let path), .tinted):
      return Stage(
        "gray", version: 1, memory: AssetMemory.art, after: drawing(bundle, path, .tinted)
      ) { _, art in Diagnosed(art.gray) }
    case (.shapes(let recipe, _), .any): return drawing(recipe, [.background, .foreground])
    case (.shapes(let recipe, _), .dark): return drawing(recipe, [.foreground], in: .dark)
    case (.shapes(let recipe, _), .foreground): return drawing(recipe, [.foreground])
    case (.shapes(let recipe, _), .monochrome) where recipe.hasMonochrome,
      (.shapes(let recipe, _), .tinted) where recipe.hasMonochrome:
      return drawing(recipe, [.monochrome], inWhite: true)
    case (_, .tinted):
      return Stage(
        "gray", version: 1, memory: AssetMemory.art, after: self.art(.dark)
      ) { _, art in Diagnosed(art.gray) }
    case (_, .monochrome):
      return Stage(
        "silhouette", version: 1, memory: AssetMemory.art, after: self.art(.foreground)
      ) { _, art in Diagnosed(art.silhouette) }
    case (_, .background):
      return Stage(
        "background", version: 1, memory: AssetMemory.art, after: groundStage()
      ) { context, ground in Diagnosed(try ground.art(isCancelled: { context.isCancelled })) }
    }
  }

  private func drawing(
    _ recipe: IconRecipe, _ layers: [IconRecipe.Layer], in mode: TokenMode = .light,
    inWhite: Bool = false
  ) -> Stage<IconArt> {
    let svg = recipe.svg(layers, in: mode, inWhite: inWhite)
    return Stage(
      "draw icon", version: 2, parameters: .of(svg, DrawingProcess.drawer), memory: AssetMemory.art
    ) { context in
      let isCancelled = { context.isCancelled }
      let vector = try SVGDrawing(Array(svg.utf8), isCancelled: isCancelled)
      return Diagnosed(try vector.icon(isCancelled: isCancelled))
    }
  }

  /// Returns the stage that mixes the layers of an icon of Icon Composer.
  private func drawing(
    _ bundle: IconBundle, _ path: String, _ appearance: IconBundle.Appearance
  ) -> Stage<IconArt> {
    let groups = bundle.groups(appearance)
    let used = Set(groups.flatMap(\.layers).map(\.image)).sorted()
    return Stage(
      "draw icon layers", version: 1,
      parameters: .of(Digest.of(bundle.source), path, appearance.rawValue, DrawingProcess.drawer),
      files: used.map { IconStages.file($0, of: path) }, memory: AssetMemory.base
    ) { context in
      let isCancelled = { context.isCancelled }
      var sources: [String: IconBundleDrawing.Source] = [:]
      var warnings: [Diagnostic] = []
      for name in used {
        let file = IconStages.file(name, of: path)
        let bytes = try context.read(file, limit: 256 << 20).bytes
        do {
          if file.lowercased().hasSuffix(".png") {
            let image = try PNGDecoder.decode(bytes, limits: AssetMemory.limits)
            sources[name] = .init(width: Double(image.width), height: Double(image.height)) {
              width, height, _ in
              Resampler(image).resized(width: width, height: height)
            }
          } else {
            let vector = try SVGDrawing(bytes, isCancelled: isCancelled)
            warnings += vector.warnings.map { $0.inFile(file) }
            sources[name] = .init(width: vector.width, height: vector.height) {
              width, height, isCancelled in
              try vector.drawn(width: width, height: height, isCancelled: isCancelled)
            }
          }
        } catch let failure as Failure {
          throw failure.inFile(file)
        }
      }
      let drawing = IconBundleDrawing(groups, sources)
      let art = try IconArt(isCancelled: isCancelled) { side, isCancelled in
        try drawing.image(side: side, isCancelled: isCancelled)
      }
      return Diagnosed(art, warnings: warnings)
    }
  }

  private func drawing(_ path: String) -> Stage<IconArt> {
    Stage(
      "draw icon", version: 2, parameters: .of(path, DrawingProcess.drawer), files: [path],
      memory: AssetMemory.icon(isPNG: path.lowercased().hasSuffix(".png"), pixels: pixels(path))
    ) { context in try AssetStages.icon(path, in: context) }
  }
}

extension SVGDrawing {
  /// The art of an icon that is drawn for each size.
  fileprivate func icon(isCancelled: () -> Bool) throws -> IconArt {
    try IconArt(isCancelled: isCancelled) { side, isCancelled in
      try drawn(width: side, height: side, isCancelled: isCancelled)
    }
  }
}

/// Stages shared by icons and images.
enum AssetStages {
  /// The version of the WebP library, as a part of stage keys.
  static let packer = (try? WebPWriter.libraryVersion()) ?? ""

  static func digest(_ image: Bitmap) -> Digest {
    var hasher = SHA256()
    hasher.update(Array("\(image.width) \(image.height)\n".utf8))
    hasher.update(image.rgba)
    return hasher.finalize()
  }

  /// Returns the stage that writes a known text.
  static func text(
    _ text: String, check: @escaping FileCheck = { _ in FileFacts() }
  ) -> Stage<FileArtifact> { bytes(Array(text.utf8), check: check) }

  /// Returns the stage that writes known bytes.
  static func bytes(
    _ bytes: [UInt8], check: @escaping FileCheck = { _ in FileFacts() }
  ) -> Stage<FileArtifact> {
    .file("write", version: 1, parameters: .of(Digest.of(bytes)), check: check) { _, file in
      try file.write(bytes)
      return []
    }
  }

  /// Returns the stage that reads images without drawing them, and reports unreadable ones.
  static func check(_ paths: [String], pixels: (String) -> Int?) -> Stage<Bool> {
    let largest = paths.map { AssetMemory.icon(isPNG: isPNG($0), pixels: pixels($0)).running }
      .max()
    return Stage(
      "check images", version: 1,
      parameters: .of(paths, DrawingProcess.drawer),
      files: paths, memory: MemoryEstimate(running: largest ?? 0)
    ) { context in
      var errors: [Diagnostic] = []
      var warnings: [Diagnostic] = []
      for path in paths {
        try context.checkCancellation()
        do {
          if isPNG(path) {
            let bytes = try context.read(path, limit: 256 << 20).bytes
            _ = try PNGDecoder.decode(bytes, limits: AssetMemory.limits)
          } else {
            let bytes = try context.read(path, limit: SVGDrawing.limit).bytes
            let image = try SVGDrawing(bytes, isCancelled: { context.isCancelled })
            warnings += image.warnings.map { $0.inFile(path) }
          }
        } catch let failure as Failure {
          errors += failure.inFile(path).diagnostics
        }
      }
      guard errors.isEmpty else { throw Failure(errors) }
      return Diagnosed(true, warnings: warnings)
    }
  }

  private static func isPNG(_ path: String) -> Bool { path.lowercased().hasSuffix(".png") }

  /// Reads an icon from a file.
  static func icon(_ path: String, in context: StageContext) throws -> Diagnosed<IconArt> {
    let side = IconComposer.side
    let bytes = try context.read(path, limit: 256 << 20).bytes
    var warnings: [Diagnostic] = []
    let art: IconArt
    let size: (width: Double, height: Double)
    do {
      if isPNG(path) {
        let image = try PNGDecoder.decode(bytes, limits: AssetMemory.limits)
        size = (Double(image.width), Double(image.height))
        if max(image.width, image.height) < side {
          warnings.append(
            .warning(
              .assetsSmall,
              "the icon has \(image.width) × \(image.height) pixels; larger sizes are enlarged",
              hints: ["draw it at \(side) × \(side), or as SVG"]))
        }
        art = IconArt(image)
      } else {
        let isCancelled = { context.isCancelled }
        let vector = try SVGDrawing(bytes, isCancelled: isCancelled)
        warnings = vector.warnings
        size = (vector.width, vector.height)
        art = try vector.icon(isCancelled: isCancelled)
      }
    } catch let failure as Failure {
      throw failure.inFile(path)
    }
    if abs(size.width / size.height - 1) > 0.01 {
      warnings.append(
        .warning(.assetsSquare, "the icon is not square; it is centered in one"))
    }
    return Diagnosed(art, warnings: warnings.map { $0.inFile(path) })
  }
}

/// Memory estimates of the stages of assets.
enum AssetMemory {
  /// The estimate for an image of 1,024 pixels per side, and for reading it.
  static let art = MemoryEstimate(running: 24 << 20, held: 4 << 20)
  /// The same in a shape, its art up to ``IconComposer``'s limit larger.
  static let base = MemoryEstimate(running: 160 << 20, held: 10 << 20)

  /// The largest image that can be read.
  static let limits = PNGDecoder.Limits(side: 16_384, pixels: 1 << 25)

  static func size(_ side: Int) -> MemoryEstimate { drawn(side * side) }

  /// Returns the estimate for a size of an icon, which is drawn at twice the size.
  static func icon(_ side: Int) -> MemoryEstimate {
    drawn(min(2 * side, max(side, 1024)) * side * 2)
  }

  /// Returns the estimate for an image of so many pixels, including its compression.
  static func drawn(_ pixels: Int) -> MemoryEstimate {
    MemoryEstimate(running: pixels * 48 + (4 << 20))
  }

  /// Returns the estimate for reading an image and preparing its resampling; the largest size if
  /// unknown.
  static func read(_ pixels: Int?) -> MemoryEstimate {
    // Larger images are refused before memory is allocated.
    let pixels = min(pixels ?? limits.pixels, limits.pixels)
    let bytes = pixels * Resampler.bytesPerPixel
    return MemoryEstimate(running: bytes + (16 << 20), held: bytes)
  }

  /// Returns the estimate for the art of an icon from a file.
  static func icon(isPNG: Bool, pixels: Int?) -> MemoryEstimate {
    guard isPNG else { return art }
    return MemoryEstimate(running: max(art.running, read(pixels).running), held: art.held)
  }
}
