// SPDX-License-Identifier: MIT
// Part of Platen: pages and what they mean, written as one tagged PDF.

public import Archive
public import Canvas
public import Diagnostics
public import Drawing

/// Writes documents as tagged PDF 1.7, made to PDF/UA-1 (ISO 14289-1).
///
/// Cairo draws the pages into a spool, each stretch of content in a flat mark. Then the file is
/// copied from the spool, object by object as its cross-reference table says, and gets all that Cairo
/// does not know to say: the structure tree, links, named places, outline, page labels, metadata.
public enum TaggedPDF {
  /// Writes a document whose pages come one after the other.
  ///
  /// The same pages, structure, metadata and fonts give the same bytes. PDF/UA-1 is claimed unless a
  /// warning says what stands in its way.
  ///
  /// - Parameters:
  ///   - spool: Empty; holds the pages as drawn until all is written.
  ///   - sink: Takes the file's bytes as they are made; their memory is lent for the call.
  ///   - pages: Calls what it is given with each page in turn, and returns what they mean.
  /// - Returns: Notes on what had to be drawn as an image, and warnings of what could not be said:
  ///   `pdf.untagged`, `pdf.link`, `pdf.outline`, `pdf.alternative`, `pdf.title`, `pdf.language`.
  /// - Throws: `Failure` `pdf.page`, `pdf.leaves`, `pdf.empty`, `pdf.structure`, `pdf.unrecognized`
  ///   or for fonts; `DrawingError`; what `spool`, `sink` and `pages` throw.
  public static func write(
    metadata: PDFMetadata, fonts: FontLibrary, spool: any Spool,
    sink: @escaping (UnsafeRawBufferPointer) throws -> Void,
    pages: (_ emit: (LaidOutPage) throws -> Void) throws -> DocumentStructure
  ) throws -> [Diagnostic] {
    let (structure, marks, notes) = try draw(fonts, spool, pages)
    let pass = try TaggingPass(
      source: PDFSource(spool), marks: marks, structure: structure, metadata: metadata, sink: sink)
    return try notes + pass.run()
  }

  /// Draws the pages; all that Cairo holds is gone before the file is copied.
  private static func draw(
    _ fonts: FontLibrary, _ spool: any Spool,
    _ pages: (_ emit: (LaidOutPage) throws -> Void) throws -> DocumentStructure
  ) throws -> (DocumentStructure, PageMarks, [Diagnostic]) {
    let book = PDFBook(fonts: fonts) { try spool.append($0) }
    let structure = try pages { try book.add($0) }
    let notes = try book.finish()
    return (structure, book.marks, notes)
  }
}
