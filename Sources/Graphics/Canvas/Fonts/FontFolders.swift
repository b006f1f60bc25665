// SPDX-License-Identifier: MIT
// Part of Platen: the folders of fonts, and the files found in them by name.

internal import Libc
internal import Text

/// Folders of fonts in the order in which they are searched.
///
/// The catalog names files as Debian's packages do. Where a folder is laid out as Debian's, only the
/// catalog's own paths are looked at; in any other, as on Fedora or in a home folder, a file is found
/// by its name wherever it is.
public struct FontFolders: Sendable {
  /// The folder of fonts of Debian and its derivatives.
  package static let debian = "/usr/share/fonts"

  /// A folder with fonts.
  private struct Folder: Sendable {
    var path: String
    /// The paths of files by their names in lower case, and by these without the extension; nil for a
    /// folder with the catalog's layout.
    var files: [String: String]?
  }

  private var folders: [Folder] = []
  /// The folders that were searched and do not exist.
  private(set) var absent: [String] = []
  /// The folders whose names were read.
  package private(set) var listed: [String] = []

  /// The folders of this process.
  public static let system = FontFolders(
    paths { name in unsafe getenv(name).map { unsafe String(cString: $0) } })

  /// The folders in which fonts are searched, whether they exist or not: `fonts` in each folder of
  /// shared data.
  ///
  /// - Parameter variable: the value of an environment variable, or nil.
  package static func paths(variable: (String) -> String?) -> [String] {
    DataFolders.all(variable: variable).map { $0 + "/fonts" }
  }

  /// Reads the names in those of the folders that exist and are not laid out as Debian's.
  public init(_ paths: [String]) {
    for path in paths {
      guard unsafe access(path, R_OK | X_OK) == 0 else {
        absent.append(path)
        continue
      }
      if path == FontFolders.debian, unsafe access(path + "/truetype", F_OK) == 0 {
        folders.append(Folder(path: path, files: nil))
      } else {
        let files = files(in: path)
        if !files.isEmpty { folders.append(Folder(path: path, files: files)) }
      }
    }
  }

  /// The folders that have fonts.
  package var found: [String] { folders.map(\.path) }

  /// The path of a file of the catalog; nil where no folder has it.
  ///
  /// - Parameters:
  ///   - subfolder: its folder in Debian's layout.
  ///   - isCollection: whether a face of it is identified by its number in the file: then no file with
  ///     another extension is taken.
  func path(of file: String, in subfolder: String, isCollection: Bool = false) -> String? {
    for folder in folders {
      if let files = folder.files {
        let name = file.lowercased()
        if let path = files[name] ?? (isCollection ? nil : files[FontFolders.stem(name)]) {
          return path
        }
      } else {
        let path = "\(folder.path)/\(subfolder)/\(file)"
        if unsafe access(path, R_OK) == 0 { return path }
      }
    }
    return nil
  }

  /// The paths that are looked at for a file of the catalog, whether they exist or not.
  func places(of file: String, in subfolder: String) -> [String] {
    folders.compactMap { folder in
      folder.files.map { $0[file.lowercased()] ?? $0[FontFolders.stem(file.lowercased())] }
        ?? "\(folder.path)/\(subfolder)/\(file)"
    }
  }

  // MARK: Reading

  /// The most names that are read, and the most folders within one another.
  private static let limits = (names: 50_000, depth: 6)

  /// Reads a folder and those in it. Of two files of one name that in the outer folder is taken, or
  /// else the one whose path sorts first.
  private mutating func files(in path: String) -> [String: String] {
    var files: [String: String] = [:]
    var count = 0
    func visit(_ path: String, _ depth: Int) {
      guard let stream = unsafe opendir(path) else { return }
      listed.append(path)
      var names: [String] = []
      while count < FontFolders.limits.names, let entry = unsafe readdir(stream) {
        count += 1
        let name = unsafe entry.name
        if !name.hasPrefix(".") { names.append(name) }
      }
      unsafe closedir(stream)
      var inner: [String] = []
      for name in names.sorted() {
        let isFont = ["ttf", "otf", "ttc"].contains(fileExtension(of: name))
        guard isFont else {
          // The folder's own name has no extension, or is one of a version, such as noto-2.0.
          if depth < FontFolders.limits.depth { inner.append("\(path)/\(name)") }
          continue
        }
        let key = name.lowercased()
        for key in [key, FontFolders.stem(key)] where files[key] == nil {
          files[key] = "\(path)/\(name)"
        }
      }
      for folder in inner where FontFolders.isFolder(folder) { visit(folder, depth + 1) }
    }
    visit(path, 0)
    return files
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A name without its extension.
  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
