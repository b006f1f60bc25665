// SPDX-License-Identifier: MIT
// Part of Platen: checks what the entries of a catalog's sets say, and the names of sets.

internal import Diagnostics
internal import Text
internal import Vectors

extension CatalogLint {
  /// The values of an entry's keys that Xcode knows: it ignores an entry with any other.
  private static let values: [(key: String, known: [String])] = [
    (
      "idiom",
      [
        "universal", "iphone", "ipad", "mac", "tv", "watch", "car", "vision", "reality",
        "ios-marketing", "watch-marketing", "mac-marketing", "tv-marketing",
      ]
    ),
    ("platform", ["ios", "macos", "tvos", "visionos", "watchos", "xros", "mac-catalyst"]),
    ("scale", ["1x", "2x", "3x"]),
  ]

  /// Checks an entry's device, platform, scale and size.
  mutating func checkValues(_ entry: ContentsValue, _ path: String) {
    for (key, known) in CatalogLint.values {
      guard let value = entry[key] else { continue }
      let text = value.text ?? value.spelling ?? ""
      guard !known.contains(text) else { continue }
      report(
        .warning, .catalogValue,
        "unknown \(key) \"\(printable(text, limit: 40))\", so Xcode ignores the entry", path,
        nearMissHint(text, among: known))
    }
    guard let size = entry["size"] else { return }
    let text = size.text ?? size.spelling ?? ""
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
    if sides.count != 2 || !sides.allSatisfy({ $0 > 0 && $0 <= 8192 }) {
      report(
        .warning, .catalogValue,
        "invalid size \"\(printable(text, limit: 40))\", so Xcode ignores the entry", path,
        "write points, such as 60x60")
    }
  }

  /// Checks the properties of a set or group.
  mutating func checkProperties(_ contents: ContentsValue, _ path: String) {
    let known = ["template", "original", "automatic"]
    for holder in [contents["properties"], contents["info"]] {
      guard let value = holder?["template-rendering-intent"] else { continue }
      let text = value.text ?? value.spelling ?? ""
      guard !known.contains(text) else { continue }
      report(
        .warning, .catalogValue,
        "unknown template-rendering-intent \"\(printable(text, limit: 40))\"", path,
        nearMissHint(text, among: known))
    }
  }

  /// Checks that no two sets of one kind have one name, which is a group's path and its own where the
  /// group provides a namespace.
  mutating func checkNames() {
    var known: [String: String] = [:]
    for folder in tree.folders where CatalogKinds.named.contains(fileExtension(of: folder)) {
      let parts = folder.split(separator: "/").map(String.init)
      // Sets within others, such as the layers of a stack, have no names of their own.
      guard !parts.dropLast().contains(where: { CatalogKinds.isSet(fileExtension(of: $0)) }) else {
        continue
      }
      var name = parts[parts.count - 1]
      for depth in stride(from: parts.count - 1, to: 0, by: -1) {
        let group = parts[..<depth].joined(separator: "/")
        if providesNamespace(group) { name = parts[depth - 1] + "/" + name }
      }
      guard let other = known.updateValue(folder, forKey: name) else { continue }
      report(
        .warning, .catalogDouble,
        "\(printable(other, limit: 120)) has the same name, and a program gets one of them", folder,
        "rename it, or let its group provide a namespace")
    }
  }

  private func providesNamespace(_ group: String) -> Bool {
    let path = group + "/Contents.json"
    guard tree.names(in: group).contains("Contents.json"), let bytes = try? tree.read(path),
      let contents = try? ContentsValue(parsing: bytes)
    else { return false }
    return contents["properties"]?["provides-namespace"] == .bool(true)
  }

  // MARK: Symbols

  /// Checks a symbol set: its file is a template of SF Symbols with a symbol of regular weight, since
  /// Xcode compiles nothing else.
  mutating func checkSymbols(
    _ contents: ContentsValue, _ folder: String, _ path: String, _ names: [String]
  ) {
    let entries = entries(of: contents, "symbols", path)
    checkDoubles(entries, path)
    checkFiles(entries, folder, names)
    if entries.allSatisfy({ $0["filename"] == nil }) {
      report(.warning, .catalogEmpty, "the set holds no symbol", path)
    }
    for name in Set(entries.compactMap { $0["filename"]?.text }).sorted()
    where names.contains(name) {
      let file = folder + "/" + name
      guard let bytes = try? tree.read(file) else { continue }
      let identifiers: Set<String>
      do {
        identifiers = try SVGIdentifiers.read(bytes)
      } catch {
        report(
          .error, .catalogSymbol, error.diagnostics.first?.message ?? "it is not SVG", file,
          "export it again")
        continue
      }
      guard identifiers.contains("Symbols"),
        ["Regular-S", "Regular-M", "Regular-L"].contains(where: identifiers.contains)
      else {
        report(
          .error, .catalogSymbol,
          "not a template of SF Symbols: no group Symbols with Regular-S, Regular-M or Regular-L",
          file, "export a template from SF Symbols, and draw into it")
        continue
      }
    }
  }
}
