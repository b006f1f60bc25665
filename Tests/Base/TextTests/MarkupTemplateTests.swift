// SPDX-License-Identifier: MIT
// Part of Platen: tests of templates with names in double braces.

import Testing
import Text

@Suite struct MarkupTemplateTests {
  private func filled(_ markup: String) -> String {
    let values = ["a": "1", "b": "{{a}}", "": "none"]
    return MarkupTemplate.filled(markup) { values[$0] }
  }

  @Test func `names are replaced, and replacements are not searched`() {
    #expect(filled("{{a}} and {{b}}, {{a}}") == "1 and {{a}}, 1")
    #expect(filled("{{}}") == "none")
    #expect(filled("") == "")
  }

  @Test func `what is not a known name stays`() {
    #expect(filled("{{c}} {a} {{a") == "{{c}} {a} {{a")
    #expect(filled("}} {{a}}") == "}} 1")
  }

  @Test func `JSON in a page cannot end its element`() {
    #expect(
      MarkupTemplate.embedded(json: #"{"a":"</script><!--"}"#)
        == #"{"a":"\u003C/script>\u003C!--"}"#)
  }
}
