// SPDX-License-Identifier: MIT
// Part of Platen: where a block stands in a Word file.

internal import Documents

/// The place of a block, handed down the tree.
struct BlockPlace {
  enum Container { case body, cell, note }

  var container = Container.body
  /// The space for text, in twentieths of a point.
  var width: Int
  /// The indent of text.
  var indent = 0
  /// The style of paragraphs that name none.
  var style: String?
  /// Indicates whether `style` is that of a box or a note, which applies to all in it.
  var isBoxed = false
  /// The indent of boxes in that style.
  var boxIndent = 0
  /// The distance of the box from the right, where that is not its style's.
  var boxEnd: Int?
  var isRightToLeft = false
  var direction = Direction.leftToRight
  var language = ""
  /// Lists around it.
  var lists = 0
  var tables = 0
  var quotes = 0
  /// Blocks around it.
  var depth = 0
  /// Indicates whether headings here are in the outline: at the top and in divisions.
  var isOutlined = true
  /// The alignment of paragraphs that do not specify one; nil for the style's.
  var alignment: Table.Alignment?
  /// Last in the list or box that stands here.
  var endsGroup = false
  var isTitlePage = false

  /// The indent of a box's text, by the skeleton's styles.
  static let boxIndent = 280
  static let quoteIndent = 480

  /// This place as the attributes of a block change it.
  func applying(_ attributes: Attributes) -> BlockPlace {
    guard !attributes.pairs.isEmpty else { return self }
    var copy = self
    if let language = attributes.value("language") { copy.language = language }
    if let direction = attributes.value("direction").flatMap(Direction.init) {
      copy.direction = direction
      copy.isRightToLeft = direction == .rightToLeft
    }
    return copy
  }

  /// That of a document's blocks: in one that runs to the right, a paragraph whose words begin in
  /// the other direction runs with them, as it does on pages.
  static func direction(of metadata: Metadata) -> Direction {
    metadata.direction == .rightToLeft ? .rightToLeft : .automatic
  }

  /// This place with the direction of these words, where it follows them.
  func reading(_ inlines: [Inline]) -> BlockPlace {
    guard direction == .automatic else { return self }
    var copy = self
    copy.isRightToLeft = Direction.first(in: inlines) == .rightToLeft
    return copy
  }

  /// A list style of this depth: Word has five.
  func listName(_ name: String) -> String { lists < 2 ? name : "\(name) \(min(lists, 5))" }

  /// The indent to write where the style or the list's level does not give it.
  func ownIndent(isNumbered: Bool) -> Int? {
    if isBoxed { return indent > 0 || boxEnd != nil ? boxIndent + indent : nil }
    if indent == 0 || (quotes == 1 && indent == BlockPlace.quoteIndent) { return nil }
    if lists > 0, style == nil, indent == lists * Numbering.indent,
      lists <= (isNumbered ? Numbering.levels : 5)
    {
      return nil
    }
    return indent
  }
}
