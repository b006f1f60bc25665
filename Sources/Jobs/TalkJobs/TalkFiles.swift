// SPDX-License-Identifier: MIT
// Part of Platen: the files of a talk: its slides, its settings, the files that its slides name.

internal import Diagnostics
internal import Pipeline
internal import Readers
internal import Talks

/// A talk's input: a folder of slides, a folder with one called `slides`, a deck built of one, or a
/// deck in one file of Markdown.
enum TalkFiles {
  /// Bytes of one file.
  private static let limit = 64 << 20
  /// Files of a folder of slides.
  private static let fileLimit = 10_000

  /// Indicates whether a path is a talk: a folder of slides, or one with such a folder called
  /// `slides`; a deck built of one; or a deck in one file.
  static func isTalk(_ path: String, in environment: any Environment) throws -> Bool {
    guard let status = try environment.status(path) else { return false }
    guard status.kind == .folder else {
      if isDeck(path) { return deckFormat(path, in: environment) != nil }
      if isText(path) {
        return (try? environment.read(path, limit: limit)).map {
          DeckFormat.hasMarkdown(page: $0.bytes)
        } ?? false
      }
      guard path.lowercased().hasSuffix(".toml"),
        let bytes = try? environment.read(path, limit: limit)
      else { return false }
      return TalkKeys.seemsTalk(bytes.bytes)
    }
    func hasSlides(_ folder: String, _ entries: [FolderEntry]) throws -> Bool {
      for entry in entries {
        if entry.name == "_cover.md", !entry.isFolder { return true }
        guard entry.isFolder else { continue }
        if try environment.status("\(folder)/\(entry.name)/_part.md") != nil { return true }
      }
      return false
    }
    let entries = try environment.list(path)
    if try hasSlides(path, entries) { return true }
    if entries.contains(where: { $0.isFolder && $0.name == "slides" }) {
      let inner = try environment.list(path + "/slides")
      // A cover is not needed where the folder's name identifies its content.
      if inner.contains(where: { !$0.isFolder && isText($0.name) && $0.name != "README.md" }) {
        return true
      }
      if try hasSlides(path + "/slides", inner) { return true }
    }
    // Text files beside maps and campaigns are not talks.
    let names = entries.filter { !$0.isFolder }.map { $0.name.lowercased() }
    return names.contains { isText($0) && $0 != "readme.md" }
      && !names.contains { name in
        [".map", ".wfmap", ".platenworld", ".gz", ".json"].contains(where: name.hasSuffix)
      }
  }

  /// Reads the talk.
  ///
  /// - Throws: `Failure` with all errors; errors of reading.
  static func read(
    _ path: String, options: TalkOptions, in environment: any Environment
  ) throws -> Diagnosed<Talk> {
    guard try environment.status(path)?.kind == .folder else {
      let bytes = try environment.read(path, limit: limit).bytes
      if isText(path), !isDeck(path), !DeckFormat.hasMarkdown(page: bytes) {
        throw Failure(
          .error(
            .talkFile, "expected a folder of slides or a deck, found a page of HTML",
            at: SourceLocation(file: path),
            hints: ["name the folder of the slides, or a deck in Markdown"]))
      }
      if isDeck(path) || isText(path) {
        return try TalkReader.read(
          deck: NamedBytes(path, bytes), options: options,
          asset: asset(below: parent(of: path), in: environment),
          draw: TalkDrawings(environment: environment).rasterized)
      }
      return try TalkReader.read(
        built: NamedBytes(path, bytes), options: options,
        asset: asset(below: parent(of: path), in: environment),
        draw: TalkDrawings(environment: environment).rasterized)
    }
    let folder = try slidesFolder(of: path, in: environment)
    let root = parent(of: folder)
    return try TalkReader.read(
      TalkFolder(
        files: try slides(of: folder, in: environment),
        settings: try settings(of: folder, in: environment), name: name(of: folder),
        prefix: folder + "/", asset: asset(below: root, in: environment),
        hasFolder: { name in
          let path = name.hasPrefix("/") ? name : folder + "/" + name
          guard let status = try? environment.status(path) else { return false }
          return status.kind == .folder
        }, draw: TalkDrawings(environment: environment).rasterized), options: options)
  }

