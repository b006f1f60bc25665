// SPDX-License-Identifier: MIT
// Part of Platen: from a manifest's name, or none, to its jobs.

import Diagnostics
import Pipeline
import Recipes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A manifest read, and the environment its paths start from.
struct LoadedManifest {
  var manifest: Manifest
  var environment: DiskEnvironment

  /// Reads a manifest: the one named, `-` for standard input, or the nearest at or above the
  /// working folder.
  static func load(_ name: String?, into root: String?) throws -> LoadedManifest {
    let working = DiskEnvironment()
    let path = try name ?? nearest()
    let bytes: [UInt8]
    do {
      bytes = try working.read(path == "-" ? "/dev/stdin" : path, limit: YAMLValue.Limits().bytes)
        .bytes
    } catch let failure as Failure
      where failure.diagnostics.contains(where: { $0.code == .fileMissing })
    {
      throw Failure(
        failure.diagnostics.map {
          .error("manifest.missing", $0.message, at: $0.place, hints: $0.hints)
        })
    }
    let slash = path.lastIndex(of: "/")
    let folder =
      path == "-" ? "." : slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let environment = DiskEnvironment(folder: folder)
    let parser = ManifestParser(kinds: Recipes.kinds, environment: environment)
    return LoadedManifest(
      manifest: try parser.parse(bytes, file: path, folder: folder, into: root),
      environment: environment)
  }

  /// The manifest's own file, as its environment sees it.
  var ownFiles: [String] {
    manifest.file == "-" ? [] : manifest.file.split(separator: "/").suffix(1).map(String.init)
  }

  /// Looks and fonts for its jobs. Templates may be missing; those that were named may not.
  func context(templates: String?) throws -> RecipeContext {
    try RecipeContext.make(environment, templates: templates)
  }

  private static func nearest() throws -> String {
    for name in manifestNames where access(name, F_OK) == 0 { return name }
    if let working = getcwd(nil, 0) {
      defer { free(working) }
      let found = findManifest(from: String(cString: working)) { access($0, F_OK) == 0 }
      if let found { return found }
    }
    throw Failure(
      .error(
        "manifest.missing", "there is no platen.yaml here or in a folder above",
        hints: ["platen init writes one", "platen render INPUT -o OUT makes one thing without"]))
  }
}

extension RecipeContext {
  static func make(_ environment: DiskEnvironment, templates: String?) throws -> RecipeContext {
    let isNamed = templates != nil || Terminal.variable("PLATEN_TEMPLATES")?.isEmpty == false
    let found = isNamed ? try Templates.find(named: templates) : try? Templates.find()
    return RecipeContext(environment: environment, templates: found)
  }
}
