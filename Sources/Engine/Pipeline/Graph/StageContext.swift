// SPDX-License-Identifier: MIT
// Part of Platen: a running stage's access to the world, every answer noted.

internal import Diagnostics

/// The access of a running stage to the world: its environment, recorded in a trace, and the flag.
public struct StageContext: Sendable {
  /// The world, as far as the run allows; each query of it is recorded for this stage.
  public let environment: any Environment
  /// The flag that requests the stage to stop; for libraries that poll a closure.
  public let cancellation: Cancellation
  /// Idle slots the stage may use for pieces of its work; nil where it is to do all itself.
  let spareSlots: SpareSlots?
  /// The seconds that helpers on other threads have computed for the stage.
  let helpersSeconds = Guarded(0.0)

  init(
    environment: any Environment, cancellation: Cancellation, spareSlots: SpareSlots? = nil
  ) {
    self.environment = environment
    self.cancellation = cancellation
    self.spareSlots = spareSlots
  }

  /// Reads a file whole.
  ///
  /// - Throws: ``Failure`` with the code `file.missing`, `file.folder`, `file.permission`,
  ///   `file.too-large` or `file.unreadable`, placed in the file, with hints.
  public func read(_ path: String, limit: Int = FileBytes.defaultLimit) throws -> FileBytes {
    try environment.read(path, limit: limit)
  }

  /// Throws ``Cancelled`` when the run was cancelled.
  public func checkCancellation() throws(Cancelled) { try cancellation.check() }

  /// Indicates whether the run was cancelled.
  public var isCancelled: Bool { cancellation.isCancelled }
}
