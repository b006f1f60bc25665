// SPDX-License-Identifier: MIT
// Part of Platen: the maintenance of a store in a folder: its content, its integrity, and its size.

public import Diagnostics
public import Digests
internal import Libc

/// The maintenance of a store, for `platen cache`.
public struct StoreCare: Sendable {
  /// The folder as it was given.
  public let path: String
  private let folder: StoreFolder
  private let diagnostics = StoreDiagnostics()

  /// Finds the store in a folder.
  ///
  /// - Throws: ``Failure`` with the code `store.unusable` when there is none.
  public init(folder path: String) throws {
    self.path = path
    folder = try StoreFolder.open(path, creating: false)
  }

  /// Something counted and weighed.
  public struct Part: Hashable, Sendable {
    public var count = 0
    public var bytes = 0

    public init(count: Int = 0, bytes: Int = 0) {
      self.count = count
      self.bytes = bytes
    }
  }

  // MARK: Info

  /// The content of a store.
  public struct Info: Hashable, Sendable {
    /// Kept files.
    public var blobs = Part()
    /// Actions by deep key; the bytes are those of the file they are in.
    public var deepActions = Part()
    /// Actions by shallow key.
    public var shallowActions = Part()
    /// Digests of files.
    public var fileDigests = Part()
    /// Copies of data on servers.
    public var copies = Part()
    /// Files set aside, files being written, and leftovers of killed processes.
    public var other = Part()
    /// When the thing that was used least recently was used, to a day, in seconds since 1970.
    public var oldestUse: UInt64?
    /// When something was last used, to a day, in seconds since 1970.
    public var newestUse: UInt64?

    /// All bytes.
    public var bytes: Int {
      [blobs, deepActions, shallowActions, fileDigests, copies, other].reduce(0) { $0 + $1.bytes }
    }

    fileprivate mutating func note(use: UInt64) {
      oldestUse = min(oldestUse ?? use, use)
      newestUse = max(newestUse ?? use, use)
    }
  }

  /// Counts the content of the store.
  public func info() -> Info {
    let content = content()
    var info = Info()
    for blob in content.blobs {
      info.blobs.count += 1
      info.blobs.bytes += blob.size
      info.note(use: blob.used)
    }
    for (journal, path) in zip(
      content.journals, [\Info.deepActions, \.shallowActions, \.fileDigests])
    {
      info[keyPath: path] = Part(count: journal.records.count, bytes: journal.size)
      for record in journal.records { info.note(use: record.timestamp) }
    }
    info.copies = CopyStore.part(in: folder.descriptor)
    for name in others() {
      info.other.count += 1
      info.other.bytes += folder.status(name).map { Int($0.st_size) } ?? 0
    }
    return info
  }

  // MARK: Verify

  /// The findings when everything was read.
  public struct Verification: Hashable, Sendable {
    /// Kept files that were read, damaged ones included.
    public var blobs = Part()
    /// Those of them that did not match their digest; they were removed.
    public var damaged: [Digest] = []
    /// Those of them that the system refuses to read; they were left.
    public var unreadable: [Digest] = []
    /// Actions that were read.
    public var actions = 0
    /// Actions that make no sense; they were removed.
    public var senseless = 0
    /// All warnings about damage, journals included.
    public var warnings: [Diagnostic] = []
  }

