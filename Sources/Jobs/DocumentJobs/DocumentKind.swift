// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that makes books of Markdown files.

package import Diagnostics
package import JobKit
internal import Manuscripts
package import Pipeline

/// Jobs that make books of Markdown files.
package struct DocumentKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { DocumentKeys.grammar }
  package var codes: CodeTable { .manuscripts }
  package var inputHelp: String { "Markdown for a document" }
  package var inputPhrase: String { "a Markdown file" }
  package var expectedPhrase: String { "Markdown files or a folder of them" }

  /// Files of Markdown are decks first.
  package var sharedExtensions: Set<String> { ["md", "markdown"] }

  package var looksOf: String? { "campaign" }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try DocumentRecipe(job, in: context).makeJob()
  }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    DocumentInspection(of: file, path: path)
  }
}
