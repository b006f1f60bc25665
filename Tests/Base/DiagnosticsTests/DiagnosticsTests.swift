// SPDX-License-Identifier: MIT
// Part of Platen: tests of near misses and of the log that folds repetitions.

import Diagnostics
import TestSupport
import Testing

@Suite struct FoundFromTests {
  @Test func anErrorWithoutALineIsShownWhereItsFileIsNamed() {
    let origin = Diagnostics.SourceLocation(file: "platen.yaml", line: 3, column: 9)
    let whole = Diagnostic.error(
      "a", "is damaged", at: Diagnostics.SourceLocation(file: "w.map", field: "section 4"))
    #expect(whole.found(from: origin).line == "platen.yaml:3:9: w.map: section 4: is damaged")
    let line = Diagnostic.error(
      "a", "is damaged", at: Diagnostics.SourceLocation(file: "w.json", line: 2))
    #expect(line.found(from: origin) == line)
    #expect(whole.found(from: nil) == whole)
  }
}

@Suite struct DiagnosticReportTests {
  /// The expression that editors know GCC's messages by: file, line, column, severity, message.
  private func match(_ line: String) -> [String]? {
    guard
      let found = line.wholeMatch(of: #/(.*):(\d+):(\d+):\s+(warning|error|note):\s+(.*)/#)
    else { return nil }
    return [found.1, found.2, found.3, found.4, found.5].map(String.init)
  }

  @Test func editorsFindThePlace() {
    let place = Diagnostics.SourceLocation(file: "platen.yaml", line: 4, column: 7, field: "width")
    let error = Diagnostic.error("size.empty", "nothing is left", at: place, hints: ["add some"])
    #expect(
      error.report == "platen.yaml:4:7: error: width: nothing is left [size.empty]\nhint: add some")
    #expect(
      match(String(error.report.prefix { $0 != "\n" }))
        == ["platen.yaml", "4", "7", "error", "width: nothing is left [size.empty]"])
  }

  @Test func aMessageWithoutAFileIsOfTheProgram() {
    #expect(Diagnostic.error("a.b", "no input").report == "platen: error: no input [a.b]")
    #expect(
      Diagnostic.warning("a.b", "no input", at: Diagnostics.SourceLocation(field: "--jobs")).report
        == "platen: warning: --jobs: no input [a.b]")
    #expect(
      Diagnostic.note(
        "a.b", "is old", at: Diagnostics.SourceLocation(file: "w.map", field: "section 4")
      ).report
        == "w.map: note: section 4: is old [a.b]")
  }
}

@Suite struct DiagnosticCodeTests {
  /// Exit statuses are promised; the first kind of several decides.
  @Test func kindsHaveTheirExitStatuses() {
    let statuses = Diagnostic.Kind.allCases.map { "\($0.rawValue) \($0.exitStatus ?? 0)" }
    #expect(
      statuses == [
        "internal 70", "output-directory 73", "busy 75", "unavailable 69", "usage 64",
        "input-output 74", "manifest 65", "source 0", "data 0",
      ])
  }

  @Test func theFirstKindOfAFailureDecides() {
    let manifest = Diagnostic.Code("test.manifest", .manifest, "A manifest.")
    let usage = Diagnostic.Code("test.usage", .usage, "An option.")
    let busy = Diagnostic.Code("test.busy", .busy, "A lock.")
    let failure = Failure([
      .error(manifest, "a"), .error(usage, "b"), .warning(busy, "c"), .error("test.stored", "d"),
    ])
    #expect(failure.kind == .usage)
    #expect(Failure(.error("test.stored", "d")).kind == .data)
    #expect(Failure(.warning(busy, "c")).kind == nil)
  }

  @Test func aStoredCodeEqualsTheDeclaredOne() {
    let declared = Diagnostic.Code("test.code", .usage, "What it means.", "What to do.")
    #expect(Diagnostic.Code(rawValue: "test.code") == declared)
    #expect(Set([declared, Diagnostic.Code(rawValue: "test.code")]).count == 1)
    #expect(declared.explanation == "What it means. What to do.")
    #expect(Diagnostic.Code(rawValue: "of.another-version").explanation == "")
  }
}

@Suite struct NearMissTests {
  @Test(arguments: [
    ("parchmnet", "parchment"), ("politcal", "political"), ("Political", "political"),
    ("boimes", "biomes"),
  ])
  func aTypoFindsItsWord(_ typo: String, _ word: String) {
    #expect(nearMiss(typo, among: ["political", "biomes", "parchment"]) == word)
  }

