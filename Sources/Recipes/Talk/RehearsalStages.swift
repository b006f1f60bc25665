// SPDX-License-Identifier: MIT
// Part of Platen: the report of a rehearsal: log and talk → figures → pages, text, data.

internal import Archive
internal import Canvas
internal import Charts
internal import Diagnostics
internal import Digests
internal import Documents
internal import Pipeline
internal import Rehearsal
internal import Talks
internal import Typesetting
internal import Writers

/// Makes the stages of outputs that show a rehearsal.
struct RehearsalStages {
  let fonts: FontPool
  /// Stands for the fonts in keys.
  let type: String
  let phrases: Phrasebook
  let paper: BookLook
  let skeleton: RecipeContext.WordSkeleton?

  /// Bytes of a log.
  private static let limit = 256 << 20

  /// What is wrong with the options of an output.
  static func faults(_ output: OutputRequest) -> [Diagnostic] {
    let isRehearsal = output.options.text("show") == "rehearsal"
    let log = output.options["log"]
    if isRehearsal, log == nil {
      return [
        .error(
          "manifest.value", "a rehearsal is shown from its log, and none is named",
          at: output.options["show"]?.place ?? output.place,
          hints: ["name what platen serve --log kept: log: FILE, or --log FILE"])
      ]
    }
    if !isRehearsal, let log {
      return [
        .error(
          "manifest.value", "a log is for show: rehearsal", at: log.place,
          hints: ["show: rehearsal, or --show rehearsal, goes with it"])
      ]
    }
    return []
  }

  func stage(_ output: OutputRequest, _ talk: Stage<Talk>) -> Stage<KeptFile> {
    let report = report(output.options.text("log") ?? "", talk)
    switch output.form {
    case "pdf": return pages(output, report)
    case "docx": return word(output, report)
    case "json", "csv": return data(output, report)
    default: return text(output, report)
    }
  }

  /// What is measured and what it is called.
  private struct Measured: Digestible, Sendable {
    var report: RehearsalReport
    var metadata: Metadata

    func add(to digester: inout Digester) {
      digester.addFields(metadata, String(decoding: report.json, as: UTF8.self))
    }
  }

  /// The log is played through the talk's own machine, and measured against its plan.
  private func report(_ log: String, _ talk: Stage<Talk>) -> Stage<Measured> {
    Stage(
      "measure rehearsal", version: 1, parameters: log, files: [log], memory: TalkWeight.text,
      after: talk, digest: { Digest(canonicalOf: $0) }
    ) { context, talk in
      let read: Warned<SessionLog>
      do throws(Failure) {
        read = try SessionLog.read(try bytes(of: log, in: context))
      } catch {
        throw error.inFile(log)
      }
      var metadata = talk.deck.metadata
      let made = RehearsalReport.make(
        of: read.value, title: metadata.title, plan: RehearsalPlan.plan(of: talk))
      metadata.date = ""
      return Warned(
        Measured(report: made.value, metadata: metadata),
        warnings: (read.warnings + made.warnings).map { $0.inFile(log) })
    }
  }

  private func chart(_ picture: RehearsalReport.Picture) -> StoryChart {
    StoryChart(
      name: picture.name, chart: picture.chart, caption: picture.caption,
      alternative: picture.alternative)
  }

  private func pages(_ output: OutputRequest, _ measured: Stage<Measured>) -> Stage<KeptFile> {
    let settings = output.options
    let (fonts, phrases, paper) = (fonts, phrases, paper)
    let chart = chart
    return .file(
      "typeset rehearsal", version: 1,
      parameters: [
        "paper \(Digest.of(paper.yaml))", "fonts \(type)", settings.canonicalText,
        "phrases \(Digest(canonicalOf: phrases))",
      ].joined(separator: "\n"),
      memory: TalkWeight.pages, after: measured, check: { try Verification.pdf($0) }
    ) { context, file, measured in
      let document = measured.report.document(phrases, metadata: measured.metadata)
      let charts = measured.report.pictures(phrases).map(chart)
      let hyphenation = try HyphenFiles.hyphenation(
        for: document.metadata.language, in: context.environment)
      return try fonts.writePDF(document.metadata, to: file) { library, emit in
        let result = try Typesetter(
          style: paper.pages, template: BookPaper.template(settings), measuring: library,
          hyphenation: hyphenation
        ) { name in
          charts.first { $0.name == name }?.picture(paper.pageCharts, text: library)
        }.pages(of: document, isCancelled: { context.isCancelled }, page: emit)
        return (result.structure, result.diagnostics)
      }
    }
  }

  /// With charts as pictures.
  private func pictured(_ measured: Measured) throws -> Document {
    var document = measured.report.document(phrases, metadata: measured.metadata)
    document.resources = try fonts.withLibrary { library in
      try measured.report.pictures(phrases).map {
        try chart($0).resource(paper.screenCharts, fonts: library)
      }
    }
    return document
  }

  private func word(_ output: OutputRequest, _ measured: Stage<Measured>) -> Stage<KeptFile> {
    let settings = output.options
    let skeleton = skeleton
    let pictured = pictured
    return .file(
      "write rehearsal docx", version: 1, parameters: key(output), memory: TalkWeight.pages,
      after: measured, check: { try Verification.zip($0) }
    ) { _, file, measured in
      let writer = try DOCXWriter(
        skeleton: skeleton?.parts ?? [], template: nil,
        options: .init(page: BookPaper.wordPage(settings), beginsChaptersOnNewPage: false))
      return try writer.write(
        try pictured(measured), spool: { try ScratchSpool() }, to: file.write)
    }
  }

  private func text(_ output: OutputRequest, _ measured: Stage<Measured>) -> Stage<KeptFile> {
    let settings = output.options
    let form = output.form
    let (phrases, paper) = (phrases, paper)
    let pictured = pictured
    return .file(
      "write rehearsal \(form)", version: 1, parameters: key(output), memory: TalkWeight.text,
      after: measured
    ) { _, file, measured in
      switch form {
      case "md":
        try MarkdownWriter(phrases: phrases, hasFrontMatter: true)
          .write(measured.report.document(phrases, metadata: measured.metadata), to: file.write)
      case "html":
        try HTMLWriter(style: paper.web, phrases: phrases)
          .write(try pictured(measured), to: file.write)
      default:
        try PlainTextWriter(
          options: .init(
            lines: settings.text("wrap") == "none"
              ? .paragraph : .wrapped(settings.integer("wrap") ?? 80))
        ).write(measured.report.document(phrases, metadata: measured.metadata), to: file.write)
      }
    }
  }

  private func data(_ output: OutputRequest, _ measured: Stage<Measured>) -> Stage<KeptFile> {
    let form = output.form
    return .file(
      "write rehearsal \(form)", version: 1, parameters: form, memory: TalkWeight.text,
      after: measured
    ) { _, file, measured in
      let bytes = form == "json" ? measured.report.json : Array(measured.report.csv.utf8)
      try bytes.withUnsafeBytes { try file.write($0) }
      return []
    }
  }

  private func key(_ output: OutputRequest) -> String {
    [
      output.options.canonicalText, "paper \(Digest.of(paper.yaml))", "fonts \(type)",
      "phrases \(Digest(canonicalOf: phrases))", "skeleton \(skeleton?.digest ?? "")",
    ].joined(separator: "\n")
  }

  private func bytes(of log: String, in context: StageContext) throws(Failure) -> [UInt8] {
    do {
      return try context.read(log, limit: RehearsalStages.limit).bytes
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.error("session.read", "the log cannot be read: \(error)"))
    }
  }
}
