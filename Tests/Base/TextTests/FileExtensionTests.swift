// SPDX-License-Identifier: MIT
// Part of Platen: tests of the extensions of files' names.

import Testing
import Text

struct FileExtensionTests {
  @Test(arguments: [
    ("map.JSON", "json"), ("a.b/c.tar.gz", "gz"), ("a.b/c", ""), ("a.b/", ""),
    (".hidden", "hidden"),
    ("name.", ""), ("", ""),
  ])
  func theExtensionFollowsTheLastDotOfTheName(path: String, expected: String) {
    #expect(fileExtension(of: path) == expected)
  }
}
