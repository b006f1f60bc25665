// SPDX-License-Identifier: MIT
// Part of Platen: the tables of a document as Word has them.

internal import Documents

extension BodyWriter {
  /// Word's own limit.
  static let columnLimit = 63

  func writeTable(_ table: Table, _ place: BlockPlace) {
    guard place.tables < BodyWriter.tableDepthLimit else {
      counts.flattened += 1
      for cell in (table.head + table.body).flatMap(\.cells) { writeBlocks(cell.blocks, place) }
      return
    }
    if !table.caption.isEmpty {
      var caption = place.reading(table.caption)
      caption.endsGroup = false
      paragraph(
        place.isBoxed ? place.style : styles.id("Table Caption"), caption,
        Shape(keepsWithNext: true)
      ) { inlines(table.caption) }
    }
    let grid = TableGrid(table, limit: BodyWriter.columnLimit)
    if grid.isCut { counts.wideTables += 1 }
    guard !grid.head.isEmpty || !grid.body.isEmpty else { return }
    beginTable(place)
    // From right to left tables fill the column: programs differ on which side a small one stands.
    let widths = DefaultColumnWidths.twips(
      of: table, grid, within: place.width, isFilling: place.isRightToLeft)
    let headsRows = table.body.allSatisfy { $0.cells.first?.isHeader ?? true }

    out.raw("<w:tbl><w:tblPr>")
    if let style = styles.id(of: table.attributes, .table) ?? styles.id("Platen Table", .table) {
      out.raw("<w:tblStyle w:val=\"").value(style).raw("\"/>")
    }
    if place.isRightToLeft { out.raw("<w:bidiVisual/>") }
    out.raw("<w:tblW w:w=\"").number(widths.reduce(0, +)).raw("\" w:type=\"dxa\"/>")
    let indent = place.indent + place.boxIndent
    if indent > 0 {
      out.raw("<w:tblInd w:w=\"").number(indent).raw("\" w:type=\"dxa\"/>")
    }
    out.raw("<w:tblLook w:val=\"0")
    let look = 0x400 | (grid.head.isEmpty ? 0 : 0x20) | (headsRows ? 0x80 : 0)
    out.raw(String(look, radix: 16, uppercase: true)).raw("\"/>")
    if !table.caption.isEmpty {
      out.raw("<w:tblCaption w:val=\"").value(table.caption.plainText.replacing("\n", with: " "))
      out.raw("\"/>")
    }
    out.raw("</w:tblPr><w:tblGrid>")
    for width in widths {
      out.raw("<w:gridCol w:w=\"").number(width).raw("\"/>")
    }
    out.raw("</w:tblGrid>")
    for row in grid.head { writeRow(row, table, widths, place, isHead: true) }
    for row in grid.body { writeRow(row, table, widths, place, isHead: false) }
    out.raw("</w:tbl>")
    endTable()
  }

  private func writeRow(
    _ row: [TableGrid.Slot], _ table: Table, _ widths: [Int], _ place: BlockPlace, isHead: Bool
  ) {
    out.raw("<w:tr>")
    if isHead {
      out.raw("<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>")
    } else if table.attributes.has("slide") || table.attributes.has("slides") {
      // A slide stays with its title and with its notes.
      out.raw("<w:trPr><w:cantSplit/></w:trPr>")
    }
    var column = 0
    for slot in row {
      let span =
        switch slot {
        case .cell(_, let columns, _), .covered(let columns): columns
        case .missing: 1
        }
      let width = widths[column..<column + span].reduce(0, +)
      out.raw("<w:tc><w:tcPr><w:tcW w:w=\"").number(width).raw("\" w:type=\"dxa\"/>")
      if span > 1 {
        out.raw("<w:gridSpan w:val=\"").number(span).raw("\"/>")
      }
      var here = place
      here.container = .cell
      here.tables += 1
      here.lists = 0
      here.quotes = 0
      here.indent = 0
      here.isBoxed = false
      here.boxIndent = 0
      here.boxEnd = nil
      here.isOutlined = false
      here.endsGroup = false
      here.width = max(360, width - 216)
      here.style = styles.id("Table Text")
      let alignment = column < table.columns.count ? table.columns[column].alignment : .start
      here.alignment = alignment == .start ? nil : alignment
      switch slot {
      case .cell(let cell, _, let rows):
        if rows > 1 { out.raw("<w:vMerge w:val=\"restart\"/>") }
        out.raw("</w:tcPr>")
        if isHead || cell.isHeader { here.style = styles.id("Table Head") }
        separately {
          writeBlocks(cell.blocks, here)
          endCell(here, hasParagraph: !cell.blocks.isEmpty && cell.blocks != [.pageBreak])
        }
      case .covered:
        out.raw("<w:vMerge/></w:tcPr>")
        emptyCell(here)
      case .missing:
        out.raw("</w:tcPr>")
        emptyCell(here)
      }
      out.raw("</w:tc>")
      column += span
    }
    out.raw("</w:tr>")
  }

