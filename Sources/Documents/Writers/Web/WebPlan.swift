// SPDX-License-Identifier: MIT
// Part of Platen: what must be known of a whole document before its first line of HTML is written.

internal import Documents

/// The places of ids, the headings, and the entries of the indexes.
struct WebPlan {
  /// A place that can be pointed at.
  struct Target {
    /// The id as HTML has it.
    var anchor: String
    /// The number of the piece it stands in.
    var piece: Int
    /// The heading that names it, by its place in `headings`.
    var heading: Int?
  }

  struct Entry {
    var level: Int
    var inlines: [Inline]
    var target: Target
  }

  /// A term of an index.
  struct IndexTerm {
    /// The letter above it; nil where none is.
    var letter: String?
    var term: String
    var places: [Place]
  }

  /// A target of an index entry.
  struct Place {
    var title: String
    /// nil where the document has no node of that id.
    var target: Target?
  }

  /// By the id in the document.
  private(set) var targets: [String: Target] = [:]
  /// The listed headings in reading order.
  private(set) var headings: [Entry] = []
  /// The names of the pictures that are used, in order of their first use.
  private(set) var images: [String] = []
  private(set) var hasDescribedAllImages = true
  /// Indicates whether the document as a whole runs from right to left.
  let isRightToLeft: Bool
  /// Parts of the column's width, in hundredths, that pictures and table columns take.
  private(set) var shares: Set<Int> = []
  /// The place of the first contents of the document itself.
  private(set) var contentsPiece: Int?
  var hasContents: Bool { contentsPiece != nil }
  /// The first `Contents` block's depth.
  private(set) var contentsDepth: Int?
  /// Ids that stand at several nodes; the first one has it.
  private(set) var repeatedIDs: [String] = []

  /// By the index's name; only for indexes the document prints.
  private var indexes: [String: [IndexTerm]] = [:]
  private var imageNames: Set<String> = []
  private var piece = 0
  /// Ids of divisions whose first heading is still to come.
  private var nameless: [String] = []

  /// - Parameter pieces: all of the document's blocks.
  init(_ pieces: [Piece], of document: Document) {
    isRightToLeft = document.metadata.runsRightToLeft
    for (number, piece) in pieces.enumerated() {
      self.piece = number
      visit(piece.blocks, isListed: true)
    }
    var names: Set<String> = []
    document.walk(
      block: { block in
        if case .index(let index) = block { names.insert(index.name) }
        return .descend
      }, inline: { _ in .skip })
    for name in names {
      let entries = document.indexEntries(named: name)
      if entries.isEmpty { continue }
      let letters = IndexLetters.above(
        entries.map(\.term), language: document.metadata.language)
      indexes[name] = zip(entries, letters).map { entry, letter in
        IndexTerm(
          letter: letter, term: entry.term,
          places: entry.places.map { Place(title: $0.title, target: targets[$0.id]) })
      }
    }
  }

  /// Indicates whether an index is printed.
  var hasIndexes: Bool { !indexes.isEmpty }

  /// The index of that name: terms in the order of letters, each with its places in reading order.
  func index(named name: String) -> [IndexTerm] { indexes[name] ?? [] }

  /// The title of the heading that names a place.
  func title(of target: Target) -> [Inline] {
    target.heading.map { headings[$0].inlines } ?? []
  }

  // MARK: Ids

