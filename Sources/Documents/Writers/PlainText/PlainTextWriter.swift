// SPDX-License-Identifier: MIT
// Part of Platen: a document as plain text: the options.

public import Diagnostics
public import Digests
public import Documents
public import Text

/// Writes documents as UTF-8 text that is read as it is: no markup, but lists with their numbers,
/// tables in columns, addresses behind the links they belong to, notes at the end of their chapter.
///
/// The words are those of the document, code point by code point; characters that XML forbids are
/// replaced by U+FFFD here as in the other forms.
public struct PlainTextWriter: Sendable {
  public struct Options: Hashable, Sendable {
    public enum Lines: Hashable, Sendable {
      /// Wrapped at that many columns of a terminal, at least 20.
      case wrapped(Int)
      /// A line for each paragraph; tables as lines with tabs.
      case paragraph
    }

    public var lines: Lines
    /// Emphasis as `*…*`, strong as `**…**`, code in backquotes.
    public var hasMarks: Bool
    /// A line feed behind the last line.
    public var endsWithNewline: Bool

    public init(
      lines: Lines = .wrapped(78), hasMarks: Bool = false, endsWithNewline: Bool = true
    ) {
      self.lines = lines
      self.hasMarks = hasMarks
      self.endsWithNewline = endsWithNewline
    }
  }

  private let options: Options

  public init(options: Options = Options()) { self.options = options }

  /// Writes a document; the sink takes the text in pieces, in order.
  ///
  /// - Returns: notes on what plain text cannot show, and warnings for what was replaced.
  /// - Throws: what the sink throws.
  public func writeDocument(
    _ document: Document, to sink: ByteSink
  ) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      var text = PlainTextBody(StoredStream(document), whole: document, options, sink: sink)
      return try text.writeDocument()
    }
  }

  /// Writes a document as it is delivered; the sink takes the text in pieces, in order.
  ///
  /// - Returns: what was found wrong with the document, then as above.
  /// - Throws: what the sink throws.
  public func writeDocument(
    _ document: any DocumentStream, to sink: ByteSink
  ) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      var text = PlainTextBody(document, options, sink: sink)
      return try text.writeDocument()
    }
  }
}

extension PlainTextWriter.Options.Lines: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .wrapped(let columns): digester.addCase(0, columns)
    case .paragraph: digester.addCase(1)
    }
  }
}
