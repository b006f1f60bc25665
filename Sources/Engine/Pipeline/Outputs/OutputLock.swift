// SPDX-License-Identifier: MIT
// Part of Platen: the lock of an output directory, so that two runs do not write into it at once.
//
// The file .platen.lock holds lines of UTF-8, "pid N", "host NAME", one "folder PATH" for each
// folder the run may write temporary files into and one "file SHA256 PATH" for each single file it
// published, in case it does not come to write its record: by these a merge with a user's own
// catalog recognizes its own files. Files of sets are merged with nothing, and not noted. It is for
// people and for the run that comes after a killed one; what locks is flock(2) on it, which ends
// with the process however that ends. The file is removed at a clean end, while it is locked;
// whoever waited for it finds that the name no longer leads to what was locked, and begins again. A
// file that lies there unlocked says that a run was killed, or could not write its record, so that
// the record is not to be trusted.

internal import Diagnostics
internal import Digests
internal import Libc
internal import Synchronization

/// The behavior when another run holds the output directory.
public enum OutputLocking: Hashable, Sendable {
  /// Wait for it.
  case wait
  /// Fail at once with the code `output.locked`.
  case fail
  /// Share it with other runs that share it: each publishes other files, and none writes the record.
  /// Other runs are waited for.
  case share
  /// Take no lock: for single files in folders that are not Platen's own.
  case none
}

/// The run that holds an output directory.
public struct LockHolder: Hashable, Sendable, CustomStringConvertible {
  /// Its process number, where the lock file has one.
  public var process: Int?
  /// Its machine, where the lock file has one.
  public var host: String?

  /// Such as `process 4711 on mill`.
  public var description: String {
    let who = process.map { "process \($0)" } ?? "another run"
    return host.map { "\(who) on \($0)" } ?? who
  }
}

/// A lock that is held.
final class OutputLock: Sendable {
  static let name = ".platen.lock"
  /// More than any run writes; a larger file is not Platen's.
  private static let limit = 1 << 30

  /// The folders a killed run may have left temporary files in.
  let foldersLeftBehind: [String]
  /// The files that killed runs published and no record lists.
  let filesLeftBehind: [String: Digest]
  private let descriptor: FileDescriptor
  private let isReleased = Atomic<Bool>(false)
  /// Indicates whether the record lacks the last run; the file stays until a record has it.
  private let recordDue: Atomic<Bool>

  private init(
    _ descriptor: consuming FileDescriptor, leftBehind: Content, recordDue: Bool
  ) {
    self.descriptor = descriptor
    foldersLeftBehind = leftBehind.folders
    filesLeftBehind = leftBehind.files
    self.recordDue = Atomic(recordDue)
  }

  static func take(
    in folder: borrowing FileDescriptor, root: String, locking: OutputLocking,
    cancellation: Cancellation, onWait: (LockHolder) -> Void
  ) throws -> OutputLock {
    var isFirst = true
    while true {
      do throws(SystemError) {
        let file = try folder.open(name, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644)
        if try file.tryLock() {
          guard isStill(file, in: folder) else { continue }
          do throws(SystemError) {
            let wasKilled = try file.size() > 0
            let left = try begin(file)
            return OutputLock(file, leftBehind: left, recordDue: wasKilled)
          } catch {
            // A full disk, most likely: what is locked and cannot be used is not left lying there.
            unsafe unlinkat(folder.number, name, 0)
            throw error
          }
        }
        if locking == .fail || isFirst {
          let holder = content(of: file).holder
          guard locking == .wait else {
            throw SystemError(code: EWOULDBLOCK, call: holder.description)
          }
          onWait(holder)
          isFirst = false
        }
      } catch  where error.code == EWOULDBLOCK {
        throw Failure(
          .error(
            .outputLocked, "the output directory \(root) is in use by \(error.call)",
            hints: ["wait until it is done, or choose another output directory"]))
      } catch {
        throw refusal(root, error)
      }
      try cancellation.check()
      // flock would wait without polling, but could not be cancelled.
      usleep(50_000)
    }
  }

  /// The error of an output directory that cannot be locked.
  private static func refusal(_ root: String, _ error: SystemError) -> Failure {
    Failure(
      .error(
        .outputRoot,
        "the output directory \(root) cannot be locked: \(error.text) (\(error.call))",
        hints: Failure.hints(error)))
  }

