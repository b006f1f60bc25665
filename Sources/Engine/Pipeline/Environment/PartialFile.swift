// SPDX-License-Identifier: MIT
// Part of Platen: a file under its temporary name.

internal import Libc
internal import Synchronization

/// A file under its temporary name, locked by this process.
final class PartialFile: Sendable {
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

  /// Removes the temporary files in a folder that no process has locked.
  static func sweep(_ folder: borrowing FileDescriptor) {
    for name in folder.names(beginning: prefix) where name.hasSuffix(suffix) {
      guard let file = try? folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        (try? file.tryLock()) == true
      else { continue }
      unsafe unlinkat(folder.number, name, 0)
    }
  }
}
