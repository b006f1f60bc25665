// SPDX-License-Identifier: MIT
// Part of Platen: the pages of campaigns for a preview.

internal import Diagnostics
internal import JobKit
internal import Pipeline

/// The pages of the book of a campaign.
struct CampaignPages: PageSource {
  let defaultLook: String? = DocumentStages.defaultLook
  let hasAudiences = true
  let sizes = PageSize.papers(format: BookFormat.png.rawValue)

  func looks(in context: RecipeContext) -> [String] { BookLooks().names(in: context) }

  func pages(of job: ManifestJob, in context: RecipeContext) throws -> Stage<PreviewPages> {
    try CampaignRecipe(job, in: context).pages()
  }
}
