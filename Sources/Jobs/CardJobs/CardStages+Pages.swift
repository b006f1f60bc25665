// SPDX-License-Identifier: MIT
// Part of Platen: cards on pages of their own, and on sheets to cut.

internal import Canvas
internal import Cards
internal import Cartography
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Rows

extension CardStages {
  /// The arrangement of cards on pages: each on one of its own size, or next to each other on
  /// sheets.
  struct Arrangement: Sendable {
    /// Nil for pages of one card each.
    var sheet: CardSheet?
    var hasMarks: Bool
    var hasBacks: Bool
    /// Indicates whether all backs are the same.
    var hasSameBacks: Bool
  }

  func arrangement(
    _ request: OutputRequest, _ shown: Shown, isSheet: Bool
  ) throws -> Arrangement {
    let size = shown.size.cut.inPoints
    let hasBacks = try isSheet && hasBacks(request)
    return Arrangement(
      sheet: isSheet ? try sheet(request, Size(width: size.width, height: size.height)) : nil,
      hasMarks: isSheet && request.options[CardKeys.marks] ?? true,
      hasBacks: hasBacks,
      hasSameBacks: hasBacks && request.options[CardKeys.sameBacks] ?? false)
  }

  /// Returns the stage that writes cards on pages of their own size, or next to each other on
  /// sheets.
  ///
  /// - Parameter copies: the number of copies of each row's cards.
  /// - Throws: `Failure` `cards.copies` without any card.
  func pages(
    of rows: [Row], copies: [Int], _ shown: Shown, _ sizes: Stage<TextSizes>?,
    _ request: OutputRequest, isSheet: Bool
  ) throws -> Stage<FileArtifact> {
    guard copies.contains(where: { $0 > 0 }) else {
      throw Failure(
        .error(
          .cardsCopies, "no row has a copy of its card", at: request.place,
          hints: ["add copies: \(CardCopies.none) to make one of each card"]))
    }
    let arrangement = try arrangement(request, shown, isSheet: isSheet)
    let options = isSheet ? request.options.only(CardKeys.gap, CardKeys.bleed) : Settings()
    let metadata = Metadata(
      title: job.settings[CardKeys.title] ?? job.baseID,
      authors: job.settings[CardKeys.authors] ?? [],
      language: language)
    return drawing(
      "set cards", version: 4,
      parameters(
        rows, shown, isSheet, isSheet ? paper(request) : nil, options, arrangement.hasMarks,
        arrangement.hasBacks, arrangement.hasSameBacks, metadata, copies),
      MemoryEstimate(running: copies.reduce(0, +) * (16 << 10) + (48 << 20)), sizes,
      check: { try Verification.pdf($0) }
    ) { [self] context, file, sizes in
      try fonts.writePDF(metadata, to: file, isCancelled: { context.isCancelled }) {
        library, emit in
        try set(rows, copies, shown, sizes, arrangement, library, context, emit)
      }
    }
  }

