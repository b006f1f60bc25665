// SPDX-License-Identifier: MIT
// Part of Platen: the cover of a document: a sheet for printers, an image, the first page of an EPUB.

package import Books
internal import Canvas
internal import Diagnostics
package import Digests
package import Documents
internal import Drawing
internal import Geometry
package import Pipeline
internal import Text
internal import Typesetting
internal import Values

/// The thickness of a book's spine.
package enum SpineRequest: Hashable, Sendable {
  /// Paper as printers on demand have it.
  package enum Stock: String, CaseIterable, Sendable {
    case white, cream

    /// The thickness of a page, half a leaf, in inches. Source: Kindle Direct Publishing, for covers
    /// of paperbacks.
    var inches: Double {
      switch self {
      case .white: 0.002252
      case .cream: 0.0025
      }
    }
  }

  case millimeters(Double)
  case pages(Stock)

  /// The width in points of the spine of so many pages.
  func width(pages: Int) -> Double {
    switch self {
    case .millimeters(let width): width * 72 / 25.4
    // A leaf has two pages, whatever is printed on them.
    case .pages(let stock): Double(pages + pages % 2) * stock.inches * 72
    }
  }
}

extension SpineRequest: Digestible {
  package func add(to digester: inout Digester) {
    switch self {
    case .millimeters(let width): digester.addCase(0, width)
    case .pages(let stock): digester.addCase(1, stock)
    }
  }
}

extension SpineRequest.Stock: Digestible {}

extension DocumentStages {
  /// The default bleed of covers: an eighth of an inch.
  private static let coverBleed = 9.0
  /// The width of the image of a cover in pixels, and of that in an EPUB.
  private static let coverWidth = 1000

  /// The cover of a document as a PDF: back, spine and front, for as many pages as the document has.
  package func coverSheet<Statistics>(
    _ output: OutputRequest, spine: SpineRequest, _ document: Stage<Document>,
    _ statistics: Stage<Statistics>, charts: @escaping @Sendable (Statistics) -> [PageChart]
  ) -> Stage<FileArtifact> {
    let settings = output.options
    let page = settings.only(
      SharedKeys.paper, SharedKeys.columns, SharedKeys.facing, SharedKeys.bleed)
    return .file(
      "cover sheet", version: 1,
      parameters: .of(
        pagesDigest, page, type, phrases, spine, standards[output.path]?.parameters),
      memory: memory.pages, after: document, statistics, check: { try Verification.pdf($0) }
    ) { [self] context, file, document, statistics in
      var note: [Diagnostic] = []
      let said = try standards[output.path].writePDF(
        document.metadata, fonts: fonts, to: file, isCancelled: { context.isCancelled }
      ) { library, emit in
        let pages = try set(document, charts(statistics), settings, library, context) { _ in }
          .pageCount
        let language = document.metadata.language
        let template = BookPaper.template(settings)
        let sheet = CoverSheet(
          page: template.size, spine: spine.width(pages: pages),
          bleed: settings[SharedKeys.bleed] == nil ? DocumentStages.coverBleed : template.bleed,
          isRightToLeft: TextDirection.isRightToLeft(language: language))
        let (page, structure) = cover(of: document).page(
          on: sheet, text: library, language: language)
        try emit(page)
        note = [DocumentStages.note(on: sheet, pages: pages)]
        return (structure, [])
      }
      return look.fontNotes(fonts.set) + note + said
    }
  }

  /// The front of a document's cover as an image.
  package func coverImage(_ output: OutputRequest, _ document: Stage<Document>) -> Stage<
    FileArtifact
  > {
    let width = output.options[SharedKeys.width] ?? DocumentStages.coverWidth
    let size = BookPaper.template(output.options).size
    return .file(
      "draw cover", version: 1, parameters: .of(pageParameters(output), width),
      memory: .picture(width: width, height: width * 3 / 2), after: document,
      check: { try Verification.png($0, width: width) }
    ) { [self] _, file, document in
      try fonts.withLibrary { library in
        try cover(of: document).front(size, text: library)
          .writePNG(width: width, isFlat: true, fonts: library, to: file.write)
      }
      return look.fontNotes(fonts.set)
    }
  }

  /// The front of a document's cover as the image that an EPUB begins with.
  func coverResource(of document: Document) throws -> Resource {
    let size = BookPaper.template(Settings()).size
    var bytes: [UInt8] = []
    let width = DocumentStages.coverWidth
    try fonts.withLibrary { library in
      try cover(of: document).front(size, text: library)
        .writePNG(width: width, isFlat: true, fonts: library) { bytes += $0 }
    }
    return Resource(
      name: "cover.png", mediaType: "image/png", width: width,
      height: Int((Double(width) * size.height / size.width).rounded()), bytes: bytes)
  }

  private func cover(of document: Document) -> BookCover {
    let metadata = document.metadata
    var cover = BookCover(
      title: metadata.title, families: look.pages.patches["body"]?.families ?? [])
    cover.subtitle = metadata.subtitle
    cover.byline = metadata.authors.joined(separator: phrases[.comma])
    cover.excerpt = document.excerpt
    if let figure = document.firstFigure,
      let image = BookImages(document.resources)
        .image(figure.image.resource)
    {
      cover.picture = BookCover.CoverImage(
        node: image.node, size: image.size, alternative: figure.image.alternative)
    }
    return cover
  }

  private static func note(on sheet: CoverSheet, pages: Int) -> Diagnostic {
    func millimeters(_ points: Double) -> String {
      let tenths = Int((points * 254 / 72).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
    let size = sheet.size
    return .note(
      .coverSize,
      "the cover is \(millimeters(size.width)) × \(millimeters(size.height)) mm, with a spine of "
        + "\(millimeters(sheet.spine)) mm for \(pages) pages")
  }
}
