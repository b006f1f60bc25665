// SPDX-License-Identifier: MIT
// Part of Platen: a table of HTML becomes a table of a document.

internal import Documents

/// Rows of an HTML table with their cells; columns are as many as the widest row covers.
struct TableBuilder {
  /// Columns and rows that a cell may cover.
  private static let mostCovered = 100

  private var caption: HTMLElement?
  private var rows: [(row: HTMLElement, isHead: Bool)] = []

  init(_ element: HTMLElement) {
    gather(element.children, isHead: false)
  }

  private mutating func gather(_ nodes: [HTMLNode], isHead: Bool) {
    for case .element(let child) in nodes {
      switch child.name {
      case "caption": caption = child
      case "thead": gather(child.children, isHead: true)
      case "tbody", "tfoot": gather(child.children, isHead: false)
      case "tr": rows.append((child, isHead))
      default: break
      }
    }
  }

  mutating func table(with builder: inout BlockBuilder, _ attributes: Attributes) -> Table? {
    var head: [Table.Row] = []
    var body: [Table.Row] = []
    var alignments: [Table.Alignment?] = []
    var shares: [Int: Double] = [:]
    /// The number of further rows that a cell above covers, for each column.
    var covered: [Int] = []
    var width = 0
    for (index, (row, isHead)) in rows.enumerated() {
      var cells: [Table.Cell] = []
      var column = 0
      func passCovered() {
        while column < covered.count, covered[column] > 0 {
          covered[column] -= 1
          column += 1
        }
      }
      for case .element(let cell) in row.children where ["td", "th"].contains(cell.name) {
        passCovered()
        let columns = TableBuilder.span(cell["colspan"])
        let reach = min(TableBuilder.span(cell["rowspan"]), rows.count - index)
        if let alignment = TableBuilder.alignment(of: cell) {
          while alignments.count <= column { alignments.append(nil) }
          if alignments[column] == nil { alignments[column] = alignment }
        }
        if let share = cell["data-share"].flatMap(Double.init), (0...1).contains(share) {
          shares[column] = share
        }
        cells.append(
          Table.Cell(
            builder.blocks(of: cell.children), columns: columns, rows: reach,
            isHeader: cell.name == "th" && !isHead))
        while covered.count < column + columns { covered.append(0) }
        for place in column..<column + columns { covered[place] = reach - 1 }
        column += columns
      }
      passCovered()
      width = max(width, column)
      // A first row of nothing but headers heads the table.
      let heads =
        isHead || (index == 0 && rows.count > 1 && !cells.isEmpty && cells.allSatisfy(\.isHeader))
      if heads, body.isEmpty {
        for place in cells.indices { cells[place].isHeader = false }
        // Markdown has no tables without a head; an empty one means none.
        if cells.contains(where: { !$0.blocks.isEmpty }) { head.append(Table.Row(cells)) }
      } else {
        body.append(Table.Row(cells))
      }
    }
    guard width > 0 else { return nil }
    let columns = (0..<width).map { index in
      Table.Column(
        (index < alignments.count ? alignments[index] : nil) ?? .start, share: shares[index] ?? 0)
    }
    fill(&head, to: width)
    fill(&body, to: width)
    return Table(
      caption: caption.map { builder.inlines(of: $0.children) } ?? [], columns: columns, head: head,
      body: body, attributes)
  }

  /// Empty cells where rows end early.
  private func fill(_ rows: inout [Table.Row], to width: Int) {
    var covered = [Int](repeating: 0, count: width)
    for index in rows.indices {
      var used = covered.count { $0 > 0 }
      for place in covered.indices where covered[place] > 0 { covered[place] -= 1 }
      var column = 0
      for cell in rows[index].cells {
        used += cell.columns
        if cell.rows > 1 {
          while column < width, covered[column] > 0 { column += 1 }
          for place in column..<min(width, column + cell.columns) { covered[place] = cell.rows - 1 }
        }
        column += cell.columns
      }
      while used < width {
        rows[index].cells.append(Table.Cell([Block]()))
        used += 1
      }
    }
  }

  private static func span(_ text: String?) -> Int {
    min(max(text.flatMap { Int($0) } ?? 1, 1), mostCovered)
  }

  private static func alignment(of cell: HTMLElement) -> Table.Alignment? {
    let style = (cell["style"] ?? "").lowercased().filter { !$0.isWhitespace }
    var word = cell["align"]?.lowercased()
    for known in ["left", "center", "right"] where style.contains("text-align:\(known)") {
      word = known
    }
    switch word {
    case "center": return .center
    case "right": return .end
    case "left": return .start
    default: return nil
    }
  }
}
