// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz target of pages that are set and written in any font.

import Diagnostics
import Documents
import Drawing
import Foundation
import Geometry
import PDF
import TestSupport
import Text
import Typesetting

@testable import Canvas

/// A path in memory where the system has such a folder.
private let path: String = {
  let folder =
    FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  return "\(folder)/platen-fuzz-pages-\(getpid()).ttf"
}()

/// Something of all that pages measure.
private let blocks: [Block] = [
  .contents(Contents(title: [.text("Contents")], depth: 2)),
  .heading(Heading(1, [.text("A chapter")], Attributes(id: "one"))),
  .text(
    "It is the lines of a paragraph that are made as long as each other, by more or less room "
      + "between words; some-words-are-long, some are short."),
  .paragraph(
    Paragraph([
      .emphasis([.text("See ")]), .reference(Reference(to: "two", [.text("there")], shown: .page)),
      .strong([.text("and")]), .footnote([.text("A note below.")]), .code(" code "),
      .superscript([.text("up")]), .indexMark(IndexMark("Paragraph")), .smallCaps([.text("small")]),
      .text(" A\u{301}v \u{628}\u{64A}\u{628} \u{4E00}\u{4E00}"),
    ])),
  .list(List(.ordered(start: 9, style: .lowerRoman), [List.Item([.text("One")])])),
  .table(
    Table(
      caption: [.text("Tides")], columns: [.init(), .init(.end), .init(.center, share: 0.2)],
      head: [.init([.init([.text("Port")]), .init([.text("High")]), .init([.text("Low")])])],
      body: [
        .init([.init([.text("Harbour of the north")]), .init([.text("12.5")]), .init([.text("3")])])
      ])),
  .heading(Heading(2, [.text("A part")], Attributes(id: "two"))),
  .quote(Quote([.text("Said so.")], attribution: [.text("Who")])),
  .callout(Callout(kind: "note", title: [.text("Box")], [.text("In it")])),
  .keyValues(KeyValues([.init("Key", "a value of it"), .init("Other", "1")])),
  .code(CodeBlock("let a = 1 // one, and a line that is too long for a page of this width\n\tb")),
  .index(Index(title: [.text("Index")])),
]

/// The text that is shown as it is written where it cannot be drawn.
private let drawings: [Block] = [
  .code(CodeBlock("\\sqrt{\\frac{a}{b}}\\left(\\sum_{i=1}^n x\\right)", language: "math")),
  .code(CodeBlock("graph LR\nA[One] -->|to| B{Two}", language: "mermaid")),
]

/// A document as pages and as a file, set in one family.
private struct Print {
  /// The text read on the pages, without the parts repeated on each.
  private(set) var letters = ""

  init(_ blocks: [Block], in library: FontLibrary, family: String, variant: Int) throws {
    var look = BookStyle(name: "fuzz", furniture: .chronicle, ornament: .fleuron)
    look.set("body") {
      $0.families = [family]
      $0.size = 10
      $0.alignment = variant % 2 == 0 ? .justified : .start
    }
    for kind in ["heading", "code", "code.text", "callout", "table.head"] {
      look.set(kind) { $0.families = [family] }
    }
    let typesetter = Typesetter(
      style: look,
      template: PageTemplate(
        name: "fuzz", size: Size(width: 260, height: 320), top: 30, bottom: 30, inner: 30,
        outer: 30, columns: variant % 3 == 0 ? 2 : 1, gutter: 10), measuring: library)
    var size = 0
    var letters = ""
    _ = try TaggedPDF.write(
      metadata: PDFMetadata(title: "Fuzz"), fonts: library,
      sink: { size += $0.count }
    ) { emit in
      let result = try typesetter.pages(
        of: Document(metadata: Metadata(title: "Fuzz", language: "en"), blocks: blocks)
      ) { page in
        guard isFinite(page.scene) else {
          fatalError("a place on page \(page.label) is not a number")
        }
        for leaf in page.leaves where leaf.element != nil {
          Print.collect(Array(page.scene.nodes[leaf.nodes]), into: &letters)
        }
        try emit(page)
      }
      guard result.pageCount <= 400 else { fatalError("\(result.pageCount) pages") }
      return result.structure
    }
    guard size < 1 << 22 else { fatalError("a file of \(size) bytes") }
    self.letters = letters
  }

  private static func collect(_ nodes: [Node], into letters: inout String) {
    for node in nodes {
      switch node {
      case .group(let group): collect(group.children, into: &letters)
      case .text(let text):
        letters.unicodeScalars += text.source.unicodeScalars.filter(\.properties.isAlphabetic)
      case .path, .image: break
      }
    }
  }
}

/// A family of a file in memory.
private func withFonts<R>(
  _ bytes: some Sequence<UInt8>, _ body: (FontLibrary, String) throws -> R
) throws -> R? {
  guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
    fatalError("\(path) cannot be written")
  }
  defer { unlink(path) }
  let set = try FontSet(files: [path], folders: FontFolders(["/nowhere"]))
  let family = set.families.first { !$0.faces.isEmpty }?.name
  return try family.map { try body(FontLibrary(set), $0) }
}

/// The text read on pages in a sound font.
private let expected = Result {
  try withFonts(CraftedFont().file) { try Print(blocks, in: $0, family: $1, variant: 1).letters }
}

extension FuzzTarget {
  /// No letter is lost and every place is a number, whatever a font declares of its glyphs.
  static let pages = FuzzTarget(
    name: "pages", longest: 1 << 15, timePerByte: 400, time: 3000, memory: 1024,
    words: FuzzTarget.fonts.words, mutate: FontMutation.mutate,
    seeds: { seeds in
      for file in FontMutation.seeds() { seeds.add(file) }
      try FuzzTarget.fonts.seeds(&seeds)
    },
    read: { bytes in
      _ = try withFonts(bytes) { library, family in
        let print = try Print(blocks, in: library, family: family, variant: bytes.count)
        // Where lines end, letters may be in another order: those of notes, for one.
        expectEqual(print.letters.sorted(), try expected.get()?.sorted() ?? [], "what is read")
        _ = try Print(drawings, in: library, family: family, variant: 1)
      }
    })
}
