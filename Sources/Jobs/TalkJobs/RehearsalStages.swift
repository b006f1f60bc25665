// SPDX-License-Identifier: MIT
// Part of Platen: the report of a rehearsal: log and talk → figures → pages, text, data.

internal import Books
internal import Diagnostics
internal import Digests
internal import Documents
internal import Figures
internal import JobKit
internal import Pipeline
internal import Rehearsal
internal import Talks
internal import Values

/// Makes the stages of outputs that show a rehearsal.
struct RehearsalStages {
  let documents: DocumentStages

  /// Bytes of a log.
  private static let limit = 256 << 20

  /// The errors in the options of an output.
  static func errors(_ output: OutputRequest) -> [Diagnostic] {
    let isRehearsal = output.options[TalkKeys.show] == .rehearsal
    let log = output.options.placed(TalkKeys.log)
    if isRehearsal, log == nil {
      return [
        .error(
          .manifestValue, "show: rehearsal requires a log",
          at: output.options.place(of: TalkKeys.show) ?? output.place,
          hints: ["name the log of platen serve with log: FILE"])
      ]
    }
    if !isRehearsal, let log {
      return [
        .error(
          .manifestValue, "log requires show: rehearsal", at: log.place,
          hints: ["add show: rehearsal"])
      ]
    }
    return []
  }

  func stage(
    _ output: OutputRequest, as format: DocumentFormat, _ talk: Stage<Talk>
  ) -> Stage<FileArtifact> {
    let report = report(output.options[TalkKeys.log] ?? "", talk)
    let charts: @Sendable (Measured) -> [PageChart] = { measured in
      measured.report.figures(measured.phrases).map {
        PageChart($0.name, $0.chart, caption: $0.caption, alternative: $0.alternative)
      }
    }
    let document = Stage(
      "compose rehearsal", version: 2, memory: TalkMemory.text, after: report,
      digest: { Digest(canonicalOf: $0) }
    ) { _, measured in
      Diagnosed(measured.report.document(measured.phrases, metadata: measured.metadata))
    }
    // The report already refers to its figures.
    let charted = documents.charted(document, report, for: [output], charts: charts) { _, _ in }
    return documents.stage(output, as: format, charted, report, charts: charts)
  }

  /// The measurements, their name and the words they are printed with.
  private struct Measured: Digestible, Sendable {
    var report: RehearsalReport
    var metadata: Metadata
    var phrases: Phrasebook

    func add(to digester: inout Digester) {
      digester.addFields(metadata, String(decoding: report.json, as: UTF8.self), phrases)
    }
  }

  /// The stage that replays the log and compares its times with the talk's plan.
  private func report(_ log: String, _ talk: Stage<Talk>) -> Stage<Measured> {
    Stage(
      "measure rehearsal", version: 3, parameters: .of(log), files: [log], memory: TalkMemory.text,
      after: talk, digest: { Digest(canonicalOf: $0) }
    ) { context, talk in
      let read: Diagnosed<SessionLog>
      do throws(Failure) {
        read = try SessionLog.read(try bytes(of: log, in: context))
      } catch {
        throw error.inFile(log)
      }
      var metadata = talk.deck.metadata
      let made = RehearsalReport.make(
        of: read.value, title: metadata.title, plan: talk.rehearsalPlan)
      metadata.date = ""
      return Diagnosed(
        Measured(report: made.value, metadata: metadata, phrases: talk.deck.phrases),
        warnings: (read.warnings + made.warnings).map { $0.inFile(log) })
    }
  }

  /// The report as data.
  func stage(
    _ output: OutputRequest, _ data: RehearsalData, _ talk: Stage<Talk>
  ) -> Stage<FileArtifact> {
    let format = data.rawValue
    return .file(
      "write rehearsal \(format)", version: 1, parameters: .of(format), memory: TalkMemory.text,
      after: report(output.options[TalkKeys.log] ?? "", talk)
    ) { _, file, measured in
      let bytes =
        switch data {
        case .json: measured.report.json
        case .csv: Array(measured.report.csv.utf8)
        }
      try bytes.withUnsafeBytes { try file.write($0) }
      return []
    }
  }

  private func bytes(of log: String, in context: StageContext) throws(Failure) -> [UInt8] {
    do {
      return try context.read(log, limit: RehearsalStages.limit).bytes
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.error(.sessionRead, "the log cannot be read: \(error)"))
    }
  }
}