  /// A document's id as one that HTML and XML take: letters, digits, `-`, `_` and `.` stay, all
  /// else is written in hexadecimal behind `x-`. No two ids become one.
  static func anchor(_ id: String) -> String {
    let isPlain =
      (id.utf8.first.map { isLetter($0) || $0 == UInt8(ascii: "_") } ?? false)
      && id.utf8.allSatisfy(isPlainByte)
    if isPlain, !reserved.contains(where: { id.hasPrefix($0) }) { return id }
    var text = "x-"
    for byte in id.utf8 {
      if isPlainByte(byte), byte != UInt8(ascii: "_") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "_" + String(byte, radix: 16) + "_"
      }
    }
    return text
  }

  /// The prefixes of ids that the writers add.
  private static let reserved = ["x-", "note-", "ref-", "label-", "top"]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isPlainByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }

  // MARK: Going through

  @discardableResult
  private mutating func addIdentifier(_ id: String, heading: Int? = nil) -> Bool {
    guard !id.isEmpty else { return false }
    guard targets[id] == nil else {
      repeatedIDs.append(id)
      return false
    }
    targets[id] = Target(anchor: WebPlan.anchor(id), piece: piece, heading: heading)
    return true
  }

  /// - Parameter isListed: whether headings among these blocks are headings of the document.
  private mutating func visit(_ blocks: [Block], isListed: Bool = false) {
    for block in blocks { visit(block, isListed: isListed) }
  }

  private mutating func visit(_ block: Block, isListed: Bool) {
    switch block {
    case .paragraph(let node):
      addIdentifier(node.attributes.id)
      visit(node.inlines)
    case .heading(let node):
      if list(node, id: node.attributes.id, isListed: isListed && node.isListed) {
        for division in nameless { targets[division]?.heading = headings.count - 1 }
        nameless = []
      }
      visit(node.inlines)
    case .list(let node):
      addIdentifier(node.attributes.id)
      for item in node.items {
        addIdentifier(item.attributes.id)
        visit(item.blocks)
      }
    case .table(let node):
      addIdentifier(node.attributes.id)
      visit(node.caption)
      for column in node.columns { addShare(column.share) }
      for row in node.head { for cell in row.cells { visit(cell.blocks) } }
      for row in node.body { for cell in row.cells { visit(cell.blocks) } }
    case .quote(let node):
      addIdentifier(node.attributes.id)
      visit(node.blocks)
      visit(node.attribution)
    case .code(let node): addIdentifier(node.attributes.id)
    case .figure(let node):
      addIdentifier(node.attributes.id)
      visit(node.image)
      visit(node.caption)
    case .callout(let node):
      addIdentifier(node.attributes.id)
      visit(node.title)
      visit(node.blocks)
    case .keyValues(let node):
      addIdentifier(node.attributes.id)
      for pair in node.pairs {
        visit(pair.key)
        visit(pair.value)
      }
    case .division(let node):
      if addIdentifier(node.attributes.id), isListed,
        case .heading(let heading)? = node.blocks.first,
        heading.isListed
      {
        nameless.append(node.attributes.id)
      }
      visit(node.blocks, isListed: isListed)
    case .rule(let attributes): addIdentifier(attributes.id)
    case .pageBreak: break
    case .contents(let node):
      addIdentifier(node.attributes.id)
      if contentsDepth == nil { contentsDepth = node.depth }
      if isListed, contentsPiece == nil { contentsPiece = piece }
      visit(node.title)
    case .index(let node):
      list(node.heading, id: node.attributes.id, isListed: isListed)
      visit(node.title)
    }
  }

  /// Adds the id of a heading, and the heading where it is one of the document's. Whether it is.
  @discardableResult
  private mutating func list(_ heading: Heading?, id: String, isListed: Bool) -> Bool {
    guard isListed, let heading, !id.isEmpty, targets[id] == nil else {
      addIdentifier(id)
      return false
    }
    addIdentifier(id, heading: headings.count)
    headings.append(
      Entry(
        level: heading.level, inlines: heading.inlines,
        target: Target(anchor: WebPlan.anchor(id), piece: piece, heading: headings.count)))
    return true
  }

  private mutating func visit(_ inlines: [Inline]) {
    for node in inlines {
      switch node {
      case .text, .code, .lineBreak: break
      case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines),
        .smallCaps(let inlines), .superscript(let inlines), .subscript(let inlines):
        visit(inlines)
      case .link(let link): visit(link.inlines)
      case .reference(let reference): visit(reference.inlines)
      case .footnote(let blocks): visit(blocks)
      case .image(let image): visit(image)
      case .span(let span):
        addIdentifier(span.attributes.id)
        visit(span.inlines)
      case .indexMark: break
      }
    }
  }

  private mutating func visit(_ image: Image) {
    if imageNames.insert(image.resource).inserted { images.append(image.resource) }
    if image.alternative.isEmpty { hasDescribedAllImages = false }
    addShare(image.share)
  }

  private mutating func addShare(_ share: Double) {
    if let hundredths = WebPlan.hundredths(share) { shares.insert(hundredths) }
  }

  /// A share as the class that has its width; nil if unspecified.
  static func hundredths(_ share: Double) -> Int? {
    guard share > 0 else { return nil }
    return max(1, Int((min(share, 1) * 100).rounded()))
  }
}
