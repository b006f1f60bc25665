// SPDX-License-Identifier: MIT
// Part of Platen: FMG's version numbers, which were not always written as such.

/// A version of FMG, compared number by number.
///
/// Old versions were written `1.0`, `1.22`, `1.4`, `1.732` or `1.90.01`: with only two parts, the
/// first two digits of the second are the minor number and the rest the patch. By that rule 1.3
/// (June 2020) comes before 1.22 (February 2020), so reading keys on what a file holds, and on the
/// version only from 1.99 on, where the order is sound.
package struct MapVersion: Comparable, Hashable {
  package var major: Int
  package var minor: Int
  package var patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// - Returns: nil when the text does not begin with two numbers and a point between them.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
      String(part.prefix { $0.isASCII && $0.isNumber })
    }
    guard parts.count >= 2, let major = Int(parts[0]), !parts[1].isEmpty else { return nil }
    self.major = major
    if parts.count == 2 {
      minor = Int(parts[1].prefix(2)) ?? 0
      patch = Int(parts[1].dropFirst(2)) ?? 0
    } else {
      minor = Int(parts[1]) ?? 0
      patch = Int(parts[2]) ?? 0
    }
  }

  package static func < (a: MapVersion, b: MapVersion) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }

  /// The first version whose rivers are drawn slender.
  package static let slenderRivers = MapVersion(1, 106)
  /// The first version that displaced coasts between their vertices.
  package static let jaggedCoast = MapVersion(1, 119)
  /// The first version that drew vertices where they are, not rounded down to whole pixels.
  package static let preciseVertices = MapVersion(1, 139, 9)
  /// The first version that is known from excerpts only; its settings are one JSON object.
  package static let firstUnknown = MapVersion(1, 149)

  /// Indicates whether a file that names this version is read as a world drawn like `world`.
  ///
  /// The version decides how coasts and rivers run and whether vertices are rounded; a writer
  /// checks this before it names one.
  package func agrees(with world: World) -> Bool {
    let isJagged = if case .jagged = world.coast { true } else { false }
    return (self >= .jaggedCoast) == isJagged
      && (self < .slenderRivers) == (world.riverStyle == .broad)
      && (self < .preciseVertices) == world.drawsWholeVertices
  }
}
