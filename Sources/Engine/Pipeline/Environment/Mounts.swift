// SPDX-License-Identifier: MIT
// Part of Platen: files that lie elsewhere than their paths say.

/// Paths that stand for files lying elsewhere, such as copies of what a server holds: a path tells what
/// it is and stays the same from run to run, and the file behind it is another one once it changes.
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
  ///   - path: where it lies, as the system is asked for it.
  public mutating func add(_ name: String, in folder: String, at path: String) {
    if files.updateValue(path, forKey: "\(folder)/\(name)") == nil {
      folders[folder, default: []].append(FolderEntry(name: name, isFolder: false))
    }
  }

  /// Where the file lies that a path stands for, or nil where it stands for none.
  func place(of path: String) -> String? { files.isEmpty ? nil : files[path] }

  /// What a folder holds, or nil where a path stands for none.
  func names(in path: String) -> [FolderEntry]? {
    guard !folders.isEmpty else { return nil }
    var path = path[...]
    while path.hasSuffix("/") { path.removeLast() }
    return folders[String(path)]?.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }
}
