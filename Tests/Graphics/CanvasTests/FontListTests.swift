// SPDX-License-Identifier: MIT
// Part of Platen: the lists in Templates/Fonts say what the tables in the source say.

import Canvas
import Foundation
import TestSupport
import Testing

/// `Templates/Fonts/*.yaml` are for people; the program reads its tables from its source, which costs
/// nothing at the start.
@Suite struct FontListTests {
  static func families() throws -> String {
    var text = """
      # Families of fonts Platen knows, and the Debian packages they come from. None is committed.
      # Fallbacks for scripts these do not have come from fonts-noto-core.
      families:

      """
    for family in try FontSet().families {
      text += """
          - { name: \(family.name), package: \(family.package ?? ""), look: \(family.genre.rawValue) }

        """
    }
    return text
  }

  static func substitutes() -> String {
    var text = """
      # Fonts without a Debian package, and the substitute of each: similar in shape and width.
      # The record of a run lists the substitutes used. To use the font itself, name its file under fonts:.
      substitutes:

      """
    for name in FontSubstitute.names {
      guard let substitute = FontSubstitute.of(name) else { continue }
      let style =
        (substitute.isItalic ? ", italic: true" : "")
        + (substitute.isSmallCaps ? ", small-caps: true" : "")
      text += "  \(name): { family: \(substitute.family)\(style) }\n"
    }
    return text
  }

  @Test(arguments: ["fonts", "substitutes"])
  func listsAreTrue(name: String) throws {
    let source = name == "fonts" ? "FontCatalog" : "FontSubstitutes"
    let file = GeneratedFile(
      "Templates/Fonts/\(name).yaml", from: "Sources/Graphics/Canvas/Fonts/\(source).swift")
    let text = name == "fonts" ? try FontListTests.families() : FontListTests.substitutes()
    #expect(try file.fault(expecting: text) == nil)
  }

  @Test func everySubstituteIsAFamilyOfTheCatalog() throws {
    let known = Set(try FontSet().families.map(\.name))
    for name in FontSubstitute.names {
      let substitute = try #require(FontSubstitute.of(name))
      #expect(known.contains(substitute.family), "\(name)")
      #expect(!known.contains(name), "\(name) is a family of its own")
    }
  }
}
