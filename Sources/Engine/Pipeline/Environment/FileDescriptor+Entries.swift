// SPDX-License-Identifier: MIT
// Part of Platen: the entries of a folder, and the digest of a file, by their descriptors.

internal import Digests
internal import Libc

extension FileDescriptor {
  /// The names in this folder that begin so, unsorted; none when it cannot be listed.
  func names(beginning prefix: String = "") -> [String] {
    let length = prefix.utf8.count
    var names: [String] = []
    // Compared before they are texts: ten thousand outputs may be next to one leftover.
    unsafe forEachEntry { entry in
      let begins = unsafe entry.withName { unsafe strncmp($0, prefix, length) == 0 }
      if begins { unsafe names.append(entry.name) }
    }
    return names
  }

  /// Calls `body` with all that is in this folder, unsorted; not at all when it cannot be listed.
  func forEachEntry(_ body: (UnsafeMutablePointer<dirent>) -> Void) {
    // With an offset of its own in the folder: a duplicate would share it.
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
