// SPDX-License-Identifier: MIT
// Part of Platen: composes pairs of keys and values next to each other.

internal import Documents
internal import Drawing

extension Composer {
  func compose(
    _ pairs: KeyValues, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve(
      "key-values", pairs.attributes.classes, in: room.style, language: language)
    let node = styles.node(style)
    let keyStyle = styles.resolve("key-values.key", in: style)
    let valueStyle = styles.aligning(style, node.alignment)
    let element = galley.element(.list, in: room.element)
    let count = pairs.pairs.count
    framed(style, element, in: room, into: &chunks) { room, chunks in
      let extents = pairs.pairs.map { extent(of: $0.key, style: keyStyle, room) }
      // Slightly wider than the widest key, which might not fit its own width because of rounding.
      let gap = node.size * 1.2
      let whole = (extents.map(\.max).max() ?? 0) + gap + 0.01
      // To avoid breaking a word, the column of keys may take up to half of the width.
      let word = min(room.width * 0.5, (extents.map(\.min).max() ?? 0) + gap + 0.01)
      let keyWidth = min(max(room.width * 0.38, word), whole)
      let table = galley.tables.count
      galley.tables.append(SetTable(head: [], x: room.x, headHeight: 0))
      for (i, pair) in pairs.pairs.enumerated() {
        let item = galley.element(.listItem, in: element)
        var key = room
        key.isInner = true
        key.x = 0
        key.width = max(20, keyWidth - gap)
        key.style = style
        let keyChunks = closeParagraph(pair.key, keyStyle, .label, of: item, in: key)
        var value = key
        value.width = max(20, room.width - keyWidth)
        if let own = Direction.first(in: pair.value.plainText),
          (own == .rightToLeft) != room.isRightToLeft
        {
          // A value of the other direction is still set next to its key, not at the other margin.
          let natural = extent(of: pair.value, style: valueStyle, room).max + 0.01
          value.width = max(20, min(value.width, natural))
        }
        let valueChunks = closeParagraph(pair.value, valueStyle, .listBody, of: item, in: value)
        let contents = [keyChunks, valueChunks].map { galley.height(of: $0, styles: styles) }
        let height = max(contents[0], contents[1])
        func cell(_ chunks: [Chunk], _ content: Double, at x: Double, _ width: Double)
          -> RowBlock.Cell
        {
          RowBlock.Cell(
            x: room.isRightToLeft ? room.width - x - width : x, y: 0, width: width,
            height: height, chunks: chunks, content: content, style: style, isHead: false,
            isStriped: false, paddingX: 0, paddingY: 0)
        }
        galley.rows.append(
          RowBlock(
            cells: [
              cell(keyChunks, contents[0], at: 0, key.width),
              cell(valueChunks, contents[1], at: keyWidth, value.width),
            ], height: height, width: room.width, table: table, isFirst: i == 0,
            isLast: i + 1 == count))
        // The first and last pair stay with their neighbors, and all where the style asks for it;
        // the last one stays with the next block where the style asks for that.
        let keepsWithNext =
          i + 1 == count
          ? node.keepsWithNext : node.keepsTogether || count > 2 && (i == 0 || i + 2 == count)
        chunks.append(
          Chunk(
            .row(galley.rows.count - 1), x: room.x, spaceBefore: i == 0 ? 0 : node.size * 0.15,
            keepsWithNext: keepsWithNext))
      }
    }
  }

  /// A paragraph without space above and below.
  private func closeParagraph(
    _ inlines: [Inline], _ style: Int32, _ role: StructureElement.Role, of item: Int32,
    in room: Room
  ) -> [Chunk] {
    var chunks: [Chunk] = []
    let element = galley.element(role, in: item)
    setParagraph(
      ParagraphText(inlines: inlines, style: style, element: element), in: room, into: &chunks)
    for i in chunks.indices { (chunks[i].spaceBefore, chunks[i].spaceAfter) = (0, 0) }
    return chunks
  }
}
