// SPDX-License-Identifier: MIT
// Part of Platen: a book with everything in it, and what other programs make of it.

import Canvas
import Diagnostics
import Drawing
import Foundation
import Geometry
import TestSupport
import Testing
import Text

@testable import PDF

@Suite struct BookTests {
  static func sample() throws -> [UInt8] {
    try SampleBook.everything(FontLibrary(FontSet())).write().file
  }

  @Test func itsStructureIsThatOfTheBook() throws {
    let (file, notes) = try SampleBook.everything(FontLibrary(FontSet())).write()
    #expect(notes == [])
    let check = try StructureCheck(file)
    #expect(check.faults == [])
    let expected = """
      Document
       Sect
        H1
         0:0
        P
         0:1
         0:2
         Link
          0:3
          object
         0:4
        L A=<</O /List/ListNumbering /Disc>>
         LI
          Lbl
           0:5
          LBody
           0:6
         LI
          Lbl
           0:7
          LBody
           0:8
        H2
         0:9
        Table
         THead
          TR
           TH A=<</O /Table/Scope /Column>>
            0:10
           TH A=<</O /Table/Scope /Column>>
            0:11
         TBody
          TR
           TH A=<</O /Table/Scope /Row>>
            0:12
           TD
            0:13
          TR
           TD A=<</O /Table/ColSpan 2>>
            0:14
        P
         0:15
         1:0
      """
    #expect(check.outline.hasPrefix(expected + "\n"), "\(check.outline)")
    #expect(check.outline.contains(" P Lang=(ar)\n"))
    #expect(check.outline.contains("A=<</O /Layout/BBox [30 "))
    #expect(check.outline.contains("   Note ID=(note-000000"))
  }

  @Test func sameBytesTwice() throws {
    let set = try FontSet()
    let first = try SampleBook.everything(FontLibrary(set)).write().file
    let library = try FontLibrary(set)
    _ = library.shape("漢字 ᚠ Ж", font: FontRequest(families: ["Lato"], size: 9))
    #expect(try SampleBook.everything(library).write().file == first)
  }

  @Test func noDateUnlessGiven() throws {
    let fonts = try FontLibrary(FontSet())
    let file = try SmallDocument.write(
      [SmallDocument.page([0])], SmallDocument.structure([]), fonts
    ).file
    let plain = try Repacking.replacing("", "", in: file)
    #expect(!String(decoding: plain, as: UTF8.self).contains("Date"))
    let dated = try Repacking.replacing("", "", in: BookTests.sample())
    let text = String(decoding: dated, as: UTF8.self)
    #expect(text.contains("/CreationDate (D:20260131120000Z)"))
    #expect(text.contains("<xmp:CreateDate>2026-01-31T12:00:00Z</xmp:CreateDate>"))
    #expect(text.contains("Samples &amp; &lt;more&gt;"))
    #expect(text.contains("/URI (https://example.org/%C3%A4%20b?\\(c\\))"))
  }

  @Test func onePictureOnTwoPagesIsKeptOnce() throws {
    let fonts = try FontLibrary(FontSet())
    let frame = Rect(x: 2, y: 2, width: 10, height: 10)
    let image = Node.image(ImageNode(SampleBook.picture, frame: frame))
    let emoji = fonts.shape("🏰", font: FontRequest(families: ["EB Garamond"], size: 9))
      .nodes(at: Point(5, 20), paint: .color(.black))
    let pages = (0..<2).map { _ in
      var page = SmallDocument.page([0])
      page.scene.nodes = [image] + emoji
      page.leaves = [ContentLeaf(nodes: 0..<2, element: 0)]
      return page
    }
    func images(_ pages: [LaidOutPage]) throws -> Int {
      let file = try SmallDocument.write(pages, SmallDocument.structure([]), fonts).file
      let plain = String(
        decoding: try Repacking.replacing("", "", in: file), as: UTF8.self)
      return plain.components(separatedBy: "/Subtype /Image").count - 1
    }
    let (once, twice) = (try images([pages[0]]), try images(pages))
    #expect(once == twice, "\(once) \(twice)")
  }

  @Test func wideBlanksStayText() throws {
    let fonts = try FontLibrary(FontSet())
    let book = SampleBookMaker(fonts)
    book.element(.document) {
      let shaped = book.shaped("one two three")
      var run = shaped.runs[0]
      var shift = 0.0
      for i in run.glyphs.indices {
        run.glyphs[i].position.x += shift
        if run.glyphs[i].id
          == fonts.shape(
            " ", font: FontRequest(families: ["EB Garamond"], size: 12)
          ).runs[0].glyphs[0].id
        {
          shift += 9
        }
      }
      book.add(
        [
          .text(
            TextNode(
              source: run.source, font: run.font,
              glyphs: run.glyphs.map { Glyph(id: $0.id, position: $0.position + Point(30, 60)) },
              clusters: run.clusters, paint: .color(.black)))
        ], element: book.current)
    }
    book.endPage("1")
    let plain = try Repacking.replacing("", "", in: book.write().file)
    #expect(!String(decoding: plain, as: UTF8.self).contains("ActualText"))
  }

