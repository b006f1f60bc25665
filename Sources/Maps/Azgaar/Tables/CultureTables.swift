// SPDX-License-Identifier: MIT
// Part of Platen: cultures and religions out of FMG's tables.

internal import Atlas
internal import Diagnostics
internal import JSON

extension Culture {
  init(_ row: RowReader, mapping: ImportMapping, log: inout DiagnosticLog) {
    self.init(id: row.id, name: row.text("name") ?? "Culture \(row.id)")
    color = row.color("color", log: &log)
    code = row.text("code") ?? ""
    type = Vocabulary.cultureTypes.resolve(
      row.text("type") ?? "", mapping: mapping.cultureTypes, at: row.place("type"), log: &log)
    nameBase = row.cell("base")
    center = row.cell("center")
    origins = row.origins
    shield = row.text("shield")
    expansionism = row.double("expansionism") ?? 1
  }
}

extension Religion {
  init(_ row: RowReader, log: inout DiagnosticLog) {
    self.init(id: row.id, name: row.text("name") ?? "Religion \(row.id)")
    type = row.text("type") ?? ""
    form = row.text("form") ?? ""
    deity = row.text("deity")
    color = row.color("color", log: &log)
    code = row.text("code") ?? ""
    culture = row.reference("culture")
    center = row.cell("center")
    origins = row.origins
  }
}

extension RowReader {
  /// The origins of a culture or religion: `origins`, or `origin` up to 1.85.
  fileprivate var origins: [Int] {
    view["origins"]?.isArray == true
      ? references("origins") : reference("origin").map { [$0] } ?? []
  }
}

/// The words a table's column is known to hold.
struct Vocabulary {
  let code: Diagnostic.Code
  let what: String
  let words: Set<String>

  /// The word, renamed where the user maps it; an unknown one is kept with a warning.
  func resolve(
    _ word: String, mapping: [String: String], at place: SourceLocation, log: inout DiagnosticLog
  ) -> String {
    if let renamed = mapping[word] { return renamed }
    if !word.isEmpty, !words.contains(word) {
      log.record(
        .warning(
          code, "unknown \(what) \"\(excerpt(word))\"; it is kept", at: place,
          hints: ["name a replacement in import-mapping"]))
    }
    return word
  }

  static let cultureTypes = Vocabulary(
    code: .mapUnknownCultureType, what: "culture type",
    words: ["Generic", "River", "Lake", "Naval", "Nomadic", "Hunting", "Highland"])
  static let governments = Vocabulary(
    code: .mapUnknownGovernment, what: "form of government",
    words: ["Monarchy", "Republic", "Theocracy", "Union", "Anarchy", "Horde"])
}
