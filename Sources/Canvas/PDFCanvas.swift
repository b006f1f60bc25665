// SPDX-License-Identifier: MIT
// Part of Platen: writes a scene as a page of a PDF: vectors, selectable text, embedded fonts.

internal import CCairo
public import Diagnostics
public import Drawing
public import Geometry

/// A page and where on it the scene goes; everything in points of 1/72 inch.
public struct PDFPage: Hashable, Sendable {
  public var size: Size
  /// The scene is drawn as large as fits in here, in the middle.
  public var content: Rect

  public init(size: Size, content: Rect) {
    self.size = size
    self.content = content
  }

  /// A page with the same margin on all sides.
  public init(size: Size, margin: Double = 0) {
    self.init(
      size: size,
      content: Rect(x: 0, y: 0, width: size.width, height: size.height).insetBy(margin))
  }
}

/// What a PDF says about itself.
public struct PDFMetadata: Hashable, Sendable {
  public var title: String
  public var author: String
  public var subject: String
  public var keywords: String
  /// ISO 8601, such as `2026-01-31T12:00:00Z`; empty leaves the date out. Never the clock's.
  public var created: String

  public init(
    title: String = "", author: String = "", subject: String = "", keywords: String = "",
    created: String = ""
  ) {
    self.title = title
    self.author = author
    self.subject = subject
    self.keywords = keywords
    self.created = created
  }
}

/// Writes scenes as PDF.
public enum PDFCanvas {
  /// Takes the file's bytes as they are made. The memory is only lent for the call.
  public typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  /// Dots an inch of what has to be drawn as an image.
  public static let imageResolution = 300.0
  /// Longest side of a page, in points: what PDF 1.5 readers accept (200 inches).
  public static let sideLimit = 14_400.0

  /// Writes one page that shows `window` of the scene.
  ///
  /// The same scene and fonts give the same bytes.
  ///
  /// - Parameters:
  ///   - window: In scene units; scaled to fit the page's content, and nothing outside it is drawn.
  /// - Returns: Notes on what had to be drawn as an image, and on text that cannot be copied.
  /// - Throws: `Failure` `pdf.page`, `canvas.window`, or for fonts; `DrawingError`; what `sink`
  ///   throws.
  public static func write(
    _ scene: Scene, window: Rect, page: PDFPage, fonts: FontLibrary,
    metadata: PDFMetadata = PDFMetadata(), sink: @escaping Sink
  ) throws -> [Diagnostic] {
    let content = page.content
    guard (1...sideLimit).contains(page.size.width), (1...sideLimit).contains(page.size.height),
      content.width > 0, content.height > 0, content.minX.isFinite, content.minY.isFinite,
      content.width.isFinite, content.height.isFinite
    else {
      throw Failure(
        .error(
          "pdf.page",
          "a page of \(page.size.width) × \(page.size.height) points with that margin is not possible",
          hints: ["sides must be 1 to \(Int(sideLimit)) points, and margins leave room between"]))
    }
    guard window.width > 0, window.height > 0, window.x.isFinite, window.y.isFinite,
      window.width.isFinite, window.height.isFinite
    else {
      throw Failure(.error("canvas.window", "the part of the scene to draw is empty"))
    }
    let scale = min(content.width / window.width, content.height / window.height)
    let map = AffineMap(
      a: scale, b: 0, c: 0, d: scale, tx: content.center.x - window.center.x * scale,
      ty: content.center.y - window.center.y * scale)

    let stream = PDFStream(sink: sink)
    let painter = ScenePainter(
      fonts: fonts, target: .document(pixelsPerUnit: imageResolution / 72))
    let surface = try stream.surface(size: page.size)
    // Cairo writes the end of the file when it finishes, and must not find the stream gone.
    defer { withExtendedLifetime(stream) { cairo_surface_finish(surface.pointer) } }
    do {
      set(metadata, of: scene, on: surface)
      try paint(scene, window: window, map: map, with: painter, on: surface)
      cairo_surface_show_page(surface.pointer)
      cairo_surface_finish(surface.pointer)
      try DrawingError.check(cairo_surface_status(surface.pointer), "write the PDF")
      try stream.flush()
    } catch {
      // What the sink threw is the cause of Cairo's complaint that it cannot write.
      throw stream.failure ?? error
    }
    return painter.notes
  }

  private static func paint(
    _ scene: Scene, window: Rect, map: AffineMap, with painter: ScenePainter, on surface: Surface
  ) throws {
    let context = try Context(surface)
    let cr = context.pointer
    var matrix = map.matrix
    cairo_set_matrix(cr, &matrix)
    cr.append(Path(rect: window))
    cairo_clip(cr)
    let background = scene.background
    if background.alpha > 0 {
      cairo_set_source_rgba(
        cr, background.red, background.green, background.blue, background.alpha)
      cairo_paint(cr)
    }
    let nodes = scene.nodes.cut(around: window, scale: map.scale)
    try painter.paint(
      try PlannedNode.plan(nodes, fonts: painter.fonts, scale: nil),
      at: ScenePainter.Place(context: context, map: map, visible: window))
    try context.check("draw the page")
  }

  private static func set(_ metadata: PDFMetadata, of scene: Scene, on surface: Surface) {
    func set(_ field: cairo_pdf_metadata_t, _ text: String) {
      cairo_pdf_surface_set_metadata(surface.pointer, field, text)
    }
    let title = metadata.title.isEmpty ? scene.title : metadata.title
    if !title.isEmpty { set(CAIRO_PDF_METADATA_TITLE, title) }
    if !metadata.author.isEmpty { set(CAIRO_PDF_METADATA_AUTHOR, metadata.author) }
    if !metadata.subject.isEmpty { set(CAIRO_PDF_METADATA_SUBJECT, metadata.subject) }
    if !metadata.keywords.isEmpty { set(CAIRO_PDF_METADATA_KEYWORDS, metadata.keywords) }
    set(CAIRO_PDF_METADATA_CREATOR, "Platen")
    // Set even where empty: Cairo would write the clock's otherwise.
    set(CAIRO_PDF_METADATA_CREATE_DATE, metadata.created)
    set(CAIRO_PDF_METADATA_MOD_DATE, metadata.created)
  }
}
