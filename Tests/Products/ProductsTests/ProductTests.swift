// SPDX-License-Identifier: MIT
// Part of Platen: tests that the examples of the library products work, and stand in their articles.

import Foundation
import PlatenAssets
import PlatenDocuments
import PlatenMaps
import PlatenPipeline
import TestSupport
import Testing

@Suite struct ProductTests {
  @Test func theExampleOfMapsDrawsAWorld() throws {
    let picture = try drawWorld(SampleWorld.map(seed: 3, cells: 1000, width: 1280, height: 720))
    let size = picture.withUnsafeBytes { PNGDecoder.size(of: $0) }
    #expect(size?.width == 1600 && size?.height == 900)
  }

  @Test func theExampleOfDocumentsMakesABook() throws {
    let book = try makeBook(
      titled: "Tides", from: "# High water\n\nThe *sea* came in.\n\n- slowly\n- over the sand\n")
    #expect(book.pdf.starts(with: Array("%PDF-1.7".utf8)))
    // Its metadata is not compressed; PDF/UA is claimed for tagged pages alone.
    let text = String(decoding: book.pdf, as: UTF8.self)
    #expect(text.contains(">Tides<") && text.contains("pdfuaid"))
    let container = Array("mimetypeapplication/epub+zip".utf8)
    #expect(book.epub.dropFirst(30).starts(with: container))
  }

  @Test func theExampleOfAssetsWritesSources() throws {
    let tokens = ##"{ "sea": { "$type": "color", "$value": "#2a6f97" } }"##
    let sources = try makeColors(Array(tokens.utf8))
    #expect(sources.swift.contains("0x2A6F97FF"))
    #expect(sources.css.contains("--sea: #2a6f97;"))
  }

  @Test func theExampleOfThePipelineWritesOnlyWhatIsNew() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("platen-products-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try greet(["Ada", "Grace"], into: folder.path)
    #expect(first.built == 2 && first.failed == 0)
    let text = try String(contentsOf: folder.appendingPathComponent("Ada.txt"), encoding: .utf8)
    #expect(text == "Hello, Ada!\n")
    let second = try greet(["Ada", "Grace", "Lin"], into: folder.path)
    #expect(second.built == 1 && second.upToDate == 2)
  }

  @Test(arguments: ["Maps", "Documents", "Assets", "Pipeline"])
  func theExampleStandsFirstInItsArticle(name: String) throws {
    func read(_ path: String) throws -> String {
      try String(contentsOf: Shared.repository.appendingPathComponent(path), encoding: .utf8)
    }
    let source = try read("Tests/Products/ProductsTests/\(name)Example.swift")
    let code = source[try #require(source.range(of: "import Platen")).lowerBound...]
    let article = try read("Sources/Products/Platen\(name)/Documentation.docc/Platen\(name).md")
    let block = try #require(article.range(of: "```swift\n"))
    #expect(article[block.upperBound...].hasPrefix(code + "```\n"))
  }
}
