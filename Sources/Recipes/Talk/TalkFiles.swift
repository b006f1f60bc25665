// SPDX-License-Identifier: MIT
// Part of Platen: the files a talk is read from: its slides, its settings, what its slides name.

internal import Diagnostics
internal import Pipeline
internal import Readers
internal import Talks

/// A talk's input: a folder of slides, a folder with one called `slides`, or a deck built of one.
enum TalkFiles {
  /// Bytes of one file.
  private static let limit = 64 << 20
  /// Files of a folder of slides.
  private static let fileLimit = 10_000

  /// Reads the talk.
  ///
  /// - Throws: `Failure` with everything that is wrong; what reading throws.
  static func read(
    _ path: String, options: TalkOptions, in context: StageContext
  ) throws -> Warned<Talk> {
    try read(path, options: options, in: context.environment)
  }

  /// Reads the talk past any stage.
  static func read(
    _ path: String, options: TalkOptions, in context: any Environment
  ) throws -> Warned<Talk> {
    guard try context.status(path)?.kind == .folder else {
      let bytes = try context.read(path, limit: limit).bytes
      return try TalkReader.read(
        built: NamedBytes(path, bytes), options: options,
        asset: asset(below: parent(of: path), in: context))
    }
    let folder = try slidesFolder(of: path, in: context)
    let root = parent(of: folder)
    return try TalkReader.read(
      TalkFolder(
        files: try slides(of: folder, in: context),
        settings: try settings(above: root, in: context),
        prefix: folder + "/", asset: asset(below: root, in: context)), options: options)
  }

  /// The folder itself, or the one called `slides` in it where it has no slides of its own.
  private static func slidesFolder(of path: String, in context: any Environment) throws -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    let entries = try context.list(String(path))
    let hasSlides = entries.contains { !$0.isFolder && isText($0.name) && $0.name != "README.md" }
    let hasFolder = entries.contains { $0.isFolder && $0.name == "slides" }
    return !hasSlides && hasFolder ? path + "/slides" : String(path)
  }

  private static func isText(_ name: String) -> Bool {
    ["md", "markdown", "html", "htm"].contains { name.lowercased().hasSuffix("." + $0) }
  }

  private static func slides(of folder: String, in context: any Environment) throws -> [NamedBytes]
  {
    var files: [NamedBytes] = []
    for entry in try context.list(folder) where !entry.name.hasPrefix(".") {
      if entry.isFolder {
        for inner in try context.list(folder + "/" + entry.name)
        where !inner.name.hasPrefix(".") {
          let name = entry.name + "/" + inner.name
          // Of what is no slide only that it is there matters.
          let isSlide = !inner.isFolder && isText(inner.name)
          files.append(
            NamedBytes(
              name, isSlide ? try context.read(folder + "/" + name, limit: limit).bytes : []))
        }
      } else if isText(entry.name) {
        files.append(
          NamedBytes(entry.name, try context.read(folder + "/" + entry.name, limit: limit).bytes))
      }
      guard files.count <= fileLimit else {
        throw Failure(
          .error(
            "talk.files", "there are more than \(fileLimit) files in this folder",
            at: Place(file: folder), hints: ["name the folder of the slides"]))
      }
    }
    return files
  }

  /// The talk's settings, beside the slides or in a folder above them.
  private static func settings(
    above root: String, in context: any Environment
  ) throws -> [NamedBytes] {
    var files: [NamedBytes] = []
    var folder = root
    // A talk lies but a few folders deep in what its settings are for.
    for _ in 0..<4 {
      let path = folder == "." ? "toboggan.toml" : folder + "/toboggan.toml"
      if try context.status(path)?.kind == .file {
        files.append(NamedBytes(path, try context.read(path, limit: 1 << 20).bytes))
      }
      guard folder != ".", folder != "/", !folder.hasSuffix("..") else { break }
      folder = parent(of: folder)
    }
    return files
  }

  /// Files below the deck root. What cannot be read is as good as not there, and the reader says so.
  private static func asset(
    below root: String, in context: any Environment
  ) -> (String) -> [UInt8]? {
    { name in
      let path = root == "." ? name : root + "/" + name
      guard (try? context.status(path))??.kind == .file else { return nil }
      return try? context.read(path, limit: limit).bytes
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else {
      return path == "." || path == ".." ? path + "/.." : "."
    }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
