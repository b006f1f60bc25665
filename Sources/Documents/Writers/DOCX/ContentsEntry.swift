// SPDX-License-Identifier: MIT
// Part of Platen: what the contents of a Word file list, and the bookmarks their entries lead to.

internal import Documents

/// A line of the contents.
struct ContentsEntry {
  /// 1...6.
  let level: Int
  let inlines: [Inline]
  let bookmark: String

  /// The entries of listed headings, each with the bookmark of its id or one of its own.
  static func all(of headings: [Heading], bookmarks: inout Bookmarks) -> [ContentsEntry] {
    headings.map { heading in
      ContentsEntry(
        level: min(max(heading.level, 1), 6), inlines: heading.inlines,
        bookmark: bookmarks.name(of: heading.attributes.id) ?? bookmarks.makeName())
    }
  }
}
