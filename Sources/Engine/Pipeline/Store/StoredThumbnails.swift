// SPDX-License-Identifier: MIT
// Part of Platen: thumbnails of files cached in the store, by the files' digests.

public import Digests

extension ResultStore {
  /// The most bytes of a thumbnail.
  private var thumbnailLimit: Int { 1 << 20 }

  /// The key of the thumbnail of a file.
  private func thumbnailKey(_ digest: Digest) -> ActionKey {
    ActionKey(.shallow, Digest.of("small picture 1\n\(digest)"))
  }

  /// Caches a thumbnail of a file that has this digest.
  func keep(thumbnail: [UInt8], of digest: Digest) {
    guard thumbnail.count <= thumbnailLimit else { return }
    let file = FileArtifact(size: thumbnail.count, digest: Digest.of(thumbnail))
    unsafe keep(file.digest, size: file.size) { unsafe thumbnail.copy(from: $1, into: $0) }
    record(Action(result: .file(file), trace: []), for: thumbnailKey(digest))
  }

  /// The cached thumbnail of a file that has this digest; nil without one.
  public func thumbnail(of digest: Digest) -> [UInt8]? {
    guard case .file(let file)? = action(for: thumbnailKey(digest))?.result,
      file.size <= thumbnailLimit
    else { return nil }
    var bytes: [UInt8] = []
    // One that was pruned or is damaged is done without.
    do {
      try unsafe fetch(file.digest, size: file.size) { unsafe bytes.append(contentsOf: $0) }
    } catch {
      return nil
    }
    return bytes
  }
}

extension [UInt8] {
  /// Copies the bytes from an offset on, as far as there is room for them; returns how many those are.
  func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = Swift.max(0, Swift.min(buffer.count, self.count - offset))
    guard count > 0 else { return 0 }
    unsafe withUnsafeBytes {
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
    }
    return count
  }
}

extension LocalStore {
  /// The file that lists the images in a folder's store: it changes when they do.
  public static func thumbnailNotes(in folder: String) -> String { folder + "/" + shallowName }
}
