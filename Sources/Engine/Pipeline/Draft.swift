// SPDX-License-Identifier: MIT
// Part of Platen: a file under its temporary name.

internal import Digests
internal import Glibc
internal import Synchronization

/// A file under its temporary name, locked for as long as it is ours.
final class Draft: Sendable {
  static let prefix = ".platen-"
  static let suffix = ".tmp"

  let name: String
  let descriptor: FileDescriptor
  private let isGone = Atomic<Bool>(false)

  /// Makes the file, which must not exist.
  init(in folder: borrowing FileDescriptor, name: String) throws(SystemError) {
    self.name = name
    descriptor = try folder.open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
    // Where files cannot be locked a sweep cannot lock them either, and leaves them alone.
    let isLocked = (try? descriptor.tryLock()) ?? true
    // A sweep may see the file before its lock is taken and remove it; then it has no name left.
    guard isLocked, try descriptor.status().st_nlink > 0 else {
      throw SystemError(code: EEXIST, call: "open")
    }
  }

  /// Takes all bytes of another file.
  func fill(from source: borrowing FileDescriptor) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset = 0
    while true {
      let count = try source.readFull(&buffer, at: offset)
      if count == 0 { return }
      try descriptor.writeAll(count == buffer.count ? buffer : Array(buffer[..<count]))
      offset += count
    }
  }

  /// Takes a part of another file.
  func fill(
    from source: borrowing FileDescriptor, range: Range<Int>
  ) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: min(range.count, 1 << 20))
    var offset = range.lowerBound
    while offset < range.upperBound {
      if range.upperBound - offset < buffer.count {
        buffer.removeLast(buffer.count - (range.upperBound - offset))
      }
      let count = try source.readFull(&buffer, at: offset)
      guard count == buffer.count else { throw SystemError(code: EIO, call: "read") }
      try descriptor.writeAll(buffer)
      offset += count
    }
  }

  /// Gives the file its final name; the temporary one is gone.
  func rename(to target: String, in folder: borrowing FileDescriptor) throws(SystemError) {
    try SystemError.check("rename") { unsafe renameat(folder.number, name, folder.number, target) }
    isGone.store(true, ordering: .relaxed)
  }

  /// Removes the file, unless it was renamed.
  func discard(in folder: borrowing FileDescriptor) {
    guard !isGone.exchange(true, ordering: .relaxed) else { return }
    // Nothing is to be done when this fails: the next run sweeps.
    unsafe unlinkat(folder.number, name, 0)
  }

  /// Removes the temporary files in a folder that nobody holds locked.
  static func sweep(_ folder: borrowing FileDescriptor) {
    for name in folder.names(beginning: prefix) where name.hasSuffix(suffix) {
      guard let file = try? folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        (try? file.tryLock()) == true
      else { continue }
      unsafe unlinkat(folder.number, name, 0)
    }
  }
}

extension FileDescriptor {
  /// The names in this folder that begin so, unsorted; none when it cannot be listed.
  func names(beginning prefix: String = "") -> [String] {
    let length = prefix.utf8.count
    var names: [String] = []
    // Compared before they are texts: ten thousand outputs may lie beside one leftover.
    unsafe forEachEntry { entry in
      let begins = unsafe entry.withName { unsafe strncmp($0, prefix, length) == 0 }
      if begins { unsafe names.append(entry.name) }
    }
    return names
  }

  /// Calls `body` with all that is in this folder, unsorted; not at all when it cannot be listed.
  func forEachEntry(_ body: (UnsafeMutablePointer<dirent>) -> Void) {
    // With a place of its own in the folder: that of a duplicate would be ours.
    let number = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    guard let stream = unsafe fdopendir(number) else {
      close(number)
      return
    }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) { unsafe body(entry) }
  }

  /// SHA-256 of the whole file.
  func digest() throws(SystemError) -> Digest {
    var hasher = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    while true {
      let count = try readFull(&buffer, at: offset)
      if count == 0 { return hasher.finalize() }
      unsafe buffer.withUnsafeBytes {
        unsafe hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      offset += count
    }
  }
}

extension UnsafeMutablePointer<dirent> {
  /// The entry's name, whatever its length.
  var name: String { unsafe withName { unsafe String(cString: $0) } }

  /// Calls `body` with the name, which ends at its zero byte.
  func withName<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    // d_name is a tuple of 256 bytes in Swift's eyes.
    unsafe withUnsafePointer(to: &pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: 256, body)
    }
  }
}
