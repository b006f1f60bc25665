// SPDX-License-Identifier: MIT
// Part of Platen: the only access to the world, and the trace of its queries.

internal import Diagnostics
public import Digests

/// The only access to the world: files, folders, variables. Libraries take bytes and values; only
/// recipes and the command hold one of these.
///
/// Paths are as the user wrote them; relative ones are relative to the environment's own folder. It
/// has no clock: ``now()`` returns the value of `SOURCE_DATE_EPOCH`, or nil.
public protocol Environment: Sendable {
  /// The full path of the folder that relative paths are relative to; empty where none exists. It
  /// distinguishes this environment's paths from those of others in a shared store.
  var anchor: String { get }

  /// Returns the status of the file at `path`, links followed, or nil when none exists.
  ///
  /// - Throws: ``Failure`` when the status cannot be read, as for lack of permission.
  func status(_ path: String) throws -> FileStatus?

  /// Reads a file whole.
  ///
  /// - Parameter limit: the most bytes that are taken; a larger file is refused.
  /// - Throws: ``Failure`` with the code `file.missing`, `file.folder`, `file.permission`,
  ///   `file.too-large` or `file.unreadable`, placed in the file, with hints.
  func read(_ path: String, limit: Int) throws -> FileBytes

  /// The names in a folder, sorted by their UTF-8, without `.` and `..`.
  ///
  /// - Throws: ``Failure`` when it is missing, no folder or may not be read.
  func list(_ folder: String) throws -> [FolderEntry]

  /// The value of a variable of the process, or nil when it is not set.
  func variable(_ name: String) -> String?
}

/// The status of the file at a path.
public struct FileStatus: Hashable, Sendable {
  /// The kinds that matter here.
  public enum Kind: Hashable, Sendable { case file, folder, other }
  /// Its kind.
  public var kind: Kind
  /// Bytes, for a file.
  public var size: Int
  /// When it was last written, in nanoseconds since 1970.
  public var modified: Int64
  /// When its bytes, names or rights last changed, in nanoseconds since 1970: unlike `modified`, no
  /// program can set it. 0 where the system has no such timestamp, and then nothing is concluded
  /// from it.
  public var changed: Int64
  /// The device it is on and its number there: the same for two names of one file.
  public var identity: FileIdentity

  public init(
    kind: Kind, size: Int, modified: Int64, changed: Int64 = 0, identity: FileIdentity
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.changed = changed
    self.identity = identity
  }
}

/// A file's device and number: the same for two names of one file.
public struct FileIdentity: Hashable, Sendable {
  public var device: UInt64
  public var number: UInt64

  public init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }
}

/// A name in a folder.
public struct FolderEntry: Hashable, Sendable {
  /// The name, without the folder.
  public var name: String
  /// Indicates whether it is a folder, or a link to one.
  public var isFolder: Bool
  /// Indicates whether it is a symbolic link.
  public var isLink: Bool

  public init(name: String, isFolder: Bool, isLink: Bool = false) {
    self.name = name
    self.isFolder = isFolder
    self.isLink = isLink
  }
}

extension [FolderEntry] {
  /// The digest of a list of names in a trace.
  var digest: Digest {
    Digest.of(map { $0.name + ($0.isFolder ? "/" : "") }.joined(separator: "\0"))
  }
}

extension Environment {
  /// Reads a file of at most ``FileBytes/defaultLimit`` bytes.
  public func read(_ path: String) throws -> FileBytes {
    try read(path, limit: FileBytes.defaultLimit)
  }

  /// The timestamp to embed in outputs: seconds since 1970 from `SOURCE_DATE_EPOCH`, or nil when
  /// that is not set, and then no date is embedded.
  ///
  /// - Throws: ``Failure`` with the code `environment.date` when it is not a whole number of
  ///   seconds.
  public func now() throws -> Int64? {
    guard let text = variable("SOURCE_DATE_EPOCH") else { return nil }
    // The year 9999 is the last in PDF and ZIP dates and ISO 8601.
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int64(text),
      value <= 253_402_300_799
    else {
      throw Failure(
        .error(
          .environmentDate,
          "SOURCE_DATE_EPOCH is \"\(text)\", which is not a number of seconds since 1970",
          hints: ["set it to a whole number such as 1700000000, or unset it"]))
    }
    return value
  }
}

/// The queries of an environment, and their answers.
public struct Trace: Hashable, Sendable {
  /// One question and its answer.
  public enum Access: Hashable, Sendable {
    /// A file was read, and these were its bytes.
    case file(path: String, digest: Digest, size: Int)
    /// No file existed there.
    case absent(path: String)
    /// A file existed there; its content was not read.
    case present(path: String)
    /// A folder held these names.
    case folder(path: String, digest: Digest)
    /// A variable had this value, or none.
    case variable(name: String, value: String?)
  }

  /// The accesses, each once, in the order they first happened.
  public private(set) var accesses: [Access] = []
  private var seen: Set<Access> = []

  public init() {}

  /// Notes an access unless it is known.
  public mutating func record(_ access: Access) {
    if seen.insert(access).inserted { accesses.append(access) }
  }
}

/// An environment that passes every question on and notes it.
public final class TracingEnvironment: Environment {
  private let base: any Environment
  private let log = Guarded(Trace())

  /// Records the queries of `base` through this.
  public init(_ base: any Environment) { self.base = base }

  /// The queries until now.
  public var trace: Trace { log.withLock { $0 } }

  /// The files that were read until now, in the order they first were.
  public var filesRead: [String] {
    trace.accesses.compactMap { if case .file(let path, _, _) = $0 { path } else { nil } }
  }

  /// The folders that were listed until now, in the order they first were.
  public var foldersListed: [String] {
    trace.accesses.compactMap { if case .folder(let path, _) = $0 { path } else { nil } }
  }

  public var anchor: String { base.anchor }

  private func note(_ access: Trace.Access) { log.withLock { $0.record(access) } }

  public func status(_ path: String) throws -> FileStatus? {
    let status = try base.status(path)
    note(status == nil ? .absent(path: path) : .present(path: path))
    return status
  }

  public func read(_ path: String, limit: Int) throws -> FileBytes {
    do {
      let bytes = try base.read(path, limit: limit)
      note(.file(path: path, digest: bytes.digest, size: bytes.count))
      return bytes
    } catch let failure as Failure where failure.diagnostics.first?.code == .fileMissing {
      note(.absent(path: path))
      throw failure
    }
  }

  public func list(_ folder: String) throws -> [FolderEntry] {
    let entries = try base.list(folder)
    note(.folder(path: folder, digest: entries.digest))
    return entries
  }

  public func variable(_ name: String) -> String? {
    let value = base.variable(name)
    note(.variable(name: name, value: value))
    return value
  }
}
