// SPDX-License-Identifier: MIT
// Part of Platen: finding, making and locking a store's folder.

public import Diagnostics
internal import Libc

/// The default location of the store.
public enum StoreLocation {
  /// The folder of the store: the flag's value, then `PLATEN_CACHE_DIR`, then `platen` in
  /// `XDG_CACHE_HOME`, then `.cache/platen` in `HOME`; nil when none of them is set.
  ///
  /// An empty value counts as not set, and so do the latter two when they are not absolute paths,
  /// as the XDG base directory specification has it.
  ///
  /// - Parameters:
  ///   - option: `--cache-dir`.
  ///   - variable: the value of a variable of the process.
  public static func folder(option: String?, variable: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? {
      guard let value = variable(name), value.hasPrefix("/") else { return nil }
      return value
    }
    if let option, !option.isEmpty { return option }
    if let folder = variable("PLATEN_CACHE_DIR"), !folder.isEmpty { return folder }
    if let caches = absolute("XDG_CACHE_HOME") { return caches + "/platen" }
    if let home = absolute("HOME") { return home + "/.cache/platen" }
    return nil
  }

  /// The warning when ``folder(option:variable:)`` finds none.
  public static let nowhere = Diagnostic.warning(
    .storeUnusable, "no folder for a store was found, so no results are cached between runs",
    hints: ["set HOME, XDG_CACHE_HOME or PLATEN_CACHE_DIR, or give --cache-dir"])
}

extension StoreFolder {
  /// Marks the folder as a cache, for programs that make backups, and as Platen's.
  static let tagName = "CACHEDIR.TAG"

  private static let tag = """
    Signature: 8a477f597d28d172789f06886806bc55
    # This folder is a store of Platen. What is in it can be made again; `platen cache` looks after
    # it. For what this file is see https://bford.info/cachedir/

    """

  /// Opens a store's folder.
  ///
  /// A folder that holds other things is refused: it was named by accident, and pruning and
  /// clearing must not begin there.
  ///
  /// - Parameter creating: whether it is made when it is not there.
  static func open(_ path: String, creating: Bool = true) throws -> StoreFolder {
    do throws(SystemError) {
      if creating { try make(path) }
      let folder = StoreFolder(try .open(path, O_RDONLY | O_DIRECTORY), path: path)
      if folder.status(tagName) != nil { return folder }
      let others = folder.descriptor.names().filter { $0 != "." && $0 != ".." }
      // A process that creates it at the same time also begins with the tag.
      guard others.isEmpty || folder.status(tagName) != nil || folder.isUntaggedStore(others) else {
        throw SystemError(code: ENOTEMPTY, call: "open")
      }
      guard creating else { throw SystemError(code: ENOENT, call: "open") }
      do throws(SystemError) {
        let file = try folder.descriptor.open(
          tagName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        try file.writeAll(Array(tag.utf8))
      } catch  where error.code == EEXIST {}
      return folder
    } catch  where error.code == ENOTEMPTY {
      throw Failure(
        .error(
          .storeUnusable, "\(path) holds other files and is not a store of Platen",
          hints: ["choose an empty or a new folder with --cache-dir"]))
    } catch  where error.code == ENOENT && !creating {
      throw Failure(.error(.storeUnusable, "no store in \(path)"))
    } catch {
      throw Failure(
        .error(
          .storeUnusable, "the store in \(path) cannot be used: \(error.text) (\(error.call))",
          hints: StoreDiagnostics.hints(error)))
    }
  }

  /// Indicates whether a folder with these names is a store that lost its tag: a run in progress
  /// writes into its store's folder again after it was deleted.
  private func isUntaggedStore(_ names: [String]) -> Bool {
    let journals = [LocalStore.deepName, LocalStore.shallowName, LocalStore.filesName]
    let folders = [Blobs.folderName, CopyStore.folderName]
    let isOwn = names.allSatisfy { name in
      folders.contains(name) || name == LocalStore.lockName
        || journals.contains { name.hasPrefix($0) } || name.hasSuffix(LocalStore.snapshotSuffix)
        || name.hasPrefix(".platen")
    }
    guard isOwn else { return false }
    if names.contains(where: journals.contains) { return true }
    let blobs = try? descriptor.open(Blobs.folderName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let kept = blobs?.names().filter { $0 != "." && $0 != ".." } ?? []
    return !kept.isEmpty && kept.allSatisfy { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }
  }

  static func make(_ path: String) throws(SystemError) {
    if unsafe access(path, F_OK) == 0 { return }
    var made = path.hasPrefix("/") ? "/" : ""
    for component in path.split(separator: "/") {
      made += component + "/"
      if unsafe mkdir(made, 0o700) != 0, errno != EEXIST, unsafe access(made, F_OK) != 0 {
        throw SystemError(code: errno, call: "mkdir")
      }
    }
  }

  /// Takes the store's lock, shared or alone.
  ///
  /// - Returns: the lock, held until it goes; nil in a read-only store, from which nothing can be
  ///   removed.
  /// - Throws: ``Failure`` with the code `store.busy` when it is still held elsewhere.
  func lock(_ operation: Int32, timeout: Int) throws -> SharedFile? {
    do throws(SystemError) {
      let file = try openLock()
      if try file.descriptor.lock(operation, timeout: timeout) { return file }
      throw SystemError(code: EWOULDBLOCK, call: "flock")
    } catch  where error.code == EWOULDBLOCK {
      throw Failure(
        .error(
          .storeBusy,
          operation == LOCK_SH
            ? "the store in \(path) is being pruned by another process"
            : "the store in \(path) is in use by a run",
          hints: ["try again when that is done"]))
    } catch  where operation == LOCK_SH {
      return nil
    } catch {
      throw Failure(
        .error(
          .storeUnusable,
          "the store in \(path) cannot be locked: \(error.text) (\(error.call))",
          hints: StoreDiagnostics.hints(error)))
    }
  }

  private func openLock() throws(SystemError) -> SharedFile {
    do throws(SystemError) {
      return SharedFile(
        try descriptor.open(
          LocalStore.lockName, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600))
    } catch  where error.code == EROFS || error.code == EACCES {
      return SharedFile(
        try descriptor.open(LocalStore.lockName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    }
  }
}
