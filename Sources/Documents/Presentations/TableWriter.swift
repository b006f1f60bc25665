// SPDX-License-Identifier: MIT
// Part of Platen: tables of slides as tables (ECMA-376-1, 21.1.3).

internal import Documents
internal import Drawing
internal import Geometry
internal import Typesetting

struct TableWriter {
  let table: Table

  /// A place in the grid: a cell, or what another covers.
  private enum Slot {
    case cell(Table.Cell, isHead: Bool)
    case covered(isAcross: Bool, isDown: Bool)
  }

  private static let columnLimit = 60

  /// Rows of places, every row as long.
  private var grid: [[Slot?]] {
    let rows = table.head.map { ($0, true) } + table.body.map { ($0, false) }
    var grid: [[Slot?]] = rows.map { _ in [] }
    for (r, (row, isHead)) in rows.enumerated() {
      var column = 0
      for cell in row.cells {
        while column < grid[r].count, grid[r][column] != nil { column += 1 }
        guard column < TableWriter.columnLimit else { break }
        let width = min(max(1, cell.columns), TableWriter.columnLimit - column)
        let height = min(max(1, cell.rows), rows.count - r)
        for down in 0..<height {
          while grid[r + down].count < column + width { grid[r + down].append(nil) }
          for across in 0..<width {
            grid[r + down][column + across] =
              down == 0 && across == 0
              ? .cell(cell, isHead: isHead)
              : .covered(isAcross: across > 0, isDown: down > 0)
          }
        }
        column += width
      }
    }
    let most = grid.map(\.count).max() ?? 0
    return grid.map { $0 + Array(repeating: nil, count: most - $0.count) }
  }

  /// The table as a frame of its own; empty for a table without cells.
  func xml(
    _ id: Int, _ frame: Rect, _ base: TextLook, _ writer: inout TextWriter, palette: DeckPalette
  ) -> String {
    let grid = grid
    let columns = grid.first?.count ?? 0
    guard columns > 0 else { return "" }
    var look = base
    look.size *= writer.patch("table").scale ?? 0.88
    look.leading = writer.patch("table").leading ?? 1.3
    look.after = 0
    // Columns have alignments of their own.
    look.isCentered = false
    look.isAlignedAround = true
    let widths = widths(grid, look, frame.width)
    let height = frame.height / Double(max(1, grid.count))
    var xml =
      "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"\(id)\" name=\"Table \(id)\" descr=\"\(escaped(table.caption.plainText))\"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp=\"1\"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>"
    let width = widths.reduce(0, +)
    xml += Shapes.transform(
      Rect(
        x: writer.isRightToLeft ? frame.maxX - width : frame.x, y: frame.y, width: width,
        height: frame.height), "p:xfrm")
    xml +=
      "<a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/table\"><a:tbl><a:tblPr\(table.head.isEmpty ? "" : " firstRow=\"1\"") bandRow=\"0\"\(writer.isRightToLeft ? " rtl=\"1\"" : "")/><a:tblGrid>"
    for width in widths { xml += "<a:gridCol w=\"\(emu(width))\"/>" }
    xml += "</a:tblGrid>"
    for (r, row) in grid.enumerated() {
      xml += "<a:tr h=\"\(emu(height))\">"
      for (c, slot) in row.enumerated() {
        xml += cell(slot, column: c, row: r, isLast: r + 1 == grid.count, look, &writer, palette)
      }
      xml += "</a:tr>"
    }
    return xml + "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
  }

  private func cell(
    _ slot: Slot?, column: Int, row: Int, isLast: Bool, _ base: TextLook,
    _ writer: inout TextWriter, _ palette: DeckPalette
  ) -> String {
    var attributes = ""
    var text = "<a:p/>"
    var isHead = row < table.head.count
    switch slot {
    case .cell(let cell, let inHead):
      if cell.columns > 1 { attributes += " gridSpan=\"\(cell.columns)\"" }
      if cell.rows > 1 { attributes += " rowSpan=\"\(cell.rows)\"" }
      isHead = inHead
      var look = base
      if inHead || cell.isHeader {
        look.isBold = true
        look.color = inHead ? palette.accent : base.color
      }
      let own = column < table.columns.count ? table.columns[column].alignment : .start
      let written = writer.paragraphs(of: cell.blocks, look)
      if !written.isEmpty {
        let (start, end) = writer.isRightToLeft ? ("r", "l") : ("l", "r")
        let alignment = own == .center ? "ctr" : own == .end ? end : start
        text = written.replacing("<a:pPr ", with: "<a:pPr algn=\"\(alignment)\" ")
      }
    case .covered(let isAcross, let isDown):
      if isAcross { attributes += " hMerge=\"1\"" }
      if isDown { attributes += " vMerge=\"1\"" }
    case nil: break
    }
    let line = isHead || isLast ? palette.quiet : palette.line
    func border(_ name: String, _ color: Color?) -> String {
      guard let color else { return "<a:\(name) w=\"0\"><a:noFill/></a:\(name)>" }
      return "<a:\(name) w=\"9525\">\(Shapes.fill(color))</a:\(name)>"
    }
    return "<a:tc\(attributes)><a:txBody><a:bodyPr/><a:lstStyle/>\(text)</a:txBody>"
      + "<a:tcPr marL=\"\(emu(base.size * 0.45))\" marR=\"\(emu(base.size * 0.45))\" marT=\"\(emu(base.size * 0.22))\" marB=\"\(emu(base.size * 0.22))\" anchor=\"ctr\">"
      + border("lnL", nil) + border("lnR", nil)
      + border("lnT", row == 0 ? palette.quiet : nil) + border("lnB", line)
      + "<a:noFill/></a:tcPr></a:tc>"
  }

  /// The widths that the longest words need, all together no wider than the available width.
  private func widths(_ grid: [[Slot?]], _ look: TextLook, _ room: Double) -> [Double] {
    let count = grid[0].count
    var wanted = [Double](repeating: 0, count: count)
    var least = [Double](repeating: look.size * 1.6, count: count)
    for row in grid {
      for (c, slot) in row.enumerated() {
        guard case .cell(let cell, let isHead)? = slot, cell.columns == 1 else { continue }
        let letter = look.size * (isHead ? 0.62 : 0.57)
        for line in cell.blocks.words.split(separator: "\n") {
          wanted[c] = max(wanted[c], Double(line.count) * letter + look.size * 1.3)
          let longest = line.split(separator: " ").map(\.count).max() ?? 0
          least[c] = max(least[c], Double(longest) * letter + look.size * 1.1)
        }
      }
    }
    wanted = zip(wanted, least).map { max($0, $1) }
    let sum = wanted.reduce(0, +)
    guard sum > room else { return wanted }
    let floor = least.reduce(0, +)
    guard floor < room else { return least.map { $0 * room / floor } }
    let share = (room - floor) / (sum - floor)
    return zip(wanted, least).map { $1 + ($0 - $1) * share }
  }
}
