// SPDX-License-Identifier: MIT
// Part of Platen: publishing files under an output directory, whole or not at all.

internal import Diagnostics
public import Digests
internal import Libc
internal import Synchronization

/// The output directory: the only place files are published, and the only way to publish them.
///
/// A file is written under a temporary name in its target's folder, checked, synced, renamed, and
/// its folder synced. A reader sees the old file or the new one, never part of one, even after a
/// power cut. Folders are opened one component at a time without following symbolic links, so a
/// link in the output directory leads nowhere.
///
/// The process that writes a temporary file holds a lock on it; a file without a lock was left by a
/// killed process and is removed.
public final class Outputs: Sendable {
  /// The root as it was given.
  public let root: String

  private let folder: FileDescriptor
  private let lock: OutputLock?
  /// The lock of a run that shares the directory with others.
  private let sharedLock: Guarded<SharedFile?>
  /// Indicates whether other runs may be writing: then no temporary files are removed.
  private let isShared: Bool
  private let counter = Atomic<Int>(0)
  private let folders = Guarded<[[String]: OpenFolder]>([:])
  /// Folders that were made and whose names have not reached the disk yet.
  private let fresh = Guarded<Set<String>>([])
  /// Folders the lock file names already.
  private let noted = Guarded<Set<String>>([])
  /// Outputs that are written into files of other origin.
  private let shared = Guarded<Set<String>>([])
  /// Folders kept open at most; a process may have 1,024 files open.
  private static let mostFolders = 128

