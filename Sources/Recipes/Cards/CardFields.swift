// SPDX-License-Identifier: MIT
// Part of Platen: fields that a cards job tells, held against what rows have and looks ask for.

internal import Cards
internal import Diagnostics

/// A field of a job: its name, and the text that other fields stand in.
struct CardField {
  /// In snake case.
  var name: String
  /// As the manifest spells it.
  var written: String
  var text: TemplateText
  var place: Place
  var valuePlace: Place
}

extension CardSources {
  /// What is misspelt in the job's fields: those they are told by and no row has, and those that are
  /// told and the look never asks for. Either would be left out of every card without a word.
  ///
  /// - Parameter tables: those whose rows become cards.
  func fieldWarnings(for look: CardLook, tables: [RowTable]) -> [Diagnostic] {
    guard !fields.isEmpty else { return [] }
    var warnings: [Diagnostic] = []
    let rows = tables.flatMap { self.rows.joined($0) }
    var told: Set<String> = []
    var seen: Set<String> = []
    let names = rows.flatMap { row in row.fields.map(\.name).filter { seen.insert($0).inserted } }
    lazy var counted = rows.map { progress.counted($0) }
    func isKnown(_ name: String) -> Bool {
      told.contains(name) || seen.contains(name) || counted.contains { $0[name] != nil }
    }
    for field in fields {
      for braces in field.text.fields {
        let unknown = braces.names.filter { !isKnown($0) }
        for name in unknown {
          // Of a field within another the first part is what a row has.
          let first = name.prefix { $0 != "." }
          let near = nearMiss(String(first), among: names).map { $0 + name.dropFirst(first.count) }
            .flatMap { $0 == name ? nil : $0 }
          // One of several, or one with words in its stead, may be for other rows than these.
          let isOptional = braces.hasOtherwise || unknown.count < braces.names.count
          guard near != nil || !isOptional else { continue }
          warnings.append(
            .warning(
              "cards.field",
              "no row has a field \"\(printable(name, limit: 60))\", which \(field.written) is told by",
              at: field.valuePlace,
              hints: [near.map { "did you mean \"\($0)\"?" } ?? nearMissHint(name, among: names)]))
        }
      }
      told.insert(field.name)
    }
    let asked = look.fieldNames
    let used = Set(asked + fields.flatMap { $0.text.fields.flatMap(\.names) })
    for field in fields where !used.contains(field.name) {
      warnings.append(
        .warning(
          "cards.field",
          "the look \(look.name) asks for no field \"\(printable(field.written, limit: 60))\"",
          at: field.place,
          hints: [
            nearMiss(field.name, among: asked).map { "did you mean \"\($0)\"?" }
              ?? "it asks for " + asked.prefix(20).joined(separator: ", ")
              + (asked.count > 20 ? ", …" : "")
          ]))
    }
    return warnings
  }

  /// Rows of which nothing is on their cards, as where a table calls its fields otherwise than the look
  /// does.
  ///
  /// - Parameter layout: what the rows' cards are dressed with.
  func emptyWarning(
    _ rows: [Named], in layout: CardLook.Layout, of look: CardLook
  ) -> Diagnostic? {
    let empty = rows.filter { !layout.shows($0.row) }
    guard let first = empty.first else { return nil }
    let names = first.row.fields.filter { $0.value.shown != nil }.map(\.name)
    let known = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    let what =
      empty.count == 1
      ? "\"\(printable(first.name, limit: 60))\" is on its card"
      : "\(empty.count) rows is on their cards"
    return .warning(
      "cards.empty", "nothing of \(what): the look \(look.name) asks for none of the fields",
      at: first.row.place,
      hints: names.isEmpty
        ? ["there is nothing in it"]
        : ["it has \(known); say which is which: fields: { title: \"{\(names[0])}\" }"])
  }
}
