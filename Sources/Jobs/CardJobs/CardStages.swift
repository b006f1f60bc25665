// SPDX-License-Identifier: MIT
// Part of Platen: the stages that draw cards: a file for each row, pages, sheets.

internal import Canvas
internal import Cards
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline

/// Makes the stages of images and pages of cards.
struct CardStages {
  private let job: ManifestJob
  private let look: CardLook
  private let fonts: FontPool
  /// The digest of the fonts in stage keys.
  private let type: String
  private let images: CardImages
  private let icons: CardIconFolder?
  private let isMarkdown: Bool
  private let language: String
  private let unnamedFonts: UnnamedFonts
  /// Warnings about fonts used in place of those of the look.
  let warnings: [Diagnostic]

  /// Resolves the fonts of the look.
  ///
  /// - Throws: `Failure` `cards.font` if no family of one of the look's fonts is installed.
  init(
    _ job: ManifestJob, look: CardLook, language: String, icons: CardIconFolder?,
    in context: RecipeContext
  ) throws {
    self.icons = icons
    isMarkdown = job.settings[CardKeys.markdown] ?? true
    self.job = job
    self.look = look
    self.language = language
    let files = job.settings[ManifestKeys.fonts] ?? []
    fonts = try context.fonts(files)
    type = try context.type(of: look.families, from: files)
    let folder = job.input.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    images = CardImages(folder: job.settings[CardKeys.imageDir] ?? folder)
    let set = fonts.set
    unnamedFonts = UnnamedFonts(set, families: look.families)
    warnings =
      set.standIns(
        for: look.fonts.map { ($0.name, $0.value.families) }, of: "the look \(look.name)",
        at: job.settings.place(of: CardKeys.look) ?? job.place) + (icons?.warnings ?? [])
    let lacking = look.fonts.filter { font in
      !font.value.families.contains { set.match($0) != nil }
    }
    guard lacking.isEmpty else {
      throw Failure(
        lacking.map { font in
          .error(
            .cardsFont,
            "no family of the look's font \(font.name) is installed: "
              + font.value.families.joined(separator: ", "),
            at: job.settings.place(of: CardKeys.look) ?? job.place,
            hints: set.check(font.value.families).flatMap(\.hints) + [
              "or add font files under fonts:"
            ])
        })
    }
  }

  /// The options of an output's cards.
  private struct Shown {
    var view: String
    var size: CardSize
    var appearance: CardLook.Appearance
    var hasUniformText: Bool
  }

  /// The place of a card in a scene.
  private struct Spot {
    var origin = Point(0, 0)
    var bleed: Double?
    var isInPoints = false
  }

  /// Returns a composer with the options of an output.
  private func composer(
    _ shown: Shown, view: String? = nil, at spot: Spot = Spot(), _ sizes: TextSizes?,
    _ library: FontLibrary, _ reader: CardImages.Reader, _ context: StageContext
  ) throws -> CardComposer {
    try CardComposer(
      look, view: view ?? shown.view, size: spot.isInPoints ? shown.size.inPoints : shown.size,
      appearance: shown.appearance, measuring: library, origin: spot.origin, bleed: spot.bleed,
      isMarkdown: isMarkdown, icons: icons?.icons(context), limits: sizes, images: reader.image)
  }

  /// Returns the stage that finds the sizes that the texts of all cards have in common; nil for
  /// texts as large as fits each card.
  private func sizes(
    of rows: [Row], _ shown: Shown, mayContinue: Bool, isInPoints: Bool
  ) -> Stage<TextSizes>? {
    guard shown.hasUniformText else { return nil }
    return Stage(
      "measure cards", version: 1,
      parameters: parameters(rows, shown, mayContinue, isInPoints),
      memory: MemoryEstimate(running: 48 << 20), digest: { Digest(canonicalOf: $0) }
    ) { [self] context in
      try fonts.withLibrary { library in
        let reader = images.reader(context)
        let composer = try composer(
          shown, at: Spot(isInPoints: isInPoints), nil, library, reader, context)
        var sizes = TextSizes()
        for row in rows {
          try context.checkCancellation()
          // The errors of a row are those of its own card.
          if let own = try? composer.textSizes(of: row, mayContinue: mayContinue) {
            sizes.add(own)
          }
        }
        return Diagnosed(sizes)
      }
    }
  }

