// SPDX-License-Identifier: MIT
// Part of Platen: pages and what they mean, written as one tagged PDF.

public import Canvas
public import Diagnostics
public import Drawing
public import Text

/// Writes documents as tagged PDF 1.7, made to PDF/UA-1 (ISO 14289-1).
///
/// Pages of text, shapes and pictures are written as they come. The others Cairo draws into a spool,
/// each stretch of content in a flat mark; they are copied from there, object by object as its
/// cross-reference table says. Then comes what is said about pages: the structure tree, links, named
/// places, outline, page labels, metadata.
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
    sink: @escaping ByteSink,
    pages: (_ emit: (LaidOutPage) throws -> Void) throws -> DocumentStructure
  ) throws -> [Diagnostic] {
    try write(
      metadata: metadata, fonts: fonts, spool: spool, drawsAll: false, sink: sink, pages: pages)
  }

  /// - Parameter drawsAll: Cairo draws all pages.
  static func write(
    metadata: PDFMetadata, fonts: FontLibrary, spool: any Spool, drawsAll: Bool,
    sink: @escaping ByteSink,
    pages: (_ emit: (LaidOutPage) throws -> Void) throws -> DocumentStructure
  ) throws -> [Diagnostic] {
    let flate = try Flate()
    let output = try PDFOutput(flate: flate, sink: sink)
    let written = WrittenPages(output)
    let (structure, marks, notes) = try draw(fonts, spool, drawsAll ? nil : written, pages)
    let pass = TaggingPass(
      source: spool.count > 0 ? try PDFSource(spool) : nil, written: written, output: output,
      flate: flate, marks: marks, structure: structure, metadata: metadata)
    return try notes + pass.run()
  }

  /// Draws the pages; all that Cairo holds is gone before its file is copied.
  private static func draw(
    _ fonts: FontLibrary, _ spool: any Spool, _ written: WrittenPages?,
    _ pages: (_ emit: (LaidOutPage) throws -> Void) throws -> DocumentStructure
  ) throws -> (DocumentStructure, PageMarks, [Diagnostic]) {
    let book = PDFBook(fonts: fonts, sink: { try spool.append($0) }, content: written?.add)
    let structure = try pages { try book.add($0) }
    let notes = try book.finish()
    for (number, program) in try book.fontPrograms() { try written?.add(program, number) }
    try written?.finish()
    return (structure, book.marks, notes)
  }
}
