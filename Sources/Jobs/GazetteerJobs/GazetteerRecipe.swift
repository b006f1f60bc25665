// SPDX-License-Identifier: MIT
// Part of Platen: a gazetteer job, from top to bottom: read → describe → illustrate → typeset or write.

internal import Atlas
internal import Books
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import Exports
internal import Gazetteers
internal import JobKit
internal import MapJobs
internal import Pipeline
internal import Tabletop
internal import Values
internal import Vaults

/// Makes the stages of one gazetteer job.
struct GazetteerRecipe {
  private let job: ManifestJob
  private let options: GazetteerOptions
  private let documents: DocumentStages
  private let theme: RecipeContext.MapTheme
  /// The part of keys for the fonts of the maps.
  private let type: String
  private let unexplored: [(subject: UnexploredSubject, place: SourceLocation?)]
  private let phraseWarnings: [Diagnostic]
  /// The modules for Foundry, by the paths of their folders.
  private let modules: [String: FoundryOptions]
  /// The vaults, by the paths of their folders.
  private let vaults: [String: VaultFolder]
  /// Bytes of the input, for estimates of memory.
  private let size: Int

  /// Resolves everything that can be known before anything runs.
  ///
  /// - Parameter root: the output directory, relative to the working directory.
  /// - Throws: `Failure` with all errors of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext, root: String) throws {
    var errors = DiagnosticList()
    self.job = job
    size = context.size(of: job.input)
    let settings = job.settings
    let phrases = errors.readPhrases(of: job, in: context)
    let documents = DocumentStages(
      of: job, look: settings[SharedKeys.look] ?? DocumentStages.defaultLook,
      phrases: phrases?.value, memory: GazetteerMemory.documents(size),
      beginsChaptersOnNewPage: true,
      in: context, errors: &errors)
    let theme = errors.attempt(SharedKeys.look, of: job) {
      try context.theme(documents?.look.maps ?? MapLook.parchment.name)
    }
    let type = errors.attempt(ManifestKeys.fonts, of: job) {
      try theme.map { try context.type(of: $0, from: settings[ManifestKeys.fonts] ?? []) }
    }
    let region = errors.attempt(GazetteerKeys.region, of: job) {
      try settings[GazetteerKeys.region].map { text in
        do throws(RegionError) { return try RegionRequest(text) } catch {
          throw Failure(.error(.manifestValue, "\(error)"))
        }
      }
    }
    var modules: [String: FoundryOptions] = [:]
    var vaults: [String: VaultFolder] = [:]
    for output in job.outputs where output.format == GazetteerFormat.folder.rawValue {
      if output.options[GazetteerFolderKeys.format] == .obsidian {
        vaults[output.path] = VaultFolder(of: output, root: root, in: context)
        continue
      }
      modules[output.path] = errors.attempt(ManifestKeys.outputs, of: job) {
        try FoundryOptions(output)
      }
    }
    self.modules = modules
    self.vaults = vaults
    guard errors.isEmpty, let documents, let phrases, let theme, let type = type ?? nil,
      let region
    else { throw Failure(errors.diagnostics) }
    self.documents = documents
    self.theme = theme
    self.type = type
    phraseWarnings = phrases.warnings
    var options = GazetteerOptions()
    options.audience = settings[ManifestKeys.audience].flatMap(Audience.init) ?? .player
    options.depth = settings[GazetteerKeys.depth] ?? .full
    options.region = region
    options.title = settings[GazetteerKeys.title] ?? ""
    options.subtitle = settings[SharedKeys.subtitle] ?? ""
    options.authors = settings[SharedKeys.authors] ?? []
    options.language = settings[SharedKeys.language] ?? "en"
    options.phrases = phrases.value
    options.date = settings[SharedKeys.date] ?? ""
    options.license = settings[SharedKeys.license] ?? ""
    self.options = options
    unexplored = options.audience == .player ? WorldKeys.unexplored(in: settings) : []
  }

  /// The job as the engine runs it.
  func makeJob() throws -> Job {
    let world = world
    let plain = describe(world, hasPictures: false).document
    let pictured = illustrate(describe(world, hasPictures: true).gazetteer, world)
    var checks = [plain.erased]
    let outputs = try job.outputs.flatMap { output -> [Job.Output] in
      switch try GazetteerFormat(of: output) {
      case .folder:
        if let vault = vaults[output.path] {
          return ObsidianStages(
            output: output, folder: vault, text: options, world: world,
            gazetteer: describe(world, hasPictures: true).gazetteer, fonts: documents.fonts,
            theme: theme, type: type, size: size
          ).outputs()
        }
        guard let module = modules[output.path] else { return [] }
        let foundry = FoundryStages(
          output: output, options: module, text: options, world: world, fonts: documents.fonts,
          theme: theme, type: type, size: size)
        checks.append(foundry.export.erased)
        return foundry.outputs()
      case .book(let format):
        let document = format.hasPictures ? pictured : plain
        let stage =
          output.placeholder != nil
          ? documents.volumes(output, document, document) { _ in [] }
          : format.document.map { documents.stage(output, as: $0, document) }
            ?? documents.page(output, document, document) { _ in [] }
        return [
          Job.Output(
            output.path, placeholder: output.placeholder, from: stage, at: output.place)
        ]
      }
    }
    return job.made(
      outputs, inputs: documents.inputs + theme.inputs,
      checks: checks + ManifestJob.checks(reporting: phraseWarnings))
  }

  /// The world as its readers may know it.
  private var world: Stage<World> {
    WorldStages.explored(
      WorldStages.corrected(
        WorldStages.imported(from: job.input, size: size, error: job.error),
        by: CorrectionFile(in: job.settings), size: size), without: unexplored, size: size)
  }

  /// The world becomes a document of no particular format.
  private func describe(
    _ world: Stage<World>, hasPictures: Bool
  ) -> (gazetteer: Stage<Gazetteer>, document: Stage<Document>) {
    let options = options
    let phraseWarnings = phraseWarnings
    let place = job.settings.place(of: GazetteerKeys.region)
    @Sendable func make(_ world: World) throws -> Diagnosed<Gazetteer> {
      var warnings = phraseWarnings
      if world.cells == nil {
        warnings.append(
          .warning(
            .gazetteerNoCells, "the world has no cells: the book has neither areas nor maps"))
      }
      var seen = world
      if options.audience == .player {
        let safe = world.dataForPlayers()
        seen = safe.world
        warnings += safe.warnings
      }
      do {
        return Diagnosed(
          try Gazetteer(of: seen, options, hasPictures: hasPictures && world.cells != nil),
          warnings: warnings)
      } catch let failure as Failure {
        throw failure.at(place)
      }
    }
    let gazetteer = Stage<Gazetteer>(
      "describe world", version: 1, parameters: .of(options, hasPictures),
      memory: GazetteerMemory.document(size), after: world,
      digest: { Digest(canonicalOf: GazetteerDigest($0)) }
    ) { _, world in try make(world) }
    let document = Stage<Document>(
      "write gazetteer", version: 1, parameters: .of(options, hasPictures),
      memory: GazetteerMemory.document(size), after: world, digest: { Digest(canonicalOf: $0) }
    ) { _, world in try make(world).map(\.document) }
    return (gazetteer, document)
  }

  /// Draws the maps and coats of arms.
  private func illustrate(
    _ gazetteer: Stage<Gazetteer>, _ world: Stage<World>
  ) -> Stage<Document> {
    let fonts = documents.fonts
    let audience = options.audience
    let phrases = options.phrases
    let theme = theme
    return Stage(
      "illustrate gazetteer", version: 1,
      parameters: .of(theme.digest, type, audience, phrases),
      memory: GazetteerMemory.pictures(size), after: gazetteer, world,
      digest: { Digest(canonicalOf: $0) }
    ) { context, gazetteer, world in
      let illustrator = GazetteerIllustrator(
        look: theme.look, audience: audience, words: MapWords(phrases),
        world: audience == .player ? world.dataForPlayers().world : world)
      return try fonts.withLibrary { library in
        try illustrator.illustrate(gazetteer, fonts: library) { context.isCancelled }
      }
    }
  }
}

/// The part of a gazetteer that later stages depend on.
private struct GazetteerDigest: Digestible {
  let gazetteer: Gazetteer
  init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }
  func add(to digester: inout Digester) {
    digester.addFields(gazetteer.document, gazetteer.pictures)
  }
}
