// SPDX-License-Identifier: MIT
// Part of Platen: what a talk comes to in words and minutes: as data, as text, as a page with a chart.

internal import Canvas
internal import Charts
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import PDF
internal import Pipeline
internal import Talks
internal import Typesetting

extension TalkRecipe {
  /// What the talk comes to in words and minutes.
  func statistics(_ output: OutputRequest, _ talk: Stage<Talk>) -> Stage<KeptFile> {
    let form = output.form
    // Wherever the talk lies, the same bytes.
    let name = job.input.split(separator: "/").last.map(String.init) ?? job.input
    return .file(
      "count \(form)", version: 1, parameters: form + "\n" + name, memory: TalkWeight.text,
      after: talk
    ) { _, file, talk in
      let statistics = TalkStatistics(talk.deck, settings: talk.settings)
      let bytes =
        switch form {
        case "json": statistics.json(file: name)
        case "csv": Array(statistics.csv.utf8)
        default: Array(statistics.text.utf8)
        }
      try bytes.withUnsafeBytes { try file.write($0) }
      return []
    }
  }

  /// The same as a page with a chart: a PDF, or a picture of its first page.
  func statisticsPage(_ output: OutputRequest, _ talk: Stage<Talk>) -> Stage<KeptFile> {
    let settings = output.options
    let fonts = fonts
    let phrases = phrases.value
    let paper = paper
    let parameters = [
      paperText, "fonts \(type)", settings.canonicalText, "\(Digest(canonicalOf: phrases))",
    ].joined(separator: "\n")
    @Sendable func set(
      _ talk: Talk, _ library: FontLibrary, _ context: StageContext,
      _ emit: (LaidOutPage) throws -> Void
    ) throws -> Typesetter.Result {
      let page = StatisticsPage(TalkStatistics(talk.deck, settings: talk.settings), phrases)
      return try Typesetter(
        style: paper.pages, template: BookPaper.template(settings), measuring: library,
        pictures: { name in
          name == StatisticsPage.chartName
            ? page.chart?.picture(
              StatisticsPage.chartSize, paper.pageCharts, text: library) : nil
        }
      ).pages(
        of: page.document(of: talk.deck), isCancelled: { context.isCancelled }, page: emit)
    }
    guard output.form == "png" else {
      return .file(
        "set statistics", version: 1, parameters: parameters, memory: TalkWeight.pages,
        after: talk, check: { try Verification.pdf($0) }
      ) { context, file, talk in
        try fonts.writePDF(talk.deck.metadata, to: file) { library, emit in
          let result = try set(talk, library, context, emit)
          return (result.structure, result.diagnostics)
        }
      }
    }
    let width = settings.integer("width") ?? 1240
    return .file(
      "draw statistics", version: 1, parameters: parameters,
      memory: TalkWeight.picture(width: width, height: width * 3 / 2), after: talk,
      check: { try Verification.png($0, width: width) }
    ) { context, file, talk in
      try fonts.withLibrary { library in
        var first: Scene?
        let result = try set(talk, library, context) { page in first = first ?? page.scene }
        guard var scene = first else { return result.diagnostics }
        if scene.background.alpha < 1 { scene.background = .white }
        try scene.writePNG(width: width, fonts: library, to: file.write)
        guard result.pageCount > 1 else { return result.diagnostics }
        return result.diagnostics + [
          .warning(
            "talk.statistics",
            "the statistics have \(result.pageCount) pages, and a picture shows "
              + "the first", hints: ["make a PDF of them"])
        ]
      }
    }
  }
}

/// A page of statistics, before it is set.
struct StatisticsPage {
  static let chartName = "minutes-by-part.png"
  static let chartSize = Size(width: 366, height: 170)

  private let statistics: TalkStatistics
  private let phrases: Phrasebook

  init(_ statistics: TalkStatistics, _ phrases: Phrasebook) {
    self.statistics = statistics
    self.phrases = phrases
  }

