// SPDX-License-Identifier: MIT
// Part of Platen: decks in one file that are made to take long.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Talks

@Suite struct HostileDeckTests {
  private static let units = [
    "---\n", "---\n\n", "--\n", "<!--", "<!-- \n", "<!-- a -->", "-->\n", "`", "```\n", "~~~",
    "::: a\n",
    ":::: {.columns}\n::: {.column}\n", ":::\n", ". . .\n\n", "[a]{.b}", "[", "]{.a}", "![",
    "![a](",
    "![bg](a.png)\n", ".a[", ".a.", "]\n", ".a[\n", "???\n", "{{<", "{{ x }}", "<V ", "<v-click>",
    "<v-clicks>\n\n- a\n\n", "::right::\n", "---\na: 1\n---\n", "---\na: 1\n", "<style>\n", "* a\n",
    "  * a\n", "# a\n", "a\n---\n", "<!-- column_layout: [1] -->\n<!-- column: 0 -->\n",
    "<!-- pause -->\n", "<!-- .element: class=\"fragment\" -->\n\n", "<div class=\"columns\">\n\n",
    "> - a\n\n", "name: a\n---\ntemplate: a\n---\n", "layout: true\n\na\n---\n", "[a]: b\n",
    "[a][b] ",
    "[a\u{300}]: b\n---\n[a\u{300}]\n", "```{python}\n#| a: 1\n", "% a\n", " a\n", "Note:\n",
    "<!-- class: a -->\n", "<!-- speaker_note: |\n a\n-->\n", "\r", "\u{0}---\n",
  ]

  @Test(arguments: DeckFormat.allCases) func decksAreReadInLinearTime(format: DeckFormat) throws {
    for unit in HostileDeckTests.units {
      let linear = isLinear(100) { count in
        _ = try? deckTalk(String(repeating: unit, count: count), as: format)
      }
      #expect(linear, "\(format) \(unit)")
    }
  }

  @Test func programsAreToldApartInLinearTime() {
    for unit in HostileDeckTests.units {
      let linear = isLinear(400) { count in
        let text = String(repeating: unit, count: count)
        _ = DeckFormat.recognized(text, named: "a.md")
        _ = DeckFormat.isUnmistakable("---\n" + text)
      }
      #expect(linear, "\(unit)")
    }
  }

  @Test(arguments: DeckFormat.allCases) func anyBytesAreRead(format: DeckFormat) {
    var bytes: [UInt8] = Array("---\na: [1, {b: 2}]\n---\n# A {.b}\n\n* c\n\n![bg w:1](d)\n".utf8)
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x0A, 0x5B, 0x7B, 0x80] {
        let before = bytes[index]
        bytes[index] = byte
        var options = TalkOptions()
        options.deckFormat = format
        _ = try? TalkReader.read(deck: .init("a.md", bytes), options: options)
        bytes[index] = before
      }
    }
  }
}
