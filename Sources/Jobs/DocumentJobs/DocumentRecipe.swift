// SPDX-License-Identifier: MIT
// Part of Platen: a document job, from top to bottom: read → draw diagrams → typeset or write.

internal import Books
internal import Diagnostics
internal import Digests
internal import Documents
internal import JobKit
internal import Manuscripts
internal import Pipeline
internal import Values

/// Makes the stages of one document job.
struct DocumentRecipe {
  private let job: ManifestJob
  private let options: ManuscriptOptions
  private let references: [String]
  private let documents: DocumentStages
  private let phrases: PhraseSource
  /// Bytes of the inputs, for estimates of memory.
  private let size: Int

  /// Resolves everything that can be known before anything runs.
  ///
  /// - Throws: `Failure` with all errors of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var errors = DiagnosticList()
    self.job = job
    size = ([job.input] + job.companions).reduce(0) { $0 + context.size(of: $1) }
    let settings = job.settings
    let phrases = errors.readPhrases(of: job, in: context)
    let source = errors.attempt(SharedKeys.phrases, of: job) {
      try context.phraseSource(of: settings)
    }
    let documents = DocumentStages(
      of: job, look: settings[SharedKeys.look] ?? DocumentStages.defaultLook,
      phrases: phrases?.value, memory: DocumentMemory.documents(size),
      beginsChaptersOnNewPage: true,
      in: context, errors: &errors)
    guard errors.isEmpty, let documents, let source else { throw Failure(errors.diagnostics) }
    self.documents = documents
    self.phrases = source
    references = settings[DocumentKeys.bibliography] ?? []
    var options = ManuscriptOptions()
    options.title = settings[DocumentKeys.title] ?? ""
    options.subtitle = settings[SharedKeys.subtitle] ?? ""
    options.authors = settings[SharedKeys.authors] ?? []
    options.date = settings[SharedKeys.date] ?? ""
    options.license = settings[SharedKeys.license] ?? ""
    options.language = settings[SharedKeys.language] ?? ""
    options.contentsDepth = settings[DocumentKeys.contents]
    options.isNumbered = settings[DocumentKeys.numbered]
    options.citations = settings[DocumentKeys.citations]
    self.options = options
  }

  /// The job as the engine runs it.
  func makeJob() throws -> Job {
    let document = read()
    let pictured = drawDiagrams(of: document)
    let stages = try job.outputs.map { output in
      switch try BookFormat(of: output) {
      // Pages draw diagrams themselves.
      case .pdf: documents.stage(output, as: .pdf, document)
      case .png: documents.page(output, document, document) { _ in [] }
      case .docx: documents.stage(output, as: .docx, pictured)
      case .html: documents.stage(output, as: .html, pictured)
      case .epub: documents.stage(output, as: .epub, pictured)
      case .md: documents.stage(output, as: .md, document)
      case .txt: documents.stage(output, as: .txt, document)
      }
    }
    return job.made(
      zip(job.outputs, stages).map { Job.Output($0.path, from: $1, at: $0.place) },
      inputs: documents.inputs, checks: [document.erased])
  }

  /// The files become a document of no particular format.
  private func read() -> Stage<Document> {
    if let fault = job.error { return .failing(fault) }
    let paths = [job.input] + job.companions
    let options = options
    let references = references
    let phrases = phrases
    return Stage(
      "read document", version: 1, parameters: .of(paths, options, references, phrases),
      memory: DocumentMemory.document(size), digest: { Digest(canonicalOf: $0) }
    ) { context in
      let files = try DocumentFiles(paths, in: context.environment)
      var read = try files.files(references: references)
      read.isCancelled = { context.isCancelled }
      return try Manuscript.document(of: read, options) {
        try phrases.phrases(of: $0)
      }
    }
  }

  /// A document whose diagrams are images, for formats that do not draw them.
  private func drawDiagrams(of document: Stage<Document>) -> Stage<Document> {
    let fonts = documents.fonts
    let style = documents.look.screenCharts
    return Stage(
      "draw diagrams", version: 1, parameters: .of(style, documents.type),
      memory: DocumentMemory.document(size), after: document, digest: { Digest(canonicalOf: $0) }
    ) { context, document in
      guard DiagramImages.has(document) else { return Diagnosed(document) }
      return try fonts.withLibrary { library in
        var images = DiagramImages(style: style, fonts: library)
        return Diagnosed(try images.drawn(document) { context.isCancelled })
      }
    }
  }
}
