// SPDX-License-Identifier: MIT
// Part of Platen: a cards job: rows → cards → images, sheets, booklets.

internal import Cards
internal import Diagnostics
internal import Digests
internal import Documents
internal import JobKit
internal import Pipeline
internal import Rows
internal import Tokens
internal import Values

/// Makes the stages of one cards job. Rows are read while planning, and each card is an output of
/// its own: all outputs are known in advance, and a changed row rebuilds only its own cards.
struct CardRecipe {
  private let job: ManifestJob
  private let context: RecipeContext
  private let phrases: Diagnosed<Phrasebook>

  init(_ job: ManifestJob, in context: RecipeContext) throws {
    self.job = job
    self.context = context
    phrases = try context.phrases(of: job.settings)
  }

  /// Returns the job for the engine.
  ///
  /// - Throws: `Failure` with all errors of the job's settings, its look and its rows. A missing
  ///   file results in a job that fails, as with every kind.
  func makeJob() throws -> Job {
    if let fault = job.error { return failing(Failure(fault)) }
    let reading = TracingEnvironment(context.environment)
    do {
      var errors = DiagnosticList()
      var sources = try CardSources(job, phrases: phrases.value, in: reading)
      let tokens = try tokens(in: reading)
      let look = look(tokens, &sources, in: reading, &errors)
      let needsCards = job.outputs.contains { !CardRecipe.isBooklet($0) }
      let cards = try look.flatMap { look in
        needsCards
          ? try CardStages(
            job, look: look, language: phrases.value.language, icons: try icons(in: reading),
            in: context) : nil
      }
      let booklets =
        job.outputs.contains(where: CardRecipe.isBooklet)
        ? CardBooklets(
          job, sources, phrases: phrases,
          shownElsewhere: needsCards ? Set(look?.fieldNames ?? []) : [], in: context,
          errors: &errors) : nil
      if let look {
        let columns = tables(sources).compactMap { try? sources.copies(of: $0, look).counting }
        sources.content.copiesColumns = Set(columns.flatMap(\.self))
      }
      var outputs: [Job.Output] = []
      var checks: [AnyStage] = []
      var drawn = DrawnFields()
      var warnings = sources.rows.warnings + phrases.warnings + (tokens?.warnings ?? [])
      for request in job.outputs {
        do {
          switch try CardFormat(of: request).product(of: request) {
          case .booklet(let format):
            outputs += try booklets?.outputs(request, as: format, warnings: &warnings) ?? []
          case .deck:
            if let cards { outputs.append(try cards.deck(request, sources)) }
          case .image, .pages:
            outputs +=
              try cards?.outputs(
                request, sources, drawn: &drawn, warnings: &warnings) ?? []
            if let cards { checks.append(try cards.check(request, sources).erased) }
          }
        } catch let failure as Failure {
          errors.record(failure, foundFrom: request.place)
        }
      }
      try errors.throwIfAny()
      warnings += rivalWarnings(sources)
      if let look, let cards {
        warnings += cards.warnings
        let user =
          booklets == nil ? "the look \(look.name)" : "the look \(look.name) or a booklet"
        let used = look.fieldNames + (booklets == nil ? [] : sources.bookletFields)
        let tables = tables(sources)
        if let warning = try icons(in: reading)?.unknownWarning(in: tables) {
          warnings.append(warning)
        }
        warnings += sources.content.fieldWarnings(usedBy: user, used, tables: tables)
        warnings += sources.omitWarnings(for: tables)
        // A look that uses no column at all has a warning of its own, and so have views of numbers.
        let proseOnly = showsProgress || warnings.contains { $0.code == .cardsEmpty }
        if !proseOnly {
          warnings += sources.content.columnWarnings(
            usedBy: user, used, key: sources.key, tables: tables, drawn: &drawn)
        }
        // Booklets report the fields that they do not show either.
        if booklets == nil {
          warnings += drawn.warnings(
            look, sources.content, key: sources.key, proseOnly: proseOnly)
        }
      } else if booklets != nil {
        let tables = sources.rows.tables
        warnings += sources.content.fieldWarnings(
          usedBy: "a booklet", sources.bookletFields, tables: tables)
        warnings += sources.omitWarnings(for: tables)
      }
      warnings += sources.rowWarnings(in: tables(sources, withBooklets: true))
      if !warnings.isEmpty, let first = outputs.first {
        outputs[0] = Job.Output(
          first.path, placeholder: first.placeholder, from: first.stage.withWarnings(warnings),
          at: first.place)
      }
      let inputs = reading.trace.accesses.compactMap(InputRecord.init).filter { $0.digest != nil }
      var made = job.made(
        outputs,
        inputs: inputs + (booklets?.inputs ?? context.phraseFiles(of: job.settings)),
        checks: checks)
      // Warnings about the language are reported for every job, with their line.
      made.warnings = warnings.filter { !phrases.warnings.contains($0) }
      return made
    } catch let failure as Failure
      where failure.diagnostics.allSatisfy({ $0.code == .fileMissing })
    {
      return failing(failure)
    }
  }

