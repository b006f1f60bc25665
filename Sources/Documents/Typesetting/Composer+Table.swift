// SPDX-License-Identifier: MIT
// Part of Platen: composes tables: column widths from their contents, rows, spans.

internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry

extension Composer {
  /// Columns a table may have; the cells of others are omitted.
  private static let columnLimit = 64
  /// The smallest scale of a table before words in its cells are broken.
  private static let leastTable = 0.66

  func compose(
    _ table: Table, _ language: String, in outer: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve(
      "table", table.attributes.classes, in: outer.style, language: language)
    let node = styles.node(style)
    let grid = PlacedTable(table, limit: Composer.columnLimit)
    if grid.leftOutCount > 0 {
      record(
        .warning(
          .typesettingColumns,
          "\(grid.leftOutCount) cells beyond column \(Composer.columnLimit) of a table are omitted"
        ))
    }
    guard grid.columnCount > 0, !grid.rows.isEmpty else { return }
    var room = outer
    room.isInner = true
    room.isCell = true
    room.depth += 1
    room.style = style
    // Columns of a slide are no table to screen readers.
    let isLayout = table.attributes.has(Block.sideBySide)
    room.element = galley.element(isLayout ? .division : .table, in: outer.element)
    if !table.caption.isBlank {
      let first = chunks.count
      setParagraph(
        ParagraphText(
          inlines: table.caption, style: styles.resolve("table.caption", in: style),
          element: galley.element(.caption, in: room.element), keepsWithNext: true), in: outer,
        into: &chunks)
      if first < chunks.count { chunks[chunks.count - 1].keepsWithNext = true }
    }
    if isLayout {
      // The outer columns begin and end where other text does.
      let padding = max(2, styles.node(cellStyle(of: table, in: style)).padding)
      room.x -= padding
      room.width += 2 * padding
    }
    let setting = setting(of: table, grid, node, in: room)
    let x = room.x + setting.offset
    galley.tables.append(SetTable(head: [], x: x, headHeight: 0))
    chunks.append(
      Chunk(.openTable(setting.index), x: outer.x, spaceBefore: node.spaceBefore))
    var row = 0
    var isStriped = false
    while row < grid.rows.count {
      let rows = row..<row + grid.blockCount(from: row)
      let isHead = row < grid.headCount
      let block = compose(rows, of: setting, &isStriped)
      let index = galley.rows.count
      galley.rows.append(block)
      if isHead {
        galley.tables[setting.index].head.append(index)
        galley.tables[setting.index].headHeight += block.height
      }
      row = rows.upperBound
      // Head rows stay with the first row they head.
      chunks.append(Chunk(.row(index), x: x, keepsWithNext: isHead && row < grid.rows.count))
    }
    chunks.append(Chunk(.closeTable, spaceAfter: node.spaceAfter))
  }

  private func cellStyle(of table: Table, in style: Int32) -> Int32 {
    styles.resolve(
      "table.cell", table.attributes.has(Block.sideBySide) ? [Block.sideBySide] : [], in: style)
  }

  private func setting(
    of table: Table, _ grid: PlacedTable, _ node: NodeStyle, in room: Room
  ) -> TableSetting {
    let head = styles.resolve("table.head", in: room.style)
    let cell = cellStyle(of: table, in: room.style)
    var setting = TableSetting(
      table: table, grid: grid, room: room, node: node, headStyle: head, cellStyle: cell,
      paddingX: max(2, styles.node(cell).padding), paddingY: styles.node(cell).paddingBlock,
      index: galley.tables.count)
    let shares = grid.columnCount > table.columns.count ? [] : table.columns.map(\.share)
    var widths = columnWidths(of: setting)
    if !shares.contains(where: { $0 > 0 }) {
      let scale = widths.scale(fitting: room.width)
      if scale < 1, scale >= Composer.leastTable {
        let smaller = setting.scaled(by: scale, styles)
        let narrower = columnWidths(of: smaller)
        // Pictures and indents within cells do not shrink.
        if narrower.scale(fitting: room.width) == 1 { (setting, widths) = (smaller, narrower) }
      }
    }
    setting.widths = widths.filling(room.width, shares: shares)
    setting.headElement =
      grid.headCount > 0 ? galley.element(.tableHead, in: room.element) : room.element
    setting.bodyElement =
      setting.isLayout ? room.element : galley.element(.tableBody, in: room.element)
    return setting
  }

