// SPDX-License-Identifier: MIT
// Part of Platen: the example of PlatenDocuments, compiled; all below this header stands in its article.

import PlatenDocuments

/// Sets Markdown into pages of a tagged PDF, and writes it as EPUB.
func makeBook(titled title: String, from markdown: String) throws -> (pdf: [UInt8], epub: [UInt8]) {
  var reader = MarkdownReader()
  let document = Document(
    metadata: Metadata(title: title, language: "en"), blocks: reader.blocks(of: markdown))

  let fonts = try FontLibrary(FontSet())
  let typesetter = Typesetter(style: BookStyle(name: "plain"), template: .a5, measuring: fonts)
  var pdf: [UInt8] = []
  _ = try TaggedPDF.write(
    metadata: PDFMetadata(title: title), fonts: fonts,
    sink: { pdf += $0 }
  ) { emit in try typesetter.pages(of: document, page: emit).structure }

  var epub: [UInt8] = []
  _ = try EPUBWriter().writeDocument(document, to: { epub += $0 })
  return (pdf, epub)
}
