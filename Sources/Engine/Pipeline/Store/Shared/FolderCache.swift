// SPDX-License-Identifier: MIT
// Part of Platen: a shared cache that is a folder, such as one of a file server.

internal import Diagnostics
internal import Libc

/// A shared cache in a folder that several machines have mounted.
///
/// Entries are written under a temporary name and renamed, so that a reader finds a whole entry or
/// none. No lock is taken: locks of file servers cannot be trusted, and two writers of one entry
/// write the same bytes.
public final class FolderCache: RemoteCache {
  public let name: String
  private let folder: StoreFolder

  /// Opens the folder, and creates it if required, but not the folders above it: where these are
  /// missing, a file server is not mounted.
  ///
  /// - Throws: `Failure` with the code `store.unusable` where it cannot be made or opened.
  public init(folder path: String) throws {
    name = path
    do throws(SystemError) {
      if unsafe mkdir(path, 0o777) != 0, errno != EEXIST {
        throw SystemError(code: errno, call: "mkdir")
      }
      folder = StoreFolder(try .open(path, O_RDONLY | O_DIRECTORY), path: path)
      for part in ["ac", "cas"] { try folder.makeFolder(part) }
    } catch {
      throw Failure(
        .error(
          .storeUnusable, "the shared cache in \(path) cannot be used: \(error.text)",
          hints: error.code == ENOENT
            ? ["mount the folder it is in, or create that folder"] : Failure.hints(error)))
    }
  }

  public func get(
    _ entry: RemoteEntry, limit: Int, into sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    let file: SharedFile
    do throws(SystemError) {
      file = SharedFile(
        try folder.descriptor.open(entry.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    } catch {
      if error.code == ENOENT { return false }
      throw RemoteCacheError("\(entry): \(error.text)")
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = 0
    while true {
      let count: Int
      do throws(SystemError) {
        count = try unsafe file.descriptor.readFull(buffer, at: offset)
      } catch {
        throw RemoteCacheError("\(entry): \(error.text)")
      }
      guard count > 0 else { return true }
      offset += count
      guard offset <= limit else { throw RemoteCacheError("\(entry) is larger than expected") }
      try unsafe sink(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  public func contains(_ entry: RemoteEntry) throws -> Bool {
    folder.status(entry.path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  public func put(
    _ entry: RemoteEntry, size: Int,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
  ) throws {
    do {
      let partial = try folder.makePartialFile()
      defer { partial.discard(in: folder.descriptor) }
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(1, min(size, 1 << 20)), alignment: 16)
      defer { unsafe buffer.deallocate() }
      var offset = 0
      while offset < size {
        let room = unsafe UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<min(buffer.count, size - offset)])
        let count = try unsafe reading(room, offset)
        guard count > 0 else { throw RemoteCacheError("\(entry) ends after \(offset) bytes") }
        try unsafe partial.descriptor.writeAll(UnsafeRawBufferPointer(rebasing: room[..<count]))
        offset += count
      }
      // Readable by the other users of the cache, as far as the folder is.
      try SystemError.check("fchmod") { fchmod(partial.descriptor.number, 0o644) }
      try partial.rename(to: entry.path, in: folder.descriptor)
    } catch let error as SystemError {
      throw RemoteCacheError("\(entry): \(error.text)")
    }
  }
}