  /// Reads everything, and removes damaged entries.
  ///
  /// Runs may continue meanwhile.
  ///
  /// - Parameter onBlob: receives the count of checked blobs and their total after each.
  /// - Throws: ``Failure`` with the code `store.busy` while it is pruned; ``Cancelled``.
  public func verify(
    cancellation: Cancellation = Cancellation(),
    onBlob: (_ done: Int, _ of: Int) -> Void = { _, _ in
    }
  ) throws -> Verification {
    let lock = try folder.lock(LOCK_SH, timeout: 0)
    defer { lock?.descriptor.unlock() }
    var result = Verification()
    for name in [LocalStore.deepName, LocalStore.shallowName] {
      var journal = journal(name, keySize: 32)
      var bad: Set<Digest> = []
      unsafe journal.forEach { key, _, payload in
        result.actions += 1
        if unsafe (try? Action(decoding: payload)) == nil { unsafe bad.insert(Digest(bytes: key)) }
      }
      result.senseless += bad.count
      if bad.isEmpty {
        write { () throws(SystemError) in try journal.finish() }
      } else {
        write { () throws(SystemError) in
          try unsafe journal.compact { key, _, _ in unsafe !bad.contains(Digest(bytes: key)) }
        }
      }
    }
    var files = journal(LocalStore.filesName, keySize: 16)
    _ = files.count()
    write { () throws(SystemError) in try files.finish() }

    let blobs = Blobs(folder: folder, diagnostics: diagnostics)
    let found = listBlobs()
    for blob in found {
      try cancellation.check()
      do {
        try unsafe blobs.fetch(blob.digest, size: blob.size, isUse: false) { _ in
          try cancellation.check()
        }
      } catch let damage as StoreDamage {
        switch damage.kind {
        // Pruned meanwhile? Not under our lock; removed by a run that found it damaged.
        case .missing: continue
        case .damaged: result.damaged.append(blob.digest)
        case .unreadable: result.unreadable.append(blob.digest)
        }
      }
      result.blobs.count += 1
      result.blobs.bytes += blob.size
      onBlob(result.blobs.count, found.count)
    }
    result.warnings = diagnostics.take()
    return result
  }

  // MARK: Prune

  /// The result of pruning.
  public struct Pruning: Hashable, Sendable {
    /// Kept files that were removed.
    public var blobs = Part()
    /// Actions and digests of files that were forgotten.
    public var records = 0
    /// The bytes that remain in the store.
    public var bytesLeft = 0
  }

  /// Makes the store smaller, the least recently used entries first.
  ///
  /// Blobs go before actions: an existing output needs no bytes in the store to be known as up to
  /// date.
  ///
  /// - Parameters:
  ///   - bytes: the target size of the store; nil is any size.
  ///   - before: seconds since 1970: entries not used since are removed; nil is never.
  /// - Throws: ``Failure`` with the code `store.busy` while a run uses the store.
  public func prune(to bytes: Int? = nil, unusedSince before: UInt64? = nil) throws -> Pruning {
    let lock = try folder.lock(LOCK_EX, timeout: 0)
    defer { lock?.descriptor.unlock() }
    PartialFile.sweep(folder.descriptor)
    var result = Pruning()
    var content = content()
    // Timestamps are exact to a day, and for a day an up-to-date run reads no entry: entries that
    // may have been used since are kept.
    let slack = Journal.timestampAge + LocalStore.snapshotLifetime
    let limit = before.map { $0 > slack ? $0 - slack : 0 } ?? 0

    // Snapshots of runs depend on the entries of their results.
    for name in others()
    where name.hasSuffix(Journal.asideSuffix) || name.hasSuffix(LocalStore.snapshotSuffix) {
      folder.remove(name)
    }
    let kept = content.journals.map { $0.records.filter { $0.timestamp >= limit } }
    var total =
      content.blobs.reduce(0) { $0 + $1.size }
      + kept.joined().reduce(0) { $0 + $1.size }
      + content.journals.count { $0.size > 0 } * FrameFormat.headerSize
    content.blobs.sort {
      ($0.used, $0.digest.description) < ($1.used, $1.digest.description)
    }
    for blob in content.blobs where blob.used < limit || total > bytes ?? .max {
      guard folder.remove(Blobs.path(of: blob.digest)) else { continue }
      total -= blob.size
      result.blobs.count += 1
      result.blobs.bytes += blob.size
    }
    removeEmptyFolders()

    var recordLimit = limit
    for record in kept.joined().sorted(by: { $0.timestamp < $1.timestamp })
    where total > bytes ?? .max {
      recordLimit = record.timestamp + 1
      total -= record.size
    }
    for journal in content.journals where journal.size > 0 {
      result.records += journal.records.count { $0.timestamp < recordLimit }
      var file = self.journal(journal.name, keySize: journal.keySize)
      try refusing { () throws(SystemError) in
        try unsafe file.compact { _, timestamp, _ in timestamp >= recordLimit }
      }
    }
    result.bytesLeft = info().bytes
    return result
  }

