// SPDX-License-Identifier: MIT
// Part of Platen: checks of catalogs, resources and manifests of sites, for `platen check`.

internal import Assets
package import Diagnostics
internal import JSON
internal import JobKit
package import Pipeline
internal import Text
internal import Tokens

/// An inspection of existing assets.
package struct AssetInspection: FileInspection {
  /// The file or folder as the user named it.
  package let path: String
  /// The findings, with files as the user named them.
  package let findings: [Diagnostic]
  /// One line: the format and the counts.
  package let line: String
  /// The format in a few words.
  private let format: String
  /// The counts by kind.
  private let counts: [(name: String, count: Int)]

  /// Indicates whether a folder is inspected as assets: by its name, or by the manifest of a site
  /// in it.
  package static func recognizes(folder path: String, in environment: any Environment) -> Bool {
    recognizes(folder: path) || siteManifest(in: path, environment) != nil
      || AssetSources.holdsTokens(path, environment)
  }

  private static func recognizes(folder path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let sets = [".xcassets", ".appiconset", ".imageset", ".colorset", ".icon"]
    return sets.contains(where: name.hasSuffix) || name == "res"
      || path.split(separator: "/").dropLast().contains { $0.hasSuffix(".xcassets") }
  }

  /// Indicates whether a file is a site's manifest, by its name.
  package static func recognizes(file path: String) -> Bool { path.hasSuffix(".webmanifest") }

  /// Indicates whether a file is a site's manifest named `manifest.json`, as in starter projects.
  package static func recognizes(site path: String, beginning bytes: [UInt8]) -> Bool {
    guard path.split(separator: "/").last == "manifest.json" else { return false }
    let head = FirstBytes(Array(bytes.prefix(1 << 16)))
    // Browser extensions have a manifest of that name as well.
    return ["short_name", "start_url", "display"].contains(where: head.names)
      && !head.names("manifest_version")
  }

  /// Returns the manifest of the site in a folder.
  private static func siteManifest(in folder: String, _ environment: any Environment) -> String? {
    // A folder that cannot be listed or read is not a site.
    let names = (try? environment.list(folder))?.filter { !$0.isFolder }.map(\.name) ?? []
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    if let name = names.first(where: { recognizes(file: $0) }) { return base + name }
    // A folder of worlds is inspected as such, whatever else it contains.
    let worlds = [".map", ".map.gz", ".wfmap", ".platenworld"]
    guard names.contains("manifest.json"),
      !names.contains(where: { name in worlds.contains(where: name.lowercased().hasSuffix) }),
      let bytes = try? environment.read(base + "manifest.json", limit: 1 << 20).bytes,
      recognizes(site: "manifest.json", beginning: bytes)
    else { return nil }
    return base + "manifest.json"
  }

  /// Inspects a folder.
  ///
  /// - Throws: `Failure` if it cannot be read.
  package init(folder path: String, in environment: any Environment) throws {
    if !AssetInspection.recognizes(folder: path),
      let manifest = AssetInspection.siteManifest(in: path, environment)
    {
      try self.init(file: manifest, in: environment)
    } else if !AssetInspection.recognizes(folder: path),
      AssetSources.holdsTokens(path, environment)
    {
      try self.init(tokensIn: path, in: environment)
    } else {
      try self.init(catalog: path, in: environment)
    }
  }

  /// Inspects an asset catalog, one of its sets, or Android's resources.
  private init(catalog path: String, in environment: any Environment) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // A set is inspected as part of its catalog, so that the rules of catalogs apply.
    self.path = path
    let isIcon = name.hasSuffix(".icon")
    let isSet = !isIcon && !name.hasSuffix(".xcassets") && name != "res"
    let root = isSet ? AssetInspection.parent(of: path) : path
    let prefix = isSet ? name + "/" : ""
    var files: [String] = []
    var empty: [String] = []
    try AssetInspection.walk(path, prefix, environment, into: &files, &empty)
    let tree = FileTree(files, empty: empty) { file in
      try environment.read(root + "/" + file, limit: 256 << 20).bytes
    }
    if name == "res" {
      findings = AssetInspection.placed(AndroidLint.findings(in: tree), below: root)
      format = "Android's resources"
      counts = [("files", files.count)]
      line = "\(path): Android's resources, \(files.count) files"
      return
    }
    if isIcon {
      let found = IconBundleLint.findings(in: tree)
      findings = AssetInspection.placed(found.diagnostics, below: root)
      format = "Icon Composer icon"
      counts = [("groups", found.groups), ("layers", found.layers)]
      line =
        "\(path): Icon Composer icon, \(counted(found.groups, "group")), "
        + counted(found.layers, "layer")
      return
    }
    let found = CatalogLint.findings(in: tree)
    let diagnostics = found.diagnostics.filter { !isSet || $0.place?.file != "Contents.json" }
    findings = AssetInspection.placed(diagnostics, below: root)
    format = "asset catalog"
    counts = [("icons", found.icons), ("image sets", found.images), ("colors", found.colors)]
    line =
      "\(path): asset catalog, \(counted(found.icons, "icon")), "
      + "\(counted(found.images, "image set")), \(counted(found.colors, "color"))"
  }

  /// Inspects a site's manifest and its icons.
  ///
  /// - Throws: `Failure` if it cannot be read.
  package init(file path: String, in environment: any Environment) throws {
    let root = AssetInspection.parent(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var files: [String] = []
    var empty: [String] = []
    try AssetInspection.walk(root, "", environment, into: &files, &empty, depth: 4)
    let tree = FileTree(files) { file in
      try environment.read(root + "/" + file, limit: 256 << 20).bytes
    }
    findings = AssetInspection.placed(
      WebManifestLint.findings(of: name, in: tree), below: root)
    self.path = path
    format = "manifest of a site"
    counts = []
    line = "\(path): manifest of a site"
  }

  /// Indicates whether a file holds design tokens or an icon's shapes, by its name and its first
  /// bytes.
  package static func recognizes(file path: String, beginning bytes: [UInt8]) -> Bool {
    let head = Array(bytes.prefix(1 << 16))
    // Looks have colors as well, and an `extends` key, which tokens never have.
    let isLook = String(decoding: head, as: UTF8.self).split(separator: "\n").contains {
      $0.hasPrefix("extends:") || $0.hasPrefix("views:")
    }
    return isTokensName(path) && !isLook && AssetKeys.seemsTokens(head)
  }

  /// Indicates whether files of design tokens have such a name.
  static func isTokensName(_ path: String) -> Bool {
    [".json", ".yaml", ".yml", ".tokens", ".json5", ".jsonc"].contains {
      path.lowercased().hasSuffix($0)
    }
  }

  /// Inspects design tokens, and reports pairs of colors with low contrast; or an icon's shapes.
  ///
  /// - Throws: `Failure` with all errors.
  package init(file path: String, bytes: [UInt8]) throws {
    let source = try TokenReader.values(of: bytes, file: path)
    guard !IconRecipe.recognizes(source) else {
      // Colors of tokens are resolved by a job that names both.
      _ = try IconRecipe(source, tokens: nil)
      self.init(
        path: path, findings: [], line: "\(path): an icon as shapes", format: "an icon as shapes",
        counts: [])
      return
    }
    self.init(
      try TokenLoader(DiskEnvironment()).load(source, at: path), at: path)
  }

  /// Inspects a folder of design tokens.
  ///
  /// - Throws: `Failure` with all errors.
  package init(tokensIn path: String, in environment: any Environment) throws {
    self.init(try TokenLoader(environment).load([path]), at: path)
  }

  private init(
    path: String, findings: [Diagnostic], line: String, format: String,
    counts: [(name: String, count: Int)]
  ) {
    self.path = path
    self.findings = findings
    self.line = line
    self.format = format
    self.counts = counts
  }

  private init(_ tokens: TokenSet, at path: String) {
    self.path = path
    findings = tokens.warnings + tokens.contrastWarnings
    let modes = tokens.modes.map(\.rawValue).joined(separator: ", ")
    format = "design tokens, \(modes)"
    var sorts: [(name: String, count: Int)] = []
    var places: [String: Int] = [:]
    for token in tokens.tokens {
      var sort = token.path.first ?? token.type.rawValue
      // These names are used by the totals.
      if ["tokens", "contrasts"].contains(sort) { sort += " (group)" }
      if let place = places[sort] {
        sorts[place].count += 1
      } else {
        places[sort] = sorts.count
        sorts.append((sort, 1))
      }
    }
    counts =
      [("tokens", tokens.tokens.count)] + sorts
      + [("contrasts", tokens.contrasts.count)].filter { $0.1 > 0 }
    line = "\(path): \(tokens.tokens.count) design tokens, \(modes)"
  }

  package var warnings: [Diagnostic] { findings }

  package var checkLine: String {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    return "\(line): "
      + (errors + warnings == 0
        ? "nothing wrong" : "\(counted(errors, "error")), \(counted(warnings, "warning"))")
  }

  /// Several lines that describe a single file.
  package var text: String {
    let rows =
      [("file", printable(path)), ("format", format)]
      + counts.map { (printable($0.name, limit: 40), String($0.count)) }
      + [("warnings", String(findings.count))]
    let width = max(12, rows.map(\.0.count).max().map { $0 + 2 } ?? 12)
    return table(rows, width: width)
  }

  /// Returns one JSON object on one line. Keys are added, never removed.
  package func json(withGeometry: Bool) -> String {
    var json = JSONWriter(indent: nil)
    json.object { json in
      json.member("file", path)
      json.member("format", format)
      json.member(
        "counts",
        object: { json in for entry in counts { json.member(entry.name, entry.count) } })
      json.member("warnings", findings)
    }
    return json.text + "\n"
  }

  private static func placed(_ findings: [Diagnostic], below root: String) -> [Diagnostic] {
    guard root != "." else { return findings }
    return findings.map { finding in
      var finding = finding
      if let file = finding.place?.file { finding.place?.file = root + "/" + file }
      return finding
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Collects the files below a folder and its empty folders, without following links to folders.
  private static func walk(
    _ folder: String, _ prefix: String, _ environment: any Environment,
    into files: inout [String], _ empty: inout [String], depth: Int = 24
  ) throws {
    guard depth > 0 else { return }
    let entries = try environment.list(folder)
    if entries.isEmpty, !prefix.isEmpty { empty.append(String(prefix.dropLast())) }
    for entry in entries {
      let name = prefix + entry.name
      if !entry.isFolder {
        files.append(name)
      } else if !entry.isLink, !entry.name.hasPrefix(".") {
        try walk(
          folder + "/" + entry.name, name + "/", environment, into: &files, &empty,
          depth: depth - 1)
      }
      guard files.count + empty.count <= 200_000 else {
        throw Failure(
          .error(
            .assetsMany, "more than 200000 files in this folder", at: SourceLocation(file: folder)))
      }
    }
  }
}