  /// Minutes of each part; nil where there are not two to compare.
  var chart: Chart? {
    guard statistics.parts.count > 1 else { return nil }
    return Chart(
      .bars, title: "", across: phrases[.parts], up: phrases[.inMinutes],
      categories: statistics.parts.indices.map(label),
      series: [
        Chart.Series(
          phrases[.inMinutes],
          // To a tenth of a minute.
          statistics.parts.map { (Double($0.seconds) / 6).rounded() / 10 })
      ])
  }

  /// A part's number; the introduction has none.
  private func label(_ part: Int) -> String {
    let title = statistics.parts[part].title
    let word = title.prefix { $0 != " " }
    return word.hasSuffix(".") && word.count > 1 ? String(word.dropLast()) : "\(part + 1)"
  }

  func document(of deck: Deck) -> Document {
    let total = statistics.total
    let clock = TalkStatistics.clock
    var blocks: [Block] = [
      .heading(Heading(1, [.text(statistics.title)], .classes("title"), isListed: false)),
      .text(phrases[.statistics], .classes("subtitle")),
    ]
    var pairs: [KeyValues.Pair] = [
      .init(
        phrases[.duration],
        clock(statistics.seconds) + " "
          + phrases(.wordsPerMinute, "\(statistics.wordsPerMinute)")),
      .init(
        phrases[.pace],
        [(Phrase.slow, 110), (.normal, 150), (.fast, 170)].map { pace, words in
          clock(statistics.seconds(at: words)) + " " + phrases(pace, "\(words)")
        }.joined(separator: ", ")),
    ]
    if statistics.plan.planned > 0 {
      pairs.append(
        .init(
          phrases[.planned],
          phrases(
            .plannedOver, clock(statistics.plan.seconds), "\(statistics.plan.planned)",
            "\(statistics.plan.slides)")))
    }
    pairs += [
      .init(phrases[.slides], "\(total.slides)"), .init(phrases[.parts], "\(statistics.partCount)"),
      .init(phrases[.words], "\(total.words)"), .init(phrases[.notesWords], "\(total.notesWords)"),
      .init(phrases[.points], "\(total.bullets)"), .init(phrases[.pictures], "\(total.images)"),
      .init(phrases[.steps], "\(total.steps)"),
    ]
    blocks.append(.keyValues(KeyValues(pairs)))
    if chart != nil {
      let told = statistics.parts.map { "\($0.title) \(clock($0.seconds))" }
      blocks.append(
        .figure(
          Figure(
            Image(
              StatisticsPage.chartName,
              alternative: phrases(.minutesByPartTold, told.joined(separator: ", ")), share: 1),
            caption: [.text(phrases[.minutesByPart])], .classes("chart"))))
    }
    blocks.append(table)
    let advice = statistics.advice(phrases)
    if !advice.isEmpty {
      blocks.append(
        .callout(
          Callout(
            kind: "tip", title: [.text(phrases[.tip])], advice.map { .text($0) })))
    }
    var metadata = deck.metadata
    metadata.title = statistics.title
    return Document(metadata: metadata, blocks: blocks)
  }

  private var table: Block {
    let head: [Phrase] = [.part, .slides, .words, .notesWords, .steps, .share, .duration]
    let rows = statistics.parts.map { part -> Table.Row in
      let cells = [
        "\(part.count.slides)", "\(part.count.words)", "\(part.count.notesWords)",
        "\(part.count.steps)", "\(part.share / 10).\(part.share % 10) %",
        TalkStatistics.clock(part.seconds),
      ]
      return Table.Row(
        [Table.Cell([Inline.text(part.title)], isHeader: true)]
          + cells.map { Table.Cell([Inline.text($0)]) })
    }
    return .table(
      Table(
        columns: [.init()] + head.dropFirst().map { _ in .init(.end) },
        head: [.init(head.map { Table.Cell([Inline.text(phrases[$0])]) })], body: rows))
  }
}

extension Chart {
  /// The chart as a picture of pages.
  func picture(_ size: Size, _ style: ChartStyle, text: some TextMeasuring) -> BookPicture {
    let scene = scene(size: size, style: style, text: text)
    return BookPicture(size: size, node: .group(Group(children: scene.nodes)))
  }
}
