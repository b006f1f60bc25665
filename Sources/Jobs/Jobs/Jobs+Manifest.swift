// SPDX-License-Identifier: MIT
// Part of Platen: the jobs of a manifest made by their kinds.

internal import Diagnostics
package import JobKit
package import Pipeline

extension Jobs {
  /// The jobs of a manifest as the engine runs them.
  ///
  /// - Parameter known: errors of the manifest itself, to be shown with those of its jobs.
  /// - Throws: `Failure` with all errors of all jobs: looks, layers, sizes, fonts.
  package static func jobs(
    of manifest: Manifest, in context: RecipeContext,
    besides known: DiagnosticList = DiagnosticList()
  ) throws -> [Job] {
    var errors = known
    var jobs: [Job] = []
    for job in manifest.jobs {
      let misplaced = job.kindFaults
      guard misplaced.isEmpty else {
        for fault in misplaced { errors.record(fault) }
        continue
      }
      do {
        var made = try job.kind.makeJob(job, of: manifest, in: context)
        // Assets have it as an option of .strings, which needs no phrasebook.
        if job.settings[SharedKeys.language] != nil,
          job.kind.grammar.keys.contains(where: { $0.name == SharedKeys.language.name })
        {
          made.warnings += try context.phrases(of: job.settings).warnings.map {
            $0.found(from: job.settings.place(of: SharedKeys.language))
          }
        }
        jobs.append(made)
      } catch let failure as Failure {
        errors.record(failure, foundFrom: job.place)
      }
      for fault in job.unusedOptions
      // The recipe may have reported the reason already.
      where !errors.hasError(at: fault.place) {
        errors.record(fault)
      }
    }
    try errors.throwIfAny()
    return jobs
  }
}
