// SPDX-License-Identifier: MIT
// Part of Platen: the inspection of a file of Markdown: its title, its headings, its words.

package import Diagnostics
internal import Documents
internal import JSON
internal import JobKit
internal import Pipeline
internal import Readers
internal import Text

/// The result of inspecting a file of Markdown.
package struct DocumentInspection: FileInspection {
  package let path: String
  private let title: String
  private let headings: Int
  private let words: Int

  init(of file: FileBytes, path: String) {
    self.path = path
    var reader = MarkdownReader()
    let document = Document(
      blocks: reader.blocks(of: String(decoding: file.bytes, as: UTF8.self)))
    let all = document.headings()
    title = printable(all.first?.inlines.plainText ?? "", limit: 200)
    headings = all.count
    words = document.blocks.words.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
  }

  package var warnings: [Diagnostic] { [] }

  package var line: String {
    "\(printable(path)): \(title.isEmpty ? "" : "\"\(title)\", ")Markdown, "
      + "\(counted(headings, "heading")), \(counted(words, "word"))"
  }

  package var text: String {
    table([
      ("file", printable(path)), ("title", title), ("format", "Markdown"),
      ("headings", String(headings)), ("words", String(words)),
    ])
  }

  package func json(withGeometry: Bool) -> String {
    var json = JSONWriter(indent: nil)
    json.object { json in
      json.member("file", path)
      json.member("format", "markdown")
      json.member("title", title)
      json.member("headings", headings)
      json.member("words", words)
    }
    return json.text + "\n"
  }
}
