// SPDX-License-Identifier: MIT
// Part of Platen: the digests of files that were hashed before, so that an idle run only stats.

internal import Diagnostics
public import Digests
internal import Libc

/// Remembers the digests of files by their `stat` data.
///
/// A file whose device, number, size and both stamps are what they were has the bytes it had, with
/// one exception: stamps move in ticks of some milliseconds, so a file that was written again
/// within the tick in which it was looked at looks the same. A digest is therefore only remembered
/// when the file's stamps were older than a tick when it was looked at; until then it is hashed
/// each time. (git calls such a file racily clean.)
public final class FileDigests: Sendable {
  private let journal: Guarded<Journal>?
  private let memory = Guarded<[FileIdentity: Entry]>([:])

  /// More than the tick of any kernel: 10 ms with a hundred ticks a second, and as much again.
  static let tick: Int64 = 20_000_000
  /// The tick of file systems that keep whole seconds, or FAT's two.
  static let coarseTick: Int64 = 2_000_000_000

  fileprivate struct Entry: Hashable, Sendable {
    var size: Int
    var modified: Int64
    var changed: Int64
    var digest: Digest
  }

  /// Remembers in memory only.
  public init() { journal = nil }

  init(journal: Journal) { self.journal = Guarded(journal) }

  /// The digest of the file of which this is the status, when it is known.
  public func digest(for status: FileStatus) -> Digest? {
    guard status.kind == .file, let entry = entry(of: status.identity),
      entry.size == status.size, entry.modified == status.modified,
      entry.changed == status.changed
    else { return nil }
    return entry.digest
  }

  /// Notes the digest of a file that was looked at first and then read.
  ///
  /// - Parameters:
  ///   - status: its status before its bytes were read.
  ///   - digest: SHA-256 of its bytes.
  ///   - statAt: when `status` was read, in nanoseconds since 1970 by this machine's clock.
  public func note(_ status: FileStatus, _ digest: Digest, statAt: Int64) {
    guard FileDigests.isStable(status, at: statAt, isOurs: false) else { return }
    note(status, digest)
  }

  /// Notes the digest of a file that was written under a private name and then renamed.
  ///
  /// No other process can have touched it before it was renamed, so it is enough that the last
  /// write was a tick before that; it need not be long ago now.
  ///
  /// - Parameters:
  ///   - status: its status after it was renamed.
  ///   - digest: SHA-256 of its bytes.
  ///   - publishedAt: a time just before it was renamed, in nanoseconds since 1970 by this
  ///     machine's clock.
  public func note(published status: FileStatus, _ digest: Digest, publishedAt: Int64) {
    guard FileDigests.isStable(status, at: publishedAt, isOurs: true) else { return }
    note(status, digest)
  }

  /// The digest of a file, read only when it is not known from its status.
  ///
  /// - Throws: ``Failure`` when it cannot be read.
  public func digest(of path: String, in environment: any Environment) throws -> Digest {
    let timestamp = FileDigests.now()
    if let status = try environment.status(path) {
      if let known = digest(for: status) { return known }
      let digest = try environment.read(path).digest
      note(status, digest, statAt: timestamp)
      return digest
    }
    return try environment.read(path).digest
  }

  /// The time for such notes: nanoseconds since 1970.
  public static func now() -> Int64 { StoreClock.nanoseconds() }

  /// Indicates whether a change after `timestamp` is bound to show in the timestamps.
  static func isStable(_ status: FileStatus, at timestamp: Int64, isOurs: Bool) -> Bool {
    // Without the second stamp a file can be changed and its first stamp set back.
    guard status.kind == .file, status.changed != 0 else { return false }
    let isCoarse = status.modified % 1_000_000_000 == 0 && status.changed % 1_000_000_000 == 0
    let (limit, overflow) = timestamp.subtractingReportingOverflow(isCoarse ? coarseTick : tick)
    guard !overflow else { return false }
    return status.modified < limit && (isOurs || status.changed < limit)
  }

  private func entry(of identity: FileIdentity) -> Entry? {
    guard let journal else { return memory.withLock { $0[identity] } }
    let now = StoreClock.seconds()
    return journal.withLock { journal in
      unsafe withUnsafeBytes(of: (identity.device.littleEndian, identity.number.littleEndian)) {
        key in
        unsafe journal.withPayload(of: key, now: now) { unsafe Entry(decoding: $0) } ?? nil
      }
    }
  }

  private func note(_ status: FileStatus, _ digest: Digest) {
    let entry = Entry(
      size: status.size, modified: status.modified, changed: status.changed, digest: digest)
    guard let journal else { return memory.withLock { $0[status.identity] = entry } }
    let now = StoreClock.seconds()
    let identity = status.identity
    journal.withLock { journal in
      unsafe withUnsafeBytes(of: (identity.device.littleEndian, identity.number.littleEndian)) {
        key in
        unsafe entry.encoded.withUnsafeBytes {
          unsafe journal.append(key: key, payload: $0, now: now)
        }
      }
    }
  }

  /// Calls `body` with the journal, at a time the store chooses.
  func withJournal<R>(_ body: (inout Journal) throws(SystemError) -> R) throws(SystemError) -> R? {
    guard let journal else { return nil }
    return try journal.withLock(body)
  }
}

extension FileDigests.Entry {
  fileprivate init?(decoding bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 56 else { return nil }
    func word(_ index: Int) -> Int64 {
      unsafe Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self))
    }
    unsafe self.init(
      size: Int(word(0)), modified: word(1), changed: word(2),
      digest: Digest(bytes: UnsafeRawBufferPointer(rebasing: bytes[24...])))
  }

  fileprivate var encoded: [UInt8] {
    var writer = ByteWriter(capacity: 56)
    writer.write(fixed: UInt64(bitPattern: Int64(size)))
    writer.write(fixed: UInt64(bitPattern: modified))
    writer.write(fixed: UInt64(bitPattern: changed))
    writer.write(digest)
    return writer.bytes
  }
}
