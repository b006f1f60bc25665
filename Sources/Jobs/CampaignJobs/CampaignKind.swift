// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that makes books of campaigns.

package import Diagnostics
package import JobKit
package import Pipeline
internal import Text

/// Jobs that make books of campaigns, or list those of a folder.
package struct CampaignKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { CampaignKeys.grammar }
  package var codes: CodeTable { .campaignJobs }
  package var inputHelp: String { "a campaign (WorldArchitect.AI)" }
  package var inputExtensions: [String] { ["txt"] }

  package func claim(onFolder names: [String]) -> InputClaim {
    names.contains { CampaignFiles.pathExtensions.contains(fileExtension(of: $0)) }
      ? .fallback : .none
  }

  package func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    guard CampaignKeys.seemsCampaign(bytes) else { return .none }
    return CampaignKeys.seemsStory(bytes) ? .likely : .possible
  }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try CampaignRecipe(job, in: context, root: manifest.root).makeJob()
  }

  package var looks: (any LookFamily)? { BookLooks() }
  package var pages: (any PageSource)? { CampaignPages() }

  package var isFoundInFolders: Bool { true }

  package func claim(on file: FileBytes, at path: String) -> InputClaim {
    // A PDF is not a campaign, but most likely an export of one, so the reader of campaigns
    // reports it.
    file.bytes.starts(with: "%PDF".utf8) || CampaignInspection.recognizes(file, path: path)
      ? .possible : .none
  }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try CampaignInspection(of: file, path: path)
  }
}
