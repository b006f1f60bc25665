// SPDX-License-Identifier: MIT
// Part of Platen: checks an asset catalog.

public import Diagnostics
internal import Text
internal import Vectors

/// Looks through an asset catalog for what Xcode warns of, what stores refuse, and what is
/// forgotten.
public struct CatalogLint {
  /// The diagnostics, and the number of things checked.
  public struct Findings: Hashable, Sendable {
    /// The diagnostics in the order of the files they are about.
    public var diagnostics: [Diagnostic] = []
    public var colors = 0
    public var images = 0
    public var icons = 0
  }

  let tree: FileTree
  private(set) var findings = Findings()
  private var reported: Set<Diagnostic> = []

  private init(_ tree: FileTree) { self.tree = tree }

  /// Looks through a catalog.
  public static func findings(in tree: FileTree) -> Findings {
    var lint = CatalogLint(tree)
    for folder in tree.folders { lint.check(folder) }
    lint.checkNames()
    return lint.findings
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, _ file: String,
    _ hints: String...
  ) {
    let diagnostic = Diagnostic(
      severity, code, message, at: SourceLocation(file: file), hints: hints)
    // A file in two slots, or an entry written three times, is one fault.
    if reported.insert(diagnostic).inserted { findings.diagnostics.append(diagnostic) }
  }

  private mutating func check(_ folder: String) {
    let pathExtension = fileExtension(of: folder)
    let isSet = CatalogKinds.isSet(pathExtension)
    let names = tree.names(in: folder)
    let path = folder.isEmpty ? "Contents.json" : folder + "/Contents.json"
    if !isSet { checkGroup(folder, names) }
    guard names.contains("Contents.json") else {
      if isSet {
        report(.error, .catalogContents, "missing Contents.json", folder)
      } else if folder.isEmpty {
        report(.warning, .catalogContents, "the catalog has no Contents.json", path)
      }
      return
    }
    let contents: ContentsValue
    do {
      contents = try ContentsValue(parsing: tree.read(path))
    } catch let failure as Failure {
      findings.diagnostics += failure.diagnostics.map { $0.inFile(path) }
      return
    } catch {
      report(.error, .catalogRead, "it cannot be read: \(error)", path)
      return
    }
    guard contents.isTable else {
      report(.error, .catalogContents, "it is not a table", path)
      return
    }
    if let information = contents["info"] {
      if let version = information["version"], version.number != 1 {
        report(.warning, .catalogInfo, "Xcode reads version 1 of the format alone", path)
      }
    } else {
      report(.warning, .catalogInfo, "it has no info", path, "Xcode writes author and version")
    }
    checkProperties(contents, path)
    switch pathExtension {
    case "colorset":
      findings.colors += 1
      checkColors(contents, path)
    case "imageset":
      findings.images += 1
      checkImages(contents, folder, path, names)
    case "appiconset":
      findings.icons += 1
      checkIcons(contents, folder, path, names)
    case "symbolset": checkSymbols(contents, folder, path, names)
    default: break
    }
  }

  /// Checks a folder that is not a set: the catalog itself, or a group. Loose files in it reach no
  /// app.
  private mutating func checkGroup(_ folder: String, _ names: [String]) {
    // Files in a folder of a set belong to it, as those of a sticker pack do.
    let isInSet = folder.split(separator: "/").dropLast().contains { part in
      CatalogKinds.isSet(fileExtension(of: String(part)))
    }
    guard !isInSet else { return }
    let name = FileTree.name(of: folder)
    if name.contains(".") {
      let pathExtension = fileExtension(of: folder)
      report(
        .warning, .catalogGroup,
        "unknown kind of set .\(printable(pathExtension, limit: 40)), and a group's name may contain no dot",
        folder,
        nearMiss(pathExtension, among: CatalogKinds.sets).map { "did you mean \".\($0)\"?" }
          ?? "take the dot out of its name")
    }
    let place = folder.isEmpty ? "the catalog itself" : "a group"
    for file in names where file != "Contents.json" && !file.hasPrefix(".") {
      report(
        .warning, .catalogUnassigned, "it is loose in \(place) and belongs to no set",
        folder.isEmpty ? file : "\(folder)/\(file)", "move it into a set, or out of the catalog")
    }
  }

