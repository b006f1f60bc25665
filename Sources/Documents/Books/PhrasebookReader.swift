// SPDX-License-Identifier: MIT
// Part of Platen: the words Platen prints itself, read from language files.

package import Diagnostics
package import Documents
package import Values

/// Reads phrasebooks.
package enum PhrasebookReader {
  /// Phrases by their keys: there are hundreds, and lookup through the enumeration is linear.
  private static let phrases = Dictionary(
    uniqueKeysWithValues: Phrase.allCases.map { ($0.key, $0) })

  /// Reads a language file: one word or line for each phrase.
  ///
  /// - Parameters:
  ///   - value: the mapping in the file; nil for an empty file.
  ///   - base: the book whose phrases the file replaces, with all their forms; where nil, a phrase
  ///     that the file lacks stays English, with a warning.
  /// - Throws: `Failure` with all errors, in the order of lines.
  package static func read(
    _ value: PlacedValue?, file: String, language: String, over base: Phrasebook? = nil
  ) throws -> Diagnosed<Phrasebook> {
    guard let members = value.map({ $0.members }) ?? [] else {
      throw Failure(
        .error(
          .phrasesValue, "a language file must be a mapping of phrases", at: value?.place))
    }
    var faults: [Diagnostic] = []
    var texts = base?.phrases ?? [:]
    for member in members {
      guard let phrase = phrases[member.key] else {
        faults.append(
          .error(
            .phrasesUnknown, "unknown phrase \"\(member.key)\"", at: member.place,
            hints: [nearMissHint(member.key, among: Phrase.allCases.map(\.key))]))
        continue
      }
      for form in PluralForm.allCases { texts[Phrasebook.key(phrase, form)] = nil }
      for (form, value) in forms(of: member, phrase, &faults) {
        guard let text = value.text, !text.isEmpty else {
          faults.append(
            .error(
              .phrasesValue, "\(member.key): expected a text, found \(value.description)",
              at: value.place))
          continue
        }
        check(text, of: phrase, form, at: value.place, &faults)
        texts[Phrasebook.key(phrase, form)] = text
      }
    }
    guard faults.isEmpty else {
      let sorted = faults.enumerated().sorted { a, b in
        (a.element.place?.line ?? 0, a.element.place?.column ?? 0, a.offset)
          < (b.element.place?.line ?? 0, b.element.place?.column ?? 0, b.offset)
      }
      throw Failure(sorted.map(\.element))
    }
    let book = Phrasebook(language: base?.language ?? language, phrases: texts)
    var warnings = value?.commentWarnings ?? []
    let missing = book.untranslated
    if base == nil, !missing.isEmpty {
      warnings.append(
        .warning(
          .phrasesMissing,
          "\(missing.count) phrases are missing and stay English: "
            + missing.prefix(5).map(\.key).joined(separator: ", "),
          at: SourceLocation(file: file)))
    }
    return Diagnosed(book, warnings: warnings)
  }

  /// The forms a file gives of a phrase: one, or, where it counts, several by their names.
  private static func forms(
    of member: PlacedValue.Member, _ phrase: Phrase, _ faults: inout [Diagnostic]
  ) -> [(PluralForm, PlacedValue)] {
    guard phrase.isCounted, let members = member.value.members else {
      return [(.other, member.value)]
    }
    if !members.contains(where: { $0.key == PluralForm.other.rawValue }) {
      faults.append(
        .error(
          .phrasesValue, "\(member.key) needs the form \"other\"", at: member.value.place))
    }
    return members.compactMap { member in
      guard let form = PluralForm(rawValue: member.key) else {
        faults.append(
          .error(
            .phrasesUnknown, "unknown plural form \"\(member.key)\"", at: member.place,
            hints: [nearMissHint(member.key, among: PluralForm.allCases.map(\.rawValue))]))
        return nil
      }
      return (form, member.value)
    }
  }

  private static func check(
    _ text: String, of phrase: Phrase, _ form: PluralForm, at place: SourceLocation,
    _ faults: inout [Diagnostic]
  ) {
    let (own, english) = (placeholders(in: text), placeholders(in: phrase.english))
    for number in 1...9 {
      let isThere = own.contains(number)
      // For one, a word may replace the number.
      let mayLack = number == 1 && [.zero, .one, .two].contains(form)
      if isThere != english.contains(number), isThere || !mayLack {
        faults.append(
          .error(
            .phrasesValue,
            "\(phrase.key) must have {\(number)} exactly where the English "
              + "\"\(phrase.english)\" has it", at: place))
      }
    }
  }

  /// The numbers in braces, from 1 to 9.
  private static func placeholders(in text: String) -> Set<Int> {
    var numbers: Set<Int> = []
    var bytes: (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      if bytes.0 == UInt8(ascii: "{"), (49...57).contains(bytes.1), byte == UInt8(ascii: "}") {
        numbers.insert(Int(bytes.1) - 48)
      }
      bytes = (bytes.1, byte)
    }
    return numbers
  }
}
