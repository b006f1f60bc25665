// SPDX-License-Identifier: MIT
// Part of Platen: the stages that write a gazetteer as a module for Foundry: describe → draw scenes,
// pack documents → place.

internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Exports
internal import Gazetteers
internal import Geometry
internal import Heraldry
internal import JobKit
internal import MapJobs
internal import Pipeline
internal import Pixels
internal import Rasters
internal import Tabletop

/// Makes the outputs of one folder for Foundry.
struct FoundryStages {
  let output: OutputRequest
  let options: FoundryOptions
  let text: GazetteerOptions
  /// The world as its readers may know it, before the audience decides.
  let world: Stage<World>
  let fonts: FontPool
  let theme: RecipeContext.MapTheme
  /// The part of keys for the fonts of the maps.
  let type: String
  /// Bytes of the input, for estimates of memory.
  let size: Int

  private static let placeholder = "${document}"

  /// The files of the folder.
  func outputs() -> [Job.Output] {
    let folder = output.path.hasSuffix("/") ? output.path : output.path + "/"
    func file(_ name: String, _ stage: Stage<FileArtifact>, isSet: Bool = false) -> Job.Output {
      Job.Output(
        folder + name, placeholder: isSet ? FoundryStages.placeholder : nil, from: stage,
        at: output.place)
    }
    let pack = "packs/\(FoundryModule.pack)/"
    let images = FoundryExport.images
    return [
      file(FoundryModule.manifestName, manifest),
      file(pack + LevelDBFiles.currentName, packed("current") { $0.current }),
      file(pack + LevelDBFiles.manifestName, packed("manifest") { $0.manifest }),
      file(pack + LevelDBFiles.logName, packed("log") { $0.log }),
      file(images.before + FoundryStages.placeholder + images.after, pictures, isSet: true),
      file(
        "import/fvtt-JournalEntry-\(FoundryStages.placeholder).json",
        documents("journals") { all in all.journals.map { ($0.name, all.json($0)) } }, isSet: true),
      file(
        "import/fvtt-Scene-\(FoundryStages.placeholder).json",
        documents("scenes") { all in all.scenes.map { ($0.name, all.json($0)) } }, isSet: true),
    ]
  }

  /// The stage that makes the documents, which finds errors in the options for the world.
  var export: Stage<FoundryExport> {
    let (options, text) = (options, text)
    let place =
      output.options.place(of: FoundryKeys.cell) ?? output.options.place(of: SharedKeys.width)
      ?? output.place
    return Stage(
      "describe scenes", version: 1, parameters: .of(text, options),
      memory: GazetteerMemory.document(size), after: world, digest: { Digest(canonicalOf: $0) }
    ) { _, world in
      // The job's document reports what players do not get.
      let seen = text.audience == .player ? world.dataForPlayers().world : world
      do {
        return try FoundryExport.make(of: seen, text, options)
      } catch let failure as Failure {
        throw failure.at(place)
      }
    }
  }

  private var memory: MemoryEstimate { GazetteerMemory.document(size) }

  private var manifest: Stage<FileArtifact> {
    .file(
      "write module", version: 1, memory: memory, after: export,
      check: { try Verification.json($0) }
    ) { _, file, export in
      try file.write(export.module.manifest)
      return []
    }
  }

  /// A file of the database.
  private func packed(
    _ name: String, _ bytes: @escaping @Sendable (LevelDBFiles) -> [UInt8]
  ) -> Stage<FileArtifact> {
    .file(
      "pack documents", version: 1, parameters: .of(name), memory: memory, after: export
    ) { _, file, export in
      let all = export.documents
      try file.write(bytes(LevelDBFiles([(all.adventureKey, all.adventure)])))
      return []
    }
  }

  /// Documents as files of their own.
  private func documents(
    _ kind: String, _ list: @escaping @Sendable (FoundryDocuments) -> [(String, [UInt8])]
  ) -> Stage<FileArtifact> {
    .files(
      "write documents", version: 1, parameters: .of(kind), memory: memory, after: export,
      check: { try Verification.json($0) }
    ) { _, set, export in
      for (index, (name, bytes)) in list(export.documents).enumerated() {
        let slug = FoundryStages.slug(name)
        try set.file(slug.isEmpty ? "\(index)" : "\(index)-\(slug)") { try $0.write(bytes) }
      }
      return []
    }
  }

  /// A name in small letters and digits of ASCII, for files.
  private static func slug(_ name: String) -> String {
    name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
      .prefix(40).description
  }

  // MARK: Maps

