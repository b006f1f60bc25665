// SPDX-License-Identifier: MIT
// Part of Platen: a book told scene by scene is the book told at once.

import Diagnostics
import Documents
import Testing

@testable import Readers

@Suite struct CampaignStreamTests {
  private static let editions: [BookOptions.Edition] = [
    .full, .summary, .prose, .last(1), .scenes(1...2),
  ]

  @Test(arguments: Fixture.all, editions)
  func aStreamHasTheBlocksOfTheDocument(name: String, edition: BookOptions.Edition) throws {
    let campaign = try Fixture.read(name).value
    for kind in [BookOptions.Kind.book, .transcript] {
      for audience in BookOptions.Audience.allCases {
        var options = BookOptions()
        (options.kind, options.audience, options.edition) = (kind, audience, edition)
        try expectSame(campaign, options)
      }
    }
  }

  /// More scenes than contents list, among them such as warn.
  @Test func aLongStoryIsTheSame() throws {
    let entries = (0..<200).map { number in
      let actor = number % 2 == 0 ? "user" : "gemini"
      return """
        {"actor": "\(actor)", "text": "Number \(number) <b>of</b> Anna Vey.",
         "timestamp": \(1_700_000_000 + number * 700), "entities_mentioned": ["Anna Vey"]}
        """
    }
    let campaign = try Fixture.read(json: "[" + entries.joined(separator: ",") + "]").value
    try expectSame(campaign, BookOptions())
    let stream = try CampaignStream(of: campaign)
    #expect(stream.lastIndex != nil)
  }

  /// Blocks that another module puts into a book are before its index and in its contents.
  @Test func anAppendixIsBeforeTheIndex() throws {
    let campaign = try Fixture.read("third-generation-mcp.json").value
    let appendix = [Block.heading(Heading(1, [.text("More")])), .text("of it")]
    var stream = try CampaignStream(of: campaign, appendix: appendix)
    #expect(
      stream.headings(depth: 1).suffix(2).map(\.inlines.plainText) == ["More", "Index of names"])
    let blocks = drained(&stream)
    #expect(blocks.dropLast().suffix(2) == appendix)
    #expect(blocks.last?.kind == "index")
  }

  private func drained(_ stream: inout CampaignStream) -> [Block] {
    var blocks: [Block] = []
    while let block = stream.next() { blocks.append(block) }
    #expect(stream.next() == nil)
    return blocks
  }

  private func expectSame(_ campaign: Campaign, _ options: BookOptions) throws {
    let whole: Diagnosed<Document>
    do {
      whole = try CampaignBook.document(of: campaign, options: options)
    } catch let failure as Failure {
      let streamed = #expect(throws: Failure.self) {
        try CampaignStream(of: campaign, options: options)
      }
      #expect(streamed?.diagnostics == failure.diagnostics)
      return
    }
    var stream = try CampaignStream(of: campaign, options: options)
    #expect(stream.metadata == whole.value.metadata)
    // Headings told ahead change nothing of what comes.
    for depth in 1...3 {
      #expect(stream.headings(depth: depth) == whole.value.headings(depth: depth))
    }
    #expect(drained(&stream) == whole.value.blocks)
    #expect(stream.headings(depth: 2) == whole.value.headings(depth: 2))
    #expect(stream.warnings == whole.warnings)
    if case .index(let index)? = whole.value.blocks.last {
      #expect(stream.lastIndex == index)
    } else {
      #expect(stream.lastIndex == nil)
    }
  }
}
