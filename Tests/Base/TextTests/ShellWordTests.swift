// SPDX-License-Identifier: MIT
// Part of Platen: tests of words of command lines.

import Testing
import Text

@Suite struct ShellWordTests {
  @Test(arguments: [
    ("world.png", "world.png"), ("maps/a_b-c+d@2x.png", "maps/a_b-c+d@2x.png"),
    ("${row}.png", "'${row}.png'"), ("my world.map", "'my world.map'"),
    ("Gull's.csv", "'Gull'\\''s.csv'"), ("é.csv", "'é.csv'"), ("", "''"), ("*", "'*'"),
  ]) func `a word is quoted where a shell would change it`(_ text: String, _ word: String) {
    #expect(shellWord(text) == word)
  }
}
