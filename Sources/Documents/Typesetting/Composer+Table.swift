// SPDX-License-Identifier: MIT
// Part of Platen: sets tables: column widths from what is in them, rows, spans.

internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry

extension Composer {
  /// Columns a table may have; the cells of others are left out.
  private static let columnLimit = 64

  func compose(
    _ table: Table, _ language: String, in outer: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve(
      "table", table.attributes.classes, in: outer.style, language: language)
    let node = styles.node(style)
    let grid = Grid(table, limit: Composer.columnLimit)
    if grid.leftOutCount > 0 {
      record(
        .warning(
          .typesettingColumns,
          "\(grid.leftOutCount) cells beyond column \(Composer.columnLimit) of a table are left out"
        ))
    }
    guard grid.columnCount > 0, !grid.rows.isEmpty else { return }
    var room = outer
    room.isInner = true
    room.isCell = true
    room.depth += 1
    room.style = style
    room.element = galley.element(.table, in: outer.element)
    var caption: [Chunk] = []
    if !table.caption.isBlank {
      paragraph(
        table.caption, style: styles.resolve("table.caption", in: style),
        element: galley.element(.caption, in: room.element), keepsWithNext: true, in: outer,
        into: &caption)
    }
    let styleOfHead = styles.resolve("table.head", in: style)
    let styleOfCell = styles.resolve("table.cell", in: style)
    let padding = (
      x: max(2, styles.node(styleOfCell).padding), y: styles.node(styleOfCell).paddingBlock
    )
    let widths = columnWidths(
      grid, table, room: room, head: styleOfHead, cell: styleOfCell, padding: padding.x)
    let total = widths.reduce(0, +)
    let offset =
      node.alignment == .center
      ? (room.width - total) / 2 : room.isRightToLeft ? room.width - total : 0

    let head =
      grid.headCount > 0 ? galley.element(.tableHead, in: room.element) : room.element
    let body = galley.element(.tableBody, in: room.element)
    let tableIndex = galley.tables.count
    galley.tables.append(SetTable(head: [], x: outer.x + offset, headHeight: 0))
    var open = Chunk(.openTable(tableIndex), x: outer.x)
    open.spaceBefore = node.spaceBefore
    chunks += caption
    if let last = chunks.indices.last, !caption.isEmpty { chunks[last].keepsWithNext = true }
    chunks.append(open)

    var row = 0
    var striped = false
    while row < grid.rows.count {
      let isHead = row < grid.headCount
      let count = grid.blockCount(from: row)
      var block = RowBlock(cells: [], height: 0, width: total, table: tableIndex)
      var heights = [Double](repeating: 0, count: count)
      var spanning: [(cell: Int, rows: Range<Int>)] = []
      for r in 0..<count {
        let rowElement = galley.element(.tableRow, in: isHead ? head : body)
        for cell in grid.rows[row + r] {
          let isHeader = isHead || cell.cell.isHeader
          let element = galley.element(isHeader ? .headerCell : .cell, in: rowElement)
          if isHeader { galley.structure.elements[Int(element)].scope = isHead ? .column : .row }
          galley.structure.elements[Int(element)].columnSpan = cell.columns
          galley.structure.elements[Int(element)].rowSpan = cell.rows
          let x = widths[..<cell.column].reduce(0, +)
          let width = widths[cell.column..<cell.column + cell.columns].reduce(0, +)
          let cellStyle = isHeader ? styleOfHead : styleOfCell
          var inner = room
          inner.x = 0
          inner.width = max(8, width - 2 * padding.x)
          inner.style = aligned(
            cellStyle,
            table.columns.indices.contains(cell.column)
              ? table.columns[cell.column].alignment : .start)
          inner.element = element
          var set: [Chunk] = []
          compose(cell.cell.blocks, in: inner, into: &set)
          if !set.isEmpty {
            set[0].spaceBefore = 0
            set[set.count - 1].spaceAfter = 0
          }
          let content = galley.height(of: set, styles: styles)
          block.cells.append(
            RowBlock.Cell(
              x: room.isRightToLeft ? total - x - width : x, y: 0, width: width, height: 0,
              chunks: set, content: content, style: cellStyle, isHead: isHead,
              isStriped: !isHead && striped, paddingX: padding.x, paddingY: padding.y))
          let needed = content + 2 * padding.y
          if cell.rows == 1 {
            heights[r] = max(heights[r], needed)
          } else {
            spanning.append((block.cells.count - 1, r..<min(count, r + cell.rows)))
          }
        }
        heights[r] = max(heights[r], styles.node(styleOfCell).size)
        if !isHead { striped.toggle() }
      }
      for (cell, rows) in spanning {
        let needed = block.cells[cell].content + 2 * padding.y
        let have = heights[rows].reduce(0, +)
        if have < needed { heights[rows.upperBound - 1] += needed - have }
      }
      place(&block, heights, grid, row: row, spanning: spanning)
      block.height = heights.reduce(0, +)
      block.line = styles.node(isHead ? styleOfHead : styleOfCell).underline
      block.lineWidth = styles.node(isHead ? styleOfHead : styleOfCell).borderWidth
      block.isFirst = row == 0
      block.isLast = row + count >= grid.rows.count
      if block.isFirst { block.topLine = node.overline }
      if block.isLast, let line = node.underline {
        block.line = line
        block.lineWidth = node.borderWidth
      }
      let index = galley.rows.count
      galley.rows.append(block)
      if isHead {
        galley.tables[tableIndex].head.append(index)
        galley.tables[tableIndex].headHeight += block.height
      }
      var chunk = Chunk(.row(index), x: outer.x + offset)
      // Head rows stay with the first row they head.
      chunk.keepsWithNext = isHead && row + count < grid.rows.count
      chunks.append(chunk)
      row += count
    }
    var close = Chunk(.closeTable)
    close.spaceAfter = node.spaceAfter
    chunks.append(close)
  }

