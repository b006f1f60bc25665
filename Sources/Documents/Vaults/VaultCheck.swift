// SPDX-License-Identifier: MIT
// Part of Platen: links of a vault that lead nowhere.

internal import Text

/// Checks of a vault as a whole.
package enum VaultCheck {
  /// A link whose target is not one file.
  package struct Dangling: Hashable, Sendable {
    package var note: String
    package var target: String
  }

  /// - Parameters:
  ///   - notes: texts by their paths.
  ///   - others: paths of other files, such as images.
  /// - Returns: links to no file, and links to a name that two files have.
  package static func dangling(
    in notes: [(path: String, text: String)], others: [String] = []
  ) -> [Dangling] {
    var paths: Set<String> = []
    var names: [String: Int] = [:]
    for path in notes.map(\.path) + others {
      let bare =
        path.hasSuffix(VaultPath.noteExtension)
        ? String(path.dropLast(VaultPath.noteExtension.count)) : path
      paths.insert(VaultNames.folded(bare))
      names[
        VaultNames.folded(bare.split(separator: "/").last.map(String.init) ?? ""), default: 0] += 1
    }
    func isFound(_ target: String) -> Bool {
      let name = VaultNames.folded(target)
      return names[name] == 1 || paths.contains(name)
    }
    var found: [Dangling] = []
    for (path, text) in notes {
      for target in wikiTargets(in: text) where !isFound(target) {
        found.append(Dangling(note: path, target: target))
      }
      for target in addresses(in: text) {
        let whole = resolved(target, from: path)
        let bare =
          whole.hasSuffix(VaultPath.noteExtension)
          ? String(whole.dropLast(VaultPath.noteExtension.count)) : whole
        if !paths.contains(VaultNames.folded(bare)) {
          found.append(Dangling(note: path, target: target))
        }
      }
    }
    return found
  }

  /// The targets of `[[…]]`, without headings and shown texts.
  static func wikiTargets(in text: String) -> [String] {
    text.split(separator: "\n").flatMap { line -> [String] in
      var targets: [String] = []
      var rest = line
      while let start = rest.firstRange(of: "[[") {
        rest = rest[start.upperBound...]
        // A list of numbers, such as the bounds of a map, is not a link.
        guard let end = rest.firstRange(of: "]]") else { break }
        let inner = rest[..<end.lowerBound]
        rest = rest[end.upperBound...]
        let target = inner.prefix { $0 != "|" && $0 != "\\" && $0 != "#" }
        if target.contains(where: { $0.isLetter }) || !target.contains(",") {
          targets.append(String(target))
        }
      }
      return targets
    }
  }

  /// The relative addresses of links.
  private static func addresses(in text: String) -> [String] {
    text.split(separator: "\n").flatMap { line -> [String] in
      var targets: [String] = []
      var rest = line
      while let start = rest.firstRange(of: "](") {
        rest = rest[start.upperBound...]
        guard let end = rest.firstIndex(of: ")") else { break }
        let address = rest[..<end]
        rest = rest[end...]
        if !address.contains(":"), !address.hasPrefix("#"), !address.isEmpty {
          targets.append(String(address))
        }
      }
      return targets
    }
  }

  private static func resolved(_ address: String, from note: String) -> String {
    var parts = note.split(separator: "/").dropLast().map(String.init)
    for part in address.split(separator: "/") {
      if part == ".." {
        if !parts.isEmpty { parts.removeLast() }
      } else if part != "." {
        parts.append(String(decoding: PercentEncoding.decode(part), as: UTF8.self))
      }
    }
    return parts.joined(separator: "/")
  }
}
