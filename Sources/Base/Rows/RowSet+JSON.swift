// SPDX-License-Identifier: MIT
// Part of Platen: rows from JSON: a list of objects, or several lists by name.

internal import Diagnostics
internal import JSON
internal import Text

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
          .rowsJson, error.message,
          at: SourceLocation(file: file, line: error.line, column: error.column))
      )
    }
    self.init()
    if document.repairs.invalidUTF8 > 0 {
      let count = document.repairs.invalidUTF8
      let position = document.position(ofByte: document.repairs.firstOffset ?? 0)
      warnings.append(
        .warning(
          .rowsEncoding,
          counted(count, "byte is", "bytes are") + " not UTF-8, read as U+FFFD",
          at: SourceLocation(file: file, line: position.line, column: position.column),
          hints: ["save it as UTF-8"]))
    }
    var reader = JSONRowReader(document: document, file: file)
    switch document.root.kind {
    case .array:
      for element in document.root.elements {
        try append(try reader.row(element), to: RowSet.onlyTable)
      }
    case .object: try appendMembers(of: document.root, with: &reader)
    default:
      throw Failure(
        .error(
          .rowsJson, "expected a list of objects, or an object of such lists",
          at: SourceLocation(file: file)))
    }
    warnings += reader.duplicates.warnings
  }

  private mutating func appendMembers(
    of root: JSONValue, with reader: inout JSONRowReader
  ) throws {
    var hasTables = false
    var unread: [String] = []
    for (key, value) in root.members {
      let name = Row.plainName(key)
      if value.kind == .array, value.elements.first?.kind == .object {
        hasTables = true
        for element in value.elements { try append(try reader.row(element), to: name) }
      } else if value.kind == .object, value.count > 0,
        value.members.allSatisfy({ $0.value.kind == .object })
      {
        hasTables = true
        for (id, element) in value.members {
          try append(try reader.row(element, id: id), to: name)
        }
      } else if value.kind != .null, value.kind != .array || value.count > 0,
        !["$schema", "version"].contains(key)
      {
        unread.append(printable(key, limit: 40))
      }
    }
    if hasTables, !unread.isEmpty {
      warnings.append(
        .warning(
          .rowsMember,
          "not read: " + unread.prefix(8).joined(separator: ", ")
            + (unread.count > 8 ? " and \(unread.count - 8) more" : ""),
          at: SourceLocation(file: reader.file),
          hints: ["rows are lists of objects, with an object first"]))
    }
    // Empty lists are tables without rows; anything else is a row.
    let hasFields = root.members.contains { $0.value.kind != .array || $0.value.count > 0 }
    if !hasTables, hasFields { try append(try reader.row(root), to: RowSet.onlyTable) }
  }

  fileprivate static func value(
    _ json: JSONValue, at place: SourceLocation, _ duplicates: inout DuplicateFields
  ) -> RowValue {
    switch json.kind {
    case .null: return .null
    case .bool: return .flag(json.bool ?? false)
    case .number: return .number(json.looseString ?? "")
    case .string: return .text(json.string ?? "")
    case .array: return .list(json.elements.map { value($0, at: place, &duplicates) })
    case .object:
      let made = Row(
        json.members.prefix(fieldLimit).map {
          Row.Field($0.key, value($0.value, at: place, &duplicates))
        })
      duplicates.look(at: json, made, at: place)
      return .record(made)
    }
  }
}

/// Members of objects that have the same name in snake case; only the last one is kept.
private struct DuplicateFields {
  private var found: [String: (spellings: [String], count: Int, place: SourceLocation)] = [:]

  mutating func look(at object: JSONValue, _ row: Row, at place: SourceLocation) {
    guard row.fields.count < object.count else { return }
    var spellings: [String: [String]] = [:]
    for member in object.members {
      spellings[Row.plainName(member.key), default: []].append(member.key)
    }
    for (name, keys) in spellings where keys.count > 1 {
      found[name, default: (keys, 0, place)].count += 1
    }
  }

  var warnings: [Diagnostic] {
    found.sorted { $0.key < $1.key }.prefix(20).map { name, duplicates in
      let spellings = duplicates.spellings.prefix(4).map { "\"\(printable($0, limit: 40))\"" }
      return .warning(
        .rowsTwins,
        "\(spellings.joined(separator: " and ")) are one field, \(printable(name, limit: 40)): the last "
          + "one is read (\(counted(duplicates.count, "row")))",
        at: duplicates.place, hints: ["use different names"])
    }
  }
}

/// Makes rows from objects.
private struct JSONRowReader {
  let document: JSONDocument
  let file: String
  var duplicates = DuplicateFields()

  mutating func row(_ value: JSONValue, id: String? = nil) throws -> Row {
    let position = document.position(ofByte: value.offset)
    let place = SourceLocation(file: file, line: position.line, column: position.column)
    guard value.kind == .object else {
      throw Failure(.error(.rowsJson, "expected an object as a row", at: place))
    }
    guard value.count <= RowSet.fieldLimit else {
      throw Failure(
        .error(.rowsJson, "the row has more than \(RowSet.fieldLimit) fields", at: place))
    }
    var made = Row(
      value.members.map { Row.Field($0.key, RowSet.value($0.value, at: place, &duplicates)) },
      at: place)
    duplicates.look(at: value, made, at: place)
    if let id, made["id"] == nil { made["id"] = .text(id) }
    return made
  }
}
