// SPDX-License-Identifier: MIT
// Part of Platen: what the contents of a Word file list, and the bookmarks their entries lead to.

internal import Documents

/// A line of the contents.
struct ContentsEntry {
  /// 1...6.
  let level: Int
  let inlines: [Inline]
  let bookmark: String

  /// The entries of a document, each with the bookmark of its id or one of its own.
  static func all(in document: Document, bookmarks: inout Bookmarks) -> [ContentsEntry] {
    listed(in: document.blocks).map { level, inlines, id in
      ContentsEntry(
        level: min(max(level, 1), 6), inlines: inlines,
        bookmark: bookmarks.name(of: id) ?? bookmarks.makeName())
    }
  }

  /// The listed headings and the titles of indexes, in reading order: those at the top and in
  /// divisions.
  static func listed(in blocks: [Block]) -> [(level: Int, inlines: [Inline], id: String)] {
    var found: [(level: Int, inlines: [Inline], id: String)] = []
    Document(blocks: blocks).walk(
      block: { block in
        switch block {
        case .heading(let heading):
          if heading.isListed {
            found.append((heading.level, heading.inlines, heading.attributes.id))
          }
          return .skip
        case .index(let index):
          if !index.title.isEmpty { found.append((1, index.title, index.attributes.id)) }
          return .skip
        case .division: return .descend
        default: return .skip
        }
      })
    return found
  }
}
