// SPDX-License-Identifier: MIT
// Part of Platen: what the contents of a Word file list, and the bookmarks their entries lead to.

internal import Documents

/// A line of the contents.
struct ContentsEntry {
  /// 1...6.
  let level: Int
  let inlines: [Inline]
  let bookmark: String
}

/// The entries of the contents, and which of them is being written.
struct ContentsList {
  /// Of the listed headings, each with the bookmark of its id or one of its own.
  private(set) var entries: [ContentsEntry] = []
  private var position = 0

  init() {}

  init(_ headings: [Heading], bookmarks: inout Bookmarks) {
    entries = headings.map { heading in
      ContentsEntry(
        level: min(max(heading.level, 1), 6), inlines: heading.inlines,
        bookmark: bookmarks.name(of: heading.attributes.id) ?? bookmarks.makeName())
    }
  }

  /// The bookmark of the next heading that is written.
  mutating func nextBookmark() -> String? {
    guard position < entries.count else { return nil }
    position += 1
    return entries[position - 1].bookmark
  }
}
