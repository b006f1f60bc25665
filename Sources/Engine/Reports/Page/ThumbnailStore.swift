// SPDX-License-Identifier: MIT
// Part of Platen: thumbnails cached between runs, by the digests of their outputs.

internal import Diagnostics
package import Digests
internal import Dispatch
package import Pipeline

/// Thumbnails in `.platen/images` of an output directory, by the digest of the file they show:
/// unchanged files are not read again, and changed ones can be shown as they were.
package final class ThumbnailStore: Sendable {
  private let folder: NotesFolder
  private static let limit = 1 << 20
  /// One that could not be made has an empty file.
  private static let nothing: [UInt8] = []

  package init(in outputs: Outputs) throws {
    folder = try NotesFolder("pictures", in: outputs, creating: true)
    folder.sweep()
  }

  /// The cached thumbnail of a digest; nil without one.
  package func kept(_ digest: Digest) -> [UInt8]? {
    folder.read(name(digest), limit: ThumbnailStore.limit).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The source of a thumbnail.
  package struct ThumbnailRequest: Sendable {
    package var digest: Digest
    /// Below the root.
    package var path: String
    /// Indicates whether the file is an image itself; else one may have been made when it was
    /// written.
    package var isImage: Bool

    package init(digest: Digest, path: String, isImage: Bool) {
      self.digest = digest
      self.path = path
      self.isImage = isImage
    }
  }

  /// Makes those thumbnails that are not cached, in parallel.
  ///
  /// - Parameters:
  ///   - requests: the images to show.
  ///   - width: how many are made at once.
  ///   - isOver: whether no more of them are required.
  ///   - read: the bytes of an output; nil where it cannot be read.
  ///   - written: the thumbnail that was made when a file of this digest was written, if any.
  package func fill(
    _ requests: [ThumbnailRequest], width: Int,
    isOver: @escaping @Sendable () -> Bool = { false },
    read: @escaping @Sendable (String) -> [UInt8]?,
    written: @escaping @Sendable (Digest) -> [UInt8]? = { _ in nil }
  ) {
    let known = Set(folder.names)
    var seen: Set<Digest> = []
    let missing = requests.filter {
      seen.insert($0.digest).inserted && !known.contains(name($0.digest))
    }
    guard !missing.isEmpty else { return }
    let next = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: min(max(1, width), missing.count)) { _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < missing.count, !isOver() else { return }
        let one = missing[index]
        let thumbnail =
          one.isImage ? read(one.path).flatMap(Thumbnail.make) : written(one.digest)
        // A file that was written without one may be written again with one.
        if thumbnail == nil, !one.isImage { continue }
        // One that cannot be kept is made again the next time.
        try? folder.write(
          thumbnail ?? ThumbnailStore.nothing, as: name(one.digest), isLasting: false)
      }
    }
  }

  /// Forgets all other thumbnails.
  package func keepOnly(_ digests: some Sequence<Digest>) {
    let names = Set(digests.map(name))
    for old in folder.names where !names.contains(old) { folder.remove(old) }
  }

  private func name(_ digest: Digest) -> String { String(digest.description.prefix(32)) }
}