  // MARK: Colors

  private mutating func checkColors(_ contents: ContentsValue, _ path: String) {
    let entries = entries(of: contents, "colors", path)
    if entries.isEmpty {
      report(.warning, .catalogEmpty, "the set holds no color", path)
    }
    checkDoubles(entries, path)
    for entry in entries {
      guard let color = entry["color"] else {
        report(.note, .catalogEmpty, "a slot is empty", path)
        continue
      }
      // A color of the system's has a name instead of components.
      guard color["components"] != nil || color["reference"] == nil else { continue }
      let spaces = [
        "srgb", "display-p3", "extended-srgb", "extended-linear-srgb", "gray-gamma-22",
        "extended-gray",
      ]
      let space = color["color-space"]?.text ?? ""
      if !spaces.contains(space) {
        report(
          .error, .catalogColor, "unknown color space \"\(printable(space, limit: 40))\"",
          path,
          nearMissHint(space, among: spaces))
      } else if ["srgb", "display-p3"].contains(space) {
        checkComponents(color["components"], path)
      }
    }
  }

  /// The components of a color in red, green and blue.
  private mutating func checkComponents(_ parts: ContentsValue?, _ path: String) {
    guard let parts, parts.isTable else {
      report(.error, .catalogColor, "a color has no components", path)
      return
    }
    for name in ["red", "green", "blue", "alpha"] {
      guard let value = parts[name] else {
        if name != "alpha" { report(.error, .catalogColor, "a color has no \(name)", path) }
        continue
      }
      let written = value.text ?? value.spelling
      let whole = written.flatMap { text in
        text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
      }
      let subject = written.map { "\(name) is \"\(printable($0, limit: 40))\"" } ?? name
      if let whole {
        if !(0...255).contains(whole) {
          report(.warning, .catalogColor, "\(subject), and whole numbers go from 0 to 255", path)
        }
      } else if let number = value.number, number.isFinite {
        if !(0...1).contains(number) {
          report(.warning, .catalogColor, "\(subject), which is beyond 0 to 1", path)
        }
      } else {
        report(
          .error, .catalogColor, "\(subject), which is not a component", path,
          "write 0.000 to 1.000, 0 to 255, or 0x00 to 0xFF")
      }
    }
  }

  // MARK: Pictures

