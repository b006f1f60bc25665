// SPDX-License-Identifier: MIT
// Part of Platen: what is wrong with catalogs, resources and manifests of sites, for `platen
// check`.

internal import Assets
package import Diagnostics
internal import JSON
internal import JobKit
package import Pipeline
internal import Text
internal import Tokens

/// Assets that are there already, looked through.
package struct AssetInspection: FileInspection {
  /// The file or folder as the user named it.
  package let path: String
  /// What was found, files as the user named them.
  package let findings: [Diagnostic]
  /// One line: what it is and how much there is of it.
  package let line: String
  /// What it is, in a few words.
  private let format: String
  /// How much there is of what.
  private let counts: [(name: String, count: Int)]

  /// Indicates whether a folder is one that is looked through as assets: by its name, or as a
  /// site's, by the manifest in it.
  package static func recognizes(folder path: String, in environment: any Environment) -> Bool {
    recognizes(folder: path) || siteManifest(in: path, environment) != nil
  }

  private static func recognizes(folder path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let sets = [".xcassets", ".appiconset", ".imageset", ".colorset"]
    return sets.contains(where: name.hasSuffix) || name == "res"
      || path.split(separator: "/").dropLast().contains { $0.hasSuffix(".xcassets") }
  }

  /// Indicates whether a file is a site's manifest, by its name.
  package static func recognizes(file path: String) -> Bool { path.hasSuffix(".webmanifest") }

  /// Indicates whether a file is a site's manifest that is called `manifest.json`, as starters have
  /// it.
  package static func recognizes(site path: String, beginning bytes: [UInt8]) -> Bool {
    guard path.split(separator: "/").last == "manifest.json" else { return false }
    let head = FirstBytes(Array(bytes.prefix(1 << 16)))
    // Extensions of browsers have a manifest of that name, too.
    return ["short_name", "start_url", "display"].contains(where: head.names)
      && !head.names("manifest_version")
  }

  /// The manifest of the site that a folder holds.
  private static func siteManifest(in folder: String, _ environment: any Environment) -> String? {
    // What cannot be listed or read is no site.
    let names = (try? environment.list(folder))?.filter { !$0.isFolder }.map(\.name) ?? []
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    if let name = names.first(where: { recognizes(file: $0) }) { return base + name }
    // A folder of worlds is looked through as one, whatever else lies there.
    let worlds = [".map", ".map.gz", ".wfmap", ".platenworld"]
    guard names.contains("manifest.json"),
      !names.contains(where: { name in worlds.contains(where: name.lowercased().hasSuffix) }),
      let bytes = try? environment.read(base + "manifest.json", limit: 1 << 20).bytes,
      recognizes(site: "manifest.json", beginning: bytes)
    else { return nil }
    return base + "manifest.json"
  }

  /// Looks through a folder.
  ///
  /// - Throws: `Failure` where it cannot be read.
  package init(folder path: String, in environment: any Environment) throws {
    if !AssetInspection.recognizes(folder: path),
      let manifest = AssetInspection.siteManifest(in: path, environment)
    {
      try self.init(file: manifest, in: environment)
    } else {
      try self.init(catalog: path, in: environment)
    }
  }

  /// Looks through an asset catalog, a set of one, or Android's resources.
  private init(catalog path: String, in environment: any Environment) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // A set is looked at as part of the catalog it lies in, so that the rules of catalogs hold.
    self.path = path
    let isSet = !name.hasSuffix(".xcassets") && name != "res"
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
    let found = CatalogLint.findings(in: tree)
    let diagnostics = found.diagnostics.filter { !isSet || $0.place?.file != "Contents.json" }
    findings = AssetInspection.placed(diagnostics, below: root)
    format = "asset catalog"
    counts = [("icons", found.icons), ("image sets", found.images), ("colors", found.colors)]
    line =
      "\(path): asset catalog, \(counted(found.icons, "icon")), "
      + "\(counted(found.images, "image set")), \(counted(found.colors, "color"))"
  }

  /// Looks at a site's manifest and the icons beside it.
  ///
  /// - Throws: `Failure` where it cannot be read.
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
    // Looks have colors as well, and say what they extend; tokens never do.
    let isLook = String(decoding: head, as: UTF8.self).split(separator: "\n").contains {
      $0.hasPrefix("extends:") || $0.hasPrefix("views:")
    }
    return [".json", ".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) } && !isLook
      && AssetKeys.seemsTokens(head)
  }

  /// Reads design tokens, and says which of their colors cannot be told apart; or an icon's shapes.
  ///
  /// - Throws: `Failure` with every fault.
  package init(file path: String, bytes: [UInt8]) throws {
    self.path = path
    let source = try TokenReader.values(of: bytes, file: path)
    guard !IconRecipe.recognizes(source) else {
      // Colors of tokens are looked for where a job names both.
      _ = try IconRecipe(source, tokens: nil)
      findings = []
      format = "an icon as shapes"
      counts = []
      line = "\(path): an icon as shapes"
      return
    }
    let tokens = try TokenReader.read(source)
    findings = tokens.warnings + tokens.contrastWarnings
    let modes = tokens.modes.map(\.rawValue).joined(separator: ", ")
    format = "design tokens, \(modes)"
    var sorts: [(name: String, count: Int)] = []
    var places: [String: Int] = [:]
    for token in tokens.tokens {
      var sort = token.path.first ?? token.type.rawValue
      // These count all of them.
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

  /// Several lines for one file looked at by a person.
  package var text: String {
    let rows =
      [("file", printable(path)), ("format", format)]
      + counts.map { (printable($0.name, limit: 40), String($0.count)) }
      + [("warnings", String(findings.count))]
    let width = max(12, rows.map(\.0.count).max().map { $0 + 2 } ?? 12)
    return rows.map { name, value in
      name + String(repeating: " ", count: width - name.count) + value + "\n"
    }.joined()
  }

  /// One JSON object on one line; keys are only ever added.
  package func json(withGeometry: Bool) -> String {
    var json = JSONWriter(indent: nil)
    json.object { json in
      json.member("file", path)
      json.member("format", format)
      json.member(
        "counts",
        object: { json in for entry in counts { json.member(entry.name, entry.count) } })
      json.member("warnings", array: { json in for said in findings { said.write(to: &json) } })
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

  /// Files below a folder and folders with nothing in them, links to folders not followed.
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
          .error(.assetsMany, "there are more than 200000 files", at: Place(file: folder)))
      }
    }
  }
}
