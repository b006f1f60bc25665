// SPDX-License-Identifier: MIT
// Part of Platen: the folder of a store, opened once, and the temporary files in it.

internal import Libc
internal import Synchronization

/// A store's folder. Its content is reached through its descriptor alone, so that it may be renamed
/// meanwhile.
final class StoreFolder: Sendable {
  /// The path as it was given, for people.
  let path: String
  let descriptor: FileDescriptor

  private static let counter = Atomic<Int>(0)

  init(_ descriptor: consuming FileDescriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// A new temporary file, locked for as long as it is held.
  func makePartialFile() throws(SystemError) -> PartialFile {
    while true {
      let number = StoreFolder.counter.add(1, ordering: .relaxed).newValue
      do {
        return try PartialFile(
          in: descriptor,
          name: "\(PartialFile.prefix)\(getpid())-store-\(number)\(PartialFile.suffix)")
      } catch  where error.code == EEXIST {
        // Left by a dead process of our number; the next name is free.
        continue
      }
    }
  }

  /// The `stat` data of a name in the folder, links not followed, or nil.
  func status(_ name: String) -> stat? {
    var status = stat()
    return unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Removes a file; whether that went.
  @discardableResult
  func remove(_ name: String) -> Bool { unsafe unlinkat(descriptor.number, name, 0) == 0 }
}

extension FileDescriptor {
  /// At most `count` bytes from an offset, fewer when the file ends before.
  func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    // An empty array has storage that all of the process shares: its count is not written.
    guard count > 0 else { return [] }
    var error: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try unsafe readFull(UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch let caught {
        error = caught
      }
    }
    if let error { throw error }
    return bytes
  }

  /// Takes a lock of the whole file, waiting at most so long; false when another still holds it.
  ///
  /// It polls, so that a stopped process that holds the lock blocks no other.
  func lock(_ operation: Int32, timeout: Int) throws(SystemError) -> Bool {
    var waited = 0
    while true {
      do throws(SystemError) {
        try SystemError.check("flock") { flock(number, operation | LOCK_NB) }
        return true
      } catch  where error.code == EWOULDBLOCK {
        guard waited < timeout else { return false }
        usleep(1000)
        waited += 1
      } catch  where error.code == ENOLCK || error.code == EOPNOTSUPP || error.code == EINVAL {
        // A file system without locks: short appends to one place are as good as it gets there.
        return true
      }
    }
  }

  func unlock() { flock(number, LOCK_UN) }
}
