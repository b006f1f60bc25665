// SPDX-License-Identifier: MIT
// Part of Platen: a campaign job, from top to bottom: read → compose → typeset or write → place.

internal import Atlas
internal import Books
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import JobKit
internal import MapJobs
internal import Pipeline
internal import Readers
internal import Typesetting
internal import Values
internal import Vaults
internal import Writers

/// Makes the stages of one campaign job. All formats share the reading and the document.
struct CampaignRecipe {
  private let job: ManifestJob
  private let options: BookOptions
  private let overrides: MetadataOverrides
  private let documents: DocumentStages
  /// Warnings of the language file, reported with the document's.
  private let phraseWarnings: [Diagnostic]
  /// The maps the book draws, where the job names a world.
  private let maps: Maps?
  /// The user's own images; nil for none.
  private let figures: StoryFigures?

  /// The inputs for drawing maps of the story.
  private struct Maps: Sendable {
    let world: String
    let size: Int
    let theme: RecipeContext.MapTheme
    let aliases: [(String, String)]
    /// The parts of the world that readers do not know; none for game masters.
    let unexplored: [(subject: UnexploredSubject, place: SourceLocation?)]
    let corrections: CorrectionFile?
    /// The part of keys for the fonts of the look.
    let type: String

    /// The stage of the world as readers may know it.
    var explored: Stage<World> {
      WorldStages.explored(
        WorldStages.corrected(
          WorldStages.imported(from: world, size: size), by: corrections, size: size),
        without: unexplored, size: size)
    }
  }
  /// Bytes of the input, for estimates of memory.
  private let inputSize: Int
  /// Indicates whether several campaigns of a folder become one book.
  private let merges: Bool
  /// The input is a folder of campaigns, to be listed.
  private let isLibrary: Bool
  /// The cover of the book is made, not the book.
  private let isCover: Bool
  /// The vaults, by the paths of their folders.
  private let vaults: [String: VaultFolder]

