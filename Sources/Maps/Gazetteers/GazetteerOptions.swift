// SPDX-License-Identifier: MIT
// Part of Platen: how a gazetteer is made: for whom, how deep, in which words.

package import Cartography
package import Digests
package import Documents

/// The settings of a gazetteer.
package struct GazetteerOptions: Hashable, Sendable {
  /// The parts of a world that are described.
  package enum Depth: String, Hashable, Sendable, CaseIterable {
    /// The world, its states, waters, faiths and cultures.
    case short
    /// Provinces, towns and roads as well.
    case full
  }

  package var audience = Audience.player
  package var depth = Depth.full
  /// The part of the world that is described; nil for all of it.
  package var region: RegionRequest?
  /// Empty for the name of the world or of the region.
  package var title = ""
  package var subtitle = ""
  package var authors: [String] = []
  /// BCP 47.
  package var language = "en"
  package var phrases = Phrasebook.english
  package var date = ""
  package var license = ""

  package init() {}
}

extension GazetteerOptions: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(
      audience, depth, region.map { "\($0)" }, title, subtitle, authors, language, phrases, date,
      license)
  }
}

extension GazetteerOptions.Depth: Digestible {}
