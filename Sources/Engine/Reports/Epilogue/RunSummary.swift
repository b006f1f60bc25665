// SPDX-License-Identifier: MIT
// Part of Platen: a run in a sentence and as JSON, for notifications at its end.

internal import Diagnostics
internal import JSON
internal import Pipeline
internal import Text

/// The summary of a run that notifications carry.
struct RunSummary {
  var title: String
  var root: String
  var record: RunRecord
  var status: Int32

  /// The summary in a sentence.
  var sentence: String {
    "\(title): \(record.totals.summary) in \(formatted(seconds: record.totals.seconds))"
  }

  /// The text of a mail: the sentence, and the failed jobs.
  var text: String {
    var lines = [sentence + ".", ""]
    let failed = record.jobs.filter { $0.outcome == .failed }
    for job in failed.prefix(100) {
      lines.append("failed: \(printable(job.id))")
      for error in job.errors.prefix(5) {
        lines += error.report.split(separator: "\n").map { "  " + $0 }
      }
    }
    if failed.count > 100 { lines.append("and \(failed.count - 100) more") }
    if !failed.isEmpty { lines.append("") }
    lines += record.deliveries.compactMap { $0.sentence.map { printable($0) } }
    lines.append("outputs: \(root)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The summary for programs.
  var json: String {
    let totals = record.totals
    var json = JSONWriter()
    json.object { json in
      json.member("format", Event.format)
      json.member("tool", record.tool)
      json.member("title", title)
      json.member("text", sentence)
      json.member("root", root)
      json.member("status", Int(status))
      json.member("built", totals.built)
      json.member("up-to-date", totals.upToDate)
      json.member("failed", totals.failed)
      json.member("cancelled", totals.cancelled)
      json.member("warnings", totals.warnings)
      json.member("seconds", totals.seconds)
      json.member(
        "failures",
        array: { json in
          for job in record.jobs.filter({ $0.outcome == .failed }).prefix(100) {
            json.object { json in
              json.member("job", job.id)
              json.member("message", job.errors.first?.line)
            }
          }
        })
      json.member(
        "deliveries",
        array: { json in
          for delivery in record.deliveries { json.object { delivery.writeMembers(to: &$0) } }
        })
    }
    return json.text
  }
}
