// SPDX-License-Identifier: MIT
// Part of Platen: the slides of talks for a preview.

internal import Diagnostics
internal import JobKit
internal import Pipeline

/// The slides of a talk after their last steps.
struct TalkPages: PageSource {
  /// A talk has colors of its own.
  let defaultLook: String? = nil
  let hasAudiences = false
  let sizes = ["16:9", "4:3", "16:10"].map { ratio in
    PageSize(ratio, format: TalkFormat.png.rawValue, options: [TalkKeys.ratio.name: ratio])
  }

  func looks(in context: RecipeContext) -> [String] { DeckLooks().names(in: context) }

  func pages(of job: ManifestJob, in context: RecipeContext) throws -> Stage<PreviewPages> {
    try TalkRecipe(job, in: context).pages()
  }
}
