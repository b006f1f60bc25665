// SPDX-License-Identifier: MIT
// Part of Platen: tests of typesetting with the fonts and hyphenation patterns of the machine.

import Canvas
import Diagnostics
import Documents
import Drawing
import Geometry
import Libc
import Testing

@testable import Typesetting

@Suite struct RealFontTests {
  private let fonts: FontLibrary

  init() throws { fonts = try FontLibrary(FontSet()) }

  private static let patterns = "/usr/share/hyphen/hyph_en_US.dic"
  private static var hasPatterns: Bool { access(patterns, R_OK) == 0 }

  private func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { return all }
      all += piece[..<count]
    }
  }

  private func hyphenation() throws -> Hyphenation {
    let hyphenation = Hyphenation()
    hyphenation.addPatterns(try HyphenationPatterns(bytes(Self.patterns)), language: "en-US")
    return hyphenation
  }

  @Test(.enabled(if: RealFontTests.hasPatterns))
  func `words are hyphenated by the patterns of their language`() throws {
    let patterns = try HyphenationPatterns(bytes(Self.patterns))
    #expect(patterns.points(in: Array("hyphenation".utf8)) == [2, 6])
    #expect(patterns.points(in: Array("the".utf8)).isEmpty)
    // No part shorter than two letters before and three after.
    for word in ["abandon", "circumstances", "notwithstanding", "traveller"] {
      for point in patterns.points(in: Array(word.utf8)) {
        #expect((2...word.utf8.count - 3).contains(point), "\(word) \(point)")
      }
    }
  }

  @Test func `invalid patterns are refused`() {
    #expect(throws: (any Error).self) { try HyphenationPatterns([]) }
  }

  @Test(.enabled(if: RealFontTests.hasPatterns))
  func `words on narrow lines are hyphenated with soft hyphens`() throws {
    let words = String(
      repeating: "notwithstanding extraordinary circumstances ", count: 12)
    let book = try SetBook(
      [.text(words)], look: .rich, template: .small(lines: 40, width: 110), measuring: fonts,
      hyphenation: try hyphenation())
    let text = book.pages.indices.map { book.text($0) }.joined()
    #expect(text.contains("\u{AD}"))
    #expect(text.filter { $0 != "\u{AD}" && $0 != " " } == words.filter { $0 != " " })
  }

  /// The column of names is as wide as the widest of them, whatever its width is rounded to.
  @Test func `names of values are not divided`() throws {
    for tenths in 80...130 {
      var look = BookStyle.rich
      look.set("body") { $0.size = Double(tenths) / 10 }
      look.set("key-values") { $0.alignment = .start }
      look.set("key-values.key") {
        $0.families = ["Lato"]
        $0.scale = 0.88
      }
      let names = ["Resources", "Decided", "Objective"]
      for name in names {
        let book = try SetBook(
          [.keyValues(KeyValues([.init(name, "v"), .init("HP", "9")]))], look: look,
          template: .small(lines: 20, width: 300), measuring: fonts)
        #expect(book.lines(0).contains { $0.text.hasPrefix(name) }, "\(name) at \(tenths)")
      }
    }
  }

  /// A value that runs the other way begins near its key, and not at the other margin.
  @Test func `values of either direction are next to their keys`() throws {
    let book = try SetBook(
      [.keyValues(KeyValues([.init("Place", "\u{645}\u{62F}\u{64A}\u{646}\u{629}")]))],
      look: .rich, template: .small(lines: 20, width: 300), measuring: fonts)
    let rights = book.pages[0].scene.nodes.flatMap { node -> [Double] in
      if case .text(let text) = node { text.glyphs.map(\.position.x) } else { [] }
    }
    let left = try #require(rights.min())
    #expect(try #require(rights.max()) < left + 150)
  }

  @Test func `justified lines end at the margin`() throws {
    let words = String(repeating: "a line of words of several lengths indeed ", count: 20)
    let template = PageTemplate.small(lines: 40, width: 220)
    let book = try SetBook([.text(words)], look: .rich, template: template, measuring: fonts)
    var rights: [Double: Double] = [:]
    for page in book.pages {
      for leaf in page.leaves where leaf.element != nil {
        for node in page.scene.nodes[leaf.nodes] {
          guard case .text(let text) = node, let last = text.glyphs.last else { continue }
          // The blank at the end begins where the line ends.
          #expect(text.source.hasSuffix(" ") || text.source.hasSuffix("indeed"))
          let y = last.position.y + Double(page.label.count) * 1000
          if text.source.hasSuffix(" ") { rights[y] = last.position.x }
        }
      }
    }
    #expect(rights.count > 8)
    for right in rights.values { #expect(abs(right - 230) < 0.05, "\(right)") }
  }

  @Test func `Hebrew and Arabic are right-to-left, numbers and Latin in them left-to-right`()
    throws
  {
    let text = "אבג 12 (Ilse) דהו"
    let book = try SetBook(
      [.text(text)], template: .small(lines: 6, width: 300), measuring: fonts)
    var runs: [(source: String, x: Double)] = []
    for node in book.pages[0].scene.nodes {
      if case .text(let run) = node {
        runs.append((run.source, run.glyphs.map(\.position.x).min() ?? 0))
      }
    }
    #expect(runs.map(\.source).joined() == text)
    func x(_ part: String) throws -> Double {
      try #require(runs.first { $0.source.contains(part) }, "\(part)").x
    }
    #expect(try x("א") > x("12"))
    #expect(try x("12") > x("Ilse"))
    #expect(try x("Ilse") > x("ד"))
    // The line ends at the right margin.
    #expect(try x("א") > 200)
  }

  @Test func `an Arabic word within an English line keeps its joined forms`() {
    let joined = fonts.shape("سلام", font: request, isRightToLeft: true)
    let apart = "سلام".map { fonts.shape(String($0), font: request, isRightToLeft: true) }
    #expect(joined.width < apart.reduce(0) { $0 + $1.width })
    #expect(joined.runs.count == 1)
  }

  @Test func `running heads and marks hold words of either direction in their order`() throws {
    let blocks: [Block] =
      [.heading(Heading(1, [.text("Chapter 1: القدس (3) القديمة")]))]
      + (0..<24).map { _ in .text("Words that fill the page and the next one as well, at last.") }
    var look = BookStyle.rich
    look.furniture = .plain
    look.set("heading.1") { $0.pageBreak = StylePatch.PageBreak.none }
    let book = try SetBook(
      blocks, look: look, template: .small(lines: 14, width: 300),
      measuring: FontLibrary(FontSet()))
    let heads = book.pages.indices.map { page in
      book.pages[page].scene.nodes.compactMap { node -> TextNode? in
        guard case .text(let text) = node else { return nil }
        return text
      }.filter { $0.source.contains("القد") }
    }
    // Each word by itself, told to run to the left, the later one further to the left.
    let head = try #require(heads.dropFirst().first { !$0.isEmpty })
    #expect(head.allSatisfy { $0.isRightToLeft == true })
    #expect(head.count == 2)
    let places = head.compactMap { node in
      node.glyphs.first.map { (isFirst: node.source.contains("القدس"), x: $0.position.x) }
    }
    let first = try #require(places.first { $0.isFirst })
    let second = try #require(places.first { !$0.isFirst })
    #expect(second.x < first.x)
  }

  @Test func `levels follow the paragraph's own direction`() {
    #expect(fonts.embeddingLevels(of: "ab אב", isRightToLeft: false) == [0, 0, 0, 1, 1])
    #expect(fonts.embeddingLevels(of: "ab אב", isRightToLeft: true) == [2, 2, 1, 1, 1])
    #expect(fonts.embeddingLevels(of: "אב ab", isRightToLeft: nil) == [1, 1, 1, 2, 2])
  }

  @Test func `features change glyphs where a face has them`() {
    var small = request
    small.features = ["smcp"]
    let plain = fonts.shape("abc", font: request).runs.flatMap(\.glyphs).map(\.id)
    let capitals = fonts.shape("abc", font: small).runs.flatMap(\.glyphs).map(\.id)
    #expect(plain != capitals)
  }

  private var request: FontRequest { FontRequest(families: ["EB Garamond"], size: 10) }

  @Test func `missing glyphs are reported by code point`() throws {
    let book = try SetBook([.text("odd \u{10FFFD} sign")], measuring: fonts)
    let told = book.result.diagnostics.filter { $0.message.contains("U+10FFFD") }
    #expect(told.count == 1)
  }

  @Test(arguments: PageTemplate.all)
  func `every page can be set`(_ template: PageTemplate) throws {
    let look = BookStyle.rich
    let book = try SetBook(
      [
        .division(
          Division(
            [.heading(Heading(1, [.text("Title")], .classes("title")))], .classes("title-page"))
        ), .contents(Contents(title: [.text("Contents")])), .heading(Heading(1, [.text("One")])),
        .text(String(repeating: "words and words ", count: 400)),
        .callout(Callout(kind: "dice", title: [.text("Dice")], [.text("1d20")])),
        .index(Index(title: [.text("Index")])),
      ], look: look, template: template, title: "Title", measuring: fonts)
    #expect(book.pages.count >= 5)
    #expect(book.result.diagnostics.isEmpty, "\(book.result.diagnostics)")
    let again = try SetBook(
      [.text("other text before")], look: look, template: template, measuring: fonts)
    #expect(again.pages.count == 1)
  }
}