  /// The folder itself, or the one called `slides` in it where it has no slides of its own.
  static func slidesFolder(of path: String, in environment: any Environment) throws -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let entries = try environment.list(String(path))
    let hasSlides = entries.contains { !$0.isFolder && isText($0.name) && $0.name != "README.md" }
    let hasFolder = entries.contains { $0.isFolder && $0.name == "slides" }
    return !hasSlides && hasFolder ? path + "/slides" : String(path)
  }

  /// The name of a folder of slides: its own, or that of the folder around one called `slides`;
  /// empty where the path does not state it.
  static func name(of folder: String) -> String {
    var parts = folder.split(separator: "/").filter { $0 != "." }
    while parts.last == "slides" { parts.removeLast() }
    guard let last = parts.last, last != ".." else { return "" }
    return String(last)
  }

  /// Indicates whether a file is a deck in Markdown, by its name.
  static func isDeck(_ name: String) -> Bool {
    DeckFormat.pathExtensions.contains { name.lowercased().hasSuffix("." + $0) }
  }

  /// The program of a deck in one file; nil for a text that is not recognized as one.
  static func deckFormat(_ path: String, in environment: any Environment) -> DeckFormat? {
    guard let bytes = try? environment.read(path, limit: limit).bytes,
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return DeckFormat.recognized(text, named: path)
  }

  /// Indicates whether a file is a deck, which is not named but found among others.
  static func isUnmistakableDeck(_ path: String, in environment: any Environment) -> Bool {
    guard let bytes = try? environment.read(path, limit: limit).bytes,
      let text = String(validating: bytes, as: UTF8.self)
    else { return false }
    return DeckFormat.isUnmistakable(text)
  }

  private static func isText(_ name: String) -> Bool {
    ["md", "markdown", "html", "htm"].contains { name.lowercased().hasSuffix("." + $0) }
  }

  private static func slides(of folder: String, in environment: any Environment) throws
    -> [NamedBytes]
  {
    var files: [NamedBytes] = []
    for entry in try environment.list(folder) where !entry.name.hasPrefix(".") {
      if entry.isFolder {
        for inner in try environment.list(folder + "/" + entry.name)
        where !inner.name.hasPrefix(".") {
          let name = entry.name + "/" + inner.name
          if inner.isFolder {
            // Slides are not searched at this depth, but their existence is reported.
            for deep in try environment.list(folder + "/" + name)
            where !deep.isFolder && isText(deep.name) && !deep.name.hasPrefix(".") {
              files.append(NamedBytes(name + "/" + deep.name, []))
            }
          }
          // Of other files only their existence matters.
          let isSlide = !inner.isFolder && isText(inner.name)
          files.append(
            NamedBytes(
              name, isSlide ? try environment.read(folder + "/" + name, limit: limit).bytes : []))
        }
      } else if isText(entry.name) {
        files.append(
          NamedBytes(
            entry.name, try environment.read(folder + "/" + entry.name, limit: limit).bytes))
      }
      guard files.count <= fileLimit else {
        throw Failure(
          .error(
            .talkFiles, "the folder has more than \(fileLimit) files",
            at: SourceLocation(file: folder), hints: ["name the folder of the slides"]))
      }
    }
    return files
  }

  /// The talk's settings: in the folder of its slides, or in a folder above it.
  private static func settings(
    of slides: String, in environment: any Environment
  ) throws -> [NamedBytes] {
    var files: [NamedBytes] = []
    var folder = slides
    // A talk is at most a few folders below its settings.
    for _ in 0...4 {
      let path = folder == "." ? "toboggan.toml" : folder + "/toboggan.toml"
      if try environment.status(path)?.kind == .file {
        files.append(NamedBytes(path, try environment.read(path, limit: 1 << 20).bytes))
      }
      // Above the folder that was named, only the one around it is looked at.
      guard folder == slides || (folder != "." && !folder.hasSuffix("..")), folder != "/" else {
        break
      }
      folder = parent(of: folder)
    }
    return files
  }

  /// Files below the deck root. Unreadable files count as missing, which the reader reports.
  private static func asset(
    below root: String, in environment: any Environment
  ) -> (String) -> [UInt8]? {
    { name in
      let path = root == "." ? name : root + "/" + name
      guard (try? environment.status(path))??.kind == .file else { return nil }
      return try? environment.read(path, limit: limit).bytes
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else {
      return path == "." || path == ".." ? path + "/.." : "."
    }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
