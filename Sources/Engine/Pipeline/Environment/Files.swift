// SPDX-License-Identifier: MIT
// Part of Platen: files that are written, moved and removed by path, outside of stages.

internal import Diagnostics
internal import Libc

/// Files written whole: to a temporary name beside the target, synced, renamed.
package enum Files {
  package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Indicates whether something has this name, were it a link that leads nowhere.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// The inode number of a path; nil for a missing file.
  package static func number(of path: String) -> String? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? "\(status.st_ino)" : nil
  }

  /// A path from the top of the file system, by no link; nil where it leads nowhere.
  package static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Removes a file, or a folder with its content. No link is followed; files that cannot be
  /// removed stay.
  package static func removeAll(_ path: String) { removeAll(path, in: AT_FDCWD) }

  private static func removeAll(_ name: String, in folder: Int32) {
    if unsafe unlinkat(folder, name, 0) == 0 { return }
    let inner = unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else { return }
    guard let stream = unsafe fdopendir(inner) else {
      close(inner)
      return
    }
    var names: [String] = []
    while let entry = unsafe readdir(stream) { unsafe names.append(entry.name) }
    for name in names where name != "." && name != ".." { removeAll(name, in: inner) }
    unsafe closedir(stream)
    unsafe unlinkat(folder, name, Int32(AT_REMOVEDIR))
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, in no order; empty where it is not a folder, or cannot be read.
  package static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) { unsafe names.append(entry.name) }
    return names
  }

  /// The first bytes of a file; none where there are none, or it cannot be read.
  package static func prefix(of path: String, count: Int) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe read(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
        if got < 0, errno == EINTR { continue }
        if got <= 0 { break }
        filled += got
      }
    }
  }

  /// Makes a folder and those above it.
  ///
  /// - Returns: the one that cannot be made, if any; `errno` has the reason.
  package static func makeFolders(_ path: String) -> String? {
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      folder += part
      if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST { return folder }
      folder += "/"
    }
    return nil
  }

  /// Writes a file, making the folders it needs.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    if let slash = path.lastIndex(of: "/"), let refused = makeFolders(String(path[..<slash])) {
      throw refusal(refused, "made")
    }
    let temporary = path + ".\(getpid()).tmp"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw refusal(path, "written") }
    do {
      defer { close(descriptor) }
      guard unsafe bytes.withUnsafeBytes({ unsafe writeAll(descriptor, $0) }) else {
        throw refusal(path, "written", removing: temporary)
      }
      if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
        throw refusal(path, "written", removing: temporary)
      }
    }
    if unsafe rename(temporary, path) != 0 { throw refusal(path, "written", removing: temporary) }
  }

  private static func refusal(
    _ path: String, _ verb: String, removing temporary: String? = nil
  ) -> Failure {
    let why = systemErrorText(errno)
    if let temporary { unsafe unlink(temporary) }
    return Failure(.error(.outputWrite, "\(path) cannot be \(verb): \(why)"))
  }
}
