// SPDX-License-Identifier: MIT
// Part of Platen: the report of a rehearsal as a document with charts and a table.

public import Documents
public import Figures

extension RehearsalReport {
  /// A chart of the report with its caption and description.
  public struct ChartFigure: Hashable, Sendable {
    /// The resource that the document's figure names.
    public var name: String
    public var chart: Chart
    public var caption: String
    /// A description of the chart, in a sentence.
    public var alternative: String
  }

  /// The charts that have data: the time of each slide, and the cumulative time.
  public func figures(_ phrases: Phrasebook) -> [ChartFigure] {
    guard rows.count >= 2, spent > 0 else { return [] }
    func minutes(_ milliseconds: Int64) -> Double {
      // Hundredths of a minute are as fine as a chart shows.
      (Double(milliseconds) / 600).rounded() / 100
    }
    let numbers = rows.map { String($0.number) }
    let longest = rows.max { ($0.spent, $1.number) < ($1.spent, $0.number) }
    let bars = Chart(
      .bars, title: "", across: phrases[.slides], up: phrases[.inMinutes], categories: numbers,
      series: [
        Chart.Series(phrases[.spent], rows.map { minutes($0.spent) }),
        Chart.Series(phrases[.plan], rows.map { minutes(Int64($0.plan.seconds) * 1000) }),
      ])
    var sums: (spent: Int64, plan: Int64) = (0, 0)
    var added: (spent: [Double?], plan: [Double?]) = ([], [])
    let end = rows.lastIndex { $0.visits > 0 } ?? rows.endIndex - 1
    for (index, row) in rows.enumerated() {
      sums.spent += row.spent
      sums.plan += Int64(row.plan.seconds) * 1000
      added.spent.append(index <= end ? minutes(sums.spent) : nil)
      added.plan.append(minutes(sums.plan))
    }
    let lines = Chart(
      .lines, title: "", across: phrases[.slides], up: phrases[.inMinutes], categories: numbers,
      series: [
        Chart.Series(phrases[.spent], added.spent), Chart.Series(phrases[.plan], added.plan),
      ])
    return [
      ChartFigure(
        name: "chart-slides.png", chart: bars, caption: phrases[.timeBySlide],
        alternative: phrases(
          .timeBySlideDescription, String(rows.count), DurationFormat.text(spent), planText,
          String(longest?.number ?? 0), DurationFormat.text(longest?.spent ?? 0))),
      ChartFigure(
        name: "chart-through.png", chart: lines, caption: phrases[.timeThroughTalk],
        alternative: phrases(.timeThroughTalkDescription, DurationFormat.text(spent), planText)),
    ]
  }

  private var planText: String { DurationFormat.text(Int64(planned) * 1000) }

  /// The report as a document: what it comes to, the charts, and a row for each slide.
  ///
  /// The charts that its figures refer to are drawn by the writer; see ``figures(_:)``.
  public func document(_ phrases: Phrasebook, metadata: Metadata) -> Document {
    var metadata = metadata
    let name = phrases[.rehearsal]
    metadata.title = title.isEmpty ? name : name + ": " + title
    var blocks: [Block] = [
      .heading(Heading(1, [.text(metadata.title)], .classes("title"), isListed: false)),
      .keyValues(KeyValues(summary(phrases))),
    ]
    for figure in figures(phrases) {
      blocks.append(
        .figure(
          Figure(
            Image(figure.name, alternative: figure.alternative, share: 1),
            caption: [.text(figure.caption)], .classes("chart"))))
    }
    blocks.append(.table(table(phrases)))
    if plannedSlides < rows.count { blocks.append(.text(phrases[.estimate])) }
    return Document(metadata: metadata, blocks: blocks, phrases: phrases)
  }

  private func summary(_ phrases: Phrasebook) -> [KeyValues.Pair] {
    var pairs: [KeyValues.Pair] = []
    if runs.indices.contains(run) {
      // To the second: `2026-11-21 16:20:05 UTC`.
      let began =
        phrases.date(String(runs[run].began.description.prefix(19).replacing("T", with: " ")))
        + " UTC"
      let which = phrases(.runOf, String(run + 1), String(runs.count))
      pairs.append(.init(phrases[.began], began + (runs.count > 1 ? " (\(which))" : "")))
    }
    pairs.append(.init(phrases[.spent], DurationFormat.text(spent)))
    pairs.append(.init(phrases[.plan], (plannedSlides < rows.count ? "~" : "") + planText))
    pairs.append(
      KeyValues.Pair([.text(phrases[.difference])], RehearsalReport.signed(over, phrases)))
    if paused > 0 { pairs.append(.init(phrases[.pausedFor], DurationFormat.text(paused))) }
    pairs.append(.init(phrases[.slides], phrases(.upTo, "\(slidesShown)", "\(rows.count)")))
    return pairs
  }

  private func table(_ phrases: Phrasebook) -> Table {
    func cell(_ text: String, isHeader: Bool = false) -> Table.Cell {
      Table.Cell([.text(text)], isHeader: isHeader)
    }
    func total(_ text: String) -> Table.Cell { Table.Cell([.strong([.text(text)])]) }
    var body = rows.map { row in
      Table.Row([
        cell("\(row.number)"), cell(row.plan.title),
        cell(
          (row.plan.planned == nil ? "~" : "") + DurationFormat.text(Int64(row.plan.seconds) * 1000)
        ),
        cell(row.visits > 0 ? DurationFormat.text(row.spent) : phrases[.notReached]),
        Table.Cell(row.visits > 0 ? RehearsalReport.signed(row.over, phrases) : [.text("")]),
        cell(
          row.plan.steps > 0 && row.visits > 0
            ? phrases(.upTo, "\(row.stepsShown)", "\(row.plan.steps)") : ""),
      ])
    }
    body.append(
      Table.Row([
        cell(""), total(phrases[.total]),
        total((plannedSlides < rows.count ? "~" : "") + planText),
        total(DurationFormat.text(spent)),
        Table.Cell([.strong(RehearsalReport.signed(over, phrases))]), cell(""),
      ]))
    let head = ["", phrases[.slide], phrases[.plan], phrases[.spent], phrases[.difference]]
    return Table(
      columns: [
        .init(.end), .init(), .init(.end), .init(.end), .init(.end), .init(.end),
      ],
      head: [Table.Row((head + [phrases[.steps]]).map { cell($0, isHeader: true) })], body: body)
  }

  /// A span of time with a plus or minus sign where it is not 0:00; the sign stays before it in
  /// words that run from right to left.
  private static func signed(_ milliseconds: Int64, _ phrases: Phrasebook) -> [Inline] {
    let text =
      milliseconds >= 1000
      ? "+" + DurationFormat.text(milliseconds) : DurationFormat.text(milliseconds)
    return phrases.direction == .rightToLeft
      ? [.span(Span([.text(text)], direction: .leftToRight))] : [.text(text)]
  }
}
