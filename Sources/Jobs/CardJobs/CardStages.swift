// SPDX-License-Identifier: MIT
// Part of Platen: the stages that draw cards: a file for each row, pages, sheets.

internal import Canvas
internal import Cards
internal import Diagnostics
internal import Digests
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Rows

/// Makes the stages of images and pages of cards.
struct CardStages {
  let job: ManifestJob
  let look: CardLook
  let fonts: FontPool
  /// The digest of the fonts in stage keys.
  let type: String
  let images: CardImages
  let icons: CardIconFolder?
  let isMarkdown: Bool
  let language: String
  let unnamedFonts: UnnamedFonts
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
  struct Shown {
    var view: String
    var size: CardSize
    var appearance: CardLook.Appearance
    var hasUniformText: Bool
  }

  /// The place of a card in a scene.
  struct Spot {
    var origin = Point(0, 0)
    var bleed: Double?
    var isInPoints = false
  }

  /// Returns a composer with the options of an output.
  func composer(
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
  func sizes(
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
            sizes.merge(own)
          }
        }
        return Diagnosed(sizes)
      }
    }
  }

  /// Returns a stage that writes a file after the sizes of its texts are known.
  func drawing(
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
  func shown(_ request: OutputRequest, isSheet: Bool, isCut: Bool) throws -> Shown {
    var view = request.options[CardKeys.show] ?? "card"
    // The defaults of a manifest may be meant for jobs of other kinds.
    if look.layouts(of: view) == nil, job.inherited.contains(CardKeys.show.name),
      request.options.place(of: CardKeys.show) == job.settings.place(of: CardKeys.show)
    {
      view = "card"
    }
    guard look.layouts(of: view) != nil else {
      let isLayout = CardFormat.Layout(rawValue: view) != nil
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

  /// The placeholder of an output with a file for each row.
  static let rowPlaceholder = "${row}"

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
    let rows = try sources.named(table, areFiles: request.placeholder == CardStages.rowPlaceholder)
    if let view = request.options[CardKeys.show], ["level", "report"].contains(view) {
      for fault in rows.compactMap(\.fault) where !warnings.contains(fault) {
        warnings.append(fault)
      }
    }
    let isImage = try CardFormat(of: request) == .png
    let isSheet = request.options[CardKeys.layout] == .sheet
    // What is beyond the cut is for files of single cards only.
    let shown = try shown(
      request, isSheet: isSheet, isCut: isSheet || isImage && request.placeholder == nil)
    if let layout = look.layout(of: shown.view, for: shown.size.cut) {
      var found = [sources.content.emptyWarning(rows, in: layout, of: look)]
      if !DrawnFields.counting.contains(shown.view) {
        let lists = look.wordFields(of: shown.view)
        drawn.addRows(rows, of: table, in: layout, of: look, among: lists)
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
      guard placeholder == CardStages.rowPlaceholder else {
        // One set of all cards, numbered in order.
        let all = rows.prefix(request.excerpt ?? .max).map(\.row)
        return [
          Job.Output(
            request.path, placeholder: placeholder,
            from: imageSetStage(of: all, shown, sizes, request), at: request.place)
        ]
      }
      return rows.map { named in
        Job.Output(
          request.path.replacing(placeholder, with: named.name), placeholder: "${card}",
          from: imageSetStage(of: [named.row], shown, sizes, request), at: request.place)
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
  func copies(
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
      sources.table(of: request, forLists: false),
      areFiles: request.placeholder == CardStages.rowPlaceholder
    ).map(\.row)
    let isOnPages = try CardFormat(of: request) == .pdf
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

  func parameters<each Setting: Digestible>(
    _ rows: [Row], _ shown: Shown, _ setting: repeat each Setting
  ) -> StageParameters {
    .of(
      look.digest, type, shown.view, shown.size.name, shown.size.width, shown.size.height,
      shown.appearance.rawValue, images.folder,
      isMarkdown, icons.map { _ in CardIconFolder.version }, icons?.path,
      icons?.files.keys.sorted(), rows,
      StageParameters.of(repeat each setting))
  }

  func width(_ request: OutputRequest, _ shown: Shown) -> Int {
    request.options[CardKeys.width] ?? Int(shown.size.width)
  }

  static func weight(_ width: Int) -> MemoryEstimate {
    // A band of rows, the scene and its fonts.
    MemoryEstimate(running: width * 128 * 8 + (16 << 20))
  }
}