  private func emptyCell(_ place: BlockPlace) {
    separately { paragraph(place.style, place) {} }
  }
}

/// The widths of a table's columns where it does not specify them.
enum DefaultColumnWidths {
  /// The number of rows that are read: enough to know a long table by.
  private static let looked = 200
  /// A letter's width in twentieths of a point at the size of tables, and what stands beside text.
  private static let letter = 105
  private static let padding = 240
  /// The same for right-to-left text: letters of such scripts are set larger.
  private static let wideLetter = 118

  static func twips(
    of table: Table, _ grid: TableGrid, within width: Int, isFilling: Bool
  ) -> [Int] {
    let letter = isFilling ? wideLetter : letter
    var natural = [Int](repeating: 3, count: grid.columns)
    var least = [Int](repeating: 2, count: grid.columns)
    var rows: [[ColumnFit.Cell]] = []
    for row in grid.head.prefix(looked) + grid.body.prefix(looked) {
      var column = 0
      rows.append([])
      for slot in row {
        switch slot {
        case .cell(let cell, let columns, _):
          if columns == 1 {
            let measure = Measure(cell.blocks)
            natural[column] = max(natural[column], measure.line)
            least[column] = max(least[column], measure.word)
            rows[rows.count - 1].append(
              ColumnFit.Cell(column: column, lines: measure.lines(letter: Double(letter))))
          }
          column += columns
        case .covered(let columns): column += columns
        case .missing: column += 1
        }
      }
    }
    let shares = (0..<grid.columns).map {
      $0 < table.columns.count && table.columns[$0].share.isFinite
        ? min(max(table.columns[$0].share, 0), 1) : 0
    }
    let stated = shares.reduce(0, +)
    let wanted = natural.map { Double(min($0, 400) * letter + padding) }
    let total = wanted.reduce(0, +)
    // A small table stands as wide as what it holds; others fill the column.
    if !isFilling, stated == 0, total <= Double(width) * 0.62 { return wanted.map { Int($0) } }
    var widths = [Double](repeating: 0, count: grid.columns)
    let free = shares.indices.filter { shares[$0] == 0 }
    let rest = free.isEmpty ? 0 : max(0.1, 1 - min(stated, 1))
    let scale = stated > 0 ? (1 - rest) / stated : 0
    for column in shares.indices where shares[column] > 0 {
      widths[column] = Double(width) * shares[column] * scale
    }
    let room = Double(width) * (stated > 0 ? rest : 1)
    // Every column gets its longest word where there is room for all.
    let words = free.map { Double(min(least[$0], 40) * letter + padding) }
    let needed = words.reduce(0, +)
    if needed >= room {
      for (position, column) in free.enumerated() {
        widths[column] = room * words[position] / needed
      }
    } else {
      let most = free.map { wanted[$0] }
      let fit = ColumnFit(
        least: words, most: most, sides: Double(padding),
        rows: rows.map { row in
          row.compactMap { cell in
            free.firstIndex(of: cell.column).map { ColumnFit.Cell(column: $0, lines: cell.lines) }
          }
        })
      for (column, width) in zip(free, fit.widths(filling: room)) { widths[column] = width }
    }
    return widths.map { max(200, Int($0)) }
  }

  /// The words of the lines, and the lengths of the longest line and word, in columns.
  private struct Measure {
    var line = 0
    var word = 0
    private var lines: [[Int]] = []

    init(_ blocks: [Block]) {
      blocks.walk(
        block: { block in
          switch block {
          case .paragraph(let node): addText(node.inlines.plainText)
          case .heading(let node): addText(node.inlines.plainText)
          case .code(let node): addText(node.text)
          case .table, .figure: addText(String(repeating: "m ", count: 12))
          default: break
          }
          return .descend
        }, inline: { _ in .skip })
    }

    /// The lines with letters of a width.
    func lines(letter: Double) -> [ColumnFit.Line] {
      lines.map { words in
        ColumnFit.Line(words: words.map { .init(width: Double($0) * letter, gap: letter) })
      }
    }

    private mutating func addText(_ text: String) {
      let looked = text.utf8.count <= 2000 ? text[...] : text.prefix(2000)
      for piece in looked.utf8.split(separator: 0x0A) {
        line = max(line, DisplayWidth.of(Substring(piece)))
        let words = piece.split(separator: 0x20).map { DisplayWidth.of(Substring($0)) }
        word = max(word, words.max() ?? 0)
        lines.append(words)
      }
    }
  }
}
