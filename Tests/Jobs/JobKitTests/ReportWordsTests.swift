// SPDX-License-Identifier: MIT
// Part of Platen: tests of the page of a run: all its words are phrases, in the language of the run.

import Diagnostics
import Documents
import Foundation
import JSON
import Pipeline
import Reports
import TestSupport
import Testing
import Text

@testable import JobKit

@Suite struct ReportWordsTests {
  private static func template(_ name: String) throws -> String {
    let folder = Shared.repository.appendingPathComponent("Templates/Report")
    return String(
      decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  private static func book(_ language: String) throws -> Phrasebook {
    let file = try DiskEnvironment().read("\(PhrasebookTests.folder)/\(language).yaml")
    return try PhrasebookFile.read(file, language: language).value
  }

  /// The phrases whose names begin with a word.
  private static func phrases(_ prefix: String) -> [Phrase] {
    Phrase.allCases.filter {
      $0.rawValue.hasPrefix(prefix)
        && $0.rawValue.dropFirst(prefix.count).first?.isUppercase == true
    }
  }

  /// The page of a run in a language.
  private func page(_ book: Phrasebook, title: String = "Ebbe") throws -> String {
    let jobs = [JobRecord(id: "tide", kind: "map", outcome: .built)]
    var page = ReportPage(
      .init(
        title: title, record: RunRecord(tool: "t", jobs: jobs, totals: RunTotals()), last: nil,
        notes: nil, finished: 1, since: nil))
    let parts = ReportPage.Parts(
      markup: try ReportWordsTests.template("report.html"),
      style: try ReportWordsTests.template("report.css"),
      script: try ReportWordsTests.template("report.js"), words: ReportWords(book))
    return String(
      decoding: page.html(parts, thumbnails: nil, width: 1) { _ in nil }, as: UTF8.self)
  }

  /// A page without its script, style and data, and the script's phrases in it.
  private func shown(_ page: String) throws -> (markup: String, phrases: JSONValue) {
    let phrases = try #require(
      page.firstMatch(of: #/<script type="application/json" id="phrases">([^<]*)</script>/#))
    let markup = page.replacing(/<(script|style)\b[^>]*>(?s:.*?)<\/(script|style)>/, with: "")
    return (markup, try JSONDocument(parsing: Array(phrases.1.utf8)).root)
  }

  // MARK: Templates

  @Test func `the template has no words of its own`() throws {
    let markup = try ReportWordsTests.template("report.html")
      .replacing(/\{\{\w+\}\}/, with: "")
    let texts = markup.replacing(/<[^>]*>/, with: " ")
    let values = markup.matches(of: #/(?:aria-label|title|alt|placeholder)="([^"]*)"/#).map {
      String($0.1)
    }
    let letters = ([texts] + values).joined(separator: " ").split { !$0.isLetter }
    #expect(Set(letters.map(String.init)).isSubset(of: ["Platen", "platen", "run", "json"]))
  }

  @Test func `the script shows the phrases that it is given and no words of its own`() throws {
    let script = try ReportWordsTests.template("report.js")
      .replacing(#/(?m)^\s*(//|\*|/\*).*$/#, with: "")
    let used =
      script.matches(of: /phrases\.(\w+)/).map { String($0.1) }
      + script.matches(of: /"(report[A-Z]\w+|bytes|[a-z]+bytes)"/).map { String($0.1) }
    #expect(Set(used).subtracting(["lang", "group"]) == Set(ReportWords.scripted.map(\.rawValue)))
    // Two words in a row are a text.
    let literals = script.matches(of: #/"([^"\n]*)"|`([^`]*)`/#).map {
      String($0.1 ?? $0.2 ?? "").replacing(/\$\{[^}]*\}/, with: "")
    }
    #expect(
      literals.filter { $0.contains(/[A-Za-z]{2,} [A-Za-z]{2,}/) } == ["use strict"])
    for phrase in ReportWords.scripted where phrase.english.first?.isUppercase == true {
      #expect(!literals.contains(phrase.english), "\(phrase)")
    }
  }

  @Test func `each phrase of the page is shown`() throws {
    let placeholders = try ReportWordsTests.template("report.html").matches(of: /\{\{(\w+)\}\}/)
    let sentences: [Phrase] = [
      .reportRunNone, .reportFailedOf, .reportUnfinished, .reportStopped, .reportNothingBuilt,
      .reportAllBuilt, .reportSomeBuilt, .reportDelivered, .reportNotDelivered,
    ]
    let used =
      placeholders.map { String($0.1) } + (ReportWords.scripted + sentences).map(\.rawValue)
    #expect(
      Set(ReportWordsTests.phrases("report").map(\.rawValue)).subtracting(used).isEmpty)
    let words = ReportWords(.english)
    #expect(
      Set(FileFormat.allCases.map(words.format))
        == Set(ReportWordsTests.phrases("format").map(\.english)))
  }

  // MARK: Pages

