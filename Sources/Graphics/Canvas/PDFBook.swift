// SPDX-License-Identifier: MIT
// Part of Platen: paints laid-out pages into one PDF and notes what of them is which element.

internal import CCairo
public import Diagnostics
public import Drawing
public import Geometry

/// Draws pages one after the other: as content of its own where they are text, shapes and pictures,
/// else into one PDF by Cairo, whose content is marked but not yet structured.
///
/// Cairo can give a PDF a structure tree, but not one that says enough (no scope, no alternative
/// text), and it fails on tags that are nested or open across pages. So every leaf of a page is put
/// in one flat tag, `Span` where it is content and `Private` where it is an artefact, opened and
/// closed on that page. The room PDF writes the tree, the links and all else that surrounds pages.
public final class PDFBook {
  /// Takes the file's bytes as they are made. The memory is only lent for the call.
  public typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  /// Dots an inch of what has to be drawn as an image.
  public static let imageResolution = 300.0
  /// Longest side of a page, in points: what PDF 1.5 readers accept (200 inches).
  public static let sideLimit = 14_400.0

  /// The name of the tag around content.
  public static let contentTag = "Span"
  /// The name of the tag around artefacts; Cairo knows none for them.
  public static let artefactTag = "Private"

  /// Ligatures that are code points of their own. Glyphs that the font shows these with are written
  /// as such; whoever finishes the file says the letters in their fonts' tables (`ToUnicode`).
  public static let ligatures: [(scalar: Unicode.Scalar, letters: String)] = [
    ("\u{FB00}", "ff"), ("\u{FB01}", "fi"), ("\u{FB02}", "fl"), ("\u{FB03}", "ffi"),
    ("\u{FB04}", "ffl"), ("\u{FB06}", "st"),
  ]

  static func ligature(of letters: ArraySlice<UInt8>) -> Unicode.Scalar? {
    ligatures.first { letters.elementsEqual($0.letters.utf8) }?.scalar
  }

  public private(set) var marks = PageMarks()
  private var diagnostics: [Diagnostic] = []
  private var noted: Set<String> = []
  private let fonts: FontLibrary
  private let stream: PDFStream
  private let writer: ContentWriter
  private let take: ((PageContent) throws -> Void)?
  private let colorSurfaces = ColorSurfaces()
  private var surface: Surface?

  /// - Parameters:
  ///   - sink: Takes the bytes of Cairo's file as they are made; their memory is lent for the call.
  ///   - content: Takes the pages that are not in it, in their order; nil draws all by Cairo.
  public init(
    fonts: FontLibrary, sink: @escaping PDFBook.Sink,
    content: ((PageContent) throws -> Void)? = nil
  ) {
    self.fonts = fonts
    stream = unsafe PDFStream(sink: sink)
    writer = ContentWriter(fonts: fonts)
    take = content
  }

  deinit {
    // Cairo writes the end of the file when it finishes, and must not find the stream gone.
    withExtendedLifetime(stream) { if let surface { unsafe cairo_surface_finish(surface.pointer) } }
  }

  /// Paints the next page.
  ///
  /// - Throws: `Failure` `pdf.page`, `pdf.leaves`, or for fonts; `DrawingError`; what the sink
  ///   throws.
  public func add(_ page: LaidOutPage) throws {
    let size = page.scene.size
    guard (1...PDFBook.sideLimit).contains(size.width),
      (1...PDFBook.sideLimit).contains(size.height)
    else {
      throw Failure(
        .error(
          "pdf.page", "a page of \(size.width) × \(size.height) points is not possible",
          hints: ["sides must be 1 to \(Int(PDFBook.sideLimit)) points"]))
    }
    let leaves = try PDFBook.leaves(of: page)
    if let take {
      let content = try writer.write(page.scene, leaves, layers: page.layers)
      note(writer.notes)
      writer.notes = []
      for leaf in leaves { marks.append(element: leaf.element) }
      marks.append(page, isDrawn: false)
      try take(content)
      return
    }
    do {
      let surface = try surface ?? begin(size: size)
      unsafe cairo_pdf_surface_set_size(surface.pointer, size.width, size.height)
      try paint(page.scene, leaves, on: surface)
      unsafe cairo_surface_show_page(surface.pointer)
      try unsafe DrawingError.check(cairo_surface_status(surface.pointer), "write a page")
    } catch {
      // What the sink threw is the cause of Cairo's complaint that it cannot write.
      throw stream.failure ?? error
    }
    marks.append(page, isDrawn: true)
  }

  /// Writes the end of Cairo's file, if there is one.
  ///
  /// - Returns: Notes on what had to be drawn as an image, and on text that cannot be copied.
  /// - Throws: `Failure` `pdf.empty` when there is no page; `DrawingError`; what the sink throws.
  public func finish() throws -> [Diagnostic] {
    guard !marks.pages.isEmpty else {
      throw Failure(.error("pdf.empty", "there is no page to write"))
    }
    guard let surface else { return diagnostics }
    unsafe cairo_surface_finish(surface.pointer)
    do {
      try unsafe DrawingError.check(cairo_surface_status(surface.pointer), "write the PDF")
      try stream.flush()
    } catch {
      throw stream.failure ?? error
    }
    return diagnostics
  }

