// SPDX-License-Identifier: MIT
// Part of Platen: laid-out pages as content of a PDF, and what of it is which element.

package import Diagnostics
package import Drawing
package import Geometry

/// Writes the content of pages one after the other, and remembers which stretch of it belongs to which
/// element of the document.
///
/// Every leaf of a page is one marked stretch, `Span` where it is content and `Artifact` where it is
/// decoration. The module PDF writes the tree of elements, the links and all else around the pages.
package final class PDFBook {
  /// Dots an inch of what has to be drawn as an image.
  package static let imageResolution = 300.0
  /// Longest side of a page, in points: what PDF 1.5 readers accept (200 inches).
  package static let sideLimit = 14_400.0

  package private(set) var marks = PageMarks()
  private var diagnostics: [Diagnostic] = []
  private var noted: Set<String> = []
  private let writer: ContentWriter
  private let take: (PageContent) throws -> Void

  /// - Parameters:
  ///   - content: Takes the pages in their order.
  package init(
    fonts: FontLibrary, colors: PageColors = .rgb,
    content: @escaping (PageContent) throws -> Void
  ) {
    writer = ContentWriter(fonts: fonts, colors: colors)
    take = content
  }

  /// Writes the next page.
  ///
  /// - Throws: `Failure` `pdf.page`, `pdf.leaves`, or for fonts; `DrawingError`; what takes the
  ///   content throws.
  package func addPage(_ page: LaidOutPage) throws {
    let size = page.scene.size
    guard (1...PDFBook.sideLimit).contains(size.width),
      (1...PDFBook.sideLimit).contains(size.height)
    else {
      throw Failure(
        .error(
          .pdfPage, "a page of \(size.width) × \(size.height) points is not possible",
          hints: ["sides must be 1 to \(Int(PDFBook.sideLimit)) points"]))
    }
    let leaves = try PDFBook.leaves(of: page)
    let content = try writer.writeScene(page.scene, leaves, layers: page.layers)
    for note in writer.notes where noted.insert(note.message).inserted { diagnostics.append(note) }
    writer.notes = []
    for leaf in leaves { marks.append(element: leaf.element) }
    marks.append(page)
    try take(content)
  }

  /// Ends the document.
  ///
  /// - Returns: Notes on what had to be drawn as an image, and on text that cannot be copied.
  /// - Throws: `Failure` `pdf.empty` when the document has no pages.
  package func finish() throws -> [Diagnostic] {
    guard !marks.pages.isEmpty else {
      throw Failure(.error(.pdfEmpty, "the document has no pages"))
    }
    return diagnostics
  }

  /// The fonts of the pages, by the numbers these know them by.
  ///
  /// - Throws: `Failure` `fonts.subset`.
  package func fontPrograms() throws -> [(number: Int, program: FontProgram)] {
    try writer.embedded.filter { !$0.usedGlyphs.isEmpty }.map { ($0.number, try $0.program()) }
  }

  // MARK: Leaves

  /// The page's nodes from first to last in stretches, what no leaf covers as artefacts.
  private static func leaves(of page: LaidOutPage) throws -> [ContentLeaf] {
    var leaves: [ContentLeaf] = []
    var next = 0
    for leaf in page.leaves where !leaf.nodes.isEmpty {
      guard leaf.nodes.lowerBound >= next, leaf.nodes.upperBound <= page.scene.nodes.count else {
        throw Failure(
          .error(.pdfLeaves, "the leaves of page \"\(page.label)\" are not those of its nodes"))
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
}

/// The element of each marked stretch of each page.
package struct PageMarks: Sendable {
  /// The properties of a page besides its content.
  package struct Page: Sendable {
    package var size: Size
    package var label: String
    /// Indices in `elements`.
    package var marks: Range<Int>
    /// Indices in `links`.
    package var links: Range<Int>
    package var cuts: PageCuts?
  }

  package private(set) var pages: [Page] = []
  /// The element of each mark, in drawing order over all pages; -1 for an artefact.
  package private(set) var elements: [Int32] = []
  package private(set) var links: [PageLink] = []

  package init() {}

  mutating func append(element: Int?) {
    elements.append(element.map { Int32(clamping: $0) } ?? -1)
  }

  /// Ends a page whose marks were appended.
  mutating func append(_ page: LaidOutPage) {
    let firstMark = pages.last?.marks.upperBound ?? 0
    let firstLink = links.count
    links += page.links
    pages.append(
      Page(
        size: page.scene.size, label: page.label, marks: firstMark..<elements.count,
        links: firstLink..<links.count, cuts: page.cuts))
  }
}
