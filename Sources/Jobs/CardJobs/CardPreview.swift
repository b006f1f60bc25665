// SPDX-License-Identifier: MIT
// Part of Platen: cards and sheets of cards for a preview.

internal import Cards
internal import Diagnostics
internal import JobKit
internal import Pipeline

/// The cards of rows, an image each in every size, or sheets to print and cut.
struct CardPreview: PageSource {
  let defaultLook: String? = CardLookFile.defaultName
  let hasAudiences = false

  var sizes: [PageSize] {
    let cards = CardSize.all.map { size in
      PageSize(size.name, format: CardFormat.png.rawValue, options: [CardKeys.size.name: size.name])
    }
    let sheets = ["A4", "letter"].map { paper in
      PageSize(
        "sheet \(paper)", format: CardFormat.pdf.rawValue,
        options: [
          CardKeys.layout.name: CardFormat.Layout.sheet.rawValue, CardKeys.paper.name: paper,
        ])
    }
    return cards + sheets
  }

  func looks(in context: RecipeContext) -> [String] { CardLooks().names(in: context) }

  func pages(of job: ManifestJob, in context: RecipeContext) throws -> Stage<PreviewPages> {
    try CardRecipe(job, in: context).pages()
  }
}
