// SPDX-License-Identifier: MIT
// Part of Platen: which files a book is made of, in which order, and under which parts.

internal import Diagnostics
internal import Readers

/// The files of a book in their order.
struct BookOutline {
  struct Chapter {
    var file: String
    /// The number of the part it is in; nil for none.
    var part: Int?
  }

  private(set) var chapters: [Chapter] = []
  /// The titles of parts.
  private(set) var parts: [String] = []
  /// The name that a book without a title has.
  private(set) var name = ""
  /// Files that parts name and that are not there.
  private(set) var missing: [(name: String, place: SourceLocation)] = []

  /// Files of a book, and folders within one another.
  static let mostFiles = 10_000
  private static let mostFolders = 32

  static func isMarkdown(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }

  /// - Parameter source: reads a file; nil where there is none.
  init(
    _ files: ManuscriptFiles, source: (String) throws -> ManuscriptSource?
  ) throws {
    for name in files.named {
      if let entries = try files.list(name) {
        try addFolder(name, entries, files, source: source)
      } else {
        chapters.append(Chapter(file: name))
      }
    }
    let folders = files.named.filter { !BookOutline.isMarkdown($0) }
    name = NaturalOrder.title(
      of: folders.first.flatMap { $0.isEmpty ? nil : $0 }
        ?? (files.named.count == 1 ? files.named[0] : files.prefix))
    guard chapters.count <= BookOutline.mostFiles else {
      throw Failure(
        .error(
          .manuscriptSize, "the book has more than \(BookOutline.mostFiles) files",
          at: SourceLocation(file: files.prefix.isEmpty ? "." : files.prefix)))
    }
    guard !chapters.isEmpty else {
      throw Failure(
        .error(
          .manuscriptEmpty, "no file in this folder has the extension .md, .markdown",
          at: SourceLocation(file: files.prefix.isEmpty ? "." : files.prefix)))
    }
  }

  private static func path(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  private static func isShown(_ entry: ManuscriptFiles.Entry) -> Bool {
    guard let first = entry.name.first else { return false }
    return first != "." && (first != "_" || entry.name.hasPrefix("_index."))
  }

  private mutating func addFolder(
    _ folder: String, _ entries: [ManuscriptFiles.Entry], _ files: ManuscriptFiles,
    source: (String) throws -> ManuscriptSource?
  ) throws {
    let shown = entries.filter(BookOutline.isShown)
    let names = shown.filter { !$0.isFolder && BookOutline.isMarkdown($0.name) }.map(\.name)
      .sorted(by: NaturalOrder.isBefore)
    if let index = names.first, NaturalOrder.isIndex(index) {
      let path = BookOutline.path(folder, index)
      if let listed = try source(path)?.matter.parts {
        chapters.append(Chapter(file: path))
        try addParts(listed, in: folder, files)
        return
      }
    }
    for name in names { chapters.append(Chapter(file: BookOutline.path(folder, name))) }
    for inner in shown.filter(\.isFolder).map(\.name).sorted(by: NaturalOrder.isBefore) {
      let path = BookOutline.path(folder, inner)
      let found = try BookOutline.files(below: path, files, depth: 0)
      guard !found.isEmpty else { continue }
      parts.append(try title(of: path, found, source: source))
      chapters += found.map { Chapter(file: $0, part: parts.count - 1) }
    }
  }

  /// The title of a part: that of its index, or the name of its folder.
  private func title(
    of folder: String, _ found: [String], source: (String) throws -> ManuscriptSource?
  ) throws -> String {
    if let first = found.first, NaturalOrder.isIndex(first), first.hasPrefix(folder + "/"),
      let title = try source(first)?.matter.title, !title.isEmpty
    {
      return title
    }
    return NaturalOrder.title(of: folder)
  }

  private static func files(
    below folder: String, _ files: ManuscriptFiles, depth: Int
  ) throws -> [String] {
    guard depth < mostFolders, let entries = try files.list(folder) else { return [] }
    let shown = entries.filter(isShown)
    let names = shown.filter { !$0.isFolder && isMarkdown($0.name) }.map(\.name)
      .sorted(by: NaturalOrder.isBefore)
    var found = names.map { path(folder, $0) }
    for inner in shown.filter(\.isFolder).map(\.name).sorted(by: NaturalOrder.isBefore) {
      found += try self.files(below: path(folder, inner), files, depth: depth + 1)
      if found.count > mostFiles { break }
    }
    return found
  }

  private mutating func addParts(
    _ listed: [ManuscriptMatter.Part], in folder: String, _ files: ManuscriptFiles
  ) throws {
    for part in listed {
      if !part.title.isEmpty { parts.append(part.title) }
      for (name, place) in part.files {
        guard !name.hasPrefix("/"), let joined = InnerPath.joined(folder, name),
          let path = InnerPath.inside(joined), try BookOutline.has(path, files)
        else {
          missing.append((name, place))
          continue
        }
        let number = part.title.isEmpty ? nil : parts.count - 1
        // A folder is all of its files.
        if try files.list(path) != nil {
          chapters += try BookOutline.files(below: path, files, depth: 0)
            .map { Chapter(file: $0, part: number) }
        } else {
          chapters.append(Chapter(file: path, part: number))
        }
      }
    }
  }

  /// Indicates whether there is a file or a folder of that name.
  static func has(_ path: String, _ files: ManuscriptFiles) throws -> Bool {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) } ?? ""
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return try files.list(folder)?.contains { $0.name == name } ?? false
  }
}
