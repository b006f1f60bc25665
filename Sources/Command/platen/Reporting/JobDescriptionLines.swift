// SPDX-License-Identifier: MIT
// Part of Platen: progress as lines that runners of Open Job Description read.

import Diagnostics
import Pipeline
import Text

/// Prints the progress of a run as lines of Open Job Description: `openjd_progress`,
/// `openjd_status` and `openjd_fail`.
final class JobDescriptionLines {
  private var total = 0
  private var done = 0
  private var failed = 0
  /// The last progress that was printed, in percent.
  private var shown = -1

  func show(_ event: Event) {
    switch event {
    case .begin(let begin):
      total = begin.jobs
      writeLine("status", total == 0 ? "no jobs are left" : "\(counted(total, "job")) to look at")
      progress()
    case .jobFinished(let job, let outcome, _, let diagnostics):
      done += 1
      if outcome == .failed {
        failed += 1
        let reason = diagnostics.first.map { ": \($0.message)" } ?? ""
        writeLine("status", "\(job) failed\(reason)")
      }
      progress()
    case .summary(let totals):
      writeLine(
        failed > 0 ? "fail" : "status",
        "\(counted(total, "job")): \(totals.built) built, \(totals.upToDate) up to date, "
          + "\(totals.failed) failed")
    default: break
    }
  }

  private func progress() {
    let percent = total == 0 ? 100 : done * 100 / total
    guard percent != shown else { return }
    shown = percent
    writeLine("progress", "\(percent)")
  }

  private func writeLine(_ name: String, _ text: String) {
    StandardOutput.write("openjd_\(name): \(printable(text, limit: 400))\n")
  }
}