  /// Returns a stage that writes a file after the sizes of its texts are known.
  private func drawing(
    _ name: String, version: Int, _ parameters: StageParameters, _ memory: MemoryEstimate,
    _ sizes: Stage<TextSizes>?, check: @escaping FileCheck,
    write: @escaping @Sendable (StageContext, FileWriter, TextSizes?) throws -> [Diagnostic]
  ) -> Stage<FileArtifact> {
    guard let sizes else {
      return .file(name, version: version, parameters: parameters, memory: memory, check: check) {
        try write($0, $1, nil)
      }
    }
    return .file(
      name, version: version, parameters: parameters, memory: memory, after: sizes, check: check,
      write: write)
  }

  /// Reads the options of an output's cards.
  ///
  /// - Parameter isCut: whether a printer's size is that of the card after the cut.
  private func shown(_ request: OutputRequest, isSheet: Bool, isCut: Bool) throws -> Shown {
    var view = request.options[CardKeys.show] ?? "card"
    // The defaults of a manifest may be meant for jobs of other kinds.
    if look.layouts(of: view) == nil, job.inherited.contains(CardKeys.show.name),
      request.options.place(of: CardKeys.show) == job.settings.place(of: CardKeys.show)
    {
      view = "card"
    }
    guard look.layouts(of: view) != nil else {
      let isLayout = CardForm.Layout(rawValue: view) != nil
      throw Failure(
        .error(
          .cardsView, "unknown view \"\(printable(view, limit: 60))\" of the look \(look.name)",
          at: request.options.place(of: CardKeys.show) ?? request.place,
          hints: [
            isLayout
              ? "did you mean layout: \(view)?" : nearMissHint(view, among: look.views.map(\.name))
          ]))
    }
    let size = request.options[CardKeys.size] ?? (isSheet ? "poker" : "square")
    guard let size = CardSize(size) else {
      throw Failure(
        .error(.cardsSize, "unknown card size \"\(size)\"", at: request.place))
    }
    return Shown(
      view: view, size: isCut ? size.cut : size,
      appearance: request.options[CardKeys.appearance] ?? .light,
      hasUniformText: request.options[CardKeys.textSize] == .uniform)
  }

  /// Returns the files of an output.
  ///
  /// - Parameters:
  ///   - drawn: receives the fields of rows that are on the cards.
  ///   - warnings: receives warnings about rows that are not shown, or less than on other sizes.
  /// - Throws: `Failure` for settings and rows.
  func outputs(
    _ request: OutputRequest, _ sources: CardSources, drawn: inout DrawnFields,
    warnings: inout [Diagnostic]
  ) throws -> [Job.Output] {
    let table = try sources.table(of: request, forLists: false)
    let rows = try sources.named(table, areFiles: request.placeholder != nil)
    if let view = request.options[CardKeys.show], ["level", "report"].contains(view) {
      for fault in rows.compactMap(\.fault) where !warnings.contains(fault) {
        warnings.append(fault)
      }
    }
    let isImage = try CardForm(of: request) == .png
    let isSheet = request.options[CardKeys.layout] == .sheet
    // What is beyond the cut is for files of single cards only.
    let shown = try shown(
      request, isSheet: isSheet, isCut: isSheet || isImage && request.placeholder == nil)
    if let layout = look.layout(of: shown.view, for: shown.size.cut) {
      var found = [sources.content.emptyWarning(rows, in: layout, of: look)]
      if !DrawnFields.counting.contains(shown.view) {
        let lists = look.wordFields(of: shown.view)
        drawn.add(rows, of: table, in: layout, of: look, among: lists)
        found.append(
          sources.content.missingWarning(rows, in: layout, of: look, among: lists, size: shown.size)
        )
      }
      for case let warning? in found where !warnings.contains(warning) { warnings.append(warning) }
    }
    let copies = try self.copies(of: rows, in: table, shown, sources)
    let note =
      isImage
      ? copies.column.singleNote(copies.counts, of: rows)
      : copies.column.note(copies.counts, of: rows)
    if let note, !warnings.contains(note) { warnings.append(note) }
    if isSheet, let note = try backsNote(request, rows), !warnings.contains(note) {
      warnings.append(note)
    }
    if isImage, request.options[CardKeys.tabletop] == true {
      return try tabletop(of: rows.map(\.row), shown, request)
    }
    let mayContinue = !isImage || request.path.contains("${card}")
    let sizes = sizes(
      of: rows.map(\.row), shown, mayContinue: mayContinue, isInPoints: !isImage)
    guard let placeholder = request.placeholder else {
      let count = min(rows.count, request.excerpt ?? .max)
      let all = rows.prefix(count).map(\.row)
      let stage =
        isImage
        ? overview(of: all, shown, sizes, request)
        : try pages(
          of: all, copies: Array(copies.counts.prefix(count)), shown, sizes, request,
          isSheet: isSheet)
      return [Job.Output(request.path, from: stage, at: request.place)]
    }
    if request.path.contains("${card}"), isImage {
      guard request.path.split(separator: "/").last?.contains("${card}") == true else {
        throw Failure(
          .error(
            .manifestVariable, "${card} must be in the last part of a path: \"\(request.path)\"",
            at: request.place))
      }
      return rows.map { named in
        Job.Output(
          request.path.replacing(placeholder, with: named.name), placeholder: "${card}",
          from: imageSetStage(of: named.row, shown, sizes, request), at: request.place)
      }
    }
    return try zip(rows, copies.counts).map { named, count in
      Job.Output(
        request.path.replacing(placeholder, with: named.name),
        from: isImage
          ? imageStage(of: named.row, shown, sizes, request)
          : try pages(
            of: [named.row], copies: [max(1, count)], shown, sizes, request, isSheet: isSheet),
        at: request.place)
    }
  }

