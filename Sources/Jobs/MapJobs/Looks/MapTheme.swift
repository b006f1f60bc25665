// SPDX-License-Identifier: MIT
// Part of Platen: a look of maps and its parts of keys.

package import Cartography
internal import Digests
package import JobKit
package import Pipeline

extension RecipeContext {
  /// A look and its part of keys: all of its settings, digested once for all jobs that use it.
  package final class MapTheme: Sendable {
    package let look: MapLook
    package let digest: String
    /// The fonts it requires.
    package let families: [String]
    /// The families of each text style, of which the first installed one is used.
    package let fontGroups: [[String]]
    /// The user's files it was read from.
    package let inputs: [InputRecord]

    init(_ look: MapLook, from inputs: [InputRecord]) {
      self.look = look
      self.inputs = inputs
      // Its description draws nothing.
      var described = look
      described.about = ""
      digest = Digest.of(described.yaml).description
      families = look.fontFamilies
      fontGroups = look.fontGroups
    }
  }

  package func theme(_ name: String) throws -> MapTheme {
    try kept("map look " + name) {
      let read = try look(of: MapLook.self, named: name)
      return MapTheme(read.look, from: read.inputs)
    }
  }

  /// The part of keys for the fonts of a look's text: their files and the content of these.
  ///
  /// - Throws: `Failure` when a font cannot be read.
  package func type(of theme: MapTheme, from files: [String]) throws -> String {
    try type(of: theme.families, from: files, alternatives: theme.fontGroups)
  }
}
