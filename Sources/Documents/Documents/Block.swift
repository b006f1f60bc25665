// SPDX-License-Identifier: MIT
// Part of Platen: the blocks of a document, which stand one below the other.

/// One block of a document. Paragraphs, most of what there is, stand in their row; the others
/// apart.
public enum Block: Hashable, Sendable {
  indirect case heading(Heading)
  case paragraph(Paragraph)
  indirect case list(List)
  indirect case table(Table)
  indirect case quote(Quote)
  indirect case code(CodeBlock)
  indirect case figure(Figure)
  indirect case callout(Callout)
  indirect case keyValues(KeyValues)
  indirect case division(Division)
  /// A line across the column, or a look's ornament: a change of scene.
  case rule(Attributes)
  case pageBreak
  /// The headings of the document with where they stand, filled in by the writer.
  indirect case contents(Contents)
  /// The index marks of the document with where they stand, filled in by the writer.
  indirect case index(Index)

  /// A paragraph of plain text.
  public static func text(_ text: String, _ attributes: Attributes = .none) -> Block {
    .paragraph(Paragraph([.text(text)], attributes))
  }
}

public struct Heading: Hashable, Sendable {
  /// 1…6; 1 is a chapter.
  public var level: Int
  public var inlines: [Inline]
  public var attributes: Attributes
  /// Indicates whether it is in contents, running heads and the outline.
  public var isListed: Bool

  public init(
    _ level: Int, _ inlines: [Inline], _ attributes: Attributes = .none, isListed: Bool = true
  ) {
    self.level = level
    self.inlines = inlines
    self.attributes = attributes
    self.isListed = isListed
  }
}

public struct Paragraph: Hashable, Sendable {
  public var inlines: [Inline]
  public var attributes: Attributes
  public init(_ inlines: [Inline], _ attributes: Attributes = .none) {
    self.inlines = inlines
    self.attributes = attributes
  }
}

public struct List: Hashable, Sendable {
  public enum Marker: Hashable, Sendable {
    case bullet
    /// Numbered from `start` in that style.
    case ordered(start: Int, style: NumberStyle)
  }

  public enum NumberStyle: String, Hashable, Sendable {
    case decimal, lowerLetter, upperLetter, lowerRoman, upperRoman
  }

  public struct Item: Hashable, Sendable {
    public var blocks: [Block]
    /// Indicates whether a task is done; nil for an item that is not a task.
    public var isDone: Bool?
    public var attributes: Attributes
    public init(_ blocks: [Block], isDone: Bool? = nil, _ attributes: Attributes = .none) {
      self.blocks = blocks
      self.isDone = isDone
      self.attributes = attributes
    }
  }

  public var marker: Marker
  public var items: [Item]
  /// Items follow one another without space between.
  public var isTight: Bool
  public var attributes: Attributes

  public init(
    _ marker: Marker = .bullet, _ items: [Item], isTight: Bool = true,
    _ attributes: Attributes = .none
  ) {
    self.marker = marker
    self.items = items
    self.isTight = isTight
    self.attributes = attributes
  }
}

public struct Table: Hashable, Sendable {
  public enum Alignment: String, Hashable, Sendable { case start, center, end }

  public struct Column: Hashable, Sendable {
    public var alignment: Alignment
    /// The column's part of the table's width, 0…1; 0 leaves it to the contents.
    public var share: Double
    public init(_ alignment: Alignment = .start, share: Double = 0) {
      self.alignment = alignment
      self.share = share
    }
  }

  public struct Cell: Hashable, Sendable {
    public var blocks: [Block]
    /// Columns and rows it covers, at least 1. Cells covered by another are omitted from their
    /// rows.
    public var columns: Int
    public var rows: Int
    /// Heads its row; the cells of head rows head their columns without it.
    public var isHeader: Bool
    public init(_ blocks: [Block], columns: Int = 1, rows: Int = 1, isHeader: Bool = false) {
      self.blocks = blocks
      self.columns = columns
      self.rows = rows
      self.isHeader = isHeader
    }
    public init(_ inlines: [Inline], isHeader: Bool = false) {
      self.init([.paragraph(Paragraph(inlines))], isHeader: isHeader)
    }
  }

  public struct Row: Hashable, Sendable {
    public var cells: [Cell]
    public init(_ cells: [Cell]) { self.cells = cells }
  }

