// SPDX-License-Identifier: MIT
// Part of Platen: the formats of documents.

/// A format of documents.
package enum DocumentFormat: String, CaseIterable, Sendable {
  case pdf, docx, txt, md, html, epub

  /// A format that is written while its document is streamed.
  package enum Streamed {
    case docx, txt
  }

  /// The format as one that is written while its document is streamed; nil for one that needs the
  /// whole document.
  package var streamed: Streamed? {
    switch self {
    case .docx: .docx
    case .txt: .txt
    case .pdf, .md, .html, .epub: nil
    }
  }

  /// Indicates whether charts are images in it: pages draw them, plain text describes them.
  var hasChartImages: Bool {
    switch self {
    case .docx, .html, .epub, .md: true
    case .pdf, .txt: false
    }
  }
}
