// SPDX-License-Identifier: MIT
// Part of Platen: the headings of a document as a tree, for contents, bookmarks and running heads.

/// A heading with those below it.
public struct OutlineEntry: Hashable, Sendable {
  public var level: Int
  public var inlines: [Inline]
  /// The heading's own id, or the one `numberingHeadings` gave it.
  public var id: String
  public var children: [OutlineEntry]

  public init(level: Int, inlines: [Inline], id: String, children: [OutlineEntry] = []) {
    self.level = level
    self.inlines = inlines
    self.id = id
    self.children = children
  }

  public var title: String { inlines.plainText.replacing("\n", with: " ") }
}

extension Index {
  /// What contents and bookmarks list of it; nil where it has no title.
  public var heading: Heading? {
    title.isBlank ? nil : Heading(1, title, .id(attributes.id))
  }
}

extension Document {
  /// The listed headings down to `depth`, in reading order and without the tree; an index's title is one
  /// of the first level.
  public func headings(depth: Int = 6) -> [Heading] {
    var result: [Heading] = []
    walk(
      block: { block in
        switch block {
        case .heading(let heading):
          if heading.isListed, heading.level <= depth { result.append(heading) }
          return .skip
        case .index(let index):
          if let heading = index.heading, depth >= 1 { result.append(heading) }
          return .skip
        case .division: return .descend
        default: return .skip
        }
      })
    return result
  }

  /// The listed headings down to `depth` as a tree. A heading that skips a level hangs below the
  /// nearest one above it.
  public func outline(depth: Int = 6) -> [OutlineEntry] {
    var open: [OutlineEntry] = []
    var roots: [OutlineEntry] = []
    func close(down to: Int) {
      while let last = open.last, last.level >= to {
        open.removeLast()
        if open.isEmpty { roots.append(last) } else { open[open.count - 1].children.append(last) }
      }
    }
    for heading in headings(depth: depth) {
      close(down: heading.level)
      open.append(
        OutlineEntry(level: heading.level, inlines: heading.inlines, id: heading.attributes.id))
    }
    close(down: 0)
    return roots
  }

  /// The same document in which every listed heading, and every index with a title, has an id to point at: `section-1`, `section-2`
  /// and so on, where it had none.
  public func withHeadingIDs() -> Document {
    var taken: Set<String> = []
    walk(
      block: { block in
        let id = block.attributes.id
        if !id.isEmpty { taken.insert(id) }
        return .descend
      })
    var number = 0
    func nextID() -> String {
      repeat { number += 1 } while taken.contains("section-\(number)")
      return "section-\(number)"
    }
    func named(_ blocks: [Block]) -> [Block] {
      blocks.map { block in
        switch block {
        case .heading(var heading):
          guard heading.isListed, heading.attributes.id.isEmpty else { return block }
          heading.attributes.id = nextID()
          return .heading(heading)
        case .index(var index):
          guard index.heading != nil, index.attributes.id.isEmpty else { return block }
          index.attributes.id = nextID()
          return .index(index)
        case .division(var division):
          division.blocks = named(division.blocks)
          return .division(division)
        default: return block
        }
      }
    }
    var copy = self
    copy.blocks = named(blocks)
    return copy
  }
}
