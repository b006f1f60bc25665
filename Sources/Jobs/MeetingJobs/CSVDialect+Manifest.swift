// SPDX-License-Identifier: MIT
// Part of Platen: the form of CSV as a manifest has it: a word, or a mapping.

internal import Diagnostics
internal import JobKit
internal import Meetings
internal import Values

extension CSVDialect {
  /// The dialect of an option's value. Excel takes the separator of lists of the language, which is a
  /// semicolon where decimals have a comma.
  ///
  /// - Throws: `Failure` `manifest.value` for other keys and words.
  init(_ value: PlacedValue?, language: String) throws(Failure) {
    self.init()
    guard let value else { return }
    let members = value.members ?? []
    if let other = members.first(where: { !["dialect", "separator"].contains($0.key) }) {
      throw CSVDialect.failure("unknown key \"\(printable(other.key, limit: 40))\"", other.place)
    }
    let dialect = members.first { $0.key == "dialect" }?.value
    let word = value.text ?? dialect?.text ?? "standard"
    guard ["excel", "standard"].contains(word) else {
      throw CSVDialect.failure(
        "invalid dialect \"\(printable(word, limit: 40))\"", dialect?.place ?? value.place)
    }
    if word == "excel" { self = .excel(language: language) }
    guard let separator = members.first(where: { $0.key == "separator" })?.value else { return }
    switch separator.text {
    case let text? where [",", ";", "\t"].contains(text): self.separator = text
    case "tab"?: self.separator = "\t"
    default: throw CSVDialect.failure("expected a comma, a semicolon or tab", separator.place)
    }
  }

  private static func failure(_ message: String, _ place: SourceLocation) -> Failure {
    Failure(
      .error(
        .manifestValue, message, at: place,
        hints: ["csv: excel, or csv: { dialect: excel, separator: \";\" }"]))
  }
}
