// SPDX-License-Identifier: MIT
// Part of Platen: fonts of paper for tests of typesetting: every letter is half an em wide.

import Documents
import Drawing
import Geometry

@testable import Typesetting

/// Shapes text without any font: letters half an em, spaces a quarter, each code point a glyph.
struct PaperFonts: TextMeasuring {
  /// Of a blank, in em.
  var space = 0.25

  func shape(_ text: String, font: FontRequest) -> ShapedText {
    shape(text, font: font, isRightToLeft: false)
  }

  func shape(_ text: String, font: FontRequest, isRightToLeft: Bool) -> ShapedText {
    var run = ShapedText.Run(
      font: FontInstance(face: FontFace(name: font.isItalic ? "italic" : "plain"), size: font.size),
      source: text, glyphs: [], advances: [], clusters: [])
    var pen = 0.0
    let scalars = Array(text.unicodeScalars)
    for scalar in isRightToLeft ? scalars.reversed() : scalars {
      let advance = (scalar == " " ? space : 0.5) * font.size
      run.glyphs.append(Glyph(id: scalar.value, position: Point(pen, 0)))
      run.advances.append(advance)
      run.clusters.append(Cluster(byteCount: String(scalar).utf8.count, glyphCount: 1))
      pen += advance
    }
    return ShapedText(runs: [run], width: pen, ascent: 0.8, descent: 0.2)
  }

  /// Letters of Hebrew and Arabic are right-to-left, all else follows the paragraph.
  func embeddingLevels(of paragraph: String, isRightToLeft: Bool?) -> [UInt8] {
    paragraph.unicodeScalars.map { (0x590...0x6FF).contains($0.value) ? 1 : 0 }
  }
}

extension BookStyle {
  /// Ten points on twelve, nothing else.
  static let bare: BookStyle = {
    var look = BookStyle(name: "bare", furniture: .none)
    look.set("body") {
      $0.families = ["Paper"]
      $0.size = 10
      $0.leading = 1.2
      $0.hyphenates = false
    }
    look.set("table.cell") {
      $0.padding = 2
      $0.paddingBlock = 0
    }
    return look
  }()

  /// Fonts as books have them, and something of all that pages can have.
  static let rich: BookStyle = {
    var look = BookStyle(
      name: "rich", ground: Color(0.96, 0.93, 0.84), vignette: 0.2, furniture: .chronicle,
      ornament: .fleuron, stripe: Color(0.4, 0.3, 0.1, alpha: 0.1))
    look.set("body") {
      $0.families = ["EB Garamond"]
      $0.size = 11
      $0.leading = 1.3
      $0.alignment = .justified
      $0.hyphenates = true
      $0.features = ["onum"]
    }
    look.set("paragraph") { $0.indent = 1.5 }
    look.set("heading") {
      $0.isSmallCaps = true
      $0.letterSpacing = 0.03
      $0.keepsWithNext = true
      $0.alignment = .center
    }
    look.set("heading.1") {
      $0.size = 24
      $0.pageBreak = .page
    }
    look.set("heading.1.title") { $0.pageBreak = StylePatch.PageBreak.none }
    look.set("callout") {
      $0.border = .black
      $0.padding = 8
      $0.families = ["Lato"]
    }
    look.set("callout.dice") {
      $0.border = .clear
      $0.overline = .black
      $0.keepsTogether = true
    }
    look.set("division.player") {
      $0.isItalic = true
      $0.bar = .black
      $0.padding = 10
    }
    look.set("mark") {
      $0.scale = 0.66
      $0.rise = 0.36
    }
    look.set("contents") { $0.pageBreak = .page }
    look.set("index") {
      $0.pageBreak = .page
      $0.scale = 0.9
    }
    return look
  }()
}

extension PageTemplate {
  /// Twenty columns of five points by so many lines of twelve, with no margins worth the name.
  static func small(lines: Int, width: Double = 100, columns: Int = 1) -> PageTemplate {
    PageTemplate(
      name: "small", size: Size(width: width + 20, height: Double(lines) * 12 + 20), top: 10,
      bottom: 10, inner: 10, outer: 10, columns: columns, gutter: 10)
  }
}

/// A document's pages and what they are of.
struct SetBook {
  var pages: [LaidOutPage]
  var result: Typesetter.Result

  init(
    _ blocks: [Block], look: BookStyle = .bare, template: PageTemplate = .small(lines: 10),
    title: String = "", direction: Direction = .automatic,
    measuring: any TextMeasuring = PaperFonts(),
    hyphenation: Hyphenation? = nil, images: @escaping (String) -> BookImage? = { _ in nil }
  ) throws {
    var pages: [LaidOutPage] = []
    let setter = Typesetter(
      style: look, template: template, measuring: measuring, hyphenation: hyphenation,
      images: images)
    result = try setter.pages(
      of: Document(metadata: Metadata(title: title, direction: direction), blocks: blocks)
    ) { pages.append($0) }
    self.pages = pages
  }

  /// The words of a page, artefacts or content, a space between nodes of different elements.
  func text(_ page: Int, artefacts: Bool = false) -> String {
    var text = ""
    for leaf in pages[page].leaves where (leaf.element == nil) == artefacts {
      for node in pages[page].scene.nodes[leaf.nodes] {
        if case .text(let node) = node { text += node.source }
      }
      if text.last != " " { text += " " }
    }
    return text
  }

  /// The starts of the words of each node of a page, from the left, in drawing order.
  func places(_ page: Int) -> [(text: String, x: Double)] {
    pages[page].scene.nodes.compactMap { node in
      guard case .text(let text) = node, let glyph = text.glyphs.first else { return nil }
      return (text.source, glyph.position.x)
    }
  }

  /// The text of a page, line by line: baseline and words.
  func lines(_ page: Int) -> [(y: Double, text: String)] {
    var lines: [(y: Double, text: String)] = []
    for node in pages[page].scene.nodes {
      guard case .text(let text) = node, let y = text.glyphs.first?.position.y else { continue }
      if let last = lines.last, abs(last.y - y) < 0.01 {
        lines[lines.count - 1].text += text.source
      } else {
        lines.append((y, text.source))
      }
    }
    return lines
  }
}

/// Words of given lengths.
func words(_ lengths: [Int]) -> String {
  lengths.map { String(repeating: "x", count: $0) }.joined(separator: " ")
}

extension Block {
  /// A paragraph of so many lines of four letters each, marked by a letter.
  static func paragraph(_ letter: Character, lines: Int) -> Block {
    var inlines: [Inline] = []
    for i in 0..<lines {
      if i > 0 { inlines.append(.lineBreak) }
      inlines.append(.text(String(repeating: letter, count: 4)))
    }
    return .paragraph(Paragraph(inlines))
  }

  /// A paragraph of so many lines, the last of which ends in a colon.
  static func leadIn(lines: Int) -> Block {
    var inlines: [Inline] = []
    for _ in 1..<lines { inlines += [.text("bbbb"), .lineBreak] }
    return .paragraph(Paragraph(inlines + [.strong([.text("bbb:")])]))
  }
}
