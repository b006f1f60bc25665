// SPDX-License-Identifier: MIT
// Part of Platen: the part of a Word file that holds its footnotes, with their ids; Word itself numbers
// them for readers.

/// `word/footnotes.xml`, begun when the first note comes.
final class NotesPart {
  let output: XMLOutput
  let relationships: Relationships
  private(set) var count = 0

  init(_ output: XMLOutput, _ relationships: Relationships) {
    self.output = output
    self.relationships = relationships
  }

  /// Begins a note; its id.
  func begin() -> Int {
    if count == 0 {
      output.raw(BodyWriter.prologue).raw("<w:footnotes ").raw(BodyWriter.namespaces)
      // The separators of notes and text; Word requires both by these ids.
      output.raw(
        """
        ><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>\
        <w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/>\
        </w:r></w:p></w:footnote>
        """)
    }
    count += 1
    output.raw("<w:footnote w:id=\"").number(count).raw("\">")
    return count
  }

  func end() { output.raw("</w:footnote>") }

  func finish() throws {
    if count > 0 { output.raw("</w:footnotes>") }
    try output.finish()
    try relationships.finish()
  }
}
