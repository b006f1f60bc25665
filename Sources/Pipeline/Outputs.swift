// SPDX-License-Identifier: MIT
// Part of Platen: publishing files under an output root, whole or not at all.

internal import Diagnostics
internal import Digests
internal import Glibc
internal import Synchronization

/// The output root: the only place files are published, and the only way to publish them.
///
/// A file is written under a temporary name in its target's folder, looked at, synced, renamed,
/// and its folder synced: whoever looks sees the old file or the new one, never part of one, even
/// after a power cut. Folders are opened one component at a time without following symbolic links,
/// so a link laid into the root leads nowhere.
///
/// A temporary file is locked by whoever writes it; one that is not locked belongs to nobody alive
/// and is swept.
public final class Outputs: Sendable {
  /// The root as it was given.
  public let root: String

  private let folder: FileDescriptor
  private let lock: OutputLock?
  private let counter = Atomic<Int>(0)

  /// Opens the output root, making it if need be, and takes its lock.
  ///
  /// - Parameters:
  ///   - root: the folder; it may itself be reached by a symbolic link.
  ///   - locking: whether another run is waited for.
  ///   - cancellation: ends the waiting.
  ///   - onWait: told once who holds the lock, before the waiting begins.
  /// - Throws: ``Failure`` with the code `output.root` when it cannot be made or opened,
  ///   `output.locked` when another run holds it and is not waited for; ``Cancelled``.
  public init(
    root: String, locking: OutputLocking = .wait, cancellation: Cancellation = Cancellation(),
    onWait: (LockHolder) -> Void = { _ in }
  ) throws {
    self.root = root
    do throws(SystemError) {
      folder = try Outputs.openRoot(root)
    } catch {
      throw Failure(
        .error(
          .outputRoot, "the output root \(root) cannot be used: \(error.text) (\(error.call))",
          hints: Failure.hints(error)))
    }
    if locking == .none {
      lock = nil
    } else {
      lock = try OutputLock.take(
        in: folder, root: root, locking: locking, cancellation: cancellation, onWait: onWait)
      // What a run that was killed was writing, wherever that was.
      if let lock { sweep(lock.foldersLeftBehind) }
    }
  }

  /// Says in which folders files will be published, and sweeps what killed runs left there.
  ///
  /// ``Engine/run(_:on:)`` does it for its plan.
  public func prepare(folders: [String]) throws {
    try lock?.note(folders: folders)
    sweep(folders)
  }

  /// Gives the root free for other runs; done when the object goes, too.
  public func close() { lock?.release(in: folder) }

  deinit { lock?.release(in: folder) }