  /// Composes rows that cells spanning several rows hold together.
  private func compose(
    _ rows: Range<Int>, of setting: TableSetting, _ isStriped: inout Bool
  ) -> RowBlock {
    let isHead = rows.lowerBound < setting.grid.headCount
    var block = RowBlock(cells: [], height: 0, width: setting.width, table: setting.index)
    var heights = [Double](repeating: 0, count: rows.count)
    var spanning: [(cell: Int, rows: Range<Int>)] = []
    for (r, row) in setting.grid.rows[rows].enumerated() {
      let rowElement =
        setting.isLayout
        ? setting.bodyElement
        : galley.element(.tableRow, in: isHead ? setting.headElement : setting.bodyElement)
      for placed in row {
        var cell = composeCell(placed, of: setting, in: rowElement, isHead: isHead)
        cell.isStriped = !isHead && isStriped
        block.cells.append(cell)
        if placed.rows == 1 {
          heights[r] = max(heights[r], cell.content + 2 * setting.paddingY)
        } else {
          spanning.append((block.cells.count - 1, r..<min(rows.count, r + placed.rows)))
        }
      }
      heights[r] = max(heights[r], styles.node(setting.cellStyle).size)
      if !isHead { isStriped.toggle() }
    }
    for (cell, rows) in spanning {
      let needed = block.cells[cell].content + 2 * setting.paddingY
      let have = heights[rows].reduce(0, +)
      if have < needed { heights[rows.upperBound - 1] += needed - have }
    }
    place(&block, heights, setting.grid, row: rows.lowerBound, spanning: spanning)
    block.height = heights.reduce(0, +)
    rule(&block, rows, setting)
    return block
  }

  /// The lines above and below a block.
  private func rule(_ block: inout RowBlock, _ rows: Range<Int>, _ setting: TableSetting) {
    guard !setting.isLayout else { return }
    let isHead = rows.lowerBound < setting.grid.headCount
    let node = styles.node(isHead ? setting.headStyle : setting.cellStyle)
    block.line = node.underline
    block.lineWidth = node.borderWidth
    block.isFirst = rows.lowerBound == 0
    block.isLast = rows.upperBound >= setting.grid.rows.count
    if block.isFirst { block.topLine = setting.node.overline }
    if block.isLast, let line = setting.node.underline {
      block.line = line
      block.lineWidth = setting.node.borderWidth
    }
  }

  private func composeCell(
    _ placed: PlacedTable.Placed, of setting: TableSetting, in rowElement: Int32, isHead: Bool
  ) -> RowBlock.Cell {
    let isHeader = isHead || placed.cell.isHeader
    let element = galley.element(
      setting.isLayout ? .division : isHeader ? .headerCell : .cell, in: rowElement)
    if isHeader { galley.structure.elements[Int(element)].scope = isHead ? .column : .row }
    if !setting.isLayout {
      galley.structure.elements[Int(element)].columnSpan = placed.columns
      galley.structure.elements[Int(element)].rowSpan = placed.rows
    }
    let x = setting.widths[..<placed.column].reduce(0, +)
    let width = setting.widths[placed.column..<placed.column + placed.columns].reduce(0, +)
    let style = isHeader ? setting.headStyle : setting.cellStyle
    let columns = setting.table.columns
    var inner = setting.room
    inner.x = 0
    inner.width = max(8, width - 2 * setting.paddingX)
    inner.style = aligned(
      style, columns.indices.contains(placed.column) ? columns[placed.column].alignment : .start)
    inner.element = element
    var chunks: [Chunk] = []
    compose(placed.cell.blocks, in: inner, into: &chunks)
    if !chunks.isEmpty {
      chunks[0].spaceBefore = 0
      chunks[chunks.count - 1].spaceAfter = 0
    }
    return RowBlock.Cell(
      x: setting.room.isRightToLeft ? setting.width - x - width : x, y: 0, width: width,
      height: 0, chunks: chunks, content: galley.height(of: chunks, styles: styles), style: style,
      isHead: isHead, isStriped: false, paddingX: setting.paddingX, paddingY: setting.paddingY)
  }

