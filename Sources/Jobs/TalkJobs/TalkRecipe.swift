// SPDX-License-Identifier: MIT
// Part of Platen: a talk job, from top to bottom: read → set → draw or write → place.

internal import Canvas
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Figures
internal import JobKit
internal import Pipeline
internal import Presentations
internal import Talks
internal import Typesetting
internal import Values
internal import Writers

/// Makes the stages of one talk job. All formats share the reading.
struct TalkRecipe {
  let job: ManifestJob
  /// The products of its outputs.
  private let products: [TalkProduct]
  private let options: TalkOptions
  private let authors: [String]
  private let look: DeckLook
  /// Indicates whether the talk's own colors are used, which is so unless a look is named.
  private let appliesOwnColors: Bool
  /// Colors written in the job, which override those.
  private let colors: [Deck.Variable]
  let fonts: FontPool
  /// The part of keys for the fonts.
  let type: String
  let overviewParts: RecipeContext.PageParts?
  let slidesParts: RecipeContext.PageParts?
  /// The words that Platen adds to a talk, by the talk's language.
  private let phraseSource: PhraseSource
  /// Writes the documents of a talk: scripts, outlines and reports.
  let documents: DocumentStages
  /// The files its settings were read from.
  private let settingFiles: [InputRecord]

  /// Resolves everything that can be known before anything runs.
  ///
  /// - Throws: `Failure` with all errors of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var errors = DiagnosticList()
    func resolve<T>(_ key: some DeclaredKey, _ body: () throws -> T) -> T? {
      errors.attempt(key, of: job, body)
    }
    self.job = job
    let settings = job.settings
    let inPlace = InlineDeckLook(settings[TalkKeys.look])
    let themedLook = resolve(TalkKeys.look) {
      var themedLook = try context.look(
        of: DeckLook.self,
        named: settings[TalkKeys.look]?.text ?? inPlace?.base ?? DeckLook.defaultName)
      if let inPlace { themedLook.look = inPlace.applied(to: themedLook.look) }
      return themedLook
    }
    var products: [TalkProduct] = []
    for output in job.outputs {
      products += TalkFormat.products(of: [output], &errors)
      for fault in RehearsalStages.errors(output) { errors.record(fault) }
      if TalkFormat(rawValue: output.format) == .png, output.placeholder == nil,
        output.options.placed(TalkKeys.slide) != nil,
        output.options[TalkKeys.steps] == .each
      {
        errors.record(
          .error(
            .manifestValue, "the steps of a slide are several images, but the output is one file",
            at: output.options.place(of: TalkKeys.steps) ?? output.place,
            hints: ["add ${slide} to its name"]))
      }
      if let count = output.options[TalkKeys.perPage], !HandoutFormat.counts.contains(count) {
        errors.record(
          .error(
            .manifestValue, "expected 1, 2, 3 or 6 slides on a page, found \(count)",
            at: output.options.place(of: TalkKeys.perPage) ?? output.place))
      }
      if output.options[TalkKeys.imagesAs] == .files, TalkRecipe.setBeside(output, in: job) == nil {
        errors.record(
          .error(
            .manifestValue, "images-as: files requires an output with a file for each slide",
            at: output.options.place(of: TalkKeys.imagesAs) ?? output.place,
            hints: ["add the output slides/slide-${slide}.png"]))
      }
      if let ratio = output.options[TalkKeys.ratio], SlideFormat(ratio: ratio) == nil {
        errors.record(
          .error(
            .manifestValue, "invalid aspect ratio \"\(ratio)\"",
            at: output.options.place(of: TalkKeys.ratio) ?? output.place,
            hints: ["write width and height with a colon, as in 16:9; from 1:3 to 5:1"]))
      }
    }
    let phraseSource = resolve(SharedKeys.phrases) { try context.phraseSource(of: settings) }
    // Errors in a phrase file are found before the talk is read.
    let phrases = errors.readPhrases(of: job, in: context)
    let documents = DocumentStages(
      of: job, look: DocumentStages.defaultLook, besides: FormulaSetter.families,
      phrases: phrases?.value, memory: TalkMemory.documents, in: context, errors: &errors)
    let type = resolve(ManifestKeys.fonts) {
      try themedLook.map {
        try context.type(
          of: $0.look.style.families + FormulaSetter.families,
          from: settings[ManifestKeys.fonts] ?? [],
          alternatives: $0.look.style.fontGroups)
      }
    }
    let needsOverview = job.outputs.contains { $0.options[TalkKeys.show] == .overview }
    let overviewParts =
      needsOverview
      ? resolve(ManifestKeys.outputs) { try context.pageParts(below: "Overview") } : nil
    let hasSlidesPage = products.contains { if case .slidesPage = $0 { true } else { false } }
    let slidesParts =
      hasSlidesPage
      ? resolve(ManifestKeys.outputs) { try context.pageParts(below: "Slides") } : nil
    guard errors.isEmpty, let themedLook, let phraseSource, let documents, let type = type ?? nil
    else {
      throw Failure(errors.diagnostics)
    }
    self.products = products
    look = themedLook.look
    self.phraseSource = phraseSource
    self.documents = documents
    self.type = type
    self.overviewParts = overviewParts
    self.slidesParts = slidesParts
    fonts = documents.fonts
    settingFiles = themedLook.inputs + documents.inputs
    appliesOwnColors =
      settings[TalkKeys.look] == nil || (inPlace != nil && inPlace?.base == nil)
    colors = inPlace?.colors ?? []
    authors = settings[SharedKeys.authors] ?? []
    options = TalkOptions(settings)
  }

  // MARK: The stages

  /// The job as the engine runs it.
  func makeJob() -> Job {
    let talk = read()
    let deck = deck(of: talk)
    let outputs = zip(job.outputs, products).map { output, product in
      let stage =
        switch product {
        case .slides: slides(output, deck)
        case .images:
          output.placeholder == nil ? imageStage(output, deck) : imageSetStage(output, deck)
        case .handout: handout(output, deck)
        case .document(let kind, let format):
          documents.stage(output, as: format, documentStage(output, kind, as: format, deck))
        case .presentation: presentation(output, deck)
        case .slidesPage: slidesPage(output, deck)
        case .overview: overview(output, deck)
        case .statistics(let data): statistics(data, talk)
        case .statisticsPage: statisticsPage(output, talk)
        case .statisticsImage: statisticsImage(output, talk)
        case .rehearsal(let format):
          RehearsalStages(documents: documents).stage(output, as: format, talk)
        case .rehearsalData(let data):
          RehearsalStages(documents: documents).stage(output, data, talk)
        }
      return Job.Output(output.path, placeholder: output.placeholder, from: stage, at: output.place)
    }
    return job.made(
      outputs, inputs: settingFiles,
      checks: [talk.erased] + PresentationSource.checks(of: job)
        + job.outputs.compactMap { checkSlide($0, deck)?.erased })
  }

  /// The slides, for a preview.
  func pages() -> Stage<PreviewPages> { previewPages(job.outputs[0], deck(of: read())) }

  /// The deck of a talk: statistics depend on the talk's settings, its deck does not.
  private func deck(of talk: Stage<Talk>) -> Stage<Deck> {
    Stage(
      "deck", version: 1, memory: TalkMemory.text, after: talk,
      digest: { Digest(canonicalOf: $0) }
    ) { _, talk in Diagnosed(talk.deck) }
  }

  /// The folder, or the deck built from one, becomes a deck.
  private func read() -> Stage<Talk> {
    let path = job.input
    if let fault = job.error { return .failing(fault) }
    let options = options
    let authors = authors
    let phraseSource = phraseSource
    return Stage(
      "read talk", version: 8,
      parameters: .of(path, options, authors, phraseSource), memory: TalkMemory.deck,
      digest: { talk in
        var digester = Digester()
        digester.addFields(
          talk.deck, talk.settings.wordsPerMinute, talk.settings.excludesNotes ? 1 : 0)
        return digester.finalize()
      }
    ) { context in
      var talk = try TalkFiles.read(path, options: options, in: context.environment)
      if !authors.isEmpty { talk.value.deck.metadata.authors = authors }
      let phrases = try phraseSource.phrases(of: talk.value.deck.metadata.language)
      talk.value.deck.phrases = phrases.value
      talk.value.deck.titleAlerts()
      return Diagnosed(talk.value, warnings: phrases.warnings + talk.warnings)
    }
  }

  /// The look of a deck with an output's settings.
  func themedLook(_ settings: Settings) -> @Sendable (Deck) -> DeckLook {
    let look = look
    let appliesOwnColors = appliesOwnColors
    let colors = colors
    let isLarge = settings[TalkKeys.large] ?? false
    return { deck in
      let themed = look.applying((appliesOwnColors ? deck.variables : []) + colors)
      return isLarge ? themed.enlarged() : themed
    }
  }

  func format(_ settings: Settings) -> SlideFormat {
    settings[TalkKeys.ratio].flatMap(SlideFormat.init(ratio:)) ?? .wide
  }

  /// The look of the deck and the fonts it is set in.
  var lookParameters: StageParameters {
    .of(Digest.of(look.yaml), appliesOwnColors, colors, type)
  }

  /// The deck becomes slides, and these one tagged PDF.
  private func slides(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<FileArtifact> {
    let settings = output.options.only(TalkKeys.steps, TalkKeys.ratio, TalkKeys.large)
    let fonts = fonts
    let themedLook = themedLook(settings)
    let format = format(settings)
    let steps = settings[TalkKeys.steps] ?? .final
    return .file(
      "set slides", version: 6, parameters: .of(lookParameters, settings),
      memory: TalkMemory.pages, after: deck, check: { try Verification.pdf($0) }
    ) { context, file, deck in
      try fonts.writePDF(deck.metadata, to: file, isCancelled: { context.isCancelled }) {
        library, emit in
        let result = try DeckTypesetter(
          look: themedLook(deck), format: format, measuring: library,
          images: BookImages(deck.resources).image
        ).pages(
          of: deck, steps: steps, target: .pdf, isCancelled: { context.isCancelled }
        ) { page, _ in try emit(page) }
        return (result.structure, result.diagnostics)
      }
    }
  }

  /// The deck becomes a presentation that can be edited.
  private func presentation(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<FileArtifact> {
    let fonts = fonts
    let themedLook = themedLook(output.options)
    let format = format(output.options)
    let parameters = StageParameters.of(lookParameters, output.options)
    guard let template = PresentationSource(output)?.stage else {
      return .file(
        "write pptx", version: 9, parameters: parameters, memory: TalkMemory.pages, after: deck,
        check: { try Verification.zip($0) }
      ) { context, file, deck in
        try context.writePresentation(
          of: deck, look: themedLook(deck), format: format, fonts: fonts, to: file)
      }
    }
    return .file(
      "write pptx", version: 9, parameters: parameters, memory: TalkMemory.pages,
      after: deck, template, check: { try Verification.zip($0) }
    ) { context, file, deck, template in
      try context.writePresentation(
        of: deck, look: template.look(themedLook(deck)), format: template.slideFormat,
        template: template, fonts: fonts, to: file)
    }
  }
}
