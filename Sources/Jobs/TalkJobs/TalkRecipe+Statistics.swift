// SPDX-License-Identifier: MIT
// Part of Platen: the statistics of a talk: as data, as text, as a page with a chart.

internal import Books
internal import Diagnostics
internal import Digests
internal import Documents
internal import Figures
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Talks

extension TalkRecipe {
  /// The statistics of the talk in words and minutes.
  func statistics(_ data: TalkData, _ talk: Stage<Talk>) -> Stage<FileArtifact> {
    let format = data.rawValue
    // The same bytes for any path of the talk.
    let name = job.input.split(separator: "/").last.map(String.init) ?? job.input
    return .file(
      "count \(format)", version: 3, parameters: .of(format, name), memory: TalkMemory.text,
      after: talk
    ) { _, file, talk in
      let statistics = TalkStatistics(talk.deck, settings: talk.settings)
      let bytes =
        switch data {
        case .json: statistics.json(file: name)
        case .csv: Array(statistics.csv.utf8)
        case .txt: Array(statistics.text(talk.deck.phrases).utf8)
        }
      try bytes.withUnsafeBytes { try file.write($0) }
      return []
    }
  }

  /// The statistics as a page with a chart.
  func statisticsPage(_ output: OutputRequest, _ talk: Stage<Talk>) -> Stage<FileArtifact> {
    documents.stage(output, as: .pdf, statisticsStage(talk), talk) { talk in
      StatisticsPage(talk).chart.map { [$0] } ?? []
    }
  }

  /// The first of these pages as an image.
  func statisticsImage(_ output: OutputRequest, _ talk: Stage<Talk>) -> Stage<FileArtifact> {
    var output = output
    // Columns of a sheet of slides are not columns of text.
    output.options = output.options.only(TalkKeys.paper, TalkKeys.width)
    return documents.page(output, statisticsStage(talk), talk, warnsOfMore: true) { talk in
      StatisticsPage(talk).chart.map { [$0] } ?? []
    }
  }

  private func statisticsStage(_ talk: Stage<Talk>) -> Stage<Document> {
    Stage(
      "compose statistics", version: 3, memory: TalkMemory.text, after: talk,
      digest: { Digest(canonicalOf: $0) }
    ) { _, talk in Diagnosed(StatisticsPage(talk).document(of: talk.deck)) }
  }
}

/// A page of statistics before typesetting.
struct StatisticsPage {
  private let statistics: TalkStatistics
  private let phrases: Phrasebook

  init(_ talk: Talk) {
    statistics = TalkStatistics(talk.deck, settings: talk.settings)
    phrases = talk.deck.phrases
  }

  /// Minutes of each part; nil where there are not two to compare.
  var chart: PageChart? {
    guard statistics.parts.count > 1 else { return nil }
    let parts = statistics.parts.map {
      "\($0.shownTitle(phrases)) \(TalkStatistics.clock($0.seconds))"
    }
    return PageChart(
      "minutes-by-part.png",
      Chart(
        .bars, title: "", across: phrases[.parts], up: phrases[.inMinutes],
        categories: statistics.parts.indices.map(label),
        series: [
          Chart.Series(
            phrases[.inMinutes], statistics.parts.map { Double($0.seconds) / 60 })
        ]), size: Size(width: 366, height: 136), caption: phrases[.minutesByPart],
      alternative: phrases(.minutesByPartDescription, parts.joined(separator: phrases[.comma])))
  }

  /// A part's number; the introduction has none.
  private func label(_ part: Int) -> String {
    let title = statistics.parts[part].title
    if title == TalkStatistics.introduction { return "–" }
    let word = title.prefix { $0 != " " }
    return word.hasSuffix(".") && word.count > 1 ? String(word.dropLast()) : "\(part + 1)"
  }

  func document(of deck: Deck) -> Document {
    let total = statistics.total
    var blocks: [Block] = [
      // No title page: all content is on one page.
      .heading(Heading(1, [.text(statistics.title)], .classes("sheet"), isListed: false)),
      .paragraph(Paragraph([.emphasis([.text(phrases[.statistics])])])),
    ]
    var pairs: [KeyValues.Pair] = [
      .init(phrases[.duration], statistics.length(phrases)),
      .init(phrases[.pace], statistics.paces(phrases)),
    ]
    if statistics.plan.planned > 0 {
      pairs.append(.init(phrases[.planned], statistics.planned(phrases)))
    }
    pairs += [
      .init(phrases[.slides], "\(total.slides)"), .init(phrases[.parts], "\(statistics.partCount)"),
      .init(phrases[.words], "\(total.words)"), .init(phrases[.notesWords], "\(total.notesWords)"),
      .init(phrases[.points], "\(total.bullets)"), .init(phrases[.pictures], "\(total.images)"),
      .init(phrases[.steps], "\(total.steps)"),
    ]
    blocks.append(.keyValues(KeyValues(pairs)))
    if let chart { blocks.append(.figure(chart.figure)) }
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
    return Document(metadata: metadata, blocks: blocks, phrases: phrases)
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
        [Table.Cell([Inline.text(part.shownTitle(phrases))], isHeader: true)]
          + cells.map { Table.Cell([Inline.text($0)]) })
    }
    return .table(
      Table(
        columns: [.init()] + head.dropFirst().map { _ in .init(.end) },
        head: [.init(head.map { Table.Cell([Inline.text(phrases[$0])]) })], body: rows))
  }
}
