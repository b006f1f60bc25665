// SPDX-License-Identifier: MIT
// Part of Platen: an environment that holds all it knows, for tests and for programs without a disk.

internal import Diagnostics
internal import Digests

/// A world of its own: files and variables it was given, and nothing else.
public struct SealedEnvironment: Environment {
  /// No folder: it is a world of its own.
  public var anchor: String { "" }

  private let files: [String: [UInt8]]
  private let variables: [String: String]
  /// The entries of each folder.
  private let folders: [String: [FolderEntry]]

  /// - Parameters:
  ///   - files: bytes by path; folders follow from the paths.
  ///   - variables: values by name.
  public init(files: [String: [UInt8]], variables: [String: String] = [:]) {
    var plain: [String: [UInt8]] = [:]
    var folders: [String: Set<FolderEntry>] = ["": []]
    for (path, bytes) in files {
      let path = SealedEnvironment.plain(path)
      plain[path] = bytes
      var components = path.split(separator: "/").map(String.init)
      let top = path.hasPrefix("/") ? "/" : ""
      var isFolder = false
      while let name = components.popLast() {
        let parent = top + components.joined(separator: "/")
        folders[parent, default: []].insert(FolderEntry(name: name, isFolder: isFolder))
        isFolder = true
      }
    }
    self.files = plain
    self.variables = variables
    self.folders = folders.mapValues { entries in
      entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
  }

  /// The same with texts for bytes.
  public init(texts: [String: String], variables: [String: String] = [:]) {
    self.init(files: texts.mapValues { Array($0.utf8) }, variables: variables)
  }

  public func status(_ path: String) throws -> FileStatus? {
    let path = SealedEnvironment.plain(path)
    // The path's digest stands for the number a disk would give.
    let number = Digest.of(path).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let identity = FileIdentity(device: 0, number: number)
    if let bytes = files[path] {
      return FileStatus(kind: .file, size: bytes.count, modified: 0, identity: identity)
    }
    return folders[path].map { _ in
      FileStatus(kind: .folder, size: 0, modified: 0, identity: identity)
    }
  }

  public func read(_ path: String, limit: Int) throws -> FileBytes {
    let plain = SealedEnvironment.plain(path)
    let place = SourceLocation(file: path)
    guard let bytes = files[plain] else {
      throw folders[plain] == nil
        ? Failure(.error(.fileMissing, "no such file", at: place))
        : Failure(.error(.fileIsFolder, "this is a folder, not a file", at: place))
    }
    guard bytes.count <= limit else {
      throw Failure(
        .error(
          .fileTooLarge, "the file has \(bytes.count) bytes, and at most \(limit) are read",
          at: place))
    }
    return FileBytes(path: path, bytes: bytes)
  }

  public func list(_ folder: String) throws -> [FolderEntry] {
    guard let entries = folders[SealedEnvironment.plain(folder)] else {
      throw Failure(.error(.fileMissing, "no such folder", at: SourceLocation(file: folder)))
    }
    return entries
  }

  public func variable(_ name: String) -> String? { variables[name] }

  private static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      // Above the top there is only the top, and above where we stand there is nothing known.
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
