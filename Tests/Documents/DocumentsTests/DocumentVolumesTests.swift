// SPDX-License-Identifier: MIT
// Part of Platen: documents are split into volumes at chapters, and nothing leads out of them.

import Documents
import Testing

@Suite struct DocumentVolumesTests {
  private static let book = Document(
    metadata: Metadata(title: "The Ford"),
    blocks: [
      .division(Division([.text("The Ford")], .classes("title-page"))), .contents(Contents()),
      .text("A premise."), .heading(Heading(1, [.text("One")], .id("one"))),
      .paragraph(Paragraph([.indexMark(IndexMark("Runa")), .text("Rain.")])),
      .heading(Heading(1, [.text("Two")])),
      .paragraph(
        Paragraph([
          .indexMark(IndexMark("Odo")),
          .emphasis([.reference(Reference(to: "one", [.text("see One")]))]),
        ])), .index(Index(title: [.text("Index")])),
    ])

  @Test func volumesHaveTheirOwnFrontAndIndex() {
    let volumes = DocumentVolumes(Self.book)
    #expect(volumes.ids.count == 2 && volumes.ids[0] == "one" && !volumes.ids[1].isEmpty)
    let first = volumes.volume(0..<1, number: 1, name: "Volume 1 of 2", separator: ", ")
    let second = volumes.volume(1..<2, number: 2, name: "Volume 2 of 2", separator: ", ")
    #expect(first.metadata.title == "The Ford, Volume 1 of 2")
    #expect(
      first.blocks.map(\.kind) == [
        "division", "contents", "paragraph", "heading", "paragraph", "index",
      ])
    #expect(
      second.blocks.map(\.kind) == ["division", "contents", "heading", "paragraph", "index"])
    guard case .division(let page) = second.blocks[0] else { return }
    #expect(page.blocks.last == .text("Volume 2 of 2", .classes("volume")))
    #expect(first.indexEntries(named: "").map(\.term) == ["Runa"])
    #expect(second.indexEntries(named: "").map(\.term) == ["Odo"])
    // A place in the other volume is named and not linked.
    #expect(second.warnings().isEmpty)
    let both = volumes.volume(0..<2, number: 1, name: "", separator: ", ")
    #expect(both.blocks.contains { $0.kind == "heading" })
    #expect(DocumentVolumes(Document(blocks: [.text("a")])).ids.isEmpty)
  }

  @Test(arguments: [
    ([10, 10, 10], 20, [0..<2, 2..<3]), ([30, 5, 5], 20, [0..<1, 1..<3]), ([5], 1, [0..<1]),
    ([], 10, []), ([1, 1, 1], 1, [0..<1, 1..<2, 2..<3]),
  ])
  func chaptersStayWhole(pages: [Int], room: Int, volumes: [Range<Int>]) {
    #expect(DocumentVolumes.parted(pages: pages, room: room) == volumes)
  }
}
