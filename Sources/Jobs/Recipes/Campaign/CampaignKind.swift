// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that makes books of campaigns.

internal import Books
internal import Diagnostics
public import Pipeline
internal import Text

/// Jobs that make books of campaigns, or list those of a folder.
public struct CampaignKind: JobKind {
  public init() {}

  public var grammar: JobGrammar { CampaignKeys.grammar }
  public var inputEndings: [String] { ["txt"] }

  public func claim(onFolder names: [String]) -> InputClaim {
    names.contains { CampaignFiles.endings.contains(fileExtension(of: $0)) } ? .fallback : .none
  }

  public func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    CampaignKeys.seemsCampaign(bytes) ? .possible : .none
  }

  public func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try CampaignRecipe(job, in: context).makeJob()
  }

  public func looks(in context: RecipeContext) throws -> [LookCatalog.Listing] {
    try context.looks.bookNames.map { look in
      LookCatalog.Listing(name: look, kind: name, about: try context.bookDress(look).look.about)
    }
  }

  public var isFoundInFolders: Bool { true }

  public func claim(on file: FileBytes, at path: String) -> InputClaim {
    // A PDF is none, but whoever gives one means a campaign's export, so the reader of campaigns answers.
    file.bytes.starts(with: "%PDF".utf8) || CampaignInspection.recognizes(file, path: path)
      ? .possible : .none
  }

  public func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try CampaignInspection(of: file, path: path)
  }
}
