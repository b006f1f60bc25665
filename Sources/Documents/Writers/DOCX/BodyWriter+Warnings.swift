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
      "blocks lie deeper than \(BodyWriter.depthLimit) levels, or tables deeper than"
        + " \(BodyWriter.tableDepthLimit); they are written one after another",
      "look at the source: nothing written by people is so deep")
    say(
      counts.lostLinks, .docxLink,
      "links have an address Word does not follow; only their text"
        + " is written", "link to http, https or mailto, in at most 2,083 characters")
    say(
      counts.danglingReferences, .docxReference,
      "references point at ids that no node has; only their text is written",
      "name the id of a node of this document")
    say(
      bookmarks.awaited.count, .docxReference,
      "ids that references lead to belong to no node; their links lead nowhere",
      "name the id of a node of this document")
    say(
      counts.pageBreaks, .docxPageBreak, "page breaks in tables or notes are omitted",
      "break the page between blocks")
    say(
      counts.noteNesting, .docxFootnote,
      "footnotes of footnotes stand in brackets: Word has none",
      "move the text into the first note")
    say(
      counts.levels, .docxHeadingLevel, "headings have a level other than 1 to 6",
      "use levels 1 to 6")
    say(
      counts.listLevels, .docxListLevel,
      "lists lie deeper than \(Numbering.levels) levels and count as of the last",
      "Word's lists have nine levels")
    say(
      counts.wideTables, .docxTableColumns,
      "tables have more than 63 columns, which Word does not; the rest stands in the last",
      "split the table")
    return log.diagnostics
  }
}
