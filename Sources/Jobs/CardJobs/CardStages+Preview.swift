// SPDX-License-Identifier: MIT
// Part of Platen: cards for a preview.

internal import Cards
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline

extension CardStages {
  /// Returns the cards of an output, an image each, or its sheets, for a preview.
  ///
  /// - Throws: `Failure` for settings and rows.
  func previewPages(
    _ request: OutputRequest, _ sources: CardSources, title: String
  ) throws -> Stage<PreviewPages> {
    let table = try sources.table(of: request, forLists: false)
    let named = try sources.named(table, areFiles: false)
    let rows = named.map(\.row)
    let isSheet = request.options[CardKeys.layout] == .sheet
    let shown = try shown(request, isSheet: isSheet, isCut: isSheet)
    guard isSheet else {
      return Stage(
        "list cards", version: 1, parameters: parameters(rows, shown, title)
      ) { [self] context in
        let size = Size(width: shown.size.width, height: shown.size.height)
        return Diagnosed(
          PreviewPages(
            title: title, sizes: Array(repeating: size, count: rows.count), areWhole: true,
            fonts: fonts
          ) { [self] page, library in
            try image(of: rows[page], shown, nil, library, context).value
          })
      }
    }
    let arrangement = try arrangement(request, shown, isSheet: true)
    let copies = try self.copies(of: named, in: table, shown, sources).counts
    return Stage(
      "set cards for preview", version: 1,
      parameters: parameters(rows, shown, title, paper(request), request.options, copies),
      memory: MemoryEstimate(running: copies.reduce(0, +) * (16 << 10) + (48 << 20))
    ) { [self] context in
      let pages = try fonts.withLibrary { library in
        try SetPages(library) { [self] library, take in
          try set(rows, copies, shown, nil, arrangement, library, context) { try take($0.scene) }.1
        }
      }
      return Diagnosed(
        PreviewPages(
          title: title, sizes: pages.sizes, areWhole: false, fonts: fonts, scene: pages.scene),
        warnings: pages.diagnostics)
    }
  }
}
