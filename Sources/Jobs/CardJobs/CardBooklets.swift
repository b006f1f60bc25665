// SPDX-License-Identifier: MIT
// Part of Platen: booklets of a cards job, as documents in every format.

internal import Cards
internal import Diagnostics
internal import Digests
internal import Documents
internal import JobKit
internal import Pipeline
internal import Rows
internal import Values

/// Makes the stages of booklets.
struct CardBooklets {
  private let job: ManifestJob
  private let sources: CardSources
  private let options: Booklet.Options
  private let documents: DocumentStages
  private let largeForms: DocumentStages

  /// The look of booklets.
  private static let look = "booklet"
  private static let largeLook = "booklet-large"

  /// Reads the settings of booklets.
  ///
  /// - Parameter shownElsewhere: fields that cards of the same job show.
  init?(
    _ job: ManifestJob, _ sources: CardSources, phrases: Diagnosed<Phrasebook>,
    shownElsewhere: Set<String>, in context: RecipeContext, errors: inout DiagnosticList
  ) {
    let memory = DocumentStages.Memory(
      document: MemoryEstimate(running: 8 << 20, held: 4 << 20),
      text: MemoryEstimate(running: 8 << 20),
      pages: MemoryEstimate(running: 48 << 20))
    guard
      let documents = DocumentStages(
        of: job, look: CardBooklets.look, phrases: phrases.value, memory: memory,
        beginsChaptersOnNewPage: true, in: context, errors: &errors),
      let largeForms = DocumentStages(
        of: job, look: CardBooklets.largeLook, phrases: phrases.value, memory: memory,
        beginsChaptersOnNewPage: true, in: context, errors: &errors)
    else { return nil }
    for output in job.outputs where output.options[CardKeys.layout] == .booklet {
      guard let paper = output.options.placed(CardKeys.paper), let name = paper.text,
        BookPaper(rawValue: name) == nil
      else { continue }
      errors.record(
        .manifestValue, "a booklet has no pages of the size \(name)", at: paper.place,
        hints: ["write \(BookPaper.allCases.map(\.rawValue).joined(separator: ", "))"])
    }
    guard errors.isEmpty else { return nil }
    self.job = job
    self.sources = sources
    self.documents = documents
    self.largeForms = largeForms
    var options = Booklet.Options()
    options.title = job.settings[CardKeys.title] ?? ""
    options.subtitle = job.settings[CardKeys.subtitle] ?? ""
    options.authors = job.settings[CardKeys.authors] ?? []
    options.language = phrases.value.language
    options.date = job.settings[CardKeys.date] ?? ""
    options.phrases = phrases.value
    options.omitted = sources.content.omitted
    options.shownElsewhere = shownElsewhere.union(sources.content.omitted)
    self.options = options
  }

  /// The user's files of the looks.
  var inputs: [InputRecord] { documents.inputs }

  /// Returns the files of an output: one for each list that has rows, or one for all.
  ///
  /// - Parameter warnings: receives a warning about lists without rows.
  func outputs(
    _ request: OutputRequest, as format: DocumentFormat, warnings: inout [Diagnostic]
  ) throws -> [Job.Output] {
    let table = try sources.table(of: request, forLists: true)
    let booklet = Booklet(
      sources.rows, of: table.name, options: options,
      fields: sources.content.addedFields)
    let lists = try sources.named(table, areFiles: request.placeholder != nil)
    if Booklet.isPlain(table, in: sources.rows), !sources.hasLists {
      return rowOutputs(
        try printed(lists, of: table, &warnings), table, booklet, request, format)
    }
    guard let placeholder = request.placeholder else {
      return [
        Job.Output(
          request.path, from: try stage(lists.map(\.row), booklet, request, format),
          at: request.place)
      ]
    }
    // A list without rows makes no booklet.
    var none: [Diagnostic] = []
    let full = lists.filter {
      !sources.rows.members(of: $0.row, in: table.name, warnings: &none).isEmpty
    }
    guard !full.isEmpty else {
      _ = try booklet.document(of: lists.map(\.row))
      return []
    }
    let names = Set(full.map(\.name))
    let empty = lists.filter { !names.contains($0.name) }
    if let first = empty.first {
      let names = empty.prefix(8).map { printable($0.name, limit: 60) }.joined(separator: ", ")
      let warning = Diagnostic.warning(
        .cardsBooklet,
        "\(empty.count) of \(lists.count) \(printable(table.name, limit: 60)) have no rows and make no "
          + "booklet: \(names)\(empty.count > 8 ? " and \(empty.count - 8) more" : "")",
        at: first.row.place, hints: ["select lists with rows:"])
      if !warnings.contains(warning) { warnings.append(warning) }
    }
    return try full.map { list in
      Job.Output(
        request.path.replacing(placeholder, with: list.name),
        from: try stage([list.row], booklet, request, format),
        at: request.place)
    }
  }

  /// Returns the rows of which there is a card at all: those with 0 copies are omitted, with a note.
  private func printed(
    _ rows: [NamedRow], of table: RowTable, _ warnings: inout [Diagnostic]
  ) throws -> [NamedRow] {
    let copies = try sources.copies(of: table)
    let counts: [Int]
    do {
      counts = try copies.counts(of: rows)
    } catch {
      // A column that nothing names may count something else.
      guard job.settings[CardKeys.copies] == nil else { throw error }
      return rows
    }
    if let note = copies.omittedNote(counts, of: rows), !warnings.contains(note) {
      warnings.append(note)
    }
    let printed = zip(rows, counts).filter { $0.1 > 0 }.map(\.0)
    return printed.isEmpty ? rows : printed
  }

  /// Returns the files of a booklet of rows: one for each, or one for all.
  private func rowOutputs(
    _ rows: [NamedRow], _ table: RowTable, _ booklet: Booklet, _ request: OutputRequest,
    _ format: DocumentFormat
  ) -> [Job.Output] {
    func output(_ path: String, _ rows: [NamedRow]) -> Job.Output {
      let document = booklet.document(
        ofRows: rows, named: table.name,
        isMarkdown: job.settings[CardKeys.markdown] ?? true)
      return Job.Output(path, from: stage(document, request, format), at: request.place)
    }
    guard let placeholder = request.placeholder else { return [output(request.path, rows)] }
    return rows.map { output(request.path.replacing(placeholder, with: $0.name), [$0]) }
  }

  private func stage(
    _ lists: [Row], _ booklet: Booklet, _ request: OutputRequest, _ format: DocumentFormat
  ) throws -> Stage<FileArtifact> {
    // A document is cheap to make, and its key covers all of it.
    stage(try booklet.document(of: lists), request, format)
  }

  private func stage(
    _ document: Diagnosed<Document>, _ request: OutputRequest, _ format: DocumentFormat
  ) -> Stage<FileArtifact> {
    let stage = Stage<Document>(
      "write booklet", version: 1, parameters: .of(document.value),
      digest: { Digest(canonicalOf: $0) }
    ) { _ in Diagnosed(document.value, warnings: document.warnings + document.value.warnings()) }
    let isLarge = request.options[CardKeys.large] ?? false
    return (isLarge ? largeForms : documents).stage(request, as: format, stage)
  }
}
