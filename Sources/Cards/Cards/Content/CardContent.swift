// SPDX-License-Identifier: MIT
// Part of Platen: rows with the fields that a job adds, and their progress.

package import Diagnostics
package import Rows

/// A field added to rows: its name, and the text with placeholders for other fields.
package struct CardField: Sendable {
  /// The name in snake case.
  var name: String
  /// The name as the manifest spells it.
  var written: String
  var text: TemplateText
  var place: SourceLocation
  var valuePlace: SourceLocation

  /// - Parameters:
  ///   - written: the name as the manifest spells it.
  ///   - place: the location of the name.
  ///   - valuePlace: the location of the text.
  package init(
    _ written: String, text: TemplateText, place: SourceLocation, valuePlace: SourceLocation
  ) {
    name = Row.plainName(written)
    self.written = written
    self.text = text
    self.place = place
    self.valuePlace = valuePlace
  }
}

/// A row with the name of its card.
package struct NamedRow: Sendable {
  package let name: String
  /// The row with its progress and the added fields.
  package let row: Row
  /// The row before completion.
  let own: Row
  /// The names of the row's fields before completion.
  let ownFields: Set<String>
  /// The own fields that each added field shows; other fields show themselves.
  private let sources: [String: Set<String>]
  /// A warning about its experience.
  package let fault: Diagnostic?

  package init(_ row: Row, name: String, in content: CardContent) {
    self.name = name
    (self.row, sources) = content.completed(row)
    own = row
    ownFields = Set(row.fields.map(\.name))
    fault = ProgressRows.fault(in: row)
  }

  /// Returns the own fields behind fields of the completed row: those in the texts of added fields,
  /// and not those that an added field replaces.
  func ownFields(behind names: Set<String>) -> Set<String> {
    names.reduce(into: []) { $0.formUnion(sources[$1] ?? [$1]) }
  }
}

/// The content of cards: rows, the fields added to them, and their progress.
package struct CardContent: Sendable {
  package let rows: RowSet
  let fields: [CardField]
  /// Fields that are intentionally on no card.
  package let omitted: Set<String>
  let progress: ProgressRows
  package var colorColumn: ColorColumn?
  /// The columns that count copies of cards.
  package var copiesColumns: Set<String> = []

  package init(
    _ rows: RowSet, fields: [CardField], omitted: Set<String>, progress: ProgressRows
  ) {
    self.rows = rows
    self.fields = fields
    self.omitted = omitted
    self.progress = progress
  }

  /// The added fields by their names in snake case.
  package var addedFields: [(name: String, text: TemplateText)] {
    fields.map { ($0.name, $0.text) }
  }

  /// Returns a row with its progress, its image, the added fields and its color.
  func complete(_ row: Row) -> Row { completed(row).row }

  /// Returns the completed row, and the own fields that each added field shows.
  func completed(_ row: Row) -> (row: Row, sources: [String: Set<String>]) {
    var row = progress.counted(row)
    var sources: [String: Set<String>] = [:]
    // The emoji of an app may be the path of an image.
    if let emoji = row["emoji"]?.shown, emoji.contains("/") {
      row["emoji"] = nil
      if row["picture"] == nil, row["image"] == nil {
        row["picture"] = .text(emoji)
        sources["picture"] = ["emoji"]
      }
    }
    func own(_ names: [String]) -> Set<String> {
      names.reduce(into: []) { $0.formUnion(sources[$1] ?? [$1]) }
    }
    for field in fields {
      // A field may be in the text of a later one.
      let shown = own(field.text.shownFields(of: row))
      row[field.name] = field.text.text(of: row).map { .text($0) } ?? .null
      sources[field.name] = shown
    }
    if let colorColumn, row["color"]?.shown == nil, let value = row[colorColumn.name]?.shown,
      colorColumn.values.contains(value.lowercased())
    {
      row["color"] = .text(value)
      sources["color"] = own([colorColumn.name])
    }
    return (row, sources)
  }

  /// The columns that the texts of added fields name: not those that an earlier field replaces.
  package var namedColumns: Set<String> {
    var names: Set<String> = []
    var defined: Set<String> = []
    for field in fields {
      let columns = field.text.fields.flatMap(\.names).map { String($0.prefix { $0 != "." }) }
      names.formUnion(columns.filter { !defined.contains($0) })
      defined.insert(field.name)
    }
    return names
  }

  /// Returns, for names of colors in lowercase, the fields of completed rows that have them as their
  /// values, in order of appearance.
  package func columns(ofValues names: Set<String>, in tables: [RowTable]) -> [String: [String]] {
    guard !names.isEmpty else { return [:] }
    var columns: [String: [String]] = [:]
    for row in tables.lazy.flatMap({ rows.joined($0) }) {
      for field in complete(row).fields {
        guard let value = field.value.shown?.lowercased(), names.contains(value),
          columns[value]?.contains(field.name) != true
        else { continue }
        columns[value, default: []].append(field.name)
      }
    }
    return columns
  }
}
