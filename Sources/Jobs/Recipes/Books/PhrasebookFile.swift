// SPDX-License-Identifier: MIT
// Part of Platen: the words Platen prints itself, read from the language files of the templates.

internal import Diagnostics
internal import Documents
internal import Pipeline
internal import Values

/// Finds and reads phrasebooks.
enum PhrasebookFile {
  /// The phrasebook for a language: that of the language itself or of the one it is a variant of;
  /// English with a warning where there is none.
  ///
  /// - Throws: `Failure` when a file of the templates is faulty.
  static func phrasebook(
    for language: String, in templates: Templates?
  ) throws -> Warned<Phrasebook> {
    let asked = language.lowercased()
    var names = [asked]
    if let base = asked.split(separator: "-").first, base != asked { names.append(String(base)) }
    for name in names {
      if let file = try templates?.phrases(language: name) {
        return try read(file, language: name)
      }
      if name == "en" { return Warned(.english) }
    }
    return Warned(
      .english,
      warnings: [
        .warning(
          .phrasesLanguage,
          "there are no words of Platen's own in \"\(language)\"; they are English",
          hints: ["a file \(names.last ?? asked).yaml in Templates/Phrases gives them"])
      ])
  }

  /// Phrases by their names: there are hundreds, which an enumeration looks through one by one.
  private static let phrases = Dictionary(
    uniqueKeysWithValues: Phrase.allCases.map { ($0.rawValue, $0) })

  /// Reads a language file: one word or line for each phrase.
  ///
  /// - Throws: `Failure` with every fault.
  static func read(_ file: FileBytes, language: String) throws -> Warned<Phrasebook> {
    let value = try PlacedValue(yaml: file.bytes, file: file.path)
    guard let members = value.map({ $0.members }) ?? [] else {
      throw Failure(
        .error(
          .phrasesValue, "a language file is a mapping of phrases", at: value?.place))
    }
    var faults = FaultList()
    var book = Phrasebook(language: language)
    for member in members {
      guard let phrase = phrases[member.key] else {
        faults.record(
          .phrasesUnknown, "there is no phrase \"\(member.key)\"", at: member.place,
          hints: [nearMissHint(member.key, among: Phrase.allCases.map(\.rawValue))])
        continue
      }
      for (form, value) in forms(of: member, phrase, &faults) {
        guard let text = value.text, !text.isEmpty else {
          faults.record(
            .phrasesValue, "\(member.key) takes a text, not \(value.description)", at: value.place
          )
          continue
        }
        check(text, of: phrase, form, at: value.place, &faults)
        book.phrases[Phrasebook.key(phrase, form)] = text
      }
    }
    try faults.throwIfAny()
    let missing = book.untranslated
    guard !missing.isEmpty else { return Warned(book) }
    return Warned(
      book,
      warnings: [
        .warning(
          .phrasesMissing,
          "\(missing.count) phrases are missing and stay English: "
            + missing.prefix(5).map(\.rawValue).joined(separator: ", "),
          at: Place(file: file.path))
      ])
  }
  /// The forms a file gives of a phrase: one, or, where it counts, several by their names.
  private static func forms(
    of member: PlacedValue.Member, _ phrase: Phrase, _ faults: inout FaultList
  ) -> [(PluralForm, PlacedValue)] {
    guard phrase.isCounted, let members = member.value.members else {
      return [(.other, member.value)]
    }
    if !members.contains(where: { $0.key == PluralForm.other.rawValue }) {
      faults.record(
        .phrasesValue, "\(member.key) needs the form \"other\"", at: member.value.place)
    }
    return members.compactMap { member in
      guard let form = PluralForm(rawValue: member.key) else {
        faults.record(
          .phrasesUnknown, "there is no form \"\(member.key)\" of a number", at: member.place,
          hints: [nearMissHint(member.key, among: PluralForm.allCases.map(\.rawValue))])
        return nil
      }
      return (form, member.value)
    }
  }

  private static func check(
    _ text: String, of phrase: Phrase, _ form: PluralForm, at place: Place,
    _ faults: inout FaultList
  ) {
    let brace = UInt8(ascii: "{")
    guard text.utf8.contains(brace) || phrase.english.utf8.contains(brace) else { return }
    let (own, english) = (FirstBytes(Array(text.utf8)), FirstBytes(Array(phrase.english.utf8)))
    for number in 1...9 {
      let isThere = own.contains("{\(number)}")
      // For one the number may be said in a word.
      let mayLack = number == 1 && [.zero, .one, .two].contains(form)
      if isThere != english.contains("{\(number)}"), isThere || !mayLack {
        faults.record(
          .phrasesValue,
          "\(phrase.rawValue) must have {\(number)} exactly where the English "
            + "\"\(phrase.english)\" has it", at: place)
      }
    }
  }
}
