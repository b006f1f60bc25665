// SPDX-License-Identifier: MIT
// Part of Platen: what is wrong with a document as a tree, found before anybody writes it.

public import Diagnostics

extension Document {
  /// What writers would stumble over: ids given twice, references to nothing, images without a
  /// resource, tables whose rows do not fill their columns, levels of
  /// headings that do not exist. One warning a fault, in reading order, at most `limit`.
  public func faults(limit: Int = 100) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    var left = 0
    func add(_ code: Diagnostic.Code, _ message: String, hint: String) {
      if faults.count < limit {
        faults.append(.warning(code, message, hints: [hint]))
      } else {
        left += 1
      }
    }
    var ids: Set<String> = []
    walk(block: { block in
      let id = block.attributes.id
      if !id.isEmpty, !ids.insert(id).inserted {
        add(
          "document.id", "the id \"\(id)\" is given twice",
          hint: "give every node an id of its own")
      }
      return .descend
    })
    let names = Set(resources.map(\.name))
    walk(
      block: { block in
        switch block {
        case .heading(let heading) where !(1...6).contains(heading.level):
          add(
            "document.heading-level", "a heading of level \(heading.level)",
            hint: "levels are 1 to 6")
        case .table(let table):
          if let row = table.firstUnevenRow {
            add(
              "document.table-row",
              "row \(row) of a table does not fill its \(table.columns.count) columns",
              hint: "give each row cells for every column, counting those that span several")
          }
        default: break
        }
        return .descend
      },
      inline: { inline in
        switch inline {
        case .reference(let reference) where !ids.contains(reference.target):
          add(
            "document.reference", "a reference to \"\(reference.target)\", which is nowhere",
            hint: "name the id of a node of this document")
        case .image(let image) where !names.contains(image.resource):
          add(
            "document.image",
            "an image of \"\(image.resource)\", which the document does not carry",
            hint: "add a resource of that name")
        default: break
        }
        return .descend
      })
    if left > 0 {
      faults.append(.warning("document.more", "and \(left) more faults of the document's tree"))
    }
    return faults
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
