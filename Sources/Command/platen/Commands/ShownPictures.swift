// SPDX-License-Identifier: MIT
// Part of Platen: small pictures of outputs, made when a page asks for them.

import Diagnostics
import Digests
import Pipeline
import Reports

/// Small pictures of the outputs of a root, kept in memory by what they show.
final class ShownPictures: Sendable {
  private let outputs: Outputs
  /// The folder of the cache, where pictures of documents are; nil for none.
  private let store: String?
  private let kept = Guarded<[Digest: [UInt8]]>([:])
  private let missed = Guarded(Missed())

  /// Digests of which the cache has no picture.
  private struct Missed {
    /// The cache's notes as they were when it was looked.
    var stamp: FileStatus?
    var digests: Set<Digest> = []
  }

  /// The most bytes that are kept; then it begins again.
  private static let limit = 32 << 20

  init(of outputs: Outputs, store: String?) {
    self.outputs = outputs
    self.store = store
  }

  /// The small picture of an output; nil where there is none.
  func picture(of path: String, digest: Digest) -> [UInt8]? {
    if let known = kept.withLock({ $0[digest] }) { return known }
    guard let wanted = ReportPage.picture(of: path, digest: digest) else { return nil }
    let made =
      wanted.isPicture
      ? outputs.contents(of: path, limit: 1 << 30).flatMap(SmallPicture.make)
      : written(digest)
    guard let made else { return nil }
    kept.withLock { kept in
      let size = kept.values.reduce(0) { $0 + $1.count }
      if size + made.count > ShownPictures.limit { kept = [:] }
      kept[digest] = made
    }
    return made
  }

  /// The picture that was made when the file was written.
  ///
  /// The cache is opened again each time: another process writes to it, and it cannot be pruned
  /// while it is open.
  private func written(_ digest: Digest) -> [UInt8]? {
    guard let store else { return nil }
    let stamp = (try? DiskEnvironment().status(LocalStore.pictureNotes(in: store))) ?? nil
    let isMissed = missed.withLock { missed in
      if missed.stamp != stamp { missed = Missed(stamp: stamp) }
      return missed.digests.contains(digest)
    }
    guard !isMissed, let opened = try? LocalStore(folder: store, patience: 0) else { return nil }
    let picture = opened.picture(of: digest)
    if picture == nil {
      missed.withLock { if $0.stamp == stamp { $0.digests.insert(digest) } }
    }
    return picture
  }
}
