// SPDX-License-Identifier: MIT
// Part of Platen: sets keys with their values beside them.

internal import Documents
internal import Drawing

extension Composer {
  func compose(
    _ pairs: KeyValues, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve(
      "keyValues", pairs.attributes.classes, in: room.style, language: language)
    let node = styles.node(style)
    let keyStyle = styles.resolve("keyValues.key", in: style)
    let valueStyle = styles.aligning(style, node.alignment)
    let element = galley.element(.list, in: room.element)
    framed(style, element, in: room, into: &chunks) { room, chunks in
      let extents = pairs.pairs.map { self.extent(of: $0.key, style: keyStyle, room) }
      // A hair wider than the widest, which would else not fit its own width as sums are rounded.
      let gap = self.styles.node(style).size * 1.2
      let whole = (extents.map(\.max).max() ?? 0) + gap + 0.01
      // A word that would be cut in two may take up to half of the room.
      let word = min(room.width * 0.5, (extents.map(\.min).max() ?? 0) + gap + 0.01)
      let keyWidth = min(max(room.width * 0.38, word), whole)
      let table = self.galley.tables.count
      self.galley.tables.append(SetTable(head: [], x: room.x, headHeight: 0))
      for (i, pair) in pairs.pairs.enumerated() {
        let item = self.galley.element(.listItem, in: element)
        var key = room
        key.isInner = true
        key.x = 0
        key.width = max(20, keyWidth - gap)
        key.style = style
        var keyChunks: [Chunk] = []
        self.paragraph(
          pair.key, style: keyStyle, element: self.galley.element(.label, in: item), in: key,
          into: &keyChunks)
        var value = key
        value.width = max(20, room.width - keyWidth)
        if let own = Direction.first(in: pair.value.plainText),
          (own == .rightToLeft) != room.isRightToLeft
        {
          // What runs the other way stands beside its key all the same, not across the page from it.
          let natural = self.extent(of: pair.value, style: valueStyle, room).max + 0.01
          value.width = max(20, min(value.width, natural))
        }
        var valueChunks: [Chunk] = []
        self.paragraph(
          pair.value, style: valueStyle, element: self.galley.element(.listBody, in: item),
          in: value,
          into: &valueChunks)
        for i in keyChunks.indices { (keyChunks[i].spaceBefore, keyChunks[i].spaceAfter) = (0, 0) }
        for i in valueChunks.indices {
          (valueChunks[i].spaceBefore, valueChunks[i].spaceAfter) = (0, 0)
        }
        let cells = [(keyChunks, 0.0, key.width), (valueChunks, keyWidth, value.width)].map {
          chunks, x, width in
          RowBlock.Cell(
            x: room.isRightToLeft ? room.width - x - width : x, y: 0, width: width, height: 0,
            chunks: chunks, content: self.galley.height(of: chunks, styles: self.styles),
            style: style, isHead: false, isStriped: false, paddingX: 0, paddingY: 0)
        }
        let height = cells.map(\.content).max() ?? 0
        var row = RowBlock(
          cells: cells.map { cell in
            var cell = cell
            cell.height = height
            return cell
          }, height: height, width: room.width, table: table)
        row.isFirst = i == 0
        row.isLast = i + 1 == pairs.pairs.count
        self.galley.rows.append(row)
        var chunk = Chunk(.row(self.galley.rows.count - 1), x: room.x)
        chunk.spaceBefore = i == 0 ? 0 : self.styles.node(style).size * 0.15
        // The first and last pair stay with their neighbours, and all where the style asks for it.
        chunk.keepsWithNext =
          node.keepsTogether
          ? i + 1 < pairs.pairs.count
          : pairs.pairs.count > 2 && (i == 0 || i + 2 == pairs.pairs.count)
        chunks.append(chunk)
      }
    }
  }
}
