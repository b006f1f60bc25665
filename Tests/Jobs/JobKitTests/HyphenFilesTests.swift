// SPDX-License-Identifier: MIT
// Part of Platen: tests of the pattern files of hyphenation in folders of systems.

import Pipeline
import Testing

@testable import JobKit

@Suite struct HyphenFilesTests {
  private static let patterns = "UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 2\na1b\n"

  @Test func patternsAreFoundInTheFoldersOfSharedData() throws {
    let machine = SealedEnvironment(
      texts: [
        "/nix/share/hyphen/hyph_de_DE.dic": HyphenFilesTests.patterns,
        "/nix/share/hyphen/README": "",
        "/usr/share/hyphen/hyph_fr.dic": HyphenFilesTests.patterns,
      ], variables: ["XDG_DATA_DIRS": "/nix/share/:/gone"])
    let folders = try HyphenFiles.folders(in: machine)
    #expect(folders == ["/nix/share/hyphen", "/usr/share/hyphen"])
    for (language, isFound) in [("de-AT", true), ("fr", true), ("es", false)] {
      let found = try HyphenFiles.hyphenation(for: language, among: folders, in: machine)
      #expect((found != nil) == isFound)
    }
    let installed = try HyphenFiles.installed(in: machine)
    #expect(installed.map(\.folder) == ["/nix/share/hyphen", "/usr/share/hyphen"])
    #expect(installed.map(\.files) == [["hyph_de_DE.dic"], ["hyph_fr.dic"]])
  }

  @Test func aMachineWithoutPatternsDividesNoWords() throws {
    let machine = SealedEnvironment(texts: ["/usr/share/doc/README": ""])
    let folders = try HyphenFiles.folders(in: machine)
    #expect(folders == ["/usr/share/hyphen"])
    #expect(try HyphenFiles.hyphenation(for: "de", among: folders, in: machine) == nil)
    #expect(try HyphenFiles.installed(in: machine).isEmpty)
  }
}
