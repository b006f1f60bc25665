// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that makes cards of rows.

internal import Cards
internal import Diagnostics
public import Pipeline

/// Jobs that make cards, badges, reports and booklets of rows.
public struct CardKind: JobKind {
  public init() {}

  public var grammar: JobGrammar { CardKeys.grammar }
  public var inputPhrase: String { "rows for cards" }
  public var exampleOutput: String { "${row}.png" }
  public var ownEndings: Set<String> { ["csv", "tsv", "sql"] }
  public var inputEndings: [String] { ["csv", "tsv", "sql"] }

  public func takesFolder(_ settings: Settings) -> Bool { false }

  public func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    CardKeys.seemsRows(bytes) ? .possible : .none
  }

  public func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try CardRecipe(job, in: context).makeJob()
  }

  public func looks(in context: RecipeContext) throws -> [LookCatalog.Listing] {
    let cards = CardLookFile(environment: context.environment, templates: context.looks.templates)
    return try cards.names.map { look in
      LookCatalog.Listing(name: look, kind: name, about: try cards.look(look).about)
    }
  }

  public func claim(on file: FileBytes, at path: String) -> InputClaim {
    RowInspection.recognizes(file, path: path) ? .possible : .none
  }

  public func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try RowInspection(of: file, path: path)
  }
}
