// SPDX-License-Identifier: MIT
// Part of Platen: copies of servers' data, stored by digest with a list of their origins.

internal import Diagnostics
public import Digests
internal import JSON
internal import Libc

/// Copies of data that servers hold, in a folder of the store.
///
/// A copy is a file named by its digest and never changed; a list maps each copy to its origin, and
/// is replaced as a whole. So a reader reads the copy that its list names, even while another
/// process fetches. Pruning the store spares copies: unlike results they cannot be made again while
/// their server is away.
public struct CopyStore: Sendable {
  /// The folder of all shelves in a store.
  static let folderName = "copies"
  private static let listName = "list.json"
  /// The time a copy stays that no list names any more: a reader may be about to open it.
  private static let grace = 7 * 86_400

  /// One thing there is a copy of.
  public struct Entry: Hashable, Sendable {
    /// The server's id of it.
    public var id: String
    /// Its name in file names; no two of a store share one.
    public var name: String
    /// Its title for people.
    public var title: String
    /// The server's last mark of its state; nil where it reports none.
    public var mark: String?
    public var digest: Digest
    /// Bytes.
    public var size: Int

    public init(
      id: String, name: String, title: String, mark: String?, digest: Digest, size: Int
    ) {
      self.id = id
      self.name = name
      self.title = title
      self.mark = mark
      self.digest = digest
      self.size = size
    }
  }

  private let folder: StoreFolder

  /// Opens the copies of a server, and creates their folder if required.
  ///
  /// - Parameters:
  ///   - store: the store's folder.
  ///   - key: the key that identifies this store.
  ///   - creating: whether it is made; without, there is nil where it is not there.
  /// - Throws: ``Failure`` where the store cannot be used.
  public init?(in store: String, key: Digest, creating: Bool) throws {
    let name = String(key.description.prefix(32))
    if !creating {
      guard
        let status = try? FileDescriptor.open(
          "\(store)/\(CopyStore.folderName)/\(name)", O_RDONLY | O_DIRECTORY)
      else { return nil }
      folder = StoreFolder(status, path: "\(store)/\(CopyStore.folderName)/\(name)")
      return
    }
    let top = try StoreFolder.open(store)
    let path = "\(CopyStore.folderName)/\(name)"
    do throws(SystemError) {
      for part in [CopyStore.folderName, path] {
        if unsafe mkdirat(top.descriptor.number, part, 0o700) != 0, errno != EEXIST {
          throw SystemError(code: errno, call: "mkdir")
        }
      }
      folder = StoreFolder(
        try top.descriptor.open(path, O_RDONLY | O_DIRECTORY), path: "\(store)/\(path)")
    } catch {
      throw CopyStore.failure(error, in: store)
    }
    PartialFile.sweep(folder.descriptor)
  }

  private static func failure(_ error: SystemError, in path: String) -> Failure {
    Failure(
      .error(
        .storeUnwritable,
        "copies cannot be kept in \(path): \(error.text) (\(error.call))",
        hints: StoreDiagnostics.hints(error)))
  }

  /// Calls `body` under a lock against other fetches into this store. It waits for another holder
  /// for a while, and then continues in parallel: both results are right, one of them is redundant.
  public func withLock<R>(timeout seconds: Double, _ body: () throws -> R) rethrows -> R {
    let lock = try? folder.descriptor.open(
      "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    guard let lock else { return try body() }
    _ = try? lock.lock(LOCK_EX, timeout: Int(seconds * 1000))
    defer { lock.unlock() }
    return try body()
  }

  // MARK: The list

  /// The entries that have copies, in the server's order; nil where no list exists, or none that
  /// can be read.
  public func entries() -> [Entry]? {
    guard let file = try? folder.descriptor.open(CopyStore.listName, O_RDONLY | O_NOFOLLOW),
      let size = try? file.size(), size <= 256 << 20,
      let bytes = try? file.read(at: 0, count: size),
      let document = try? JSONDocument(parsing: bytes)
    else { return nil }
    return unsafe document.withView { view in
      guard view["version"]?.int == 1, let list = view["entries"], list.isArray else { return nil }
      var entries: [Entry] = []
      for item in list.elements {
        guard let id = item["id"]?.string, let name = item["name"]?.string,
          let digest = item["digest"]?.string.flatMap({ Digest(hex: $0) }),
          let size = item["size"]?.int
        else { return nil }
        entries.append(
          Entry(
            id: id, name: name, title: item["title"]?.string ?? "", mark: item["mark"]?.string,
            digest: digest, size: size))
      }
      return entries
    }
  }

  /// Replaces the list; copies that no list has named for a week go.
  ///
  /// - Throws: ``Failure`` `store.unwritable`; the old list stays.
  public func replace(with entries: [Entry]) throws {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("version", 1)
      json.member(
        "entries",
        array: { json in
          for entry in entries {
            json.object { json in
              json.member("id", entry.id)
              json.member("name", entry.name)
              json.member("title", entry.title)
              json.member("mark", entry.mark)
              json.member("digest", entry.digest.description)
              json.member("size", entry.size)
            }
          }
        })
    }
    try writeFile(json.utf8, named: CopyStore.listName)
    sweep(Set(entries.map { CopyStore.name(of: $0.digest) }))
  }

