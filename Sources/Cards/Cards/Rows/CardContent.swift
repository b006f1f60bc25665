// SPDX-License-Identifier: MIT
// Part of Platen: rows with the fields that a job adds, and what is counted of them.

package import Diagnostics

/// A field added to rows: its name, and the text with placeholders for other fields.
package struct CardField: Sendable {
  /// In snake case.
  var name: String
  /// As the manifest spells it.
  var written: String
  var text: TemplateText
  var place: Place
  var valuePlace: Place

  /// - Parameters:
  ///   - written: the name as the manifest spells it.
  ///   - place: of the name.
  ///   - valuePlace: of the text.
  package init(_ written: String, text: TemplateText, place: Place, valuePlace: Place) {
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
  /// With its progress and the added fields.
  package let row: Row
  /// What is wrong with its experience.
  package let fault: Diagnostic?

  package init(_ row: Row, name: String, in content: CardContent) {
    self.name = name
    self.row = content.complete(row)
    fault = ProgressRows.fault(in: row)
  }
}

/// What cards are made of: rows, the fields added to them, and the progress counted of them.
package struct CardContent: Sendable {
  package let rows: RowSet
  let fields: [CardField]
  /// Fields that are on no card on purpose.
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

  /// A row with its progress, its image and the added fields.
  func complete(_ row: Row) -> Row {
    var row = progress.counted(row)
    // An app's emoji may be the path of an image.
    if let emoji = row["emoji"]?.shown, emoji.contains("/") {
      row["emoji"] = nil
      if row["picture"] == nil, row["image"] == nil { row["picture"] = .text(emoji) }
    }
    for field in fields { row[field.name] = field.text.text(of: row).map { .text($0) } ?? .null }
    return row
  }
}
