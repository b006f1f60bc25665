// SPDX-License-Identifier: MIT
// Part of Platen: a small image of a Word file's first page, for the report of a run.

internal import Books
internal import Documents
internal import Drawing
internal import Pipeline
internal import Typesetting
internal import Writers

extension DocumentStages {
  /// The limits of a document's beginning that is typeset for an image of its first page.
  private static let pictured = (blocks: 40, bytes: 20_000)

  /// The first page as pages of the same look show it, on white paper, as a small JPEG. Word breaks
  /// lines and pages in its own way, so the image is not exact.
  ///
  /// - Parameter document: at its beginning; evaluated only if an image is made.
  /// - Returns: nil for a document with a template of the user's or a dark look, since pages here
  ///   would not resemble it; for one that begins with more text than pages hold; and if the page
  ///   cannot be typeset, which does not keep the file from being written.
  /// - Throws: `CancellationError`, and the errors of evaluating the document.
  func wordPicture(
    _ output: OutputRequest, _ document: @autoclosure () throws -> any DocumentStream,
    in context: StageContext
  ) throws -> [UInt8]? {
    guard output.options[SharedKeys.template] == nil, look.web.scheme != .dark,
      let beginning = try DocumentStages.beginning(of: document())
    else { return nil }
    var style = look.pages
    style.ground = .clear
    var picture: [UInt8]?
    do {
      try fonts.withLibrary { library in
        _ = try set(beginning, [], in: style, output.options, library, context) { page in
          var scene = page.scene
          if scene.background.alpha < 1 { scene.background = .white }
          picture = try PageImage.make(
            of: scene, fonts: library, isCancelled: { context.isCancelled })
          throw FirstPageIsSet()
        }
      }
    } catch let stop as CancellationError {
      throw stop
    } catch {
      // The first page is typeset, or none can be: then no image is made.
    }
    return picture
  }

  /// Ends the setting of pages.
  private struct FirstPageIsSet: Error {}

  /// The first blocks of a document; nil where these have too much text. An index is omitted: it is
  /// not part of a first page.
  private static func beginning(of stream: any DocumentStream) throws -> Document? {
    let text = PlainTextWriter(options: .init(lines: .paragraph))
    var stream = stream
    var beginning = Document(metadata: stream.metadata, resources: stream.resources)
    var bytes = 0
    while beginning.blocks.count < pictured.blocks, bytes < pictured.bytes,
      let block = stream.next()
    {
      if case .index = block { continue }
      _ = try text.writeDocument(Document(blocks: [block])) { bytes += $0.count }
      beginning.blocks.append(block)
    }
    return bytes > 8 * pictured.bytes ? nil : beginning
  }
}
