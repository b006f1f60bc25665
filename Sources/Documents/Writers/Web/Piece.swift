// SPDX-License-Identifier: MIT
// Part of Platen: a book cut into chapters, and chapters too long for a reading device into parts.

internal import Documents

/// Blocks that stand together in one section or in one file.
struct Piece {
  enum Kind { case titlePage, chapter, other }

  var kind: Kind
  var blocks: [Block]
  /// The heading it begins with, or that of the chapter it continues.
  var heading: Heading?
  /// The rest of a chapter that was cut for its length.
  var isContinued = false

  /// Cuts a document before every listed heading of level 1, also where those stand in divisions: a
  /// division that holds several chapters is also cut, each piece in a division of the same
  /// attributes.
  ///
  /// - Parameter limit: pieces of more than about this many bytes of text are cut further, between
  ///   blocks and never after a heading.
  static func cut(_ blocks: [Block], limit: Int = .max) -> [Piece] {
    var pieces = chapters(of: blocks, isStart: true)
    guard limit < .max else { return pieces }
    pieces = pieces.flatMap { piece in
      parts(of: piece.blocks, limit: limit).enumerated().map { number, blocks in
        Piece(
          kind: piece.kind, blocks: blocks, heading: piece.heading, isContinued: number > 0)
      }
    }
    return pieces
  }

  private static func chapters(of blocks: [Block], isStart: Bool) -> [Piece] {
    var pieces: [Piece] = []
    var current = Piece(kind: .other, blocks: [])
    func close() {
      if !current.blocks.isEmpty { pieces.append(current) }
      current = Piece(kind: .other, blocks: [])
    }
    for block in blocks {
      switch block {
      case .heading(let heading) where heading.beginsChapter:
        close()
        current = Piece(kind: .chapter, blocks: [block], heading: heading)
      case .division(let division):
        if division.isTitlePage, isStart, pieces.isEmpty, current.blocks.isEmpty {
          pieces.append(Piece(kind: .titlePage, blocks: [block]))
        } else if division.holdsChapter {
          close()
          let inner = chapters(of: division.blocks, isStart: false)
          for (number, var piece) in inner.enumerated() {
            piece.blocks = [.division(division.with(piece.blocks, isFirst: number == 0))]
            pieces.append(piece)
          }
        } else {
          current.blocks.append(block)
        }
      default: current.blocks.append(block)
      }
    }
    close()
    return pieces
  }

  private static func parts(of blocks: [Block], limit: Int) -> [[Block]] {
    var result: [[Block]] = []
    var current: [Block] = []
    var weight = 0
    func close() {
      guard !current.isEmpty else { return }
      result.append(current)
      current = []
      weight = 0
    }
    for block in blocks {
      let more = block.weight
      if weight + more > limit {
        let headings = current.reversed().prefix {
          if case .heading = $0 { true } else { false }
        }.count
        if headings < current.count {
          let carried = Array(current.suffix(headings))
          current.removeLast(headings)
          close()
          current = carried
          weight = carried.reduce(0) { $0 + $1.weight }
        }
      }
      if more > limit, case .division(let division) = block {
        let inner = parts(of: division.blocks, limit: limit).enumerated().map { number, blocks in
          Block.division(division.with(blocks, isFirst: number == 0))
        }
        for (number, part) in inner.enumerated() {
          current.append(part)
          if number < inner.count - 1 { close() }
        }
        weight = current.reduce(0) { $0 + $1.weight }
        continue
      }
      current.append(block)
      weight += more
    }
    close()
    return result
  }
}

extension Heading {
  var beginsChapter: Bool { level <= 1 && isListed }
}

extension Division {
  /// Indicates whether it stands for the document's title where it is the first block.
  var isTitlePage: Bool { attributes.has("title-page") || attributes.has("masthead") }

  /// Indicates whether a chapter begins in it.
  fileprivate var holdsChapter: Bool {
    blocks.contains {
      switch $0 {
      case .heading(let heading): heading.beginsChapter
      case .division(let division): division.holdsChapter
      default: false
      }
    }
  }

  /// A part of it: the id stays with the first.
  fileprivate func with(_ blocks: [Block], isFirst: Bool) -> Division {
    var attributes = attributes
    if !isFirst { attributes.id = "" }
    return Division(blocks, attributes)
  }
}

extension Block {
  /// About how many bytes its text and its marks take.
  fileprivate var weight: Int {
    switch self {
    case .heading(let node): 30 + node.inlines.weight
    case .paragraph(let node): 8 + node.inlines.weight
    case .list(let node): node.items.reduce(20) { $0 + 10 + $1.blocks.weight }
    case .table(let node):
      (node.head + node.body).reduce(60 + node.caption.weight) {
        $0 + $1.cells.reduce(10) { $0 + 10 + $1.blocks.weight }
      }
    case .quote(let node): 30 + node.blocks.weight + node.attribution.weight
    case .code(let node): 30 + node.text.utf8.count
    case .figure(let node): 150 + node.caption.weight
    case .callout(let node): 100 + node.title.weight + node.blocks.weight
    case .keyValues(let node):
      node.pairs.reduce(30) { $0 + 40 + $1.key.weight + $1.value.weight }
    case .division(let node): 30 + node.blocks.weight
    case .rule, .pageBreak, .contents, .index: 30
    }
  }
}

extension [Block] {
  fileprivate var weight: Int { reduce(0) { $0 + $1.weight } }
}

extension [Inline] {
  fileprivate var weight: Int {
    reduce(0) { sum, node in
      switch node {
      case .text(let text): sum + text.utf8.count
      case .code(let text): sum + 13 + text.utf8.count
      case .lineBreak, .indexMark: sum + 6
      case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines),
        .smallCaps(let inlines), .superscript(let inlines), .subscript(let inlines):
        sum + 15 + inlines.weight
      case .link(let link): sum + 20 + link.url.utf8.count + link.inlines.weight
      case .reference(let reference): sum + 40 + reference.inlines.weight
      case .span(let span): sum + 30 + span.inlines.weight
      case .image: sum + 120
      case .footnote(let blocks): sum + 200 + blocks.weight
      }
    }
  }
}
