// SPDX-License-Identifier: MIT
// Part of Platen: the looks of a kind of job, as the command lists, prints and checks them.

package import Diagnostics
internal import Drawing
package import Pipeline
internal import Typesetting
package import Values

/// The looks of a kind of job: what `platen looks` lists and prints, and what `platen check` reads.
package protocol LookFamily: Sendable {
  /// The plural of the things that have such a look, such as `books`.
  var things: String { get }
  /// Every setting of a look; nil where a look is a template to read instead.
  var settings: [LookSetting]? { get }
  /// Kinds and classes of text whose style a look sets.
  var styles: [LookStyle] { get }
  /// Layers, and presets of layers, that a job with such a look may name.
  var layers: [LookLayer] { get }
  /// A regular expression of what a list of layers may hold beside ``layers``, such as a name with
  /// a minus before it.
  var layerPattern: String? { get }
  /// The image that shows a look.
  var sample: LookSample { get }

  /// The names of the looks that are known without a file.
  func names(in context: RecipeContext) -> [String]
  /// The description of a look.
  func about(_ name: String, in context: RecipeContext) throws -> String
  /// A look with every setting, as a file to start from.
  ///
  /// - Throws: `Failure` `look.unknown` where no look has the name.
  func yaml(of name: String, in context: RecipeContext) throws -> String
  /// The fit of the settings of a look, as its file has them, to this family.
  func claim(on settings: PlacedValue, in context: RecipeContext) -> LookClaim
  /// The warnings about the look in a file.
  ///
  /// - Throws: `Failure` with every error of the file.
  func warnings(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) throws -> [Diagnostic]
}

extension Failure {
  /// The failure of a name that is not a look of any family.
  package static func unknownLook(_ name: String, among known: [String]) -> Failure {
    Failure(
      .error(
        .lookUnknown, "unknown look \"\(printable(name, limit: 60))\"",
        hints: nearMissHints(name, among: known, listedBy: "looks")))
  }
}

extension LookFamily {
  package var styles: [LookStyle] { [] }
  package var layers: [LookLayer] { [] }
  package var layerPattern: String? { nil }
}

/// The looks of a kind of job that are files of settings.
package protocol FiledLookFamily: LookFamily {
  associatedtype Look: FiledLook
}

extension FiledLookFamily {
  package var settings: [LookSetting]? {
    Look.fields.map { LookSetting(name: $0.name, takes: $0.expectation, about: $0.doc) }
      + (styles.isEmpty ? [] : LookSetting.ofStyles)
  }

  package func names(in context: RecipeContext) -> [String] {
    context.looks.lookNames(of: Look.self)
  }

  package func yaml(of name: String, in context: RecipeContext) throws -> String {
    try context.looks.look(of: Look.self, named: name).yaml
  }

  package func claim(on settings: PlacedValue, in context: RecipeContext) -> LookClaim {
    context.looks.claim(of: Look.self, on: settings)
  }
}

/// The image that shows a look: a PNG of a job's input.
package struct LookSample: Sendable, Hashable {
  /// The options of the output, by name.
  package var options: [String: String]
  /// The page, or the number of slides or cards; see ``OutputRequest/excerpt``.
  package var excerpt: Int?

  package init(options: [String: String], excerpt: Int? = nil) {
    self.options = options
    self.excerpt = excerpt
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

extension LookSetting {
  /// The settings of a style; `SELECTOR` stands for a name of ``LookFamily/styles``.
  package static var ofStyles: [LookSetting] {
    StylePatch.fields.map {
      LookSetting(name: "styles.SELECTOR." + $0.name, takes: $0.expectation, about: $0.doc)
    }
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

/// The fit of a look's file to a family: by the settings that the family has, then by the look that
/// it extends.
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
