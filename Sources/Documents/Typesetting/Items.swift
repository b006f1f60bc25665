// SPDX-License-Identifier: MIT
// Part of Platen: a paragraph as a list of boxes, glue and places to break, ready for line breaking.

internal import Documents
internal import Drawing
internal import Geometry

/// One piece of a paragraph.
struct Item {
  enum Kind: UInt8 {
    /// A shaped word, or a part of one that is not broken.
    case word
    /// A word space, at which a line may end.
    case space
    /// A space that keeps its neighbors together.
    case fixedSpace
    /// A place where a line may end without a space.
    case opportunity
    /// A place where a line may end with a hyphen.
    case softHyphen
    /// A place where a line must end.
    case hardBreak
    case image
  }

  var kind: Kind
  /// Of the Unicode bidirectional algorithm.
  var level: UInt8 = 0
  /// Of an opportunity.
  var penalty: Int16 = 0
  /// The index in `StyleTable.runs`.
  var run: Int32
  /// The index in `ItemList.spans`; -1 for none.
  var span: Int32
  /// The index in the word cache, or in `ItemList.images`.
  var word: Int32
  /// The width in points.
  var width: Double
}

/// A stretch of inlines that is an element of its own: a link, for instance.
struct SpanInfo {
  enum Kind {
    case link(String)
    case reference(String)
    case note(Int)
    case emphasis
    case strong
    case code
    case language(String)
    /// With what it shows, in words.
    case image(String)
    /// With its source.
    case formula(String)
  }
  var kind: Kind
  /// Ordinal of the span around it; -1 for none.
  var parent: Int32
}

/// An image or a formula in a line.
struct LineImage {
  /// Empty for a formula.
  var resource = ""
  var formula = ""
  var size: Size
  /// The part of it above the baseline.
  var ascent: Double
  /// A formula, about its origin on the baseline; nil for an image.
  var node: Node?
}

/// A paragraph's items and what else its inlines hold. One is used for all paragraphs in turn.
struct ItemList {
  var items: [Item] = []
  var spans: [SpanInfo] = []
  var notes: [[Block]] = []
  /// Index marks, and ids to point at, before the item of that number.
  var marks: [(item: Int, mark: IndexMark)] = []
  var anchors: [(item: Int, id: String)] = []
  var images: [LineImage] = []
  /// References whose text is a page's number.
  var hasPageReferences = false
  /// The paragraph runs from right to left.
  var isRightToLeft = false
  var hasLevels = false

  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    notes.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    hasPageReferences = false
    isRightToLeft = false
    hasLevels = false
  }
}
