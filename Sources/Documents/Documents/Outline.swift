// SPDX-License-Identifier: MIT
// Part of Platen: the headings of a document, for contents, bookmarks and running heads.

extension Index {
  /// The entry for contents and bookmarks; nil if it has no title.
  public var heading: Heading? {
    title.isBlank ? nil : Heading(1, title, .id(attributes.id))
  }
}

extension Document {
  /// The listed headings down to `depth`, in reading order; an index's title is one of the first
  /// level.
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

  /// The same document in which every listed heading, and every index with a title, has an id to
  /// point at: `section-1`, `section-2` and so on, where it had none.
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
