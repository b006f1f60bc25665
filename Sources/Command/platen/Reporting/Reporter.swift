// SPDX-License-Identifier: MIT
// Part of Platen: progress reports of a run, for terminals, logs and programs.

import Diagnostics
import Pipeline
import Reports
import Text

/// Listens to the events of a run.
protocol Reporter: AnyObject {
  func show(_ event: Event)
}

extension Console {
  /// The reporter for this console: JSON lines, a block rewritten in place on a terminal, or plain
  /// lines.
  func reporter(root: String, of plan: Plan?, _ control: RunControl) -> any Reporter {
    if isJSON { return JSONReporter(self) }
    if terminal.isInteractive, verbosity > .quiet {
      return LiveReporter(self, root: root, of: plan, control)
    }
    return PlainReporter(self, root: root, of: plan)
  }
}

/// Every event as a line of JSON on standard output.
final class JSONReporter: Reporter {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func show(_ event: Event) {
    StandardOutput.write(event.jsonLine + "\n")
    switch event {
    case .warning(let diagnostic, _): console.annotate(diagnostic)
    case .jobFinished(_, _, _, let diagnostics): diagnostics.forEach(console.annotate)
    default: break
    }
  }
}

/// One line for each finished job; at the end the warnings, and last the failed jobs with their
/// errors.
class PlainReporter: Reporter {
  let console: Console
  let root: String
  private(set) var total = 0
  private(set) var done = 0
  /// The paths published for unfinished jobs, and their bytes.
  private var paths: [String: [String]] = [:]
  private var bytes: [String: Int] = [:]
  private var lacking: Set<Diagnostic> = []
  private var messages = JobMessages()
  /// The number of paths shown for a job; above it only their count is shown.
  private static let mostPaths = 12

  private var sheets: SheetLines

  /// - Parameter plan: the plan of the run; nil where nothing is built.
  init(_ console: Console, root: String, of plan: Plan?) {
    self.console = console
    self.root = root
    sheets = SheetLines(of: plan?.jobs ?? [], on: console)
  }

  func show(_ event: Event) {
    if sheets.show(event) { return }
    switch event {
    case .begin(let begin): total = begin.jobs
    case .preflight(let preflight): self.preflight(preflight)
    case .jobStarted: break
    case .stageStarted(let stage): messages.start(stage)
    case .stageFinished(let stage, let outcome, let seconds):
      if console.verbosity == .verbose {
        report(
          "  \(printable(stage.job)): \(stage.name) \(outcome.rawValue) in \(formatted(seconds: seconds))"
        )
      }
    case .warning(let diagnostic, let stage):
      // Messages reported before the first job are not repeated by each.
      if !lacking.contains(diagnostic) { messages.add(diagnostic, of: stage) }
    case .output(let job, let output):
      paths[job, default: []].append(described(output))
      bytes[job, default: 0] += output.size ?? 0
    case .jobFinished(let job, let outcome, let seconds, let diagnostics):
      done += 1
      messages.finish(job, outcome, diagnostics)
      // Whichever was ready first.
      var published = (paths.removeValue(forKey: job) ?? []).sorted()
      let size = bytes.removeValue(forKey: job) ?? 0
      if published.count > PlainReporter.mostPaths {
        published = ["\(printable(job)): \(published.count) files \(formatted(bytes: size))"]
      }
      finished(job, outcome, seconds, published)
    case .retrying(let stage, let diagnostics):
      let why = diagnostics.first?.message ?? "it failed"
      report("  \(printable(stage.job)): \(stage.name) will be retried: \(why)")
    case .paused: report("paused: no further jobs are started")
    case .resumed: report("resumed")
    case .summary(let totals): summary(totals)
    }
  }

  func finished(_ job: String, _ outcome: Outcome, _ seconds: Double, _ paths: [String]) {
    // Among ten thousand up-to-date jobs, only the two that were built are of interest.
    guard outcome != .upToDate || console.verbosity == .verbose else { return }
    report(line(job, outcome, seconds, paths))
  }

  private func preflight(_ preflight: Preflight) {
    console.report(preflight.warnings)
    lacking = Set(preflight.warnings)
    // For short runs the duration is of no interest.
    guard console.verbosity == .verbose || (preflight.seconds ?? 0) >= 60 else { return }
    var parts = [
      counted(preflight.outputs, "output") + " to build"
    ]
    if let seconds = preflight.seconds { parts.append("about \(formatted(seconds: seconds))") }
    if let bytes = preflight.bytes { parts.append("about \(formatted(bytes: bytes)) to write") }
    if let free = preflight.free { parts.append("\(formatted(bytes: free)) free") }
    if preflight.missing > 0 {
      parts.append(
        counted(preflight.missing, "job") + " with missing inputs")
    }
    report(parts.joined(separator: ", "))
  }

  func line(_ job: String, _ outcome: Outcome, _ seconds: Double, _ paths: [String]) -> String {
    let count = "[\(done)/\(total)] "
    let job = printable(job)
    switch outcome {
    case .failed: return count + console.terminal.ink("failed", .red) + " \(job)"
    case .skipped, .cancelled: return count + "\(outcome.rawValue) \(job)"
    case .built, .upToDate:
      let what = paths.isEmpty ? job : paths.joined(separator: ", ")
      return count + what + "  " + formatted(seconds: seconds)
    }
  }

  func report(_ line: String) { console.report(line) }

  func summary(_ totals: RunTotals) {
    reportDiagnostics()
    let isGood = totals.failed == 0 && totals.cancelled == 0
    let text = console.terminal.ink(totals.summary, isGood ? .green : .red)
    report(text + " in \(formatted(seconds: totals.seconds)): \(root)")
  }

  /// Prints and clears the collected messages.
  private func reportDiagnostics() {
    let isWhole = console.verbosity == .verbose || console.showsWarnings
    let (warnings, old, failures) = messages.summary(isWhole: isWhole)
    messages = JobMessages()
    for message in warnings {
      console.report(message.diagnostic, jobs: message.jobs, count: message.count)
    }
    if old > 0 { report("\(counted(old, "warning")) of jobs that are up to date; -v shows them") }
    for message in failures {
      console.report(message.diagnostic, jobs: message.jobs, count: message.count)
    }
  }

  // A run that ends without a summary.
  deinit { reportDiagnostics() }

  private func described(_ output: OutputRecord) -> String {
    var text = output.path
    if output.outcome == .upToDate { text += " (up to date)" }
    if output.outcome == .failed { text += " (failed)" }
    if !output.files.isEmpty { text += " \(output.fileCount)" }
    if let width = output.facts.width, let height = output.facts.height {
      text += " \(width)×\(height)"
    }
    if let size = output.size { text += " \(formatted(bytes: size))" }
    return text
  }
}

extension OutputRecord {
  /// The number of files in a set.
  var fileCount: String { counted(files.count, "file") }
}
