// SPDX-License-Identifier: MIT
// Part of Platen: a table as columns with names, the same for CSV and for GeoJSON's properties.

/// The value of one field of a table.
enum Value: Hashable {
  case none
  case flag(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case wholes([Int])
  case words([String])
  /// Names, which may have spaces.
  case names([String])
  /// Coordinates, each as `x,y`.
  case points([String])

  init(_ value: Int?) { self = value.map { .whole($0) } ?? .none }
  init(_ value: String?) { self = value.map { .text($0) } ?? .none }
  init(_ value: Double?) {
    if let value, value.isFinite { self = .number(value) } else { self = .none }
  }
  /// An id, none for 0.
  init(id: some BinaryInteger) { self = id == 0 ? .none : .whole(Int(id)) }

  /// The value as tables have it: flags are `true` and `false`, lists are joined by spaces,
  /// those of names by semicolons, and nothing is empty.
  var text: String {
    switch self {
    case .none: ""
    case .flag(let flag): flag ? "true" : "false"
    case .whole(let number): String(number)
    case .number(let number): ValueText.number(number)
    case .text(let text): text
    case .wholes(let numbers): numbers.map(String.init).joined(separator: " ")
    case .words(let words), .points(let words): words.joined(separator: " ")
    case .names(let names): names.joined(separator: "; ")
    }
  }
}

/// A column: its name and its value for a row.
struct Column<Row> {
  let name: String
  let value: (Row) -> Value

  init(_ name: String, _ value: @escaping (Row) -> Value) {
    self.name = name
    self.value = value
  }
}

/// A table of any kind of rows.
struct Sheet {
  let columns: [String]
  let count: Int
  private let fill: (Int, inout [Value]) -> Void

  init<Rows: RandomAccessCollection>(_ rows: Rows, _ columns: [Column<Rows.Element>])
  where Rows.Index == Int {
    self.columns = columns.map(\.name)
    count = rows.count
    let values = columns.map(\.value)
    let start = rows.startIndex
    fill = { index, result in
      let row = rows[start + index]
      for value in values { result.append(value(row)) }
    }
  }

  /// The values of a row, in the order of the columns.
  func read(_ row: Int, into values: inout [Value]) {
    values.removeAll(keepingCapacity: true)
    fill(row, &values)
  }
}
