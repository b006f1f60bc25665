// SPDX-License-Identifier: MIT
// Part of Platen: a document as a Word file: the options, and the parts in their order.

public import Diagnostics
public import Documents
public import Text

/// Writes documents as Office Open XML for Word (ECMA-376, transitional).
///
/// The parts are written to temporary storage as the document is delivered and zipped from there,
/// so memory does not grow with the book. The same document, skeleton, template and options give
/// the same bytes.
///
/// ```swift
/// let writer = try DOCXWriter(skeleton: parts)
/// let warnings = try writer.write(document, storage: { MemoryStorage() }, to: file.write)
/// ```
public struct DOCXWriter: Sendable {
  public struct Options: Hashable, Sendable {
    /// nil for the template's, or A4 where there is none.
    public var page: DOCXPage?
    /// Headings of the first level begin a page; short chapters that follow one another share one.
    public var beginsChaptersOnNewPage = false

    public init(page: DOCXPage? = nil, beginsChaptersOnNewPage: Bool = false) {
      self.page = page
      self.beginsChaptersOnNewPage = beginsChaptersOnNewPage
    }
  }

  private let skeleton: [DOCXPart]
  private let template: [DOCXPart]?
  private let options: Options

  /// - Parameters:
  ///   - skeleton: the files below `Templates/Word`, named relative to it.
  ///   - template: the parts of a Word file whose styles, theme, fonts, lists, page and headers are
  ///     taken; styles it has none of are added from the skeleton.
  /// - Throws: `Failure` with `docx.template` or `docx.skeleton` where these cannot be used.
  public init(
    skeleton: [DOCXPart], template: [DOCXPart]? = nil, options: Options = Options()
  ) throws {
    self.skeleton = skeleton
    self.template = template
    self.options = options
    _ = try TemplateFiles(skeleton: skeleton, template: template)
  }

  /// Writes a document.
  ///
  /// - Parameters:
  ///   - storage: makes empty temporary storage; called about ten times.
  ///   - sink: takes the file, in order.
  /// - Returns: what could not be shown as it is, and what was replaced.
  /// - Throws: errors of the temporary storage and of the sink; `Failure` with an `archive.` code.
  public func writeDocument(
    _ document: Document, storage: () throws -> any TemporaryStorage,
    to sink: ByteSink
  ) throws -> [Diagnostic] {
    try writeDocument(StoredStream(document), whole: document, storage: storage, to: sink)
  }

  /// Writes a document as it is delivered.
  ///
  /// Ids that references lead to are believed to come, and an index ends the document or is empty.
  /// - Returns: what was found wrong with the document, then as above.
  /// - Throws: as above.
  public func writeDocument(
    _ document: any DocumentStream, storage: () throws -> any TemporaryStorage,
    to sink: ByteSink
  ) throws -> [Diagnostic] {
    try writeDocument(document, whole: nil, storage: storage, to: sink)
  }

  private func writeDocument(
    _ document: any DocumentStream, whole: Document?, storage: () throws -> any TemporaryStorage,
    to sink: ByteSink
  ) throws -> [Diagnostic] {
    let files = try TemplateFiles(skeleton: skeleton, template: template)
    return try withoutActuallyEscaping(storage) { storage in
      var file = try WordFileParts(files, document.metadata, page: options.page, storage: storage)
      let source = BlockSource(
        document, whole: whole, beginsChaptersOnNewPage: options.beginsChaptersOnNewPage)
      let body = BodyWriter(
        source, bookmarks: Bookmarks(of: document, whole: whole), to: file.main)
      try body.writeDocument()
      file.record(body.warnings)
      try file.addParts(media: body.media)
      try file.write(to: sink)
      return body.source.document.warnings + file.log.diagnostics
    }
  }

  static let wordprocessing = "application/vnd.openxmlformats-officedocument.wordprocessingml."

  /// Deflate's level, chosen by measure: past it, files hardly shrink and time doubles.
  static let compression = 3
}

extension LanguageTag {
  static let english = LanguageTag(checked: "en-GB")
}
