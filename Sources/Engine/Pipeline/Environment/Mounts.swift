// SPDX-License-Identifier: MIT
// Part of Platen: files that are elsewhere than their paths.

/// Paths that map to files elsewhere, such as copies of a server's data: a path describes its
/// content and stays the same from run to run, while the file behind it is replaced once the
/// content changes.
public struct Mounts: Sendable {
  private var files: [String: String] = [:]
  private var folders: [String: [FolderEntry]] = [:]

  public init() {}

  /// Puts a folder in its place, empty as yet.
  public mutating func add(folder: String) {
    if folders[folder] == nil { folders[folder] = [] }
  }

  /// Lets a path stand for a file.
  ///
  /// - Parameters:
  ///   - name: its name in `folder`.
  ///   - path: where it is, as passed to the system.
  public mutating func add(_ name: String, in folder: String, at path: String) {
    if files.updateValue(path, forKey: "\(folder)/\(name)") == nil {
      folders[folder, default: []].append(FolderEntry(name: name, isFolder: false))
    }
  }

  /// The location of the file for a mounted path, or nil for other paths.
  func place(of path: String) -> String? { files.isEmpty ? nil : files[path] }

  /// The entries of a mounted folder, or nil for other paths.
  func names(in path: String) -> [FolderEntry]? {
    guard !folders.isEmpty else { return nil }
    var path = path[...]
    while path.hasSuffix("/") { path.removeLast() }
    return folders[String(path)]?.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }
}
