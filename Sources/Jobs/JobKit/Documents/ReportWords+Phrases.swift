// SPDX-License-Identifier: MIT
// Part of Platen: the words of a run's page, from the phrases of a language.

package import Documents
internal import JSON
internal import Pipeline
package import Reports
internal import Text

extension ReportWords {
  /// The phrases that the script of the page shows, by their names.
  package static let scripted: [Phrase] = [
    .dark, .state, .comma, .bytes, .kilobytes, .megabytes, .gigabytes, .reportLight,
    .reportUseDark, .reportUseLight, .reportConnectionLost, .reportRunEnded, .reportRunPreparing,
    .reportRunGoing, .reportRunPaused, .reportRunStopping, .reportRunCompleting, .reportPlanning,
    .reportJobsEnded, .reportFailedCount, .reportTimeLeft, .reportRemaining, .reportBuilt,
    .reportUpToDate, .reportFailed, .reportNotBuilt, .reportCancelled, .reportRunningNow,
    .reportWaiting, .reportWarningLabel, .reportOutputLabel, .reportTotalTime, .reportKind,
    .reportTags, .reportEverything, .reportJob, .reportWarnings, .reportPreviousPage,
    .reportNextPage, .reportPageOf, .reportJobCount, .reportOutputCount, .reportPageCount,
    .reportFileCount, .reportStageCount, .reportStagesOmitted, .reportTimeNote,
    .reportTimelineDescription, .reportSeconds, .reportMinutes, .reportHours, .reportProperties,
    .reportJobTime, .reportImageOf, .reportThumbnailOf, .reportOpenFile, .reportFile,
    .reportWithoutThumbnail, .reportNoThumbnails, .reportMoreOf, .reportMore, .reportMoreIn,
    .reportNow, .reportThen, .reportBefore, .reportAfter, .reportDifference, .reportDifferenceIn,
    .reportNew, .reportNoThumbnailBefore, .reportSizeChange, .reportOtherSize, .reportInvisible,
    .reportMarked, .reportHardlyMarked, .reportIncomparable, .reportOutputsChanged,
    .reportOutputsNew, .reportOutputsGone, .reportSince,
  ]

  package static let english = ReportWords(.english)

  /// The words of a page in the language of a phrasebook.
  package init(_ book: Phrasebook) {
    self.init(
      language: book.language, isRightToLeft: book.direction == .rightToLeft,
      script: ReportWords.script(book),
      text: { name in Phrase(rawValue: name).map { book($0, RunRecord.fileName) } },
      format: { book[$0.phrase] },
      verdict: { ReportWords.verdict($0, book) },
      delivery: { ReportWords.delivery($0, book) })
  }

  private static func script(_ book: Phrasebook) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("lang", book.language)
      json.member("group", book.groupSeparator)
      for phrase in scripted {
        guard phrase.isCounted else {
          json.member(phrase.rawValue, book[phrase])
          continue
        }
        json.member(
          phrase.rawValue,
          object: { json in
            for (form, text) in book.forms(of: phrase) { json.member(form.rawValue, text) }
          })
      }
    }
    return json.text
  }

  private static func verdict(_ counts: JobCounts, _ book: Phrasebook) -> String {
    let cancelled = book.grouped(counts.cancelled)
    if counts.all == 0 { return book[.reportRunNone] }
    if counts.failed > 0 {
      let failed = book.counted(.reportFailedOf, counts.all, book.grouped(counts.failed))
      guard counts.cancelled > 0 else { return failed }
      return failed + " " + book.counted(.reportUnfinished, counts.cancelled)
    }
    if counts.cancelled > 0 { return book.counted(.reportStopped, counts.all, cancelled) }
    if counts.built == 0 { return book.counted(.reportNothingBuilt, counts.all) }
    return counts.built == counts.all
      ? book.counted(.reportAllBuilt, counts.all)
      : book.counted(.reportSomeBuilt, counts.all, book.grouped(counts.built))
  }

  private static func delivery(_ delivery: DeliveryRecord, _ book: Phrasebook) -> String? {
    var texts: [String: String] = [:]
    for phrase in [Phrase.reportDelivered, .reportNotDelivered] {
      texts[phrase.rawValue] = MarkupEscaping.escaped(book[phrase])
    }
    let markup = Phrasebook(language: book.language, phrases: texts)
    func path(_ text: String) -> String {
      "<bdi dir=\"ltr\">\(MarkupEscaping.escaped(text))</bdi>"
    }
    switch delivery.outcome {
    case .delivered: return markup(.reportDelivered, path(delivery.path ?? delivery.to))
    case .upToDate: return nil
    case .skipped, .failed:
      // Reasons are messages, which are in English.
      let reason = MarkupEscaping.escaped(delivery.reason ?? delivery.outcome.rawValue)
      return markup(
        .reportNotDelivered, path(delivery.to), "<bdi lang=\"en\" dir=\"ltr\">\(reason)</bdi>")
    }
  }
}

extension FileFormat {
  /// The name of such a file.
  fileprivate var phrase: Phrase {
    switch self {
    case .png, .jpeg, .webp, .tiff, .bmp, .gif: .formatImage
    case .svg, .eps: .formatDrawing
    case .ico, .icns, .iconBundle: .formatIcon
    case .pdf: .formatDocument
    case .docx, .doc: .formatWord
    case .pptx, .odp, .keynote: .formatPresentation
    case .epub: .formatBook
    case .html: .formatWebPage
    case .text, .markdown, .rtf, .odt, .latex, .webVTT, .subRip: .formatText
    case .json, .jsonLines, .xml, .designTokens: .formatData
    case .csv: .formatTable
    case .geoJSON, .platenWorld, .universalVTT: .formatMapData
    case .calendar: .formatCalendar
    case .gzip, .zip: .formatArchive
    case .wfmap, .map: .formatMapSave
    case .mbtiles: .formatMapTiles
    case .swift, .kotlin, .typeScript: .formatSourceCode
    case .css, .scss: .formatStyleSheet
    case .plist: .formatPropertyList
    case .strings: .formatStringTable
    case .assetCatalog: .formatAssetCatalog
    }
  }
}