  @Test func `a German run has a German page`() throws {
    let german = try ReportWordsTests.book("de")
    let page = try page(german)
    let (markup, words) = try shown(page)
    #expect(page.contains(#"<html lang="de" dir="ltr">"#))
    #expect(!markup.contains("{{"))
    #expect(markup.contains(#"<h2 id="sheet-h">Kontaktbogen</h2>"#))
    #expect(markup.contains("Der Auftrag ist aktuell, in diesem Lauf erstellt."))
    #expect(markup.contains("platen-run.json neben dieser Datei"))
    #expect(words["lang"]?.string == "de" && words["group"]?.string == "\u{202F}")
    #expect(words["reportSeconds"]?.string == "{1} s")
    #expect(words["reportJobsEnded"]?["one"]?.string == "{2} von {1} Auftrag beendet")
    #expect(words["reportJobsEnded"]?["other"]?.string == "{2} von {1} Aufträgen beendet")
    for phrase in ReportWords.scripted {
      let text = phrase.isCounted ? words[phrase.rawValue]?["other"] : words[phrase.rawValue]
      #expect(text?.string == german[phrase], "\(phrase)")
    }
    // A phrase may be the same word in both languages: Filter, Start.
    let texts =
      markup.matches(of: />([^<]+)</).map { $0.1.trimmingCharacters(in: .whitespacesAndNewlines) }
      + markup.matches(of: #/(?:aria-label|placeholder)="([^"]*)"/#).map { String($0.1) }
    for phrase in ReportWordsTests.phrases("report") where phrase.english != german[phrase] {
      #expect(!texts.contains(phrase.english), "\(phrase) in English")
    }
    #expect(page.contains(#""png":{"name":"Bild""#))
  }

  @Test(arguments: ["fa", "ar"])
  func `pages of languages that run from right to left do so`(language: String) throws {
    let book = try ReportWordsTests.book(language)
    let page = try page(book)
    let (markup, words) = try shown(page)
    #expect(page.contains("<html lang=\"\(language)\" dir=\"rtl\">"))
    let texts = markup.replacing(/<[^>]*>/, with: " ").split { !$0.isLetter }
    let latin = texts.filter { $0.contains { $0.isASCII } }.map(String.init)
    #expect(Set(latin).isSubset(of: ["Ebbe", "Platen", "platen", "run", "json", "t"]))
    for phrase in ReportWords.scripted where !phrase.isCounted {
      #expect(words[phrase.rawValue]?.string == book[phrase])
    }
    for (form, text) in book.forms(of: .reportOutputCount) {
      #expect(words["reportOutputCount"]?[form.rawValue]?.string == text)
    }
    #expect(words["reportOutputCount"]?["other"] != nil)
    // Sides are named by the direction of the text.
    let style = try ReportWordsTests.template("report.css")
    #expect(!style.contains(/(margin|padding|border)-(left|right)\b|text-align: (left|right)/))
  }

  @Test func `quotes and brackets in phrases are escaped`() throws {
    let text = #"<b>"Los" & 'weg'</b></script>"#
    let own = Dictionary(uniqueKeysWithValues: Phrase.allCases.map { ($0.rawValue, text) })
    let page = try page(Phrasebook(language: #"de"><i>"#, phrases: own), title: text)
    #expect(!page.contains("<b>") && !page.contains("<i>"))
    #expect(page.components(separatedBy: "</script>").count == 4)
    #expect(try shown(page).phrases["reportNew"]?.string == text)
  }

  @Test func `a phrasebook without a phrase has its English forms`() throws {
    let words = try shown(page(Phrasebook(language: "nl"))).phrases
    #expect(words["reportFileCount"]?["one"]?.string == "{1} file")
    #expect(words["reportFileCount"]?["other"]?.string == "{1} files")
  }

  // MARK: Sentences

  private func verdict(
    _ built: Int, _ upToDate: Int = 0, failed: Int = 0, cancelled: Int = 0,
    in language: String = "en"
  ) throws -> String {
    var counts = ReportWords.JobCounts()
    counts.built = built
    counts.upToDate = upToDate
    counts.failed = failed
    counts.cancelled = cancelled
    return ReportWords(try ReportWordsTests.book(language)).verdict(counts)
  }

  @Test func `the verdict counts the jobs that are shown`() throws {
    #expect(try verdict(0) == "No run has finished here yet.")
    #expect(try verdict(1) == "The job is up to date, built by this run.")
    #expect(try verdict(0, 1) == "The job is up to date; nothing had to be built.")
    #expect(try verdict(2) == "All 2 jobs are up to date, built by this run.")
    #expect(try verdict(1, 2) == "All 3 jobs are up to date, 1 of them built by this run.")
    #expect(try verdict(0, 2) == "All 2 jobs are up to date; nothing had to be built.")
    #expect(try verdict(1, failed: 2) == "2 of 3 jobs failed.")
    #expect(try verdict(0, failed: 1) == "1 of 1 job failed.")
    #expect(try verdict(0, failed: 1, cancelled: 1) == "1 of 2 jobs failed. 1 job not finished.")
    #expect(try verdict(1, cancelled: 1) == "Stopped: 1 of 2 jobs not finished.")
  }

  @Test func `the verdict follows the language's numbers`() throws {
    #expect(
      try verdict(12_345, 1, in: "de")
        == "Alle 12\u{202F}346 Aufträge sind aktuell, davon 12\u{202F}345 in diesem Lauf erstellt.")
    #expect(
      try verdict(0, failed: 1, cancelled: 1, in: "fa")
        == "1 کار از 2 کار ناموفق بود. 1 کار به پایان نرسید.")
    #expect(try verdict(2, in: "ar") == "المهمتان محدّثتان، وأُنشئتا في هذا التشغيل.")
  }

  @Test func `deliveries are sentences whose names are isolated`() throws {
    let words = ReportWords(try ReportWordsTests.book("de"))
    #expect(words.delivery(DeliveryRecord(to: "x", outcome: .upToDate)) == nil)
    #expect(
      words.delivery(DeliveryRecord(to: "x", outcome: .delivered, path: "x/<1>"))
        == #"Ausgeliefert: <bdi dir="ltr">x/&lt;1&gt;</bdi>."#)
    #expect(
      words.delivery(DeliveryRecord(to: "{2}", outcome: .skipped, reason: "it has no outputs"))
        == #"Nicht ausgeliefert nach <bdi dir="ltr">{2}</bdi>: "#
        + #"<bdi lang="en" dir="ltr">it has no outputs</bdi>."#)
  }
}
