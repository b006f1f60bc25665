// SPDX-License-Identifier: MIT
// Part of Platen: what the rows of all FMG's tables have in common.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON
internal import Text

/// One row of a table during reading; returns sound values or nil and reports what was not sound.
struct RowReader {
  let view: JSONView
  /// The table's name in messages, such as `states`.
  let table: String
  let id: Int

  func place(_ field: String) -> SourceLocation {
    SourceLocation(field: "\(table)[\(id)].\(field)")
  }

  func text(_ key: StaticString) -> String? { view[key]?.looseString }

  func int(_ key: StaticString) -> Int? { view[key]?.looseInt }

  func double(_ key: StaticString) -> Double? { view[key]?.looseDouble }

  func flag(_ key: StaticString) -> Bool { view[key]?.looseBool ?? false }

  /// An id where 0 and less mean none.
  func reference(_ key: StaticString) -> Int? {
    guard let value = view[key]?.looseInt, value > 0 else { return nil }
    return value
  }

  /// A cell's number; negative ones are none.
  func cell(_ key: StaticString) -> Int? {
    guard let value = view[key]?.looseInt, value >= 0 else { return nil }
    return value
  }

  func point(_ x: StaticString, _ y: StaticString) -> Point? {
    guard let x = view[x]?.looseDouble, let y = view[y]?.looseDouble else { return nil }
    return Point(x, y)
  }

  /// A point written as an array of two numbers.
  func point(_ key: StaticString) -> Point? { view[key].flatMap(Point.init(pair:)) }

  func color(_ key: StaticString, log: inout DiagnosticLog) -> EntityColor? {
    guard let text = view[key]?.string, !text.isEmpty else { return nil }
    if let color = EntityColor(text: text) { return color }
    log.record(
      .warning(
        .mapColor, "invalid color \"\(excerpt(text))\"", at: place("color")))
    return nil
  }

  /// Ids from an array, without null and 0.
  func references(_ key: StaticString) -> [Int] {
    view[key]?.elements.compactMap { $0.looseInt }.filter { $0 > 0 } ?? []
  }
}

/// A text from a file as it may stand in a message, however long it is there.
func excerpt(_ text: String) -> String {
  text.unicodeScalars.count > 40 ? String(text.unicodeScalars.prefix(40)) + "…" : text
}

extension DiagnosticLog {
  /// Warns of rows of a table that could not be read; nothing where there are none.
  mutating func recordLostRows(_ count: Int, of table: String, lacking what: String) {
    guard count > 0 else { return }
    record(
      .warning(
        .mapRow, "rows omitted because they lack \(what): \(count)",
        at: SourceLocation(field: table)))
  }
}

extension Point {
  /// A point written as an array that begins with two numbers.
  init?(pair view: JSONView) {
    var elements = view.elements
    guard let x = elements.next()?.looseDouble, let y = elements.next()?.looseDouble else {
      return nil
    }
    self.init(x, y)
  }
}

extension EntityList {
  /// The rows of an array, without placeholders (no objects, or empty ones) and removed ones.
  ///
  /// - Parameters:
  ///   - name: what the table is called in messages.
  ///   - zeroIsPlaceholder: whether the row with id 0 stands for "none".
  ///   - renumbers: whether a row with a duplicate id gets a new one, or is omitted.
  ///   - read: makes a row, or records in the log why it cannot.
  init(
    _ array: JSONView?, name: String, zeroIsPlaceholder: Bool, renumbers: Bool = false,
    log: inout DiagnosticLog,
    _ read: (RowReader, inout DiagnosticLog) -> Row?
  ) {
    var rows: [Row] = []
    var seen: Set<Int> = []
    var doubled: [JSONView] = []
    var strange = 0
    if let array, !array.isArray, !array.isNull {
      log.record(
        .warning(.mapTable, "expected an array of rows", at: SourceLocation(field: name)))
    }
    let views = array.map { Array($0.elements) } ?? []
    for (index, view) in views.enumerated() {
      guard view.isObject, view.count > 0 else {
        if !view.isNull, !view.isObject, view.int != 0 { strange += 1 }
        continue
      }
      let id = view["i"]?.looseInt ?? index
      if view["removed"]?.looseBool == true || (zeroIsPlaceholder && id == 0) { continue }
      guard seen.insert(id).inserted else {
        doubled.append(view)
        continue
      }
      if let row = read(RowReader(view: view, table: name, id: id), &log) { rows.append(row) }
    }
    log.recordLostRows(strange, of: name, lacking: "the structure of a row")
    if !doubled.isEmpty {
      log.record(
        .warning(
          .mapDuplicateId,
          "\(name): \(counted(doubled.count, "row has", "rows have")) a duplicate id and "
            + (doubled.count == 1 ? "was " : "were ")
            + (renumbers ? "given another" : "omitted")))
    }
    if renumbers {
      // Ids near the largest number would overflow; nothing sound comes near them.
      var next = Swift.max(0, seen.filter { $0 < 1 << 40 }.max() ?? 0)
      for view in doubled {
        next += 1
        if let row = read(RowReader(view: view, table: name, id: next), &log) { rows.append(row) }
      }
    }
    self.init(rows)
  }
}