  /// Sets cards on pages and hands these on.
  ///
  /// - Returns: the structure of the pages, and warnings.
  func set(
    _ rows: [Row], _ copies: [Int], _ shown: Shown, _ sizes: TextSizes?, _ arrangement: Arrangement,
    _ library: FontLibrary,
    _ context: StageContext, _ emit: (LaidOutPage) throws -> Void
  ) throws -> (DocumentStructure, [Diagnostic]) {
    let sheet = arrangement.sheet
    let reader = images.reader(context)
    var pages = CardPages(language: language)
    var warnings: [Diagnostic] = []
    var waiting: [ComposedCard] = []
    var backs: [ComposedCard] = []
    var count = 0
    func finish() throws {
      guard let sheet, !waiting.isEmpty else { return }
      try emit(
        pages.page(
          sheet.page, cards: waiting,
          furniture: arrangement.hasMarks ? sheet.marks(for: waiting.count) : []
        ))
      if arrangement.hasBacks { try emit(pages.page(sheet.page, cards: backs)) }
      (waiting, backs) = ([], [])
    }
    func composer(_ view: String, at origin: Point) throws -> CardComposer {
      try self.composer(
        shown, view: view, at: Spot(origin: origin, bleed: sheet?.bleed, isInPoints: true),
        view == shown.view ? sizes : nil, library, reader, context)
    }
    for (row, copies) in zip(rows, copies) where copies > 0 {
      try context.checkCancellation()
      reader.reading(row)
      // The position of a card depends on the number of cards of earlier rows.
      let first = count
      let made = try composer(shown.view, at: sheet?.place(of: first) ?? Point(0, 0))
        .cards(of: row, mayContinue: true)
      warnings += made.warnings + unnamedFonts.warnings(in: made.value, of: row)
      let copied = repeatElement(made.value, count: copies).joined()
      guard let sheet else {
        for card in copied { try emit(pages.page(card.scene.size, cards: [card])) }
        continue
      }
      let back =
        try arrangement.hasBacks
        ? composer(CardStages.backView, at: sheet.place(ofBack: first))
          .cards(of: arrangement.hasSameBacks ? Row() : row, mayContinue: false) : Diagnosed([])
      warnings += back.warnings + unnamedFonts.warnings(in: back.value, of: row)
      for card in copied {
        waiting.append(card.moved(by: sheet.place(of: count) - sheet.place(of: first)))
        backs += back.value.map {
          $0.moved(by: sheet.place(ofBack: count) - sheet.place(ofBack: first))
        }
        count += 1
        if count % sheet.count == 0 { try finish() }
      }
    }
    try finish()
    return (pages.structure, warnings + reader.warnings)
  }

  /// Returns a note that backs differ, so that players know cards from behind; nil if they do not.
  func backsNote(_ request: OutputRequest, _ rows: [NamedRow]) throws -> Diagnostic? {
    guard try hasBacks(request), request.options[CardKeys.sameBacks] != true,
      let size = CardSize(request.options[CardKeys.size] ?? "poker"),
      let layout = look.layout(of: CardStages.backView, for: size.cut)
    else { return nil }
    let values = Set(rows.map { layout.usedValues(of: $0.row, in: look) })
    guard values.count > 1 else { return nil }
    return .note(
      .cardsBacks, "the backs of the cards differ, in \(values.count) ways",
      at: request.options.place(of: CardKeys.backs) ?? request.place,
      hints: ["same-backs: true makes all backs alike"])
  }

  /// The view of backs.
  static let backView = "back"

  /// Indicates whether a sheet of backs follows each sheet.
  func hasBacks(_ request: OutputRequest) throws -> Bool {
    guard request.options[CardKeys.backs] == true else { return false }
    guard look.layouts(of: CardStages.backView) != nil else {
      throw Failure(
        .error(
          .cardsView, "the look \(look.name) does not define backs",
          at: request.options.place(of: CardKeys.backs),
          hints: ["add a view \"\(CardStages.backView)\", or extend lattice or tide"]))
    }
    return true
  }

  /// Returns the paper of a sheet.
  func paper(_ request: OutputRequest) -> String {
    request.options[CardKeys.paper] ?? "A4"
  }

  func sheet(_ request: OutputRequest, _ card: Size) throws -> CardSheet {
    let points = 72 / 25.4
    let name = paper(request)
    guard
      let page = Paper.named(name)
        .map({ Size(width: $0.width * points, height: $0.height * points) })
        ?? BookPaper(rawValue: name)?.size
    else { throw request.unwritable }
    do {
      return try CardSheet(
        page: page, card: card,
        gap: (request.options[CardKeys.gap] ?? 0) * points,
        bleed: (request.options[CardKeys.bleed] ?? 0) * points,
        hasMarks: request.options[CardKeys.marks] ?? true)
    } catch let failure as Failure {
      throw Failure(failure.diagnostics.map { $0.found(from: request.place) })
    }
  }
}
