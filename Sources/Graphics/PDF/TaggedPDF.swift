// SPDX-License-Identifier: MIT
// Part of Platen: pages and what they mean, written as one tagged PDF.

public import Canvas
public import Diagnostics
public import Drawing
public import Text

/// Writes documents as tagged PDF 1.7, made to PDF/UA-1 (ISO 14289-1) and, on request, to PDF/A-2 or
/// PDF/X-4.
///
/// Pages are written as they come. Then come the data about them: the structure tree, links, named
/// places, outline, page labels, metadata.
public enum TaggedPDF {
  /// Writes a document whose pages come one after the other.
  ///
  /// The same pages, structure, metadata and fonts give the same bytes. PDF/UA-1 is claimed unless
  /// a warning states why it cannot be.
  ///
  /// - Parameters:
  ///   - isGray: Whether colors become shades of gray, for interiors that are printed in black.
  ///   - conformance: The standard that the file is made to.
  ///   - sink: Takes the file's bytes as they are made; their memory is lent for the call.
  ///   - pages: Calls what it is given with each page in turn, and returns what they mean.
  /// - Returns: Notes on what had to be drawn as an image, and warnings of what could not be
  ///   expressed: `pdf.link`, `pdf.outline`, `pdf.alternative`, `pdf.title`, `pdf.language`.
  /// - Throws: `Failure` `pdf.page`, `pdf.leaves`, `pdf.empty`, `pdf.structure`, `pdf.standard`
  ///   or for fonts; `DrawingError`; what `sink` and `pages` throw.
  public static func write(
    metadata: PDFMetadata, fonts: FontLibrary, isGray: Bool = false,
    conformance: PDFConformance = .accessible, sink: @escaping ByteSink,
    pages: (_ emit: (LaidOutPage) throws -> Void) throws -> DocumentStructure
  ) throws -> [Diagnostic] {
    let output = try PDFOutput(flate: try Flate(), sink: sink)
    let written = try WrittenPages(output, isGray: isGray, conformance: conformance)
    let book = PDFBook(
      fonts: fonts, colors: conformance.colors(isGray: isGray), content: written.addPage)
    let structure = try pages { try book.addPage($0) }
    let notes = try book.finish()
    for (number, program) in try book.fontPrograms() { try written.addFont(program, number) }
    try written.finish()
    let pass = TaggingPass(
      written: written, output: output, marks: book.marks, structure: structure,
      metadata: metadata, conformance: conformance)
    return try notes + pass.run()
  }
}