  private var pictures: Stage<FileArtifact> {
    let (fonts, theme, audience) = (fonts, theme, text.audience)
    let words = MapWords(text.phrases)
    return .files(
      "draw scenes", version: 1,
      parameters: .of(
        theme.digest, type, audience, text.phrases, try? WebPWriter.libraryVersion()),
      memory: GazetteerMemory.scenes(size, width: options.width), after: export, world,
      check: { try FoundryStages.check($0) }
    ) { context, set, export, world in
      let seen = audience == .player ? world.dataForPlayers().world : world
      var gaps = ArmsGaps()
      for picture in export.pictures {
        let frame: SceneFrame
        switch picture.content {
        case .map(let own): frame = own
        case .arms(let arms):
          try set.file(picture.name) {
            try FoundryStages.paint(arms, &gaps, to: $0, with: fonts, in: context)
          }
          continue
        }
        let request = try FoundryStages.request(
          frame, look: theme.look, for: audience, words: words, of: seen)
        @Sendable func draw(_ share: LayerShare) throws -> DrawnLayers {
          try fonts.withLibrary {
            try MapComposer(request: request, text: $0, isCancelled: { context.isCancelled })
              .draw(share, of: seen)
          }
        }
        let (lettered, plain) = try context.both({ try draw(.lettered) }, { try draw(.plain) })
        let scene = request.scene(of: seen, from: [plain, lettered]).value
        try set.file(picture.name) {
          try FoundryStages.paint(
            scene, frame.window, frame.width, frame.height, .lossy(quality: 90), to: $0,
            with: fonts, in: context)
        }
      }
      return gaps.diagnostics
    }
  }

  /// The request for a scene's map: without title, legend and frame, which tokens would stand on.
  private static func request(
    _ frame: SceneFrame, look: MapLook, for audience: Audience, words: MapWords, of world: World
  ) throws -> MapRequest {
    let layers = try LayerSelection(["political", "-frame", "-title", "-legend"])
    var request = MapRequest(look: look, layers: layers, audience: audience)
    if audience != .player { request.layers = request.layers.withSecrets }
    request.title = ""
    request.subtitle = ""
    request.words = words
    request.window = frame.window
    var wanted = SizeRequest()
    wanted.width = frame.width
    let size = ShownSize(try MapSize(wanted, showing: frame.window), for: .screen)
    request.leastName = size.leastName(of: look, in: world)
    request.enlargedNames = size.enlargedNames(of: look)
    return request
  }

  /// Pixels on a side of arms, twice those of the page.
  private static let armsSide = 240

  private static func paint(
    _ arms: CoatOfArms, _ gaps: inout ArmsGaps, to file: FileWriter, with fonts: FontPool,
    in context: StageContext
  ) throws {
    var scene = Scene(size: Size(width: 220, height: 220))
    scene.background.alpha = 0
    var window = Rect(x: 0, y: 0, width: 220, height: 220)
    if let drawn = ArmsPainter(outline: 1).draw(arms) {
      gaps.addGaps(drawn.gaps)
      window = Rect(x: drawn.center.x - 104, y: drawn.center.y - 104, width: 208, height: 208)
      scene.nodes =
        drawn.nodes + [
          .path(PathNode(drawn.outline, stroke: Stroke(Color(bytes: 40, 34, 30), width: 3)))
        ]
    }
    try paint(scene, window, armsSide, armsSide, .lossless, to: file, with: fonts, in: context)
  }

  private static func paint(
    _ scene: Scene, _ window: Rect, _ width: Int, _ height: Int, _ packing: WebPWriter.Packing,
    to file: FileWriter, with fonts: FontPool, in context: StageContext
  ) throws {
    let encoder = try WebPWriter(
      width: width, height: height, hasAlpha: scene.background.alpha < 1, packing: packing,
      isCancelled: { context.isCancelled }, sink: file.write)
    let painting = try fonts.withLibrary {
      try Painting(scene, window: window, width: width, height: height, fonts: $0)
    }
    try context.inOrder(
      painting.bandCount, ahead: MapMemory.bandsAhead(width: width, height: height)
    ) { index in
      let pixels = BandPixels(painting)
      try fonts.withLibrary { try painting.paint(index, into: pixels, fonts: $0) }
      return pixels
    } take: { band in
      try band.withBand { try encoder.writeBand($0) }
    }
    try encoder.finish()
  }

  private static func check(_ file: borrowing FinishedFile) throws -> FileFacts {
    do {
      let facts = try WebPWriter.facts(size: file.size) { try file.read(at: $0, count: $1) }
      return FileFacts(width: facts.width, height: facts.height)
    } catch let damage as DamagedImage {
      throw Verification.refusal("\(file.target) \(damage.message)")
    }
  }
}

extension GazetteerMemory {
  /// Drawing the maps of scenes: one at a time, which WebP holds whole.
  static func scenes(_ file: Int, width: Int) -> MemoryEstimate {
    let pixels = min(width * width, WebPWriter.pixelLimit)
    return MemoryEstimate(running: (64 << 20) + 12 * file + 8 * pixels)
  }
}
