// SPDX-License-Identifier: MIT
// Part of Platen: loads files and folders of tokens.

internal import Diagnostics
public import Values

/// Loads design tokens from files, folders and resolvers as one set.
public struct TokenLoader {
  /// An entry of a folder.
  public struct Entry: Hashable, Sendable {
    public var name: String
    public var isFolder: Bool

    public init(_ name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  private static let mostFiles = 5_000
  private static let extensions = ["json", "json5", "jsonc", "tokens", "yaml", "yml"]

  private let read: (String) throws -> [UInt8]
  private let list: (String) throws -> [Entry]?
  private let themes: [String]

  /// - Parameters:
  ///   - read: reads a file.
  ///   - list: lists a folder without links to folders; nil for what is not a folder.
  ///   - themes: the themes of Tokens Studio and the contexts of resolvers to read, by their names;
  ///     groups and modifiers without one of these have their defaults.
  public init(
    themes: [String] = [], read: @escaping (String) throws -> [UInt8],
    list: @escaping (String) throws -> [Entry]?
  ) {
    self.themes = themes
    self.read = read
    self.list = list
  }

  /// Indicates whether a file holds tokens, or an order of files of tokens.
  public static func hasTokens(_ root: PlacedValue) -> Bool { TokenFiles.hasTokens(root) }

  /// Indicates whether a folder with entries of these names holds tokens.
  public static func isFolder(ofTokens names: [String]) -> Bool {
    names.contains { name in
      name == "$themes.json" || name == "$metadata.json" || name.hasSuffix(".resolver.json")
        || name.hasSuffix(".tokens.json") || name.hasSuffix(".tokens") || name == "tokens.json"
    }
  }

  /// The tokens of files, folders and resolvers, later ones over earlier ones.
  ///
  /// - Throws: `Failure` for a file that cannot be read or is not valid, for one that leads outside
  ///   of its folder, and where no token can be read.
  public func load(_ paths: [String]) throws -> TokenSet {
    var files = TokenFiles(chosen: themes)
    let common = TokenLoader.commonFolders(of: paths)
    for path in paths {
      if let entries = try list(path) {
        try addFolder(path, entries, to: &files)
      } else {
        let name = path.split(separator: "/").dropFirst(common).joined(separator: "/")
        try addRoot(
          try values(path), path, name: TokenLoader.withoutExtension(name), to: &files)
      }
    }
    return try files.read()
  }

  /// The tokens of a file that is read already.
  public func load(_ root: PlacedValue, at path: String) throws -> TokenSet {
    var files = TokenFiles(chosen: themes)
    try addRoot(root, path, name: "", to: &files)
    return try files.read()
  }

  private func values(_ path: String) throws -> PlacedValue {
    try TokenReader.values(of: read(path), file: path)
  }

  private func addRoot(
    _ root: PlacedValue, _ path: String, name: String, to files: inout TokenFiles
  ) throws {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    try files.addRoot(root, name: name) { reference, place in
      guard let inner = TokenLoader.path(reference, below: folder) else {
        throw Failure(
          .error(
            .tokensFile, "\(printable(reference, limit: 80)) is outside of the resolver's folder",
            at: place, hints: ["move the file beside the resolver, or below it"]))
      }
      do {
        return try values(inner)
      } catch let failure as Failure {
        throw Failure(failure.diagnostics.map { $0.found(from: place) })
      }
    }
  }

  /// The path of a file that a resolver names; nil for one outside of the folder or on a server.
  static func path(_ reference: String, below folder: String) -> String? {
    guard !reference.hasPrefix("/"), !reference.contains(":"), !reference.contains("\\"),
      !reference.contains("\0"), reference.utf8.count <= 1000
    else { return nil }
    var parts: [Substring] = []
    for part in reference.split(separator: "/") {
      switch part {
      case ".": break
      case "..":
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      default: parts.append(part)
      }
    }
    return parts.isEmpty ? nil : folder + parts.joined(separator: "/")
  }

  /// The number of folders that all paths begin with.
  private static func commonFolders(of paths: [String]) -> Int {
    var common = paths.first?.split(separator: "/").dropLast() ?? [][...]
    for path in paths.dropFirst() {
      let parts = path.split(separator: "/").dropLast()
      let count = zip(common, parts).prefix { $0 == $1 }.count
      common = common.prefix(count)
    }
    return common.count
  }

  private static func withoutExtension(_ path: String) -> String {
    var path = path
    for ending in extensions where path.hasSuffix("." + ending) {
      path = String(path.dropLast(ending.count + 1))
      break
    }
    return path.hasSuffix(".tokens") ? String(path.dropLast(".tokens".count)) : path
  }

  // MARK: Folders

  private func addFolder(
    _ folder: String, _ entries: [Entry], to files: inout TokenFiles
  ) throws {
    let resolvers = entries.filter { !$0.isFolder && $0.name.hasSuffix(".resolver.json") }
    let base = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    if let first = resolvers.first {
      guard resolvers.count == 1 else {
        throw Failure(
          .error(
            .tokensFile, "\(resolvers.count) resolvers are in this folder",
            at: SourceLocation(file: folder), hints: ["specify one: \(base)\(first.name)"]))
      }
      try addRoot(try values(base + first.name), base + first.name, name: "", to: &files)
      return
    }
    var count = 0
    try addFiles(base, "", entries, depth: 0, &count, to: &files)
    guard count > 0 else {
      throw Failure(
        .error(
          .tokensEmpty, "no tokens in this folder", at: SourceLocation(file: folder),
          hints: ["specify a folder with files of design tokens (.json, .yaml)"]))
    }
  }

  private func addFiles(
    _ base: String, _ prefix: String, _ entries: [Entry], depth: Int, _ count: inout Int,
    to files: inout TokenFiles
  ) throws {
    for entry in entries.sorted(by: { $0.name < $1.name }) {
      guard !entry.name.hasPrefix("."), entry.name != "node_modules" else { continue }
      let path = prefix + entry.name
      if entry.isFolder {
        guard depth < 12, let inner = try list(base + path) else { continue }
        try addFiles(base, path + "/", inner, depth: depth + 1, &count, to: &files)
        continue
      }
      let ending = entry.name.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard TokenLoader.extensions.contains(ending) else { continue }
      let root = try values(base + path)
      guard TokenFiles.hasTokens(root) else {
        files.addValues(root)
        continue
      }
      count += 1
      guard count <= TokenLoader.mostFiles else {
        throw Failure(
          .error(
            .tokensMany, "more than \(TokenLoader.mostFiles) files",
            at: SourceLocation(file: base + path)))
      }
      try addRoot(root, base + path, name: TokenLoader.withoutExtension(path), to: &files)
    }
  }
}
