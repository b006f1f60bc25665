// SPDX-License-Identifier: MIT
// Part of Platen: the galley: a document broken into lines but not yet into pages.

internal import Documents
internal import Drawing
internal import Geometry

/// A paragraph with its lines.
struct SetParagraph {
  var inlines: [Inline]
  var style: Int32
  var direction: Direction
  var shape: LineShape
  /// The index in `Galley.lines`.
  var firstLine = 0
  var lineCount = 0
  var lineHeight: Double
  /// The index in `DocumentStructure.elements`; -1 for an artifact.
  var element: Int32
  /// Number of its first footnote, from 1.
  var firstNote = 1
  var extras: ParagraphExtras?
}

/// Properties that few paragraphs have.
final class ParagraphExtras {
  /// One for each span; -1 for those without an element, -2 for artifacts.
  var spanElements: [Int32] = []
  static let artifact: Int32 = -2
  /// Footnotes: the item they are called at and their number in `Galley.notes`.
  var notes: [(item: Int, note: Int)] = []
  /// Index marks: the item they stand before and their number in `Galley.marks`.
  var marks: [(item: Int, mark: Int)] = []
  var anchors: [(item: Int, id: String)] = []
  /// The label next to the first line: a bullet or a number.
  var label: LineLabel?
  /// The text at the end of the last line, such as a page number, with its leader.
  var tail: LineTail?
  /// The width reserved for the tail beyond the measure of the lines.
  var tailWidth = 0.0
  /// Indicates whether line breaks that are not in the text are marked.
  var marksWraps = false
  /// Indicates a paragraph generated from headings or marks, whose links have no style of their own.
  var isGenerated = false

  /// Indicates whether it has no notes, marks and anchors.
  var isPlain: Bool { notes.isEmpty && marks.isEmpty && anchors.isEmpty }
}

struct LineLabel {
  var text: String
  var style: Int32
  var element: Int32
  /// The far edge of the label, from the start edge of the text; negative is outside.
  var end: Double
}

struct LineTail {
  var text: String
  var style: Int32
  var element: Int32
  var hasLeader: Bool
}

/// A background with a border behind its content, which may extend over several pages.
struct Frame {
  var x: Double
  var width: Double
  var style: Int32
  var isRightToLeft = false
}

/// A box of fixed height that is never split.
struct FixedBox {
  enum Content {
    case ornament
    case image(Node, size: Size, element: Int32)
    /// A horizontal rule.
    case line(Color, Double)
  }
  var content: Content
  var width: Double
  var height: Double
  var x: Double
}

/// One or more rows of a table that cells spanning several rows hold together.
struct RowBlock {
  struct Cell {
    /// From the table's edge, and from the block's top.
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var chunks: [Chunk]
    /// Height of the chunks.
    var content: Double
    var style: Int32
    var isHead: Bool
    var isStriped: Bool
    var paddingX: Double
    var paddingY: Double
  }
  var cells: [Cell]
  var height: Double
  var width: Double
  var table: Int
  var isFirst = false
  var isLast = false
  /// Drawn under the block; nil for none.
  var line: Color?
  var lineWidth = 0.0
  /// Drawn above the block.
  var topLine: Color?
}

/// The properties of a table for pagination.
struct SetTable {
  /// Rows that are repeated on every page, in `Galley.rows`.
  var head: [Int]
  var x: Double
  var headHeight: Double
}

/// A block-level item of the column.
struct Chunk {
  enum Kind {
    case paragraph(Int)
    case row(Int)
    case box(Int)
    case openFrame(Int)
    case closeFrame(Int)
    case openTable(Int)
    case closeTable
    case pageBreak(StylePatch.PageBreak)
    case columns(Int)
    /// Switches the furniture of the following pages on or off.
    case furniture(Bool)
    /// Sinkage: space that is kept at the top of a page, as a part of the page's height.
    case sink(Double)
  }

