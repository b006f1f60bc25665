// SPDX-License-Identifier: MIT
// Part of Platen: the snapshots of runs that found nothing to do: files of the store's folder.
//
// Each is a file KEY-ROOT.settled: a key finds the root, and a run that works in a root removes its
// snapshots. They describe this machine's disk alone, so they are not part of the store protocol.

internal import Diagnostics
public import Digests
internal import Libc

extension UpToDateSnapshot {
  static let suffix = LocalStore.snapshotSuffix
  /// So many are kept; more are a sign of roots that are made for one run each.
  static let countLimit = 64

  /// Looks for the snapshot of a run with the same request, without opening the store.
  ///
  /// - Parameters:
  ///   - key: the key of the request.
  ///   - circumstances: all other factors of a run.
  ///   - folder: of the store.
  /// - Returns: the snapshot of the last day, unless the request differs or the file is damaged.
  ///   ``LocalStore/holds(_:for:in:)`` checks whether it still holds, once the output directory is
  ///   locked.
  public static func last(
    for key: Digest, circumstances: Digest, inStore folder: String
  ) -> UpToDateSnapshot? {
    guard let folder = try? StoreFolder.open(folder, creating: false),
      let name = names(in: folder, beginning: prefix(key)).first,
      let bytes = try? read(name, in: folder), let run = UpToDateSnapshot(decoding: bytes)
    else { return nil }
    let now = StoreClock.seconds()
    guard run.parts.circumstances == circumstances, run.parts.timestamp <= now,
      now - run.parts.timestamp < lifetime
    else { return nil }
    return run
  }

  private static func read(
    _ name: String, in folder: StoreFolder
  ) throws(SystemError) -> [UInt8] {
    let file = try folder.descriptor.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let size = try file.size()
    guard size <= sizeLimit else { throw SystemError(code: EFBIG, call: "read") }
    return try file.read(at: 0, count: size)
  }

  static func names(in folder: StoreFolder, beginning prefix: String = "") -> [String] {
    folder.descriptor.names(beginning: prefix).filter { $0.hasSuffix(suffix) }
  }

  static func prefix(_ key: Digest) -> String { key.description.prefix(32) + "-" }

  static func rootSuffix(_ outputs: Outputs) -> String {
    Digest.of(outputs.absoluteRoot).description.prefix(32) + suffix
  }
}

extension LocalStore {
  /// Indicates whether nothing changed since a run that found nothing to do: then a run now would
  /// find the same. The leftovers of killed runs in the output folders are removed all the same.
  ///
  /// - Parameters:
  ///   - run: the result of ``UpToDateSnapshot/last(for:circumstances:inStore:)``.
  ///   - key: the key it was found with.
  ///   - outputs: the output directory, locked.
  public func holds(_ run: UpToDateSnapshot, for key: Digest, in outputs: Outputs) -> Bool {
    // Clearing or pruning the store, or work in the root, removed it.
    let name = UpToDateSnapshot.prefix(key) + UpToDateSnapshot.rootSuffix(outputs)
    // The record is one of the outputs that are looked at.
    guard folder.status(name) != nil, outputs.describesLastRun,
      let journal = journalState, journal.identity == run.parts.journal.identity,
      journal.size >= run.parts.journal.size
    else { return false }
    return run.holds(in: outputs)
  }

  /// Remembers a run that found nothing to do, for the next with the same request.
  ///
  /// It is an aid to an aid: when it cannot be written, nothing is lost.
  public func keep(_ run: UpToDateSnapshot, for key: Digest, in outputs: Outputs) {
    let bytes = run.encoded
    guard bytes.count <= UpToDateSnapshot.sizeLimit, diagnostics.isWriting else { return }
    for name in UpToDateSnapshot.names(in: folder, beginning: UpToDateSnapshot.prefix(key)) {
      folder.remove(name)
    }
    removeOldest()
    let name = UpToDateSnapshot.prefix(key) + UpToDateSnapshot.rootSuffix(outputs)
    do throws(SystemError) {
      let partial = try folder.makePartialFile()
      defer { partial.discard(in: folder.descriptor) }
      try partial.descriptor.writeAll(bytes)
      try partial.rename(to: name, in: folder.descriptor)
    } catch {
      folder.remove(name)
    }
  }

  /// Forgets the snapshots of runs in an output directory, before another run changes it.
  public func removeSnapshots(in outputs: Outputs) {
    let rootSuffix = UpToDateSnapshot.rootSuffix(outputs)
    for name in UpToDateSnapshot.names(in: folder) where name.hasSuffix(rootSuffix) {
      folder.remove(name)
    }
  }

  /// The state of the journal with the digests of outputs; nil where none exists.
  var journalState: UpToDateSnapshot.JournalState? {
    folder.status(LocalStore.deepName).map {
      UpToDateSnapshot.JournalState(
        identity: FileStatus($0).identity, size: Int($0.st_size))
    }
  }

  private func removeOldest() {
    let names = UpToDateSnapshot.names(in: folder)
    guard names.count >= UpToDateSnapshot.countLimit else { return }
    let dated = names.map { ($0, folder.status($0).map { FileStatus($0).modified } ?? 0) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    for (name, _) in dated.prefix(names.count - UpToDateSnapshot.countLimit + 1) {
      folder.remove(name)
    }
  }
}

extension Engine {
  /// Reports what a run would report that finds the same as the recorded one.
  public func repeatUpToDateRun(_ run: UpToDateSnapshot, width: Int, seconds: Double) -> RunTotals {
    onEvent(
      .begin(
        Event.Begin(
          tool: options.tool, jobs: run.parts.jobs, stages: run.parts.stages, width: width,
          memory: options.memory.bytes)))
    for (stage, diagnostic) in run.parts.warnings { onEvent(.warning(diagnostic, stage)) }
    var totals = RunTotals()
    totals.upToDate = run.parts.jobs
    totals.files = run.parts.files
    totals.warnings = run.parts.warnings.count { $0.diagnostic.severity == .warning }
    totals.seconds = seconds
    onEvent(.summary(totals))
    return totals
  }
}
