// SPDX-License-Identifier: MIT
// Part of Platen: contents and indexes of a Word file, which are fields.

internal import Diagnostics
internal import Documents

extension BodyWriter {
  func writeContents(_ block: Contents, _ place: BlockPlace) {
    let depth = min(max(block.depth, 1), 6)
    let entries = contents.entries.filter { $0.level <= depth }
    if !block.title.isEmpty {
      paragraph(
        styles.id("TOC Heading"), place.reading(block.title), Shape(keepsWithNext: true)
      ) { inlines(block.title) }
    }
    guard !entries.isEmpty else {
      log.record(
        .warning(
          .docxContents, "the contents are empty: no heading down to level \(depth) is listed",
          hints: ["give the document headings, or omit the contents"]))
      return
    }
    beginTable(place)
    out.raw(
      """
      <w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/>\
      <w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>
      """)
    var here = place
    here.alignment = nil
    isReprint = true
    for (position, entry) in entries.enumerated() {
      // Entries begin at one side, whatever the headings' own directions, as on pages.
      paragraph(styles.id("toc \(entry.level)"), here) {
        // `\u`: paragraphs with a level of the outline as well, which titles of indexes have.
        if position == 0 { fieldBegin("TOC \\o \"1-\(depth)\" \\h \\z \\u") }
        beginLink(to: entry.bookmark)
        isInLink = true
        runs.plain { inlines(entry.inlines) }
        isInLink = false
        out.raw("</w:hyperlink>")
        if position == entries.count - 1 { fieldEnd() }
      }
    }
    isReprint = false
    out.raw("</w:sdtContent></w:sdt>")
  }

  func writeIndex(_ index: Index, _ place: BlockPlace) {
    let entries = source.entries(of: index)
    // An index at the top of the document is set in two columns, in a section of its own.
    let hasColumns = place.container == .body && place.lists == 0 && !entries.isEmpty
    var shape = Shape(keepsWithNext: !hasColumns)
    if hasColumns { shape.sectionColumns = 1 }
    if place.isOutlined, index.heading != nil {
      markEntry()
      shape.outlineLevel = 0
    }
    if !index.title.isEmpty || hasColumns {
      paragraph(
        index.title.isEmpty ? styles.normal : styles.id("index heading"),
        place.reading(index.title), shape
      ) { inlines(index.title) }
    }
    guard let last = entries.last else {
      log.record(
        .warning(
          .docxIndex, "the index \"\(index.name)\" is empty: no mark belongs to it",
          hints: ["omit it, or give it the name that the marks have"]))
      return
    }
    let type = BodyWriter.indexType(index.name)
    let letters = IndexLetters.above(entries.map(\.term), language: source.language)
    // The columns are the section's; LibreOffice goes by the field's.
    var field = hasColumns ? "INDEX \\c \"2\"" : "INDEX"
    // Letters as headings.
    if letters.contains(where: { $0 != nil }) { field += " \\h \"A\"" }
    if !type.isEmpty { field += " \\f \"\(type)\"" }
    for (number, (entry, letter)) in zip(entries, letters).enumerated() {
      if let letter {
        paragraph(styles.id("index 1"), place, Shape(keepsWithNext: true)) {
          if number == 0 { fieldBegin(field) }
          inlines([.strong([.text(letter)])])
        }
      }
      paragraph(styles.id("index 1"), place) {
        if number == 0, letter == nil { fieldBegin(field) }
        runs.text(entry.term, to: out)
        for spot in entry.shortPlaces where !spot.title.isEmpty {
          runs.text(index.separator, to: out)
          if let name = bookmarks.name(of: spot.id) {
            beginLink(to: name)
            runs.text(spot.title, to: out)
            out.raw("</w:hyperlink>")
          } else {
            runs.text(spot.title, to: out)
          }
        }
        if entry == last { fieldEnd() }
      }
    }
    if hasColumns {
      columns = 2
      isContinuous = true
    }
  }

  /// Ends a section in columns: whatever follows runs across the page again, on the same page where
  /// the section began on one.
  func endColumns(_ place: BlockPlace) {
    let count = columns
    columns = 1
    let breaksPage = pending.pageBreak
    pending.pageBreak = false
    paragraph(styles.normal, place, Shape(sectionColumns: count)) {}
    pending.pageBreak = isContinuous && breaksPage
  }

  /// The name of an index as the `\f` switch takes it.
  static func indexType(_ name: String) -> String {
    String(name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(20))
  }

  func fieldBegin(_ instruction: String) {
    out.raw("<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r>")
    out.raw("<w:instrText xml:space=\"preserve\"> ").text(instruction)
    out.raw(" </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>")
  }

  func beginLink(to bookmark: String) {
    out.raw("<w:hyperlink w:anchor=\"").value(bookmark).raw("\" w:history=\"1\">")
  }

  func fieldEnd() { out.raw("<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>") }
}
