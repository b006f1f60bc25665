// SPDX-License-Identifier: MIT
// Part of Platen: the protocol of stores for results and their actions.

public import Diagnostics
public import Digests

/// A store of results and their actions.
///
/// The store may be a folder of this machine or, later, another machine; its callers do not depend
/// on which. A store is an aid: none of its errors fails a job. Unreadable entries count as
/// missing, entries it cannot write are not cached, and both are reported once, through
/// ``takeDiagnostics()``.
///
/// All of it may be called from any thread.
///
/// A run that builds a file hands its bytes to ``keep(_:size:descriptor:reading:)``, then its
/// action to ``record(_:for:)``, and publishes it last. After a kill in between, the next run finds
/// the work done.
public protocol ResultStore: Sendable {
  /// The last result of the work of this key, or nil when it is unknown.
  func action(for key: ActionKey) -> Action?

  /// Notes the result of a piece of work; the newest note of a key holds.
  ///
  /// When this returns after the ``ActionKey/Depth/deep`` action of a file, all that was recorded
  /// until then outlives the process.
  func record(_ action: Action, for key: ActionKey)

  /// Indicates whether bytes of this digest are here, as far as that is seen without reading them.
  func contains(_ digest: Digest, size: Int) -> Bool

  /// Hands out kept bytes piece by piece, in order, checking them on the way.
  ///
  /// - Throws: ``StoreDamage`` when the bytes are missing or do not match the digest, and then the
  ///   bytes given to `sink` are worthless; the errors of `sink`.
  func fetch(
    _ digest: Digest, size: Int, into sink: (UnsafeRawBufferPointer) throws -> Void) throws

  /// Takes in the bytes of a finished file.
  ///
  /// - Parameters:
  ///   - digest: SHA-256 of the bytes, known from writing them.
  ///   - size: how many there are.
  ///   - descriptor: the file opened for reading, where it is one of this machine: a store on the
  ///     same file system may then share its blocks instead of copying. It is not closed.
  ///   - reading: reads at an offset into a buffer; returns how much came, 0 at the end.
  func keep(
    _ digest: Digest, size: Int, descriptor: Int32?,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int)

  /// The digests of files that were hashed before.
  var digests: FileDigests { get }

  /// Indicates whether other machines may have results that this one has not: then keys of files have
  /// a form that does not depend on the machine (``ActionKey/shared``).
  var isShared: Bool { get }

  /// The results of work that this machine has not done, as far as others have shared them.
  ///
  /// - Parameter holds: whether a result is valid here; called on any thread.
  func sharedActions(
    for keys: [ActionKey], where holds: @escaping @Sendable (Action) -> Bool
  ) -> [Action?]

  /// Returns the diagnostics about the store itself, each once.
  func takeDiagnostics() -> [Diagnostic]

  /// Writes pending data to the disk: at the end of a run.
  func flush()
}

extension ResultStore {
  public var isShared: Bool { false }

  public func sharedActions(
    for keys: [ActionKey], where holds: @escaping @Sendable (Action) -> Bool
  ) -> [Action?] {
    [Action?](repeating: nil, count: keys.count)
  }

  /// Takes in the bytes of a finished file that is not on this machine.
  public func keep(
    _ digest: Digest, size: Int,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
  ) {
    unsafe keep(digest, size: size, descriptor: nil, reading: reading)
  }
}

/// The key of an action.
public struct ActionKey: Hashable, Sendable {
  /// The distance up the graph that an action's trace reaches.
  public enum Depth: Hashable, Sendable {
    /// To the inputs: when the trace holds, nothing upstream is looked at.
    case deep
    /// The stage's own: looked up once the identities of its inputs are known.
    case shallow
  }

  public var depth: Depth
  public var digest: Digest
  /// The same work by the content of its files wherever they are, for caches that machines share;
  /// nil where it is not looked up there.
  public var shared: Digest?

  public init(_ depth: Depth, _ digest: Digest, shared: Digest? = nil) {
    self.depth = depth
    self.digest = digest
    self.shared = shared
  }
}

/// The result of a piece of work, and its queries of the environment.
public struct Action: Hashable, Sendable {
  /// The result of the work.
  public enum Result: Hashable, Sendable {
    /// A value in memory, by its canonical digest.
    case value(Digest)
    /// A file, by its content.
    case file(FileArtifact)
  }

  /// A diagnostic that a stage reported.
  public struct StageWarnings: Hashable, Sendable {
    /// The key of the stage.
    public var stage: Key
    public var diagnostics: [Diagnostic]

    public init(stage: Key, diagnostics: [Diagnostic]) {
      self.stage = stage
      self.diagnostics = diagnostics
    }
  }

  public var result: Result
  /// The queries of the environment and their answers; while those hold, so does the result.
  public var trace: [Trace.Access]
  /// The diagnostics to report again, by the stages that reported them.
  public var warnings: [StageWarnings]
  /// The time the work took, by the clock on the wall.
  public var seconds: Double

  public init(
    result: Result, trace: [Trace.Access], warnings: [StageWarnings] = [], seconds: Double = 0
  ) {
    self.result = result
    self.trace = trace
    self.warnings = warnings
    self.seconds = seconds
  }
}

/// Cached bytes that cannot be had: the work must be done again.
public struct StoreDamage: Error, Hashable, Sendable {
  /// The kind of damage.
  public enum Kind: Hashable, Sendable {
    /// The bytes are missing: never cached, or pruned. That is not an error.
    case missing
    /// The bytes did not match their digest; they were removed, and that is reported.
    case damaged
    /// The system refused to read them; that is reported.
    case unreadable
  }

  public var kind: Kind
  public var digest: Digest

  public init(_ kind: Kind, _ digest: Digest) {
    self.kind = kind
    self.digest = digest
  }
}