  /// Throws everything away.
  ///
  /// - Throws: ``Failure`` with the code `store.busy` while a run uses the store.
  public func clear() throws -> Pruning {
    let lock = try folder.lock(LOCK_EX, timeout: 0)
    defer { lock?.descriptor.unlock() }
    var result = Pruning()
    let content = content()
    for blob in content.blobs where folder.remove(Blobs.path(of: blob.digest)) {
      result.blobs.count += 1
      result.blobs.bytes += blob.size
    }
    removeEmptyFolders()
    for journal in content.journals {
      result.records += journal.records.count
      folder.remove(journal.name)
    }
    for name in others() { folder.remove(name) }
    CopyStore.clear(folder.descriptor)
    result.bytesLeft = info().bytes
    return result
  }

  // MARK: What there is

  private struct Blob {
    var digest: Digest
    var size: Int
    /// Seconds since 1970.
    var used: UInt64
  }
  private struct JournalContent {
    var name: String
    var keySize: Int
    /// Bytes of the file.
    var size: Int
    var records: [(timestamp: UInt64, size: Int)] = []
  }

  private func content() -> (blobs: [Blob], journals: [JournalContent]) {
    var blobs = listBlobs()
    var used: [Digest: UInt64] = [:]
    var journals: [JournalContent] = []
    for (name, keySize) in [
      (LocalStore.deepName, 32), (LocalStore.shallowName, 32), (LocalStore.filesName, 16),
    ] {
      let size = folder.status(name).map { Int($0.st_size) } ?? 0
      var content = JournalContent(name: name, keySize: keySize, size: size)
      var journal = journal(name, keySize: keySize)
      let overhead = FrameFormat(keySize: keySize).overhead
      unsafe journal.forEach { _, timestamp, payload in
        content.records.append((timestamp, overhead + payload.count))
        guard keySize == 32 else { return }
        var reader = unsafe ByteReader(payload)
        if case .file(let file) = try? Action.Result(reading: &reader) {
          used[file.digest] = max(used[file.digest] ?? 0, timestamp)
        }
      }
      journals.append(content)
    }
    // A used action counts as a use of its file, even when the file was not read.
    for index in blobs.indices {
      blobs[index].used = max(blobs[index].used, used[blobs[index].digest] ?? 0)
    }
    return (blobs, journals)
  }

  private func journal(_ name: String, keySize: Int) -> Journal {
    Journal(name: name, keySize: keySize, in: folder, diagnostics: diagnostics)
  }

  private func listBlobs() -> [Blob] {
    var blobs: [Blob] = []
    guard let top = try? folder.descriptor.open(Blobs.folderName, O_RDONLY | O_DIRECTORY)
    else { return [] }
    for name in top.names().sorted() where name.utf8.count == 2 && !name.hasPrefix(".") {
      guard let inner = try? top.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
      for file in inner.names().sorted() {
        guard let digest = Blobs.digest(folder: name, name: file),
          let status = folder.status(Blobs.path(of: digest))
        else { continue }
        let used = UInt64(max(0, status.st_mtim.tv_sec))
        blobs.append(Blob(digest: digest, size: Int(status.st_size), used: used))
      }
    }
    return blobs
  }

  /// The names in the folder that are Platen's, besides blobs, journals, tag and lock.
  private func others() -> [String] {
    folder.descriptor.names().filter {
      ($0.hasPrefix(PartialFile.prefix) && $0.hasSuffix(PartialFile.suffix))
        || $0.hasSuffix(".journal" + Journal.asideSuffix) || $0.hasSuffix(LocalStore.snapshotSuffix)
    }.sorted()
  }

  private func removeEmptyFolders() {
    guard let top = try? folder.descriptor.open(Blobs.folderName, O_RDONLY | O_DIRECTORY)
    else { return }
    // Those that hold something stay.
    for name in top.names() where name.utf8.count == 2 && !name.hasPrefix(".") {
      unsafe unlinkat(top.number, name, AT_REMOVEDIR)
    }
  }

  /// Writes to a journal; trouble is a warning.
  private func write(_ body: () throws(SystemError) -> Void) {
    do throws(SystemError) { try body() } catch { diagnostics.stopWriting(error, in: folder.path) }
  }

  /// Writes to a journal; trouble ends the command.
  private func refusing(_ body: () throws(SystemError) -> Void) throws {
    do throws(SystemError) {
      try body()
    } catch {
      throw Failure(
        .error(
          .storeUnwritable,
          "the store in \(folder.path) cannot be written: \(error.text) (\(error.call))",
          hints: StoreDiagnostics.hints(error)))
    }
  }
}
