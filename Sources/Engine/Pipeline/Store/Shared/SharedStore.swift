// SPDX-License-Identifier: MIT
// Part of Platen: the store of this machine with a cache behind it that other machines share.

public import Diagnostics
public import Digests
internal import Dispatch

/// A store that also looks for results in a shared cache, and shares new ones.
///
/// Results that are found there are taken into the local store first, and checked on the way. What
/// the cache answers can make nothing but a miss: a result that is not signed, whose inputs are not
/// the same here, or whose bytes do not have its digest is made again, and replaced there. An error of
/// the cache never fails a job; after ``errorLimit`` of them it is not used in the rest of the run.
public final class SharedStore: ResultStore {
  /// Errors after which the cache is not used any more.
  static let errorLimit = 5
  /// Queries under way at once.
  static let width = 8

  private let local: any ResultStore
  private let remote: any RemoteCache
  private let isWritable: Bool
  private let signature: SignedAction
  private let state = Guarded(State())
  /// Uploads, one after the other.
  private let uploads = DispatchQueue(label: "platen.uploads", qos: .utility)
  private let underWay = DispatchGroup()

  private struct State: Sendable {
    /// Bytes that the cache should have, with their sizes.
    var offered: [Digest: Int] = [:]
    /// Bytes that it has for sure.
    var uploaded: Set<Digest> = []
    /// Bytes that it has wrong.
    var damaged: Set<Digest> = []
    /// Keys whose results came from there.
    var known: Set<Digest> = []
    var errors = 0
    var hasReportedEntry = false
    var isStopped = false
    var diagnostics: [Diagnostic] = []
    /// Results that the cache had, bytes that came from it, and results that were put into it.
    var found = 0
    var bytes = 0
    var shared = 0
  }

  /// - Parameters:
  ///   - local: the store of this machine.
  ///   - remote: the cache that is shared.
  ///   - isWritable: whether new results are shared.
  ///   - signingKey: what the users of the cache share and its server does not know; empty for none.
  public init(
    _ local: any ResultStore, remote: any RemoteCache, isWritable: Bool = true,
    signingKey: [UInt8] = []
  ) {
    self.local = local
    self.remote = remote
    self.isWritable = isWritable
    signature = SignedAction(key: signingKey)
  }

  public var digests: FileDigests { local.digests }
  public var isShared: Bool { true }

  private var isInUse: Bool {
    state.withLock { !$0.isStopped && $0.errors < SharedStore.errorLimit }
  }

  // MARK: Actions

  public func action(for key: ActionKey) -> Action? { local.action(for: key) }

  public func sharedActions(
    for keys: [ActionKey], where holds: @escaping @Sendable (Action) -> Bool
  ) -> [Action?] {
    guard !keys.isEmpty else { return [] }
    let results = Guarded([Action?](repeating: nil, count: keys.count))
    let next = Guarded(0)
    let work: @Sendable () -> Void = { [self] in
      while isInUse {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < keys.count else { return }
        guard let action = action(sharedAs: keys[index]), holds(action) else { continue }
        if case .file(let file) = action.result {
          state.withLock { state in
            state.offered[file.digest] = file.size
            if let shared = keys[index].shared { state.known.insert(shared) }
            state.found += 1
          }
        }
        results.withLock { $0[index] = action }
      }
    }
    // Threads that wait for answers are not of the pool that computes.
    let threads = (0..<min(SharedStore.width, keys.count) - 1).compactMap { _ in
      DetachedThread(work)
    }
    work()
    for thread in threads { thread.join() }
    return results.withLock { $0 }
  }

  private func action(sharedAs key: ActionKey) -> Action? {
    guard let shared = key.shared else { return nil }
    var bytes: [UInt8] = []
    do {
      guard
        try unsafe remote.get(
          .action(shared), limit: SignedAction.limit,
          into: { piece in unsafe bytes.append(contentsOf: piece) })
      else { return nil }
    } catch {
      note(error)
      return nil
    }
    guard let action = signature.opened(bytes, for: shared), case .file(let file) = action.result,
      file.size >= 0
    else {
      note(
        RemoteCacheError("\(RemoteEntry.action(shared)) is not a result that users of it signed"))
      return nil
    }
    return action
  }

  public func record(_ action: Action, for key: ActionKey) {
    local.record(action, for: ActionKey(key.depth, key.digest))
    guard isWritable, case .file(let file) = action.result, let shared = key.shared, isInUse,
      !state.withLock({ $0.known.contains(shared) && !$0.damaged.contains(file.digest) })
    else { return }
    uploads.async(group: underWay) { [self] in
      guard isInUse else { return }
      do {
        try upload(file)
        let entry = signature.sealed(action, for: shared)
        // The bytes first: an action leads to them.
        try unsafe remote.put(.action(shared), size: entry.count) {
          unsafe entry.copy(from: $1, into: $0)
        }
        state.withLock { $0.shared += 1 }
      } catch is StoreDamage {
        // The bytes are gone from the local store: the result is not shared.
      } catch {
        note(error)
      }
    }
  }

