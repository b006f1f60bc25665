// SPDX-License-Identifier: MIT
// Part of Platen: the files about a run, in the forms that others read.

import Diagnostics
import Digests
import Foundation
import JSON
import Pipeline
import TestSupport
import Testing

@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

private func stage(_ name: String, job: String = "a") -> Event.StageEvent {
  Event.StageEvent(name: name, key: Key(digest: Digest.of(name)), job: job, sharedBy: 1)
}

private var record: RunRecord {
  var totals = RunTotals()
  totals.built = 1
  totals.failed = 1
  totals.cancelled = 1
  totals.warnings = 2
  totals.seconds = 12.5
  let made = StageRecord(
    name: "rasterize", key: Key(digest: Digest.of("r")), outcome: .built, seconds: 2, cpuSeconds: 2,
    sharedBy: 2)
  let output = OutputRecord(path: "a.png", outcome: .built, size: 1000, digest: Digest.of("x"))
  return RunRecord(
    tool: "platen 1",
    jobs: [
      JobRecord(
        id: "a <&> \"b\"", kind: "map", outcome: .built, stages: [made],
        warnings: [.warning("map.x", "odd \u{1B}[2J ]]> & <b>")], outputs: [output]),
      JobRecord(
        id: "b", kind: "map", outcome: .failed, stages: [made],
        errors: [
          .error(
            "map.y", "broken\nreally", at: Diagnostics.SourceLocation(file: "b.map", line: 3),
            hints: ["repair it"])
        ]),
      JobRecord(id: "c", kind: "talk", outcome: .cancelled),
    ], totals: totals)
}

@Suite struct JUnitReportTests {
  @Test func isWellFormedAndStatesOutcomesOfJobs() throws {
    var record = record
    record.warnings = [.warning("manifest.x", "strange & wild")]
    let bytes = JUnitReport.xml(record, name: "platen.yaml", seconds: ["b": 1.25])
    let seen = Elements()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = seen
    #expect(parser.parse(), "\(String(decoding: bytes, as: UTF8.self))")
    let suite = try #require(seen.all.first { $0.name == "testsuite" })
    #expect(suite.attributes["tests"] == "3")
    #expect(suite.attributes["failures"] == "1")
    #expect(suite.attributes["skipped"] == "1")
    let cases = seen.all.filter { $0.name == "testcase" }
    #expect(cases.map { $0.attributes["name"] } == ["a <&> \"b\"", "b", "c"])
    #expect(cases.map { $0.attributes["classname"] } == ["map", "map", "talk"])
    #expect(cases[1].attributes["time"] == "1.250")
    let failure = try #require(seen.all.first { $0.name == "failure" })
    #expect(failure.attributes["type"] == "map.y")
    #expect(failure.text.contains("hint: repair it"))
    #expect(seen.all.contains { $0.name == "system-out" && $0.text.contains("odd") })
    #expect(seen.all.last?.name == "system-out" && seen.all.last?.text.contains("wild") == true)
  }

  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String], text: String)] = []
    private var open: [Int] = []
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(all.count)
      all.append((name, attributes, ""))
    }
    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { all[last].text += text }
    }
    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { open.removeLast() }
  }
}

@Suite struct OpenMetricsTests {
  @Test func everySampleHasItsFamilyAndTheTextEnds() throws {
    let bytes = OpenMetrics.text(record, root: "o\"u\\t\n", status: 1, finished: 1_700_000_000)
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.suffix(2) == ["# EOF", ""])
    var families: [Substring] = []
    for line in lines.dropLast(2) {
      if line.hasPrefix("# TYPE ") {
        families.append(line.split(separator: " ")[2])
      } else if !line.hasPrefix("#") {
        // Samples of a family stand together, below its type.
        let name = line.prefix { $0 != "{" }
        let family = try #require(families.last)
        #expect(name == family || name == family + "_info")
        #expect(line.contains(#"{root="o\"u\\t\n""#))
      }
    }
    #expect(Set(families).count == families.count)
    let text = lines.joined(separator: "\n")
    #expect(text.contains("outcome=\"failed\"} 1\n"))
    #expect(text.contains("platen_exit_status{root=\"o\\\"u\\\\t\\n\"} 1"))
    // Shared by two jobs, counted once.
    #expect(text.contains("stage=\"rasterize\"} 2\n") && text.contains("stage=\"rasterize\"} 1\n"))
  }
}

@Suite struct ChromeTraceTests {
  @Test func stagesThatRanBesideEachOtherHaveLanesOfTheirOwn() throws {
    var now = 0.0
    let notes = RunNotes { now }
    notes.receive(.begin(.init(tool: "platen 1", jobs: 1, stages: 3, width: 2, memory: 1)))
    now = 1
    notes.receive(.stageFinished(stage("one"), outcome: .built, seconds: 1))
    now = 1.5
    notes.receive(.stageFinished(stage("two"), outcome: .built, seconds: 1.2))
    now = 2.0
    notes.receive(.stageFinished(stage("three"), outcome: .failed, seconds: 0.9))
    notes.receive(.paused)
    let json = try JSONDocument(parsing: ChromeTrace.json(notes)).root
    let events = try #require(json["traceEvents"]).elements
    let spans = events.filter { $0["ph"]?.string == "X" }
    #expect(spans.map { $0["name"]?.string } == ["one", "two", "three"])
    #expect(spans.map { $0["tid"]?.int } == [1, 2, 1])
    #expect(spans.map { $0["ts"]?.int } == [0, 300_000, 1_100_000])
    #expect(spans.map { $0["dur"]?.int } == [1_000_000, 1_200_000, 900_000])
    #expect(events.contains { $0["ph"]?.string == "i" && $0["name"]?.string == "paused" })
    // Every lane has a name.
    let named = events.filter { $0["name"]?.string == "thread_name" }.compactMap { $0["tid"]?.int }
    let used = Set(events.compactMap { $0["tid"]?.int })
    #expect(used.isSubset(of: Set(named)))
  }

  @Test func aRunThatDidNothingIsATraceAllTheSame() throws {
    #expect(try JSONDocument(parsing: ChromeTrace.json(RunNotes { 0 })).root["traceEvents"] != nil)
  }
}

@Suite struct DependencyFileTests {
  @Test func namesAreWrittenSoThatMakeReadsThem() {
    #expect(DependencyFile.escaped("a b#c$d") == "a\\ b\\#c$$d")
    #expect(DependencyFile.escaped(#"a\ b\c"#) == #"a\\\ b\c"#)
  }

  @Test func eachInputOnceAndNoTargetAmongThem() {
    let text = DependencyFile.text(targets: ["o"], inputs: ["i", "o", "i"], format: .ninja)
    #expect(String(decoding: text, as: UTF8.self) == "o: \\\n  i\n")
    let made = DependencyFile.text(targets: ["o"], inputs: ["i"], format: .make)
    #expect(String(decoding: made, as: UTF8.self) == "o: \\\n  i\n\ni:\n")
  }

  @Test func aLineBreakHasNoName() {
    #expect(!DependencyFile.canName("a\nb", .ninja))
    #expect(DependencyFile.canName("a b: 50 %", .ninja))
    #expect(DependencyFile.canName("a b: c", .make) && DependencyFile.canName("a~dark.svg", .make))
    // These end a Makefile that includes the file, or mean other files.
    for name in ["a;b", "a=b", "50%", "a*", "a?", "[a]", "~a"] {
      #expect(!DependencyFile.canName(name, .make), "\(name)")
    }
  }
}
