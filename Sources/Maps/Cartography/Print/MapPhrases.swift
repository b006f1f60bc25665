// SPDX-License-Identifier: MIT
// Part of Platen: what is said of a map in a document: of the figure, of its layers, in which language.

package import Digests
package import Documents
package import Drawing

/// The words of one language for maps as pages.
package struct MapPhrases: Sendable {
  package let phrases: Phrasebook
  /// BCP 47: the requested language, where there are words of it.
  package let language: String

  /// - Parameter language: the language a job names.
  package init(_ phrases: Phrasebook, language: String) {
    self.phrases = phrases
    let primary = language.lowercased().prefix { $0 != "-" }
    self.language =
      primary == phrases.language.lowercased().prefix { $0 != "-" } ? language : phrases.language
  }

  /// The title of a map, or a substitute where it bears none.
  package func title(of scene: Scene) -> String {
    scene.title.isEmpty ? phrases[.map] : scene.title
  }

  /// A layer as readers list it; nil for a group that is none.
  package func title(ofLayer name: String) -> String? {
    if let overlay = OverlaySet.name(ofGroup: name) { return overlay }
    guard MapLayer(rawValue: name) != nil else { return nil }
    let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return Phrase(rawValue: "layer" + words.joined()).map { phrases[$0] }
  }

  /// The description of a map for screen readers.
  ///
  /// - Parameter more: further facts for the description, such as which sheet it is.
  package func description(of scene: Scene, more: String? = nil) -> String {
    var layers: [String] = []
    for case .group(let group) in scene.nodes where !group.children.isEmpty {
      // Overlays have several groups.
      if let title = title(ofLayer: group.name), !layers.contains(title) { layers.append(title) }
    }
    let map = phrases(.mapOf, title(of: scene)) + (more.map { phrases[.comma] + $0 } ?? "")
    return layers.isEmpty
      ? map : phrases(.mapDescription, map, layers.joined(separator: phrases[.comma]))
  }
}

extension MapPhrases: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(phrases, language) }
}