  /// Returns the number of copies of each row's card, and the column that states it.
  ///
  /// - Throws: `Failure` `cards.copies` for values that are not a number of copies.
  private func copies(
    of rows: [NamedRow], in table: RowTable, _ shown: Shown, _ sources: CardSources
  ) throws -> (column: CardCopies, counts: [Int]) {
    let column = try sources.copies(of: table, look)
    let isCounted = !DrawnFields.counting.contains(shown.view)
    return (column, isCounted ? try column.counts(of: rows) : rows.map { _ in 1 })
  }

  /// Returns the stage that composes the cards of an output without drawing them: it finds texts
  /// that do not fit and images that are missing or unreadable.
  ///
  /// - Throws: `Failure` for settings and rows.
  func check(_ request: OutputRequest, _ sources: CardSources) throws -> Stage<Bool> {
    let rows = try sources.named(
      sources.table(of: request, forLists: false), areFiles: request.placeholder != nil
    ).map(\.row)
    let isOnPages = try CardForm(of: request) == .pdf
    let isSheet = request.options[CardKeys.layout] == .sheet
    let shown = try shown(request, isSheet: isSheet, isCut: isSheet)
    let mayContinue = isOnPages || request.path.contains("${card}")
    return Stage(
      "check cards", version: 2, parameters: .of(job.id, request.path),
      memory: MemoryEstimate(running: 48 << 20)
    ) { [self] context in
      let reader = images.reader(context)
      var warnings: [Diagnostic] = []
      var errors: [Diagnostic] = []
      try fonts.withLibrary { library in
        let composer = try composer(
          shown, at: Spot(isInPoints: isOnPages), nil, library, reader, context)
        for row in rows {
          try context.checkCancellation()
          reader.reading(row)
          do {
            let cards = try composer.cards(of: row, mayContinue: mayContinue)
            warnings += cards.warnings + unnamedFonts.warnings(in: cards.value, of: row)
          } catch let failure as Failure {
            errors += failure.diagnostics
          }
        }
      }
      guard errors.isEmpty else { throw Failure(errors) }
      return Diagnosed(true, warnings: warnings + reader.warnings)
    }
  }

  // MARK: Images

  private func parameters<each Setting: Digestible>(
    _ rows: [Row], _ shown: Shown, _ setting: repeat each Setting
  ) -> StageParameters {
    .of(
      look.digest, type, shown.view, shown.size.name, shown.size.width, shown.size.height,
      shown.appearance.rawValue, images.folder,
      isMarkdown, icons?.path, icons?.files.keys.sorted(), rows,
      StageParameters.of(repeat each setting))
  }

