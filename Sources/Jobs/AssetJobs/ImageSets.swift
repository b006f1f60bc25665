// SPDX-License-Identifier: MIT
// Part of Platen: images in every size that a platform requires.

internal import Assets
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Rasters
internal import Tokens
internal import Vectors

/// Makes sets of images from files whose names specify their variants.
struct ImageSets {
  private let images: [AssetSources.Image]
  /// Those that catalogs take as they are.
  private let kept: [AssetSources.Image]
  /// Sets whose source keeps them as vectors.
  private let vectorSets: Set<String>
  private let templates: [PathPattern]
  private let vectors: [PathPattern]
  /// Pixels per point of PNG files without a scale in their names.
  private let density: Int
  /// Returns the number of pixels of a PNG; nil if unknown.
  private let pixels: (String) -> Int?

  init(
    _ sources: AssetSources, _ settings: Settings, pixels: @escaping (String) -> Int?
  ) {
    images = sources.images
    kept = sources.kept
    vectorSets = sources.vectorSets
    self.pixels = pixels
    templates = (settings[AssetKeys.templates] ?? []).map(PathPattern.init)
    vectors = (settings[AssetKeys.vectors] ?? []).map(PathPattern.init)
    density = settings[AssetKeys.density] ?? 3
  }

  private var names: [String] { Set(images.map(\.variant.name)).sorted() }

  // MARK: Catalogs

  /// Image sets, and the stages of their files.
  struct Sets {
    var sets: [(set: CatalogSet, stage: (String) -> Stage<FileArtifact>)] = []
    /// Warnings about omitted files.
    var warnings: [Diagnostic] = []
  }

  /// Returns an image set for each name.
  ///
  /// - Parameters:
  ///   - size: returns the pixels of the image at a path; nil for other files.
  ///   - there: returns images of the user in the set of that folder, smallest scale first: they
  ///     determine the size of the others in points.
  func catalogSets(
    size: (String) -> (width: Int, height: Int)?,
    there: (String) throws -> [CatalogState.Image]
  ) throws -> Sets {
    var sets = Sets()
    for name in Set((images + kept).map(\.variant.name)).sorted() {
      let own = images.filter { $0.variant.name == name }
      let asTheyAre = kept.filter { $0.variant.name == name }
      let folder = name + ".imageset"
      let theirs = try there(folder)
      var slots: [CatalogSet.Slot] = []
      var stages: [String: () -> Stage<FileArtifact>] = [:]
      var hasVector = false
      for image in own {
        let variant = image.variant
        let stem = name + variant.suffix
        if variant.pathExtension == "svg", vectors.contains(where: { $0.matches(name) }) {
          hasVector = true
          let file = stem + ".svg"
          slots.append(.init(variant.contents(scale: nil), filename: file))
          stages[file] = { copy(image.path) }
          continue
        }
        let beside = theirs.filter { $0.suffix == variant.suffix }
        var missing: [Int] = []
        for scale in 1...3 {
          let file = stem + (scale == 1 ? "" : "@\(scale)x") + ".png"
          var pixels: Pixels?
          if let first = beside.first {
            // The source of the set itself is skipped.
            let isItself = beside.contains {
              $0.scale == scale && image.path.hasSuffix(folder + "/" + $0.file)
            }
            if isItself { continue }
            let wanted = Pixels(first, scale: scale)
            pixels = wanted
            let isTheirs = beside.contains { $0.scale == scale }
            if !isTheirs, variant.pathExtension != "svg", let there = size(image.path),
              !wanted.canBeMade(of: there)
            {
              missing.append(scale)
              continue
            }
          }
          slots.append(.init(variant.contents(scale: scale), filename: file))
          stages[file] = { [pixels] in png(image, scale: Double(scale), pixels: pixels) }
        }
        if let first = beside.first, let last = missing.last, let there = size(image.path) {
          let wanted = Pixels(first, scale: last)
          sets.warnings.append(
            .warning(
              .assetsSmall,
              missing.map { "\($0)x" }.joined(separator: " and ")
                + (missing.count == 1 ? " is" : " are")
                + " omitted: the image has \(there.width) × "
                + "\(there.height) pixels, but \(first.file) at \(first.scale)x requires "
                + "\(wanted.width) × \(wanted.height)",
              at: SourceLocation(file: image.path), hints: ["draw it larger"]))
        }
      }
      for image in asTheyAre {
        let variant = image.variant
        let isVector = vectorSets.contains(name) || vectors.contains { $0.matches(name) }
        if variant.pathExtension == "pdf", isVector { hasVector = true }
        let scale = variant.scale.map { $0 > 1 ? "@\($0)x" : "" } ?? ""
        let file = name + variant.suffix + scale + "." + variant.pathExtension
        slots.append(.init(variant.contents(scale: variant.scale), filename: file))
        stages[file] = { copyAsIs(image) }
      }
      let isTemplate = templates.contains { $0.matches(name) }
      let isLocalized = (own + asTheyAre).contains { $0.variant.language != nil }
      let properties: [String: ContentsValue?] = [
        "localizable": isLocalized ? .bool(true) : nil,
        "preserves-vector-representation": hasVector ? .bool(true) : nil,
        "template-rendering-intent": isTemplate ? .text("template") : nil,
      ]
      let hasProperties = isTemplate || isLocalized || hasVector
      let set = CatalogSet(
        folder: folder, slots: slots, properties: hasProperties ? .sorted(properties) : nil)
      sets.sets.append((set, { [stages] file in stages[file]?() ?? AssetStages.text("") }))
    }
    return sets
  }

