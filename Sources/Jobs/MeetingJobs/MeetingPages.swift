// SPDX-License-Identifier: MIT
// Part of Platen: the pages of meetings for a preview.

internal import Books
internal import Diagnostics
internal import JobKit
internal import Pipeline

/// The pages of the minutes of a meeting.
struct MeetingPages: PageSource {
  let defaultLook: String? = MeetingRecipe.defaultLook
  let hasAudiences = true
  let sizes = PageSize.papers(format: MeetingFormat.pdf.rawValue)

  func looks(in context: RecipeContext) -> [String] {
    context.looks.lookNames(of: BookLook.self)
  }

  func pages(of job: ManifestJob, in context: RecipeContext) throws -> Stage<PreviewPages> {
    try MeetingRecipe(job, among: [], in: context).pages()
  }
}
