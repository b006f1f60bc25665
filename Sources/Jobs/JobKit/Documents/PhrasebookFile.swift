// SPDX-License-Identifier: MIT
// Part of Platen: the language files of the templates, and phrase files of the user.

internal import Books
package import Diagnostics
package import Documents
internal import Pipeline
internal import Values

/// Finds phrasebooks.
enum PhrasebookFile {
  /// Bytes of a phrase file.
  static let limit = 1 << 20

  /// The names of the language files that a language may have, the nearest first.
  static func names(for language: String) -> [String] {
    let asked = language.lowercased()
    guard let base = asked.split(separator: "-").first, base != asked else { return [asked] }
    return [asked, String(base)]
  }

  /// The phrasebook for a language: that of the language itself or of the one it is a variant of;
  /// English with a warning where the templates have neither.
  ///
  /// - Parameters:
  ///   - own: a phrase file of the user, whose phrases replace those of the language.
  ///   - files: the language files there are, by the names of their languages.
  /// - Throws: `Failure` with all errors of a phrase file.
  static func phrasebook(
    for language: String, replacedBy own: FileBytes? = nil, in files: [String: FileBytes]
  ) throws -> Diagnosed<Phrasebook> {
    let names = names(for: language)
    for name in names {
      var book: Diagnosed<Phrasebook>?
      if let file = files[name] {
        book = try read(file, language: name)
      } else if name == "en" {
        book = Diagnosed(.english)
      }
      guard let book else { continue }
      guard let own else { return book }
      let replaced = try read(own, language: name, over: book.value)
      return Diagnosed(replaced.value, warnings: book.warnings + replaced.warnings)
    }
    let name = names.last ?? language
    // The user's file is the language's where the templates have none.
    if let own { return try read(own, language: name) }
    return Diagnosed(
      .english,
      warnings: [
        .warning(
          .phrasesLanguage,
          "Platen's own texts are not available in \"\(language)\"; using English",
          hints: [
            tag(named: language).map { "did you mean \"\($0)\"?" }
              ?? "phrases: names a file with them; \(name).yaml in Templates/Phrases adds them for all jobs"
          ])
      ])
  }

  /// The tags of languages by their English names: those of the templates, and a few more.
  private static let tags = [
    "arabic": "ar", "chinese": "zh", "czech": "cs", "danish": "da", "dutch": "nl", "english": "en",
    "farsi": "fa", "finnish": "fi", "french": "fr", "german": "de", "greek": "el", "hebrew": "he",
    "hungarian": "hu", "italian": "it", "japanese": "ja", "korean": "ko", "norwegian": "no",
    "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro", "russian": "ru",
    "spanish": "es", "swedish": "sv", "turkish": "tr", "ukrainian": "uk", "urdu": "ur",
  ]

  /// The tag of a language that is given by its English name.
  private static func tag(named name: String) -> String? { tags[name.lowercased()] }

  /// Reads a language file, or a file whose phrases replace those of a book.
  ///
  /// - Throws: `Failure` with all errors.
  static func read(
    _ file: FileBytes, language: String, over book: Phrasebook? = nil
  ) throws -> Diagnosed<Phrasebook> {
    try PhrasebookReader.read(
      try PlacedValue(yaml: file.bytes, file: file.path), file: file.path, language: language,
      over: book)
  }
}

extension DiagnosticList {
  /// The phrases of a job's language, replaced by those of its phrase file; nil after an error, which
  /// is recorded.
  package mutating func readPhrases(
    of job: ManifestJob, in context: RecipeContext
  ) -> Diagnosed<Phrasebook>? {
    attempt(SharedKeys.phrases, of: job) { try context.phrases(of: job.settings) }
  }
}
