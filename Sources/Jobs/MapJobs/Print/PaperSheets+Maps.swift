// SPDX-License-Identifier: MIT
// Part of Platen: the sheets of paper that maps take.

internal import Cartography
internal import JobKit
package import Pipeline

extension OutputRequest {
  /// The name of the paper of a map on one sheet; nil for an image without paper.
  var paper: String? { options[MapKeys.paper] }
}

extension PaperSheets {
  /// One sheet.
  ///
  /// - Parameters:
  ///   - paper: its name.
  ///   - scale: the scale as it was requested; nil where the sheet determines it.
  init(oneSheetOf paper: String, at scale: String?) {
    self.init(
      count: 1, columns: 1, rows: 1, paper: paper, scale: scale,
      text: "1 sheet of \(paper)" + (scale.map { ", at \($0)" } ?? ""))
  }
}

extension PosterLayout: SheetedResult {
  package var paperSheets: PaperSheets {
    PaperSheets(
      count: sheets.count, columns: columns, rows: rows, paper: paper, scale: scaleText,
      text: description)
  }
}

extension AtlasPlan: SheetedResult {
  package var paperSheets: PaperSheets {
    PaperSheets(
      count: sheets.count, columns: columns, rows: rows, paper: paper, scale: scaleText,
      text: description)
  }
}
