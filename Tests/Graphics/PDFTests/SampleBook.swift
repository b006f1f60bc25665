// SPDX-License-Identifier: MIT
// Part of Platen: small books to write as PDF: each kind of element, page by page.

import Canvas
import Diagnostics
import Drawing
import Geometry

@testable import PDF

/// Lays out pages by hand and notes what is what.
final class SampleBookMaker {
  static let size = Size(width: 360, height: 500)

  var structure = DocumentStructure()
  private(set) var pages: [LaidOutPage] = []
  private var page = LaidOutPage(scene: Scene(size: size))
  let fonts: FontLibrary
  private var y = 40.0
  /// Elements that contain what comes next.
  private var open: [Int] = []

  init(_ fonts: FontLibrary, language: String = "en") {
    self.fonts = fonts
    structure.language = language
  }

  /// The element that is open.
  var current: Int { open[open.count - 1] }
  var pageIndex: Int { pages.count }
  var point: Point { Point(30, y) }

  @discardableResult
  func element(
    _ role: StructureElement.Role, set: ((inout StructureElement) -> Void)? = nil,
    _ body: () -> Void
  ) -> Int {
    var element = StructureElement(role, in: open.last)
    set?(&element)
    structure.elements.append(element)
    open.append(structure.elements.count - 1)
    body()
    return open.removeLast()
  }

  /// A line of text in the element that is open; it continues at the same height where `width` is
  /// given back to it as `x`.
  @discardableResult
  func text(
    _ text: String, x: Double = 30, size: Double = 12, ends: Bool = true,
    family: String = "EB Garamond", isItalic: Bool = false
  ) -> Rect {
    let shaped = fonts.shape(
      text, font: FontRequest(families: [family], size: size, isItalic: isItalic))
    let frame = Rect(
      x: x, y: y - shaped.ascent, width: shaped.width, height: shaped.ascent + shaped.descent)
    add(shaped.nodes(at: Point(x, y), paint: .color(.black)), element: open.last)
    if ends { y += size * 1.5 }
    return frame
  }

  func add(_ nodes: [Node], element: Int?) {
    let start = page.scene.nodes.count
    page.scene.nodes += nodes
    page.leaves.append(
      ContentLeaf(nodes: start..<page.scene.nodes.count, element: element))
  }

  func link(_ frame: Rect, to target: PageLink.Target, element: Int, _ description: String = "") {
    page.links.append(
      PageLink(frame: frame, target: target, element: element, description: description))
  }

  func place(_ name: String, level: Int? = nil, title: String = "") {
    structure.places.append(
      DocumentStructure.NamedPlace(name: name, page: pageIndex, point: Point(30, y - 14)))
    if let level {
      structure.outline.append(
        DocumentStructure.OutlineEntry(level: level, title: title, place: name))
    }
  }

  func endPage(_ label: String) {
    let folio = fonts.shape("– \(label) –", font: FontRequest(families: ["EB Garamond"], size: 9))
    add(folio.nodes(at: Point(160, 480), paint: .color(.black)), element: nil)
    page.label = label
    pages.append(page)
    page = LaidOutPage(scene: Scene(size: SampleBookMaker.size))
    y = 40
  }

  func write(
    title: String = "A Book – of samples"
  ) throws -> (file: [UInt8], notes: [Diagnostic]) {
    var file: [UInt8] = []
    let metadata = PDFMetadata(
      title: title, author: "A. Author", subject: "Samples & <more>", keywords: "one, two",
      created: "2026-01-31T12:00:00Z")
    let notes = try TaggedPDF.write(
      metadata: metadata, fonts: fonts, sink: { file.append(contentsOf: $0) }
    ) { emit in
      for page in pages { try emit(page) }
      return structure
    }
    return (file, notes)
  }
}

enum SampleBook {
  static let picture = RasterImage(
    width: 16, height: 16, rgba: (0..<1024).map { UInt8(truncatingIfNeeded: $0 * 7) })

  /// A book with everything: what crosses pages, tables, lists, pictures, notes, links, scripts.
  static func everything(_ fonts: FontLibrary) -> SampleBookMaker {
    let book = SampleBookMaker(fonts)
    book.element(.document) {
      chapterOne(book)
      chapterTwo(book)
    }
    return book
  }