  /// Empty for a table without a caption.
  public var caption: [Inline]
  public var columns: [Column]
  /// Rows that head the columns, repeated on every page the table reaches.
  public var head: [Row]
  public var body: [Row]
  public var attributes: Attributes

  public init(
    caption: [Inline] = [], columns: [Column], head: [Row] = [], body: [Row],
    _ attributes: Attributes = .none
  ) {
    self.caption = caption
    self.columns = columns
    self.head = head
    self.body = body
    self.attributes = attributes
  }
}

public struct Quote: Hashable, Sendable {
  public var blocks: [Block]
  /// The author of the quote; empty if unknown.
  public var attribution: [Inline]
  public var attributes: Attributes
  public init(_ blocks: [Block], attribution: [Inline] = [], _ attributes: Attributes = .none) {
    self.blocks = blocks
    self.attribution = attribution
    self.attributes = attributes
  }
}

public struct CodeBlock: Hashable, Sendable {
  /// Lines separated by line feeds, without one at the end.
  public var text: String
  /// `swift`, `json`; empty if unknown.
  public var language: String
  public var attributes: Attributes
  public init(_ text: String, language: String = "", _ attributes: Attributes = .none) {
    self.text = text
    self.language = language
    self.attributes = attributes
  }
}

/// A picture that stands by itself, with what is written under it.
public struct Figure: Hashable, Sendable {
  public var image: Image
  public var caption: [Inline]
  public var attributes: Attributes
  public init(_ image: Image, caption: [Inline] = [], _ attributes: Attributes = .none) {
    self.image = image
    self.caption = caption
    self.attributes = attributes
  }
}

/// A box beside the story: a note, a roll of the dice, the choices offered.
public struct Callout: Hashable, Sendable {
  /// The kind of box, a word looks know: `note`, `dice`, `choices`, `combat`…
  public var kind: String
  public var title: [Inline]
  public var blocks: [Block]
  public var attributes: Attributes
  public init(
    kind: String, title: [Inline] = [], _ blocks: [Block], _ attributes: Attributes = .none
  ) {
    self.kind = kind
    self.title = title
    self.blocks = blocks
    self.attributes = attributes
  }
}

extension Callout {
  /// The title of a box without one of its own, by what kind of box it is; nil for boxes that have
  /// none then.
  package var defaultTitle: Phrase? {
    switch kind {
    case "note": .note
    case "tip": .tip
    case "important": .important
    case "warning": .warning
    case "caution": .caution
    default: nil
    }
  }
}

/// Names with what they stand for, as on a character sheet or at the head of minutes.
public struct KeyValues: Hashable, Sendable {
  public struct Pair: Hashable, Sendable {
    public var key: [Inline]
    public var value: [Inline]
    public init(_ key: [Inline], _ value: [Inline]) {
      self.key = key
      self.value = value
    }
    public init(_ key: String, _ value: String) { self.init([.text(key)], [.text(value)]) }
  }

  public var pairs: [Pair]
  public var attributes: Attributes
  public init(_ pairs: [Pair], _ attributes: Attributes = .none) {
    self.pairs = pairs
    self.attributes = attributes
  }
}

/// Blocks that belong together, such as a scene or a title page; `classes` name the kind.
public struct Division: Hashable, Sendable {
  public var blocks: [Block]
  public var attributes: Attributes
  public init(_ blocks: [Block], _ attributes: Attributes = .none) {
    self.blocks = blocks
    self.attributes = attributes
  }
}

public struct Contents: Hashable, Sendable {
  /// Printed above it; empty for none.
  public var title: [Inline]
  /// Headings down to this level.
  public var depth: Int
  public var attributes: Attributes
  public init(title: [Inline] = [], depth: Int = 2, _ attributes: Attributes = .none) {
    self.title = title
    self.depth = depth
    self.attributes = attributes
  }
}

public struct Index: Hashable, Sendable {
  public var title: [Inline]
  /// The name of the marks it gathers.
  public var name: String
  /// Between a term and its places, and between these.
  public var separator: String
  public var attributes: Attributes
  public init(
    title: [Inline] = [], name: String = "", separator: String = ", ",
    _ attributes: Attributes = .none
  ) {
    self.title = title
    self.name = name
    self.separator = separator
    self.attributes = attributes
  }
}
