// SPDX-License-Identifier: MIT
// Part of Platen: the looks of a kind of job, as the command lists, prints and checks them.

package import Diagnostics
package import Pipeline

/// The looks of a kind of job: what `platen looks` lists and prints, and what `platen check` reads.
package protocol LookFamily: Sendable {
  /// What has such a look, in a sentence, such as `books`.
  var things: String { get }
  /// Every setting of a look; nil where a look is a template to read instead.
  var settings: [LookSetting]? { get }
  /// Kinds and classes of text whose style a look sets.
  var styles: [LookStyle] { get }
  /// Layers, and presets of layers, that a job with such a look may name.
  var layers: [LookLayer] { get }

  /// The looks that are known without a file.
  func listings(in context: RecipeContext) throws -> [LookListing]
  /// A look with every setting, as a file to start from.
  ///
  /// - Throws: `Failure` `look.unknown` where no look has the name.
  func yaml(of name: String, in context: RecipeContext) throws -> String
  /// How well the settings in a look's file fit this family.
  func claim(on file: FileBytes, at path: String, in context: RecipeContext) -> LookClaim
  /// The warnings about the look in a file.
  ///
  /// - Throws: `Failure` with every error of the file.
  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic]
}

extension LookFamily {
  package var styles: [LookStyle] { [] }
  package var layers: [LookLayer] { [] }
}

/// A look in a list.
package struct LookListing: Sendable, Hashable {
  package var name: String
  /// What it says of itself.
  package var about: String

  package init(name: String, about: String) {
    self.name = name
    self.about = about
  }
}

/// One setting of a look.
package struct LookSetting: Sendable, Hashable {
  package var name: String
  package var takes: String
  package var about: String

  package init(name: String, takes: String, about: String) {
    self.name = name
    self.takes = takes
    self.about = about
  }
}

/// A kind or class of text whose style a look sets.
package struct LookStyle: Sendable, Hashable {
  package var name: String
  package var about: String

  package init(name: String, about: String) {
    self.name = name
    self.about = about
  }
}

/// A layer, or a preset of several.
package struct LookLayer: Sendable, Hashable {
  package var name: String
  /// `layer` or `preset`.
  package var kind: String

  package init(name: String, kind: String) {
    self.name = name
    self.kind = kind
  }
}

/// How well a look's file fits a family: by the settings that the family has, then by the look that it
/// extends.
package struct LookClaim: Sendable, Comparable {
  package var settings: Int
  package var extendsOne: Bool

  package init(settings: Int, extendsOne: Bool) {
    self.settings = settings
    self.extendsOne = extendsOne
  }

  package static func < (a: LookClaim, b: LookClaim) -> Bool {
    (a.settings, a.extendsOne ? 1 : 0) < (b.settings, b.extendsOne ? 1 : 0)
  }
}
