// SPDX-License-Identifier: MIT
// Part of Platen: the environment that is the real world: the disk and the process's variables.

internal import Diagnostics
internal import Libc
internal import Synchronization

/// The real world: the disk, seen from a folder, and the process's variables.
public struct DiskEnvironment: Environment {
  /// The folder relative paths are relative to.
  public let folder: String
  /// Paths that stand for files lying elsewhere.
  public var mounts = Mounts()
  private let searches = SearchBudget()

  /// - Parameter folder: the folder relative paths are relative to (default: the working folder).
  public init(folder: String = ".") { self.folder = folder }

  public var anchor: String { Files.realPath(folder) ?? folder }

  /// The path as passed to the system.
  public func resolved(_ path: String) -> String {
    if let place = mounts.place(of: path) { return place }
    if path.hasPrefix("/") || folder == "." { return path }
    return folder + "/" + path
  }

  public func status(_ path: String) throws -> FileStatus? {
    if mounts.names(in: path) != nil {
      return FileStatus(
        kind: .folder, size: 0, modified: 0, identity: FileIdentity(device: 0, number: 0))
    }
    var status = stat()
    if unsafe stat(resolved(path), &status) == 0 { return FileStatus(status) }
    let code = errno
    if code == ENOENT || code == ENOTDIR { return nil }
    throw refusal(path, SystemError(code: code, call: "stat"))
  }

  public func read(_ path: String, limit: Int) throws -> FileBytes {
    do {
      return FileBytes(path: path, bytes: try bytes(of: path, limit: limit))
    } catch let error as SystemError {
      throw refusal(path, error)
    }
  }

  /// The first bytes of a file, at most `count`; empty for an unreadable or missing file and for a
  /// path that is not a file.
  public func beginning(of path: String, count: Int) -> [UInt8] {
    do throws(SystemError) {
      let file = try FileDescriptor.open(resolved(path), O_RDONLY | O_NOCTTY | O_NONBLOCK)
      guard try file.status().st_mode & S_IFMT == S_IFREG else { return [] }
      var bytes = [UInt8](repeating: 0, count: count)
      let filled = try file.readFull(&bytes, at: 0)
      return Array(bytes[..<filled])
    } catch { return [] }
  }