  /// The fonts of the pages that are not in Cairo's file, by the numbers these know them by.
  ///
  /// - Throws: `Failure` `fonts.subset`.
  public func fontPrograms() throws -> [(number: Int, program: FontProgram)] {
    try writer.embedded.filter { !$0.usedGlyphs.isEmpty }.map { ($0.number, try $0.program()) }
  }

  private func begin(size: Size) throws -> Surface {
    let surface = try stream.surface(size: size)
    self.surface = surface
    return surface
  }

  // MARK: Leaves

  /// The page's nodes from first to last in stretches, what no leaf covers as artefacts.
  private static func leaves(of page: LaidOutPage) throws -> [ContentLeaf] {
    var leaves: [ContentLeaf] = []
    var next = 0
    for leaf in page.leaves where !leaf.nodes.isEmpty {
      guard leaf.nodes.lowerBound >= next, leaf.nodes.upperBound <= page.scene.nodes.count else {
        throw Failure(
          .error("pdf.leaves", "the leaves of page \"\(page.label)\" are not those of its nodes"))
      }
      if leaf.nodes.lowerBound > next {
        leaves.append(ContentLeaf(nodes: next..<leaf.nodes.lowerBound, element: nil))
      }
      leaves.append(leaf)
      next = leaf.nodes.upperBound
    }
    if next < page.scene.nodes.count {
      leaves.append(ContentLeaf(nodes: next..<page.scene.nodes.count, element: nil))
    }
    return leaves
  }

  private func paint(_ scene: Scene, _ leaves: [ContentLeaf], on surface: Surface) throws {
    // One for each page: it knows images by planned nodes, which live as long as the page.
    let painter = ScenePainter(
      fonts: fonts, target: .document(pixelsPerUnit: PDFBook.imageResolution / 72),
      colorSurfaces: colorSurfaces, namesLigatures: true)
    let context = try Context(surface)
    let cr = unsafe context.pointer
    let place = ScenePainter.Place(
      context: context, map: .identity,
      visible: Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height))
    // Without a clip Cairo forgets all that came before something that covers the page, tags too.
    unsafe cairo_rectangle(cr, 0, 0, scene.size.width, scene.size.height)
    unsafe cairo_clip(cr)
    let background = scene.background
    if background.alpha > 0 {
      unsafe cairo_tag_begin(cr, PDFBook.artefactTag, "")
      unsafe cairo_set_source_rgba(
        cr, background.red, background.green, background.blue, background.alpha)
      unsafe cairo_paint(cr)
      unsafe cairo_tag_end(cr, PDFBook.artefactTag)
      marks.append(element: nil)
    }
    // Planned nodes stay until the page is done, for the painter knows images by them.
    var planned: [[PlannedNode]] = []
    for leaf in leaves {
      let nodes = try PlannedNode.plan(
        Array(scene.nodes[leaf.nodes]), fonts: fonts, scale: nil)
      planned.append(nodes)
      // Cairo leaves the marks out of a page on which nothing is seen.
      guard nodes.contains(where: { $0.bounds.touches(place.visible) }) else { continue }
      let tag = leaf.element == nil ? PDFBook.artefactTag : PDFBook.contentTag
      unsafe cairo_tag_begin(cr, tag, "")
      try painter.paint(nodes, at: place)
      unsafe cairo_tag_end(cr, tag)
      marks.append(element: leaf.element)
    }
    try context.check("draw a page")
    withExtendedLifetime(planned) {}
    note(painter.notes)
  }

  private func note(_ notes: [Diagnostic]) {
    for note in notes where noted.insert(note.message).inserted { diagnostics.append(note) }
  }
}

/// Which marked stretch of which page is content of which element.
public struct PageMarks: Sendable {
  /// What there is to say of a page besides its content.
  public struct Page: Sendable {
    public var size: Size
    public var label: String
    /// Indices in `elements`.
    public var marks: Range<Int>
    /// Indices in `links`.
    public var links: Range<Int>
    /// Whether it is a page of Cairo's file.
    public var isDrawn: Bool
    public var cuts: PageCuts?
  }

  public private(set) var pages: [Page] = []
  /// The element of each mark, in drawing order over all pages; -1 for an artefact.
  public private(set) var elements: [Int32] = []
  public private(set) var links: [PageLink] = []

  public init() {}

  mutating func append(element: Int?) {
    elements.append(element.map { Int32(clamping: $0) } ?? -1)
  }

  /// Ends a page whose marks were appended.
  mutating func append(_ page: LaidOutPage, isDrawn: Bool) {
    let firstMark = pages.last?.marks.upperBound ?? 0
    let firstLink = links.count
    links += page.links
    pages.append(
      Page(
        size: page.scene.size, label: page.label, marks: firstMark..<elements.count,
        links: firstLink..<links.count, isDrawn: isDrawn, cuts: page.cuts))
  }
}
