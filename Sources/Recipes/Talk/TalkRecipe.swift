// SPDX-License-Identifier: MIT
// Part of Platen: a talk job, from top to bottom: read → set → draw or write → place.

internal import Archive
internal import Canvas
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import Mathematics
internal import PDF
internal import Pipeline
internal import Pixels
internal import Talks
internal import Typesetting
internal import Writers

/// Makes the stages of one talk job. All forms share the reading.
struct TalkRecipe {
  private let job: ManifestJob
  private let options: TalkOptions
  private let authors: [String]
  private let look: DeckLook
  /// Whether the talk's own colours are worn: where nobody names a look.
  private let wearsOwnColours: Bool
  private let fonts: FontPool
  /// Stands for the fonts in keys.
  private let type: String
  private let skeleton: RecipeContext.WordSkeleton?
  private let phrases: Warned<Phrasebook>
  /// How handouts and scripts are dressed.
  private let paper: BookLook

  /// What of a talk each form shows.
  private static let shows = [
    "pdf": ["slides", "handout", "script", "outline", "rehearsal"],
    "docx": ["handout", "script", "outline", "rehearsal"],
    "txt": ["outline", "script", "statistics", "rehearsal"],
    "md": ["script", "outline", "rehearsal"], "html": ["script", "outline", "rehearsal"],
    "json": ["statistics", "rehearsal"], "csv": ["statistics", "rehearsal"],
  ]

  /// What a deck wears when nobody says, if it has no colours of its own.
  static let usualLook = "daylight"

