// SPDX-License-Identifier: MIT
// Part of Platen: tests of the report of a rehearsal.

import Diagnostics
import Documents
import JSON
import TestSupport
import Testing

@testable import Rehearsal

private func plan(_ slides: (String, Int, Int?, Int)...) -> [RehearsalReport.Plan] {
  slides.map { RehearsalReport.Plan(title: $0.0, steps: $0.1, planned: $0.2, estimated: $0.3) }
}

private let planned = plan(("S0", 0, 10, 3), ("S1", 2, nil, 30), ("S2", 0, nil, 5))

/// 12 s on the cover, 4 + 6 + 10 on the second slide's steps, 2 on the last, a pause of 100 between.
private func rehearsed() -> LoggedSession {
  var session = LoggedSession(talk(0, 2, 0))
  session.send(.nextStep, at: at(5))
  session.send(.nextStep, at: at(17))
  session.send(.nextStep, at: at(21))
  session.send(.pause, at: at(24))
  session.send(.resume, at: at(124))
  session.send(.nextStep, at: at(127))
  session.send(.nextStep, at: at(137))
  session.send(.nextStep, at: at(139))
  session.end(at: at(300))
  return session
}

private func report(
  _ session: LoggedSession, _ plan: [RehearsalReport.Plan] = planned
) throws -> (RehearsalReport, [String]) {
  let made = RehearsalReport.make(
    of: try SessionLog.read(session.log).value, title: "T", plan: plan)
  return (made.value, made.warnings.map(\.code.rawValue))
}

@Suite struct ReportTests {
  @Test func slidesAndStepsHaveTimes() throws {
    let (report, warnings) = try report(rehearsed())
    #expect(warnings.isEmpty)
    #expect(report.rows.map(\.spent) == [12_000, 20_000, 2000])
    #expect(report.rows.map(\.steps) == [[12_000], [4000, 6000, 10_000], [2000]])
    #expect(report.rows.map(\.stepsShown) == [0, 2, 0])
    #expect(report.rows.map(\.visits) == [1, 1, 1])
    #expect(report.rows.map(\.over) == [2000, -10_000, -3000])
    #expect(report.spent == 34_000)
    #expect(report.planned == 45)
    #expect(report.over == -11_000)
    #expect(report.paused == 100_000)
    #expect(report.plannedSlides == 1)
    #expect(report.runs.map(\.spent) == [34_000])
    #expect(report.runs.first?.isDone == true)
  }

  /// The clock at the end shows the time that the slides took together.
  @Test(arguments: smallTalks) func theSumOfTimesIsTheTimeOfTheClock(_ talk: LiveTalk) throws {
    let all = commands(of: talk).filter { $0 != .first }
    let plan = talk.slides.map {
      RehearsalReport.Plan(title: $0.title, steps: $0.steps, planned: nil, estimated: 1)
    }
    for first in all {
      for second in all {
        for third in all {
          var session = LoggedSession(talk)
          session.send(first, at: at(1))
          session.send(second, at: at(3))
          session.send(third, at: at(7))
          session.end(at: at(15))
          let (report, _) = try report(session, plan)
          #expect(report.spent == session.machine.state.total(at: at(15)))
          #expect(report.rows.allSatisfy { $0.steps.reduce(0, +) == $0.spent })
        }
      }
    }
  }

  @Test func theReportIsOfTheLongestRun() throws {
    var session = LoggedSession(talk(0, 0))
    session.send(.nextSlide, at: at(0))
    session.send(.nextSlide, at: at(3))
    // A false start.
    session.send(.first, at: at(4))
    session.send(.nextSlide, at: at(20))
    session.send(.nextSlide, at: at(30))
    // A look back at the cover.
    session.send(.first, at: at(31))
    session.end(at: at(33))
    let (report, warnings) = try report(session, plan(("S0", 0, nil, 9), ("S1", 0, nil, 9)))
    #expect(report.runs.map(\.spent) == [4000, 26_000, 2000])
    #expect(report.run == 1)
    #expect(report.rows.map(\.spent) == [16_000, 10_000])
    #expect(report.runs.map(\.isDone) == [false, true, false])
    #expect(warnings.isEmpty)
  }

