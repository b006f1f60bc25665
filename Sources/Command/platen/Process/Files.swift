// SPDX-License-Identifier: MIT
// Part of Platen: the few files that commands write outside of runs.

import Diagnostics
import Libc

/// Files written whole: to a temporary name beside the target, synced, renamed.
enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether something has this name, were it a link that leads nowhere.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The number the file system has given to what has this name; nil where nothing has.
  static func number(of path: String) -> String? {
    var status = stat()
    return lstat(path, &status) == 0 ? "\(status.st_ino)" : nil
  }

  /// A path from the top of the file system, by no link; nil where it leads nowhere.
  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Removes a file, or a folder with all that is in it. No link is followed, and what cannot be
  /// removed stays.
  static func removeAll(_ path: String) { removeAll(path, in: AT_FDCWD) }

  private static func removeAll(_ name: String, in folder: Int32) {
    if unlinkat(folder, name, 0) == 0 { return }
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else { return }
    guard let stream = fdopendir(inner) else {
      close(inner)
      return
    }
    var names: [String] = []
    while let entry = readdir(stream) { names.append(self.name(of: entry)) }
    for name in names where name != "." && name != ".." { removeAll(name, in: inner) }
    closedir(stream)
    unlinkat(folder, name, Int32(AT_REMOVEDIR))
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What lies in a folder, in no order; nothing where it is none, or cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) { names.append(name(of: entry)) }
    return names
  }

  /// The first bytes of a file; none where there are none, or it cannot be read.
  static func prefix(of path: String, count: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
        if got < 0, errno == EINTR { continue }
        if got <= 0 { break }
        filled += got
      }
    }
  }

  /// Makes a folder and those above it.
  ///
  /// - Returns: the one that cannot be made, if any; `errno` says why.
  static func makeFolders(_ path: String) -> String? {
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      folder += part
      if mkdir(folder, 0o777) != 0, errno != EEXIST { return folder }
      folder += "/"
    }
    return nil
  }

  /// Writes a file, making the folders it needs.
  static func write(_ bytes: [UInt8], to path: String) throws {
    if let slash = path.lastIndex(of: "/"), let refused = makeFolders(String(path[..<slash])) {
      throw refusal(refused, "made")
    }
    let temporary = path + ".\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw refusal(path, "written") }
    do {
      defer { close(descriptor) }
      guard bytes.withUnsafeBytes({ writeAll(descriptor, $0) }) else {
        throw refusal(path, "written", removing: temporary)
      }
      if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
        throw refusal(path, "written", removing: temporary)
      }
    }
    if rename(temporary, path) != 0 { throw refusal(path, "written", removing: temporary) }
  }

  private static func refusal(
    _ path: String, _ verb: String, removing temporary: String? = nil
  ) -> Failure {
    let why = String(cString: strerror(errno))
    if let temporary { unlink(temporary) }
    return Failure(.error("output.write", "\(path) cannot be \(verb): \(why)"))
  }
}
