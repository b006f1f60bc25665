// SPDX-License-Identifier: MIT
// Part of Platen: the paths of the system's hyphenation patterns.

internal import Pipeline
internal import Typesetting

/// Debian's pattern files (packages hyphen-*), by language.
enum HyphenFiles {
  static let folder = "/usr/share/hyphen"

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
  static func hyphenation(
    for language: String, in environment: any Environment
  ) throws -> Hyphenation? {
    for name in names(for: language) {
      let path = "\(folder)/\(name)"
      guard try environment.status(path) != nil else { continue }
      let hyphenation = Hyphenation()
      let file = try environment.read(path, limit: 16 << 20)
      hyphenation.addPatterns(try HyphenationPatterns(file.bytes), language: language)
      return hyphenation
    }
    return nil
  }
}
