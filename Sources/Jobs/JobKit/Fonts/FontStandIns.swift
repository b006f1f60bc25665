// SPDX-License-Identifier: MIT
// Part of Platen: warnings of substitutes for fonts that a look or a design names.

internal import Canvas
package import Diagnostics
internal import Drawing

extension FontSet {
  /// Warnings for fonts that are set in another family than the first they name.
  ///
  /// - Parameter fonts: the name of each, and its families in order of preference. One without any
  ///   installed family is reported elsewhere, or needs no warning.
  package func standIns(
    for fonts: [(name: String, families: [String])], of whom: String, at place: SourceLocation
  ) -> [Diagnostic] {
    var groups: [(requested: String, used: String, names: [String])] = []
    for font in fonts {
      guard let requested = font.families.first, !FontSet.isGeneric(requested) else { continue }
      let found =
        font.families.lazy.compactMap { self.match($0) }.first
        ?? primary(for: FontRequest(families: font.families, size: 1))
      guard let found, found.family.name.lowercased() != requested.lowercased() else { continue }
      let used = found.family.name
      if let index = groups.firstIndex(where: { $0.requested == requested && $0.used == used }) {
        groups[index].names.append(font.name)
      } else {
        groups.append((requested, used, [font.name]))
      }
    }
    return groups.map { group in
      let hints = check([group.requested]).flatMap(\.hints).filter { $0.hasPrefix("install") }
      return .warning(
        .fontsFallback,
        "using \(group.used) in place of the missing font "
          + "\"\(printable(group.requested, limit: 60))\" of \(whom) "
          + "(\(group.names.joined(separator: ", ")))",
        at: place, hints: hints + ["name a font file of your own under fonts: to use it"])
    }
  }

  /// Indicates whether a name is a generic family, which any font can satisfy.
  package static func isGeneric(_ family: String) -> Bool {
    [
      "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif",
      "ui-sans-serif", "ui-monospace", "ui-rounded", "math", "emoji",
    ].contains(family.lowercased())
  }
}
