// SPDX-License-Identifier: MIT
// Part of Platen: problems of a document as a tree, found before it is written.

public import Diagnostics

extension Document {
  /// Problems for writers: ids given twice, references to nothing, images without a resource,
  /// tables whose rows do not fill their columns, levels of headings that do not exist. One warning
  /// for each problem, in reading order, at most `limit`.
  public func warnings(limit: Int = 100) -> [Diagnostic] {
    var ids: Set<String> = []
    let names = Set(resources.map(\.name))
    // A reference may come before what it names, so those that name nothing yet are judged last.
    var found: [Problem] = []
    walk(
      skipsText: true,
      block: { block in
        let id = block.attributes.id
        if !id.isEmpty, !ids.insert(id).inserted { found.append(.sameID(id)) }
        switch block {
        case .heading(let heading) where !(1...6).contains(heading.level):
          found.append(.headingLevel(heading.level))
        case .list(let list):
          for item in list.items where !item.attributes.id.isEmpty {
            if !ids.insert(item.attributes.id).inserted {
              found.append(.sameID(item.attributes.id))
            }
          }
        case .table(let table):
          if let row = table.firstUnevenRow {
            found.append(.unevenRow(row, columns: table.columns.count))
          }
        default: break
        }
        return .descend
      },
      inline: { inline in
        switch inline {
        case .span(let span) where !span.attributes.id.isEmpty:
          if !ids.insert(span.attributes.id).inserted { found.append(.sameID(span.attributes.id)) }
        case .reference(let reference) where !ids.contains(reference.target):
          found.append(.reference(reference.target))
        case .image(let image) where !names.contains(image.resource):
          found.append(.image(image.resource))
        default: break
        }
        return .descend
      })
    found.removeAll {
      if case .reference(let target) = $0 { ids.contains(target) } else { false }
    }
    var warnings = found.prefix(limit).map(\.diagnostic)
    if found.count > limit {
      let left = found.count - limit
      warnings.append(.warning(.documentMore, "and \(left) more warnings about the document"))
    }
    return warnings
  }
}

/// One problem of a tree.
private enum Problem {
  case sameID(String)
  case headingLevel(Int)
  case unevenRow(Int, columns: Int)
  case reference(String)
  case image(String)

  var diagnostic: Diagnostic {
    switch self {
    case .sameID(let id):
      .warning(
        .documentId, "duplicate id \"\(id)\"",
        hints: ["give every node an id of its own"])
    case .headingLevel(let level):
      .warning(
        .documentHeadingLevel, "invalid heading level \(level)", hints: ["use levels 1 to 6"])
    case .unevenRow(let row, let columns):
      .warning(
        .documentTableRow, "row \(row) of a table does not fill its \(columns) columns",
        hints: ["give each row cells for every column, counting those that span several"])
    case .reference(let target):
      .warning(
        .documentReference, "no such id: \"\(target)\"",
        hints: ["name the id of a node of this document"])
    case .image(let resource):
      .warning(
        .documentImage, "no such image: \"\(resource)\"",
        hints: ["add a resource of that name"])
    }
  }
}

extension Table {
  /// The first row, counted from 1 through head and body, whose cells do not fill the columns.
  /// Cells that reach down from rows above count in the rows they cover.
  public var firstUnevenRow: Int? {
    var number = 0
    for rows in [head, body] {
      // How many more rows each column is covered from above.
      var covered = [Int](repeating: 0, count: columns.count)
      for row in rows {
        number += 1
        var column = 0
        func passCovered() { while column < covered.count, covered[column] > 0 { column += 1 } }
        var below = covered.map { max($0 - 1, 0) }
        for cell in row.cells {
          passCovered()
          let end = column + max(cell.columns, 1)
          guard end <= covered.count else { return number }
          for place in column..<end {
            guard covered[place] == 0 else { return number }
            below[place] = max(cell.rows, 1) - 1
          }
          column = end
        }
        passCovered()
        guard column == covered.count else { return number }
        covered = below
      }
    }
    return nil
  }
}
