// SPDX-License-Identifier: MIT
// Part of Platen: the files that a document is read from.

internal import Diagnostics
internal import JobKit
internal import Manuscripts
internal import Pipeline

/// The files of a document below one folder, which nothing in them leads out of.
final class DocumentFiles {
  private let environment: any Environment
  /// The folder that all names are below, with a slash at its end; empty for the manifest's own.
  private let prefix: String
  private let named: [String]
  /// The entries of folders that were listed; nil for a path that is not a folder.
  private var folders: [String: [ManuscriptFiles.Entry]?] = [:]

  /// Bytes of an image, and of a file of references.
  private static let imageLimit = 64 << 20
  private static let referenceLimit = 16 << 20

  /// - Parameter paths: files, or folders, as the user named them.
  /// - Throws: errors of reading.
  init(_ paths: [String], in environment: any Environment) throws {
    self.environment = environment
    if paths.count == 1, try environment.status(paths[0])?.kind == .folder {
      var folder = paths[0]
      while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
      named = [""]
      return
    }
    let parts = paths.map { path in path.split(separator: "/").filter { $0 != "." } }
    var common: ArraySlice<Substring> = parts.first?.dropLast() ?? []
    for part in parts.dropFirst() {
      let shared = zip(common, part.dropLast()).prefix { $0 == $1 }.count
      common = common[..<(common.startIndex + shared)]
    }
    let isAbsolute = paths.first?.hasPrefix("/") ?? false
    let folder = (isAbsolute ? "/" : "") + common.joined(separator: "/")
    prefix = common.isEmpty ? folder : folder + "/"
    let depth = common.count
    named = parts.map { $0.dropFirst(depth).joined(separator: "/") }
    // What is named and not there is reported as all inputs are.
    for path in paths where try environment.status(path) == nil {
      _ = try environment.read(path)
    }
  }

  /// The files as the reader of manuscripts takes them.
  ///
  /// - Parameter references: paths of files of references.
  /// - Throws: errors of reading these.
  func files(references: [String]) throws -> ManuscriptFiles {
    var files = ManuscriptFiles(
      named: named, prefix: prefix, read: { try self.read($0) }, list: { try self.list($0) },
      draw: { self.drawn($0) })
    files.references = try references.map { path in
      (path, try environment.read(path, limit: DocumentFiles.referenceLimit).bytes)
    }
    return files
  }

  private func read(_ name: String) throws -> [UInt8]? {
    let path = prefix + name
    guard try environment.status(path)?.kind == .file else { return nil }
    return try environment.read(path, limit: DocumentFiles.imageLimit).bytes
  }

  private func list(_ folder: String) throws -> [ManuscriptFiles.Entry]? {
    if let known = folders[folder] { return known }
    let path = folder.isEmpty ? (prefix.isEmpty ? "." : prefix) : prefix + folder
    var entries: [ManuscriptFiles.Entry]?
    if try environment.status(path)?.kind == .folder {
      // Folders that are links may lead out of the folder, or back to it.
      entries = try environment.list(path).filter { !($0.isFolder && $0.isLink) }
        .map { ManuscriptFiles.Entry(name: $0.name, isFolder: $0.isFolder) }
    }
    folders[folder] = .some(entries)
    return entries
  }

  private func drawn(_ bytes: [UInt8]) -> ManuscriptFiles.Drawn? {
    SVGImage(bytes, in: environment).map {
      ManuscriptFiles.Drawn(bytes: $0.bytes, width: $0.width, height: $0.height)
    }
  }
}