  /// Resolves everything that can be known before anything runs.
  ///
  /// - Parameter root: the output directory, relative to the working directory.
  /// - Throws: `Failure` with all errors of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext, root: String = ".") throws {
    var errors = DiagnosticList()
    func resolve<T>(_ key: some DeclaredKey, _ body: () throws -> T) -> T? {
      errors.attempt(key, of: job, body)
    }
    self.job = job
    let settings = job.settings
    let language = settings[CampaignKeys.language] ?? "en"
    var worded = job
    if let labels = settings.placed(CampaignKeys.labels) {
      worded.settings.set(
        PlacedValue.Member(key: CampaignKeys.language.name, place: labels.place, value: labels))
    }
    let phrases = errors.readPhrases(of: worded, in: context)
    let edition = resolve(CampaignKeys.edition) { () throws -> BookOptions.Edition in
      let text = settings[CampaignKeys.edition] ?? "full"
      guard let edition = BookOptions.Edition(text) else {
        throw Failure(
          .error(
            .manifestValue, "invalid edition \"\(text)\"",
            hints: [
              "write full, prose, summary, character, primer, scenes 10-25, last 5, or session 2"
            ]))
      }
      return edition
    }
    let documents = DocumentStages(
      of: job, look: settings[CampaignKeys.look] ?? DocumentStages.defaultLook,
      phrases: phrases?.value,
      memory: CampaignMemory.documents(context.size(of: job.input)), beginsChaptersOnNewPage: true,
      // What is compared with the game's own export has the lines it has.
      lines: [.transcript, .script].contains(settings[CampaignKeys.show])
        && ![
          .summary, .summaryPages(1), .summaryPages(3), .summaryBySession, .prose, .character,
          .primer,
        ].contains(edition)
        ? .paragraph : .wrapped(80),
      in: context, errors: &errors)
    let isForPlayers = settings[ManifestKeys.audience].flatMap(Audience.init) ?? .player == .player
    let maps = settings[CampaignKeys.world].map { world in
      resolve(CampaignKeys.look) { () throws -> Maps in
        let theme = try context.theme(documents?.look.maps ?? MapLook.parchment.name)
        return Maps(
          world: world, size: context.size(of: world), theme: theme,
          aliases: (settings[CampaignKeys.aliases]?.members ?? []).compactMap { member in
            member.value.text.map { (member.key, $0) }
          },
          unexplored: isForPlayers ? WorldKeys.unexplored(in: settings) : [],
          corrections: CorrectionFile(in: settings),
          type: try context.type(of: theme, from: settings[ManifestKeys.fonts] ?? []))
      }
    }
    if settings[CampaignKeys.world] == nil {
      let keys: [any DeclaredKey] = [
        CampaignKeys.aliases, WorldKeys.unexplored, WorldKeys.corrections,
      ]
      for key in keys
      where !job.inherited.contains(key.name) {
        guard let value = settings.placed(key) else { continue }
        errors.record(
          .manifestValue, "\(key.name) has no effect without a world", at: value.place,
          hints: ["name the world's file as world, or remove \(key.name)"])
      }
    }
    guard errors.isEmpty, let documents, let phrases, let edition else {
      throw Failure(errors.diagnostics)
    }
    isLibrary = settings[CampaignKeys.show] == .library
    if !isLibrary,
      let output = job.outputs.first(where: { CampaignFormat(rawValue: $0.format) == .json })
    {
      throw Failure(
        .error(
          .manifestValue, "a campaign's .json is the list of a folder of campaigns",
          at: output.place, hints: ["show: library makes it"]))
    }
    if isLibrary,
      let output = job.outputs.first(where: { CampaignFormat(rawValue: $0.format) == .tsv })
    {
      throw Failure(
        .error(
          .manifestValue, "a library has no cards to learn", at: output.place,
          hints: ["make a .tsv of each campaign, without show: library"]))
    }
    isCover = settings[CampaignKeys.show] == .cover
    if isLibrary || isCover, let output = job.outputs.first(where: { $0.placeholder != nil }) {
      throw Failure(
        .error(
          .manifestValue, "only a book is split into volumes", at: output.place,
          hints: ["remove volumes, and ${volume} from the name"]))
    }
    if isCover,
      let output = job.outputs.first(where: { !["pdf", "png"].contains($0.format) })
    {
      throw Failure(
        .error(
          .manifestValue, "a cover is a .pdf or a .png", at: output.place,
          hints: ["an .epub of the book has its cover inside"]))
    }
    let folders = job.outputs.filter { $0.format == CampaignFormat.folder.rawValue }
    if let output = folders.first,
      let show = settings[CampaignKeys.show].flatMap({ $0 == .book ? nil : $0 })
    {
      throw Failure(
        .error(
          .manifestValue, "a folder of notes is of a book, not with show: \(show.rawValue)",
          at: output.place, hints: ["remove show"]))
    }
    vaults = Dictionary(
      folders.map { ($0.path, VaultFolder(of: $0, root: root, in: context)) },
      uniquingKeysWith: { first, _ in first })
    self.documents = documents
    phraseWarnings = phrases.warnings
    self.maps = maps ?? nil
    merges = settings[CampaignKeys.merge] ?? false
    inputSize = ([job.input] + job.companions).reduce(0) { $0 + context.size(of: $1) }
    overrides = MetadataOverrides(subject: settings[CampaignKeys.subject] ?? "")
    options = CampaignRecipe.options(settings, edition, phrases.value, language)
    figures =
      options.kind == .book && (settings[CampaignKeys.show] ?? .book) == .book
      ? StoryFigures(settings, phrases.value) : nil
  }

  private static func options(
    _ settings: Settings, _ edition: BookOptions.Edition, _ phrases: Phrasebook,
    _ language: String
  ) -> BookOptions {
    var options = BookOptions()
    switch settings[CampaignKeys.show] {
    case .transcript: options.kind = .transcript
    case .script: options.kind = .script
    case .book, .library, .cover, nil: options.kind = .book
    }
    options.edition = edition
    options.audience = settings[ManifestKeys.audience].flatMap(BookOptions.Audience.init) ?? .player
    if [.book, .cover, .script].contains(settings[CampaignKeys.show] ?? .book),
      let chapters = settings[CampaignKeys.chapters]?.text.flatMap({ BookOptions.Chapters($0) })
    {
      options.chapters = chapters
    }
    options.title = settings[CampaignKeys.title] ?? ""
    options.subtitle = settings[CampaignKeys.subtitle] ?? ""
    options.authors = settings[SharedKeys.authors] ?? []
    options.license = settings[CampaignKeys.license] ?? ""
    options.date = settings[CampaignKeys.date] ?? ""
    options.language = language
    if (settings[CampaignKeys.show] ?? .book) == .book {
      options.setsQuotes = settings[CampaignKeys.quotes].map { $0 == "typographic" }
    }
    options.phrases = phrases
    return options
  }

  /// A job's metadata for its book, besides those that the reader takes.
  private struct MetadataOverrides: Hashable, Sendable {
    var subject: String
  }

  // MARK: The stages

  /// The job as the engine runs it.
  func makeJob() throws -> Job {
    if isLibrary { return try makeLibrary() }
    let campaign = read()
    let statistics = count(campaign)
    let charts = charts
    // Texts and Word files alone are written as streams, since
    // nothing needs all of the story at once.
    let outputForms = try job.outputs.map { try CampaignFormat(of: $0) }
    let streamed = outputForms.compactMap(\.streamed)
    if drawnMaps == nil, figures == nil, streamed.count == outputForms.count {
      return made(
        zip(job.outputs, streamed).map { streamBook($0, as: $1, campaign, statistics, charts) })
    }
    let story = story(of: campaign, statistics)
    if isCover { return try makeCover(of: story, statistics, charts) }
    let books = zip(job.outputs, outputForms).filter { vaults[$0.0.path] == nil }
    return made(
      try books.map { output, format in
        switch format.product {
        case .document(.pdf) where output.placeholder != nil:
          documents.volumes(output, story, statistics, charts: charts)
        case .document(let format):
          documents.stage(output, as: format, story, statistics, charts: charts)
        case .page: documents.page(output, story, statistics, charts: charts)
        case .cards: cards(output, of: campaign)
        // That data are of libraries alone is an error of the settings.
        case .index, .notes: throw output.unwritable
        }
      })
  }

  /// The cover of the book.
  private func makeCover(
    of story: Stage<Document>, _ statistics: Stage<StoryStatistics>,
    _ charts: @escaping @Sendable (StoryStatistics) -> [PageChart]
  ) throws -> Job {
    made(
      try job.outputs.map { output in
        switch try CampaignFormat(of: output).product {
        case .document(.pdf):
          documents.coverSheet(
            output, spine: SpineRequest(output.options), story, statistics, charts: charts)
        case .page: documents.coverImage(output, story)
        // Other formats are errors of the settings.
        case .document, .index, .cards, .notes: throw output.unwritable
        }
      })
  }

  /// The pages of the book, for a preview.
  func pages() -> Stage<PreviewPages> {
    let campaign = read()
    let statistics = count(campaign)
    return documents.previewPages(
      job.outputs[0], story(of: campaign, statistics), statistics, charts: charts)
  }

  /// The maps of the story; a transcript, a summary and a novel have no journey to draw.
  private var drawnMaps: Maps? {
    switch options.edition {
    case .full, .scenes, .last, .sessions: options.kind == .book ? maps : nil
    case .summary, .summaryPages, .summaryBySession, .prose, .character, .primer: nil
    }
  }

  private var charts: @Sendable (StoryStatistics) -> [PageChart] {
    let phrases = options.phrases
    let hasCharts = hasCharts
    return { statistics in
      hasCharts ? StoryCharts.charts(of: statistics, phrases) : []
    }
  }

  /// The document with its charts and maps.
  private func story(
    of campaign: Stage<Campaign>, _ statistics: Stage<StoryStatistics>
  ) -> Stage<Document> {
    let phrases = options.phrases
    var story = composeBook(campaign)
    if let figures { story = addFigures(figures, to: story, of: campaign) }
    if hasCharts {
      story = documents.charted(story, statistics, for: job.outputs, charts: charts) {
        $0.insert($1, under: phrases[.storyStatistics])
      }
    }
    if let maps = drawnMaps { story = illustrate(story, campaign, maps) }
    return story
  }

  /// Adds the user's own images.
  private func addFigures(
    _ figures: StoryFigures, to story: Stage<Document>, of campaign: Stage<Campaign>
  ) -> Stage<Document> {
    Stage(
      "add figures", version: 1, parameters: .of(figures.parameters, figures.phrases),
      memory: CampaignMemory.document(inputSize), after: story, campaign,
      digest: { Digest(canonicalOf: $0) }
    ) { context, story, campaign in
      try figures.addFigures(to: story, of: campaign) {
        try context.read($0, limit: StoryFigures.limit).bytes
      }
    }
  }

  /// A list of all campaigns of a folder, its covers drawn.
  private func makeLibrary() throws -> Job {
    let catalog = readCatalog()
    let list = bind(catalog)
    return made(
      try job.outputs.map { output in
        switch try CampaignFormat(of: output).product {
        case .document(let format): documents.stage(output, as: format, list)
        case .page: documents.page(output, list, list) { _ in [] }
        case .index: index(catalog)
        // Cards and notes of many campaigns are an error of the settings.
        case .cards, .notes: throw output.unwritable
        }
      })
  }

  /// The job of its outputs, made by those stages.
  private func made(_ stages: [Stage<FileArtifact>]) -> Job {
    let books = job.outputs.filter { vaults[$0.path] == nil }
    var made = job.made(
      zip(books, stages).map {
        Job.Output($0.path, placeholder: $0.placeholder, from: $1, at: $0.place)
      } + job.outputs.compactMap { vaults[$0.path].map(notes) },
      inputs: documents.inputs + (maps?.theme.inputs ?? []), checks: checks)
    made.settingPlaces[.campaignScenes] = job.settings.place(of: CampaignKeys.edition)
    return made
  }

  /// Stages that read the campaign, the world and own images, and look for the scenes and places
  /// that are named.
  private var checks: [AnyStage] {
    var checks = [isLibrary ? readCatalog().erased : checkStory(read()).erased]
    if let figures {
      checks.append(addFigures(figures, to: composeBook(read()), of: read()).erased)
    }
    if let maps {
      let world = maps.explored
      checks.append(maps.aliases.isEmpty ? world.erased : check(maps.aliases, in: world).erased)
    }
    return checks + ManifestJob.checks(reporting: phraseWarnings)
  }

  /// Checks whether the campaign has the scenes of the job's edition.
  private func checkStory(_ campaign: Stage<Campaign>) -> Stage<Bool> {
    let options = options
    return Stage(
      "check story", version: 1, parameters: .of(options, overrides.subject),
      memory: CampaignMemory.text(inputSize),
      after: campaign
    ) { _, campaign in
      _ = try CampaignStream(of: campaign, options: options)
      return Diagnosed(true)
    }
  }

  /// Looks for the places that aliases lead to.
  private func check(_ aliases: [(String, String)], in world: Stage<World>) -> Stage<Bool> {
    Stage(
      "check aliases", version: 1, parameters: .of(aliases.flatMap { [$0.0, $0.1] }), after: world
    ) { _, world in
      Diagnosed(
        true,
        warnings: StoryIllustrator.lostAliases(of: PlaceFinder(world, aliases: aliases)))
    }
  }

  /// The file, or every file of the folder, becomes a campaign, whatever wrote it.
  private func read() -> Stage<Campaign> {
    let path = job.input
    if let fault = job.error { return .failing(fault) }
    return CampaignFiles.stage(path, companions: job.companions, merges: merges, size: inputSize)
  }

  /// The campaign becomes a document of no particular format.
  private func composeBook(_ campaign: Stage<Campaign>) -> Stage<Document> {
    let options = options
    let overrides = overrides
    let phraseWarnings = phraseWarnings
    return Stage(
      "compose book", version: 10, parameters: .of(options, overrides.subject),
      memory: CampaignMemory.document(inputSize),
      after: campaign, digest: { Digest(canonicalOf: $0) }
    ) { _, campaign in
      var book = try CampaignBook.document(of: campaign, options: options)
      if !overrides.subject.isEmpty { book.value.metadata.subject = overrides.subject }
      // That the tree is sound is what tests of the reader hold: it is walked often enough.
      book.warnings = phraseWarnings + book.warnings
      return book
    }
  }

  /// The campaign becomes plain text or a Word file, scene by scene.
  private func streamBook(
    _ output: OutputRequest, as format: DocumentFormat.Streamed, _ campaign: Stage<Campaign>,
    _ statistics: Stage<StoryStatistics>,
    _ charts: @escaping @Sendable (StoryStatistics) -> [PageChart]
  ) -> Stage<FileArtifact> {
    let options = options
    let overrides = overrides
    return documents.streamed(
      output, as: format, parameters: .of(options, overrides.subject),
      memory: CampaignMemory.text(inputSize),
      language: options.language, after: campaign, statistics, charts: charts
    ) { campaign, charts, pictures in
      var stream = try CampaignStream(
        of: campaign, options: options,
        appendix: charts.blocks(under: options.phrases[.storyStatistics]), resources: pictures)
      if !overrides.subject.isEmpty { stream.metadata.subject = overrides.subject }
      return stream
    }.withWarnings(phraseWarnings)
  }

  /// The notes of a vault, of the book without maps and charts.
  private func notes(_ folder: VaultFolder) -> Job.Output {
    let campaign = read()
    let options = options
    var vault = VaultOptions(
      audience: options.audience == .player ? "player" : "gm", phrases: options.phrases,
      imageFolder: "Images")
    vault.links =
      job.outputs.first { plainPath($0.path) == folder.path }?.options[VaultKeys.links] ?? .wiki
    let bound = Stage<BoundCampaign>(
      "compose notes", version: 1, memory: CampaignMemory.document(inputSize),
      after: campaign, composeBook(campaign)
    ) { _, campaign, book in Diagnosed(BoundCampaign(campaign: campaign, book: book)) }
    return folder.output(
      version: 1, parameters: .of(options), memory: CampaignMemory.document(inputSize), vault,
      after: bound
    ) { _, bound in
      // A campaign goes on, and its beginning stays.
      let source =
        bound.campaign.created.map { String($0.microseconds) } ?? bound.campaign.title
      return Diagnosed(
        VaultContent(of: source, CampaignVault(of: bound.book, options.phrases).notes))
    }
  }

  /// The names of the campaign as cards to learn.
  private func cards(_ output: OutputRequest, of campaign: Stage<Campaign>) -> Stage<FileArtifact> {
    let options = options
    return .file(
      "write cards", version: 1, parameters: .of(options), memory: CampaignMemory.text(inputSize),
      after: campaign
    ) { _, file, campaign in
      let text = try CampaignCards.tabSeparated(of: campaign, options: options)
      try Array(text.utf8).withUnsafeBytes { try file.write($0) }
      return []
    }.withWarnings(phraseWarnings)
  }

  /// The campaigns of the folder, each as little as a list needs of it.
  private func readCatalog() -> Stage<CampaignCatalog> {
    let path = job.input
    let phrases = options.phrases
    if let fault = job.error { return .failing(fault) }
    return Stage(
      "read library", version: 3,
      parameters: .of(path, phrases),
      memory: MemoryEstimate(running: 64 << 20, held: 1 << 20), digest: { Digest(canonicalOf: $0) }
    ) { context in
      try CampaignCatalog.read(path, phrases, in: context)
    }
  }

  /// The list becomes a document with a cover for each campaign: the map of its story where the job
  /// names the world, or its title on a board.
  private func bind(_ catalog: Stage<CampaignCatalog>) -> Stage<Document> {
    let options = options
    let fonts = documents.fonts
    let families = documents.look.pages.patches["body"]?.families ?? []
    let parameters = StageParameters.of(
      options, overrides.subject, documents.type, families, maps?.theme.digest, maps?.type,
      maps?.aliases.flatMap { [$0.0, $0.1] })
    guard let maps else {
      return Stage(
        "bind", version: 4, parameters: parameters, memory: MemoryEstimate(running: 16 << 20),
        after: catalog, digest: { Digest(canonicalOf: $0) }
      ) { context, catalog in
        try fonts.withLibrary { library in
          let covers = LibraryCovers(families: families, fonts: library)
          return Diagnosed(
            try covers.document(of: catalog, options, isCancelled: { context.isCancelled }))
        }
      }
    }
    let audience = Cartography.Audience(rawValue: options.audience.rawValue) ?? .player
    return Stage(
      "bind", version: 6, parameters: parameters, memory: MapMemory.scene(maps.size),
      after: catalog, maps.explored,
      digest: { Digest(canonicalOf: $0) }
    ) { context, catalog, world in
      let illustrator = StoryIllustrator(
        look: maps.theme.look, audience: audience, aliases: maps.aliases, phrases: options.phrases)
      return try fonts.withLibrary { library in
        let covers = LibraryCovers(families: families, fonts: library) { name, places in
          try illustrator.cover(name, places: places, in: world, fonts: library)
        }
        return Diagnosed(
          try covers.document(of: catalog, options, isCancelled: { context.isCancelled }))
      }
    }
  }

  /// The entries of the library, for programs.
  private func index(_ catalog: Stage<CampaignCatalog>) -> Stage<FileArtifact> {
    .file("write json", version: 1, after: catalog) { _, file, catalog in
      try Array(catalog.json.utf8).withUnsafeBytes { try file.write($0) }
      return []
    }
  }

  /// The statistics that can be counted along the way.
  private func count(_ campaign: Stage<Campaign>) -> Stage<StoryStatistics> {
    Stage(
      "count", version: 1, memory: CampaignMemory.document(0), after: campaign,
      digest: { Digest(canonicalOf: $0) }
    ) { _, campaign in Diagnosed(StoryStatistics(campaign)) }
  }

  /// Parts of a story, transcripts and summaries have no room for charts.
  private var hasCharts: Bool {
    !isLibrary && options.kind == .book && options.edition == .full
  }

  /// Adds maps of the journey to the document. The world is read by the stage that reads it
  /// for jobs of maps.
  private func illustrate(
    _ document: Stage<Document>, _ campaign: Stage<Campaign>, _ maps: Maps
  ) -> Stage<Document> {
    let fonts = documents.fonts
    let phrases = options.phrases
    let audience = Cartography.Audience(rawValue: options.audience.rawValue) ?? .player
    let edition = options.edition
    return Stage(
      "illustrate", version: 6,
      parameters: .of(
        edition, maps.theme.digest, maps.type, audience, maps.aliases.flatMap { [$0.0, $0.1] },
        phrases),
      memory: MapMemory.scene(maps.size), after: document, campaign,
      maps.explored,
      digest: { Digest(canonicalOf: $0) }
    ) { _, document, campaign, world in
      let included = try campaign.scenes(in: edition)
      let places = campaign.entries.compactMap { entry in
        entry.scene.flatMap {
          included?.contains($0) == true ? (scene: $0, place: entry.place) : nil
        }
      }
      let illustrator = StoryIllustrator(
        look: maps.theme.look, audience: audience, aliases: maps.aliases, phrases: phrases)
      return try fonts.withLibrary {
        try illustrator.illustrate(document, places: places, in: world, fonts: $0)
      }
    }
  }
}

/// A campaign with its book.
private struct BoundCampaign: Sendable {
  let campaign: Campaign
  let book: Document
}
