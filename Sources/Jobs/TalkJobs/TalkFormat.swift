// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a talk job's outputs, and the content that each shows.

internal import Documents
internal import JobKit

/// The content of a talk's output.
enum TalkContent: String, CaseIterable {
  case outline, script, handout, slides, statistics, overview, rehearsal
}

/// The location of the images of a talk's overview.
enum OverviewImages: String, CaseIterable {
  case embedded, files
}

/// The product of a talk's output.
enum TalkProduct {
  /// Slides on pages.
  case slides
  /// Slides as an image, or one for each.
  case images
  /// Slides on pages with their notes.
  case handout
  /// A text in one of the formats of documents.
  case document(Deck.DocumentKind, DocumentFormat)
  case presentation
  /// Slides on one page for browsers, which shows them step by step.
  case slidesPage
  case overview
  case statistics(TalkData)
  /// Statistics as a page with a chart.
  case statisticsPage
  /// The first of these pages.
  case statisticsImage
  case rehearsal(DocumentFormat)
  case rehearsalData(RehearsalData)
}

/// Statistics as data or plain text.
enum TalkData: String {
  case json, csv, txt
}

/// The report on a rehearsal, as data.
enum RehearsalData: String {
  case json, csv
}

/// A format of a talk job's outputs.
enum TalkFormat: String, ShowingFormat {
  case pdf, png, docx, pptx, txt, md, html, json, csv

  static let show = TalkKeys.show

  var row: OutputFormat {
    switch self {
    case .pdf:
      row(
        "slides for the screen, or a handout for printing",
        options: [
          TalkKeys.steps, TalkKeys.ratio, TalkKeys.large, TalkKeys.show, TalkKeys.log,
          TalkKeys.paper, TalkKeys.perPage, TalkKeys.notes,
        ])
    case .png:
      row(
        "one slide, a sheet of all slides, or, with ${slide} in the name, one file for each",
        options: [
          TalkKeys.slide, TalkKeys.width, TalkKeys.columns, TalkKeys.ratio, TalkKeys.large,
          TalkKeys.steps, TalkKeys.show, TalkKeys.paper,
        ],
        each: "slide")
    case .docx:
      row(
        "a Word file to hand out or to speak from",
        options: [
          TalkKeys.show, TalkKeys.log, TalkKeys.paper, TalkKeys.perPage, TalkKeys.notes,
        ])
    case .pptx:
      row(
        "an editable presentation; steps appear with a click",
        options: [TalkKeys.ratio, TalkKeys.large, TalkKeys.template])
    case .txt:
      row(
        "the outline or the script as plain text",
        options: [TalkKeys.show, TalkKeys.log, TalkKeys.wrap])
    case .md: row("the script or the outline as Markdown", options: [TalkKeys.show, TalkKeys.log])
    case .html:
      row(
        "one page for browsers: the script, the outline, an overview, or the slides to show offline",
        options: [
          TalkKeys.show, TalkKeys.log, TalkKeys.imagesAs, TalkKeys.width, TalkKeys.ratio,
          TalkKeys.large,
        ])
    case .json:
      row(
        "words, steps and minutes of each part, or a rehearsal",
        options: [TalkKeys.show, TalkKeys.log])
    case .csv: row("the same as a table", options: [TalkKeys.show, TalkKeys.log])
    }
  }

  var products: [(show: TalkContent, product: TalkProduct)] {
    switch self {
    case .pdf:
      [
        (.slides, .slides), (.handout, .handout), (.script, .document(.script, .pdf)),
        (.outline, .document(.outline, .pdf)), (.statistics, .statisticsPage),
        (.rehearsal, .rehearsal(.pdf)),
      ]
    case .png: [(.slides, .images), (.statistics, .statisticsImage)]
    case .docx:
      [
        (.handout, .document(.handout, .docx)), (.script, .document(.script, .docx)),
        (.outline, .document(.outline, .docx)), (.rehearsal, .rehearsal(.docx)),
      ]
    case .pptx: [(.slides, .presentation)]
    case .txt:
      [
        (.outline, .document(.outline, .txt)), (.script, .document(.script, .txt)),
        (.statistics, .statistics(.txt)), (.rehearsal, .rehearsal(.txt)),
      ]
    case .md:
      [
        (.script, .document(.script, .md)), (.outline, .document(.outline, .md)),
        (.rehearsal, .rehearsal(.md)),
      ]
    case .html:
      [
        (.script, .document(.script, .html)), (.outline, .document(.outline, .html)),
        (.slides, .slidesPage), (.overview, .overview), (.rehearsal, .rehearsal(.html)),
      ]
    case .json: [(.statistics, .statistics(.json)), (.rehearsal, .rehearsalData(.json))]
    case .csv: [(.statistics, .statistics(.csv)), (.rehearsal, .rehearsalData(.csv))]
    }
  }
}