  /// Settles everything that can be known before anything runs.
  ///
  /// - Throws: `Failure` with every fault of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var faults = FaultList()
    func settle<T>(_ key: String, _ body: () throws -> T) -> T? {
      faults.settle(key, of: job, body)
    }
    self.job = job
    let settings = job.settings
    let look = settle("look") {
      try TalkLook.named(settings.text("look") ?? TalkRecipe.usualLook)
    }
    for output in job.outputs {
      if let shown = output.options.text("show"), let able = TalkRecipe.shows[output.form],
        !able.contains(shown)
      {
        faults.record(
          .error(
            "manifest.value", "\(output.form) does not show \(shown)",
            at: output.options["show"]?.place ?? output.place,
            hints: ["it shows: " + able.joined(separator: ", ")]))
      }
      for fault in RehearsalStages.faults(output) { faults.record(fault) }
      if let ratio = output.options.text("ratio"), SlideFormat(ratio: ratio) == nil {
        faults.record(
          .error(
            "manifest.value", "\"\(ratio)\" is no ratio of a slide",
            at: output.options["ratio"]?.place ?? output.place,
            hints: ["write width and height with a colon, as in 16:9; from 1:3 to 5:1"]))
      }
    }
    let phrases = settle("language") {
      try context.phrasebook(for: settings.text("language") ?? "en")
    }
    let paper = settle("outputs") { try context.looks.book(CampaignRecipe.usualLook) }
    let files = settings.texts("fonts") ?? []
    let pool = settle("fonts") { try context.fonts(files) }
    let type = settle("fonts") {
      try look.map { look in
        try context.type(
          of: look.style.families + (paper?.pages.families ?? []) + FormulaSetter.families,
          from: files)
      }
    }
    let needsWord = job.outputs.contains { $0.form == "docx" }
    let skeleton = needsWord ? settle("outputs") { try context.wordSkeleton() } : nil
    guard faults.isEmpty, let look, let phrases, let paper, let pool, let type = type ?? nil
    else { throw Failure(faults.diagnostics) }
    self.look = look
    self.phrases = phrases
    self.paper = paper
    self.type = type
    self.skeleton = skeleton
    fonts = pool
    wearsOwnColours = settings["look"] == nil
    authors = settings.texts("authors") ?? []
    var options = TalkOptions()
    options.title = settings.text("title")
    options.date = settings.text("date")
    options.language = settings.text("language")
    options.isNumbered = settings["counters"]?.flag
    self.options = options
  }

  // MARK: The stages

  /// The job as the engine runs it.
  func makeJob() -> Job {
    let talk = read()
    // What is measured of a talk hangs on its settings, what is shown of it does not.
    let deck = Stage(
      "deck", version: 1, parameters: "", memory: TalkWeight.text, after: talk,
      digest: { Digest(canonicalOf: $0) }
    ) { _, talk in Warned(talk.deck) }
    let outputs = job.outputs.map { output in
      let stage =
        switch output.form {
        case _ where output.options.text("show") == "rehearsal":
          RehearsalStages(
            fonts: fonts, type: type, phrases: phrases.value, paper: paper, skeleton: skeleton
          ).stage(output, talk)
        case "pdf":
          output.options.text("show").map { $0 == "slides" } ?? true
            ? slides(output, deck) : typeset(output, deck)
        case "png": picture(output, deck)
        case "docx": word(output, deck)
        case "pptx": presentation(output, deck)
        case "json", "csv": statistics(output, talk)
        case "txt" where output.options.text("show") == "statistics": statistics(output, talk)
        default: text(output, deck)
        }
      return Job.Output(output.path, from: stage, at: output.place)
    }
    var made = Job(
      id: job.id, kind: job.kind, tags: job.tags, parameters: job.parameters, outputs: outputs,
      at: job.place)
    job.settings.applyRules(to: &made)
    return made
  }

  /// The folder, or the deck built from one, becomes a deck.
  private func read() -> Stage<Talk> {
    let path = job.input
    if let fault = job.fault {
      return Stage("read", version: 1, parameters: fault.text) { _ in throw Failure(fault) }
    }
    let options = options
    let authors = authors
    let phrases = phrases
    return Stage(
      "read talk", version: 1,
      parameters: [
        path, "\(options)", "authors \(authors)", "phrases \(Digest(canonicalOf: phrases.value))",
      ].joined(separator: "\n"), memory: TalkWeight.deck,
      digest: { talk in
        var digester = Digester()
        digester.addFields(
          talk.deck, talk.settings.wordsPerMinute, talk.settings.excludesNotes ? 1 : 0)
        return digester.finalize()
      }
    ) { context in
      var talk = try TalkFiles.read(path, options: options, in: context)
      if !authors.isEmpty { talk.value.deck.metadata.authors = authors }
      talk.value.deck.titleAlerts(phrases.value)
      return Warned(talk.value, warnings: phrases.warnings + talk.warnings)
    }
  }

  /// The look a deck wears as an output asks for it.
  private func dress(_ settings: Settings) -> @Sendable (Deck) -> DeckLook {
    let look = look
    let wearsOwnColours = wearsOwnColours
    let isLarge = settings["large"]?.flag ?? false
    return { deck in
      let worn = wearsOwnColours ? look.wearing(deck.variables) : look
      return isLarge ? worn.enlarged() : worn
    }
  }

  private func format(_ settings: Settings) -> SlideFormat {
    settings.text("ratio").flatMap(SlideFormat.init(ratio:)) ?? .wide
  }

  private var lookText: String { "look \(look.name) own \(wearsOwnColours)\nfonts \(type)" }
  private var paperText: String { "paper \(Digest.of(paper.yaml))" }

  /// The deck becomes slides, and these one tagged PDF.
  private func slides(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let settings = output.options
    let fonts = fonts
    let dress = dress(settings)
    let format = format(settings)
    let steps = settings.text("steps").flatMap(DeckTypesetter.Steps.init) ?? .final
    return .file(
      "set slides", version: 1, parameters: lookText + "\n" + settings.canonicalText,
      memory: TalkWeight.pages, after: deck, check: { try Verification.pdf($0) }
    ) { context, file, deck in
      try fonts.writePDF(deck.metadata, to: file) { library, emit in
        let result = try DeckTypesetter(
          look: dress(deck), format: format, measuring: library,
          pictures: BookPictures(deck.resources).picture
        ).pages(
          of: deck, steps: steps, target: .pdf, isCancelled: { context.isCancelled }
        ) { page, _ in try emit(page) }
        return (result.structure, result.diagnostics)
      }
    }
  }

  /// The deck becomes a picture.
  private func picture(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let settings = output.options
    let fonts = fonts
    let dress = dress(settings)
    let format = format(settings)
    let columns = settings.integer("columns") ?? 4
    let wanted = settings.integer("slide")
    let width = settings.integer("width") ?? 1920
    return .file(
      "draw slides", version: 1, parameters: lookText + "\n" + settings.canonicalText,
      memory: TalkWeight.picture(width: width, height: width), after: deck,
      check: { try Verification.png($0, width: width) }
    ) { context, file, deck in
      try fonts.withLibrary { library in
        let (scenes, result) = try DeckSheet.scenes(
          of: deck, wearing: dress(deck), format: format, text: library,
          pictures: BookPictures(deck.resources).picture,
          isCancelled: { context.isCancelled })
        let scene: Scene
        if let wanted {
          guard wanted <= scenes.count else {
            throw Failure(
              .error(
                "talk.slide", "there is no slide \(wanted): the talk has \(scenes.count)",
                hints: ["ask for one of 1 to \(scenes.count)"]))
          }
          scene = scenes[wanted - 1]
        } else {
          scene = DeckSheet.sheet(
            of: scenes, format: format, columns: columns, families: dress(deck).style.families,
            text: library)
        }
        let height = Int((Double(width) * scene.size.height / scene.size.width).rounded())
        var encoder = try PNGEncoder(
          width: width, height: height, hasAlpha: false, dpi: nil, sink: file.write)
        try ImageCanvas.paint(
          scene, window: Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height),
          width: width, height: height, fonts: library
        ) { band in try encoder.write(band) }
        try encoder.finish()
        return result.diagnostics
      }
    }
  }

  /// What an output tells of the talk.
  private func telling(_ settings: Settings, else usual: Deck.Telling) -> Deck.Telling {
    settings.text("show").flatMap(Deck.Telling.init) ?? usual
  }

  /// The deck becomes a document, with pictures of its slides where that shows them.
  private static func document(
    of deck: Deck, _ telling: Deck.Telling, _ phrases: Phrasebook, wearing look: DeckLook,
    format: SlideFormat = .wide, fonts: FontPool, context: StageContext
  ) throws -> Document {
    guard telling == .handout else { return deck.document(telling, phrases: phrases, target: .pdf) }
    return try fonts.withLibrary { library in
      var deck = deck
      var names: [Int: String] = [:]
      var pictures: [Resource] = []
      _ = try DeckTypesetter(
        look: look, format: format, measuring: library,
        pictures: BookPictures(deck.resources).picture
      ).pages(of: deck, target: .pdf, isCancelled: { context.isCancelled }) { page, place in
        guard names[place.slide] == nil else { return }
        var scene = page.scene
        let frame = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
        scene.nodes.append(
          .path(
            PathNode(
              Path(rect: frame.insetBy(0.75)),
              stroke: Stroke(Color(0.72, 0.74, 0.77), width: 1.5))))
        let height = Int((1280 * scene.size.height / scene.size.width).rounded())
        let bitmap = try ImageCanvas.bitmap(
          of: scene, width: 1280, height: height, fonts: library)
        let name = "slide-\(place.slide + 1).png"
        names[place.slide] = name
        pictures.append(
          Resource(
            name: name, mediaType: "image/png", width: bitmap.width, height: bitmap.height,
            bytes: try PNGEncoder.encode(bitmap, dpi: 144)))
      }
      deck.resources += pictures
      return deck.document(telling, phrases: phrases, target: .pdf) { names[$0] }
    }
  }

  /// The deck becomes a handout, a script or an outline to print.
  private func typeset(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let settings = output.options
    let fonts = fonts
    let dress = dress(settings)
    let phrases = phrases
    let telling = telling(settings, else: .handout)
    let style = paper.pages
    let format = format(settings)
    return .file(
      "typeset", version: 1,
      parameters: [
        lookText, paperText, settings.canonicalText, "\(Digest(canonicalOf: phrases.value))",
      ].joined(separator: "\n"),
      memory: TalkWeight.pages, after: deck, check: { try Verification.pdf($0) }
    ) { context, file, deck in
      let document = try TalkRecipe.document(
        of: deck, telling, phrases.value, wearing: dress(deck), format: format, fonts: fonts,
        context: context)
      let hyphenation = try HyphenFiles.hyphenation(
        for: document.metadata.language, in: context.environment)
      return try fonts.writePDF(document.metadata, to: file) { library, emit in
        let result = try Typesetter(
          style: style, template: BookPaper.template(settings), measuring: library,
          hyphenation: hyphenation, phrases: phrases.value,
          pictures: BookPictures(document.resources).picture
        ).pages(of: document, isCancelled: { context.isCancelled }, page: emit)
        return (result.structure, result.diagnostics)
      }
    }
  }

  /// The deck becomes a Word file.
  private func word(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let settings = output.options
    let skeleton = skeleton
    let fonts = fonts
    let dress = dress(settings)
    let phrases = phrases
    let telling = telling(settings, else: .handout)
    return .file(
      "write docx", version: 1,
      parameters: lookText + "\n" + settings.canonicalText
        + "\nskeleton \(skeleton?.digest ?? "") \(Digest(canonicalOf: phrases.value))",
      memory: TalkWeight.pages, after: deck, check: { try Verification.zip($0) }
    ) { context, file, deck in
      let document = try TalkRecipe.document(
        of: deck, telling, phrases.value, wearing: dress(deck), fonts: fonts, context: context)
      let writer = try DOCXWriter(
        skeleton: skeleton?.parts ?? [], template: nil,
        options: .init(page: BookPaper.wordPage(settings), beginsChaptersOnNewPage: false))
      return try writer.write(document, spool: { try ScratchSpool() }, to: file.write)
    }
  }

  /// The deck becomes a presentation that can be edited.
  private func presentation(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let fonts = fonts
    let dress = dress(output.options)
    let format = format(output.options)
    return .file(
      "write pptx", version: 1, parameters: lookText + "\n" + output.options.canonicalText,
      memory: TalkWeight.pages, after: deck, check: { try Verification.zip($0) }
    ) { context, file, deck in
      try context.writePresentation(
        of: deck, wearing: dress(deck), format: format, fonts: fonts, to: file)
    }
  }

  /// The deck becomes text: plain, Markdown or a page for browsers.
  private func text(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let settings = output.options
    let phrases = phrases
    let telling = telling(settings, else: output.form == "txt" ? .outline : .script)
    let form = output.form
    let web = paper.web
    return .file(
      "write \(form)", version: 1,
      parameters: settings.canonicalText
        + "\n\(paperText) \(telling) \(Digest(canonicalOf: phrases.value))",
      memory: TalkWeight.text, after: deck
    ) { _, file, deck in
      let document = deck.document(telling, phrases: phrases.value)
      let said =
        switch form {
        case "md":
          try MarkdownWriter(phrases: phrases.value, hasFrontMatter: true)
            .write(document, to: file.write)
        case "html":
          try HTMLWriter(style: web, phrases: phrases.value).write(document, to: file.write)
        default:
          try PlainTextWriter(
            options: .init(
              lines: settings.text("wrap") == "none"
                ? .paragraph : .wrapped(settings.integer("wrap") ?? 80))
          ).write(document, to: file.write)
        }
      return said
    }
  }

  /// What the talk comes to in words and minutes.
  private func statistics(_ output: OutputRequest, _ talk: Stage<Talk>) -> Stage<KeptFile> {
    let form = output.form
    // Wherever the talk lies, the same bytes.
    let name = job.input.split(separator: "/").last.map(String.init) ?? job.input
    return .file(
      "count \(form)", version: 1, parameters: form + "\n" + name, memory: TalkWeight.text,
      after: talk
    ) { _, file, talk in
      let statistics = TalkStatistics(talk.deck, settings: talk.settings)
      let bytes =
        switch form {
        case "json": statistics.json(file: name)
        case "csv": Array(statistics.csv.utf8)
        default: Array(statistics.text.utf8)
        }
      try bytes.withUnsafeBytes { try file.write($0) }
      return []
    }
  }
}