  /// Each cell's place and height within its block of rows.
  private func place(
    _ block: inout RowBlock, _ heights: [Double], _ grid: Grid, row: Int,
    spanning: [(cell: Int, rows: Range<Int>)]
  ) {
    var index = 0
    for r in heights.indices {
      let y = heights[..<r].reduce(0, +)
      for _ in grid.rows[row + r] {
        block.cells[index].y = y
        block.cells[index].height = heights[r]
        index += 1
      }
    }
    for (cell, rows) in spanning { block.cells[cell].height = heights[rows].reduce(0, +) }
  }

  private func aligned(_ style: Int32, _ alignment: Table.Alignment) -> Int32 {
    switch alignment {
    case .start: styles.aligning(style, .start)
    case .center: styles.aligning(style, .center)
    case .end: styles.aligning(style, .end)
    }
  }

  // MARK: Widths

  /// As CSS lays out tables by themselves: all columns as wide as their contents ask where there is
  /// room, else between their least and their greatest widths in the same proportion.
  private func columnWidths(
    _ grid: Grid, _ table: Table, room: Room, head: Int32, cell: Int32, padding: Double
  ) -> [Double] {
    var least = [Double](repeating: 2 * padding + 4, count: grid.columnCount)
    var most = least
    for (r, row) in grid.rows.enumerated() {
      for placed in row {
        let style = r < grid.headCount || placed.cell.isHeader ? head : cell
        let extent = extent(of: placed.cell.blocks, style: style, room)
        // What spans columns asks each of them for its part.
        let share = Double(placed.columns)
        for column in placed.column..<placed.column + placed.columns {
          least[column] = max(least[column], (extent.min + 2 * padding) / share)
          most[column] = max(most[column], (extent.max + 2 * padding) / share)
        }
      }
    }
    let shares = grid.columnCount > table.columns.count ? [] : table.columns.map(\.share)
    let available = room.width
    if shares.contains(where: { $0 > 0 }) {
      let given = shares.reduce(0, +)
      let rest = max(0, 1 - given) * available
      let free = zip(shares, most).filter { $0.0 <= 0 }.map(\.1).reduce(0, +)
      let widths = zip(shares, most).map { share, most in
        share > 0 ? share / max(1, given) * available : free > 0 ? most / free * rest : 0
      }
      return widths.map { max($0, 2 * padding + 4) }
    }
    // Some air, so that columns do not touch and last letters do not wrap by a rounding.
    most = most.map { $0 + 1 }
    least = least.map { $0 + 0.5 }
    let wish = most.reduce(0, +)
    if wish <= available {
      // A table that nearly fills the measure fills it.
      guard wish > available * 0.55 else { return most }
      return most.map { $0 + (available - wish) * $0 / wish }
    }
    let need = least.reduce(0, +)
    if need >= available { return capped(least, to: available) }
    // Narrow columns get what they ask for; the wide ones share what is left.
    var widths = most
    var wide = Array(most.indices)
    var left = available
    while true {
      let fair = left / Double(max(1, wide.count))
      let fitting = wide.filter { most[$0] <= fair }
      guard !fitting.isEmpty, fitting.count < wide.count else { break }
      left -= fitting.reduce(0) { $0 + most[$1] }
      wide.removeAll { most[$0] <= fair }
      guard wide.reduce(0, { $0 + least[$1] }) <= left else {
        return proportional(least, most, available)
      }
    }
    let narrow = proportional(wide.map { least[$0] }, wide.map { most[$0] }, left)
    for (i, column) in wide.enumerated() { widths[column] = narrow[i] }
    return widths
  }