  /// Takes a lock of an output directory that others may hold as well; nil where the file system
  /// has no such locks. It is released with the file.
  ///
  /// - Throws: ``Failure`` with the code `output.root`, ``Cancelled``.
  static func takeShared(
    in folder: borrowing FileDescriptor, root: String, cancellation: Cancellation,
    onWait: (LockHolder) -> Void
  ) throws -> SharedFile? {
    var isFirst = true
    while true {
      do throws(SystemError) {
        let file = try folder.open(name, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644)
        do {
          try SystemError.check("flock") { flock(file.number, LOCK_SH | LOCK_NB) }
          guard isStill(file, in: folder) else { continue }
          return SharedFile(file)
        } catch  where error.code == EWOULDBLOCK {
          if isFirst { onWait(content(of: file).holder) }
          isFirst = false
        } catch {
          return nil
        }
      } catch {
        throw refusal(root, error)
      }
      try cancellation.check()
      usleep(50_000)
    }
  }

  /// Releases a shared lock; the last holder removes the file, unless it names a killed run.
  static func release(shared file: SharedFile, in folder: borrowing FileDescriptor) {
    // Another holder that ends at the same time may keep either from removing it. An empty file
    // hinders nothing.
    if (try? file.descriptor.tryLock()) == true, isStill(file.descriptor, in: folder),
      (try? file.descriptor.size()) == 0
    {
      unsafe unlinkat(folder.number, name, 0)
    }
    flock(file.descriptor.number, LOCK_UN)
  }

  /// Puts the lines of this run into the file, before those that name the killed runs and the files
  /// they wrote.
  private static func begin(_ file: borrowing FileDescriptor) throws(SystemError) -> Content {
    let left = content(of: file)
    try SystemError.check("ftruncate") { ftruncate(file.number, 0) }
    var text = "pid \(getpid())\n"
    if let host = hostName() { text += "host \(host)\n" }
    text += left.folders.map { "folder \($0)\n" }.joined()
    for (path, digest) in left.files.sorted(by: { $0.key < $1.key }) {
      text += line(path, digest)
    }
    try append(text, to: file)
    return left
  }

  private static func line(_ path: String, _ digest: Digest) -> String {
    "file \(digest) \(path)\n"
  }

  private static func hostName() -> String? {
    var system = utsname()
    guard unsafe uname(&system) == 0 else { return nil }
    return unsafe withUnsafeBytes(of: &system.nodename) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Notes folders temporary files may be written into, before they are.
  func note(folders: [String]) throws {
    do throws(SystemError) {
      try OutputLock.append(folders.map { "folder \($0)\n" }.joined(), to: descriptor)
    } catch {
      throw Failure.writing(OutputLock.name, error)
    }
  }

  /// Notes a file that was published. Where that fails the file is only not known after a kill.
  func note(file path: String, _ digest: Digest) {
    try? OutputLock.append(OutputLock.line(path, digest), to: descriptor)
  }

  /// Indicates whether a record is to be written though nothing was done.
  var isRecordDue: Bool {
    get { recordDue.load(ordering: .relaxed) }
    set { recordDue.store(newValue, ordering: .relaxed) }
  }

  /// Gives the root free.
  func release(in folder: borrowing FileDescriptor) {
    guard !isReleased.exchange(true, ordering: .relaxed) else { return }
    if !isRecordDue, OutputLock.isStill(descriptor, in: folder) {
      unsafe unlinkat(folder.number, OutputLock.name, 0)
    }
    flock(descriptor.number, LOCK_UN)
  }

  private static func append(
    _ text: String, to file: borrowing FileDescriptor
  ) throws(SystemError) {
    try file.writeAll(Array(text.utf8))
  }

  /// Indicates whether the name still leads to this file.
  private static func isStill(
    _ file: borrowing FileDescriptor, in folder: borrowing FileDescriptor
  ) -> Bool {
    var named = stat()
    guard let held = try? file.status(),
      unsafe fstatat(folder.number, name, &named, AT_SYMLINK_NOFOLLOW) == 0
    else { return false }
    return named.st_ino == held.st_ino && named.st_dev == held.st_dev
  }

  /// The content of a lock file.
  private struct Content {
    var holder = LockHolder()
    var folders: [String] = []
    var files: [String: Digest] = [:]
  }

  private static func content(of file: borrowing FileDescriptor) -> Content {
    var content = Content()
    guard let status = try? file.status(), status.st_size <= limit else { return content }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = (try? file.readFull(&bytes, at: 0)) ?? 0
    for line in String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "pid": content.holder.process = Int(parts[1])
      case "host": content.holder.host = String(parts[1])
      case "folder": content.folders.append(String(parts[1]))
      case "file":
        let file = parts[1].split(separator: " ", maxSplits: 1)
        // The last line may have been cut off.
        guard file.count == 2, let digest = Digest(hex: String(file[0])) else { continue }
        content.files[String(file[1])] = digest
      default: continue
      }
    }
    return content
  }
}
