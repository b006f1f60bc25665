// SPDX-License-Identifier: MIT
// Part of Platen: fuzz targets of books: Markdown files with references, notes of vaults, and
// the text of PDFs.

import Diagnostics
import Documents
import PDF
import TestSupport

@testable import Manuscripts
@testable import Vaults

/// A PDF of one page without compression, with these operators.
private func page(_ operators: String) -> [UInt8] {
  let objects = [
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
      + "/Resources<</Font<</F1 5 0 R>>>>>>",
    "<</Length \(operators.utf8.count)>>\nstream\n\(operators)\nendstream",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 65/Widths[600 600]>>",
  ]
  var text = "%PDF-1.4\n"
  var places: [Int] = []
  for (index, object) in objects.enumerated() {
    places.append(text.utf8.count)
    text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
  }
  let start = text.utf8.count
  text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
  for place in places {
    let digits = String(place)
    text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
  }
  text += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
  return Array(text.utf8)
}

extension FuzzTarget {
  /// A file of Markdown up to the first byte of zero, and references behind it.
  static let manuscript = FuzzTarget(
    name: "manuscript", longest: 1 << 13, timePerByte: 60, time: 100,
    words: [
      "{#a}", "[](#a)", "[@key, p. 3]", "[[a|b]]", "![[a.md]]", "![](a.png)", "{{#include a.md}}",
      "> [!NOTE]\n", "$$\nx\n$$", "```mermaid\n", "[^1]", "[^1]: x\n", "---\n", "title: ",
      "parts:\n",
      ": caption {#t}\n", "<a id=\"q\">", "<kbd>", "[x]{.index}", "\u{0}", "@book{key,",
      "title = {", "author = \"", "} # \"", "@string{", "@comment",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Documents/ManuscriptsTests"]) { $0.contains("\n") }
      seeds.add(
        "# A {#a}\n\n[@k, p. 3]\n\u{0}@book{k, author = {A. B}, title = {C}, year = 1984}\n")
    },
    read: { bytes in
      let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let text = Array(parts[0])
      var files = ManuscriptFiles(
        named: ["a.md"], prefix: "", read: { $0 == "a.md" ? text : nil }, list: { _ in nil },
        draw: { _ in nil })
      if parts.count > 1 { files.references = [("a.bib", Array(parts[1]))] }
      _ = try Manuscript.document(of: files, ManuscriptOptions()) { _ in
        Diagnosed(Phrasebook.english)
      }
    })

  static let pdfText = FuzzTarget(
    name: "pdf-text", longest: 1 << 14, timePerByte: 60, time: 100,
    words: [
      " 0 R", " 0 obj\n", "endobj\n", "stream\n", "endstream\n", "/Filter/FlateDecode", "/Length ",
      "/ToUnicode 6 0 R", "beginbfchar\n<0001> <0041>\nendbfchar", "beginbfrange\n<00> <FF> <0041>",
      "BT /F1 12 Tf ", "72 700 Td ", "(AB) Tj ", "[(A) -120 (B)] TJ ", "ET\n", "1 0 0 1 0 0 Tm ",
      "T* ", "/Kids[2 0 R 3 0 R]", "xref\n", "trailer\n",
    ],
    seeds: { seeds in
      seeds.add(page("BT /F1 12 Tf 72 700 Td (AB) Tj 0 -14 Td [(A) -120 (B)] TJ ET"))
      seeds.addLiterals(in: ["Tests/Graphics/PDFTests"]) { $0.contains("obj") || $0.contains("BT") }
      seeds.addFiles(in: ["Tests"], ["pdf"])
    },
    read: { _ = PDFText.text(of: Array($0)) })
}

extension FuzzTarget {
  /// A note as its reader left it, which a new text is merged into.
  static let notes = FuzzTarget(
    name: "notes", longest: 1 << 13,
    words: [
      "---\n", "\r\n", "\u{FEFF}", "platen-id: burg/1\n", "platen-hash: ", "platen-gone: true\n",
      "aliases:\n  - ", "<!-- platen:begin -->", "<!-- platen:end -->", "## Notes\n", "[[a|b]]",
      ": |\n  ", "\"\\u0041\"", "{\"version\": 1, \"notes\": {}, \"audience\": \"player\"}",
    ],
    seeds: { seeds in
      seeds.add(FuzzTarget.note("One.").file)
      seeds.add(FuzzTarget.note("Two.\n\nThree.").file)
      seeds.add(VaultList(audience: "player", source: "1", paths: ["burg/1": "A.md"]).file)
      seeds.addLiterals(in: ["Tests/Documents/VaultsTests"]) { $0.contains("\n") }
    },
    read: { bytes in
      let file = Array(bytes)
      _ = NoteMerge.id(of: file)
      let new = FuzzTarget.note("Two.")
      if case .merged(let merged) = NoteMerge.merging(new, into: file) {
        expectEqual(NoteMerge.merging(new, into: merged), .unchanged, "merged twice")
        expectEqual(NoteMerge.id(of: merged), new.id, "the id of a merged note")
      }
      if case .merged(let gone) = NoteMerge.markingGone(file) {
        expectEqual(NoteMerge.markingGone(gone), .unchanged, "marked twice")
      }
      let list = try VaultList(file)
      expectEqual(try VaultList(list.file), list, "a list written and read")
    })

  private static func note(_ text: String) -> WrittenNote {
    WrittenNote(
      id: "burg/1", properties: [("kind", "\"town\"")], aliases: ["A"], tags: ["town"],
      region: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
      notesHeading: "Notes")
  }
}
