// SPDX-License-Identifier: MIT
// Part of Platen: a run as JUnit's XML, which build servers show.

package import Diagnostics
package import Pipeline
internal import Text

/// A run as JUnit's XML: a test case for each job, its class the job's kind.
///
/// A failed job is a failure with its errors; one that was cancelled or never begun is skipped;
/// warnings are the standard output of a case. It follows the schema of Jenkins and Surefire.
package enum JUnitReport {
  /// - Parameters:
  ///   - record: the record of the run.
  ///   - name: the name of the suite.
  ///   - seconds: how long each job took.
  package static func xml(_ record: RunRecord, name: String, seconds: [String: Double]) -> [UInt8] {
    let failed = record.jobs.count { $0.outcome == .failed }
    let skipped = record.jobs.count { $0.outcome == .cancelled || $0.outcome == .skipped }
    let counts =
      "tests=\"\(record.jobs.count)\" failures=\"\(failed)\" errors=\"0\" skipped=\"\(skipped)\" "
      + "time=\"\(decimal(record.totals.seconds))\""
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites name=\"\(escaped(record.tool))\" \(counts)>")
    lines.append("  <testsuite name=\"\(escaped(name))\" \(counts)>")
    for job in record.jobs { lines += self.lines(of: job, seconds[job.id] ?? 0) }
    lines += output(record.warnings).map { "    " + $0 }
    lines += ["  </testsuite>", "</testsuites>", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// A run that never began: one test case, which failed.
  ///
  /// - Parameters:
  ///   - failure: the errors in the manifest, or those that kept the run from beginning.
  ///   - name: the manifest's name.
  package static func xml(_ failure: Failure, tool: String, name: String) -> [UInt8] {
    var job = JobRecord(
      id: name, kind: "manifest", tags: [], parameters: [], outcome: .failed, inputs: [],
      stages: [], warnings: [], errors: failure.diagnostics, outputs: [])
    job.errors.removeAll { $0.severity != .error }
    var totals = RunTotals()
    totals.failed = 1
    return xml(RunRecord(tool: tool, jobs: [job], totals: totals), name: name, seconds: [:])
  }

  private static func lines(of job: JobRecord, _ seconds: Double) -> [String] {
    let head =
      "    <testcase classname=\"\(escaped(job.kind))\" name=\"\(escaped(job.id))\" "
      + "time=\"\(decimal(seconds))\""
    var inner: [String] = []
    switch job.outcome {
    case .failed:
      let message = job.errors.first?.line ?? "it failed"
      let text = job.errors.map(\.report).joined(separator: "\n")
      let type = job.errors.first?.code.rawValue ?? "failed"
      inner.append(
        "      <failure message=\"\(escaped(message))\" type=\"\(escaped(type))\">"
          + escaped(text) + "</failure>")
    case .cancelled, .skipped:
      inner.append("      <skipped message=\"\(job.outcome.rawValue)\"/>")
    case .built, .upToDate: break
    }
    inner += output(job.warnings).map { "      " + $0 }
    return inner.isEmpty ? [head + "/>"] : [head + ">"] + inner + ["    </testcase>"]
  }

  /// The warnings as an element; none without warnings.
  private static func output(_ diagnostics: [Diagnostic]) -> [String] {
    let warnings = diagnostics.filter { $0.severity == .warning }
    guard !warnings.isEmpty else { return [] }
    let text = warnings.map(\.report).joined(separator: "\n")
    return ["<system-out>\(escaped(text))</system-out>"]
  }

  private static func escaped(_ text: String) -> String {
    MarkupEscaping.escaped(text, whitespace: .references)
  }

  private static func decimal(_ seconds: Double) -> String {
    let count = Int((min(max(0, seconds), 1e9) * 1000).rounded())
    let rest = String(count % 1000)
    return "\(count / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