  /// The size of an image that matches another of its set.
  struct Pixels {
    var width: Int
    var height: Int

    init(_ picture: CatalogState.Image, scale: Int) {
      func side(_ pixels: Int) -> Int {
        max(1, Int((Double(pixels) * Double(scale) / Double(picture.scale)).rounded()))
      }
      width = side(picture.width)
      height = side(picture.height)
    }

    /// Indicates whether an image is large enough and has the same aspect ratio.
    func canBeMade(of picture: (width: Int, height: Int)) -> Bool {
      let high = Double(width) * Double(picture.height) / Double(picture.width)
      return picture.width >= width - 1 && picture.height >= height - 1
        && abs(high - Double(height)) <= max(2, Double(height) / 100)
    }
  }

  // MARK: Other platforms

  /// Returns Android's drawables by density, night, direction and language; those of images that stay
  /// vectors have no density.
  ///
  /// - Parameters:
  ///   - environment: reads the images that stay vectors.
  ///   - warnings: gets one for each image that no vector drawable can hold.
  /// - Throws: `Failure` `assets.name` if two images have one name, and what reading throws.
  func androidFiles(
    _ environment: any Environment, _ warnings: inout [Diagnostic]
  ) throws -> [(path: String, stage: Stage<FileArtifact>)] {
    var seen: [String: String] = [:]
    for name in names {
      let plain = ImageSets.resourceName(name)
      if let other = seen.updateValue(name, forKey: plain) {
        throw Failure(
          .error(
            .assetsName, "\(other) and \(name) have the same resource name \(plain) in Android",
            hints: ["rename one of them"]))
      }
    }
    var files: [(path: String, stage: Stage<FileArtifact>)] = []
    // Android has no resources for high contrast.
    for image in images where !image.variant.mode.isHighContrast {
      let variant = image.variant
      var folder = "drawable"
      if let language = variant.language { folder += "-" + AndroidTokens.qualifier(language) }
      if let direction = variant.direction {
        folder += direction == "right-to-left" ? "-ldrtl" : "-ldltr"
      }
      if variant.mode.isDark { folder += "-night" }
      let name = ImageSets.resourceName(variant.name)
      if let drawable = try drawable(image, environment, &warnings) {
        files.append(("\(folder)/\(name).xml", AssetStages.text(drawable)))
        continue
      }
      for (density, scale) in AndroidIcons.densities {
        files.append(("\(folder)-\(density)/\(name).png", png(image, scale: scale)))
      }
    }
    return files
  }

