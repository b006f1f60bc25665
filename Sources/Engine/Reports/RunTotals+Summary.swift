// SPDX-License-Identifier: MIT
// Part of Platen: the summary of a run, in a line.

package import Pipeline
internal import Text

extension RunTotals {
  /// `9 jobs: 9 built, 0 up to date, 0 failed (148 files)`.
  package var summary: String {
    let jobs = built + upToDate + failed + cancelled
    var text =
      "\(counted(jobs, "job")): \(built) built, \(upToDate) up to date, \(failed) failed"
    if cancelled > 0 { text += ", \(cancelled) cancelled" }
    if warnings > 0 { text += ", " + counted(warnings, "warning") }
    // Records of earlier versions do not count files.
    return files > 0 ? text + " (\(counted(files, "file")))" : text
  }
}
