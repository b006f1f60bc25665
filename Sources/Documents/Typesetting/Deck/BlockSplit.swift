// SPDX-License-Identifier: MIT
// Part of Platen: splits blocks that continue over several pages at the ends of pages.

internal import Documents
internal import Geometry

/// The part of each block on each page.
///
/// Lists are split between items, boxes between their blocks, tables between rows, code between
/// lines, paragraphs between words. Together the parts have the text of the blocks.
struct BlockSplit {
  /// The beginning of a block.
  private struct Start {
    var id: String
    var page: Int
    var y: Double
  }

  /// The part on a page of a block without inner blocks.
  private struct Piece {
    var lines = 0
    /// Lines of code's paragraph.
    var paragraph = -1
    var range = 0..<0
    var rows: [Int] = []
    var top = Double.infinity
  }

  /// A cache of lines of code for all pages.
  private final class LineCache {
    var sources: [Int: [Int]] = [:]
    var lines: [String: [Substring]] = [:]
  }

  private static let prefix = "platen.part."

  /// The blocks with ids on all blocks that may be split.
  private(set) var blocks: [Block]
  private var starts: [Start] = []
  /// The index of each id in `starts`.
  private var places: [String: Int] = [:]
  private let lineCache = LineCache()
  private var count = 0
  private var composer: Composer?
  private var pagination: Pagination?

  init(naming blocks: [Block]) {
    self.blocks = blocks
    self.blocks = named(blocks)
  }

