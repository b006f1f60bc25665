// SPDX-License-Identifier: MIT
// Part of Platen: the store that is a folder of this machine.

public import Diagnostics
public import Digests
internal import Libc

/// A store in a folder:
///
///     CACHEDIR.TAG      marks a cache of Platen, which may be deleted
///     lock              held shared by runs, alone by what prunes
///     blobs/ab/cdef…    kept bytes by digest
///     deep.journal      actions by deep key, see ``Journal``
///     shallow.journal   actions by shallow key; opened at the first query
///     files.journal     digests of files, see ``FileDigests``
///     ….settled         the inputs of runs that found nothing to do, see ``UpToDateSnapshot``
///
/// Several processes may use one at once.
public final class LocalStore: ResultStore {
  /// The folder as it was given.
  public let path: String
  public let digests: FileDigests

  let folder: StoreFolder
  let diagnostics: StoreDiagnostics
  private let lock: SharedFile?
  private let blobs: Blobs
  private let deep: Guarded<Journal>
  private let shallow: Guarded<Journal>

  static let deepName = "deep.journal"
  static let shallowName = "shallow.journal"
  static let filesName = "files.journal"
  static let lockName = "lock"

  /// The ending of the names of snapshots of runs that found nothing to do, which depend on its
  /// entries.
  static let snapshotSuffix = ".settled"
  /// The seconds that a snapshot is trusted; then an ordinary run notes here what is still in use.
  static let snapshotLifetime = Journal.timestampAge

  /// The most bytes pending in memory before they are written.
  private static let pendingLimit = 64 << 10

  /// Opens a store, creates it if required, and removes the leftovers of killed processes in it.
  ///
  /// - Parameters:
  ///   - folder: where it is; made with its parents, for its owner only.
  ///   - timeout: the timeout for a process that prunes it, in milliseconds.
  /// - Throws: ``Failure`` with the code `store.unusable` when the folder cannot be made, opened or
  ///   is not a store, `store.busy` when it is being pruned.
  public init(folder path: String, timeout: Int = 10_000) throws {
    self.path = path
    folder = try StoreFolder.open(path)
    diagnostics = StoreDiagnostics()
    lock = try folder.lock(LOCK_SH, timeout: timeout)
    blobs = Blobs(folder: folder, diagnostics: diagnostics)
    deep = Guarded(
      Journal(name: LocalStore.deepName, keySize: 32, in: folder, diagnostics: diagnostics))
    shallow = Guarded(
      Journal(name: LocalStore.shallowName, keySize: 32, in: folder, diagnostics: diagnostics))
    digests = FileDigests(
      journal: Journal(
        name: LocalStore.filesName, keySize: 16, in: folder, diagnostics: diagnostics))
    PartialFile.sweep(folder.descriptor)
  }

  deinit {
    // Closing would do, were there no children: one that is being started holds all that is open.
    lock?.descriptor.unlock()
  }

  private func journal(_ depth: ActionKey.Depth) -> Guarded<Journal> {
    switch depth {
    case .deep: deep
    case .shallow: shallow
    }
  }

  // MARK: Actions

  public func action(for key: ActionKey) -> Action? {
    let now = StoreClock.seconds()
    let found = journal(key.depth).withLock { journal in
      unsafe key.digest.withUnsafeBytes { digest in
        unsafe journal.withPayload(of: digest, now: now) { bytes in
          Swift.Result { () throws(MalformedBytes) in try unsafe Action(decoding: bytes) }
        }
      }
    }
    guard let found else { return nil }
    do throws(MalformedBytes) {
      return try found.get()
    } catch {
      // Its checksum was right, so it was written with invalid content.
      diagnostics.report(
        .warning(
          .storeDamaged,
          "the store in \(path) has an invalid action (\(key.digest)); it is ignored")
      )
      return nil
    }
  }

  public func record(_ action: Action, for key: ActionKey) {
    let now = StoreClock.seconds()
    let bytes = action.encoded
    let waiting = journal(key.depth).withLock { journal in
      unsafe key.digest.withUnsafeBytes { digest in
        unsafe bytes.withUnsafeBytes { unsafe journal.append(key: digest, payload: $0, now: now) }
      }
      return journal.pendingBytes
    }
    var isFile = false
    if case .file = action.result { isFile = key.depth == .deep }
    if isFile || waiting >= LocalStore.pendingLimit { writeOut() }
  }

  // MARK: Bytes

  public func contains(_ digest: Digest, size: Int) -> Bool {
    blobs.contains(digest, size: size)
  }

  public func fetch(
    _ digest: Digest, size: Int, into sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try unsafe blobs.fetch(digest, size: size, into: sink)
  }

  public func keep(
    _ digest: Digest, size: Int, descriptor: Int32?,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
  ) {
    guard diagnostics.isWriting else { return }
    do {
      try unsafe blobs.keep(digest, size: size, descriptor: descriptor, reading: reading)
    } catch let error as SystemError {
      diagnostics.stopWriting(error, in: path)
    } catch {
      let reason = (error as? Blobs.UnreadableSource)?.reason ?? "\(error)"
      diagnostics.report(
        .warning(
          .storeUnwritable, "a result cannot be read, so it is not cached: \(reason)"))
    }
  }

  // MARK: Ends

  public func takeDiagnostics() -> [Diagnostic] { diagnostics.take() }

  public func flush() {
    each { (journal) throws(SystemError) in try journal.finish() }
  }

  /// Writes pending records.
  private func writeOut() {
    each { (journal) throws(SystemError) in try journal.flush() }
  }

  /// Files' digests first and deep actions last, which lean on the others.
  private func each(_ body: (inout Journal) throws(SystemError) -> Void) {
    guard diagnostics.isWriting else { return }
    do throws(SystemError) {
      _ = try digests.withJournal(body)
      try shallow.withLock(body)
      try deep.withLock(body)
    } catch {
      diagnostics.stopWriting(error, in: path)
    }
  }
}
