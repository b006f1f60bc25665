// SPDX-License-Identifier: MIT
// Part of Platen: the names of the faults the engine itself can find.

public import Diagnostics

extension Diagnostic.Code {
  /// A file that is not there.
  public static let fileMissing: Self = "file.missing"
  /// A folder where a file was wanted.
  public static let fileIsFolder: Self = "file.folder"
  /// A file or folder that may not be read or written.
  public static let filePermission: Self = "file.permission"
  /// A file larger than the limit.
  public static let fileTooLarge: Self = "file.too-large"
  /// Reading failed in another way.
  public static let fileUnreadable: Self = "file.unreadable"
  /// A pattern that is no pattern.
  public static let glob: Self = "file.pattern"

  /// An output's path that is not one, or leaves the output root.
  public static let outputPath: Self = "output.path"
  /// Two jobs that would write one file.
  public static let outputDuplicate: Self = "output.duplicate"
  /// An output that would overwrite an input.
  public static let outputIsInput: Self = "output.is-input"
  /// Writing or publishing failed.
  public static let outputWrite: Self = "output.write"
  /// A published file is not what was published any more.
  public static let outputChanged: Self = "output.changed"
  /// The check of a finished file refused it.
  public static let outputCheck: Self = "output.check"
  /// The output root cannot be made or opened; exit code 73.
  public static let outputRoot: Self = "output.root"
  /// Another run holds the output root; exit code 75.
  public static let outputLocked: Self = "output.locked"

  /// Two jobs of one name.
  public static let jobDuplicate: Self = "job.duplicate"
  /// No run goes on in an output root.
  public static let runNone: Self = "run.none"
  /// The socket of a run cannot be made or spoken to.
  public static let runSocket: Self = "run.socket"
  /// A run does not do what it was asked for.
  public static let runRefused: Self = "run.refused"

  /// A job took longer than it may.
  public static let jobTime: Self = "job.time"
  /// A stage threw something that is not a ``Failure``.
  public static let stage: Self = "stage.failed"
  /// A fault of ours; exit code 70.
  public static let engine: Self = "engine.fault"
  /// A text that is no amount of memory.
  public static let memory: Self = "option.memory"
  /// A record that cannot be read.
  public static let record: Self = "record.unreadable"
}
