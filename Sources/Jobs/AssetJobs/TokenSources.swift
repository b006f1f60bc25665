// SPDX-License-Identifier: MIT
// Part of Platen: design tokens loaded from the files of a job.

internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Tokens

extension TokenLoader {
  /// A loader of the files that an environment has.
  ///
  /// - Parameter themes: the names of themes and contexts to read.
  init(_ environment: any Environment, themes: [String] = []) {
    self.init(
      themes: themes,
      read: { try environment.read($0, limit: 16 << 20).bytes },
      list: { path in
        guard try environment.status(path)?.kind == .folder else { return nil }
        return try environment.list(path).compactMap { entry in
          // Links to folders may lead outside, or in circles.
          entry.isFolder && entry.isLink ? nil : Entry(entry.name, isFolder: entry.isFolder)
        }
      })
  }
}

extension AssetSources {
  /// Indicates whether a folder holds design tokens and no images.
  static func holdsTokens(_ folder: String, _ environment: any Environment) -> Bool {
    var files = 0
    func look(_ path: String, _ depth: Int) -> Bool {
      // A folder that cannot be listed is reported where it is read.
      guard depth < 8, let entries = try? environment.list(path) else { return false }
      if TokenLoader.isFolder(ofTokens: entries.filter { !$0.isFolder }.map(\.name)) {
        return true
      }
      let base = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
      for entry in entries where !entry.isFolder && !entry.name.hasPrefix(".") {
        guard files < 40, AssetInspection.isTokensName(entry.name) else { continue }
        files += 1
        if let bytes = try? environment.read(base + entry.name, limit: 16 << 20).bytes,
          AssetInspection.recognizes(file: entry.name, beginning: bytes)
        {
          return true
        }
      }
      return entries.contains { entry in
        entry.isFolder && !entry.isLink && !entry.name.hasPrefix(".")
          && entry.name != "node_modules" && look(base + entry.name, depth + 1)
      }
    }
    guard let entries = try? environment.list(folder) else { return false }
    return !AssetKeys.holdsPictures(entries.filter { !$0.isFolder }.map(\.name))
      && !isCatalog(folder, entries) && look(folder, 0)
  }
}
