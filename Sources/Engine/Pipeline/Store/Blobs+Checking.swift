// SPDX-License-Identifier: MIT
// Part of Platen: cached bytes read back, each checked against its digest: a damaged blob is
// removed, and its work is done again.

internal import Digests
internal import Libc

extension Blobs {
  /// Hands out bytes, checking them.
  ///
  /// - Parameter isUse: whether it counts as a use for pruning.
  func fetch(
    _ digest: Digest, size: Int, isUse: Bool = true,
    into sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let path = Blobs.path(of: digest)
    let file: SharedFile
    let status: stat
    do throws(SystemError) {
      file = SharedFile(
        try folder.descriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
      status = try file.descriptor.status()
    } catch {
      if error.code == ENOENT { throw StoreDamage(.missing, digest) }
      if error.code == ELOOP {
        discard(path, "is a link")
        throw StoreDamage(.damaged, digest)
      }
      throw refusal(digest, path, error)
    }
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == size else {
      discard(path, "has \(status.st_size) bytes instead of \(size)")
      throw StoreDamage(.damaged, digest)
    }

    var hasher = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, min(size, Blobs.pieceSize)), alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = 0
    while offset < size {
      let count: Int
      do throws(SystemError) {
        let room = min(buffer.count, size - offset)
        count = try unsafe file.descriptor.readFull(
          UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: offset)
      } catch {
        throw refusal(digest, path, error)
      }
      // Cut short while it is read.
      if count == 0 { break }
      let piece = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      unsafe hasher.update(piece)
      try unsafe sink(piece)
      offset += count
    }
    guard offset == size, hasher.finalize() == digest else {
      discard(path, "has the wrong content")
      throw StoreDamage(.damaged, digest)
    }
    if isUse { touch(file.descriptor, status) }
  }
}