  /// Each cell's place and height within its block of rows.
  private func place(
    _ block: inout RowBlock, _ heights: [Double], _ grid: PlacedTable, row: Int,
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

  private func columnWidths(of setting: TableSetting) -> ColumnWidths {
    let grid = setting.grid
    var widths = ColumnWidths(
      count: grid.columnCount, floor: 2 * setting.paddingX + 4 * setting.scale,
      sides: 2 * setting.paddingX)
    for (r, row) in grid.rows.enumerated() {
      widths.addRow()
      for placed in row {
        let isHeader = r < grid.headCount || placed.cell.isHeader
        widths.addExtent(
          extent(
            of: placed.cell.blocks, style: isHeader ? setting.headStyle : setting.cellStyle,
            setting.room),
          of: placed.column..<placed.column + placed.columns)
      }
    }
    return widths
  }

  /// The extent of a cell's contents.
  private func extent(of blocks: [Block], style: Int32, _ room: Room, depth: Int = 0) -> Extent {
    guard depth < 8 else { return Extent() }
    var result = Extent()
    for block in blocks {
      switch block {
      case .heading(let heading): result.addExtent(extent(of: heading.inlines, style: style, room))
      case .paragraph(let paragraph):
        result.addExtent(extent(of: paragraph.inlines, style: style, room))
      case .list(let list):
        for item in list.items {
          result.addExtent(
            extent(of: item.blocks, style: style, room, depth: depth + 1), indent: 24)
        }
      case .quote(let quote):
        result.addExtent(extent(of: quote.blocks, style: style, room, depth: depth + 1), indent: 24)
      case .callout(let callout):
        result.addExtent(
          extent(of: callout.blocks, style: style, room, depth: depth + 1), indent: 24)
      case .division(let division):
        result.addExtent(extent(of: division.blocks, style: style, room, depth: depth + 1))
      case .keyValues(let pairs):
        for pair in pairs.pairs {
          let key = extent(of: pair.key, style: style, room)
          let value = extent(of: pair.value, style: style, room)
          result.add(min: key.min + value.min + 12, max: key.max + value.max + 12)
        }
      case .table(let table):
        result.add(
          min: Double(table.columns.count) * 30, max: Double(table.columns.count) * 80)
      case .code(let code):
        let longest = code.text.split(separator: "\n").map(\.count).max() ?? 0
        result.add(min: 60, max: Double(min(longest, 200)) * styles.node(style).size * 0.6)
      case .figure(let figure):
        result.add(min: 30, max: image(figure.image.resource)?.size.width ?? 60)
      case .rule, .pageBreak, .contents, .index: break
      }
    }
    return result
  }
}

/// A table with the common settings of its cells.
private struct TableSetting {
  let table: Table
  let grid: PlacedTable
  let room: Composer.Room
  let node: NodeStyle
  var headStyle: Int32
  var cellStyle: Int32
  var paddingX: Double
  let paddingY: Double
  /// The index in `Galley.tables`.
  let index: Int
  /// The scale of text and padding in a table that is too wide for its page.
  var scale = 1.0
  var headElement: Int32 = -1
  var bodyElement: Int32 = -1
  var widths: [Double] = []

  var width: Double { widths.reduce(0, +) }

  /// Indicates whether it is columns of a slide, which have no lines.
  var isLayout: Bool { table.attributes.has(Block.sideBySide) }

  func scaled(by scale: Double, _ styles: StyleTable) -> TableSetting {
    var setting = self
    setting.scale = scale
    setting.headStyle = styles.scaled(headStyle, by: scale)
    setting.cellStyle = styles.scaled(cellStyle, by: scale)
    setting.paddingX *= scale
    return setting
  }

  /// From the room's start edge.
  var offset: Double {
    if node.alignment == .center { return (room.width - width) / 2 }
    return room.isRightToLeft ? room.width - width : 0
  }
}
