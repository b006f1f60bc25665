// SPDX-License-Identifier: MIT
// Part of Platen: cached bytes as files named by their digest.
//
// A blob is at blobs/ab/cdef…: the digest's first byte, a slash, the others. It is written under a
// temporary name and renamed, and not synced: it is checked whenever it is read. It is a file of
// its own, sharing blocks with the output where the file system can do that, never a hard link to
// it: somebody who edits an output must not edit the store.

internal import Diagnostics
internal import Digests
internal import Libc

/// The blobs of a store.
struct Blobs: Sendable {
  static let folderName = "blobs"

  let folder: StoreFolder
  let diagnostics: StoreDiagnostics

  /// Bytes that are moved at once.
  static let pieceSize = 1 << 20
  /// The stamp of a blob that was used is only renewed when it is older: one day, in nanoseconds.
  private static let timestampAge: Int64 = 86_400_000_000_000

  /// The path of a digest's blob in the store's folder.
  static func path(of digest: Digest) -> String {
    let hex = digest.description
    let split = hex.index(hex.startIndex, offsetBy: 2)
    return "\(folderName)/\(hex[..<split])/\(hex[split...])"
  }

  /// The digest of the blob at `folder` and `name` below the blobs, or nil when that is not a
  /// blob's name.
  static func digest(folder: String, name: String) -> Digest? {
    guard folder.utf8.count == 2, name.utf8.count == 62 else { return nil }
    let text = folder + name
    guard let digest = Digest(hex: text), digest.description == text else { return nil }
    return digest
  }

  func contains(_ digest: Digest, size: Int) -> Bool {
    let path = Blobs.path(of: digest)
    guard let status = folder.status(path) else { return false }
    if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == size { return true }
    discard(path, "has \(status.st_size) bytes instead of \(size)")
    return false
  }

  /// Takes in bytes, unless they are here.
  ///
  /// - Throws: ``SystemError`` when they cannot be written, ``UnreadableSource``.
  func keep(
    _ digest: Digest, size: Int, descriptor: Int32?,
    reading: (UnsafeMutableRawBufferPointer, Int) throws -> Int
  ) throws {
    if contains(digest, size: size) { return }
    let partial = try folder.makePartialFile()
    defer { partial.discard(in: folder.descriptor) }
    let isShared = descriptor.map { partial.descriptor.clone($0, size: size) } ?? false
    if !isShared {
      var offset = 0
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(1, min(size, Blobs.pieceSize)), alignment: 16)
      defer { unsafe buffer.deallocate() }
      while offset < size {
        let count: Int
        do {
          let room = min(buffer.count, size - offset)
          count = try unsafe reading(
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), offset)
        } catch {
          throw UnreadableSource(reason: "\(error)")
        }
        guard count > 0 else { throw UnreadableSource(reason: "it ends after \(offset) bytes") }
        try unsafe partial.descriptor.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        offset += count
      }
    }
    try put(partial, at: Blobs.path(of: digest))
  }

  /// The source to be kept cannot be read; the store itself works.
  struct UnreadableSource: Error {
    var reason: String
  }

  private func put(_ partial: PartialFile, at path: String) throws(SystemError) {
    do throws(SystemError) {
      try partial.rename(to: path, in: folder.descriptor)
    } catch  where error.code == ENOENT {
      // The folders are made when they are first needed.
      try folder.makeFolder(Blobs.folderName)
      try folder.makeFolder(String(path.prefix(Blobs.folderName.count + 3)))
      try partial.rename(to: path, in: folder.descriptor)
    }
  }

  /// Notes that a blob was used, for later pruning.
  func touch(_ file: borrowing FileDescriptor, _ status: stat) {
    let now = StoreClock.nanoseconds()
    let timestamp = FileStatus.nanoseconds(status.st_mtim)
    guard timestamp > now || now - timestamp > Blobs.timestampAge else { return }
    // A read-only store is never pruned.
    _ = futimens(file.number, nil)
  }

  func refusal(_ digest: Digest, _ path: String, _ error: SystemError) -> StoreDamage {
    diagnostics.report(
      .warning(
        .storeDamaged,
        "\(folder.path)/\(path) in the store cannot be read: \(error.text) (\(error.call))",
        hints: Failure.hints(error)))
    return StoreDamage(.unreadable, digest)
  }

  func discard(_ path: String, _ what: String) {
    let end = folder.remove(path) ? "it was removed" : "it cannot be removed"
    diagnostics.report(
      .warning(.storeDamaged, "\(folder.path)/\(path) in the store \(what); \(end)"))
  }
}

extension StoreFolder {
  /// Makes a folder in the folder, unless it is there.
  func makeFolder(_ name: String) throws(SystemError) {
    do throws(SystemError) {
      try SystemError.check("mkdir") { unsafe mkdirat(descriptor.number, name, 0o700) }
    } catch  where error.code == EEXIST {
      return
    }
  }
}

extension FileDescriptor {
  /// FICLONE of <linux/fs.h>, `_IOW(0x94, 9, int)`, which Swift cannot see.
  private static let cloneRequest: UInt = 0x4004_9409

  /// Makes this empty file share the blocks of another, where the file system can do that.
  func clone(_ source: Int32, size: Int) -> Bool {
    var other = stat()
    return unsafe fstat(source, &other) == 0 && Int(other.st_size) == size
      && ioctl(number, FileDescriptor.cloneRequest, source) == 0
  }
}