  /// Shares the bytes of a file, unless the cache has them.
  private func upload(_ file: FileArtifact) throws {
    if state.withLock({ $0.uploaded.contains(file.digest) }) { return }
    let isDamaged = state.withLock { $0.damaged.contains(file.digest) }
    if try isDamaged || !remote.contains(.content(file.digest)) {
      // Read and checked as a whole before it is shared.
      let scratch = try ScratchFile()
      try unsafe local.fetch(file.digest, size: file.size) {
        try unsafe scratch.write($0, at: scratch.count)
      }
      try unsafe remote.put(.content(file.digest), size: file.size) {
        try unsafe scratch.read(into: $0, at: $1)
      }
    }
    state.withLock { _ = $0.uploaded.insert(file.digest) }
  }

  // MARK: Bytes

  public func contains(_ digest: Digest, size: Int) -> Bool {
    local.contains(digest, size: size) || isInUse && state.withLock { $0.offered[digest] } == size
  }

  public func fetch(
    _ digest: Digest, size: Int, into sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    if local.contains(digest, size: size) {
      return try unsafe local.fetch(digest, size: size, into: sink)
    }
    guard let file = download(digest, size: size) else { throw StoreDamage(.missing, digest) }
    unsafe local.keep(digest, size: size) { try unsafe file.read(into: $0, at: $1) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, min(size, 1 << 20)), alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = 0
    while offset < size {
      let count = try unsafe file.read(into: buffer, at: offset)
      guard count > 0 else { throw StoreDamage(.missing, digest) }
      try unsafe sink(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }

  /// The bytes of that digest from the cache, in a temporary file; nil where it has others or none.
  private func download(_ digest: Digest, size: Int) -> ScratchFile? {
    guard isInUse, state.withLock({ $0.offered[digest] }) == size else { return nil }
    do {
      let file = try ScratchFile()
      var hasher = SHA256()
      let isThere = try unsafe remote.get(.content(digest), limit: size) { piece in
        unsafe hasher.update(piece)
        try unsafe file.write(piece, at: file.count)
      }
      guard isThere, file.count == size, hasher.finalize() == digest else {
        throw RemoteCacheError(
          "\(RemoteEntry.content(digest)) \(isThere ? "has the wrong content" : "is missing")",
          isOfEntry: true)
      }
      state.withLock { state in
        state.uploaded.insert(digest)
        state.bytes += size
      }
      return file
    } catch {
      state.withLock { _ = $0.damaged.insert(digest) }
      note(error)
      return nil
    }
  }

  public func keep(
    _ digest: Digest, size: Int, descriptor: Int32?,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
  ) {
    unsafe local.keep(digest, size: size, descriptor: descriptor, reading: reading)
  }

  // MARK: Ends

  /// Notes an error: the first of the cache is reported, the first of an entry, and the one after
  /// which the cache is not used any more.
  private func note(_ error: any Error) {
    let isOfEntry = (error as? RemoteCacheError)?.isOfEntry ?? false
    state.withLock { state in
      if isOfEntry {
        guard !state.hasReportedEntry else { return }
        state.hasReportedEntry = true
      } else {
        state.errors += 1
      }
      if isOfEntry || state.errors == 1 {
        state.diagnostics.append(
          .warning(
            .storeShared,
            isOfEntry
              ? "the shared cache \(remote.name) has an invalid entry: \(error)"
              : "the shared cache \(remote.name) cannot be used: \(error)",
            hints: ["results are made here; the run does not depend on the cache"]))
      } else if state.errors == SharedStore.errorLimit {
        state.diagnostics.append(
          .warning(
            .storeShared,
            "the shared cache \(remote.name) had \(SharedStore.errorLimit) errors and is not used any "
              + "more in this run"))
      }
    }
  }

  /// Gives up uploads that have not begun, as for a run that was cancelled.
  public func stop() { state.withLock { $0.isStopped = true } }

  public func takeDiagnostics() -> [Diagnostic] { local.takeDiagnostics() }

  /// Returns the diagnostics about the cache and a note of its use. They are not about the run.
  public func takeSharedDiagnostics() -> [Diagnostic] {
    state.withLock { state in
      defer { state.diagnostics = [] }
      let use = Diagnostic.note(
        .storeShared,
        "the shared cache \(remote.name) had \(state.found) results, of which "
          + "\(state.bytes / 1000) kB were copied, and got \(state.shared)")
      return state.diagnostics + [use]
    }
  }

  /// Waits for uploads, and writes pending data to the disk.
  public func flush() {
    underWay.wait()
    local.flush()
  }
}
