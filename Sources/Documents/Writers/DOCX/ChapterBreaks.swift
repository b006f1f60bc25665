// SPDX-License-Identifier: MIT
// Part of Platen: which chapters begin a page.

internal import Documents

/// Chapters begin a page, but for short ones that follow one another, as lists at a book's end do:
/// these share one.
///
/// It receives the blocks of a document in order, as far as needed to decide on a chapter.
struct ChapterBreaks {
  /// Indicates for each listed heading of the first level in the outline whether a page begins with
  /// it; the last of them is still being counted.
  private var breaks: [Bool] = []
  /// Letters of the chapter being counted, no more than it takes to know that it is long.
  private var size = 0
  private var wasShort = false

  /// About a third of a page.
  private static let short = 900
  /// The equivalent in letters of the space that an image takes.
  private static let pictureSize = 900
  private static let rowSize = 60

  /// Indicates whether that chapter begins a page; nil while more blocks have to be seen.
  subscript(chapter: Int) -> Bool? {
    if chapter < breaks.count - 1 { return breaks[chapter] }
    return chapter == breaks.count - 1 && size > ChapterBreaks.short ? true : nil
  }

  /// That chapter, where nothing comes any more.
  func last(_ chapter: Int) -> Bool {
    self[chapter] ?? !wasShort
  }

  /// Takes the next blocks.
  mutating func count(_ blocks: [Block]) {
    for block in blocks {
      switch block {
      case .division(let division): count(division.blocks)
      case .heading(let heading) where heading.isListed && heading.level <= 1:
        endChapter()
        breaks.append(true)
        size = 0
      default:
        if size <= ChapterBreaks.short { size += ChapterBreaks.size(of: block) }
      }
    }
  }

  private mutating func endChapter() {
    guard let last = breaks.indices.last else { return }
    let isShort = size <= ChapterBreaks.short
    breaks[last] = !(isShort && wasShort)
    wasShort = isShort
  }

  /// A table takes as much as its rows or its words do, whichever is more: its cells stand side by
  /// side.
  private static func size(of table: Table) -> Int {
    var words = 0
    for row in table.head + table.body where words <= short {
      for cell in row.cells {
        cell.blocks.walk(
          block: { _ in words > short ? .skip : .descend },
          inline: { inline in
            if case .text(let text) = inline { words += text.utf8.count }
            return .descend
          })
      }
    }
    return max(words, (table.head.count + table.body.count) * rowSize)
  }

  private static func size(of block: Block) -> Int {
    var size = 0
    [block].walk(
      block: { block in
        switch block {
        case .figure: size += pictureSize
        case .table(let table):
          size += ChapterBreaks.size(of: table)
          return .skip
        case .code(let code): size += code.text.utf8.count
        default: size += 40
        }
        return size > short ? .skip : .descend
      },
      inline: { inline in
        if case .text(let text) = inline { size += text.utf8.count }
        return size > short ? .skip : .descend
      })
    return size
  }
}
