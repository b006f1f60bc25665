// SPDX-License-Identifier: MIT
// Part of Platen: the language files of the templates.

internal import Books
internal import Diagnostics
internal import Documents
internal import Pipeline
internal import Values

/// Finds phrasebooks.
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
          "Platen's own texts are not available in \"\(language)\"; using English",
          hints: ["a file \(names.last ?? asked).yaml in Templates/Phrases adds them"])
      ])
  }

  /// Reads a language file.
  ///
  /// - Throws: `Failure` with all errors.
  static func read(_ file: FileBytes, language: String) throws -> Warned<Phrasebook> {
    try PhrasebookReader.read(
      try PlacedValue(yaml: file.bytes, file: file.path), file: file.path, language: language)
  }
}
