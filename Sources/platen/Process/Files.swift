// SPDX-License-Identifier: MIT
// Part of Platen: the few files that commands write outside of runs.

import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files written whole: to a temporary name beside the target, synced, renamed.
enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What lies in a folder, in no order; nothing where it is none, or cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < 10_000, let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
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

  /// Writes a file, making the folders it needs.
  static func write(_ bytes: [UInt8], to path: String) throws {
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/").dropLast() {
      folder += part + "/"
      if mkdir(folder, 0o777) != 0, errno != EEXIST { throw refusal(folder, "made") }
    }
    let temporary = path + ".\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw refusal(path, "written") }
    do {
      defer { close(descriptor) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
          if errno == EINTR { continue }
          throw refusal(path, "written", removing: temporary)
        }
        rest = rest.dropFirst(count)
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

/// `write(2)`, under a name that `Files.write` does not hide.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