  public func list(_ folder: String) throws -> [FolderEntry] {
    if let names = mounts.names(in: folder) { return names }
    do throws(SystemError) {
      let descriptor = try FileDescriptor.open(resolved(folder), O_RDONLY | O_DIRECTORY)
      var entries: [FolderEntry] = []
      unsafe descriptor.forEachEntry { entry in
        let name = unsafe entry.name
        guard name != ".", name != ".." else { return }
        // Most file systems report the kind along with the name.
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_REG): entries.append(FolderEntry(name: name, isFolder: false))
        case Int(DT_DIR): entries.append(FolderEntry(name: name, isFolder: true))
        default: entries.append(DiskEnvironment.entry(name, in: descriptor))
        }
      }
      return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    } catch {
      throw refusal(folder, error)
    }
  }

  /// The entry of a name in a folder: a link, or a kind the file system does not report at once.
  static func entry(_ name: String, in folder: borrowing FileDescriptor) -> FolderEntry {
    var status = stat()
    let isLink =
      unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
    let isThere = unsafe !isLink || fstatat(folder.number, name, &status, 0) == 0
    return FolderEntry(
      name: name, isFolder: isThere && status.st_mode & S_IFMT == S_IFDIR, isLink: isLink)
  }

  public func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  private func bytes(of path: String, limit: Int) throws -> [UInt8] {
    // A pipe without a writer must not block forever; paths in /dev were named on purpose.
    let waits = path.hasPrefix("/dev/") ? 0 : O_NONBLOCK
    let file = try FileDescriptor.open(resolved(path), O_RDONLY | O_NOCTTY | waits)
    let status = try file.status()
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw SystemError(code: EISDIR, call: "read")
    case S_IFIFO where waits == 0: break
    case S_IFCHR where waits == 0 && isEndingDevice(file, status): break
    default:
      throw Failure(
        .error(
          .fileUnreadable, "this is a pipe, a socket or a device, not a file",
          at: SourceLocation(file: path), hints: ["name a file"]))
    }
    let isStream = status.st_mode & S_IFMT != S_IFREG
    let limit = isStream ? min(limit, DiskEnvironment.streamLimit) : limit
    let expected = isStream ? 0 : Int(status.st_size)
    if expected > limit { throw tooLarge(path, "\(expected) bytes", limit) }

    // One byte more than expected, so that the end is seen without growing.
    var capacity = max(expected + 1, 1 << 12)
    var bytes: [UInt8] = []
    while true {
      let room = capacity - bytes.count
      let piece = try unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        while filled < room {
          let rest = unsafe UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let count = try SystemError.check("read") {
            unsafe Libc.read(file.number, rest.baseAddress, rest.count)
          }
          if count == 0 { break }
          filled += count
        }
      }
      let isEnd = piece.count < room
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limit { throw tooLarge(path, "more than \(limit) bytes", limit) }
      if isEnd { return bytes }
      capacity = bytes.count * 2
    }
  }

  /// The most bytes read from a pipe, 512 MiB: its size is unknown before, and some never end.
  private static let streamLimit = 512 << 20

  /// Indicates whether a device comes to an end: a terminal, where one is typed, or the empty one.
  /// The others (`/dev/zero`) would be read for ever.
  private func isEndingDevice(_ file: borrowing FileDescriptor, _ status: stat) -> Bool {
    if isatty(file.number) == 1 { return true }
    var empty = stat()
    return unsafe stat("/dev/null", &empty) == 0 && empty.st_rdev == status.st_rdev
  }

  private func tooLarge(_ path: String, _ size: String, _ limit: Int) -> Failure {
    Failure(
      .error(
        .fileTooLarge, "the file has \(size), and at most \(limit) are read",
        at: SourceLocation(file: path), hints: ["check that it is the file you meant"]))
  }

  private func refusal(_ path: String, _ error: SystemError) -> Failure {
    let place = SourceLocation(file: path)
    switch error.code {
    case ENOENT, ENOTDIR:
      return Failure(missing(path))
    case EISDIR:
      return Failure(
        .error(
          .fileIsFolder, "this is a folder, not a file", at: place,
          hints: [
            "name a file in it, or all of them with \(path.hasSuffix("/") ? path : path + "/")*"
          ]))
    case EACCES, EPERM:
      return Failure(
        .error(
          .filePermission, "no permission to read this: \(error.text)", at: place,
          hints: ["give yourself permission to read it and the folders above it"]))
    default:
      return Failure(
        .error(
          .fileUnreadable, "this cannot be read: \(error.text) (\(error.call))", at: place,
          hints: Failure.hints(error)), isPassing: error.isPassing)
    }
  }

  /// Returns the error for a path that leads nowhere.
  private func missing(_ path: String) -> Diagnostic {
    let place = SourceLocation(file: path)
    if path.unicodeScalars.contains("\u{FFFD}") {
      return .error(
        .fileMissing, "the file's name is not UTF-8, so it cannot be opened by that name",
        at: place, hints: ["rename it, or give - as the input and the file on standard input"])
    }
    if let target = linkTarget(path) {
      return .error(
        .fileMissing, "this is a link to \"\(target)\", which does not exist", at: place,
        hints: ["link to an existing file, or remove the link"])
    }
    return .error(.fileMissing, "no such file", at: place, hints: hints(path))
  }

  /// The target of a link, as stored in it; nil for a path that is not a link.
  private func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(resolved(path), &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Hints for a path that leads nowhere: the missing folder, or a similar name.
  private func hints(_ path: String) -> [String] {
    var parent = "."
    var name = Substring(path)
    if let slash = path.lastIndex(of: "/") {
      parent = slash == path.startIndex ? "/" : String(path[..<slash])
      name = path[path.index(after: slash)...]
    }
    guard (try? status(parent))?.kind == .folder else { return ["no such folder: \(parent)"] }
    let entries = searches.take() ? (try? list(parent)) ?? [] : []
    guard let near = nearMiss(String(name), among: entries.map(\.name)) else {
      return path.hasPrefix("/") || folder == "." ? [] : ["paths are relative to \(folder)"]
    }
    return ["did you mean \"\(parent == "." ? "" : parent + "/")\(near)\"?"]
  }
}

/// The number of missing files for which similar names are searched; each search lists a folder.
private final class SearchBudget: Sendable {
  private static let limit = 100
  private let taken = Atomic<Int>(0)

  /// Returns whether one more search is within the limit.
  func take() -> Bool { taken.add(1, ordering: .relaxed).oldValue < SearchBudget.limit }
}

extension FileStatus {
  init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(
      kind: kind, size: Int(status.st_size), modified: FileStatus.nanoseconds(status.st_mtim),
      changed: FileStatus.nanoseconds(status.st_ctim),
      identity: FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)))
  }

  static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