  private static func chapterOne(_ book: SampleBookMaker) {
    book.element(.section) {
      book.place("one", level: 1, title: "The First – Chapter")
      book.element(.heading1) { book.text("The First Chapter", size: 20) }
      book.element(.paragraph) {
        book.text("The office of the fjord wizard, who ")
        book.text("is efficient, was offered a waffle. See ", ends: false)
        book.element(.link) {
          let frame = book.text("chapter two", x: 250, ends: false)
          book.link(
            frame, to: .place("two"), element: book.current, "Chapter two")
        }
        book.text(".", x: 320)
      }
      book.element(.list, set: { $0.numbering = .disc }) {
        for item in ["First things", "Second things"] {
          book.element(.listItem) {
            book.element(.label) { book.text("•", ends: false) }
            book.element(.listBody) { book.text(item, x: 45) }
          }
        }
      }
      book.place("table", level: 2, title: "A table")
      book.element(.heading2) { book.text("A table", size: 16) }
      table(book)
      let paragraph = book.element(.paragraph) { book.text("This goes on over ") }
      book.endPage("i")
      book.add(
        nodes(of: "the page.", in: book), element: paragraph)
      book.text("", ends: true)
    }
  }

  private static func nodes(of text: String, in book: SampleBookMaker) -> [Node] {
    book.shaped(text).nodes(at: Point(30, 40), paint: .color(.black))
  }

  private static func table(_ book: SampleBookMaker) {
    book.element(.table) {
      book.element(.tableHead) {
        book.element(.tableRow) {
          for (i, head) in ["Name", "Price"].enumerated() {
            book.element(.headerCell, set: { $0.scope = .column }) {
              book.text(head, x: 30 + Double(i) * 100, ends: i == 1)
            }
          }
        }
      }
      book.element(.tableBody) {
        book.element(.tableRow) {
          book.element(.headerCell, set: { $0.scope = .row }) { book.text("Sword", ends: false) }
          book.element(.cell) { book.text("15 gp", x: 130) }
        }
        book.element(.tableRow) {
          book.element(.cell, set: { $0.columnSpan = 2 }) { book.text("Sold out") }
        }
      }
    }
  }

  private static func chapterTwo(_ book: SampleBookMaker) {
    book.element(.section) {
      book.text("", ends: true)
      book.place("two", level: 1, title: "Ferne Länder")
      book.element(.heading1, set: { $0.language = "de" }) { book.text("Ferne Länder", size: 20) }
      book.element(.paragraph, set: { $0.language = "ar" }) { book.text("السلام عليكم") }
      book.element(.paragraph) { book.text("Port 🏰 Royal of Ελλάς (a \\ b) 漢字") }
      let box = Rect(x: 30, y: book.point.y, width: 80, height: 80)
      book.element(
        .figure,
        set: {
          $0.alternative = "A gradient; drawn by a – machine"
          $0.box = PageBox(page: book.pageIndex, frame: box)
        }
      ) {
        book.add(
          [.image(ImageNode(picture, frame: box))], element: book.current)
        book.element(.caption) { book.text("", ends: true) }
      }
      for _ in 0..<5 { book.text("", ends: true) }
      book.element(.quote) { book.element(.paragraph) { book.text("A quotation.") } }
      book.element(.paragraph) {
        book.text("A site", ends: false)
        book.element(.link) {
          let frame = book.text("example.org", x: 90, ends: false)
          book.link(
            frame, to: .url("https://example.org/ä b?(c)"),
            element: book.current)
        }
        book.element(.note) {
          book.element(.label) { book.text("1", x: 160, size: 8, ends: false) }
          book.element(.paragraph) { book.text("A footnote.", x: 170, size: 9) }
        }
      }
      book.element(.paragraph) {
        book.text("An efficient office, affluent: coffee and fjords", isItalic: true)
        book.text("stiff after fine flour in the chief's muffins", family: "DejaVu Serif")
      }
      book.element(.code) { book.text("/Private << /MCID 0 >> BDC", family: "JetBrains Mono") }
    }
    book.endPage("1")
  }
}

extension SampleBookMaker {
  func shaped(_ text: String) -> ShapedText {
    fonts.shape(text, font: FontRequest(families: ["EB Garamond"], size: 12))
  }
}
