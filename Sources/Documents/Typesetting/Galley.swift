// SPDX-License-Identifier: MIT
// Part of Platen: a document broken into lines but not yet into pages.

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
  /// The index in `DocumentStructure.elements`; -1 for an artefact.
  var element: Int32
  /// Number of its first footnote, from 1.
  var firstNote = 1
  var extras: ParagraphExtras?
}

/// Properties that few paragraphs have.
final class ParagraphExtras {
  /// One for each span; -1 for those without an element, -2 for artefacts.
  var spanElements: [Int32] = []
  static let artefact: Int32 = -2
  /// Footnotes: the item they are called at and their number in `Galley.notes`.
  var notes: [(item: Int, note: Int)] = []
  /// Index marks: the item they stand before and their number in `Galley.marks`.
  var marks: [(item: Int, mark: Int)] = []
  var anchors: [(item: Int, id: String)] = []
  /// Printed beside the first line, outside the text: a bullet, a number.
  var label: LineLabel?
  /// At the end of the last line, at the far side, with what leads there.
  var tail: LineTail?
  /// Beyond the measure of the lines, for the tail.
  var tailRoom = 0.0
  /// Indicates whether line breaks that are not in the text are marked.
  var marksWraps = false
  /// Made of the document's own headings or marks: its links are not set apart.
  var isGenerated = false

  /// Indicates whether nothing in it leads elsewhere on its page, or is led to.
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

/// A ground with a border behind what it holds, which may reach over several pages.
struct Frame {
  var x: Double
  var width: Double
  var style: Int32
  var isRightToLeft = false
}

/// Something of fixed height that is drawn as a whole.
struct FixedBox {
  enum Content {
    case ornament
    case picture(Node, size: Size, element: Int32)
    /// A line across.
    case line(Color, Double)
  }
  var content: Content
  var width: Double
  var height: Double
  var x: Double
}

/// One or more rows of a table that no cell lets apart.
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

/// A table as far as pages need to know it.
struct SetTable {
  /// Rows that are repeated on every page, in `Galley.rows`.
  var head: [Int]
  var x: Double
  var headHeight: Double
}

/// One thing in the column, below the one before.
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
    /// Pages from here on have furniture, or not.
    case furniture(Bool)
    /// Room that is not given up at a page's head, as a part of the page's height.
    case sink(Double)
  }

  var kind: Kind
  var x: Double
  var spaceBefore: Double
  var spaceAfter: Double
  var keepsWithNext: Bool
  var keepsTogether: Bool
  /// A figure that may stand after what follows it, rather than leave a page half empty.
  var floats = false
  /// A paragraph whose last lines stay with what follows.
  var leadsIn = false
  /// The index in `Galley.headings`; -1 for none.
  var heading: Int32 = -1
  /// Ids that lead here.
  var ids: [String] = []

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

/// Everything set, in the order of reading.
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
  /// Chunks between generated lists, and theirs: one after the other they are the book.
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

  /// The height of chunks set below each other without a page's end.
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