  @Test(arguments: [("ar-EG", true), ("he", true), ("en", false), ("arn", false), ("", false)])
  func booksAreTurnedAsTheirLanguageIsRead(language: String, isTurned: Bool) throws {
    var structure = SmallDocument.structure([])
    structure.language = language
    let file = try SmallDocument.write(
      [SmallDocument.page([0])], structure, FontLibrary(FontSet())
    ).file
    let plain = String(decoding: try Repacking.replacing("", "", in: file), as: UTF8.self)
    #expect(plain.contains("/Direction /R2L") == isTurned)
    #expect(plain.contains("/Lang (\(language))") == !language.isEmpty)
  }

  // MARK: Other programs

  @Test(.enabled(if: Program.isThere("pdftotext")))
  func textIsExtractedAsWritten() throws {
    let text = try Program("pdftotext").text(["-enc", "UTF-8"], on: BookTests.sample(), "-")
    let marks: Set<Unicode.Scalar> = ["\u{202A}", "\u{202B}", "\u{202C}", "\u{200E}", "\u{200F}"]
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0) }))
    for line in [
      "The office of the fjord wizard, who", "is efficient, was offered a waffle. See",
      "chapter two",
      "An efficient office, affluent: coffee and fjords",
      "stiff after fine flour in the chief's muffins", "السلام عليكم",
      "Port 🏰 Royal of Ελλάς (a \\ b) 漢字", "/Private << /MCID 0 >> BDC",
    ] {
      #expect(plain.contains(line), "\(line) in \(plain)")
    }
  }

  @Test(.enabled(if: Program.isThere("pdftoppm")))
  func itLooksAsDrawn() throws {
    let fonts = try FontSet()
    let book = SampleBook.everything(try FontLibrary(fonts))
    try PDFContentTests.compare("a book", book, share: 150)
  }

  @Test(.enabled(if: Program.isThere("pdfinfo")))
  func popplerFindsEverything() throws {
    let tool = try Program("pdfinfo")
    let file = try BookTests.sample()
    let info = try tool.text([], on: file)
    for line in ["A Book – of samples", "A. Author", "Samples & <more>", "one, two"] {
      #expect(info.contains(line))
    }
    #expect(info.contains("Tagged:          yes"))
    #expect(info.contains("PDF version:     1.7"))
    let places = try tool.text(["-dests"], on: file)
    for name in ["\"one\"", "\"two\"", "\"table\""] { #expect(places.contains(name)) }
    let structure = try tool.text(["-struct-text"], on: file)
    for line in [
      "\"chapter two\"", "\"Sword\"", "\"the page.\"", "\"السلام عليكم\"",
      // A mark in a mark would end the outer one for Poppler.
      "\"An efficient office, affluent: coffee and fjords\"",
      "\"stiff after fine flour in the chief's muffins\"",
    ] {
      #expect(structure.contains(line), "\(line)")
    }
  }

  @Test(
    .enabled(if: Program.isThere("qpdf")), arguments: [[], ["--check"]] as [[String]])
  func qpdfFindsNoFault(arguments: [String]) throws {
    let tool = try Program("qpdf")
    let output =
      arguments.isEmpty
      ? try tool.text(["--json"], on: BookTests.sample())
      : try tool.text(arguments, on: BookTests.sample())
    #expect(!output.contains("WARNING"))
    // What qpdf makes of it: outline and labels.
    if arguments.isEmpty {
      for text in ["The First – Chapter", "Ferne Länder", "\"/r\"", "\"/D\""] {
        #expect(output.contains(text), "\(text)")
      }
    }
  }

  @Test(.enabled(if: Program.isThere("mutool")))
  func mupdfFindsNoFault() throws {
    let output = try Program("mutool").text(
      ["draw", "-q", "-F", "txt", "-o", "/dev/null"], on: BookTests.sample(), mergesErrors: true)
    #expect(!output.lowercased().contains("error") && !output.contains("warning: repair"))
  }

  @Test(.enabled(if: Program.isThere("gs")))
  func ghostscriptFindsNoFault() throws {
    _ = try Program("gs").text(
      ["-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage"],
      on: BookTests.sample())
  }

  /// Programs of `$RIVALS_DIR`, by name; missing ones are omitted.
  private static let validators: [String: String] = {
    let environment = ProcessInfo.processInfo.environment
    let root =
      environment["RIVALS_DIR"] ?? (environment["HOME"] ?? "") + "/.cache/platen-rivals"
    var found: [String: String] = [:]
    for name in ["python", "pdfua"] {
      let path = root + "/venv/bin/" + name
      if FileManager.default.isExecutableFile(atPath: path) { found[name] = path }
    }
    return found
  }()

  @Test(.enabled(if: validators["python"] != nil && Shared.isPresent))
  func itConformsToPDFUA() throws {
    let script = Shared.root.appendingPathComponent("rivals/pdfval.py").path
    let output = try Program(path: try #require(Self.validators["python"]))
      .text([script, "ua1"], on: BookTests.sample())
    #expect(output.contains("CONFORMS"), "\(output)")
  }

  @Test(.enabled(if: validators["pdfua"] != nil))
  func pdfuaFindsNoFault() throws {
    _ = try Program(path: try #require(Self.validators["pdfua"]))
      .text(["check"], on: BookTests.sample())
  }
}
