// SPDX-License-Identifier: MIT
// Part of Platen: a document as one HTML file with everything in it: what is asked for.

public import Diagnostics
public import Documents

/// Writes documents as one HTML file: semantic elements, pictures within, one style sheet.
///
/// The file is well-formed XML as well. Nothing in it is fetched from anywhere and nothing runs.
public struct HTMLWriter: Sendable {
  private let style: String
  private let phrases: Phrasebook

  /// - Parameters:
  ///   - style: a style sheet, such as `Templates/Web/book.css`, written into the file.
  ///   - phrases: the words for what people with screen readers are told.
  public init(style: String, phrases: Phrasebook = .english) {
    self.style = style
    self.phrases = phrases
  }

  /// Writes a document; the sink takes the file in pieces, in order.
  ///
  /// - Returns: what could not be shown as it is, and what was replaced.
  /// - Throws: what the sink throws.
  public func write(
    _ document: Document, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      let out = XMLOutput(SinkSpool(sink))
      let body = HTMLBody(document, to: out, phrases: phrases, target: .page)
      let metadata = document.metadata
      out.raw("<!DOCTYPE html>\n<html")
      body.writeLanguage(of: metadata)
      out.raw(">\n<head>\n<meta charset=\"utf-8\"/>\n<title>")
      out.text(metadata.title)
      out.raw(
        "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
      let fields = [
        ("author", metadata.authors.joined(separator: ", ")),
        ("description", metadata.description),
        ("keywords", metadata.keywords.joined(separator: ", ")), ("date", metadata.date),
        ("rights", metadata.licence), ("generator", "Platen"),
      ]
      for (name, value) in fields where !value.isEmpty {
        out.raw("<meta name=\"\(name)\" content=\"" as String)
        out.value(value)
        out.raw("\"/>\n")
      }
      out.raw("<style>\n")
      // An end tag in a style sheet would end it.
      out.raw(style.replacing("</", with: "\\3C /"))
      out.raw("\n</style>\n</head>\n<body>\n<main>\n")
      body.write(document.blocks)
      out.raw("</main>\n")
      body.writeNotes()
      out.raw("</body>\n</html>\n")
      try out.finish()
      return body.warnings(replaced: out.replaced)
    }
  }
}
