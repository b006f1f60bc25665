// SPDX-License-Identifier: MIT
// Part of Platen: the blocks of a document in order, some looked at before their turn.

internal import Documents

struct BlockSource {
  private(set) var document: any DocumentStream
  /// All of it, where that is at hand: an index may then stand anywhere in it.
  private let whole: Document?
  let beginsChaptersOnNewPage: Bool
  private var chapterBreaks = ChapterBreaks()
  /// Blocks that were looked at before their turn.
  private var ahead: ArraySlice<Block> = []
  /// Gathers the index that ends the document while its blocks are taken.
  private var gatherer: IndexGatherer?
  /// Listed headings of the first level so far.
  private var chapter = 0

  init(_ document: any DocumentStream, whole: Document?, beginsChaptersOnNewPage: Bool) {
    self.document = document
    self.whole = whole
    self.beginsChaptersOnNewPage = beginsChaptersOnNewPage
    gatherer = document.lastIndex.map { IndexGatherer(named: $0.name) }
  }

  /// The next block of the document.
  mutating func next() -> Block? {
    let block = ahead.popFirst() ?? take()
    if let block { gatherer?.visit(block) }
    return block
  }

  /// The same, and it stays the next.
  mutating func peek() -> Block? {
    if ahead.isEmpty, let block = take() { ahead.append(block) }
    return ahead.first
  }

  private mutating func take() -> Block? {
    guard let block = document.next() else { return nil }
    if beginsChaptersOnNewPage { chapterBreaks.count([block]) }
    return block
  }

  var language: String { document.metadata.language }

  mutating func headings() -> [Heading] { document.headings(depth: .max) }

  /// Counts a chapter. Whether it begins a page: the document is looked at until that is known.
  mutating func beginChapter(isFirst: Bool) -> Bool {
    defer { chapter += 1 }
    guard !isFirst else { return false }
    while true {
      if let isKnown = chapterBreaks[chapter] { return isKnown }
      guard let block = take() else { return chapterBreaks.last(chapter) }
      ahead.append(block)
    }
  }

  mutating func entries(of index: Index) -> [IndexEntry] {
    guard let gatherer, gatherer.name == index.name, peek() == nil else {
      return whole?.indexEntries(named: index.name) ?? []
    }
    return gatherer.entries(language: language)
  }
}