  /// Records the positions of the blocks.
  mutating func placed(_ composer: Composer, _ pagination: Pagination) {
    self.composer = composer
    self.pagination = pagination
    var ids: [String] = []
    BlockSplit.leaves(of: blocks, into: &ids)
    starts = ids.compactMap { id in
      pagination.places[id].map { Start(id: id, page: $0.page, y: $0.point.y) }
    }
    places = Dictionary(
      starts.indices.map { (starts[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The parts on a page, each with its top.
  func parts(on page: Int) -> [(block: Block, top: Double)] {
    blocks.compactMap { block in
      guard let part = part(of: block, on: page) else { return nil }
      var ids: [String] = []
      BlockSplit.leaves(of: [block], into: &ids)
      let tops = ids.compactMap { id -> Double? in
        guard let start = start(of: id) else { return nil }
        if start.page == page { return start.y }
        let top = piece(of: id, on: page).top
        return top.isFinite ? top : nil
      }
      return tops.min().map { (part, $0) }
    }
  }

  // MARK: Names

  private mutating func named(_ blocks: [Block]) -> [Block] { blocks.map { named($0) } }

  private mutating func named(_ block: Block) -> Block {
    var block = block
    switch block {
    case .list(var list):
      for index in list.items.indices { list.items[index].blocks = named(list.items[index].blocks) }
      block = .list(list)
    case .quote(var quote):
      quote.blocks = named(quote.blocks)
      block = .quote(quote)
    case .callout(var callout):
      callout.blocks = named(callout.blocks)
      block = .callout(callout)
    case .division(var division):
      division.blocks = named(division.blocks)
      block = .division(division)
    case .table(var table):
      for row in table.body.indices {
        for cell in table.body[row].cells.indices {
          table.body[row].cells[cell].blocks = named(table.body[row].cells[cell].blocks)
        }
      }
      block = .table(table)
    default: break
    }
    if block.attributes.id.isEmpty {
      block.setID("\(BlockSplit.prefix)\(count)")
      count += 1
    }
    return block
  }

  /// The block without names that were given here.
  static func unnamed(_ block: Block) -> Block {
    var block = block
    if block.attributes.id.hasPrefix(prefix) { block.setID("") }
    switch block {
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map(unnamed)
      }
      return .list(list)
    case .quote(var quote):
      quote.blocks = quote.blocks.map(unnamed)
      return .quote(quote)
    case .callout(var callout):
      callout.blocks = callout.blocks.map(unnamed)
      return .callout(callout)
    case .division(var division):
      division.blocks = division.blocks.map(unnamed)
      return .division(division)
    case .table(var table):
      for row in table.body.indices {
        for cell in table.body[row].cells.indices {
          table.body[row].cells[cell].blocks = table.body[row].cells[cell].blocks.map(unnamed)
        }
      }
      return .table(table)
    default: return block
    }
  }

  /// The ids of blocks that hold no others, in the order of reading; a table counts as one.
  private static func leaves(of blocks: [Block], into ids: inout [String]) {
    for block in blocks {
      switch block {
      case .list(let list): for item in list.items { leaves(of: item.blocks, into: &ids) }
      case .quote(let quote): leaves(of: quote.blocks, into: &ids)
      case .callout(let callout): leaves(of: callout.blocks, into: &ids)
      case .division(let division): leaves(of: division.blocks, into: &ids)
      default: ids.append(block.attributes.id)
      }
    }
  }

  // MARK: Parts

  private func part(of block: Block, on page: Int) -> Block? {
    func parts(_ blocks: [Block]) -> [Block] { blocks.compactMap { part(of: $0, on: page) } }
    switch block {
    case .list(var list):
      var items: [List.Item] = []
      var fresh: Int?
      for (index, item) in list.items.enumerated() {
        var item = item
        let whole = item.blocks
        item.blocks = parts(whole)
        if item.blocks.isEmpty { continue }
        if firstPage(of: whole) == page {
          fresh = fresh ?? index
        } else {
          item.attributes.classes.append("continued")
        }
        items.append(item)
      }
      guard !items.isEmpty else { return nil }
      if case .ordered(let start, let style) = list.marker, let fresh {
        list.marker = .ordered(start: start + fresh, style: style)
      }
      list.items = items
      return .list(list)
    case .quote(var quote):
      let whole = quote.blocks
      quote.blocks = parts(whole)
      if quote.blocks.isEmpty { return nil }
      if lastPage(of: whole) != page { quote.attribution = [] }
      return .quote(quote)
    case .callout(var callout):
      let whole = callout.blocks
      callout.blocks = parts(whole)
      if callout.blocks.isEmpty { return nil }
      if firstPage(of: whole) != page { callout.title = [] }
      return .callout(callout)
    case .division(var division):
      division.blocks = parts(division.blocks)
      return division.blocks.isEmpty ? nil : .division(division)
    default: return leaf(block, on: page)
    }
  }

  private func start(of id: String) -> Start? { places[id].map { starts[$0] } }

  /// Indicates whether a block may be on a page: between its beginning and that of the next block.
  private func isPlaced(_ id: String, on page: Int) -> Bool {
    guard let index = places[id] else { return false }
    let end = index + 1 < starts.count ? starts[index + 1].page : .max
    return page >= starts[index].page && page <= end
  }

  private func firstPage(of blocks: [Block]) -> Int? {
    var ids: [String] = []
    BlockSplit.leaves(of: blocks, into: &ids)
    return ids.lazy.compactMap { start(of: $0) }.first?.page
  }

  private func lastPage(of blocks: [Block]) -> Int? {
    var ids: [String] = []
    BlockSplit.leaves(of: blocks, into: &ids)
    guard let pagination, let last = ids.last else { return nil }
    return pagination.pages.indices.last { piece(of: last, on: $0).top.isFinite }
      ?? firstPage(of: blocks)
  }

  private func leaf(_ block: Block, on page: Int) -> Block? {
    let id = block.attributes.id
    guard let start = start(of: id), let pagination, isPlaced(id, on: page) else { return nil }
    let pieces = pagination.pages.indices.map { piece(of: id, on: $0) }
    guard pieces.count(where: { $0.top.isFinite }) > 1 else {
      return start.page == page ? block : nil
    }
    let own = pieces[page]
    switch block {
    case .paragraph(var paragraph):
      let total = pieces.reduce(0) { $0 + $1.lines }
      guard own.lines > 0, total > 0 else { return nil }
      let before = pieces[..<page].reduce(0) { $0 + $1.lines }
      let letters = paragraph.inlines.plainText.count
      // Where a part ends the next one begins: both are found in the whole.
      if before + own.lines < total {
        paragraph.inlines = paragraph.inlines.cut(at: letters * (before + own.lines) / total).head
      }
      paragraph.inlines = paragraph.inlines.cut(at: letters * before / total).tail
      return .paragraph(paragraph)
    case .code(var code):
      guard own.paragraph >= 0, let composer else { return start.page == page ? block : nil }
      let sources = lineCache.sources[own.paragraph] ?? composer.sourceLines(of: own.paragraph)
      lineCache.sources[own.paragraph] = sources
      let shown = Set(own.range.compactMap { sources.indices.contains($0) ? sources[$0] : nil })
      // A line of the source that is broken belongs to where it begins.
      let earlier = own.range.lowerBound > 0 ? sources[own.range.lowerBound - 1] : -1
      let all =
        lineCache.lines[id] ?? code.text.split(separator: "\n", omittingEmptySubsequences: false)
      lineCache.lines[id] = all
      let lines = shown.sorted().filter { $0 != earlier && $0 < all.count }.map { all[$0] }
      guard !lines.isEmpty else { return nil }
      code.text = lines.joined(separator: "\n")
      return .code(code)
    case .table(var table):
      let pages = table.body.map { row in firstPage(of: row, in: pagination) }
      var current = start.page
      table.body = zip(table.body, pages).filter { _, at in
        current = at ?? current
        return current == page
      }.map(\.0)
      if page != start.page { table.caption = [] }
      return table.body.isEmpty && page != start.page ? nil : .table(table)
    case .keyValues(var pairs):
      let before = Set(pieces[..<page].flatMap(\.rows))
      let known = Set(pieces.flatMap(\.rows)).sorted()
      pairs.pairs = zip(pairs.pairs, known).filter { _, row in
        own.rows.contains(row) && !before.contains(row)
      }.map(\.0)
      return pairs.pairs.isEmpty ? nil : .keyValues(pairs)
    default: return start.page == page ? block : nil
    }
  }

  private func firstPage(of row: Table.Row, in pagination: Pagination) -> Int? {
    var ids: [String] = []
    BlockSplit.leaves(of: row.cells.flatMap(\.blocks), into: &ids)
    return ids.compactMap { pagination.places[$0]?.page }.min()
  }

  /// The content on a page between a block's beginning and that of the next.
  private func piece(of id: String, on page: Int) -> Piece {
    var piece = Piece()
    guard let pagination, let index = places[id] else { return piece }
    let start = starts[index]
    let next = index + 1 < starts.count ? starts[index + 1] : nil
    guard page >= start.page, page <= (next?.page ?? .max) else { return piece }
    let record = pagination.pages[page]
    for placement in pagination.placements(on: record) {
      // Notes are below everything else.
      if case .noteRule = placement.kind { break }
      if placement.isRepeat || (page == start.page && placement.y < start.y - 0.5)
        || (page == next?.page && placement.y >= (next?.y ?? .infinity) - 0.5)
      {
        continue
      }
      switch placement.kind {
      case .lines(let paragraph, let from, let to):
        piece.lines += to - from
        if piece.paragraph < 0 { (piece.paragraph, piece.range) = (paragraph, from..<to) }
      case .row(let row, _): if !piece.rows.contains(row) { piece.rows.append(row) }
      case .box: break
      case .frame, .noteRule: continue
      }
      piece.top = min(piece.top, placement.y)
    }
    return piece
  }
}

extension [Inline] {
  /// The inlines up to the first blank at or after so many letters, and what follows it.
  func cut(at letters: Int) -> (head: [Inline], tail: [Inline]) {
    if letters <= 0 { return ([], self) }
    var head: [Inline] = []
    var left = letters
    for (index, inline) in enumerated() {
      let rest = Array(self[(index + 1)...])
      let own = [inline].plainText.count
      if own <= left {
        head.append(inline)
        left -= own
        continue
      }
      func within(_ inner: [Inline], _ make: ([Inline]) -> Inline) -> (
        head: [Inline], tail: [Inline]
      ) {
        let (first, second) = inner.cut(at: left)
        return (
          head + (first.isEmpty ? [] : [make(first)]), (second.isEmpty ? [] : [make(second)]) + rest
        )
      }
      switch inline {
      case .text(let text):
        let from = text.index(text.startIndex, offsetBy: left)
        guard let blank = text[from...].firstIndex(where: \.isWhitespace) else {
          head.append(inline)
          return (head, rest)
        }
        let tail = text[text.index(after: blank)...]
        return (
          head + [.text(String(text[..<blank]))], (tail.isEmpty ? [] : [.text(String(tail))]) + rest
        )
      case .emphasis(let inner): return within(inner) { .emphasis($0) }
      case .strong(let inner): return within(inner) { .strong($0) }
      case .strikethrough(let inner): return within(inner) { .strikethrough($0) }
      case .smallCaps(let inner): return within(inner) { .smallCaps($0) }
      case .link(let link): return within(link.inlines) { .link(Link(link.url, $0)) }
      case .span(let span) where !span.attributes.has("math"):
        return within(span.inlines) { .span(Span($0, span.attributes)) }
      default:
        head.append(inline)
        return (head, rest)
      }
    }
    return (head, [])
  }
}
