// SPDX-License-Identifier: MIT
// Part of Platen: progress reports of a run of one job.

import Assets
import Diagnostics
import Pipeline
import Text

/// Warnings and errors, and nothing about outputs.
class QuietReporter: Reporter {
  let console: Console
  init(_ console: Console) { self.console = console }

  func show(_ event: Event) {
    switch event {
    case .warning(let diagnostic, _): console.report([diagnostic])
    case .jobFinished(_, _, _, let diagnostics): console.report(diagnostics)
    case .stageFinished(let stage, let outcome, let seconds) where console.verbosity == .verbose:
      console.report("  \(stage.name) \(outcome.rawValue) in \(formatted(seconds: seconds))")
    default: break
    }
  }
}

/// The same, and one line for each file once all are written, in a fixed order.
final class ShortReporter: QuietReporter {
  private var published: [OutputRecord] = []
  /// Files that may be the user's, and differ from what would have been written.
  private var left: Set<String> = []
  private var sheets: SheetLines

  init(_ console: Console, of plan: Plan) {
    sheets = SheetLines(of: plan.jobs, on: console)
    super.init(console)
  }

  override func show(_ event: Event) {
    if sheets.show(event) { return }
    super.show(event)
    switch event {
    case .warning(let diagnostic, _) where diagnostic.code == .catalogForeign:
      if let file = diagnostic.place?.file { left.insert(file) }
    case .output(_, let output) where output.isPublished: published.append(output)
    case .jobFinished:
      for line in published.map(line).sorted() { console.report(line) }
      published.removeAll()
      left.removeAll()
    case .summary(let totals) where console.verbosity == .verbose:
      console.report("in \(formatted(seconds: totals.seconds))")
    default: break
    }
  }

  private func line(_ output: OutputRecord) -> String {
    var text = output.path
    if output.outcome == .upToDate {
      text += left.contains(output.path) ? " (kept as is)" : " (up to date)"
    }
    if !output.files.isEmpty { text += "  \(output.fileCount)" }
    if let width = output.facts.width, let height = output.facts.height {
      text += "  \(width)×\(height)"
    }
    if let size = output.size { text += "  \(formatted(bytes: size))" }
    return text
  }
}
