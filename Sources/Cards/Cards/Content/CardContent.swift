// SPDX-License-Identifier: MIT
// Part of Platen: rows with the fields that a job adds, and their progress.

package import Diagnostics

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
  /// The names of the row's fields before completion.
  let ownFields: Set<String>
  /// A warning about its experience.
  package let fault: Diagnostic?

  package init(_ row: Row, name: String, in content: CardContent) {
    self.name = name
    self.row = content.complete(row)
    ownFields = Set(row.fields.map(\.name))
    fault = ProgressRows.fault(in: row)
  }
}

/// The content of cards: rows, the fields added to them, and their progress.
package struct CardContent: Sendable {
  package let rows: RowSet
  let fields: [CardField]
  /// Fields that are intentionally on no card.
  package let omitted: Set<String>
  let progress: ProgressRows

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

  /// Returns a row with its progress, its image and the added fields.
  func complete(_ row: Row) -> Row {
    var row = progress.counted(row)
    // The emoji of an app may be the path of an image.
    if let emoji = row["emoji"]?.shown, emoji.contains("/") {
      row["emoji"] = nil
      if row["picture"] == nil, row["image"] == nil { row["picture"] = .text(emoji) }
    }
    for field in fields { row[field.name] = field.text.text(of: row).map { .text($0) } ?? .null }
    return row
  }
}