  /// What lies at an output's path, links not followed, or nil.
  func identity(of path: OutputPath) -> FileIdentity? {
    guard let folder = try? open(path.folder, creating: false) else { return nil }
    var status = stat()
    guard fstatat(folder.number, path.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Publishes bytes under a name of Platen's own in the root, such as the record.
  func publish(_ bytes: [UInt8], internalName name: String) throws {
    do throws(SystemError) {
      let draft = try Draft(in: folder, name: temporaryName())
      defer { draft.discard(in: folder) }
      try draft.descriptor.writeAll(bytes)
      try draft.descriptor.sync()
      try draft.rename(to: name, in: folder)
      try folder.syncFolder()
    } catch {
      throw Failure.writing(name, error)
    }
  }

  /// Reads a file of Platen's own in the root, or nil when it is not there.
  func read(internalName name: String, limit: Int) throws -> [UInt8]? {
    do throws(SystemError) {
      let file = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
        throw SystemError(code: EFBIG, call: "read")
      }
      var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
      let count = try file.readFull(&bytes, at: 0)
      return Array(bytes.prefix(count))
    } catch  where error.code == ENOENT {
      return nil
    } catch {
      throw Failure(.error(.record, "\(name) cannot be read: \(error.text)"))
    }
  }

  // MARK: Files of stages

  /// A file written for one or more targets.
  struct Made {
    var file: KeptFile
    var warnings: [Diagnostic]
    /// For each target, whether it was made or unchanged, or why not.
    var targets: [Result<Outcome, Failure>]
  }

  /// Writes a file once, has it checked, and publishes it at each target.
  ///
  /// - Throws: what `write` or `check` throws, and then nothing is published and nothing left.
  func make(
    _ targets: [OutputPath], check: FileCheck, cancellation: Cancellation,
    write: (FileWriter) throws -> [Diagnostic]
  ) throws -> Made {
    var results = targets.map { _ in Result<Outcome, Failure>.failure(Failure([])) }

    // The temporary file lies beside the first target whose folder can be written to.
    var host: Int?
    var found: HostFolder?
    for (index, target) in targets.enumerated() where found == nil {
      do {
        let folder = try HostFolder(open(target.folder, creating: true))
        folder.draft = try makeDraft(in: folder.descriptor)
        found = folder
        host = index
      } catch {
        results[index] = .failure(refusal(of: target, error))
      }
    }
    if found == nil {
      if let failure = results.first, case .failure(let error) = failure { throw error }
      let folder = try HostFolder(open([], creating: false))
      folder.draft = try makeDraft(in: folder.descriptor)
      found = folder
    }
    guard let place = found, let draft = place.draft else {
      throw Failure(.error(.engine, "no place for a temporary file"))
    }
    defer { draft.discard(in: place.descriptor) }

    let name = host.map { targets[$0].text } ?? "a temporary file"
    let writer = FileWriter(draft, target: name, cancellation: cancellation)
    let warnings = try write(writer)
    let (size, digest) = try writer.finish()
    let facts = try look(draft, in: place.descriptor, target: name, size: size, check: check)
    try cancellation.check()

    // Copies first: once renamed, the temporary file is gone.
    for (index, target) in targets.enumerated() where index > (host ?? 0) {
      results[index] = Result { () throws(Failure) in
        try publishCopy(of: draft, at: target, size: size, digest: digest)
      }
    }
    if let host {
      results[host] = Result { () throws(Failure) in
        do throws(SystemError) {
          if isSame(targets[host], in: place.descriptor, size: size, digest: digest) {
            return .unchanged
          }
          try draft.descriptor.sync()
          try draft.rename(to: targets[host].name, in: place.descriptor)
          try place.descriptor.syncFolder()
          return .made
        } catch { throw Failure.writing(targets[host].text, error) }
      }
    }
    return Made(
      file: KeptFile(size: size, digest: digest, facts: facts), warnings: warnings,
      targets: results)
  }

  private func look(
    _ draft: Draft, in folder: borrowing FileDescriptor, target: String, size: Int,
    check: FileCheck
  ) throws -> FileFacts {
    let file: FinishedFile
    do throws(SystemError) {
      file = try FinishedFile(folder.open(draft.name, O_RDONLY | O_NOFOLLOW), target: target)
    } catch {
      throw Failure.writing(target, error)
    }
    guard size > 0 else {
      throw Failure(.error(.outputCheck, "\(target) would be empty"))
    }
    guard file.size == size else {
      throw Failure(
        .error(
          .outputCheck, "\(target) has \(file.size) bytes on the disk, \(size) were written",
          hints: ["something else may have written to it, or the disk is failing"]))
    }
    return try check(file)
  }

  private func publishCopy(
    of draft: Draft, at target: OutputPath, size: Int, digest: Digest
  ) throws(Failure) -> Outcome {
    do {
      let folder = try open(target.folder, creating: true)
      if isSame(target, in: folder, size: size, digest: digest) { return .unchanged }
      let copy = try makeDraft(in: folder)
      defer { copy.discard(in: folder) }
      try copy.fill(from: draft.descriptor)
      try copy.descriptor.sync()
      try copy.rename(to: target.name, in: folder)
      try folder.syncFolder()
      return .made
    } catch {
      throw refusal(of: target, error)
    }
  }

  private func refusal(of target: OutputPath, _ error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as SystemError: Failure.writing(target.text, error)
    default: Failure(.error(.outputWrite, "\(target) cannot be written: \(error)"))
    }
  }

