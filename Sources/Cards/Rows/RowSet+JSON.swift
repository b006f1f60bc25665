// SPDX-License-Identifier: MIT
// Part of Platen: rows from JSON: a list of objects, or several lists by name.

internal import Diagnostics
internal import JSON

extension RowSet {
  /// Reads a list of objects, an object of such lists, an object of objects by their ids, or one
  /// object, which is one row.
  ///
  /// - Throws: `Failure` `rows.json` with line and column.
  public init(json bytes: [UInt8], file: String) throws {
    let document: JSONDocument
    do {
      document = try JSONDocument(
        parsing: bytes, limits: JSONDocument.Limits(bytes: 256 << 20, depth: 64))
    } catch {
      throw Failure(
        .error(
          "rows.json", error.message, at: Place(file: file, line: error.line, column: error.column))
      )
    }
    self.init()
    let root = document.root
    func row(_ value: JSONValue, id: String? = nil) throws -> Row {
      let position = document.position(ofByte: value.offset)
      let place = Place(file: file, line: position.line, column: position.column)
      guard value.kind == .object else {
        throw Failure(.error("rows.json", "a row is an object, and this is none", at: place))
      }
      guard value.count <= RowSet.fieldLimit else {
        throw Failure(
          .error("rows.json", "a row of more than \(RowSet.fieldLimit) fields", at: place))
      }
      var made = Row(
        value.members.map { Row.Field($0.key, RowSet.value($0.value)) }, at: place)
      if let id, made["id"] == nil { made["id"] = .text(id) }
      return made
    }
    switch root.kind {
    case .array:
      for element in root.elements { try append(try row(element), to: RowSet.onlyTable) }
    case .object:
      var hasTables = false
      for (key, value) in root.members {
        let name = Row.plainName(key)
        if value.kind == .array, value.elements.first?.kind == .object {
          hasTables = true
          for element in value.elements { try append(try row(element), to: name) }
        } else if value.kind == .object, value.count > 0,
          value.members.allSatisfy({ $0.value.kind == .object })
        {
          hasTables = true
          for (id, element) in value.members { try append(try row(element, id: id), to: name) }
        }
      }
      // Lists that are empty are tables without rows; anything else is a row.
      let hasFields = root.members.contains { $0.value.kind != .array || $0.value.count > 0 }
      if !hasTables, hasFields { try append(try row(root), to: RowSet.onlyTable) }
    default:
      throw Failure(
        .error(
          "rows.json", "rows are a list of objects, or an object of such lists",
          at: Place(file: file)))
    }
  }

  private static func value(_ json: JSONValue) -> RowValue {
    switch json.kind {
    case .null: .null
    case .bool: .flag(json.bool ?? false)
    case .number: .number(json.looseString ?? "")
    case .string: .text(json.string ?? "")
    case .array: .list(json.elements.map(value))
    case .object:
      .record(Row(json.members.prefix(fieldLimit).map { Row.Field($0.key, value($0.value)) }))
    }
  }
}
