// SPDX-License-Identifier: MIT
// Part of Platen: what a Word file cannot show as the document has it.

internal import Diagnostics

extension BodyWriter {
  var warnings: [Diagnostic] {
    var log = log
    log.record(pictures.warnings)
    func say(_ count: Int, _ code: Diagnostic.Code, _ message: String, _ hint: String) {
      if count > 0 { log.record(.warning(code, "\(count) " + message, hints: [hint])) }
    }
    say(
      counts.flattened, .docxDepth,
      "blocks are nested deeper than \(BodyWriter.depthLimit) levels, or tables deeper than"
        + " \(BodyWriter.tableDepthLimit); they are written one after another",
      "check the source: nothing written by people is nested so deeply")
    say(
      counts.lostLinks, .docxLink,
      "links have an address Word does not follow; only their text"
        + " is written", "link to http, https or mailto, in at most 2,083 characters")
    say(
      counts.danglingReferences, .docxReference,
      "references point to missing ids; only their text is written",
      "name the id of a node of this document")
    say(
      bookmarks.awaited.count, .docxReference,
      "references point to missing ids; their links lead nowhere",
      "name the id of a node of this document")
    say(
      counts.pageBreaks, .docxPageBreak, "page breaks in tables or notes are omitted",
      "break the page between blocks")
    say(
      counts.noteNesting, .docxFootnote,
      "footnotes within footnotes are in brackets, since Word has none",
      "move the text into the first note")
    say(
      counts.levels, .docxHeadingLevel, "headings have a level other than 1 to 6",
      "use levels 1 to 6")
    say(
      counts.listLevels, .docxListLevel,
      "lists are nested deeper than \(Numbering.levels) levels and continue on the last",
      "Word's lists have nine levels")
    say(
      counts.wideTables, .docxTableColumns,
      "tables have more than Word's 63 columns; the rest is in the last one",
      "split the table")
    return log.diagnostics
  }
}
