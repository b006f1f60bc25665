// SPDX-License-Identifier: MIT
// Part of Platen: a Word file streamed from a document equals the one written of all of it.

import Diagnostics
import Documents
import Foundation
import Readers
import TestSupport
import Testing
import Text

@testable import Writers

@Suite struct StreamedWordTests {
  private static let options = DOCXWriter.Options(beginsChaptersOnNewPage: true)

  private func streamed(_ document: any DocumentStream) throws -> (
    bytes: [UInt8], warnings: [Diagnostic]
  ) {
    let writer = try DOCXWriter(skeleton: Skeleton.parts(), options: Self.options)
    var bytes: [UInt8] = []
    let warnings = try writer.writeDocument(document, storage: { MemoryStorage() }) { bytes += $0 }
    return (bytes, warnings)
  }

  @Test func everyNodeIsWrittenAlike() throws {
    let whole = try word(Sample.document, options: Self.options)
    let streamed = try streamed(StoredStream(Sample.document))
    #expect(streamed.bytes == whole.bytes)
    #expect(streamed.warnings == whole.warnings)
  }

  @Test(arguments: [BookOptions.Edition.full, .summary, .prose, .last(2)])
  func aCampaignIsWrittenAlike(edition: BookOptions.Edition) throws {
    let name = "third-generation-mcp.json"
    let file = Shared.repository.appendingPathComponent(
      "Tests/Documents/ReadersTests/Campaigns/" + name)
    let campaign = try CampaignReader.read(
      files: [NamedBytes(name, [UInt8](Data(contentsOf: file)))]
    ).value
    for kind in BookOptions.Kind.allCases {
      for audience in BookOptions.Audience.allCases {
        var options = BookOptions()
        (options.kind, options.audience, options.edition) = (kind, audience, edition)
        let document = try CampaignBook.document(of: campaign, options: options)
        let whole = try word(document.value, options: Self.options)
        let streamed = try streamed(try CampaignStream(of: campaign, options: options))
        #expect(streamed.bytes == whole.bytes)
        #expect(streamed.warnings == document.warnings + whole.warnings)
      }
    }
  }

  /// Chapters that share pages, of all the lengths that decide it, at the top and in divisions.
  @Test func chaptersBreakAlike() throws {
    let lengths = [9, 900, 9, 9, 175, 185, 9, 0, 0, 400, 9]
    for inDivisions in [false, true] {
      let chapters = lengths.enumerated().map { number, length -> [Block] in
        let words = (0..<length).map { "word\($0)" }.joined(separator: " ")
        let chapter: [Block] = [
          .heading(Heading(1, [.text("Chapter \(number)")])), .text(words), .text("end"),
        ]
        return inDivisions ? [.division(Division(chapter))] : chapter
      }
      let document = Document(blocks: [.text("before")] + chapters.joined())
      #expect(
        try streamed(StoredStream(document)).bytes == word(document, options: Self.options).bytes)
    }
  }

  /// The writer looks no further ahead than it takes to find that a chapter is long.
  @Test func aBookIsNotHeldForItsChapters() {
    var breaks = ChapterBreaks()
    for chapter in 0..<3 {
      breaks.count([.heading(Heading(1, [.text("Chapter")]))])
      #expect(breaks[chapter] == nil)
      var seen = 0
      while breaks[chapter] == nil, seen < 50 {
        breaks.count([.text(String(repeating: "word ", count: 100))])
        seen += 1
      }
      #expect(seen == 2)
      #expect(breaks[chapter] == true)
    }
  }

  /// A link that leads nowhere is reported, though this is unknown when it is written.
  @Test func aReferenceThatNothingFollowsIsCounted() throws {
    let blocks: [Block] = [
      .paragraph(Paragraph([.reference(Reference(to: "later", [.text("to come")]))])),
      .paragraph(Paragraph([.reference(Reference(to: "never", [.text("lost")]))])),
      .paragraph(Paragraph([.text("here")], .id("later"))),
      .paragraph(Paragraph([.reference(Reference(to: "later", [.text("back")]))])),
    ]
    let (bytes, warnings) = try streamed(StoredStream(Document(blocks: blocks)))
    #expect(warnings.map(\.code) == ["docx.reference"])
    #expect(warnings.first?.message.hasPrefix("1 ") == true)
    let root = try WordFile(bytes).xml("word/document.xml")
    #expect(root.all("w:bookmarkStart").map { $0.attributes["w:name"] } == ["later"])
  }
}