  /// Returns the stage of the cards or sheets of the job's output, for a preview.
  ///
  /// - Throws: `Failure` with errors of the job's settings, its look and its rows.
  func pages() throws -> Stage<PreviewPages> {
    if let fault = job.error { throw Failure(fault) }
    var errors = DiagnosticList()
    var sources = try CardSources(job, phrases: phrases.value, in: context.environment)
    let look = look(
      try tokens(in: context.environment), &sources, in: context.environment, &errors)
    guard let look else { throw Failure(errors.diagnostics) }
    return try CardStages(
      job, look: look, language: phrases.value.language,
      icons: try icons(in: context.environment), in: context
    ).previewPages(
      job.outputs[0], sources, title: job.settings[CardKeys.title] ?? stem(of: job.input))
  }

  private func icons(in environment: any Environment) throws -> CardIconFolder? {
    try job.settings[CardKeys.icons].map { path in
      try CardIconFolder(path, at: job.settings.place(of: CardKeys.icons), in: environment)
    }
  }

  private func tokens(in environment: any Environment) throws -> TokenSet? {
    try job.settings[CardKeys.tokens].map { paths in
      // Files alone: a folder is refused as one where it is read.
      let loader = TokenLoader(
        read: { try environment.read($0, limit: 16 << 20).bytes }, list: { _ in nil })
      return try loader.load(paths)
    }
  }

  /// Reads the look, and has the sources color cards by the column that it names; nil after an
  /// error, which is recorded.
  private func look(
    _ tokens: TokenSet?, _ sources: inout CardSources, in environment: any Environment,
    _ errors: inout DiagnosticList
  ) -> CardLook? {
    let colors = job.settings[CardKeys.colors]?.members ?? []
    let look = errors.attempt(CardKeys.look, of: job) {
      try CardLookFile(environment: environment, templates: context.looks.templates).look(
        job.settings[CardKeys.look] ?? CardLookFile.defaultName, tokens: tokens, colors: colors,
        columns: sources.content.columns(
          ofValues: Set(colors.map { $0.key.lowercased() }), in: tables(sources)))
    }
    sources.content.colorColumn = look?.colorColumn
    return look
  }

  /// Returns the tables of cards, each once, and those of booklets if requested.
  private func tables(_ sources: CardSources, withBooklets: Bool = false) -> [RowTable] {
    var seen: Set<String> = []
    return job.outputs.filter { withBooklets || !CardRecipe.isBooklet($0) }
      .compactMap { try? sources.table(of: $0, forLists: CardRecipe.isBooklet($0)) }
      .filter { seen.insert($0.name).inserted }
  }

  /// Indicates whether an output shows the progress of rows, which other fields determine.
  private var showsProgress: Bool {
    job.outputs.contains { $0.options[CardKeys.show].map(DrawnFields.counting.contains) ?? false }
  }

  /// Returns warnings about other tables that the job could use, if none is specified.
  private func rivalWarnings(_ sources: CardSources) -> [Diagnostic] {
    let isChosen = job.outputs.contains { output in
      output.options[CardKeys.table] != nil || CardRecipe.isBooklet(output)
        || output.options[CardKeys.show].map { $0 != "card" } ?? false
    }
    let candidates = sources.rows.candidateTables
    guard !isChosen, let main = sources.rows.mainTable, let first = candidates.first else {
      return []
    }
    let names = candidates.prefix(8).map { table in
      "\(printable(table.name, limit: 60)) (\(table.rows.count) "
        + (table.rows.count == 1 ? "row)" : "rows)")
    }
    return [
      .warning(
        .cardsTable,
        "not shown: \(names.joined(separator: ", ")): these cards are of \(printable(main.name, limit: 60))",
        at: first.rows.first?.place,
        hints: [
          "specify table: \(printable(first.name, limit: 60)), or table: "
            + "\(printable(main.name, limit: 60)) to omit the others"
        ])
    ]
  }

  private static func isBooklet(_ request: OutputRequest) -> Bool {
    if case .booklet? = CardFormat(rawValue: request.format)?.product(of: request) {
      true
    } else {
      false
    }
  }

  /// Returns a job that fails once it runs, without affecting other jobs.
  private func failing(_ failure: Failure) -> Job {
    job.failing(failure) { request in
      // The number of files of a set is unknown then, so it counts as one.
      request.path.replacing("${row}", with: "row").replacing("${card}", with: "1")
    }
  }
}
