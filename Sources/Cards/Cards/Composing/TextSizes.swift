// SPDX-License-Identifier: MIT
// Part of Platen: the sizes of texts that the cards of a deck have in common.

package import Digests

/// The smallest size of each text of a look over the cards of a deck, in units of the layout.
package struct TextSizes: Hashable, Sendable {
  private var sizes: [String: Double] = [:]

  package init() {}

  /// Texts with the same words, font and role are one, also in different stacks of a layout.
  private static func key(_ text: CardText) -> String {
    "\(text.font)\n\(text.role.rawValue)\n\(text.text.source)"
  }

  /// The size of a text; nil if no card has it.
  subscript(text: CardText) -> Double? { sizes[TextSizes.key(text)] }

  /// Records the size of a text on a card.
  mutating func addSize(_ size: Double, of text: CardText) {
    let key = TextSizes.key(text)
    sizes[key] = min(sizes[key] ?? .infinity, size)
  }

  /// Adds the sizes of other cards.
  package mutating func merge(_ other: TextSizes) {
    sizes.merge(other.sizes) { min($0, $1) }
  }
}

extension TextSizes: Digestible {
  package func add(to digester: inout Digester) {
    for (key, size) in sizes.sorted(by: { $0.key < $1.key }) { digester.addFields(key, size) }
  }
}