  /// Returns the vector drawable of an image; nil for one that stays no vector, or cannot.
  private func drawable(
    _ image: AssetSources.Image, _ environment: any Environment, _ warnings: inout [Diagnostic]
  ) throws -> String? {
    let name = image.variant.name
    guard image.variant.pathExtension == "svg", vectors.contains(where: { $0.matches(name) })
    else { return nil }
    let reading: VectorDrawable.Reading
    do {
      let bytes = try environment.read(image.path, limit: SVGDrawing.limit).bytes
      switch try SVGShapes.read(bytes, color: Color(0, 0, 0)) {
      case .shapes(let shapes):
        let isTemplate = templates.contains { $0.matches(name) }
        reading = VectorDrawable.xml(
          of: shapes.nodes, box: shapes.box, size: shapes.size,
          tint: isTemplate ? "?attr/colorControlNormal" : nil)
      case .beyond(let what): reading = .beyond(what)
      }
    } catch let failure as Failure {
      throw failure.inFile(image.path)
    }
    switch reading {
    case .xml(let text): return text
    case .beyond(let what):
      warnings.append(
        .warning(
          .assetsVector, "Android's vector drawables cannot hold \(what), so it is written as PNG",
          at: SourceLocation(file: image.path),
          hints: ["draw it with plain shapes, or take it out of vectors"]))
      return nil
    }
  }

  /// Returns images for the web: PNG and WebP, at scales 1 and 2.
  func webFiles() -> [(path: String, stage: Stage<FileArtifact>)] {
    var files: [(path: String, stage: Stage<FileArtifact>)] = []
    for image in images {
      let stem = image.variant.name + image.variant.suffix
      if image.variant.pathExtension == "svg" { files.append((stem + ".svg", copy(image.path))) }
      for scale in 1...2 {
        let name = stem + (scale == 1 ? "" : "@\(scale)x")
        files.append((name + ".png", png(image, scale: Double(scale))))
        files.append((name + ".webp", webp(image, scale: Double(scale))))
      }
    }
    return files
  }