  private mutating func checkImages(
    _ contents: ContentsValue, _ folder: String, _ path: String, _ names: [String]
  ) {
    let entries = entries(of: contents, "images", path)
    checkDoubles(entries, path)
    checkFiles(entries, folder, names)
    var sizes: [[String]: [(scale: Int, width: Int, height: Int, file: String)]] = [:]
    var emptyScales: [String] = []
    for entry in entries {
      let scale = entry["scale"]?.text ?? ""
      guard let name = entry["filename"]?.text else {
        if !scale.isEmpty, !emptyScales.contains(scale) { emptyScales.append(scale) }
        continue
      }
      guard names.contains(name), let bytes = try? tree.read(folder + "/" + name) else { continue }
      guard let facts = imageFacts(of: bytes, "\(folder)/\(name)") else { continue }
      if let width = facts.width, let height = facts.height, let times = Int(scale.dropLast()) {
        var key = CatalogMerge.identity(entry)
        key[3] = ""
        sizes[key, default: []].append((times, width, height, name))
      }
    }
    for key in sizes.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let pictures = sizes[key]?.sorted(by: { $0.scale < $1.scale }),
        let first = pictures.first
      else { continue }
      for picture in pictures.dropFirst() {
        let wide = Double(first.width) / Double(first.scale) * Double(picture.scale)
        let high = Double(first.height) / Double(first.scale) * Double(picture.scale)
        // A side of an odd picture may be rounded either way.
        if abs(wide - Double(picture.width)) > Double(picture.scale)
          || abs(high - Double(picture.height)) > Double(picture.scale)
        {
          report(
            .warning, .catalogScale,
            "\(picture.width) × \(picture.height) pixels at \(picture.scale)x do not go with "
              + "\(first.width) × \(first.height) at \(first.scale)x", "\(folder)/\(picture.file)")
        }
      }
    }
    if entries.allSatisfy({ $0["filename"] == nil }) {
      report(.warning, .catalogEmpty, "the set holds no image", path)
    } else if !emptyScales.isEmpty {
      report(
        .note, .catalogScale, "nothing for \(emptyScales.joined(separator: " and "))", path,
        "an assets job fills them: platen init assets")
    }
  }

  // MARK: Both

  /// The entries of a set; none, with an error, where they are not a list.
  mutating func entries(
    of contents: ContentsValue, _ key: String, _ path: String
  ) -> [ContentsValue] {
    guard let value = contents[key] else { return [] }
    guard let list = value.list else {
      report(.error, .catalogContents, "\(key) is not a list", path)
      return []
    }
    return list
  }

  mutating func checkFiles(
    _ entries: [ContentsValue], _ folder: String, _ names: [String]
  ) {
    var assigned: Set<String> = ["Contents.json"]
    for entry in entries {
      guard let name = entry["filename"]?.text else { continue }
      if !names.contains(name), !assigned.contains(name) {
        report(
          .error, .catalogMissing, "\(printable(name, limit: 80)) is not there",
          folder + "/Contents.json",
          nearMiss(name, among: names).map { "did you mean \"\($0)\"?" }
            ?? "put it into the set, or empty its slot")
      }
      assigned.insert(name)
    }
    for name in names where !assigned.contains(name) && !name.hasPrefix(".") {
      report(
        .warning, .catalogUnassigned, "no slot uses it", "\(folder)/\(name)")
    }
  }

  /// The facts of an image; nil, with an error, for one that is not an image or is damaged.
  mutating func imageFacts(of bytes: [UInt8], _ file: String) -> AssetImageFacts? {
    guard let facts = AssetImageFacts(bytes) else {
      report(.error, .catalogImage, "it is not an image of a known format", file)
      return nil
    }
    if AssetImageFacts.isCutShort(bytes) {
      report(.error, .catalogImage, "the image is cut short", file, "export it again")
    }
    let pathExtension = fileExtension(of: file)
    if !facts.format.pathExtensions.contains(pathExtension) {
      report(
        .warning, .catalogImage,
        "it is \(facts.format.article) \(facts.format.rawValue) under the name of another format",
        file, "name it .\(facts.format.pathExtensions[0])")
    }
    if facts.format == .svg, let fault = SVGIdentifiers.fault(in: bytes) {
      report(.error, .catalogImage, fault, file, "export it again")
    }
    return facts
  }

  /// The appearances a slot may have, by Xcode's format.
  private static let appearances = [
    "luminosity": ["light", "dark", "tinted"], "contrast": ["high"],
  ]

  /// A slot for an appearance that no system has stays unused.
  private mutating func checkAppearances(_ entry: ContentsValue, _ path: String) {
    for appearance in entry["appearances"]?.list ?? [] {
      let name = appearance["appearance"]?.text ?? ""
      guard let values = CatalogLint.appearances[name] else {
        report(
          .warning, .catalogAppearance,
          "unknown appearance \"\(printable(name, limit: 40))\"", path,
          nearMissHint(name, among: CatalogLint.appearances.keys.sorted()))
        continue
      }
      let value = appearance["value"]?.text ?? ""
      if !values.contains(value) {
        report(
          .warning, .catalogAppearance,
          "\(name): unknown value \"\(printable(value, limit: 40))\"", path,
          nearMissHint(value, among: values))
      }
    }
  }

  mutating func checkDoubles(_ entries: [ContentsValue], _ path: String) {
    var seen: Set<[String]> = []
    for entry in entries {
      guard entry.isTable else {
        report(.error, .catalogContents, "an entry is not a table", path)
        continue
      }
      checkAppearances(entry, path)
      checkValues(entry, path)
      if !seen.insert(CatalogMerge.identity(entry)).inserted {
        let slot = CatalogMerge.identity(entry).filter { !$0.isEmpty }.joined(separator: ", ")
        report(
          .warning, .catalogDouble,
          "two entries are for one slot: \(printable(slot, limit: 120))", path)
      }
    }
  }
}
