// SPDX-License-Identifier: MIT
// Part of Platen: the one switch from what went wrong to the status the process ends with.

import Diagnostics
import Pipeline

/// What the process may end with; the table stands in the README.
enum ExitStatus {
  /// All made or unchanged.
  static let success: Int32 = 0
  /// At least one job failed.
  static let jobFailed: Int32 = 1
  /// Warnings, with `--fail-on-warnings`.
  static let warnings: Int32 = 2
  static let usage: Int32 = 64
  /// The manifest is wrong; nothing ran.
  static let manifest: Int32 = 65
  /// An instance cannot be asked, and nothing else was to be made.
  static let unavailable: Int32 = 69
  /// A fault of ours.
  static let internalFault: Int32 = 70
  /// The output root cannot be written.
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  /// The output root or the cache is in use by another run, or the time is up.
  static let tryAgain: Int32 = 75
  /// The terminal it ran in is gone.
  static let hungUp: Int32 = 129
  static let interrupted: Int32 = 130
  static let terminated: Int32 = 143

  /// The status for faults that end a command before or outside of its jobs.
  ///
  /// - Parameter otherwise: what a fault in the data means to this command.
  static func of(_ failure: Failure, otherwise: Int32) -> Int32 {
    failure.kind?.exitStatus ?? otherwise
  }
}
