// SPDX-License-Identifier: MIT
// Part of Platen: tests of blocks and inlines with what lies in them replaced.

import Documents
import Testing

@Suite struct RewritingTests {
  private func rewritten(_ document: [Block], _ change: (String) -> [Inline]) -> [Block] {
    func blocks(_ inner: [Block]) -> [Block] {
      inner.map { $0.replacingContents(blocks: blocks, inlines: inlines) }
    }
    func inlines(_ inner: [Inline]) -> [Inline] {
      inner.flatMap { inline -> [Inline] in
        guard case .text(let text) = inline else {
          return [inline.replacingContents(blocks: blocks, inlines: inlines)]
        }
        return change(text)
      }
    }
    return blocks(document)
  }

  private func texts(_ blocks: [Block]) -> [String] {
    var texts: [String] = []
    blocks.walk(
      block: { _ in .descend },
      inline: { inline in
        if case .text(let text) = inline { texts.append(text) }
        return .descend
      })
    return texts
  }

  @Test func contentsThatDoNotChangeMakeTheSameBlocks() {
    let blocks = Samples.everyKind.blocks
    #expect(rewritten(blocks) { [.text($0)] } == blocks)
  }

  @Test func everyTextThatAWalkVisitsIsReplacedInItsPlace() {
    let blocks = Samples.everyKind.blocks
    let changed = rewritten(blocks) { [.text("(\($0))")] }
    #expect(texts(changed) == texts(blocks).map { "(\($0))" })
    #expect(texts(rewritten(blocks) { _ in [] }) == [])
  }

  @Test func anErrorEndsTheRewriting() {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      _ = try Samples.everyKind.blocks.map {
        try $0.replacingContents(blocks: { $0 }, inlines: { _ in throw Stop() })
      }
    }
  }
}
