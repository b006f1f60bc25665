// SPDX-License-Identifier: MIT
// Part of Platen: the table of new names and notes of a world, read from a file.

package import Atlas
package import Diagnostics
package import JobKit
internal import Pipeline
internal import Rows
internal import Text
internal import Values

/// A table of new names and notes.
package struct CorrectionFile: Sendable {
  let path: String

  /// The table that a job names; nil without one.
  package init?(in settings: Settings) {
    guard let path = settings[WorldKeys.corrections] else { return nil }
    self.path = path
  }

  /// The most bytes of a file, rows with a change, and bytes of a name and of a note.
  private static let (byteLimit, rowLimit) = (64 << 20, 100_000)
  private static let (nameLimit, noteLimit) = (1000, 100_000)

  /// Reads all rows that change something.
  ///
  /// - Throws: `Failure` with all errors of the table, each at its row.
  func corrections(in context: StageContext) throws -> Diagnosed<[WorldCorrection]> {
    try CorrectionFile.corrections(
      from: try context.read(path, limit: CorrectionFile.byteLimit).bytes, file: path)
  }

  /// The rows of a table that change something.
  ///
  /// - Throws: `Failure` with all errors of the table, each at its row.
  package static func corrections(
    from bytes: [UInt8], file path: String
  ) throws -> Diagnosed<[WorldCorrection]> {
    let ending = fileExtension(of: path)
    let set =
      ["yaml", "yml"].contains(ending)
      ? try CorrectionFile.rows(yaml: bytes, file: path) : try RowSet(file: path, bytes: bytes)
    var corrections: [WorldCorrection] = []
    var errors = DiagnosticList()
    guard set.tables.contains(where: { $0.rows.contains(where: CorrectionFile.changes) }) else {
      throw Failure(CorrectionFile.changeless(set, file: path))
    }
    for table in set.tables {
      let kind = WorldCorrection.Kind(
        word: table.name == RowSet.onlyTable ? stem(of: path) : table.name)
      for row in table.rows where CorrectionFile.changes(row) {
        guard corrections.count < CorrectionFile.rowLimit else {
          throw Failure(
            .error(
              .correctionsRow, "more than \(CorrectionFile.rowLimit) corrections", at: row.place))
        }
        do throws(Failure) {
          corrections.append(try CorrectionFile.correction(row, of: kind))
        } catch {
          for fault in error.diagnostics { errors.record(fault) }
        }
      }
    }
    guard errors.isEmpty else { throw Failure(errors.diagnostics) }
    return Diagnosed(corrections, warnings: set.warnings.map { $0.inFile(path) })
  }

  /// Indicates whether a row has a new name or note.
  private static func changes(_ row: Row) -> Bool {
    row.text("rename", "new_name", "note") != nil
  }

  /// The error of a table without a new name or note.
  private static func changeless(_ set: RowSet, file: String) -> Diagnostic {
    let names = Set(set.tables.lazy.flatMap(\.rows).prefix(1000).flatMap { $0.fields.map(\.name) })
    let near = ["rename", "note"].lazy.compactMap { wanted in
      nearMiss(wanted, among: names.sorted()).map { "did you mean \(wanted), not \($0)?" }
    }.first
    return .error(
      .correctionsRow, "no row has a new name or a note",
      at: set.tables.first?.head ?? SourceLocation(file: file),
      hints: [near ?? "columns are kind, id or name, rename and note"])
  }

  private static func correction(
    _ row: Row, of table: WorldCorrection.Kind?
  ) throws(Failure) -> WorldCorrection {
    func fault(_ message: String, _ hint: String? = nil) -> Failure {
      Failure(.error(.correctionsRow, message, at: row.place, hints: hint.map { [$0] } ?? []))
    }
    let kinds = WorldCorrection.Kind.allCases.map(\.rawValue)
    var kind = table
    if let word = row.text("kind") {
      kind = WorldCorrection.Kind(word: word)
      guard kind != nil else {
        throw fault(
          "invalid kind \"\(printable(word, limit: 40))\"", nearMissHint(word, among: kinds))
      }
    }
    guard let kind else {
      throw fault("the row has no kind", "kinds are " + kinds.joined(separator: ", "))
    }
    var correction = WorldCorrection(kind, name: row.text("name", "note_name"), at: row.place)
    if let text = row.text("id") {
      guard let id = row["id"]?.integer else {
        throw fault("invalid id \"\(printable(text, limit: 40))\"", "ids are whole numbers")
      }
      correction.id = id
    }
    guard correction.id != nil || correction.name != nil || kind == .world else {
      throw fault("the row has neither an id nor a name")
    }
    correction.rename = row.text("rename", "new_name")
    // An export of states has a column of their present full names.
    correction.fullName = correction.rename == nil ? nil : row.text("full_name")
    correction.note = row.text("note")
    for name in [correction.rename, correction.fullName].compactMap(\.self)
    where name.utf8.count > nameLimit || name.contains(where: \.isNewline) {
      throw fault("a name is one line of at most \(nameLimit) bytes")
    }
    guard correction.note?.utf8.count ?? 0 <= noteLimit else {
      throw fault("a note has at most \(noteLimit) bytes")
    }
    return correction
  }

  // MARK: YAML

  /// The rows of a list of mappings, or of a mapping of kinds to such lists.
  private static func rows(yaml bytes: [UInt8], file: String) throws -> RowSet {
    let value = try PlacedValue(yaml: bytes, file: file)
    func row(_ value: PlacedValue) throws(Failure) -> Row {
      guard let members = value.members else {
        throw Failure(
          .error(
            .correctionsRow, "expected a mapping, found \(value.description)", at: value.place,
            hints: ["write a row as { kind: burg, name: Old, rename: New }"]))
      }
      return Row(
        members.map { member in
          Row.Field(member.key, member.value.isNull ? .null : .text(member.value.plainText))
        }, at: value.place)
    }
    if let elements = value?.elements {
      return RowSet([RowTable(RowSet.onlyTable, try elements.map(row))])
    }
    if let members = value?.members {
      return RowSet(
        try members.map { RowTable($0.key, try ($0.value.elements ?? [$0.value]).map(row)) })
    }
    return RowSet()
  }
}