  @Test func aWordTooFarAwayFindsNone() {
    #expect(nearMiss("x", among: ["political", "biomes"]) == nil)
    #expect(nearMiss("", among: ["political"]) == nil)
    #expect(
      nearMissHint("zzz", among: ["a-long-name", "b-long-name"])
        == "known: a-long-name, b-long-name")
  }

  @Test func aWordWithoutALetterOfAnotherIsNoTypoOfIt() {
    #expect(nearMiss("x", among: ["y"]) == nil)
    #expect(nearMiss("", among: ["y", ""]) == "")
    #expect(nearMiss("dm", among: ["gm"]) == "gm")
  }

  @Test func aWordOfMegabytesIsAnsweredAtOnce() {
    let long = String(repeating: "a", count: 4_000_000)
    #expect(nearMiss(long, among: ["political", "biomes"]) == nil)
  }

  @Test func ofManyWordsThoseMostLikeItAreListed() {
    let words = (1...12).map { "word-\($0)" } + ["lakes"]
    #expect(
      nearMissHint("lagoons-and-bays", among: words)
        .hasSuffix(" and 5 more"))
  }

  @Test func aCutListNamesTheCommandThatListsAll() {
    let words = (1...12).map { "word-\($0)" }
    #expect(
      nearMissHint("lagoons", among: words, listedBy: "looks")
        .hasSuffix("word-8, … and 4 more; platen looks lists all"))
    #expect(nearMissHint("lagoons", among: ["ice"], listedBy: "looks") == "known: ice")
    #expect(nearMissHint("lagoons", among: [], listedBy: "looks") == "no names are known here")
  }

  @Test func aCommandThatListsAllIsNamedOnce() {
    let words = (1...12).map { "word-\($0)" }
    #expect(
      nearMissHints("wrd-3", among: words, listedBy: "looks")
        == ["did you mean \"word-3\"?", "platen looks lists them"])
    #expect(nearMissHints("lagoons", among: words, listedBy: "looks").count == 1)
  }

  @Test func theListNamesNothingTwice() {
    #expect(nearMissHint("zzz", among: ["lakes", "ice", "lakes"]) == "known: lakes, ice")
  }

  @Test func tiesAreDecidedByOrder() {
    #expect(nearMiss("cat", among: ["bat", "hat"]) == "bat")
  }
}

@Suite struct PrintableTests {
  @Test(arguments: [
    ("Æthelby 山 👩‍👩‍👧", "Æthelby 山 👩‍👩‍👧"), ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\nb\tc", "a\\u{A}b\\u{9}c"),
    ("abc\u{202E}gnp.exe", "abc\\u{202E}gnp.exe"), ("\u{9B}31m\u{7F}", "\\u{9B}31m\\u{7F}"),
    ("", ""),
  ])
  func controlsAreShownAndTheRestIsLeftAlone(_ text: String, _ shown: String) {
    #expect(printable(text) == shown)
  }

  @Test func longTextsAreCut() {
    #expect(printable("abcdef", limit: 3) == "abc…")
    #expect(printable("abc", limit: 3) == "abc")
  }

  @Test func noDiagnosticCanMoveTheCursor() {
    let said = Diagnostic.error(
      "x", "a \u{1B}[2J", at: Diagnostics.SourceLocation(file: "f\n\u{7}.map"), hints: ["h\r"])
    #expect(said.text == "f\\u{A}\\u{7}.map: a \\u{1B}[2J\nhint: h\\u{D}")
  }
}

@Suite struct DiagnosticLogTests {
  @Test func repetitionsAreFoldedIntoACount() {
    var log = DiagnosticLog()
    for i in 0..<1000 { log.record(.warning("map.cell", "cell \(i) is odd")) }
    log.record(.warning("map.burg", "burg 3 has no cell"))
    let shown = log.diagnostics
    #expect(shown.count == DiagnosticLog.keptPerCode + 2)
    #expect(shown.last?.message == "995 more like the 5 above")
    #expect(shown.last?.severity == .warning)
    #expect(!log.hasErrors)
  }

  @Test(arguments: [0, 1, 4, 5, 6, 20], [0, 1, 4, 5, 6, 20])
  func aLogTakenOverIsAsIfAllHadBeenRecordedInOne(before: Int, after: Int) {
    let said = (0..<before + after).map { number -> Diagnostic in
      number % 3 == 0
        ? .error("map.burg", "burg \(number)") : .warning("map.cell", "cell \(number)")
    }
    var one = DiagnosticLog()
    one.record(said)
    var first = DiagnosticLog()
    first.record(said.prefix(before))
    var second = DiagnosticLog()
    second.record(said.dropFirst(before))
    first.record(second)
    #expect(first.diagnostics == one.diagnostics)
    #expect(first.hasErrors == one.hasErrors)
  }

  @Test func errorsAreThrownTogether() {
    var log = DiagnosticLog()
    log.record(.error("a", "first"))
    log.record(.warning("b", "second"))
    log.record(.error("c", "third"))
    #expect(throws: Failure(log.diagnostics)) { try log.throwIfErrors() }
  }

  @Test func aFileIsFilledInOnlyWhereItLacks() {
    let bare = Diagnostic.error("a", "wrong", at: Diagnostics.SourceLocation(field: "states[2]"))
    #expect(
      bare.inFile("x.map").place == Diagnostics.SourceLocation(file: "x.map", field: "states[2]"))
    #expect(bare.inFile("x.map").inFile("y.map").place?.file == "x.map")
  }
}

@Suite struct FailureTests {
  @Test func aLocationIsForErrorsWithoutOne() {
    let (there, here) = (
      Diagnostics.SourceLocation(file: "a.map", line: 3),
      Diagnostics.SourceLocation(file: "platen.yaml", line: 7)
    )
    let failure = Failure(
      [.error("x", "one", at: there), .warning("y", "two")], isPassing: true)
    #expect(failure.at(here).diagnostics.map(\.place) == [there, here])
    #expect(failure.at(here).isPassing)
    #expect(failure.at(nil) == failure)
  }
}

@Suite struct SecretMaskingTests {
  @Test(arguments: [
    "password", "SMTP_PASSWORD", "livekit.apiSecret", "openai-api-key", "apiKey", "Authorization",
    "bearer", "private_key", "sessionToken", "signing-key",
  ])
  func namesOfSecrets(name: String) { #expect(SecretMasking.matches(name)) }

  @Test(arguments: ["", "key", "secretary", "tokens_left", "passwordless", "name"])
  func namesOfNone(name: String) { #expect(!SecretMasking.matches(name)) }
}
