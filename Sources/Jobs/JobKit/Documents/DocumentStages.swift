// SPDX-License-Identifier: MIT
// Part of Platen: the formats of documents of all kinds of job: pages, Word, text, markup.

package import Books
internal import Canvas
internal import Diagnostics
internal import Digests
package import Documents
internal import Drawing
internal import Figures
package import Pipeline
internal import Text
internal import Typesetting
internal import Values
package import Writers

/// Makes the stages that write a job's documents.
package struct DocumentStages: Sendable {
  package let look: BookLook
  package let fonts: FontPool
  /// The part of keys for the fonts.
  package let type: String
  package let phrases: Phrasebook
  /// The user's files that looks and fonts were read from.
  package let inputs: [InputRecord]
  /// The part of keys for the look's pages.
  package let pagesDigest: String
  /// The standards of outputs that have another than PDF/UA-1, by their paths.
  let standards: [String: StandardPDF]
  /// The folders in which hyphenation patterns are searched, in order.
  private let hyphenFolders: [String]
  private let skeleton: RecipeContext.WordSkeleton?
  let memory: Memory
  private let beginsChaptersOnNewPage: Bool
  /// The default line width of plain text.
  private let lines: PlainTextWriter.Options.Lines

  /// The default look of documents.
  package static let defaultLook = BookLook.defaultName

  /// Estimates of the memory that writing a document takes.
  package struct Memory: Sendable {
    /// Composing it; it is held until its last format is written.
    package var document: MemoryEstimate
    /// The estimate for text, markup or a Word file.
    package var text: MemoryEstimate
    /// The estimate for pages.
    package var pages: MemoryEstimate

    package init(document: MemoryEstimate, text: MemoryEstimate, pages: MemoryEstimate) {
      self.document = document
      self.text = text
      self.pages = pages
    }
  }

  /// Resolves a job's settings for its documents: look, fonts, language.
  ///
  /// - Parameters:
  ///   - look: the name of their look.
  ///   - families: further font families, which the look does not name.
  ///   - lines: the default line width of plain text.
  ///   - errors: receives errors; the initializer returns nil if it finds any.
  package init?(
    of job: ManifestJob, look: String, besides families: [String] = [],
    phrases: Phrasebook?, memory: Memory, beginsChaptersOnNewPage: Bool = false,
    lines: PlainTextWriter.Options.Lines = .wrapped(80), in context: RecipeContext,
    errors: inout DiagnosticList
  ) {
    let theme = errors.attempt(SharedKeys.look, of: job) { try context.bookTheme(look) }
    let files = job.settings[ManifestKeys.fonts] ?? []
    let pool = errors.attempt(ManifestKeys.fonts, of: job) { try context.fonts(files) }
    let type = errors.attempt(ManifestKeys.fonts, of: job) {
      try theme.map {
        try context.type(
          of: $0.look.pages.families + families, from: files,
          alternatives: $0.look.pages.fontGroups)
      }
    }
    let ownFonts = errors.attempt(ManifestKeys.fonts, of: job) {
      pool == nil ? [] : try context.inputs(ofFonts: files)
    }
    let needsWord = job.outputs.contains { DocumentFormat(rawValue: $0.format) == .docx }
    let skeleton =
      needsWord ? errors.attempt(ManifestKeys.outputs, of: job) { try context.wordSkeleton() } : nil
    var standards: [String: StandardPDF] = [:]
    for output in job.outputs {
      BookletImposer.check(output.options, errors: &errors)
      standards[output.path] = StandardPDF(of: output, in: context, errors: &errors)
      DocumentStages.checkVolumes(of: output, errors: &errors)
    }
    let hyphenFolders = errors.attempt(ManifestKeys.outputs, of: job) {
      try context.hyphenFolders.get()
    }
    guard errors.isEmpty, let theme, let pool, let type = type ?? nil, let phrases,
      let hyphenFolders
    else { return nil }
    self.hyphenFolders = hyphenFolders
    self.look = theme.look
    self.type = type
    self.phrases = phrases
    self.skeleton = skeleton.map { skeleton in
      let wordTheme = WordTheme(theme.look)
      return RecipeContext.WordSkeleton(
        parts: wordTheme.applied(to: skeleton.parts),
        digest: skeleton.digest + " " + wordTheme.text)
    }
    self.memory = memory
    self.beginsChaptersOnNewPage = beginsChaptersOnNewPage
    self.lines = lines
    fonts = pool
    pagesDigest = theme.pagesDigest
    self.standards = standards
    let profiles = Set(standards.values.compactMap(\.input)).sorted { $0.path < $1.path }
    inputs =
      theme.inputs + (ownFonts ?? []) + context.phraseFiles(of: job.settings) + profiles
  }

  // MARK: The stages

  /// The document in a format.
  package func stage(
    _ output: OutputRequest, as format: DocumentFormat, _ document: Stage<Document>
  ) -> Stage<FileArtifact> {
    switch format {
    case .pdf:
      let write = pages(output)
      return .file(
        "typeset", version: 12, parameters: pageParameters(output), memory: memory.pages,
        after: document, check: { try Verification.pdf($0) }
      ) { try write($0, $1, $2, []) }
    case .docx: return word(output, document)
    case .html:
      return markup(format, document) { HTMLWriter(style: $0, phrases: $1).writeDocument }
    case .epub:
      return markup(format, document, hasCover: true) {
        EPUBWriter(style: $0, phrases: $1).writeDocument
      }
    case .md:
      return markup(format, document) {
        MarkdownWriter(phrases: $1, hasFrontMatter: true, pictureFolder: nil).writeDocument
      }
    case .txt: return text(output, document)
    }
  }

  /// The document in a format; its pages draw charts from their figures.
  package func stage<Statistics>(
    _ output: OutputRequest, as format: DocumentFormat, _ document: Stage<Document>,
    _ statistics: Stage<Statistics>, charts: @escaping @Sendable (Statistics) -> [PageChart]
  ) -> Stage<FileArtifact> {
    switch format {
    case .pdf:
      let write = pages(output)
      return .file(
        "typeset", version: 12, parameters: pageParameters(output), memory: memory.pages,
        after: document, statistics, check: { try Verification.pdf($0) }
      ) { try write($0, $1, $2, charts($3)) }
    case .docx where look.web.scheme == .dark:
      return word(output, onPaper(document, statistics, charts))
    case .docx, .txt, .md, .html, .epub: return stage(output, as: format, document)
    }
  }

  /// A document whose charts were drawn for a dark screen, with charts for a white page.
  private func onPaper<Statistics>(
    _ document: Stage<Document>, _ statistics: Stage<Statistics>,
    _ charts: @escaping @Sendable (Statistics) -> [PageChart]
  ) -> Stage<Document> {
    let fonts = fonts
    let style = look.paperCharts
    return Stage(
      "chart on paper", version: 3, parameters: .of(style, type),
      memory: memory.document, after: document, statistics, digest: { Digest(canonicalOf: $0) }
    ) { _, document, statistics in
      var document = document
      let charts = charts(statistics)
      let style = style.localized(document.metadata.language)
      try fonts.withLibrary { library in
        for index in document.resources.indices {
          guard let chart = charts.first(where: { $0.name == document.resources[index].name })
          else { continue }
          document.resources[index] = try chart.resource(style, fonts: library)
        }
      }
      return Diagnosed(document)
    }
  }

  /// A document with its charts: their figures inserted, and their images where a format of the job
  /// shows those.
  package func charted<Statistics>(
    _ document: Stage<Document>, _ statistics: Stage<Statistics>, for outputs: [OutputRequest],
    charts: @escaping @Sendable (Statistics) -> [PageChart],
    insert: @escaping @Sendable (inout Document, [PageChart]) -> Void
  ) -> Stage<Document> {
    let isPictured = outputs.contains {
      DocumentFormat(rawValue: $0.format)?.hasChartImages == true
    }
    let style = look.screenCharts
    return Stage(
      "chart", version: 4,
      parameters: .of(isPictured ? style : nil, isPictured ? type : nil, phrases),
      memory: memory.document, after: document, statistics, digest: { Digest(canonicalOf: $0) }
    ) { _, document, statistics in
      let charts = charts(statistics)
      guard !charts.isEmpty else { return Diagnosed(document) }
      var charted = document
      insert(&charted, charts)
      if isPictured {
        charted.resources += try pictures(
          of: charts, style, language: document.metadata.language)
      }
      return Diagnosed(charted)
    }
  }

  private func pictures(
    of charts: [PageChart], _ style: ChartStyle, language: String
  ) throws -> [Resource] {
    guard !charts.isEmpty else { return [] }
    let style = style.localized(language)
    return try fonts.withLibrary { library in
      try charts.map { try $0.resource(style, fonts: library) }
    }
  }

  /// A document that is streamed separately for its format and never held in memory as a whole. The
  /// last closure makes it from its story, its charts, and their images where the format shows
  /// them.
  ///
  /// - Parameters:
  ///   - parameters: represent the way it is written in keys.
  ///   - language: the language of texts in charts.
  package func streamed<Story, Statistics>(
    _ output: OutputRequest, as format: DocumentFormat.Streamed, parameters: StageParameters,
    memory: MemoryEstimate, language: String,
    after story: Stage<Story>, _ statistics: Stage<Statistics>,
    charts: @escaping @Sendable (Statistics) -> [PageChart],
    compose: @escaping @Sendable (Story, [PageChart], [Resource]) throws -> any DocumentStream
  ) -> Stage<FileArtifact> {
    switch format {
    case .docx:
      // Word's pages are white, whatever the look of screens.
      let style = look.web.scheme == .dark ? look.paperCharts : look.screenCharts
      return .file(
        "stream docx", version: 4,
        parameters: .of(parameters, wordParameters(output), style, type),
        files: wordFiles(output), memory: memory, after: story, statistics,
        check: { try Verification.zip($0) }
      ) { [self] context, file, story, statistics in
        let charts = charts(statistics)
        let pictures = try pictures(of: charts, style, language: language)
        file.thumbnail = try wordPicture(output, try compose(story, charts, pictures), in: context)
        return try wordWriter(output, in: context).writeDocument(
          try compose(story, charts, pictures), storage: { try ScratchStorage() }, to: file.write)
      }
    case .txt:
      let writer = textWriter(output)
      return .file(
        "stream txt", version: 5, parameters: .of(parameters, output.options[SharedKeys.wrap]),
        memory: memory, after: story, statistics
      ) { _, file, story, statistics in
        try writer.writeDocument(try compose(story, charts(statistics), []), to: file.write)
      }
    }
  }

  // MARK: Pages

  func pageParameters(_ output: OutputRequest) -> StageParameters {
    let page = output.options.only(
      SharedKeys.paper, SharedKeys.columns, SharedKeys.facing, SharedKeys.bleed,
      SharedKeys.booklet, SharedKeys.colorMode)
    // The usual folder is the same for all machines, which then share results.
    let parameters = StageParameters.of(
      pagesDigest, page, type, phrases, standards[output.path]?.parameters,
      hyphenFolders.filter { $0 != HyphenFiles.usualFolder })
    return output.excerpt.map { StageParameters.of(parameters, $0) } ?? parameters
  }

  typealias WritePages =
    @Sendable (
      StageContext, FileWriter, Document, [PageChart]
    ) throws -> [Diagnostic]

  /// Sets the document into pages, and writes these as one tagged PDF.
  func pages(_ output: OutputRequest) -> WritePages {
    let settings = output.options
    return { [self] context, file, document, charts in
      let said = try standards[output.path].writePDF(
        document.metadata, isGray: settings[SharedKeys.colorMode] == .gray, fonts: fonts, to: file,
        isCancelled: { context.isCancelled }
      ) { library, emit in
        guard var sheets = BookletImposer(settings, language: document.metadata.language) else {
          let result = try set(document, charts, settings, library, context, emit)
          return (result.structure, result.diagnostics)
        }
        let result = try set(document, charts, settings, library, context) {
          try sheets.addPage($0, emit: emit)
        }
        try sheets.finish(emit: emit)
        return (sheets.placed(result.structure), result.diagnostics)
      }
      return look.fontNotes(fonts.set) + said
    }
  }

  /// Sets a document into pages.
  ///
  /// - Parameter style: nil for the look's own.
  func set(
    _ document: Document, _ charts: [PageChart], in style: BookStyle? = nil,
    _ settings: Settings, _ library: FontLibrary,
    _ context: StageContext, _ emit: (LaidOutPage) throws -> Void
  ) throws -> Typesetter.Result {
    let images = BookImages(document.resources)
    let hyphenation = try HyphenFiles.hyphenation(
      for: document.metadata.language, among: hyphenFolders, in: context.environment)
    return try Typesetter(
      style: style ?? look.pages, template: BookPaper.template(settings), measuring: library,
      hyphenation: hyphenation, phrases: document.phrases ?? phrases
    ) { name in
      charts.first { $0.name == name }?.picture(
        look.pageCharts.localized(document.metadata.language), text: library)
        ?? images.image(name)
    }.pages(of: document, isCancelled: { context.isCancelled }, page: emit)
  }

  /// One page as an image: the first, or the one that the output specifies.
  ///
  /// - Parameter warnsOfMore: whether a document that was meant to fit on one page is reported
  ///   where it does not.
  package func page<Statistics>(
    _ output: OutputRequest, _ document: Stage<Document>, _ statistics: Stage<Statistics>,
    warnsOfMore: Bool = false, charts: @escaping @Sendable (Statistics) -> [PageChart]
  ) -> Stage<FileArtifact> {
    let settings = output.options
    let width = settings[SharedKeys.width] ?? 1240
    let wanted = settings[SharedKeys.page]
    let sought = wanted ?? output.excerpt ?? 1
    let takesLast = wanted == nil && output.excerpt != nil
    return .file(
      "draw page", version: 8, parameters: .of(pageParameters(output), width, wanted),
      memory: .picture(width: width, height: width * 3 / 2), after: document, statistics,
      check: { try Verification.png($0, width: width) }
    ) { [self] context, file, document, statistics in
      try fonts.withLibrary { library in
        var number = 0
        var shown: Scene?
        let result = try set(document, charts(statistics), settings, library, context) { page in
          number += 1
          if number == sought || takesLast && number < sought { shown = page.scene }
        }
        let said = look.fontNotes(fonts.set) + result.diagnostics
        guard var scene = shown else {
          throw Failure(
            .error(
              .imagePage, "page \(sought) not found: the document has \(number) pages",
              at: settings.place(of: SharedKeys.page) ?? output.place))
        }
        scene.layOnPaper()
        try scene.writePNG(width: width, isFlat: true, fonts: library, to: file.write)
        guard warnsOfMore, result.pageCount > 1, wanted == nil else { return said }
        return said + [
          .warning(
            .imageFirstPage,
            "the document has \(result.pageCount) pages; the image shows the first",
            hints: ["choose another with page, or make a PDF"])
        ]
      }
    }
  }

  /// All pages, for a preview.
  package func previewPages<Statistics>(
    _ output: OutputRequest, _ document: Stage<Document>, _ statistics: Stage<Statistics>,
    charts: @escaping @Sendable (Statistics) -> [PageChart]
  ) -> Stage<PreviewPages> {
    Stage(
      "set pages", version: 4, parameters: pageParameters(output), memory: memory.pages,
      after: document, statistics
    ) { [self] context, document, statistics in
      let charts = charts(statistics)
      let pages = try fonts.withLibrary { library in
        try SetPages(library) { library, take in
          try set(document, charts, output.options, library, context) { page in
            var scene = page.scene
            scene.layOnPaper()
            try take(scene)
          }.diagnostics
        }
      }
      return Diagnosed(
        PreviewPages(
          title: document.metadata.title, sizes: pages.sizes, areWhole: false, fonts: fonts,
          scene: pages.scene),
        warnings: look.fontNotes(fonts.set) + pages.diagnostics)
    }
  }

  // MARK: Other formats

  /// The document becomes a Word file.
  private func word(_ output: OutputRequest, _ document: Stage<Document>) -> Stage<FileArtifact> {
    .file(
      "write docx", version: 7, parameters: wordParameters(output), files: wordFiles(output),
      memory: memory.text, after: document, check: { try Verification.zip($0) }
    ) { [self] context, file, document in
      file.thumbnail = try wordPicture(output, StoredStream(document), in: context)
      return try wordWriter(output, in: context).writeDocument(
        document, storage: { try ScratchStorage() }, to: file.write)
    }
  }

  private func wordParameters(_ output: OutputRequest) -> StageParameters {
    .of(
      output.options.only(SharedKeys.paper, SharedKeys.template), skeleton?.digest,
      beginsChaptersOnNewPage)
  }

  private func wordFiles(_ output: OutputRequest) -> [String] {
    output.options[SharedKeys.template].map { [$0] } ?? []
  }

  /// The writer of Word files with an output's settings.
  private func wordWriter(
    _ output: OutputRequest, in context: StageContext
  ) throws -> DOCXWriter {
    let theirs = try output.options[SharedKeys.template].map {
      try WordTemplate.parts(of: $0, in: context)
    }
    return try DOCXWriter(
      skeleton: skeleton?.parts ?? [], template: theirs,
      options: DOCXWriter.Options(
        page: BookPaper.wordPage(output.options), beginsChaptersOnNewPage: beginsChaptersOnNewPage)
    )
  }

  /// The document becomes plain text.
  private func text(_ output: OutputRequest, _ document: Stage<Document>) -> Stage<FileArtifact> {
    let writer = textWriter(output)
    return .file(
      "write txt", version: 4, parameters: .of(lines, output.options[SharedKeys.wrap]),
      memory: memory.text, after: document
    ) { _, file, document in try writer.writeDocument(document, to: file.write) }
  }

  /// The writer of plain text with an output's settings.
  private func textWriter(_ output: OutputRequest) -> PlainTextWriter {
    let settings = output.options
    let wrap = settings[SharedKeys.wrap]
    let columns = wrap?.integer.map { PlainTextWriter.Options.Lines.wrapped($0) }
    let asked = wrap?.text == "none" ? .paragraph : columns
    return PlainTextWriter(options: .init(lines: asked ?? lines))
  }

  private typealias Write = (
    Document, ByteSink
  ) throws -> [Diagnostic]

  /// The document becomes something for browsers or reading devices.
  private func markup(
    _ format: DocumentFormat, _ document: Stage<Document>, hasCover: Bool = false,
    writer: @escaping @Sendable (WebStyle, Phrasebook) -> Write
  ) -> Stage<FileArtifact> {
    let style = look.web
    let phrases = phrases
    return .file(
      "write \(format.rawValue)", version: 7,
      parameters: .of(style, phrases, hasCover ? type : nil),
      memory: memory.text, after: document
    ) { [self] _, file, document in
      var document = document
      if hasCover { document.resources.append(try coverResource(of: document)) }
      return try writer(style, document.phrases ?? phrases)(document, file.write)
    }
  }
}

extension Scene {
  /// Gives a page without a ground of its own the white of paper.
  fileprivate mutating func layOnPaper() {
    if background.alpha < 1 { background = .white }
  }
}