  private func width(_ request: OutputRequest, _ shown: Shown) -> Int {
    request.options[CardKeys.width] ?? Int(shown.size.width)
  }

  private static func weight(_ width: Int) -> MemoryEstimate {
    // A band of rows, the scene and its fonts.
    MemoryEstimate(running: width * 128 * 8 + (16 << 20))
  }

  /// Returns the stage that draws one card as an image.
  private func imageStage(
    of row: Row, _ shown: Shown, _ sizes: Stage<TextSizes>?, _ request: OutputRequest
  ) -> Stage<FileArtifact> {
    let width = width(request, shown)
    return drawing(
      "draw card", version: 5, parameters([row], shown, width), CardStages.weight(width), sizes,
      check: { try Verification.png($0, width: width) }
    ) { [self] context, file, sizes in
      try fonts.withLibrary { library in
        let card = try image(of: row, shown, sizes, library, context)
        try card.value.writePNG(
          width: width, isFlat: true, fonts: library, isCancelled: { context.isCancelled },
          to: file.write)
        return card.warnings
      }
    }
  }

  /// Composes a card for an image, on which all of its text has to fit.
  private func image(
    of row: Row, _ shown: Shown, _ sizes: TextSizes?, _ library: FontLibrary,
    _ context: StageContext
  ) throws -> Diagnosed<Scene> {
    let reader = images.reader(context)
    let cards = try composer(shown, sizes, library, reader.reading(row), context).cards(
      of: row, mayContinue: false)
    return Diagnosed(
      cards.value[0].scene,
      warnings: cards.warnings + unnamedFonts.warnings(in: cards.value, of: row) + reader.warnings)
  }

  /// Returns the stage that draws as many images as a row's text takes.
  private func imageSetStage(
    of row: Row, _ shown: Shown, _ sizes: Stage<TextSizes>?, _ request: OutputRequest
  ) -> Stage<FileArtifact> {
    let width = width(request, shown)
    let write: @Sendable (StageContext, FileSetWriter, TextSizes?) throws -> [Diagnostic] = {
      [self] context, set, sizes in
      try fonts.withLibrary { library in
        let reader = images.reader(context)
        let cards = try composer(shown, sizes, library, reader.reading(row), context).cards(
          of: row, mayContinue: true)
        for (number, card) in cards.value.enumerated() {
          try set.file("\(number + 1)") { file in
            try card.scene.writePNG(
              width: width, isFlat: true, fonts: library, isCancelled: { context.isCancelled },
              to: file.write)
          }
        }
        return cards.warnings + unnamedFonts.warnings(in: cards.value, of: row) + reader.warnings
      }
    }
    let parameters = parameters([row], shown, width)
    let check: FileCheck = { try Verification.png($0, width: width) }
    guard let sizes else {
      return .files(
        "draw cards", version: 5, parameters: parameters, memory: CardStages.weight(width),
        check: check
      ) { try write($0, $1, nil) }
    }
    return .files(
      "draw cards", version: 5, parameters: parameters, memory: CardStages.weight(width),
      after: sizes, check: check, write: write)
  }

