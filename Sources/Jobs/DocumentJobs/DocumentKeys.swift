// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a document job and the options of its outputs.

internal import JobKit
internal import Manuscripts

/// The keys of a manifest for documents.
enum DocumentKeys {
  static let input = OptionKey(
    "document", .oneOrMore(.path),
    "Markdown files, or a folder of them, as one book; for one of each file, write ${name} in an "
      + "output's name",
    example: "manual/")
  static let title = OptionKey(
    "title", .text, "the title (default: that of the front matter, or the first heading)",
    example: "The Manual")
  static let subtitle = SharedKeys.subtitle.declared(example: "Second edition")
  static let language = SharedKeys.language.declared(
    "the language, such as en or de (default: that of the front matter, or en)", example: "de")
  static let contents = OptionKey(
    "contents", .integer(0...6),
    "the deepest level of headings in the contents; 0 for none (default: that of the front matter, "
      + "or 2)", example: "3")
  static let numbered = OptionKey(
    "numbered", .flag, "whether headings are numbered", example: "true")
  static let bibliography = OptionKey(
    "bibliography", .oneOrMore(.path), "files of references in BibTeX", example: "refs.bib")
  static let citations = OptionKey(
    "citation-style", .word(of: CitationStyle.self),
    "the form of citations: author-year or numeric (default: that of the front matter, or "
      + "author-year)", example: "numeric")

  static let grammar: JobGrammar = {
    var grammar = JobGrammar(
      name: input.name,
      summary: "Markdown files as a book",
      keys: [
        input, SharedKeys.look, title, subtitle, SharedKeys.authors, language, SharedKeys.phrases,
        SharedKeys.date, SharedKeys.license, contents, numbered, bibliography, citations,
      ],
      options: BookFormat.options, formats: BookFormat.rows, takesAudience: false)
    grammar.takesFolders = true
    grammar.mergesInputs = { !$0.namesOutputs }
    return grammar
  }()
}
