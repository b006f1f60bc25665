// SPDX-License-Identifier: MIT
// Part of Platen: tests of handouts: slides on paper with their notes.

import Documents
import Drawing
import Geometry
import Testing

@testable import Typesetting

struct HandoutTests {
  private static let page = Size(width: 595, height: 842)

  private func set(
    _ slides: [Slide], perPage: Int, slide: SlideFormat = .wide
  ) throws -> (pages: [LaidOutPage], result: DeckTypesetter.Result) {
    var pages: [LaidOutPage] = []
    let result = try HandoutTypesetter(
      look: .daylight, slides: slide,
      format: HandoutFormat(page: HandoutTests.page, perPage: perPage),
      measuring: PaperFonts()
    ).pages(of: Deck(metadata: Metadata(title: "A talk"), slides: slides)) { pages.append($0) }
    return (pages, result)
  }

  private func words(_ count: Int) -> Block {
    .text((0..<count).map { "word\($0)" }.joined(separator: " "))
  }

  private func slides(_ count: Int, notes: (Int) -> [Block] = { _ in [] }) -> [Slide] {
    (1...count).map { Slide(.standard, title: [.text("Slide \($0)")], notes: notes($0)) }
  }

  @Test(arguments: HandoutFormat.counts, [1.0 / 3, 1, 4.0 / 3, 16.0 / 9, 5])
  func allContentIsOnThePage(perPage: Int, ratio: Double) {
    let format = HandoutFormat(page: HandoutTests.page, perPage: perPage)
    let whole = Rect(x: 0, y: 0, width: format.page.width, height: format.page.height)
    #expect(format.frames.count == perPage)
    var taken: [Rect] = []
    for frame in format.frames {
      let cell = format.cell(in: frame, ratio: ratio, heading: 16)
      #expect(abs(cell.image.width / cell.image.height - ratio) < 1e-9)
      for rect in [cell.image, cell.notes] {
        #expect(rect.minX >= frame.minX && rect.maxX <= frame.maxX + 1e-9)
        #expect(rect.minY >= frame.minY + 16 && rect.maxY <= frame.maxY + 1e-9)
        #expect(rect.minX >= whole.minX && rect.maxY <= whole.maxY)
        for other in taken { #expect(!rect.overlaps(other)) }
        taken.append(rect)
      }
      #expect(cell.notes.height > format.textSize * 4, "some lines of notes at least")
    }
  }

  /// Slides without notes are as large as their places.
  @Test(arguments: [1, 2, 6])
  func slidesAloneAreLarger(perPage: Int) throws {
    let format = HandoutFormat(page: HandoutTests.page, perPage: perPage)
    let alone = HandoutFormat(page: HandoutTests.page, perPage: perPage, hasNotes: false)
    for frame in format.frames {
      let (cell, large) = (
        format.cell(in: frame, ratio: 4 / 3, heading: 16),
        alone.cell(in: frame, ratio: 4 / 3, heading: 16)
      )
      #expect(large.image.width >= cell.image.width)
      #expect(large.image.maxX <= frame.maxX + 1e-9 && large.image.maxY <= frame.maxY + 1e-9)
    }
    var pages: [LaidOutPage] = []
    let result = try HandoutTypesetter(
      look: .daylight, format: alone, measuring: PaperFonts()
    ).pages(
      of: Deck(metadata: Metadata(title: "A talk"), slides: slides(7) { _ in [words(2000)] })
    ) { pages.append($0) }
    #expect(result.pageCount == (7 + perPage - 1) / perPage)
  }

  /// Read from right to left a page is its own mirror.
  @Test(arguments: HandoutFormat.counts)
  func pagesFromRightToLeftAreMirrored(perPage: Int) {
    let format = HandoutFormat(page: HandoutTests.page, perPage: perPage)
    var mirrored = format
    mirrored.isMirrored = true
    for (frame, other) in zip(format.frames, mirrored.frames) {
      #expect(abs(frame.minX + other.maxX - HandoutTests.page.width) < 1e-9)
      let cell = format.cell(in: frame, ratio: 16 / 9, heading: 16)
      let twin = mirrored.cell(in: other, ratio: 16 / 9, heading: 16)
      for (a, b) in [(cell.image, twin.image), (cell.notes, twin.notes)] {
        #expect(abs(a.minX + b.maxX - HandoutTests.page.width) < 1e-9 && a.minY == b.minY)
      }
    }
  }

  @Test(arguments: HandoutFormat.counts)
  func pagesHaveTheRequestedNumberOfSlides(perPage: Int) throws {
    let (pages, result) = try set(slides(13), perPage: perPage)
    #expect(pages.count == (13 + perPage - 1) / perPage && result.pageCount == pages.count)
    #expect(pages.map(\.label) == pages.indices.map { "\($0 + 1)" })
    let figures = result.structure.elements.filter { $0.role == .figure }
    #expect(figures.compactMap(\.box?.page) == (0..<13).map { $0 / perPage })
    #expect(figures.map(\.alternative) == (1...13).map { "Slide \($0)" })
    #expect(result.structure.outline.map(\.title) == (1...13).map { "Slide \($0)" })
    #expect(result.diagnostics == [])
  }

  /// A slide that continues over several pages is shown whole.
  @Test(arguments: HandoutFormat.counts, [0, 5, 900])
  func noPageOfASlideIsLost(perPage: Int, notes: Int) throws {
    var long = slides(3) { _ in notes == 0 ? [] : [.text(String(repeating: "note ", count: notes))]
    }
    long[1].steps = [.init([words(900)])]
    let (pages, result) = try set(long, perPage: perPage)
    let text = pages.flatMap(\.scene.placedTexts).map(\.source).joined(separator: " ")
    let words = Set(text.split(separator: " "))
    for number in 0..<900 { #expect(words.contains("word\(number)")) }
    #expect(text.contains("Slide 3"))
    // Its words stand by its first picture.
    #expect(result.structure.elements.count { $0.role == .figure } == 3)
    if notes > 0 { #expect(words.contains("note")) }
  }

  @Test(arguments: HandoutFormat.counts)
  func noNoteIsLost(perPage: Int) throws {
    let long = slides(3) { $0 == 2 ? [self.words(900)] : [.text("short\($0)")] }
    let (pages, result) = try set(long, perPage: perPage)
    var said: [String] = []
    for page in pages { said += page.scene.placedTexts.map(\.source) }
    let text = said.joined(separator: " ")
    for number in 0..<900 { #expect(text.contains("word\(number)")) }
    #expect(text.contains("short1") && text.contains("short3"))
    #expect(text.contains("continued") == (pages.count > 1))
    // Nothing stands below what belongs to it.
    for page in pages {
      for node in page.scene.placedTexts {
        for glyph in node.glyphs { #expect(glyph.position.y < HandoutTests.page.height) }
      }
    }
    #expect(result.structure.elements.count { $0.role == .figure } == 3)
  }

  @Test func aDocumentOfPartsAndHeadings() throws {
    let talk = [
      Slide(.cover, title: [.text("A talk")]),
      Slide(.standard, title: [.text("Before")]),
      Slide(.part, title: [.text("First")], counter: "1."),
      Slide(
        .standard, title: [.text("What")], counter: "1.1",
        notes: [.heading(Heading(1, [.text("Say")])), .text("this")]),
    ]
    let structure = try set(talk, perPage: 3).result.structure
    let headings = structure.elements.map(\.role).filter { $0.rawValue.hasPrefix("H") }
    #expect(headings == [.heading1, .heading2, .heading2, .heading3, .heading4])
    for (index, element) in structure.elements.enumerated().dropFirst() {
      #expect(element.parent.map { $0 < index } == true)
    }
    let part = try #require(structure.elements.firstIndex { $0.role == .part })
    #expect(structure.elements.filter { $0.role == .section && $0.parent == part }.count == 2)
  }

  @Test func slidesWithoutNotesHaveLinesToWriteOn() throws {
    func rules(_ notes: [Block]) throws -> Int {
      let slide = Slide(.standard, title: [.text("One")], notes: notes)
      return try set([slide], perPage: 3).pages[0].scene.nodes.count {
        if case .path(let path) = $0 { path.stroke?.width == 0.5 } else { false }
      }
    }
    #expect(try rules([]) >= 5)
    #expect(try rules([.text("said")]) == 0)
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX - 1e-9 && other.minX < maxX - 1e-9 && minY < other.maxY - 1e-9
      && other.minY < maxY - 1e-9
  }
}