  /// Opens the output directory, making it if need be, and takes its lock.
  ///
  /// - Parameters:
  ///   - root: the folder; it may itself be reached by a symbolic link.
  ///   - locking: whether another run is waited for.
  ///   - cancellation: ends the waiting.
  ///   - onWait: receives the lock's holder once, before the waiting begins.
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
          .outputRoot, "the output directory \(root) cannot be used: \(error.text) (\(error.call))",
          hints: Failure.hints(error)))
    }
    isShared = locking == .share
    if locking == .share {
      lock = nil
      sharedLock = Guarded(
        try OutputLock.takeShared(
          in: folder, root: root, cancellation: cancellation, onWait: onWait))
    } else if locking == .none {
      lock = nil
      sharedLock = Guarded(nil)
    } else {
      sharedLock = Guarded(nil)
      lock = try OutputLock.take(
        in: folder, root: root, locking: locking, cancellation: cancellation, onWait: onWait)
      // Temporary files of killed runs, wherever they were.
      if let lock { sweep(lock.foldersLeftBehind) }
    }
  }

  /// An output directory that is only looked at: nothing is made, no lock is taken; nil when there
  /// is none.
  public static func existing(root: String) -> Outputs? {
    guard unsafe access(root, F_OK) == 0 else { return nil }
    return try? Outputs(root: root, locking: .none)
  }

  /// The root from the top of the file system, links followed.
  public var absoluteRoot: String { Files.realPath(root) ?? root }

  /// Declares the folders in which files will be published, and removes the leftovers of killed
  /// runs there.
  ///
  /// ``Engine/run(_:on:)`` does it for its plan.
  ///
  /// - Parameter shared: outputs that are written into files that were there before.
  public func prepare(folders: [String], shared: Set<String> = []) throws {
    try lock?.note(folders: folders)
    noted.withLock { $0.formUnion(folders) }
    self.shared.withLock { $0.formUnion(shared) }
    sweep(folders)
  }

  /// Declares one more folder in which files will be published.
  func prepare(_ folder: some Collection<String>) throws {
    guard let lock else { return }
    let path = folder.joined(separator: "/")
    if noted.withLock({ $0.insert(path).inserted }) { try lock.note(folders: [path]) }
  }

  /// The files published by runs that were killed before they wrote their record: digests by path.
  public var unrecorded: [String: Digest] { lock?.filesLeftBehind ?? [:] }

  /// The root's folder, opened once more.
  func openRoot() throws(SystemError) -> FileDescriptor {
    try folder.open(".", O_RDONLY | O_DIRECTORY)
  }

  /// Removes a socket of Platen's own in the root; anything else of that name stays.
  func removeSocket(_ name: String) {
    var status = stat()
    guard unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFSOCK
    else { return }
    unsafe unlinkat(folder.number, name, 0)
  }

  /// Releases the output directory for other runs; deinitialization releases it as well.
  public func close() {
    lock?.release(in: folder)
    let shared = sharedLock.withLock { file in
      defer { file = nil }
      return file
    }
    if let shared { OutputLock.release(shared: shared, in: folder) }
  }

  deinit { close() }

  /// Indicates whether the record is to be written though no job was built. It is missing, or
  /// unreliable because the previous run was killed or could not write it; it does not know this
  /// manifest; or it has failed or cancelled jobs that this run finds up to date.
  func isRecordDue(by manifest: String?) -> Bool {
    if lock?.isRecordDue == true { return true }
    guard let head = recordHead else { return true }
    if RunRecord.isOnly(manifest, head: head) { return RunRecord.showsFailures(head: head) }
    return (try? RunRecord.last(in: self))?.isUpToDate(for: manifest) != true
  }

  /// Indicates whether the record is of this manifest and of no other, seen without reading all of
  /// it.
  public func hasRecordOnly(of manifest: String?) -> Bool {
    recordHead.map { RunRecord.isOnly(manifest, head: $0) } ?? false
  }

  /// Indicates whether the record is of this manifest and of no other, and has other warnings than
  /// those that a run was given. It is read whole only where the count of all warnings is another.
  func hasRecord(
    of manifest: String?, counting count: Int,
    withWarningsOtherThan given: @autoclosure () -> [Diagnostic]
  ) -> Bool {
    guard let head = recordHead, RunRecord.isOnly(manifest, head: head),
      RunRecord.warningCount(head: head) != count,
      let last = try? RunRecord.last(in: self)
    else { return false }
    return last.warnings != given()
  }

  /// The first bytes of the record; nil where there is none that can be read.
  private var recordHead: [UInt8]? {
    do throws(SystemError) {
      let file = try folder.open(RunRecord.fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      var head = [UInt8](repeating: 0, count: RunRecord.headSize)
      let count = try file.readFull(&head, at: 0)
      return Array(head.prefix(count))
    } catch {
      return nil
    }
  }

  /// Has the record written though no job was built, because its entry of some file is invalid.
  func markRecordDue() { lock?.isRecordDue = true }

  /// Indicates whether the record, if any, describes the last run: not when that run was killed or
  /// could not write it, nor while another run is in progress.
  public var describesLastRun: Bool {
    if let lock { return !lock.isRecordDue }
    var status = stat()
    return unsafe fstatat(folder.number, OutputLock.name, &status, AT_SYMLINK_NOFOLLOW) != 0
      || status.st_size == 0
  }

  /// The status of the record's file, links not followed, or nil.
  func statusOfRecord() -> FileStatus? {
    var status = stat()
    guard unsafe fstatat(folder.number, RunRecord.fileName, &status, AT_SYMLINK_NOFOLLOW) == 0
    else {
      return nil
    }
    return FileStatus(status)
  }

  /// Publishes the record. As long as that was tried in vain, the next run owes it.
  public func publish(_ record: RunRecord) throws {
    lock?.isRecordDue = true
    try publish(record.json, internalName: RunRecord.fileName)
    lock?.isRecordDue = false
  }

  /// The identity of the file at an output's path, links not followed, or nil.
  func identity(of path: OutputPath) -> FileIdentity? { statuses(of: [path])[0]?.identity }

  /// The statuses of the files at outputs' paths, links not followed. Paths of one folder that
  /// follow each other open it once.
  func statuses(of paths: [OutputPath]) -> [FileStatus?] {
    var last: (path: ArraySlice<String>, folder: OpenFolder?)?
    return paths.map { path in
      if last?.path != path.folder {
        last = (path.folder, try? open(path.folder, creating: false))
      }
      guard let folder = last?.folder else { return nil }
      var status = stat()
      guard unsafe fstatat(folder.descriptor.number, path.name, &status, AT_SYMLINK_NOFOLLOW) == 0
      else {
        return nil
      }
      return FileStatus(status)
    }
  }

  /// Publishes bytes under a name of Platen's own in the root, such as the record.
  func publish(_ bytes: [UInt8], internalName name: String) throws {
    do throws(SystemError) {
      let partial = try PartialFile(in: folder, name: temporaryName())
      defer { partial.discard(in: folder) }
      try partial.descriptor.writeAll(bytes)
      try partial.descriptor.sync()
      try partial.rename(to: name, in: folder)
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

  /// Writes a file under a temporary name and has it checked; nothing is published yet.
  ///
  /// - Parameters:
  ///   - targets: where it is to go; the temporary file is next to the first of them whose folder
  ///     can be written to.
  ///   - check: looks at the finished file.
  ///   - cancellation: ends the writing.
  ///   - write: the work.
  /// - Throws: the errors of `write` or `check`; then no file is left.
  func write(
    _ targets: [OutputPath], check: FileCheck, cancellation: Cancellation,
    write: (FileWriter) throws -> [Diagnostic]
  ) throws -> WrittenFile {
    var refusals: [Int: Failure] = [:]
    var host: Int?
    var found: WrittenFile.Place?
    for (index, target) in targets.enumerated() where found == nil {
      do {
        let folder = try open(target.folder, creating: true)
        found = WrittenFile.Place(
          folder: folder, partial: try makePartialFile(in: folder.descriptor))
        host = index
      } catch {
        refusals[index] = refusal(of: target, error)
      }
    }
    if found == nil {
      if let failure = refusals[0] { throw failure }
      let folder = try open([String](), creating: false)
      found = WrittenFile.Place(folder: folder, partial: try makePartialFile(in: folder.descriptor))
    }
    guard let place = found else {
      throw Failure(.error(.engine, "no place for a temporary file"))
    }
    let name = host.map { targets[$0].text } ?? "a temporary file"
    let writer = FileWriter(place.partial, target: name, cancellation: cancellation)
    let warnings = try write(writer)
    let (size, digest) = try writer.finish()
    var file = FileArtifact(size: size, digest: digest, members: writer.members)
    file.facts = try look(
      place.partial, in: place.folder.descriptor, file, target: host.map { targets[$0] },
      name: name,
      check: check)
    try cancellation.check()
    return WrittenFile(
      place: place, host: host, refusals: refusals, warnings: warnings, file: file,
      thumbnail: writer.thumbnail)
  }

  /// Publishes a written file at each target and returns the outcome there.
  ///
  /// - Parameters:
  ///   - refused: targets at which nothing is published, and why.
  ///   - digests: receives the digests of the published files, so that the next run need not read
  ///     them.
  func publish(
    _ written: WrittenFile, at targets: [OutputPath], refusing refused: [Int: Failure] = [:],
    noting digests: FileDigests?
  ) -> [Result<Outcome, Failure>] {
    let file = written.file
    let refusals = written.refusals.merging(refused) { first, _ in first }
    // At once, not when the last holder goes: the process may end before.
    defer { written.place.partial.discard(in: written.place.folder.descriptor) }
    if file.isSet {
      return targets.indices.map { index in
        if let failure = refusals[index] { return .failure(failure) }
        return placeSet(targets[index], file, from: written.place.partial, noting: digests)
      }
    }
    var results: [Result<Outcome, Failure>] = targets.indices.map { index in
      .failure(refusals[index] ?? Failure([]))
    }
    // Copies first: once renamed, the temporary file is gone.
    for (index, target) in targets.enumerated()
    where index > (written.host ?? 0) && refused[index] == nil {
      results[index] = place(target, file, noting: digests) { partial throws(SystemError) in
        try partial.fill(from: written.place.partial.descriptor)
      }
    }
    if let host = written.host, refused[host] == nil {
      results[host] = Result { () throws(Failure) in
        do throws(SystemError) {
          let folder = written.place.folder
          if isSame(targets[host], in: folder.descriptor, file, digests) { return .upToDate }
          try finish(written.place.partial, as: targets[host], in: folder, file, noting: digests)
          return .built
        } catch { throw Failure.writing(shown(targets[host]), error) }
      }
    }
    return results
  }

  /// Publishes bytes of a store at each target and returns the outcome there.
  ///
  /// - Throws: ``StoreDamage`` when the store does not have them after all.
  func restore(
    _ file: FileArtifact, at targets: [OutputPath], refusing refused: [Int: Failure] = [:],
    from store: any ResultStore
  ) throws(StoreDamage) -> [Result<Outcome, Failure>] {
    if file.isSet { return try restoreSet(file, at: targets, refusing: refused, from: store) }
    var results: [Result<Outcome, Failure>] = []
    for (index, target) in targets.enumerated() {
      if let failure = refused[index] {
        results.append(.failure(failure))
        continue
      }
      var damage: StoreDamage?
      let result = place(target, file, noting: store.digests) { partial throws(SystemError) in
        do {
          try unsafe store.fetch(file.digest, size: file.size) {
            try unsafe partial.descriptor.writeAll($0)
          }
        } catch let error as StoreDamage {
          damage = error
          throw SystemError(code: EIO, call: "read")
        } catch let error as SystemError {
          throw error
        } catch {
          throw SystemError(code: EIO, call: "read")
        }
      }
      if let damage { throw damage }
      results.append(result)
    }
    return results
  }

  /// Indicates whether the file at an output's path has these bytes, and nothing need be done.
  ///
  /// - Parameter status: the status of the file there, where it was just read.
  func isInPlace(
    _ target: OutputPath, _ file: FileArtifact, _ digests: FileDigests?,
    seen status: FileStatus? = nil
  ) -> Bool {
    if target.placeholder != nil { return isSetInPlace(target, file, digests) }
    if let status, status.kind == .file, let known = digests?.digest(for: status) {
      return status.size == file.size && known == file.digest
    }
    guard let folder = try? open(target.folder, creating: false) else { return false }
    return isSame(target, in: folder.descriptor, file, digests)
  }

  private func look(
    _ partial: PartialFile, in folder: borrowing FileDescriptor, _ written: FileArtifact,
    target: OutputPath?,
    name: String, check: FileCheck
  ) throws -> FileFacts {
    let file: FinishedFile
    do throws(SystemError) {
      file = try FinishedFile(folder.open(partial.name, O_RDONLY | O_NOFOLLOW), target: name)
    } catch {
      throw Failure.writing(name, error)
    }
    guard written.size > 0 else {
      throw Failure(.error(.outputCheck, "\(name) would be empty"))
    }
    guard file.size == written.size else {
      throw Failure(
        .error(
          .outputCheck, "\(name) has \(file.size) bytes on the disk, \(written.size) were written",
          hints: ["something else may have written to it, or the disk is failing"]))
    }
    guard written.isSet else {
      guard target?.placeholder == nil else {
        throw Failure(.error(.engine, "\(name) names a set of files, and its stage gives one"))
      }
      return try check(file)
    }
    return try look(at: written, in: file, target: target, check: check)
  }

  /// Removes the file at an output's path, and the folders above it that are empty then.
  func remove(_ path: OutputPath) throws {
    do {
      let folder = try open(path.folder, creating: false)
      try SystemError.check("unlink") { unsafe unlinkat(folder.descriptor.number, path.name, 0) }
      var components = Array(path.folder)
      while let name = components.popLast() {
        let parent = try open(components, creating: false)
        // One that is not empty stays, and so do those above it.
        guard unsafe unlinkat(parent.descriptor.number, name, AT_REMOVEDIR) == 0 else { break }
      }
      folders.withLock { $0.removeAll() }
    } catch let error as SystemError {
      throw Failure.writing(path.text, error)
    }
  }

  /// Fills a temporary file beside a target and publishes it, unless these bytes are there.
  func place(
    _ target: OutputPath, _ file: FileArtifact, noting digests: FileDigests?,
    fill: (PartialFile) throws(SystemError) -> Void
  ) -> Result<Outcome, Failure> {
    do {
      let folder = try open(target.folder, creating: true)
      if isSame(target, in: folder.descriptor, file, digests) { return .success(.upToDate) }
      let partial = try makePartialFile(in: folder.descriptor)
      defer { partial.discard(in: folder.descriptor) }
      try fill(partial)
      try finish(partial, as: target, in: folder, file, noting: digests)
      return .success(.built)
    } catch {
      return .failure(refusal(of: target, error))
    }
  }

  /// Publishes the file: sync, rename, sync the folder.
  private func finish(
    _ partial: PartialFile, as target: OutputPath, in folder: OpenFolder, _ file: FileArtifact,
    noting digests: FileDigests?
  ) throws(SystemError) {
    try partial.descriptor.sync()
    try rename(partial, to: target, in: folder, file.digest, noting: digests)
    if let lock, !shared.withLock({ $0.contains(target.text) }) {
      lock.note(file: target.text, file.digest)
    }
    try folder.descriptor.syncFolder()
  }

  /// Gives a partial file that is on the disk its name.
  func rename(
    _ partial: PartialFile, to target: OutputPath, in folder: OpenFolder, _ digest: Digest,
    noting digests: FileDigests?
  ) throws(SystemError) {
    let timestamp = FileDigests.now()
    try partial.rename(to: target.name, in: folder.descriptor)
    // Renaming changes the status, so it is read afterwards.
    if let digests, let status = try? partial.descriptor.status() {
      digests.note(published: FileStatus(status), digest, publishedAt: timestamp)
    }
  }

  /// A target as the working folder sees it.
  private func shown(_ target: OutputPath) -> String {
    root == "." ? target.text : root.hasSuffix("/") ? root + target.text : "\(root)/\(target.text)"
  }

  func refusal(of target: OutputPath, _ error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as SystemError: Failure.writing(shown(target), error)
    default: Failure(.error(.outputWrite, "\(shown(target)) cannot be written: \(error)"))
    }
  }

  /// Indicates whether the file at `target` has these bytes. One that cannot be read has not.
  func isSame(
    _ target: OutputPath, in folder: borrowing FileDescriptor, _ wanted: FileArtifact,
    _ digests: FileDigests?
  ) -> Bool {
    var named = stat()
    guard unsafe fstatat(folder.number, target.name, &named, AT_SYMLINK_NOFOLLOW) == 0,
      named.st_mode & S_IFMT == S_IFREG, Int(named.st_size) == wanted.size
    else { return false }
    if let known = digests?.digest(for: FileStatus(named)) { return known == wanted.digest }
    guard let file = try? folder.open(target.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG
    else { return false }
    let timestamp = FileDigests.now()
    guard let digest = try? file.digest() else { return false }
    digests?.note(FileStatus(status), digest, statAt: timestamp)
    return digest == wanted.digest
  }

  // MARK: Folders

  private static func openRoot(_ root: String) throws(SystemError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(root, O_RDONLY | O_DIRECTORY)
    } catch  where error.code == ENOENT {
      var made = root.hasPrefix("/") ? "/" : ""
      for component in root.split(separator: "/") {
        made += component + "/"
        if unsafe mkdir(made, 0o777) != 0, errno != EEXIST {
          throw SystemError(code: errno, call: "mkdir")
        }
      }
      return try FileDescriptor.open(root, O_RDONLY | O_DIRECTORY)
    }
  }

  /// Opens a folder under the root, one component at a time, and keeps it and those above it open
  /// for the next.
  func open(
    _ path: some Collection<String>, creating: Bool
  ) throws -> OpenFolder {
    let components = Array(path)
    if let known = folders.withLock({ $0[components] }), !known.isRemoved { return known }
    let opened: OpenFolder
    if let name = components.last {
      let parent = try open(components.dropLast(), creating: creating)
      opened = OpenFolder(
        try step(
          name, from: parent.descriptor, creating: creating,
          path: components.joined(separator: "/")))
    } else {
      opened = OpenFolder(try openRoot())
    }
    folders.withLock { folders in
      if folders.count >= Outputs.mostFolders { folders.removeAll(keepingCapacity: true) }
      folders[components] = opened
    }
    return opened
  }

  private func step(
    _ name: String, from folder: borrowing FileDescriptor, creating: Bool, path: String
  ) throws -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    var number = unsafe openat(folder.number, name, flags | O_CLOEXEC)
    if number < 0, errno == ENOENT, creating {
      // Noted first: a process that finds the folder before its name is on the disk syncs it as
      // well.
      fresh.withLock { _ = $0.insert(path) }
      if unsafe mkdirat(folder.number, name, 0o777) != 0, errno != EEXIST {
        throw SystemError(code: errno, call: "mkdir")
      }
      number = unsafe openat(folder.number, name, flags | O_CLOEXEC)
    }
    guard number >= 0 else {
      let code = errno
      guard code == ENOTDIR || code == ELOOP else { throw SystemError(code: code, call: "open") }
      throw Failure(
        .error(
          .outputPath,
          isLink(name, in: folder)
            ? "\(path) in the output directory is a symbolic link, and outputs do not follow links"
            : "\(path) in the output directory is not a folder",
          hints: ["remove it, or name the outputs differently"]))
    }
    let opened = FileDescriptor(owning: number)
    // One whose sync failed is still to be synced, though it is there.
    if fresh.withLock({ $0.contains(path) }) {
      try folder.syncFolder()
      fresh.withLock { _ = $0.remove(path) }
    }
    return opened
  }

  private func isLink(_ name: String, in folder: borrowing FileDescriptor) -> Bool {
    var status = stat()
    return unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }

  // MARK: Temporary files

  private func temporaryName() -> String {
    let number = counter.add(1, ordering: .relaxed).newValue
    return "\(PartialFile.prefix)\(getpid())-\(number)\(PartialFile.suffix)"
  }

  func makePartialFile(in folder: borrowing FileDescriptor) throws(SystemError) -> PartialFile {
    while true {
      do {
        return try PartialFile(in: folder, name: temporaryName())
      } catch  where error.code == EEXIST {
        // Left by a dead run that had our process number; the next number is free.
        continue
      }
    }
  }

  /// Removes the temporary files in these folders that no living process is writing.
  private func sweep(_ folders: [String]) {
    guard !isShared else { return }
    for path in [""] + folders {
      let components = path.split(separator: "/").map(String.init)
      // The lock file may contain anything; its paths never lead out of the root.
      guard !components.contains(".."), !path.hasMarkedSlash,
        let folder = try? open(components, creating: false)
      else { continue }
      PartialFile.sweep(folder.descriptor)
    }
  }
}