  @Test func slidesAreMatchedByTitle() throws {
    var session = LoggedSession(talk(0, 0, 0))
    session.send(.nextSlide, at: at(0))
    session.send(.nextSlide, at: at(1))
    session.send(.nextSlide, at: at(3))
    session.send(.previousSlide, at: at(7))
    session.end(at: at(15))
    let (moved, _) = try report(
      session, plan(("S1", 0, nil, 9), ("New", 0, nil, 9), ("S2", 0, nil, 9), ("S0", 0, nil, 9)))
    #expect(moved.rows.map(\.spent) == [10_000, 0, 4000, 1000])
    #expect(moved.rows.map(\.visits) == [2, 0, 1, 1])
    let (shorter, warnings) = try report(session, plan(("S1", 0, nil, 9), ("S0", 0, nil, 9)))
    #expect(shorter.rows.map(\.spent) == [10_000, 1000])
    #expect(warnings == ["rehearsal.lost"])
  }

  @Test func unknownStatesAreReported() throws {
    let (empty, warnings) = try report(LoggedSession(talk(0, 2, 0)))
    #expect(warnings == ["rehearsal.none"])
    #expect(empty.spent == 0 && empty.runs.isEmpty && empty.rows.count == 3)
    var session = LoggedSession(talk(0, 2, 0))
    session.send(.nextSlide, at: at(0))
    #expect(try report(session).1 == ["rehearsal.end"])
  }

  @Test func reportAsCSV() throws {
    var named = planned
    named[1].title = "Ships, \"old\""
    let (report, _) = try report(rehearsed(), named)
    #expect(
      report.csv.replacing("\r\n", with: "\n") == """
        slide,title,seconds,plan_seconds,plan,over_seconds,visits,steps,steps_shown
        1,S0,12,10,planned,2,1,0,0
        2,"Ships, ""old\""",20,30,estimated,-10,1,2,2
        3,S2,2,5,estimated,-3,1,0,0
        ,(Total),34,45,,-11,3,2,2

        """)
  }

  @Test func reportAsJSON() throws {
    let (report, _) = try report(rehearsed())
    let root = try JSONDocument(parsing: report.json).root
    #expect(root["seconds"]?.double == 34)
    #expect(root["over-seconds"]?.double == -11)
    #expect(root["paused-seconds"]?.double == 100)
    #expect(root["run"]?.int == 1)
    #expect(root["runs"]?[0]?["began"]?.string == "2023-11-14T22:13:25.000Z")
    #expect(root["runs"]?[0]?["done"]?.bool == true)
    let second = root["slides"]?[1]
    #expect(second?["step-seconds"]?.doubles() == [4, 6, 10])
    #expect(second?["plan"]?.string == "estimated")
  }

  @Test func reportAsDocument() throws {
    let (report, _) = try report(rehearsed())
    let document = report.document(.english, metadata: Metadata())
    #expect(document.metadata.title == "Rehearsal: T")
    let figures = document.blocks.compactMap { block in
      if case .figure(let figure) = block { figure } else { nil }
    }
    #expect(figures.map(\.image.resource) == ["chart-slides.png", "chart-through.png"])
    #expect(
      figures.first?.image.alternative
        == "Bar chart: 3 slides in 0:34, planned 0:45; the longest is slide 2 with 0:20.")
    guard
      case .table(let table)? = document.blocks.first(where: {
        if case .table = $0 { true } else { false }
      })
    else {
      Issue.record("no table found")
      return
    }
    let words = table.body.map { row in
      row.cells.map { cell in
        guard case .paragraph(let paragraph)? = cell.blocks.first else { return "" }
        return paragraph.inlines.plainText
      }
    }
    #expect(
      words == [
        ["1", "S0", "0:10", "0:12", "+0:02", ""],
        ["2", "S1", "~0:30", "0:20", "\u{2212}0:10", "2 of 2"],
        ["3", "S2", "~0:05", "0:02", "\u{2212}0:03", ""],
        ["", "Total", "~0:45", "0:34", "\u{2212}0:11", ""],
      ])
  }
}
