// SPDX-License-Identifier: MIT
// Part of Platen: a small picture of a Word file's first page, for the report of a run.

internal import Documents
internal import Drawing
internal import Pipeline
internal import Writers

extension DocumentForms {
  /// What of a document's beginning is set for a picture of its first page.
  private static let pictured = (blocks: 40, bytes: 20_000)

  /// The first page as pages of the same look show it, as a small JPEG. Word breaks lines and pages in
  /// its own way, so it is no exact picture of the page.
  ///
  /// - Parameter document: at its beginning.
  /// - Returns: nil for a document in the skeleton's own dress, a template of the user's or a dark look,
  ///   since pages here would not resemble it, and for one that begins with more text than pages hold.
  /// - Throws: `CancellationError`, and what setting pages throws.
  func wordPicture(
    _ output: OutputRequest, _ document: some DocumentStream, in context: StageContext
  ) throws -> [UInt8]? {
    guard isWordDressed, output.options.text("template") == nil, look.web.scheme != .dark,
      let beginning = try DocumentForms.beginning(of: document)
    else { return nil }
    return try fonts.withLibrary { library in
      var picture: [UInt8]?
      do {
        _ = try set(beginning, [], output.options, library, context) { page in
          var scene = page.scene
          if scene.background.alpha < 1 { scene.background = .white }
          picture = try PagePicture.make(
            of: scene, fonts: library, isCancelled: { context.isCancelled })
          throw FirstPageIsSet()
        }
      } catch is FirstPageIsSet {}
      return picture
    }
  }

  /// Ends the setting of pages.
  private struct FirstPageIsSet: Error {}

  /// The first blocks of a document; nil where these have too much text. An index is left out, which is
  /// no part of a first page.
  private static func beginning(of stream: some DocumentStream) throws -> Document? {
    let text = PlainTextWriter(options: .init(lines: .paragraph))
    var stream = stream
    var beginning = Document(metadata: stream.metadata, resources: stream.resources)
    var bytes = 0
    while beginning.blocks.count < pictured.blocks, bytes < pictured.bytes,
      let block = stream.next()
    {
      if case .index = block { continue }
      _ = try text.write(Document(blocks: [block])) { bytes += $0.count }
      beginning.blocks.append(block)
    }
    return bytes > 8 * pictured.bytes ? nil : beginning
  }
}
