// SPDX-License-Identifier: MIT
// Part of Platen: thumbnails of outputs, drawn when a page requests them.

import Diagnostics
import Digests
import Pipeline
import Reports

/// Thumbnails of the outputs of a directory, cached in memory by content.
final class ReportImages: Sendable {
  private let outputs: Outputs
  /// The folder of the cache, which contains thumbnails of documents; nil without a cache.
  private let store: String?
  private let kept = Guarded<[Digest: [UInt8]]>([:])
  private let missed = Guarded(Missed())

  /// Digests without a thumbnail in the cache.
  private struct Missed {
    /// The state of the cache's notes at the last lookup.
    var status: FileStatus?
    var digests: Set<Digest> = []
  }

  /// The maximum of cached bytes; above it the cache is emptied.
  private static let limit = 32 << 20

  init(of outputs: Outputs, store: String?) {
    self.outputs = outputs
    self.store = store
  }

  /// The thumbnail of an output; nil where none exists.
  func thumbnail(of path: String, digest: Digest) -> [UInt8]? {
    if let known = kept.withLock({ $0[digest] }) { return known }
    guard let wanted = ReportPage.thumbnail(of: path, digest: digest) else { return nil }
    let made =
      wanted.isImage
      ? outputs.contents(of: path, limit: 1 << 30).flatMap(Thumbnail.make)
      : written(digest)
    guard let made else { return nil }
    kept.withLock { kept in
      let size = kept.values.reduce(0) { $0 + $1.count }
      if size + made.count > ReportImages.limit { kept = [:] }
      kept[digest] = made
    }
    return made
  }

  /// The thumbnail drawn when the file was written.
  ///
  /// The cache is opened again each time: another process writes to it, and it cannot be pruned
  /// while it is open.
  private func written(_ digest: Digest) -> [UInt8]? {
    guard let store else { return nil }
    let status = (try? DiskEnvironment().status(LocalStore.thumbnailNotes(in: store))) ?? nil
    let isMissed = missed.withLock { missed in
      if missed.status != status { missed = Missed(status: status) }
      return missed.digests.contains(digest)
    }
    guard !isMissed, let opened = try? LocalStore(folder: store, timeout: 0) else { return nil }
    let thumbnail = opened.thumbnail(of: digest)
    if thumbnail == nil {
      missed.withLock { if $0.status == status { $0.digests.insert(digest) } }
    }
    return thumbnail
  }
}
