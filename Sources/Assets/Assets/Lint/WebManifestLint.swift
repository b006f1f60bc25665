// SPDX-License-Identifier: MIT
// Part of Platen: checks a site's manifest.

public import Diagnostics

/// Looks at a `manifest.webmanifest` or `manifest.json` and the icons it names.
public enum WebManifestLint {
  /// - Parameters:
  ///   - path: the manifest's, relative to the tree.
  ///   - tree: the folder that the manifest's icons are looked for in.
  public static func findings(of path: String, in tree: FileTree) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func say(
      _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String,
      _ hints: String...
    ) {
      found.append(
        Diagnostic(severity, code, message, at: SourceLocation(file: path), hints: hints))
    }
    let manifest: ContentsValue
    do {
      manifest = try ContentsValue(parsing: tree.read(path))
    } catch let failure as Failure {
      return failure.diagnostics.map { $0.inFile(path) }
    } catch {
      return [.error(.manifestRead, "it cannot be read: \(error)", at: SourceLocation(file: path))]
    }
    for key in ["name", "short_name"] {
      guard let name = manifest[key]?.text else {
        if key == "name" { say(.error, .webmanifestName, "it has no name") }
        continue
      }
      if PlaceholderNames.isOne(name) {
        say(
          .warning, .webmanifestPlaceholder,
          "\(key) is \"\(printable(name, limit: 60))\", a template's", "name the site")
      }
    }
    for key in ["theme_color", "background_color"]
    where ["#000000", "#000", "black"].contains(manifest[key]?.text?.lowercased()) {
      say(.note, .webmanifestColor, "\(key) is black, as templates have it")
    }
    var sizes: Set<Int> = []
    var hasMaskable = false
    for icon in manifest["icons"]?.list ?? [] {
      guard let source = icon["src"]?.text else {
        say(.error, .webmanifestIcon, "an icon has no src")
        continue
      }
      let folder = FileTree.folder(of: path)
      let name = source.drop { $0 == "/" || $0 == "." }
      let file = folder.isEmpty || source.hasPrefix("/") ? String(name) : folder + "/" + name
      let sides = (icon["sizes"]?.text ?? "").split(separator: " ").compactMap { size in
        size.split(separator: "x").first.flatMap { Int($0) }
      }
      sizes.formUnion(sides)
      if icon["purpose"]?.text?.contains("maskable") == true { hasMaskable = true }
      guard tree.files.contains(file) else {
        if !source.contains("://") {
          say(.error, .webmanifestMissing, "\(printable(source, limit: 80)) is not there")
        }
        continue
      }
      if sides.count == 1, let bytes = try? tree.read(file), let facts = AssetImageFacts(bytes),
        let width = facts.width, let height = facts.height, (width, height) != (sides[0], sides[0])
      {
        say(
          .error, .webmanifestSize,
          "\(printable(source, limit: 80)) has \(width) × \(height) pixels, but states \(sides[0])")
      }
    }
    for side in [192, 512] where !sizes.contains(side) {
      say(.warning, .webmanifestIcon, "no icon of \(side) pixels, which installing requires")
    }
    if !hasMaskable {
      say(.note, .webmanifestMaskable, "no maskable icon: systems put the icon on a white tile")
    }
    return found
  }
}