  /// Returns a name of lowercase letters, digits and underscores, as resources require.
  private static func resourceName(_ name: String) -> String {
    let plain = name.lowercased().map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "_"
    }
    return AndroidTokens.resource(String(plain))
  }

  // MARK: Stages

  private func copy(_ path: String) -> Stage<FileArtifact> {
    .file("copy", version: 1, parameters: .of(path), files: [path]) { context, file in
      let bytes = try context.read(path, limit: SVGDrawing.limit).bytes
      let warnings: [Diagnostic]
      do {
        warnings = try SVGDrawing(bytes, isCancelled: { context.isCancelled }).warnings
      } catch let failure as Failure {
        throw failure.inFile(path)
      }
      try file.write(bytes)
      return warnings.filter { $0.code == .svgReference }.map { $0.inFile(path) }
    }
  }

  /// Returns the stage that copies an image whose bytes are of the format its name states.
  private func copyAsIs(_ image: AssetSources.Image) -> Stage<FileArtifact> {
    let path = image.path
    return .file("copy image", version: 1, parameters: .of(path), files: [path]) { context, file in
      let bytes = try context.read(path, limit: 256 << 20).bytes
      guard let facts = AssetImageFacts(bytes),
        facts.isNamed(by: image.variant.pathExtension)
      else {
        throw Failure(
          .error(
            .assetsImage,
            "this is not \(image.variant.pathExtension.uppercased()), as its name states",
            at: SourceLocation(file: path), hints: ["rename it, or save it in that format"]))
      }
      try file.write(bytes)
      return []
    }
  }

  private func png(
    _ image: AssetSources.Image, scale: Double, pixels: Pixels? = nil
  ) -> Stage<FileArtifact> {
    .file(
      "resample", version: 2, parameters: .of(scale), memory: weight(image, scale, pixels),
      after: picture(image, scale: scale, pixels), check: { try Verification.png($0) }
    ) { _, file, picture in
      let isOpaque = IconComposer.isOpaque(picture)
      try file.write(try CompactPNG.encode(picture, isOpaque ? .opaque : .withAlpha))
      return []
    }
  }

  private func webp(_ image: AssetSources.Image, scale: Double) -> Stage<FileArtifact> {
    .file(
      "pack webp", version: 1, parameters: .of(scale, AssetStages.packer),
      memory: weight(image, scale), after: picture(image, scale: scale)
    ) { _, file, picture in
      try file.write(try WebPWriter.lossless(picture))
      return []
    }
  }

  /// Returns the stage of an image at a scale: its size in whole points times the scale, or the
  /// specified pixels.
  private func picture(
    _ image: AssetSources.Image, scale: Double, _ pixels: Pixels? = nil
  ) -> Stage<Bitmap> {
    let path = image.path
    guard image.variant.pathExtension == "svg" else {
      let own = Double(image.variant.scale ?? density)
      return Stage(
        "resize", version: 1, parameters: .of(own, scale, pixels?.width, pixels?.height),
        memory: weight(image, scale, pixels), after: loaded(path), digest: AssetStages.digest
      ) { _, source in
        func side(_ pixels: Int) -> Int {
          let points = max(1, (Double(pixels) / own).rounded())
          return max(1, Int((points * scale).rounded()))
        }
        var warnings: [Diagnostic] = []
        if let pixels {
          return Diagnosed(source.resized(width: pixels.width, height: pixels.height))
        }
        if scale > own {
          warnings.append(
            .warning(
              .assetsSmall, "the image is for \(Int(own))x; larger sizes are enlarged",
              at: SourceLocation(file: path),
              hints: ["draw it larger, and name it NAME@\(own < 3 ? 3 : 4)x.png"]))
        }
        return Diagnosed(
          source.resized(width: side(source.width), height: side(source.height)),
          warnings: warnings)
      }
    }
    let own = Double(image.variant.scale ?? 1)
    return Stage(
      "draw image", version: 1,
      parameters: .of(path, own, scale, pixels?.width, pixels?.height, DrawingProcess.drawer),
      files: [path], memory: weight(image, scale, pixels), digest: AssetStages.digest
    ) { context in
      do {
        let isCancelled = { context.isCancelled }
        let vector = try SVGDrawing(
          try context.read(path, limit: SVGDrawing.limit).bytes, isCancelled: isCancelled)
        func side(_ length: Double) -> Int {
          max(1, Int((max(1, (length / own).rounded()) * scale).rounded()))
        }
        return Diagnosed(
          try vector.drawn(
            width: pixels?.width ?? side(vector.width),
            height: pixels?.height ?? side(vector.height), isCancelled: isCancelled),
          warnings: vector.warnings.map { $0.inFile(path) })
      } catch let failure as Failure {
        throw failure.inFile(path)
      }
    }
  }

  /// Returns the memory estimate for an image at a scale, or of the specified pixels; vectors count
  /// as 2,048 pixels per side.
  private func weight(
    _ image: AssetSources.Image, _ scale: Double, _ size: Pixels? = nil
  ) -> MemoryEstimate {
    if let size { return AssetMemory.drawn(size.width * size.height) }
    guard image.variant.pathExtension != "svg", let count = pixels(image.path) else {
      return AssetMemory.size(2048)
    }
    let zoom = scale / Double(image.variant.scale ?? density)
    // Between the two directions, there is an image of the new width and the old height.
    let most = min(Double(count) * zoom * max(1, zoom), 1e9)
    return AssetMemory.drawn(Int(most))
  }

  private func loaded(_ path: String) -> Stage<Resampler> {
    Stage(
      "read image", version: 1, parameters: .of(path), files: [path],
      memory: AssetMemory.read(pixels(path))
    ) { context in
      do {
        let bytes = try context.read(path, limit: 256 << 20).bytes
        return Diagnosed(Resampler(try PNGDecoder.decode(bytes, limits: AssetMemory.limits)))
      } catch let failure as Failure {
        throw failure.inFile(path)
      }
    }
  }
}
