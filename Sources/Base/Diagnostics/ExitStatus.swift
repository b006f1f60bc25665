// SPDX-License-Identifier: MIT
// Part of Platen: the exit statuses of the process.

/// The exit statuses of the process; the README explains them in a table.
package enum ExitStatus {
  /// All outputs are built or up to date.
  package static let success: Int32 = 0
  /// At least one job failed.
  package static let jobFailed: Int32 = 1
  /// Warnings, with `--fail-on-warnings`.
  package static let warnings: Int32 = 2
  /// Arguments are not valid.
  package static let usage: Int32 = 64
  /// The manifest is not valid; nothing ran.
  package static let manifest: Int32 = 65
  /// An instance cannot be used, and nothing else was to be built.
  package static let unavailable: Int32 = 69
  /// An internal error.
  package static let internalError: Int32 = 70
  /// The output directory cannot be written.
  package static let cannotCreate: Int32 = 73
  /// Reading or writing failed in the system.
  package static let inputOutput: Int32 = 74
  /// The output directory or the cache is in use by another run, or the time is up.
  package static let tryAgain: Int32 = 75
  /// The terminal that the process ran in is closed.
  package static let hungUp: Int32 = 129
  /// The process was interrupted.
  package static let interrupted: Int32 = 130
  /// The process received SIGTERM.
  package static let terminated: Int32 = 143

  /// Each status with its meaning, for help and manuals.
  package static let meanings: [(status: Int32, meaning: String)] = [
    (success, "all outputs are built or up to date"),
    (jobFailed, "a job failed"),
    (warnings, "warnings, with --fail-on-warnings"),
    (usage, "invalid arguments"),
    (manifest, "invalid manifest; nothing ran"),
    (unavailable, "no instance can be reached"),
    (internalError, "internal error"),
    (cannotCreate, "the output directory cannot be written"),
    (inputOutput, "reading or writing failed"),
    (tryAgain, "in use by another run, or out of time; try again later"),
    (hungUp, "the terminal was closed"),
    (interrupted, "interrupted"),
    (terminated, "terminated"),
  ]

  /// The status for errors that end a command before or outside of its jobs.
  ///
  /// - Parameter otherwise: the status of the command for errors in the data.
  package static func of(_ failure: Failure, otherwise: Int32) -> Int32 {
    failure.kind?.exitStatus ?? otherwise
  }
}
