// SPDX-License-Identifier: MIT
// Part of Platen: a change of the name or the note of one thing of a world, made outside of the program
// that saved it.

package import Diagnostics
package import Digests

/// A change of the name, the note or both of one thing of a world.
package struct WorldCorrection: Hashable, Sendable {
  /// The kinds of things whose names and notes can be changed.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case world, state, province, burg, river, lake, island, sea, marker, culture, religion, biome,
      zone,
      route, label

    /// Reads a kind in any case, singular or plural, or in another common word; nil for another word.
    package init?(word: String) {
      var word = word.lowercased()
      if let kind = Kind.synonyms[word] {
        self = kind
        return
      }
      if word.hasSuffix("ies") { word = word.dropLast(3) + "y" }
      if word.hasSuffix("s") { word.removeLast() }
      guard let kind = Kind(rawValue: word) ?? Kind.synonyms[word] else { return nil }
      self = kind
    }

    private static let synonyms: [String: Kind] = [
      "town": .burg, "city": .burg, "village": .burg, "settlement": .burg, "country": .state,
      "ocean": .sea, "people": .culture, "faith": .religion, "road": .route, "trail": .route,
    ]
  }

  package var kind: Kind
  /// The number in the world, which comes before the name.
  package var id: Int?
  /// The name before all corrections.
  package var name: String?
  /// The new name; nil keeps it.
  package var rename: String?
  /// The new full name of a state or a province; nil derives it.
  package var fullName: String?
  /// The new note, as text or HTML; nil keeps it.
  package var note: String?
  /// The place of the row.
  package var place: SourceLocation

  package init(_ kind: Kind, id: Int? = nil, name: String? = nil, at place: SourceLocation) {
    self.kind = kind
    self.id = id
    self.name = name
    self.place = place
  }
}

extension WorldCorrection: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(kind.rawValue, id, name, rename, fullName, note)
  }
}