  /// Returns the stage that draws all cards on one overview image; a single row is one card.
  private func overview(
    of rows: [Row], _ shown: Shown, _ sizes: Stage<TextSizes>?, _ request: OutputRequest
  ) -> Stage<FileArtifact> {
    if rows.count == 1 { return imageStage(of: rows[0], shown, sizes, request) }
    let columns = min(request.options[CardKeys.columns] ?? 4, rows.count)
    let width = request.options[CardKeys.width] ?? 1920
    return drawing(
      "draw cards", version: 5, parameters(rows, shown, width, columns),
      MemoryEstimate(running: width * 128 * 8 + rows.count * (256 << 10) + (32 << 20)), sizes,
      check: { try Verification.png($0, width: width) }
    ) { [self] context, file, sizes in
      try fonts.withLibrary { library in
        let reader = images.reader(context)
        var warnings: [Diagnostic] = []
        var nodes: [Node] = []
        let gap = shown.size.width * 0.06
        let (pitchX, pitchY) = (shown.size.width + gap, shown.size.height + gap)
        for (number, row) in rows.enumerated() {
          try context.checkCancellation()
          let cards = try composer(shown, sizes, library, reader.reading(row), context).cards(
            of: row, mayContinue: false)
          warnings += cards.warnings + unnamedFonts.warnings(in: cards.value, of: row)
          let frame = Rect(x: 0, y: 0, width: shown.size.width, height: shown.size.height)
          nodes.append(
            .group(
              Group(
                name: "card",
                transform: .translation(
                  gap + Double(number % columns) * pitchX, gap + Double(number / columns) * pitchY),
                clip: Clip(Path(rounded: frame, radius: shown.size.width * 0.025)),
                children: cards.value[0].scene.nodes)))
        }
        let lines = (rows.count + columns - 1) / columns
        let scene = Scene(
          size: Size(
            width: gap + Double(columns) * pitchX, height: gap + Double(lines) * pitchY),
          background: shown.appearance == .dark ? Color(0.07, 0.07, 0.08) : Color(0.91, 0.91, 0.9),
          nodes: nodes, title: "")
        try scene.writePNG(
          width: width, isFlat: true, fonts: library, isCancelled: { context.isCancelled },
          to: file.write)
        return warnings + reader.warnings
      }
    }
  }

  // MARK: Pages

  /// The arrangement of cards on pages: each on one of its own size, or next to each other on
  /// sheets.
  private struct Arrangement: Sendable {
    /// Nil for pages of one card each.
    var sheet: CardSheet?
    var hasMarks: Bool
    var hasBacks: Bool
    /// Indicates whether all backs are the same.
    var hasSameBacks: Bool
  }

