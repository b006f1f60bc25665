// SPDX-License-Identifier: MIT
// Part of Platen: the paths of the system's hyphenation patterns.

package import Pipeline
internal import Text
internal import Typesetting

/// The pattern files of the system (Debian's packages hyphen-*), by language.
package enum HyphenFiles {
  /// The folder of pattern files of most systems.
  static let usualFolder = "/usr/share/hyphen"

  /// The folders of pattern files: those called `hyphen` in the folders of shared data that exist, and
  /// the usual one, whether it exists or not.
  package static func folders(in environment: any Environment) throws -> [String] {
    try DataFolders.all(variable: environment.variable).map { $0 + "/hyphen" }.filter {
      try $0 == usualFolder || environment.status($0) != nil
    }
  }

  /// The names of the pattern files of the machine, by folder.
  package static func installed(
    in environment: any Environment = DiskEnvironment()
  ) throws -> [(folder: String, files: [String])] {
    try folders(in: environment).compactMap { folder in
      guard try environment.status(folder) != nil else { return nil }
      let names = try environment.list(folder).map(\.name)
      return (folder, names.filter { $0.hasPrefix("hyph_") && $0.hasSuffix(".dic") }.sorted())
    }
  }

  /// The names of the files that may hold a language's patterns, the nearest first.
  static func names(for language: String) -> [String] {
    let parts = language.split(separator: "-").map(String.init)
    guard let base = parts.first?.lowercased(), (2...3).contains(base.utf8.count) else { return [] }
    var regions = parts.dropFirst().filter { $0.utf8.count == 2 }.map { $0.uppercased() }
    // The region where most of a language's readers live, as the default.
    regions.append(
      ["en": "US", "pt": "BR", "sv": "SE", "da": "DK", "cs": "CZ", "el": "GR"][base]
        ?? base.uppercased())
    return regions.map { "hyph_\(base)_\($0).dic" } + ["hyph_\(base).dic"]
  }

  /// The patterns of a language; nil where the machine has none, and then no words are divided.
  ///
  /// - Parameter folders: the folders in which they are searched, in order.
  static func hyphenation(
    for language: String, among folders: [String], in environment: any Environment
  ) throws -> Hyphenation? {
    for path in names(for: language).flatMap({ name in folders.map { "\($0)/\(name)" } }) {
      guard try environment.status(path) != nil else { continue }
      let hyphenation = Hyphenation()
      let file = try environment.read(path, limit: 16 << 20)
      hyphenation.addPatterns(try HyphenationPatterns(file.bytes), language: language)
      return hyphenation
    }
    return nil
  }
}