  /// Widths where not even the longest words have room side by side: the widest columns give first,
  /// all down to one width, so that short words and times stay whole as long as anything does.
  private func capped(_ least: [Double], to available: Double) -> [Double] {
    var left = available
    var cap = 0.0
    let order = least.sorted()
    for (index, width) in order.enumerated() {
      cap = left / Double(order.count - index)
      if width > cap { break }
      left -= width
    }
    return least.map { min($0, cap) }
  }

  /// Widths between the least and the greatest, in one proportion, that fill what there is.
  private func proportional(_ least: [Double], _ most: [Double], _ available: Double) -> [Double] {
    let (need, wish) = (least.reduce(0, +), most.reduce(0, +))
    guard wish > need else { return least.map { $0 * available / max(1, need) } }
    return zip(least, most).map { $0 + ($1 - $0) * (available - need) / (wish - need) }
  }

  /// The extent of what stands in a cell.
  private func extent(
    of blocks: [Block], style: Int32, _ room: Room, depth: Int = 0
  ) -> (min: Double, max: Double) {
    guard depth < 8 else { return (0, 0) }
    var result = (min: 0.0, max: 0.0)
    func take(_ extent: (min: Double, max: Double), indent: Double = 0) {
      result.min = max(result.min, extent.min + indent)
      result.max = max(result.max, extent.max + indent)
    }
    for block in blocks {
      switch block {
      case .heading(let heading): take(extent(of: heading.inlines, style: style, room))
      case .paragraph(let paragraph): take(extent(of: paragraph.inlines, style: style, room))
      case .list(let list):
        for item in list.items {
          take(extent(of: item.blocks, style: style, room, depth: depth + 1), indent: 24)
        }
      case .quote(let quote):
        take(extent(of: quote.blocks, style: style, room, depth: depth + 1), indent: 24)
      case .callout(let callout):
        take(extent(of: callout.blocks, style: style, room, depth: depth + 1), indent: 24)
      case .division(let division):
        take(extent(of: division.blocks, style: style, room, depth: depth + 1))
      case .keyValues(let pairs):
        for pair in pairs.pairs {
          let key = extent(of: pair.key, style: style, room)
          let value = extent(of: pair.value, style: style, room)
          take((key.min + value.min + 12, key.max + value.max + 12))
        }
      case .table(let table):
        take((Double(table.columns.count) * 30, Double(table.columns.count) * 80))
      case .code(let code):
        let longest = code.text.split(separator: "\n").map(\.count).max() ?? 0
        take((60, Double(min(longest, 200)) * styles.node(style).size * 0.6))
      case .figure(let figure):
        take((30, picture(figure.image.resource)?.size.width ?? 60))
      case .rule, .pageBreak, .contents, .index: break
      }
    }
    return result
  }
}

/// A table's cells with the columns they stand in.
private struct Grid {
  struct Placed {
    var cell: Table.Cell
    var column: Int
    var columns: Int
    var rows: Int
  }

  var rows: [[Placed]] = []
  var headCount: Int
  var columnCount = 0
  /// Cells beyond the last column.
  var leftOutCount = 0

  init(_ table: Table, limit: Int) {
    headCount = table.head.count
    columnCount = min(limit, table.columns.count)
    let all = table.head + table.body
    // Rows still covered from above, for each column.
    var covered = [Int](repeating: 0, count: limit)
    for (r, row) in all.enumerated() {
      var placed: [Placed] = []
      var column = 0
      for (i, cell) in row.cells.enumerated() {
        while column < limit, covered[column] > 0 { column += 1 }
        guard column < limit else {
          leftOutCount += row.cells.count - i
          break
        }
        var columns = 1
        while columns < max(1, cell.columns), column + columns < limit,
          covered[column + columns] == 0
        {
          columns += 1
        }
        // A head's cells stay within the head.
        let end = r < table.head.count ? table.head.count : all.count
        let rows = max(1, min(cell.rows, end - r))
        placed.append(Placed(cell: cell, column: column, columns: columns, rows: rows))
        for c in column..<column + columns { covered[c] = rows }
        column += columns
        columnCount = max(columnCount, column)
      }
      for c in covered.indices where covered[c] > 0 { covered[c] -= 1 }
      rows.append(placed)
    }
  }

  /// How many rows from one on hold together by cells over several.
  func blockCount(from row: Int) -> Int {
    var end = row + 1
    var r = row
    while r < end, r < rows.count {
      for cell in rows[r] { end = max(end, min(rows.count, r + cell.rows)) }
      r += 1
    }
    return end - row
  }
}