/// A folder under the root, open. A class, since several files are published in it at once.
final class OpenFolder: Sendable {
  let descriptor: FileDescriptor
  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Indicates whether the folder was removed meanwhile.
  var isRemoved: Bool { ((try? descriptor.status().st_nlink) ?? 0) == 0 }
}

/// A file that was written and looked at, and waits under its temporary name to be published.
///
/// The temporary file is removed with the object, unless it was published.
final class WrittenFile: Sendable {
  /// A temporary file and its folder; removed with the last reference to this.
  final class Place: Sendable {
    let folder: OpenFolder
    let partial: PartialFile

    init(folder: OpenFolder, partial: PartialFile) {
      self.folder = folder
      self.partial = partial
    }

    deinit { partial.discard(in: folder.descriptor) }
  }

  let place: Place
  /// The target next to which it is.
  let host: Int?
  /// Targets that cannot be written to, and why.
  let refusals: [Int: Failure]
  let warnings: [Diagnostic]
  let file: FileArtifact
  /// A thumbnail of it; nil for none.
  let thumbnail: [UInt8]?

  init(
    place: Place, host: Int?, refusals: [Int: Failure], warnings: [Diagnostic], file: FileArtifact,
    thumbnail: [UInt8]?
  ) {
    self.place = place
    self.host = host
    self.refusals = refusals
    self.warnings = warnings
    self.file = file
    self.thumbnail = thumbnail
  }
}
