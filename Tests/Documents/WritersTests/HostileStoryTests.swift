// SPDX-License-Identifier: MIT
// Part of Platen: stories nobody would write, in every form: nothing breaks and nothing runs.

import Archive
import Diagnostics
import Documents
import Readers
import Testing
import Writers

@Suite struct HostileStoryTests {
  private static func times(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// Each is long enough to show what grows faster than it.
  private static let stories: [(name: String, text: String)] = [
    ("stars", times("*", 40_000) + "x"), ("brackets", times("[", 40_000)),
    ("links", times("[a](", 10_000)), ("ticks", times("`a", 20_000) + "``"),
    ("entities", times("&amp;", 10_000)), ("tags", times("<a><b>", 8_000)),
    ("quotes", times("> ", 10_000) + "x"), ("items", times("- ", 10_000) + "x"),
    ("table", "|" + times("a|", 3_000) + "\n|" + times("-|", 3_000) + "\n|" + times("b|", 3_000)),
    ("rows", "|a|b|\n|-|-|\n" + times("|x|y|\n", 3_000)),
    ("headings", times("# a\n\n", 2_000)), ("word", times("x", 60_000)),
    ("ideographs", times("漢", 20_000)), ("marks", "a" + times("\u{301}", 20_000)),
    ("joined", times("👨\u{200D}", 4_000)), ("debug", times("[DEBUG_START]", 4_000) + "\n\nRain."),
    ("choices", times("[Choice_1]: a\n", 2_000)),
    ("bidi", times("\u{202E}a\u{2066}ב\u{202A}", 3_000)),
    ("picture", "![bomb](data:image/png;base64," + times("A", 60_000) + ") text"),
    (
      "scripts",
      """
      <script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))
      [y](JaVaScRiPt:alert(1)) <javascript:alert(1)> [d](data:text/html,<script>alert(1)</script>)
      ![p](../../etc/passwd) ![q](file:///etc/passwd) <a href="javascript:x" onclick="y">z</a>
      &lt;script&gt;alert(2)&lt;/script&gt; [v](vbscript:x) [t](&#x6a;avascript:alert(1))
      """
    ),
  ]

  @Test(arguments: stories.map(\.name)) func everyFormTakesIt(name: String) throws {
    let text = try #require(Self.stories.first { $0.name == name }).text
    let quoted = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    let json = #"{"story":[{"actor":"gemini","text":"\#(quoted)","timestamp":"2026-01-01"}]}"#
    let campaign = try CampaignReader.read(files: [NamedBytes("a.json", Array(json.utf8))]).value
    let document = try CampaignBook.document(of: campaign, options: BookOptions()).value

    let page = try HTMLWriterTests.page(document)
    let book = try EPUBWriterTests.Book(document)
    for root in try [page.root] + book.spine().map(\.root) {
      #expect(root.all("script").isEmpty)
      for element in root.all(where: { !$0.attributes.isEmpty }) {
        #expect(!element.attributes.keys.contains { $0.hasPrefix("on") })
        for address in [element.attributes["href"], element.attributes["src"]] {
          #expect(address?.lowercased().contains("script:") != true, "\(address ?? "")")
          #expect(address?.contains("passwd") != true, "\(address ?? "")")
        }
      }
    }
    _ = try WordFile(word(document).bytes).xml("word/document.xml")
    #expect(try !MarkdownWriterTests.text(document).text.isEmpty)
    _ = try PlainTextWriter(options: .init()).writeDocument(document) { _ in }
    _ = try PDFTree(PDFStructureTests.file(document))
  }
}
