// SPDX-License-Identifier: MIT
// Part of Platen: pages of any kind, drawn with a borrowed library and written as one tagged PDF.

package import Canvas
package import Diagnostics
package import Documents
package import Drawing
package import PDF
package import Pipeline

extension FontPool {
  /// Writes pages as they are typeset; returns the diagnostics of typesetting and drawing.
  package func writePDF(
    _ metadata: Metadata, isGray: Bool = false, conformance: PDFConformance = .accessible,
    to file: FileWriter,
    isCancelled: @escaping () -> Bool,
    pages: (FontLibrary, (LaidOutPage) throws -> Void) throws -> (DocumentStructure, [Diagnostic])
  ) throws -> [Diagnostic] {
    var said: [Diagnostic] = []
    var isFirst = true
    let notes = try withLibrary { library in
      try TaggedPDF.write(
        metadata: PDFMetadata(metadata), fonts: library, isGray: isGray, conformance: conformance,
        sink: file.write
      ) { emit in
        let (structure, diagnostics) = try withoutActuallyEscaping(emit) { emit in
          try pages(library) { page in
            if isFirst {
              file.thumbnail = try PageImage.make(
                of: page.scene, fonts: library, isCancelled: isCancelled)
            }
            isFirst = false
            try emit(page)
          }
        }
        said = diagnostics
        return structure
      }
    }
    return said + notes
  }
}

extension PDFMetadata {
  /// Creates the metadata of a PDF file from a document's.
  init(_ metadata: Metadata) {
    self.init(
      title: metadata.title, author: metadata.authors.joined(separator: ", "),
      subject: metadata.subject, keywords: metadata.keywords.joined(separator: ", "),
      created: metadata.date)
  }
}
