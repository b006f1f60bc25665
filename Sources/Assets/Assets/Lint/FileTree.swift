// SPDX-License-Identifier: MIT
// Part of Platen: a folder to check, on disk or elsewhere.

/// The files below a folder.
public struct FileTree {
  /// Paths relative to the folder, sorted.
  public let files: [String]
  /// Folders that hold no file.
  private let empty: [String]
  private let contents: (String) throws -> [UInt8]

  /// - Parameters:
  ///   - files: paths relative to the folder.
  ///   - empty: paths of folders that hold nothing.
  ///   - read: gives the bytes of one of the files.
  public init(
    _ files: [String], empty: [String] = [], read: @escaping (String) throws -> [UInt8]
  ) {
    self.empty = empty
    self.files = files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    contents = read
  }

  public func read(_ path: String) throws -> [UInt8] { try contents(path) }

  /// All folders, sorted; the folder itself is "".
  var folders: [String] {
    var all: Set<String> = [""]
    for inner in files.map(FileTree.folder) + empty {
      var folder = inner
      while !folder.isEmpty, all.insert(folder).inserted { folder = FileTree.folder(of: folder) }
    }
    return all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The sets of app icons.
  var iconSets: [String] { folders.filter { $0.hasSuffix(".appiconset") } }

  /// Names of the files in a folder itself.
  func names(in folder: String) -> [String] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    return files.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
      .map { String($0.dropFirst(prefix.count)) }
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