  /// Whether the file at `target` has these bytes. One that cannot be read has not.
  private func isSame(
    _ target: OutputPath, in folder: borrowing FileDescriptor, size: Int, digest: Digest
  ) -> Bool {
    guard let file = try? folder.open(target.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) == size
    else { return false }
    return (try? file.digest()) == digest
  }

  // MARK: Folders

  private static func openRoot(_ root: String) throws(SystemError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(root, O_RDONLY | O_DIRECTORY)
    } catch  where error.code == ENOENT {
      var made = root.hasPrefix("/") ? "/" : ""
      for component in root.split(separator: "/") {
        made += component + "/"
        if mkdir(made, 0o777) != 0, errno != EEXIST {
          throw SystemError(code: errno, call: "mkdir")
        }
      }
      return try FileDescriptor.open(root, O_RDONLY | O_DIRECTORY)
    }
  }

  /// Opens a folder under the root, one component at a time.
  private func open(
    _ components: some Collection<String>, creating: Bool
  ) throws -> FileDescriptor {
    var current = try folder.open(".", O_RDONLY | O_DIRECTORY)
    var path = ""
    for component in components {
      path += (path.isEmpty ? "" : "/") + component
      current = try step(component, from: current, creating: creating, path: path)
    }
    return current
  }

  private func step(
    _ name: String, from folder: borrowing FileDescriptor, creating: Bool, path: String
  ) throws -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    var number = openat(folder.number, name, flags | O_CLOEXEC)
    if number < 0, errno == ENOENT, creating {
      if mkdirat(folder.number, name, 0o777) == 0 {
        try folder.syncFolder()
      } else if errno != EEXIST {
        throw SystemError(code: errno, call: "mkdir")
      }
      number = openat(folder.number, name, flags | O_CLOEXEC)
    }
    guard number >= 0 else {
      let code = errno
      guard code == ENOTDIR || code == ELOOP else { throw SystemError(code: code, call: "open") }
      throw Failure(
        .error(
          .outputPath,
          isLink(name, in: folder)
            ? "\(path) in the output root is a symbolic link, and outputs do not follow links"
            : "\(path) in the output root is not a folder",
          hints: ["remove it, or name the outputs differently"]))
    }
    return FileDescriptor(owning: number)
  }

  private func isLink(_ name: String, in folder: borrowing FileDescriptor) -> Bool {
    var status = stat()
    return fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }

  // MARK: Temporary files

  private func temporaryName() -> String {
    let number = counter.add(1, ordering: .relaxed).newValue
    return "\(Draft.prefix)\(getpid())-\(number)\(Draft.suffix)"
  }

  private func makeDraft(in folder: borrowing FileDescriptor) throws(SystemError) -> Draft {
    while true {
      do {
        return try Draft(in: folder, name: temporaryName())
      } catch  where error.code == EEXIST {
        // Left by a dead run that had our process number; the next number is free.
        continue
      }
    }
  }

  /// Removes the temporary files in these folders that nobody alive is writing.
  private func sweep(_ folders: [String]) {
    for path in [""] + folders {
      let components = path.split(separator: "/").map(String.init)
      // The lock file may say anything; what it says does not lead out of the root.
      guard !components.contains(".."), let folder = try? open(components, creating: false)
      else { continue }
      Draft.sweep(folder)
    }
  }
}

/// Where the temporary file lies while it is written. A class, as an optional of what cannot be
/// copied cannot be handed around.
private final class HostFolder {
  let descriptor: FileDescriptor
  var draft: Draft?
  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}