  var kind: Kind
  var x: Double
  var spaceBefore: Double
  var spaceAfter: Double
  var keepsWithNext: Bool
  var keepsTogether: Bool
  /// A float: a figure that may be placed later to avoid a half-empty page.
  var floats = false
  /// Indicates a paragraph whose last lines stay with the next chunk.
  var keepsLastLinesWithNext = false
  /// The index in `Galley.headings`; -1 for none.
  var heading: Int32 = -1
  /// Ids that lead here.
  var ids: [String] = []

  var isPageBreak: Bool { if case .pageBreak = kind { true } else { false } }

  init(
    _ kind: Kind, x: Double = 0, spaceBefore: Double = 0, spaceAfter: Double = 0,
    keepsWithNext: Bool = false, keepsTogether: Bool = false
  ) {
    self.kind = kind
    self.x = x
    self.spaceBefore = spaceBefore
    self.spaceAfter = spaceAfter
    self.keepsWithNext = keepsWithNext
    self.keepsTogether = keepsTogether
  }
}

struct SetHeading {
  var level: Int
  var title: String
  var inlines: [Inline]
  var place: String
  /// Indicates whether it is in contents.
  var isListed: Bool
  /// Indicates whether it is in the outline.
  var isOutlined: Bool
}

struct SetNote {
  var chunks: [Chunk]
  var height: Double
}

/// A list that is filled in when page numbers are known.
struct GeneratedList {
  enum Kind {
    case contents(Contents)
    case index(Documents.Index)
  }
  var kind: Kind
  /// The index in `Galley.segments`: where its chunks are.
  var segment: Int
  var x: Double
  var width: Double
  var style: Int32
  var element: Int32
}

/// The composed document, in reading order.
final class Galley {
  var paragraphs: [SetParagraph] = []
  var lines: [LineEnd] = []
  var frames: [Frame] = []
  var boxes: [FixedBox] = []
  var rows: [RowBlock] = []
  var tables: [SetTable] = []
  var headings: [SetHeading] = []
  var notes: [SetNote] = []
  var marks: [IndexMark] = []
  var structure = DocumentStructure()
  /// The chunks of the book in segments: those of generated lists and those between them.
  var segments: [[Chunk]] = [[]]
  var generated: [GeneratedList] = []
  /// Paragraphs whose text depends on page numbers.
  var dynamic: [Int] = []
  /// Ids referred to.
  var targets: Set<String> = []
  var ids: Set<String> = []
  var overfullCount = 0

  func element(
    _ role: StructureElement.Role, in parent: Int32, alternative: String = ""
  ) -> Int32 {
    var element = StructureElement(role, in: parent < 0 ? nil : Int(parent))
    if !alternative.isEmpty { element.alternative = alternative }
    structure.elements.append(element)
    return Int32(structure.elements.count - 1)
  }

  /// The height of chunks below each other without page breaks.
  func height(of chunks: [Chunk], styles: StyleTable) -> Double {
    var height = 0.0
    var space = 0.0
    var isTop = true
    for chunk in chunks {
      let content: Double
      switch chunk.kind {
      case .paragraph(let p): content = Double(paragraphs[p].lineCount) * paragraphs[p].lineHeight
      case .row(let r): content = rows[r].height
      case .box(let b): content = boxes[b].height
      case .openFrame(let f):
        height += isTop ? 0 : max(space, chunk.spaceBefore)
        height += styles.node(frames[f].style).paddingBlock
        space = 0
        isTop = true
        continue
      case .closeFrame(let f):
        height += styles.node(frames[f].style).paddingBlock
        space = chunk.spaceAfter
        isTop = false
        continue
      case .openTable, .closeTable, .pageBreak, .columns, .furniture, .sink: continue
      }
      height += isTop ? content : max(space, chunk.spaceBefore) + content
      space = chunk.spaceAfter
      isTop = false
    }
    return height
  }
}