  private func sweep(_ named: Set<String>) {
    for name in folder.descriptor.names() where name.hasSuffix(".copy") && !named.contains(name) {
      guard let status = folder.status(name), status.st_mtim.tv_sec < time(nil) - CopyStore.grace
      else { continue }
      folder.remove(name)
    }
  }

  // MARK: Copies

  private static func name(of digest: Digest) -> String { "\(digest).copy" }

  /// The path of a copy, for the system.
  public func path(of digest: Digest) -> String { "\(folder.path)/\(CopyStore.name(of: digest))" }

  /// Indicates whether the copy exists and matches its digest.
  ///
  /// - Parameter digests: the known digests of files by their status; without it the copy is read.
  public func holds(_ entry: Entry, digests: FileDigests?) -> Bool {
    let path = path(of: entry.digest)
    let disk = DiskEnvironment()
    guard let status = try? disk.status(path), status.kind == .file, status.size == entry.size
    else { return false }
    if let digests { return (try? digests.digest(of: path, in: disk)) == entry.digest }
    return (try? disk.read(path, limit: entry.size).digest) == entry.digest
  }

  /// Keeps a copy.
  ///
  /// - Throws: ``Failure`` `store.unwritable`.
  public func keep(_ bytes: [UInt8]) throws -> Digest {
    let digest = Digest.of(bytes)
    try writeFile(bytes, named: CopyStore.name(of: digest))
    return digest
  }

  private func writeFile(_ bytes: [UInt8], named name: String) throws {
    do throws(SystemError) {
      let partial = try folder.makePartialFile()
      do throws(SystemError) {
        try SystemError.check("fchmod") { fchmod(partial.descriptor.number, 0o600) }
        try partial.descriptor.writeAll(bytes)
        try partial.descriptor.sync()
        try partial.rename(to: name, in: folder.descriptor)
      } catch {
        partial.discard(in: folder.descriptor)
        throw error
      }
    } catch {
      throw CopyStore.failure(error, in: folder.path)
    }
  }

  // MARK: Looking after them

  /// All copies of a store, and their size.
  static func part(in store: borrowing FileDescriptor) -> StoreCare.Part {
    var part = StoreCare.Part()
    forEachFile(in: store) { folder, name in
      var status = stat()
      guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
      if name.hasSuffix(".copy") { part.count += 1 }
      part.bytes += Int(status.st_size)
    }
    return part
  }

  /// Removes all copies of a store.
  static func clear(_ store: borrowing FileDescriptor) {
    forEachFile(in: store) { folder, name in unsafe unlinkat(folder, name, 0) }
    guard let top = try? store.open(folderName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return }
    for name in top.names() where !name.hasPrefix(".") {
      unsafe unlinkat(top.number, name, AT_REMOVEDIR)
    }
    unsafe unlinkat(store.number, folderName, AT_REMOVEDIR)
  }

  private static func forEachFile(
    in store: borrowing FileDescriptor, _ body: (Int32, String) -> Void
  ) {
    guard let top = try? store.open(folderName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return }
    for name in top.names() where !name.hasPrefix(".") {
      guard let inner = try? top.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
      for file in inner.names() where file != "." && file != ".." { body(inner.number, file) }
    }
  }
}