  private func arrangement(
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
  private func pages(
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
  private func set(
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

  // MARK: Tabletop Simulator

  /// The length in pixels that neither side of an image exceeds by default.
  private static let tabletopSide = 4096

  /// Returns the images that Tabletop Simulator cuts into cards, or the image of their back.
  ///
  /// - Throws: `Failure` `cards.sheet` for several images without `${row}` in their name.
  private func tabletop(
    of rows: [Row], _ shown: Shown, _ request: OutputRequest
  ) throws -> [Job.Output] {
    if shown.view == CardStages.backView {
      return [
        Job.Output(
          request.path, from: imageStage(of: Row(), shown, nil, request), at: request.place)
      ]
    }
    let count = (rows.count - 1) / TabletopDeck.Grid.most + 1
    guard count == 1 || request.placeholder != nil else {
      throw Failure(
        .error(
          .cardsSheet,
          "\(rows.count) cards take \(count) images of \(TabletopDeck.Grid.most) cards",
          at: request.place, hints: ["add ${row} to the output's name for their numbers"]))
    }
    let sizes = sizes(of: rows, shown, mayContinue: false, isInPoints: false)
    return (0..<count).map { number in
      let first = number * TabletopDeck.Grid.most
      let part = Array(rows[first..<min(rows.count, first + TabletopDeck.Grid.most)])
      let path = request.placeholder.map { request.path.replacing($0, with: "\(number + 1)") }
      return Job.Output(
        path ?? request.path, from: grid(of: part, shown, sizes, request), at: request.place)
    }
  }

  private func grid(
    of rows: [Row], _ shown: Shown, _ sizes: Stage<TextSizes>?, _ request: OutputRequest
  ) -> Stage<FileArtifact> {
    let grid = TabletopDeck.Grid(rows.count)
    let size = shown.size.cut
    let width =
      request.options[CardKeys.width].map { max(1, $0 / grid.columns) * grid.columns }
      ?? grid.width(size.ratio, side: CardStages.tabletopSide)
    return drawing(
      "draw grid", version: 1, parameters(rows, shown, width),
      MemoryEstimate(running: width * 128 * 8 + rows.count * (256 << 10) + (32 << 20)), sizes,
      check: { try Verification.png($0, width: width) }
    ) { [self] context, file, sizes in
      try fonts.withLibrary { library in
        let reader = images.reader(context)
        var cut = shown
        cut.size = size
        var warnings: [Diagnostic] = []
        var nodes: [Node] = []
        for (number, row) in rows.enumerated() {
          try context.checkCancellation()
          let cards = try composer(cut, sizes, library, reader.reading(row), context).cards(
            of: row, mayContinue: false)
          warnings += cards.warnings + unnamedFonts.warnings(in: cards.value, of: row)
          let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
          nodes.append(
            .group(
              Group(
                name: "card",
                transform: .translation(
                  Double(number % grid.columns) * size.width,
                  Double(number / grid.columns) * size.height),
                clip: Clip(Path(rect: frame)), children: cards.value[0].scene.nodes)))
        }
        let scene = Scene(
          size: Size(
            width: Double(grid.columns) * size.width, height: Double(grid.rows) * size.height),
          background: .white, nodes: nodes, title: "")
        try scene.writePNG(
          width: width, isFlat: true, fonts: library, isCancelled: { context.isCancelled },
          to: file.write)
        return warnings + reader.warnings
      }
    }
  }

  /// Returns the file of the deck of the job's images for Tabletop Simulator.
  ///
  /// - Throws: `Failure` for settings and rows.
  func deck(_ request: OutputRequest, _ sources: CardSources) throws -> Job.Output {
    let table = try sources.table(of: request, forLists: false)
    let rows = try sources.named(table, areFiles: false)
    let counts = try sources.copies(of: table, look).counts(of: rows)
    let images = job.outputs.filter {
      $0.form == CardForm.png.rawValue && $0.options[CardKeys.tabletop] == true
    }
    func isBack(_ output: OutputRequest) -> Bool {
      output.options[CardKeys.show] == CardStages.backView
    }
    let own = stem(of: request.path)
    let face = images.first { !isBack($0) }
    let count = (rows.count - 1) / TabletopDeck.Grid.most + 1
    func address(_ output: OutputRequest?, _ name: String, _ number: Int) -> String {
      let path = output.map { output in
        output.placeholder.map { output.path.replacing($0, with: "\(number)") } ?? output.path
      }
      let file = (path ?? name).split(separator: "/").last.map(String.init) ?? name
      let folder = request.options[CardKeys.imageURL] ?? ""
      return folder.isEmpty || folder.hasSuffix("/") ? folder + file : folder + "/" + file
    }
    let size = face.flatMap { $0.options[CardKeys.size] }.flatMap { CardSize($0) }
    let deck = TabletopDeck(
      job.settings[CardKeys.title] ?? job.baseID,
      zip(rows, counts).map { named, copies in
        TabletopDeck.Card(
          named.row.text("title", "title_en", "name") ?? named.name,
          description: named.row.text("text", "description", "desc", "translation") ?? "",
          copies: copies)
      },
      faces: (1...count).map { number in
        address(face, count == 1 ? "\(own).png" : "\(own)-\(number).png", number)
      },
      back: address(images.first(where: isBack), "\(own)-back.png", 1),
      isSideways: size.map { $0.width > $0.height } ?? false)
    var notes: [Diagnostic] = []
    if request.options[CardKeys.imageURL] == nil {
      notes.append(
        .warning(
          .cardsAddress, "the deck has the names of its images only", at: request.place,
          hints: ["specify the address of their folder with image-url"]))
    }
    let text = deck.json
    let stage = Stage<FileArtifact>.file(
      "write deck", version: 1, parameters: .of(text), check: { try Verification.json($0) }
    ) { [notes] _, file in
      try file.write(text)
      return notes
    }
    return Job.Output(request.path, from: stage, at: request.place)
  }

  // MARK: Preview

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

  /// Returns a note that backs differ, so that players know cards from behind; nil if they do not.
  private func backsNote(_ request: OutputRequest, _ rows: [NamedRow]) throws -> Diagnostic? {
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
  private static let backView = "back"

  /// Indicates whether a sheet of backs follows each sheet.
  private func hasBacks(_ request: OutputRequest) throws -> Bool {
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
  private func paper(_ request: OutputRequest) -> String {
    request.options[CardKeys.paper] ?? "A4"
  }

  private func sheet(_ request: OutputRequest, _ card: Size) throws -> CardSheet {
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
