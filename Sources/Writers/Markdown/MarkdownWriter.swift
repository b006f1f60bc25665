// SPDX-License-Identifier: MIT
// Part of Platen: a document as Markdown: what is asked for.

public import Diagnostics
public import Documents

/// Writes documents as Markdown: CommonMark with the tables, task lists, strikethrough, notes and
/// alerts of GitHub's dialect, which pandoc and most others read as well.
public struct MarkdownWriter: Sendable {
  public struct Options: Hashable, Sendable {
    /// The metadata as YAML at the top.
    public var hasFrontMatter: Bool
    /// What stands before a picture's name in links to it, such as `images/`; whoever writes the
    /// Markdown writes the pictures there.
    public var imageFolder: String

    public init(hasFrontMatter: Bool = true, imageFolder: String = "") {
      self.hasFrontMatter = hasFrontMatter
      self.imageFolder = imageFolder
    }
  }

  private let options: Options

  public init(options: Options = Options()) { self.options = options }

  /// Writes a document; the sink takes the text in pieces, in order.
  ///
  /// - Returns: what Markdown has no words for.
  /// - Throws: what the sink throws.
  public func write(
    _ document: Document, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      try MarkdownBody(document, options, sink: sink).write()
    }
  }
}
