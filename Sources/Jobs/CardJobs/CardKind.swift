// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that makes cards from rows.

package import Diagnostics
package import JobKit
package import Pipeline

/// Jobs that make cards, badges, reports and booklets from rows.
package struct CardKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { CardKeys.grammar }
  package var codes: CodeTable { .cardJobs }
  package var inputHelp: String { "rows for cards" }
  package var inputPhrase: String { "rows for cards" }
  package var exampleOutput: String { "${row}.png" }
  package var ownExtensions: Set<String> { ["csv", "tsv", "sql", "xlsx"] }
  package var inputExtensions: [String] { ["csv", "tsv", "sql", "xlsx"] }

  package func takesFolder(_ settings: Settings) -> Bool { false }

  package func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    CardKeys.seemsRows(bytes) ? .possible : .none
  }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try CardRecipe(job, in: context).makeJob()
  }

  package var looks: (any LookFamily)? { CardLooks() }
  package var pages: (any PageSource)? { CardPreview() }

  package func claim(on file: FileBytes, at path: String) -> InputClaim {
    RowInspection.recognizes(file, path: path) ? .possible : .none
  }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try RowInspection(of: file, path: path)
  }
}
